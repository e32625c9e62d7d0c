"""How many positions can be reached from one: the document's number of distinct states."""

from __future__ import annotations

import numpy as np

from ludoteca.core.i18n import _

from . import search_count as count
from . import search_full as full
from .solver_full import load_row
from .solver_position import Position
from .solver_search import LimitReached, wrapping

_SLICE = 20_000  # configurations between two looks at Ctrl-C
_FIRST_ROOM = 1 << 10
_MOST_BYTES = 3 << 30


class Level:
    """Configurations after the same number of moves, with room for more."""

    def __init__(self, words: int, room: int = _FIRST_ROOM):
        self.rows = np.zeros((room, count.WIDTH), np.int64)
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
        count.index_level(larger.rows, self.n, larger.slots)
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
        level, following = self._room(int(strides[-1] + 63) // 64)
        load_row(position, level.rows[0])
        level.rows[0, full.HELD : full.HELD + 2] = 0
        level.sets[0] = 0
        level.sets[0, 0] = 1
        level.n = 1
        total = 0
        while level.n:
            with wrapping():
                total += int(count.members_of_level(level.sets, level.n))
            if limit is not None and total > limit:
                raise LimitReached(_("there are more than {limit:,} positions").format(limit=limit))
            self._fill(level, following, position.colours, strides)
            level, following = following, level
        return total

    def _room(self, words: int) -> tuple[Level, Level]:
        if self._levels is None or self._levels[0].sets.shape[1] != words:
            self._levels = (Level(words), Level(words))
        return self._levels

    @staticmethod
    def _fill(level: Level, following: Level, colours: int, strides: np.ndarray) -> None:
        following.clear()
        done = 0
        while done < level.n:
            end = min(done + _SLICE, level.n)
            with wrapping():
                done, following.n = count.step(
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
