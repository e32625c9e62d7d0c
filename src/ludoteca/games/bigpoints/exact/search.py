# mypy: allow-untyped-defs, allow-untyped-calls
"""The exact search of the reduced game: whether the value ``W`` of a position is at least ``t``.

Depth-first null-window search with a transposition table, an order of moves by rough value, and a
look at the table for every child before any is searched (enhanced transposition cut-offs). It
keeps its own stack, so that :class:`Search` runs it in slices: it can be watched, limited and
stopped, and it goes on from there.

Sources: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, Best-first fixed-depth minimax algorithms,
Artificial Intelligence 87 (1996), for null windows driven by a guess (MTD) and for the enhanced
cut-offs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.jit import JIT_ENABLED, njit

from ..rules import STAIR
from .position import ReducedPosition
from .reduced import (
    COLUMNS,
    GAIN,
    LEAD,
    LENGTH,
    MOST_MOVES,
    MOVE,
    PAWNS,
    SCORE,
    TRACK,
    WALKING,
    bounds,
    complete,
    least,
    make_move,
    most,
)
from .table import FOUND_HIGH, FOUND_LOW, FOUND_MOVE, NO_MOVE, UNKNOWN, new_table, probe, store

MOST_PLIES = 64

# A frame of the stack.
SLOT, TARGET, BEST, BEST_MOVE, CHILDREN, NEXT, STARTED = range(7)
FRAME = 7

# The state of the search between two slices.
PLY, PHASE, VALUE, NODES, STORED = range(5)
CONTROL = 5

ENTERING, CHOOSING, LEAVING, DONE = range(4)


def new_rows() -> NDArray[np.int64]:
    """Positions: row 0 is the root; the children of ply ``p`` begin at row ``1 + 10 * p``."""
    return np.zeros((1 + MOST_PLIES * MOST_MOVES, COLUMNS), np.int64)


@njit
def first_child(ply):
    """The row of the first child of the position on this ply."""
    return 1 + ply * MOST_MOVES


@njit
def _known(table, rows, a, target, scratch, found):
    """A value that decides ``W(a) >= target`` without search, else ``UNKNOWN``.

    The answer is a lower bound where it is at least ``target`` and an upper bound where it is
    less. ``found[FOUND_MOVE]`` is set if the answer is ``UNKNOWN``.
    """
    if rows[a, WALKING] == 0:
        return 0
    low, high = bounds(rows, a, scratch)
    if low >= target:
        return low
    if high < target:
        return high
    probe(table, rows, a, scratch, found)
    if found[FOUND_LOW] >= target:
        return found[FOUND_LOW]
    if found[FOUND_HIGH] < target:
        return found[FOUND_HIGH]
    return UNKNOWN


@njit
def expand(rows, a, first, table_move):
    """Write the children of position ``a`` from row ``first`` on, scored; returns their number."""
    n = 0
    for move in range(2 * rows[a, WALKING]):
        if make_move(rows, a, first + n, move):
            if move == table_move:
                rows[first + n, SCORE] += 1 << 20
            n += 1
    return n


@njit
def _table_cutoff(table, rows, first, n, target, scratch, found):
    """A lower bound ``>= target`` that the table knows for one of the children, else -UNKNOWN."""
    for b in range(first, first + n):
        probe(table, rows, b, scratch, found)
        if found[FOUND_HIGH] < UNKNOWN and rows[b, GAIN] - found[FOUND_HIGH] >= target:
            return rows[b, GAIN] - found[FOUND_HIGH]
    return -UNKNOWN


@njit
def _next_child(rows, first, n):
    """The unvisited child with the highest score, marked as visited."""
    best = first
    for b in range(first + 1, first + n):
        if rows[b, SCORE] > rows[best, SCORE]:
            best = b
    rows[best, SCORE] = -(1 << 30)
    return best


@njit
def _enter(table, rows, frames, control, scratch, found):
    """Open the node on top of the stack: decide it at once or expand it."""
    ply = control[PLY]
    a = frames[ply, SLOT]
    target = frames[ply, TARGET]
    control[NODES] += 1
    control[PHASE] = LEAVING
    control[VALUE] = _known(table, rows, a, target, scratch, found)
    if control[VALUE] != UNKNOWN:
        return
    first = first_child(ply)
    n = expand(rows, a, first, found[FOUND_MOVE])
    control[VALUE] = _table_cutoff(table, rows, first, n, target, scratch, found)
    if control[VALUE] > -UNKNOWN:
        return
    frames[ply, BEST] = -UNKNOWN
    frames[ply, BEST_MOVE] = NO_MOVE
    frames[ply, CHILDREN] = n
    frames[ply, NEXT] = 0
    frames[ply, STARTED] = control[NODES]
    control[PHASE] = CHOOSING


@njit
def _descend(rows, frames, control):
    """Put the next child on the stack."""
    ply = control[PLY]
    b = _next_child(rows, first_child(ply), frames[ply, CHILDREN])
    frames[ply, NEXT] += 1
    frames[ply + 1, SLOT] = b
    frames[ply + 1, TARGET] = 1 + rows[b, GAIN] - frames[ply, TARGET]
    control[PLY] = ply + 1
    control[PHASE] = ENTERING


@njit
def _leave(table, rows, frames, control, scratch):
    """Take the finished child from the stack and its value into account."""
    child = frames[control[PLY], SLOT]
    control[PLY] -= 1
    ply = control[PLY]
    value = rows[child, GAIN] - control[VALUE]
    if value > frames[ply, BEST]:
        frames[ply, BEST] = value
        frames[ply, BEST_MOVE] = rows[child, MOVE]
    best = frames[ply, BEST]
    cut = best >= frames[ply, TARGET]
    if not cut and frames[ply, NEXT] < frames[ply, CHILDREN]:
        control[PHASE] = CHOOSING
        return
    low = best if cut else -UNKNOWN
    high = UNKNOWN if cut else best
    move = frames[ply, BEST_MOVE] if cut else NO_MOVE
    nodes = control[NODES] - frames[ply, STARTED]
    control[STORED] += store(table, rows, frames[ply, SLOT], low, high, move, nodes, scratch)
    control[VALUE] = best
    control[PHASE] = LEAVING


@njit
def run(table, rows, frames, control, scratch, found, stop):
    """Go on with the search until it is done (True) or ``control[NODES]`` reaches ``stop``.

    Then ``control[VALUE]`` is a lower bound of ``W`` of the root where it is at least the target
    in ``frames[0]``, else an upper bound.
    """
    while control[PHASE] != DONE:
        phase = control[PHASE]
        if phase == ENTERING:
            if control[NODES] >= stop:
                return False
            _enter(table, rows, frames, control, scratch, found)
        elif phase == CHOOSING:
            _descend(rows, frames, control)
        elif control[PLY] == 0:
            control[PHASE] = DONE
        else:
            _leave(table, rows, frames, control, scratch)
    return True


@njit
def ask(frames, control, row, target):
    """Prepare the question whether ``W`` of position ``row`` is at least ``target``."""
    frames[0, SLOT] = row
    frames[0, TARGET] = target
    control[PLY] = 0
    control[PHASE] = ENTERING


@njit
def whole_value(table, rows, frames, control, scratch, found, guess):
    """``W`` of row 0 by null windows from a guess, without a limit."""
    low = -UNKNOWN
    high = UNKNOWN
    target = guess
    while low < high:
        ask(frames, control, 0, target)
        run(table, rows, frames, control, scratch, found, np.int64(1) << 62)
        if control[VALUE] >= target:
            low = control[VALUE]
            target = low + 1
        else:
            high = control[VALUE]
            target = high
    return low


# -- from Python ------------------------------------------------------------------------------

_FIRST_SLICE = 5_000  # nodes between two looks at Ctrl-C; then adapted to the speed met
_SLICE_SECONDS = 0.1

Watch = Callable[["WindowProgress"], None]


@dataclass(frozen=True)
class WindowProgress:
    """Progress of a search by null windows.

    ``low <= value <= high`` is proved; both are None where nothing is yet.
    """

    nodes: int
    seconds: float
    low: int | None = None
    high: int | None = None


class LimitReached(LudotecaError):
    """A search met its limit of nodes, or of memory, before it was done."""


def table_bits_for(discs: int) -> int:
    """Size of a table (log2 of its 16-byte entries) that suits a row of so many discs."""
    return min(27, max(12, 19 + (discs - 20) * 3 // 5))


def wrapping() -> AbstractContextManager[None]:
    """Let hashes wrap round, as they are meant to: un-compiled, NumPy would warn of it."""
    return nullcontext() if JIT_ENABLED else np.errstate(over="ignore")


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
        self._rows = new_rows()
        self._frames = np.zeros((MOST_PLIES, FRAME), np.int64)
        self._control = np.zeros(CONTROL, np.int64)
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
        return int(self._control[NODES])

    @property
    def stored(self) -> int:
        """Positions written to the table so far (again where one had been given up)."""
        return int(self._control[STORED])

    def value(self, position: ReducedPosition) -> int:
        """The difference of points, mover minus other, with best play; held discs included."""
        settled = self._load(position)
        low, high = -UNKNOWN, UNKNOWN
        walking = int(self._rows[0, WALKING])
        nothing = np.zeros(5, np.int64)
        middle = least(self._rows, 0, nothing, walking) + most(self._rows, 0, nothing, walking)
        target = int(middle) // 2 + 1
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

    def at_least(self, position: ReducedPosition, target: int) -> bool:
        """True if the mover can come out at least ``target`` points above the other."""
        settled = self._load(position)
        return self._answer(target - settled) >= target - settled

    def optimal_moves(self, position: ReducedPosition, at_least: int) -> list[int]:
        """The moves after which the mover is still sure of ``at_least`` points of difference."""
        return [m for m in position.moves() if self._keeps(position.after(m), at_least)]

    def line(
        self, position: ReducedPosition, at_least: int, at_most: int
    ) -> tuple[list[int], ReducedPosition]:
        """Moves to the end in which each player keeps what is his, and the position there.

        ``at_least`` is a difference that the mover can be sure of, ``at_most`` one that the other
        can hold him to.
        """
        moves: list[int] = []
        while not position.is_over:
            children = ((move, position.after(move)) for move in self._likeliest(position))
            move, position = next(
                (move, child) for move, child in children if self._keeps(child, at_least)
            )
            moves.append(move)
            at_least, at_most = -at_most, -at_least
        return moves, position

    def _keeps(self, child: ReducedPosition, at_least: int) -> bool:
        return not self.at_least(child, 1 - at_least)

    def _likeliest(self, position: ReducedPosition) -> list[int]:
        """The legal moves, most promising first."""
        self._load(position)
        with wrapping():
            n = expand(self._rows, 0, 1, NO_MOVE)
        walking = np.flatnonzero(position.record[0].place[: position.colours] == 0).tolist()
        legal = position.moves()
        moves: list[int] = []
        for b in sorted(range(1, 1 + n), key=lambda b: -int(self._rows[b, SCORE])):
            slot, side = divmod(int(self._rows[b, MOVE]), 2)
            climb = STAIR + walking[slot]
            moves.append(climb if climb in legal else 2 * walking[slot] + side)
        return moves

    def _load(self, position: ReducedPosition) -> int:
        """Make ``position`` the root; returns the points already settled, mover minus other."""
        root = self._rows[0]
        root[:] = 0
        s, seat = position.record[0], position.to_move
        # Walking colours first, then those on the stair by their worth.
        by_value = sorted(range(position.colours), key=lambda c: (s.place[c] > 0, -s.place[c]))
        place = 0
        for i, digit in enumerate(position.row):
            if digit != "0":
                c = int(digit) - 1
                root[TRACK + by_value.index(c)] |= 1 << place
                if i == s.pawn[c]:
                    root[PAWNS] |= 1 << place
                place += 1
        root[LENGTH] = place
        root[WALKING] = position.colours - int(s.arrived)
        for slot, c in enumerate(by_value[: root[WALKING]]):
            root[LEAD + slot] = s.held[seat, c] - s.held[1 - seat, c]
        with wrapping():
            complete(self._rows, 0)
        return position.points[seat] - position.points[1 - seat]

    def _answer(self, target: int) -> int:
        """A bound of ``W`` of the root that decides whether it is at least ``target``."""
        ask(self._frames, self._control, 0, target)
        done = False
        while not done:
            stop = self.nodes + self._slice
            if self.limit is not None:
                stop = min(stop, self.limit)
            before = time.perf_counter()
            with wrapping():
                done = run(*self.workspace, stop)
            if not done:
                self._adapt(time.perf_counter() - before)
            if self.watch is not None:
                seconds = time.perf_counter() - self.began
                self.watch(WindowProgress(self.nodes, seconds, *self._bounds))
            if not done and self.limit is not None and self.nodes >= self.limit:
                raise LimitReached(
                    _("the search was stopped after {nodes:,} positions").format(nodes=self.nodes)
                )
        return int(self._control[VALUE])

    def _adapt(self, seconds: float) -> None:
        """Make slices shorter or longer after a full one that took so long."""
        if seconds > 2 * _SLICE_SECONDS:
            self._slice = max(self._slice // 2, 1000)
        elif seconds < _SLICE_SECONDS / 2:
            self._slice *= 2
