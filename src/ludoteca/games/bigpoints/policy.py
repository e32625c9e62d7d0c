"""Players of Big Points without a budget, and the evaluation that they and the search share.

``basic`` takes the disc that looks most valuable now and thinks of nothing else. ``advanced`` makes
the move after which it expects to stand best. ``expert`` also thinks of the next answer; it is the
model that others have of the expert, the player with a budget is in ``players.py``.

The expected points of a seat in a position: a colour whose pawn still walks is worth one point for
every pawn that will arrive after its own. For each pair of walking pawns the one with fewer own
discs ahead is the likelier to arrive first; how much likelier is a weight. The weights were fitted
by self-play, one after the other.
"""

import numpy as np

from ludoteca.core.jit import njit

from .bits import count
from .reasons import reason_words as reason_words
from .rules import (
    BLACK,
    COLOURS,
    MAX_LEGAL,
    NOTHING,
    OVER,
    PASS,
    SEATS,
    STAIR,
    STATE,
    WHITE,
    apply_action,
    legal_actions,
    taken_kind,
    white_worth,
)

RECORD = STATE.dtype
BASIC, ADVANCED, EXPERT = range(3)

# Objectives: points above the best other; the document's ``margin``; and what stands for the
# margin until the end is in sight (see :func:`utility`).
DIFFERENCE, MARGIN, STANDING = range(3)

_SCALE = 1.5  # steps that make a lead in the race count half, when the race is nearly over
_SPREAD = 0.2  # how much that grows with every step still to walk
_TEMPO = 1.2  # points that the turn to move is worth
# Points that a black disc is worth for its extra move: far more for two players, where it also
# decides who makes the last moves.
_EXTRA_OF_TWO, _EXTRA = 5.5, 3.0
_NEW_COLOUR = 0.8  # chance to find a colour not yet held, while discs are left for everybody
_SPREAD_OUT = 0.3  # weight of the lead over all others beside the lead over the best of them
_BLACK_APPEAL = 2.0  # a black disc looks as good as a middling colour


# -- the evaluation -----------------------------------------------------------------------------


@njit
def steps_to_go(s, c):
    """Moves that bring pawn ``c`` to the stair if none of its discs is taken; 0 on the stair."""
    if s.place[c] > 0:
        return 0
    return 1 + count(s.track[c] >> (s.pawn[c] + 1))


@njit
def expected_worths(s, steps, worth):
    """Fill ``worth`` (float64, 5) with the expected step of each colour; returns the sum of steps.

    ``steps`` (float64, 5) is filled with the steps to go of each pawn.
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
            scale = _SCALE + _SPREAD * min(steps[c], steps[d])
            lead = (steps[d] - steps[c]) / scale
            first = 0.5 + 0.5 * lead / (1.0 + abs(lead))
            worth[c] += first
            worth[d] += 1.0 - first
    return left


@njit
def expected_points(s, steps, worth, out):
    """Fill ``out`` (float64, one a seat) with expected final points; exact at the end of the game.

    ``steps`` and ``worth`` (float64, 5 each) are scratch.
    """
    left = expected_worths(s, steps, worth)
    turns = min(1.0, left / (3.0 * s.players))
    extra = _EXTRA_OF_TWO if s.players == 2 else _EXTRA
    for seat in range(s.players):
        total = s.held[seat, BLACK] * extra * turns
        different = float(white_worth(s, seat))
        for c in range(s.colours):
            total += s.held[seat, c] * worth[c]
            if s.held[seat, c] == 0:
                different += _NEW_COLOUR * turns
        out[seat] = total + s.held[seat, WHITE] * different
    if s.phase != OVER:
        out[s.to_move] += _TEMPO * turns


@njit
def utility(points, players, seat, objective):
    """The utility to ``seat`` of ``points`` (float64, one a seat) under ``objective``.

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


# -- the levels ---------------------------------------------------------------------------------


@njit
def apparent_worth(s, c):
    """The worth of a disc of colour ``c`` if the pawns arrive in the order they are in now."""
    if s.place[c] > 0:
        return float(s.colours - s.place[c])
    worth = 0.0
    own = steps_to_go(s, c)
    for d in range(s.colours):
        if d != c and s.place[d] == 0:
            other = steps_to_go(s, d)
            if own < other:
                worth += 1.0
            elif own == other:
                worth += 0.5
    return worth


@njit
def appeal(s, a):
    """The value of the move ``a`` to a player who counts the disc that it takes and no more."""
    if a == PASS:
        return 0.5 * (s.colours - 1)
    if STAIR <= a < NOTHING:
        return s.colours - 1.0 - s.arrived
    kind = taken_kind(s, a)
    if kind < 0:
        return 0.0
    if kind == BLACK:
        return _BLACK_APPEAL
    if kind == WHITE:
        return max(1.0, white_worth(s, s.to_move))
    new_for_whites = s.held[s.to_move, WHITE] if s.held[s.to_move, kind] == 0 else 0
    return apparent_worth(s, kind) + new_for_whites


@njit
def _greedy(s, out, prob):
    """The moves of most appeal, equally likely."""
    n = legal_actions(s, out)
    best = -1.0
    kept = 0
    for i in range(n):
        value = appeal(s, out[i])
        if value > best + 1e-9:
            best = value
            kept = 0
        if value > best - 1e-9:
            out[kept] = out[i]
            kept += 1
    for i in range(kept):
        prob[i] = 1.0 / kept
    return kept


@njit
def _answered(states, steps, worth, points, ids):
    """Fill ``points`` with those expected after the answer to ``states[1]`` that its seat likes."""
    seat = states[1].to_move
    objective = np.int64(STANDING)  # a constant would compile what it is passed to once more
    liked = np.zeros(SEATS)
    best = -np.inf
    for i in range(legal_actions(states[1], ids)):
        states[2] = states[1]
        apply_action(states[2], ids[i])
        expected_points(states[2], steps, worth, points)
        value = utility(points, states[2].players, seat, objective)
        if value > best:
            best = value
            for player in range(SEATS):
                liked[player] = points[player]
    for player in range(SEATS):
        points[player] = liked[player]


@njit
def _far_sighted(s, answers, out):
    """The move that leads where the seat to move likes best, after the answer or before it."""
    states = np.zeros(3, RECORD)
    ids = np.zeros(MAX_LEGAL, np.int64)
    steps, worth, points = np.zeros(COLOURS), np.zeros(COLOURS), np.zeros(SEATS)
    objective = np.int64(STANDING)
    best = -np.inf
    choice = np.int64(-1)
    for i in range(legal_actions(s, out)):
        states[1] = s
        apply_action(states[1], out[i])
        if answers and states[1].phase != OVER:
            _answered(states, steps, worth, points, ids)
        else:
            expected_points(states[1], steps, worth, points)
        value = utility(points, s.players, s.to_move, objective)
        if value > best:
            best = value
            choice = out[i]
    return choice


@njit
def policy_probs(s, level, out, prob):
    """Ids and probabilities of the moves of the player ``level``."""
    if level == BASIC:
        return _greedy(s, out, prob)
    out[0] = _far_sighted(s, level == EXPERT, out)
    prob[0] = 1.0
    return 1
