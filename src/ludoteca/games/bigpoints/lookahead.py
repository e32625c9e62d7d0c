# mypy: allow-untyped-defs, allow-untyped-calls
"""Depth-limited searches of games of any size: alpha-beta for two players, max-n for more.

Both deepen move by move within a number of positions, and judge by the evaluation of
:mod:`.policy` where a line does not reach the end of the game. When every line does, the value is
exact. Both keep their own stack: compiled recursion is not safe to load from the cache.

Max-n: every seat does what is best for itself (C. Luckhardt and K. Irani, An algorithmic solution
of n-person games, AAAI 1986). Nothing can be cut off safely there. A paranoid search, all others
against one (N. R. Sturtevant and R. E. Korf, On pruning techniques for multi-player games, AAAI
2000), was measured to play no better for the same number of positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView

from .policy import MARGIN, STANDING, expected_points, utility
from .rules import (
    COLOURS,
    MAX_LEGAL,
    OVER,
    SEATS,
    STATE,
    apply_action,
    legal_actions,
    move_order,
)

DEEPEST = 60  #: plies that a search looks ahead at most
_PLIES = DEEPEST + 2
_LARGEST_TABLE = 20  # log2 of the places of a table

# Counters of a search: positions so far and at most, leaves judged by guess in this iteration, and
# for max-n the ply where it stands (-1: at the beginning) and the best move of this iteration.
NODES, LIMIT, GUESSES, PLY, BEST = range(5)

EXACT, AT_LEAST, AT_MOST = range(3)  # kinds of value in the table
_TO_THE_END = 1000  # depth of a value that rests on finished games alone
_DEPTH, _KIND, _MOVE = range(3)  # columns of the table's notes

# Columns of a frame: the window given, the window left, the best value so far, the value found.
_ALPHA, _BETA, _LOW, _HIGH, _BEST, _FOUND = range(6)
# Columns of a frame: moves, moves tried, the best move, guesses before, plies still to look ahead.
_COUNT, _TRIED, _CHOICE, _BEFORE, _AHEAD = range(5)


# -- two players --------------------------------------------------------------------------------


@njit
def _list_moves(states, moves, scores, counts, ply, first):
    """List and score the moves at ``ply``, the move ``first`` best of all."""
    n = legal_actions(states[ply], moves[ply])
    move_order(states[ply], moves[ply], n, scores[ply])
    for i in range(n):
        if moves[ply, i] == first:
            scores[ply, i] = np.inf
    counts[ply, _COUNT] = n


@njit
def _bring_best_forward(moves, scores, n, i):
    """Swap the move of the highest score, from index ``i`` to below ``n``, to index ``i``."""
    best = i
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    moves[i], moves[best] = moves[best], moves[i]
    scores[i], scores[best] = scores[best], scores[i]


@njit
def _open(states, frames, counts, scratch, keys, values, notes, ply, seat, counters):
    """Begin the frame at ``ply``; True if its value is known at once and stands in ``_FOUND``.

    Else the move to be tried first is ``counts[ply, _CHOICE]``, or -1.
    """
    depth = counts[ply, _AHEAD]
    counts[ply, _CHOICE] = -1
    if depth == 0 or states[ply].phase == OVER:
        expected_points(states[ply], scratch[0], scratch[1], scratch[2])
        if states[ply].phase != OVER:
            counters[GUESSES] += 1
        frames[ply, _FOUND] = scratch[2, seat] - scratch[2, 1 - seat]
        return True
    key = states[ply].key
    place = key & (keys.size - 1)
    if keys[place] == key:
        value = values[place]
        kind = notes[place, _KIND]
        known = kind == EXACT
        if kind == AT_LEAST:
            known = value >= frames[ply, _BETA]
        elif kind == AT_MOST:
            known = value <= frames[ply, _ALPHA]
        if known and notes[place, _DEPTH] >= depth:
            if notes[place, _DEPTH] != _TO_THE_END:
                counters[GUESSES] += 1
            frames[ply, _FOUND] = value
            return True
        counts[ply, _CHOICE] = notes[place, _MOVE]
    frames[ply, _LOW] = frames[ply, _ALPHA]
    frames[ply, _HIGH] = frames[ply, _BETA]
    frames[ply, _BEST] = -np.inf if states[ply].to_move == seat else np.inf
    counts[ply, _TRIED] = 0
    counts[ply, _BEFORE] = counters[GUESSES]
    return False


@njit
def _absorb(moves, frames, counts, ply, value, own):
    """Take the value of the move last tried at ``ply`` into its frame; ``own``: it maximises."""
    i = counts[ply, _TRIED] - 1
    if own:
        if value > frames[ply, _BEST]:
            frames[ply, _BEST] = value
            frames[ply, _LOW] = max(frames[ply, _LOW], value)
            counts[ply, _CHOICE] = moves[ply, i]
            if ply == 0:
                # The best move is tried first in the next iteration.
                for j in range(i, 0, -1):
                    moves[0, j] = moves[0, j - 1]
                moves[0, 0] = counts[0, _CHOICE]
    elif value < frames[ply, _BEST]:
        frames[ply, _BEST] = value
        frames[ply, _HIGH] = min(frames[ply, _HIGH], value)
        counts[ply, _CHOICE] = moves[ply, i]


@njit
def _close(key, frames, counts, keys, values, notes, ply, counters):
    """Store the value of the frame at ``ply``, all of whose moves are tried or cut off."""
    place = key & (keys.size - 1)
    value = frames[ply, _BEST]
    guessed = counters[GUESSES] > counts[ply, _BEFORE]
    keys[place] = key
    values[place] = value
    notes[place, _DEPTH] = counts[ply, _AHEAD] if guessed else _TO_THE_END
    notes[place, _MOVE] = counts[ply, _CHOICE]
    notes[place, _KIND] = EXACT
    if value >= frames[ply, _BETA]:
        notes[place, _KIND] = AT_LEAST
    elif value <= frames[ply, _ALPHA]:
        notes[place, _KIND] = AT_MOST
    return value


@njit
def alpha_beta(stack, table, depth, counters):
    """Search ``depth`` plies ahead from ``states[0]`` for its seat to move; True when it is done.

    The best move stands first among the moves of ply 0, its value in ``frames[0, _BEST]``. False
    where ``counters[LIMIT]`` positions are used up: then this holds of the moves finished before.
    The moves of ply 0 are listed where their number is 0, and else tried in the order that they
    are in. The arrays are taken out of their tuples once: to pass these on costs as much as a move.
    """
    states, moves, scores, frames, counts, scratch = stack
    keys, values, notes = table
    seat = states[0].to_move
    # A constant would compile what it is passed to once more.
    ply, none = np.int64(0), np.int64(-1)
    if counts[0, _COUNT] == 0:
        _list_moves(states, moves, scores, counts, ply, none)
        for i in range(counts[0, _COUNT]):
            _bring_best_forward(moves[0], scores[0], counts[0, _COUNT], i)
    frames[0, _LOW] = -np.inf
    frames[0, _BEST] = -np.inf
    frames[0, _HIGH] = np.inf
    counts[0, _TRIED] = 0
    counts[0, _AHEAD] = depth
    while True:
        while frames[ply, _LOW] >= frames[ply, _HIGH] or counts[ply, _TRIED] == counts[ply, _COUNT]:
            if ply == 0:
                return True
            value = _close(states[ply].key, frames, counts, keys, values, notes, ply, counters)
            ply -= 1
            _absorb(moves, frames, counts, ply, value, states[ply].to_move == seat)
        if counters[NODES] >= counters[LIMIT]:
            return False
        counters[NODES] += 1
        i = counts[ply, _TRIED]
        if ply > 0:
            _bring_best_forward(moves[ply], scores[ply], counts[ply, _COUNT], i)
        counts[ply, _TRIED] = i + 1
        states[ply + 1] = states[ply]
        apply_action(states[ply + 1], moves[ply, i])
        frames[ply + 1, _ALPHA] = frames[ply, _LOW]
        frames[ply + 1, _BETA] = frames[ply, _HIGH]
        counts[ply + 1, _AHEAD] = counts[ply, _AHEAD] - 1
        child = ply + 1
        if _open(states, frames, counts, scratch, keys, values, notes, child, seat, counters):
            value = frames[child, _FOUND]
            _absorb(moves, frames, counts, ply, value, states[ply].to_move == seat)
        else:
            ply = child
            _list_moves(states, moves, scores, counts, ply, counts[ply, _CHOICE])
            counts[ply, _CHOICE] = -1


class AlphaBeta:
    """The search for two players, each of whom wants points above the other's.

    ``nodes`` is the budget that its table is made for, if any.

    Attributes
    ----------
    value : the points of the seat above the other's; exact where ``exact`` is True
    depth : plies of the last iteration that was finished
    """

    def __init__(self, nodes: int | None) -> None:
        bits = _LARGEST_TABLE if nodes is None else max(10, nodes.bit_length() + 1)
        places = 1 << min(_LARGEST_TABLE, bits)
        # Keys, values, and notes: depth, kind of value, best move.
        self._table = (
            np.zeros(places, np.int64),
            np.zeros(places),
            np.zeros((places, 3), np.int64),
        )
        self._stack = (
            STATE.empty(_PLIES),
            np.zeros((_PLIES, MAX_LEGAL), np.int64),
            np.zeros((_PLIES, MAX_LEGAL)),
            np.zeros((_PLIES, _FOUND + 1)),
            np.zeros((_PLIES, _AHEAD + 1), np.int64),
            np.zeros((3, max(COLOURS, SEATS))),
        )
        self._counters = np.zeros(BEST + 1, np.int64)
        # The first call compiles or loads compiled code; no move's time should pay for it.
        self.begin(STATE.empty())
        self.run(0)

    def start(self, view: SeatView) -> None:
        """Begin with the position of ``view``."""
        self.begin(view.record)

    def begin(self, record: NDArray[Any]) -> None:
        """Begin with the position ``record`` (an array of one)."""
        # Values are those of one seat.
        self._table[0][:] = 0
        self._counters[:] = 0
        self._stack[0][0:1] = record
        self._stack[4][0, _COUNT] = 0
        self.value, self.exact, self.depth = 0.0, False, 0

    def run(self, nodes: int, plies: int = DEEPEST) -> bool:
        """Search until ``nodes`` in all are used up; True when the value is exact."""
        self._counters[LIMIT] = nodes
        while not self.exact and self.depth < plies:
            self._counters[GUESSES] = 0
            done = alpha_beta(self._stack, self._table, self.depth + 1, self._counters)
            best = float(self._stack[3][0, _BEST])
            if best > -np.inf:
                self.value = best
            if not done:
                break
            self.depth += 1
            self.exact = bool(self._counters[GUESSES] == 0)
        return self.exact

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._counters[NODES])

    @property
    def action(self) -> int:
        """The best move found."""
        return int(self._stack[1][0, 0])

    def lead(self, seat: int) -> float:
        """The points of ``seat`` above the other's."""
        return self.value if int(self._stack[0][0].to_move) == seat else -self.value


