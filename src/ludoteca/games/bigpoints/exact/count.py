# mypy: allow-untyped-defs, allow-untyped-calls
"""The number of positions of the reduced game: a walk by levels, holdings as sets.

A position is a configuration (row, pawns, stair) with what seat 0 has taken since the start; seat
1 has the rest, and the number of discs gone says who is to move. All holdings of a configuration
are one set of bits, one for each combination of counts, so that a move takes all of them along at
once: shifted by the disc that seat 0 takes, as they are where seat 1 takes it.
"""

from __future__ import annotations

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.jit import njit

from . import full
from .full import ARRIVED, COLUMNS, HELD, TO_MOVE, keys_of, load_row, make_move, packed
from .position import Position
from .search import LimitReached, wrapping

KEY = COLUMNS  # 2 columns after those of the position: its exact keys
WIDTH = COLUMNS + 2

_WORD = 64
_EVERY_SECOND = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_MULTIPLIERS = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9], np.uint64)
_HALF = np.uint64(32)
_ONE, _TWO, _FOUR, _TOP_BYTE = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@njit
def _members(words):
    """The number of elements of a set of bits."""
    total = np.int64(0)
    for i in range(words.size):
        x = words[i]
        x -= (x >> _ONE) & _EVERY_SECOND
        x = (x & _PAIRS) + ((x >> _TWO) & _PAIRS)
        x = (x + (x >> _FOUR)) & _NIBBLES
        total += np.int64((x * _BYTES) >> _TOP_BYTE)
    return total


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
def _slot_of(level, slots, row, rest):
    """The index in ``slots`` of the configuration with these keys, or of the 0 where it belongs."""
    x = np.uint64(row) * _MULTIPLIERS[0] ^ np.uint64(rest)
    x = (x ^ (x >> _HALF)) * _MULTIPLIERS[1]
    i = np.int64((x ^ (x >> _HALF)) >> _TWO) & (slots.size - 1)
    while slots[i] != 0:
        found = slots[i] - 1
        if level[found, KEY] == row and level[found, KEY + 1] == rest:
            break
        i = (i + 1) & (slots.size - 1)
    return i


@njit
def index_level(level, n, slots):
    """Fill the empty ``slots`` (a power of two) with the first ``n`` configurations."""
    for j in range(n):
        slots[_slot_of(level, slots, level[j, KEY], level[j, KEY + 1])] = j + 1


@njit
def step(level, sets, begin, end, colours, strides, following, following_sets, slots, n):
    """Make every move of the configurations ``begin`` to ``end - 1`` of a level.

    ``level`` (n, WIDTH) and ``sets`` (n, words) are the level; ``following``, ``following_sets``
    and ``slots`` are filled with the next one, which has ``n`` configurations so far.
    Configurations with all pawns on the stair are left out. Returns the index of the first
    configuration not yet treated (less than ``end`` where there may not be room) and the new
    ``n``.
    """
    rows = np.zeros((2, COLUMNS), np.int64)
    for i in range(begin, end):
        if n + 2 * colours > min(following.shape[0], slots.size // 2):
            return i, n
        seat = level[i, TO_MOVE]
        for move in range(2 * colours):
            for w in range(ARRIVED + 1):
                rows[0, w] = level[i, w]
            if not make_move(rows, 0, colours, move) or rows[1, ARRIVED] == colours:
                continue
            shift = 0
            if seat == 0:
                for c in range(colours):
                    if rows[1, HELD] == packed(1, c):
                        shift = strides[c]
            rows[1, HELD + seat] = 0
            row, rest = keys_of(rows, 1, colours)
            slot = _slot_of(following, slots, row, rest)
            if slots[slot] == 0:
                for w in range(ARRIVED + 1):
                    following[n, w] = rows[1, w]
                following[n, KEY] = row
                following[n, KEY + 1] = rest
                following_sets[n] = np.uint64(0)
                n += 1
                slots[slot] = n
            _add_shifted(sets[i], shift, following_sets[slots[slot] - 1])
    return end, n


@njit
def members_of_level(sets, n):
    """The number of positions of the first ``n`` configurations of a level."""
    total = np.int64(0)
    for i in range(n):
        total += _members(sets[i])
    return total


# -- from Python ------------------------------------------------------------------------------

_SLICE = 20_000  # configurations between two looks at Ctrl-C
_FIRST_ROOM = 1 << 10
_MOST_BYTES = 3 << 30


class Level:
    """Configurations after the same number of moves, with room for more."""

    def __init__(self, words: int, room: int = _FIRST_ROOM):
        self.rows = np.zeros((room, WIDTH), np.int64)
        self.sets = np.zeros((room, words), np.uint64)
        self.slots = np.zeros(4 * room, np.int64)
        self.n = 0

    def clear(self) -> None:
        """Forget the configurations."""
        self.slots[:] = 0
        self.n = 0

    def grow(self) -> None:
        """Double the room."""
        larger = Level(self.sets.shape[1], 2 * len(self.rows))
        if 3 * larger.rows.nbytes + 3 * larger.sets.nbytes > _MOST_BYTES:
            raise LimitReached(_("there are more positions than fit in memory"))
        larger.rows[: self.n] = self.rows[: self.n]
        larger.sets[: self.n] = self.sets[: self.n]
        index_level(larger.rows, self.n, larger.slots)
        self.rows, self.sets, self.slots = larger.rows, larger.sets, larger.slots


class StateCounter:
    """Counts positions of games with the same number of discs; keeps its room between them."""

    def __init__(self) -> None:
        self._levels: tuple[Level, Level] | None = None

    def count(self, position: Position, limit: int | None = None) -> int:
        """The number of distinct non-final positions, ``position`` included.

        :class:`LimitReached` beyond ``limit`` positions or the memory of three gigabytes.
        """
        if position.is_over:
            return 0
        digits = [str(c + 1) for c in range(position.colours)]
        # A seat may yet take what lies on the row and the disc beside the stair.
        sizes = [position.row.count(d) + (d not in position.stair) + 1 for d in digits]
        strides = np.cumprod([1, *sizes], dtype=np.int64)
        words = int(strides[-1] + 63) // 64
        if self._levels is None or self._levels[0].sets.shape[1] != words:
            self._levels = (Level(words), Level(words))
        level, following = self._levels
        load_row(position, level.rows[0])
        level.rows[0, full.HELD : full.HELD + 2] = 0
        level.sets[0] = 0
        level.sets[0, 0] = 1
        level.n = 1
        total = 0
        while level.n:
            with wrapping():
                total += int(members_of_level(level.sets, level.n))
            if limit is not None and total > limit:
                raise LimitReached(_("there are more than {limit:,} positions").format(limit=limit))
            self._fill(level, following, position.colours, strides)
            level, following = following, level
        return total

    @staticmethod
    def _fill(level: Level, following: Level, colours: int, strides: np.ndarray) -> None:
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
                    colours,
                    strides,
                    following.rows,
                    following.sets,
                    following.slots,
                    following.n,
                )
                if done < end:
                    following.grow()
