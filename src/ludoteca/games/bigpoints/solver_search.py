"""The exact search from Python: in slices, so that it can be watched, limited and stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _

from . import search
from .search_position import (
    LEAD,
    LENGTH,
    MOVE,
    PAWNS,
    SCORE,
    TRACK,
    WALKING,
    complete,
    least,
    most,
)
from .solver_position import AHEAD, BEHIND, STAIR, Move, Position
from .tables import NO_MOVE, UNKNOWN, new_table

_FIRST_SLICE = 5_000  # nodes between two looks at Ctrl-C; then adapted to the speed met
_SLICE_SECONDS = 0.1

Watch = Callable[["Progress"], None]


@dataclass(frozen=True)
class Progress:
    """How far a search has come. ``low <= value <= high`` is proved, None where nothing is yet."""

    nodes: int
    seconds: float
    low: int | None = None
    high: int | None = None


class LimitReached(LudotecaError):
    """A search met its limit of nodes, or of memory, before it was done."""


def table_bits_for(discs: int) -> int:
    """Size of a table (log2 of its 16-byte entries) that suits a row of so many discs."""
    return min(27, max(12, 19 + (discs - 20) * 3 // 5))


@contextmanager
def wrapping() -> Iterator[None]:
    """Hashes wrap round on purpose: un-compiled, NumPy would warn of it."""
    with np.errstate(over="ignore"):
        yield


class Search:
    """A table and a stack. What is in the table holds for every position of the reduced game.

    ``limit`` nodes in all; beyond it :class:`LimitReached` is raised, and the search can be asked
    again with a new limit: what it learned is in the table.
    """

    def __init__(self, table_bits: int, limit: int | None = None, watch: Watch | None = None):
        self.table = new_table(table_bits)
        self.limit = limit
        self.watch = watch
        self.began = time.perf_counter()
        self._rows = search.new_rows()
        self._frames = np.zeros((search.MOST_PLIES, search.FRAME), np.int64)
        self._control = np.zeros(search.CONTROL, np.int64)
        self._scratch = np.zeros(8, np.int64)
        self._found = np.zeros(3, np.int64)
        self._bounds: tuple[int | None, int | None] = (None, None)
        self._slice = _FIRST_SLICE

    @property
    def workspace(self) -> tuple[NDArray[np.int64], ...]:
        """Table, rows, frames, control, scratch and found, as the compiled search wants them."""
        return (
            self.table,
            self._rows,
            self._frames,
            self._control,
            self._scratch,
            self._found,
        )

    @property
    def nodes(self) -> int:
        """Positions entered so far, repetitions included."""
        return int(self._control[search.NODES])

    @property
    def stored(self) -> int:
        """Positions written to the table so far (again where one had been given up)."""
        return int(self._control[search.STORED])

    def value(self, position: Position) -> int:
        """The difference of points, mover minus other, with best play; held discs included."""
        settled = self._load(position)
        low, high = -UNKNOWN, UNKNOWN
        target = self._guess()
        while low < high:
            value = self._answer(target)
            if value >= target:
                low, target = value, value + 1
            else:
                high, target = value, value
            self._bounds = (
                None if low == -UNKNOWN else low + settled,
                None if high == UNKNOWN else high + settled,
            )
        return low + settled

    def at_least(self, position: Position, target: int) -> bool:
        """True if the mover can come out at least ``target`` points above the other."""
        settled = self._load(position)
        return self._answer(target - settled) >= target - settled

    def optimal_moves(self, position: Position, at_least: int) -> list[Move]:
        """The moves after which the mover is still sure of ``at_least`` points of difference."""
        return [m for m in position.moves() if self._keeps(position, m, at_least)]

    def line(self, position: Position, at_least: int, at_most: int) -> list[Move]:
        """Moves to the end in which each player keeps what is his.

        ``at_least`` is a difference that the mover can be sure of, ``at_most`` one that the other
        can hold him to.
        """
        moves: list[Move] = []
        while not position.is_over:
            move = next(m for m in self._likeliest(position) if self._keeps(position, m, at_least))
            moves.append(move)
            position = position.after(move)
            at_least, at_most = -at_most, -at_least
        return moves

    def _keeps(self, position: Position, move: Move, at_least: int) -> bool:
        return not self.at_least(position.after(move), 1 - at_least)

    def _likeliest(self, position: Position) -> list[Move]:
        """The legal moves, most promising first."""
        self._load(position)
        with wrapping():
            n = search.expand(self._rows, 0, 1, NO_MOVE)
        walking = [c for c in range(position.colours) if str(c + 1) not in position.stair]
        ranked = sorted(range(1, 1 + n), key=lambda b: -int(self._rows[b, SCORE]))
        legal = position.moves()
        moves: list[Move] = []
        for b in ranked:
            slot, ahead = divmod(int(self._rows[b, MOVE]), 2)
            digit = walking[slot] + 1
            side = AHEAD if ahead else BEHIND
            moves.append((digit, STAIR) if (digit, STAIR) in legal else (digit, side))
        return moves

    def _load(self, position: Position) -> int:
        """Make ``position`` the root; returns the points already settled, mover minus other."""
        root = self._rows[0]
        root[:] = 0
        n = position.colours
        walking = [c for c in range(n) if str(c + 1) not in position.stair]
        by_value = walking + [int(d) - 1 for d in reversed(position.stair)]
        present = [(i, int(d) - 1) for i, d in enumerate(position.row) if d.isdigit() and d != "0"]
        for place, (i, c) in enumerate(present):
            root[TRACK + by_value.index(c)] |= 1 << place
            if i == position.pawns[c]:
                root[PAWNS] |= 1 << place
        root[LENGTH] = len(present)
        root[WALKING] = len(walking)
        mine, theirs = position.held[position.to_move], position.held[1 - position.to_move]
        for slot, c in enumerate(walking):
            root[LEAD + slot] = mine[c] - theirs[c]
        with wrapping():
            complete(self._rows, 0)
        points = position.points
        return points[position.to_move] - points[1 - position.to_move]

    def _guess(self) -> int:
        walking = int(self._rows[0, WALKING])
        nothing = np.zeros(5, np.int64)
        middle = least(self._rows, 0, nothing, walking) + most(self._rows, 0, nothing, walking)
        return int(middle) // 2 + 1

    def _answer(self, target: int) -> int:
        """A bound of ``W`` of the root that decides whether it is at least ``target``."""
        search.ask(self._frames, self._control, 0, target)
        done = False
        while not done:
            stop = self.nodes + self._slice
            if self.limit is not None:
                stop = min(stop, self.limit)
            before = time.perf_counter()
            with wrapping():
                done = search.run(*self.workspace, stop)
            if not done:
                self._adapt(time.perf_counter() - before)
            if self.watch is not None:
                seconds = time.perf_counter() - self.began
                self.watch(Progress(self.nodes, seconds, *self._bounds))
            if not done and self.limit is not None and self.nodes >= self.limit:
                raise LimitReached(
                    _("the search was stopped after {nodes:,} positions").format(nodes=self.nodes)
                )
        return int(self._control[search.VALUE])

    def _adapt(self, seconds: float) -> None:
        """Make slices shorter or longer after a full one that took so long."""
        if seconds > 2 * _SLICE_SECONDS:
            self._slice = max(self._slice // 2, 1000)
        elif seconds < _SLICE_SECONDS / 2:
            self._slice *= 2
