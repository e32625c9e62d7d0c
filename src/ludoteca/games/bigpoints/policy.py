"""Players of Big Points without a budget: a greedy one, and two that look a few plies ahead.

``basic`` takes the disc that looks most valuable now and thinks of nothing else. ``advanced`` looks
at its own move and the answer to it. ``expert`` is here a search of few nodes, the model that other
machines have of it; the player with a budget is in ``players.py``.
"""

from ludoteca.core.jit import njit

from . import lookahead, maxn
from .evaluation import default_objective, steps_to_go, weights_for
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
def _look_ahead(s, nodes, plies):
    """The move that a search of at most so many nodes and plies prefers."""
    objective = default_objective(s.players)
    weights = weights_for(s.players)
    if s.players == 2:
        return lookahead.best_move(s, objective, weights, nodes, plies)
    return maxn.best_move(s, objective, weights, nodes, plies)


@njit
def policy_probs(s, level, out, prob):
    """Ids and probabilities of the moves of the player ``level``."""
    if level == BASIC:
        return _greedy(s, out, prob)
    nodes = NO_LIMIT if level == ADVANCED else EXPERT_NODES
    plies = ADVANCED_PLIES if level == ADVANCED else EXPERT_PLIES
    out[0] = _look_ahead(s, nodes, plies)
    prob[0] = 1.0
    return 1
