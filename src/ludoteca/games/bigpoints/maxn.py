# mypy: allow-untyped-defs, allow-untyped-calls
"""Max-n search for three to five players: every seat does what is best for itself.

Source: C. Luckhardt and K. Irani, An algorithmic solution of n-person games, AAAI (1986). Values
are one number a seat; nothing can be cut off safely, so it looks less deep than the paranoid search
of :mod:`.lookahead` for the same number of positions.
"""

import numpy as np

from ludoteca.core.jit import njit

from .evaluation import expected_points, utility, while_guessing
from .keys import COLOURS, SEATS
from .lookahead import DEEPEST, DEPTH, GUESSES, LIMIT, NODES, RECORD
from .record import MAX_LEGAL, OVER
from .rules import apply_action, legal_actions

# Counters beside those of the other search: where it stands, the best moves so far, and whether
# all lines reach the end.
STARTED, PLY, BEST, CHOICE, IN_SIGHT = range(DEPTH + 1, DEPTH + 6)
NUM_COUNTERS = IN_SIGHT + 1


@njit
def new_stack():
    """Positions, moves, moves tried and in all, values by seat of each ply; evaluation scratch."""
    plies = DEEPEST + 2
    return (
        np.zeros(plies, RECORD),
        np.zeros((plies, MAX_LEGAL), np.int64),
        np.zeros((plies, 2), np.int64),
        np.zeros((plies, SEATS)),
        np.zeros(COLOURS),
        np.zeros(COLOURS),
        np.zeros(SEATS),
    )


@njit
def _open(stack, ply, last, objective, weights, counters):
    """Begin the ply; True where it is a leaf, whose values then stand ready."""
    states, moves, counts, values, steps, worth, points = stack
    players = states[ply].players
    if ply < last and states[ply].phase != OVER:
        counts[ply, 0] = 0
        counts[ply, 1] = legal_actions(states[ply], moves[ply])
        for seat in range(players):
            values[ply, seat] = -np.inf
        return False
    expected_points(states[ply], weights, steps, worth, points)
    if states[ply].phase != OVER:
        counters[GUESSES] += 1
    for seat in range(players):
        values[ply, seat] = utility(points, players, seat, objective)
    return True


@njit
def _absorb(stack, ply):
    """The seat to move at ``ply`` takes the values of the ply after if it likes them better."""
    states, values = stack[0], stack[3]
    seat = states[ply].to_move
    if values[ply + 1, seat] > values[ply, seat]:
        for player in range(SEATS):
            values[ply, player] = values[ply + 1, player]
        return True
    return False


@njit
def _go_on(stack, last, objective, weights, counters):
    """Go on with the iteration whose lines are ``last`` plies long; False where nodes ran out."""
    states, moves, counts = stack[0], stack[1], stack[2]
    ply = counters[PLY]
    while True:
        if counts[ply, 0] == counts[ply, 1]:
            if ply == 0:
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
            if not _open(stack, ply + 1, last, objective, weights, counters):
                ply += 1
                continue
        if _absorb(stack, ply) and ply == 0:
            counters[BEST] = moves[0, counts[0, 0] - 1]


@njit
def start(s, stack, counters):
    """Put the position ``s`` at the root."""
    states, moves = stack[0], stack[1]
    states[0] = s
    legal_actions(s, moves[0])
    counters[:] = 0
    counters[CHOICE] = moves[0, 0]


@njit
def deepen(stack, objective, weights, counters, most_depth):
    """Search ever deeper until ``counters[LIMIT]`` positions; it can be called again with more.

    ``counters[CHOICE]`` is the best move of the last depth that was finished. Returns True if every
    line of it reached the end of the game.
    """
    while counters[DEPTH] < most_depth:
        last = counters[DEPTH] + 1
        now = objective if counters[IN_SIGHT] else while_guessing(objective)
        if not counters[STARTED]:
            counters[STARTED] = 1
            counters[GUESSES] = 0
            counters[PLY] = 0
            _open(stack, 0, last, now, weights, counters)
        if not _go_on(stack, last, now, weights, counters):
            return False
        counters[STARTED] = 0
        counters[CHOICE] = counters[BEST]
        if counters[GUESSES] > 0:
            counters[DEPTH] = last
        elif now == objective:
            counters[DEPTH] = last
            return True
        else:
            # All lines reach the end: once more, for what each seat really wants.
            counters[IN_SIGHT] = 1
    return False
