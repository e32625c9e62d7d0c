"""Full backward induction from Python, for any objective, in slices."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import _

from . import search_full as full
from .solver_position import Move, Position
from .solver_search import LimitReached, Progress, Watch, wrapping

OBJECTIVES = {
    "difference": full.DIFFERENCE,
    "outcome": full.OUTCOME,
    "margin": full.MARGIN,
    "ordered": full.ORDERED,
    "thesis": full.THESIS,
}

_SLICE = 1_000_000  # nodes, about a tenth of a second
_FIRST_SIZE = 1 << 12
_LAST_SIZE = 1 << 26  # entries of 24 bytes: 1.6 GB, and half of it while the memo grows


@dataclass(frozen=True)
class FullSolution:
    """Points by seat under best play, all first moves that are as good, and the work done."""

    points: tuple[int, int]
    best: tuple[Move, ...]
    nodes: int
    states: int


class FullSearch:
    """A memo of positions of one game, by one objective."""

    def __init__(self, objective: str, limit: int | None = None, watch: Watch | None = None):
        self.limit = limit
        self.watch = watch
        self.began = time.perf_counter()
        self._memo = full.new_memo(_FIRST_SIZE)
        self._rows = np.zeros((full.MOST_PLIES, full.COLUMNS), np.int64)
        self._control = np.zeros(full.CONTROL, np.int64)
        self._control[full.OBJECTIVE] = OBJECTIVES[objective]

    def solve(self, position: Position) -> FullSolution:
        """The solution of ``position``; :class:`LimitReached` beyond the limit or 1.6 GB."""
        if position.is_over:
            return FullSolution(position.points, (), 0, 0)
        points = self._points(position)
        seat = position.to_move
        objective = int(self._control[full.OBJECTIVE])
        states = int(self._control[full.ENTRIES])
        wanted = full.preference(objective, points[seat], points[1 - seat])
        best = []
        for move in position.moves():
            child = position.after(move)
            reached = child.points if child.is_over else self._points(child)
            if full.preference(objective, reached[seat], reached[1 - seat]) == wanted:
                best.append(move)
        return FullSolution(points, tuple(best), int(self._control[full.NODES]), states)

    def _points(self, position: Position) -> tuple[int, int]:
        self._load(position)
        full.start(self._rows, self._control)
        status = full.PAUSED
        while status != full.DONE:
            stop = int(self._control[full.NODES]) + _SLICE
            if self.limit is not None:
                stop = min(stop, self.limit)
            with wrapping():
                status = full.run(self._memo, self._rows, self._control, stop)
            if status == full.NEEDS_ROOM:
                self._grow()
            nodes = int(self._control[full.NODES])
            if self.watch is not None:
                self.watch(Progress(nodes, time.perf_counter() - self.began))
            if status != full.DONE and self.limit is not None and nodes >= self.limit:
                raise LimitReached(
                    _("the search was stopped after {nodes:,} positions").format(nodes=nodes)
                )
        first, second = divmod(int(self._control[full.RESULT]), full.pack(1, 0))
        return int(first), int(second)

    def _grow(self) -> None:
        entries = 2 * self._memo.size // full.WIDTH
        if entries > _LAST_SIZE:
            raise LimitReached(
                _("this objective looks at every position, and there are more than fit in memory")
            )
        larger = full.new_memo(entries)
        with wrapping():
            full.grow(self._memo, larger)
        self._memo = larger

    def _load(self, position: Position) -> None:
        """Make ``position`` the root."""
        load_row(position, self._rows[0])
        self._control[full.COLOUR_COUNT] = position.colours


def load_row(position: Position, row: NDArray[np.int64]) -> None:
    """Write ``position`` to a row of the full search."""
    row[:] = 0
    for i, digit in enumerate(position.row):
        if digit.isdigit() and digit != "0":
            c = int(digit) - 1
            row[full.TRACK + c] |= 1 << i
            if i == position.pawns[c]:
                row[full.PAWNS] |= 1 << i
    for place, digit in enumerate(position.stair):
        row[full.PLACES] |= full.packed(place + 1, int(digit) - 1)
    for seat, hand in enumerate(position.held):
        row[full.HELD + seat] = sum(full.packed(n, c) for c, n in enumerate(hand))
    row[full.TO_MOVE] = position.to_move
    row[full.ARRIVED] = len(position.stair)
