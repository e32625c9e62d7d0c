# mypy: allow-untyped-defs, allow-untyped-calls
"""The number of positions of the reduced game: a walk by levels, holdings as sets.

A position is a configuration (row, pawns, stair) with what seat 0 has taken since the start; seat
1 has the rest, and the number of discs gone says who is to move. All holdings of a configuration
are one set of bits, one for each combination of counts, so that a move takes all of them along at
once: shifted by the disc that seat 0 takes, as they are where seat 1 takes it. Moves are those of
:mod:`..rules`.
"""

from __future__ import annotations

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.jit import njit
from ludoteca.solve.positions import fill_slots, slot_of

from ..bits import count
from ..rules import MAX_LEGAL, OVER, STATE, apply_action, give, legal_actions, taken_kind
from .position import ReducedPosition
from .search import LimitReached, wrapping

_WIDE = ("key", "track", "vacant", "pawn")
_FIELDS = [(f.name, "i8" if f.name in _WIDE else "i1", f.shape) for f in STATE]
CONFIGURATION = np.dtype((np.record, sorted(_FIELDS, key=lambda field: field[1], reverse=True)))
"""The record of the kernel in a quarter of its bytes; nobody holds a disc in it."""

_WORD = 64


@njit
def _add_shifted(words, shift, out):
    """Add the elements of ``words``, each ``shift`` larger, to the set ``out``."""
    skipped = shift // _WORD
    bits = np.uint64(shift % _WORD)
    carried = np.uint64(_WORD - shift % _WORD)
    for i in range(words.size - 1, skipped - 1, -1):
        word = words[i - skipped] << bits
        if shift % _WORD and i > skipped:
            word |= words[i - skipped - 1] >> carried
        out[i] |= word


@njit
def step(level, sets, begin, end, strides, following, following_sets, keys, slots, n):
    """Make every move of the configurations ``begin`` to ``end - 1`` of a level.

    ``level`` (n,) and ``sets`` (n, words) are the level; ``following``, ``following_sets`` and
    ``slots`` are filled with the next one, which has ``n`` configurations so far; ``keys`` are
    those of ``following``. Configurations with all pawns on the stair are left out. Returns the
    index of the first configuration not yet treated (less than ``end`` where there may not be
    room) and the new ``n``.
    """
    ids = np.zeros(MAX_LEGAL, np.int64)
    for i in range(begin, end):
        seat = level[i].to_move
        moves = legal_actions(level[i], ids)
        # One configuration beyond the last is always there to try a move in.
        if n + moves >= following.size:
            return i, n
        for k in range(moves):
            kind = taken_kind(level[i], ids[k])
            following[n] = level[i]
            apply_action(following[n], ids[k])
            if following[n].phase == OVER:
                continue
            give(following[n], seat, kind, -1)
            slot = slot_of(slots, keys, keys[n])
            if slots[slot] == 0:
                following_sets[n] = np.uint64(0)
                n += 1
                slots[slot] = n
            shift = strides[kind] if seat == 0 else 0
            _add_shifted(sets[i], shift, following_sets[slots[slot] - 1])
    return end, n


@njit
def members_of_level(sets, n):
    """The number of positions of the first ``n`` configurations of a level."""
    total = np.int64(0)
    for i in range(n):
        for word in sets[i]:
            total += count(np.int64(word))
    return total


# -- from Python ------------------------------------------------------------------------------

_SLICE = 20_000  # configurations between two looks at Ctrl-C
_FIRST_ROOM = 1 << 10
_MOST_BYTES = 3 << 30


class Layer:
    """Configurations after the same number of moves, with room for more."""

    def __init__(self, words: int, room: int = _FIRST_ROOM):
        self.rows = np.zeros(room, CONFIGURATION)
        self.sets = np.zeros((room, words), np.uint64)
        self.slots = np.zeros(2 * room, np.int32)
        self.n = 0

    @property
    def keys(self) -> np.ndarray:
        """The keys of ``rows``, uint64; a view."""
        return self.rows["key"].view(np.uint64)

    def clear(self) -> None:
        """Forget the configurations."""
        self.slots[:] = 0
        self.n = 0

    def grow(self) -> None:
        """Double the room."""
        larger = Layer(self.sets.shape[1], 2 * len(self.rows))
        if 3 * larger.rows.nbytes + 3 * larger.sets.nbytes > _MOST_BYTES:
            raise LimitReached(_("there are more positions than fit in memory"))
        larger.rows[: self.n] = self.rows[: self.n]
        larger.sets[: self.n] = self.sets[: self.n]
        fill_slots(larger.slots, larger.keys, self.n)
        self.rows, self.sets, self.slots = larger.rows, larger.sets, larger.slots


class StateCounter:
    """Counts positions of games with the same number of discs; keeps its room between them."""

    def __init__(self) -> None:
        self._levels: tuple[Layer, Layer] | None = None

    def count(self, position: ReducedPosition, limit: int | None = None) -> int:
        """The number of distinct non-final positions, ``position`` included.

        :class:`LimitReached` beyond ``limit`` positions or the memory of three gigabytes.
        """
        if position.is_over:
            return 0
        s = position.record[0]
        # A seat may yet take what lies on the row and the disc beside the stair.
        colours = range(position.colours)
        sizes = [int(s.track[c]).bit_count() + (s.place[c] == 0) + 1 for c in colours]
        strides = np.cumprod([1, *sizes], dtype=np.int64)
        words = int(strides[-1] + 63) // 64
        if self._levels is None or self._levels[0].sets.shape[1] != words:
            self._levels = (Layer(words), Layer(words))
        level, following = self._levels
        for name in CONFIGURATION.names or ():
            level.rows[name][0] = s[name]
        level.rows["held"][0] = 0
        level.sets[0] = 0
        level.sets[0, 0] = 1
        level.n = 1
        total = 0
        while level.n:
            with wrapping():
                total += int(members_of_level(level.sets, level.n))
            if limit is not None and total > limit:
                raise LimitReached(_("there are more than {limit:,} positions").format(limit=limit))
            self._fill(level, following, strides)
            level, following = following, level
        return total

    @staticmethod
    def _fill(level: Layer, following: Layer, strides: np.ndarray) -> None:
        following.clear()
        done = 0
        while done < level.n:
            end = min(done + _SLICE, level.n)
            with wrapping():
                done, following.n = step(
                    level.rows,
                    level.sets,
                    done,
                    end,
                    strides,
                    following.rows,
                    following.sets,
                    following.keys,
                    following.slots,
                    following.n,
                )
                if done < end:
                    following.grow()