# -- three to five players ----------------------------------------------------------------------


@njit
def _open_for_all(states, moves, counts, values, scratch, ply, last, objective, counters):
    """Begin the ply; True where it is a leaf, whose values then stand ready."""
    players = states[ply].players
    if ply < last and states[ply].phase != OVER:
        counts[ply, 0] = 0
        counts[ply, 1] = legal_actions(states[ply], moves[ply])
        for seat in range(players):
            values[ply, seat] = -np.inf
        return False
    expected_points(states[ply], scratch[0], scratch[1], scratch[2])
    if states[ply].phase != OVER:
        counters[GUESSES] += 1
    for seat in range(players):
        values[ply, seat] = utility(scratch[2], players, seat, objective)
    return True


@njit
def max_n(stack, last, objective, counters):
    """Search ``last`` plies ahead from ``states[0]``; True when it is done.

    The best move then is ``counters[BEST]``. Where ``counters[LIMIT]`` positions are used up it
    returns False, and goes on from there when it is called again.
    """
    states, moves, counts, values, scratch = stack
    ply = counters[PLY]
    if ply < 0:
        ply = np.int64(0)
        _open_for_all(*stack, ply, last, objective, counters)
    while True:
        if counts[ply, 0] == counts[ply, 1]:
            if ply == 0:
                counters[PLY] = -1
                return True
            ply -= 1
        else:
            if counters[NODES] >= counters[LIMIT]:
                counters[PLY] = ply
                return False
            counters[NODES] += 1
            states[ply + 1] = states[ply]
            apply_action(states[ply + 1], moves[ply, counts[ply, 0]])
            counts[ply, 0] += 1
            if not _open_for_all(
                states, moves, counts, values, scratch, ply + 1, last, objective, counters
            ):
                ply += 1
                continue
        # The seat to move takes the values of the ply after if it likes them better.
        seat = states[ply].to_move
        if values[ply + 1, seat] > values[ply, seat]:
            for player in range(SEATS):
                values[ply, player] = values[ply + 1, player]
            if ply == 0:
                counters[BEST] = moves[0, counts[0, 0] - 1]


