"""The only level bets its hand: raises with the best, folds the worst to a raise, else calls."""

from ludoteca.core.jit import njit

from .rules import FOLD, MAX_RANKS, RAISE, legal_actions, strength


@njit
def weight(action, held, best, worst):
    """The weight of a move for a hand, from 1 up; every legal move keeps a chance."""
    if action == RAISE:
        return 6.0 if held == best else 1.0
    if action == FOLD:
        return 6.0 if held == worst else 1.0
    return 3.0


@njit
def policy_probs(s, level, out, prob):
    """Moves weighed by the hand: the best possible so far, the worst, or between."""
    card = s.hand[s.to_move]
    if s.board > 0:
        held = strength(card, s.board)
        best = MAX_RANKS
    else:
        held = (card - 1) // 2
        best = s.ranks - 1
    n = legal_actions(s, out)
    total = 0.0
    for i in range(n):
        prob[i] = weight(out[i], held, best, 0)
        total += prob[i]
    for i in range(n):
        prob[i] /= total
    return n
