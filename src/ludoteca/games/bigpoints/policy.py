"""Players of Big Points without a budget: a greedy one, and two that look a few plies ahead.

``basic`` takes the disc that looks most valuable now and thinks of nothing else. ``advanced`` looks
at its own move and the answer to it. ``expert`` is here a search of few nodes, the model that other
machines have of it; the player with a budget is in ``players.py``.
"""

import numpy as np

from ludoteca.core.jit import njit

from .evaluation import DIFFERENCE, MARGIN, WEIGHTS, steps_to_go
from .lookahead import LIMIT, NUM_COUNTERS, best_move, new_stack, new_table
from .moves import kind_of, pawn_of, side_of, taken_disc, target_of, white_worth
from .record import BLACK, PASS, STAIR, WHITE
from .rules import legal_actions

BASIC, ADVANCED, EXPERT = range(3)

BLACK_APPEAL = 2.0  # a black disc looks as good as a middling colour
NO_LIMIT = 1 << 40
ADVANCED_PLIES = 2
EXPERT_NODES = 400
EXPERT_PLIES = 6


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
def default_objective(players):
    """The difference of points for two players, the document's margin for more."""
    return DIFFERENCE if players == 2 else MARGIN


@njit
def _searched(s, nodes, plies, out, prob):
    counters = np.zeros(NUM_COUNTERS, np.int64)
    counters[LIMIT] = nodes
    value = np.zeros(1)
    out[0] = best_move(
        s,
        default_objective(s.players),
        WEIGHTS,
        new_stack(),
        new_table(10),
        counters,
        plies,
        value,
    )
    prob[0] = 1.0
    return 1


@njit
def policy_probs(s, level, out, prob):
    """Ids and probabilities of the moves of the player ``level``."""
    if level == BASIC:
        return _greedy(s, out, prob)
    if level == ADVANCED:
        return _searched(s, NO_LIMIT, ADVANCED_PLIES, out, prob)
    return _searched(s, EXPERT_NODES, EXPERT_PLIES, out, prob)
