# mypy: allow-untyped-defs, allow-untyped-calls
"""A guess at the final points from a position, and what a seat makes of everybody's points.

A colour whose pawn still walks is worth one point for every pawn that will arrive after its own.
For each pair of walking pawns the one with fewer own discs ahead is the likelier to arrive first;
how much likelier is a weight. The weights were fitted by self-play, one after the other.
"""

import numpy as np

from ludoteca.core.jit import njit

from .bits import count
from .moves import white_worth
from .record import BLACK, OVER, WHITE

# Objectives: points above the best other; the document's ``margin``; and what stands for the
# margin until the end is in sight (see :func:`utility`).
DIFFERENCE, MARGIN, STANDING = range(3)

# Indices of the weights.
SCALE = 0  # steps that make a lead in the race count half, when the race is nearly over
SPREAD = 1  # how much that grows with every step still to walk
TEMPO = 2  # points that the turn to move is worth
EXTRA = 3  # points that a black disc is worth, for its extra move
NEW_COLOUR = 4  # chance to find a colour not yet held, while discs are left for everybody
NUM_WEIGHTS = 5

# One row for two players, one for more. For two an extra move is worth far more: it also decides
# who makes the last moves.
WEIGHTS = np.array([[1.5, 0.2, 1.2, 5.5, 0.8], [1.5, 0.2, 1.2, 3.0, 0.8]])

_SPREAD_OUT = 0.3  # weight of the lead over all others beside the lead over the best of them


@njit
def weights_for(players):
    """The weights for so many seats, float64."""
    # A copy: a row of a constant array is read-only, another type, and compiles all again.
    row = 0 if players == 2 else 1
    out = np.zeros(NUM_WEIGHTS)
    for i in range(NUM_WEIGHTS):
        out[i] = WEIGHTS[row, i]
    return out


@njit
def default_objective(players):
    """The difference of points for two players, the document's margin for more."""
    return DIFFERENCE if players == 2 else MARGIN


@njit
def steps_to_go(s, c):
    """Moves that bring pawn ``c`` to the stair if none of its discs is taken; 0 on the stair."""
    if s.place[c] > 0:
        return 0
    return 1 + count(s.track[c] >> (s.pawn[c] + 1))


@njit
def expected_worths(s, weights, steps, worth):
    """Fill ``worth`` (float64) with the expected step of each colour; returns the sum of steps.

    ``steps`` (float64, 5) is scratch and holds the steps to go of each pawn afterwards.
    """
    left = 0.0
    for c in range(s.colours):
        steps[c] = steps_to_go(s, c)
        left += steps[c]
        worth[c] = s.colours - s.place[c] if s.place[c] > 0 else 0.0
    for c in range(s.colours):
        if s.place[c] > 0:
            continue
        for d in range(c):
            if s.place[d] > 0:
                continue
            scale = weights[SCALE] + weights[SPREAD] * min(steps[c], steps[d])
            lead = (steps[d] - steps[c]) / scale
            first = 0.5 + 0.5 * lead / (1.0 + abs(lead))
            worth[c] += first
            worth[d] += 1.0 - first
    return left


@njit
def expected_points(s, weights, steps, worth, out):
    """Fill ``out`` (float64, a number a seat) with expected final points.

    ``steps`` and ``worth`` (float64, 5 each) are scratch. At the end of the game the points are
    exact.
    """
    left = expected_worths(s, weights, steps, worth)
    turns = min(1.0, left / (3.0 * s.players))
    for seat in range(s.players):
        total = s.held[seat, BLACK] * weights[EXTRA] * turns
        different = white_worth(s, seat)
        for c in range(s.colours):
            total += s.held[seat, c] * worth[c]
            if s.held[seat, c] == 0:
                different += weights[NEW_COLOUR] * turns
        out[seat] = total + s.held[seat, WHITE] * different
    if s.phase != OVER:
        out[s.to_move] += weights[TEMPO] * turns


@njit
def utility(points, players, seat, objective):
    """What ``seat`` makes of ``points`` (float64, one a seat) under ``objective``.

    The margin jumps where the win is decided, by far more than a guess can know. While points are
    guesses, ``STANDING`` takes its place: the lead over the best other, and some of the lead over
    all others. It was measured to win more games and more points than the margin of the guess, or
    than that smoothed.
    """
    best = -np.inf
    total = 0.0
    for other in range(players):
        if other != seat:
            best = max(best, points[other])
            total += points[other]
    difference = points[seat] - best
    if objective == DIFFERENCE:
        return difference
    if objective == MARGIN:
        return points[seat] if difference >= 0.0 else difference
    return difference + _SPREAD_OUT * (points[seat] * (players - 1) - total)


@njit
def while_guessing(objective):
    """The objective to search with while some lines do not reach the end of the game."""
    return STANDING if objective == MARGIN else objective
