# mypy: allow-untyped-defs, allow-untyped-calls
"""Full backward induction over the reduced game: every position, for any objective of two players.

A position is kept as the document keeps it: which discs lie on the row, pawns, places on the
stair, holdings of both players, who is to move. Nothing is pruned, so the number of positions in
the memo at the end is the document's number of distinct non-final states. Where a pawn goes and
what it takes is said by :mod:`..rules`; ``tests/games_bigpoints/test_solver_kernel.py`` walks this
module beside the kernel.

Objectives are total orders of the final points ``(own, other)`` as the player to move sees them
(:func:`preference`), so the result is unique; among equal results the move generated first is
kept (pawn 1 before pawn 2, behind before ahead), which matters for ``THESIS`` alone.

Source: M. M. Furquim Mendonça, Big Points: uma análise baseada na teoria dos jogos, UnB 2016,
section 3.4: functions ``dp`` and ``play``, orders ``p1_order`` and ``p2_order``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import _
from ludoteca.core.jit import njit

from ..bits import count, lowest
from ..rules import disc_beside, discs_ahead
from .position import Move, Position
from .search import LimitReached, Progress, Watch, wrapping

DIFFERENCE, OUTCOME, MARGIN, ORDERED, THESIS = range(5)
_STEP = 1 << 12  # more than any number of points or sum of two

# Columns of a position on the stack. Counts by colour are packed, four bits each.
TRACK = 0  # 5 columns: discs of each colour on the row, bit i the i-th place of the board
PAWNS = 5  # discs under the pawns that have entered the row and not left it
PLACES = 6  # packed: order of arrival of each pawn on the stair, 1 the first; 0 not there
HELD = 7  # 2 columns, seats 0 and 1: packed discs of each colour held
TO_MOVE = 9
ARRIVED = 10
_POSITION = 11
NEXT = 11  # the move to be tried next
CHOSEN = 12  # packed points of the best move so far; -1 before the first
COLUMNS = 13
MOST_PLIES = 64

# The memo: three words an entry: two exact keys (the second never 0) and packed points.
WIDTH = 3
_FULLEST = 0.6

# The state of the search between two slices.
PLY, COLOUR_COUNT, OBJECTIVE, NODES, ENTRIES, RESULT = range(6)
CONTROL = 6

DONE, PAUSED, NEEDS_ROOM = range(3)

_MULTIPLIERS = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9], np.uint64)
_HALF = np.uint64(32)
_TWO = np.uint64(2)


@njit
def pack(first, second):
    """Points of seats 0 and 1 as one number."""
    return first * _STEP + second


@njit
def preference(objective, own, other):
    """A number that is larger for the final points that a player likes better.

    ``DIFFERENCE``: own minus other. ``OUTCOME``: win, tie, loss. ``MARGIN``: own payoff, which is
    the own points for the highest score (alone or shared) and else own minus other; then the
    smaller payoff of the other. ``ORDERED``: win (most own, then fewest other), tie (most), loss
    (fewest other, then most own). ``THESIS``: win (most own), tie (most), loss (fewest other).
    """
    if objective == DIFFERENCE:
        return own - other
    if objective == OUTCOME:
        return 1 if own > other else (0 if own == other else -1)
    if objective == MARGIN:
        payoff = own if own >= other else own - other
        others = other if other >= own else other - own
        return payoff * _STEP - others
    if own > other:
        return _STEP * (_STEP + own) - (other if objective == ORDERED else 0)
    if own == other:
        return _STEP * own
    return _STEP * (-_STEP - other) + (own if objective == ORDERED else 0)


@njit
def _prefers(objective, seat, new, old):
    """True if ``seat`` likes the packed points ``new`` better than ``old``."""
    if seat == 0:
        return preference(objective, new // _STEP, new % _STEP) > preference(
            objective, old // _STEP, old % _STEP
        )
    return preference(objective, new % _STEP, new // _STEP) > preference(
        objective, old % _STEP, old // _STEP
    )


@njit
def packed(number, c):
    """``number`` at colour ``c`` of packed counts."""
    return number << (4 * c)


@njit
def _at(counts, c):
    return (counts >> (4 * c)) & 15


@njit
def final_points(rows, p, colours):
    """Packed points of a position with all pawns on the stair."""
    first = 0
    second = 0
    for c in range(colours):
        worth = colours - _at(rows[p, PLACES], c)
        first += _at(rows[p, HELD], c) * worth
        second += _at(rows[p, HELD + 1], c) * worth
    return pack(first, second)


@njit
def make_move(rows, p, colours, move):
    """Write to row ``p + 1`` the position after ``move`` (``2 * c + side``); False if not legal.

    Side 0 takes behind, 1 ahead; a climb of the stair has side 0.
    """
    c = move >> 1
    side = move & 1
    if _at(rows[p, PLACES], c) > 0:
        return False
    own = rows[p, TRACK + c]
    old = rows[p, PAWNS] & own
    landing = lowest(discs_ahead(own, old))
    pawns = (rows[p, PAWNS] & ~old) | landing
    gained = c
    taken = np.int64(0)
    if landing:
        free = np.int64(0)
        for e in range(colours):
            free |= rows[p, TRACK + e]
        free &= ~pawns
        taken = disc_beside(free, landing, side)
        if taken == 0:
            return False
        for e in range(colours):
            if rows[p, TRACK + e] & taken:
                gained = e
    elif side == 1:
        return False
    for i in range(_POSITION):
        rows[p + 1, i] = rows[p, i]
    if landing:
        rows[p + 1, TRACK + gained] ^= taken
    else:
        rows[p + 1, ARRIVED] += 1
        rows[p + 1, PLACES] |= packed(rows[p + 1, ARRIVED], c)
    rows[p + 1, PAWNS] = pawns
    rows[p + 1, HELD + rows[p, TO_MOVE]] += packed(1, gained)
    rows[p + 1, TO_MOVE] = 1 - rows[p, TO_MOVE]
    return True


@njit
def keys_of(rows, p, colours):
    """The position in two exact words.

    With the row and the stair given, what seat 0 holds says what seat 1 holds.
    """
    row = np.int64(0)
    ranks = np.int64(1)
    for c in range(colours):
        own = rows[p, TRACK + c]
        pawn = rows[p, PAWNS] & own
        # The pawn by its rank among the own discs that lie there: at most 10, none 0.
        rank = count(own & (pawn | (pawn - 1))) if pawn else 0
        row |= own
        ranks = ranks << 4 | rank
    return row, ((ranks << 20 | rows[p, PLACES]) << 20 | rows[p, HELD]) << 1 | rows[p, TO_MOVE]


@njit
def _find(memo, row, rest):
    """The index of the entry with these keys, or of the empty one where it belongs."""
    x = np.uint64(row) * _MULTIPLIERS[0] ^ np.uint64(rest)
    x = (x ^ (x >> _HALF)) * _MULTIPLIERS[1]
    size = memo.size // WIDTH
    i = np.int64((x ^ (x >> _HALF)) >> _TWO) & (size - 1)
    while memo[WIDTH * i + 1] != 0:
        if memo[WIDTH * i] == row and memo[WIDTH * i + 1] == rest:
            break
        i = (i + 1) & (size - 1)
    return WIDTH * i


@njit
def grow(memo, larger):
    """Copy the entries of ``memo`` into the empty ``larger``."""
    for i in range(0, memo.size, WIDTH):
        if memo[i + 1] != 0:
            j = _find(larger, memo[i], memo[i + 1])
            for w in range(WIDTH):
                larger[j + w] = memo[i + w]


@njit
def _value(memo, rows, p, control):
    """Packed points of a position that is over or in the memo, else -1."""
    colours = control[COLOUR_COUNT]
    if rows[p, ARRIVED] == colours:
        return final_points(rows, p, colours)
    row, rest = keys_of(rows, p, colours)
    i = _find(memo, row, rest)
    return memo[i + 2] if memo[i + 1] != 0 else -1


@njit
def _consider(rows, p, objective, value):
    """Take the value of a move from row ``p`` into account."""
    old = rows[p, CHOSEN]
    if old < 0 or _prefers(objective, rows[p, TO_MOVE], value, old):
        rows[p, CHOSEN] = value


@njit
def _open(rows, p):
    rows[p, NEXT] = 0
    rows[p, CHOSEN] = -1


@njit
def _close(memo, rows, p, control):
    """Store the value of the finished row ``p`` and hand it to the row below it."""
    row, rest = keys_of(rows, p, control[COLOUR_COUNT])
    i = _find(memo, row, rest)
    memo[i] = row
    memo[i + 1] = rest
    memo[i + 2] = rows[p, CHOSEN]
    control[ENTRIES] += 1
    control[PLY] = p - 1
    if p == 0:
        control[RESULT] = rows[0, CHOSEN]
    else:
        _consider(rows, p - 1, control[OBJECTIVE], rows[p, CHOSEN])


@njit
def start(rows, control):
    """Prepare the solution of the position in row 0."""
    _open(rows, 0)
    control[PLY] = 0


@njit
def run(memo, rows, control, stop):
    """Go on until row 0 is solved (``DONE``), ``control[NODES]`` is ``stop`` or the memo is full.

    The result is ``control[RESULT]``, packed points. Row 0 may not be over already.
    """
    colours = control[COLOUR_COUNT]
    while control[PLY] >= 0:
        p = control[PLY]
        if rows[p, NEXT] == 2 * colours:
            if WIDTH * control[ENTRIES] > _FULLEST * memo.size:
                return NEEDS_ROOM
            _close(memo, rows, p, control)
            continue
        if control[NODES] >= stop:
            return PAUSED
        move = rows[p, NEXT]
        rows[p, NEXT] += 1
        if not make_move(rows, p, colours, move):
            continue
        control[NODES] += 1
        value = _value(memo, rows, p + 1, control)
        if value >= 0:
            _consider(rows, p, control[OBJECTIVE], value)
        else:
            _open(rows, p + 1)
            control[PLY] = p + 1
    return DONE


def new_memo(entries: int) -> NDArray[np.int64]:
    """An empty memo for ``entries`` (a power of two) of 24 bytes."""
    return np.zeros(WIDTH * entries, np.int64)


# -- from Python ------------------------------------------------------------------------------

OBJECTIVES = {
    "difference": DIFFERENCE,
    "outcome": OUTCOME,
    "margin": MARGIN,
    "ordered": ORDERED,
    "thesis": THESIS,
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
        self._memo = new_memo(_FIRST_SIZE)
        self._rows = np.zeros((MOST_PLIES, COLUMNS), np.int64)
        self._control = np.zeros(CONTROL, np.int64)
        self._control[OBJECTIVE] = OBJECTIVES[objective]

    def solve(self, position: Position) -> FullSolution:
        """The solution of ``position``; :class:`LimitReached` beyond the limit or 1.6 GB."""
        if position.is_over:
            return FullSolution(position.points, (), 0, 0)
        points = self._points(position)
        seat = position.to_move
        objective = int(self._control[OBJECTIVE])
        states = int(self._control[ENTRIES])
        wanted = preference(objective, points[seat], points[1 - seat])
        best = []
        for move in position.moves():
            child = position.after(move)
            reached = child.points if child.is_over else self._points(child)
            if preference(objective, reached[seat], reached[1 - seat]) == wanted:
                best.append(move)
        return FullSolution(points, tuple(best), int(self._control[NODES]), states)

    def _points(self, position: Position) -> tuple[int, int]:
        self._load(position)
        start(self._rows, self._control)
        status = PAUSED
        while status != DONE:
            stop = int(self._control[NODES]) + _SLICE
            if self.limit is not None:
                stop = min(stop, self.limit)
            with wrapping():
                status = run(self._memo, self._rows, self._control, stop)
            if status == NEEDS_ROOM:
                self._grow()
            nodes = int(self._control[NODES])
            if self.watch is not None:
                self.watch(Progress(nodes, time.perf_counter() - self.began))
            if status != DONE and self.limit is not None and nodes >= self.limit:
                raise LimitReached(
                    _("the search was stopped after {nodes:,} positions").format(nodes=nodes)
                )
        first, second = divmod(int(self._control[RESULT]), pack(1, 0))
        return int(first), int(second)

    def _grow(self) -> None:
        entries = 2 * self._memo.size // WIDTH
        if entries > _LAST_SIZE:
            raise LimitReached(
                _("this objective looks at every position, and there are more than fit in memory")
            )
        larger = new_memo(entries)
        with wrapping():
            grow(self._memo, larger)
        self._memo = larger

    def _load(self, position: Position) -> None:
        """Make ``position`` the root."""
        load_row(position, self._rows[0])
        self._control[COLOUR_COUNT] = position.colours


def load_row(position: Position, row: NDArray[np.int64]) -> None:
    """Write ``position`` to a row of the full search."""
    row[:] = 0
    for i, digit in enumerate(position.row):
        if digit.isdigit() and digit != "0":
            c = int(digit) - 1
            row[TRACK + c] |= 1 << i
            if i == position.pawns[c]:
                row[PAWNS] |= 1 << i
    for place, digit in enumerate(position.stair):
        row[PLACES] |= packed(place + 1, int(digit) - 1)
    for seat, hand in enumerate(position.held):
        row[HELD + seat] = sum(packed(n, c) for c, n in enumerate(hand))
    row[TO_MOVE] = position.to_move
    row[ARRIVED] = len(position.stair)