class MaxN:
    """The search for three to five players, with the attributes of :class:`AlphaBeta`."""

    value = None  #: no single number says what each seat makes of a position

    def __init__(self) -> None:
        self._stack = (
            STATE.empty(_PLIES),
            np.zeros((_PLIES, MAX_LEGAL), np.int64),
            np.zeros((_PLIES, 2), np.int64),
            np.zeros((_PLIES, SEATS)),
            np.zeros((3, max(COLOURS, SEATS))),
        )
        self._counters = np.zeros(BEST + 1, np.int64)
        self.begin(STATE.empty(), MARGIN, 0)
        self.run(0)

    def start(self, view: SeatView) -> None:
        """Begin with the position of ``view``, where each seat wants the document's margin."""
        self.begin(view.record, MARGIN, view.legal[0])

    def begin(self, record: NDArray[Any], objective: int, action: int) -> None:
        """Begin with ``record``; ``action`` is played where not even one ply is finished."""
        self._stack[0][0:1] = record
        self._counters[:] = 0
        self._counters[PLY] = -1
        self._objective = objective
        # While some lines do not reach the end of the game.
        self._now = STANDING if objective == MARGIN else objective
        self._worth = np.zeros(SEATS)
        self.action, self.exact, self.depth = action, False, 0

    def run(self, nodes: int, plies: int = DEEPEST) -> bool:
        """Search until ``nodes`` in all are used up; True when every line reached the end."""
        self._counters[LIMIT] = nodes
        while not self.exact and self.depth < plies:
            if self._counters[PLY] < 0:
                self._counters[GUESSES] = 0
            if not max_n(self._stack, self.depth + 1, self._now, self._counters):
                break
            self.action = int(self._counters[BEST])
            self._worth = self._stack[3][0].copy()
            if self._counters[GUESSES] > 0:
                self.depth += 1
            elif self._now == self._objective:
                self.depth += 1
                self.exact = True
            else:
                # All lines reach the end: once more, for what each seat really wants.
                self._now = self._objective
        return self.exact

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._counters[NODES])

    def lead(self, seat: int) -> float:
        """The points of ``seat`` above the best other's, where these were searched for."""
        return float(self._worth[seat])
