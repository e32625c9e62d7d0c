# mypy: allow-untyped-defs, allow-untyped-calls
"""The exact search of the reduced game: whether ``W`` of a position is at least ``t``.

Depth-first null-window search with a transposition table, an order of moves by rough value, and a
look at the table for every child before any is searched (enhanced transposition cut-offs). It
keeps its own stack, so that it can stop after a number of nodes and go on later.

Sources: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, Best-first fixed-depth minimax algorithms,
Artificial Intelligence 87 (1996), for null windows driven by a guess (MTD) and for the enhanced
cut-offs.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

from .search_position import (
    COLUMNS,
    GAIN,
    MOST_MOVES,
    MOVE,
    SCORE,
    WALKING,
    bounds,
    make_move,
)
from .tables import FOUND_HIGH, FOUND_LOW, FOUND_MOVE, NO_MOVE, UNKNOWN, probe, store

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
