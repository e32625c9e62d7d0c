"""Players of Big Points without a budget: a greedy one, and two that judge where a move leads.

``basic`` takes the disc that looks most valuable now and thinks of nothing else. ``advanced`` makes
the move after which it expects to stand best. ``expert`` also thinks of the next answer; it is the
model that others have of the expert, the player with a budget is in ``players.py``.
"""

import numpy as np

from ludoteca.core.jit import njit

from .evaluation import STANDING, expected_points, steps_to_go, utility, weights_for
from .keys import COLOURS, SEATS
from .moves import kind_of, pawn_of, side_of, taken_disc, target_of, white_worth
from .record import BLACK, MAX_LEGAL, OVER, PASS, STAIR, STATE, WHITE
from .rules import apply_action, legal_actions

RECORD = STATE.dtype
BASIC, ADVANCED, EXPERT = range(3)

BLACK_APPEAL = 2.0  # a black disc looks as good as a middling colour


@njit
def apparent_worth(s, c):
    """What a disc of colour ``c`` is worth if the pawns arrive in the order they are in now."""
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
    """How good the move ``a`` looks to somebody who counts the disc that it takes and no more."""
    if a == PASS:
        return 0.5 * (s.colours - 1)
    c = pawn_of(a)
    if side_of(a) < 0:
        return s.colours - 1.0 - s.arrived if STAIR <= a < PASS else 0.0
    kind = kind_of(s, taken_disc(s, target_of(s, a), side_of(a), c))
    if kind == BLACK:
        return BLACK_APPEAL
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
def _guess(states, ply, work):
    """Fill ``work[2]`` with the points expected in ``states[ply]``."""
    steps, worth, points, weights = work
    expected_points(states[ply], weights, steps, worth, points)


@njit
def _answered(states, work, ids):
    """Fill ``work[2]`` with the points expected after the answer that suits its seat best."""
    points = work[2]
    seat = states[1].to_move
    liked = np.zeros(SEATS)
    best = -np.inf
    for i in range(legal_actions(states[1], ids)):
        states[2] = states[1]
        apply_action(states[2], ids[i])
        _guess(states, 2, work)
        value = utility(points, states[2].players, seat, STANDING)
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
    points = np.zeros(SEATS)
    work = (np.zeros(COLOURS), np.zeros(COLOURS), points, weights_for(s.players))
    best = -np.inf
    choice = np.int64(-1)
    for i in range(legal_actions(s, out)):
        states[1] = s
        apply_action(states[1], out[i])
        if answers and states[1].phase != OVER:
            _answered(states, work, ids)
        else:
            _guess(states, 1, work)
        value = utility(points, s.players, s.to_move, STANDING)
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
