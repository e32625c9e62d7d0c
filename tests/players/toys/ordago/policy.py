"""Bets good cards and sometimes a bad one, oftener when behind; sees good cards."""

from ludoteca.core.jit import njit

from .rules import LEADING


@njit
def policy_probs(s, level, out, prob):
    me = s.to_move
    good = s.card[me] >= 4
    behind = s.won[me] < s.won[1 - me]
    # One stone from the end of the match nothing is lost by betting, or by seeing.
    lost = s.won[1 - me] == s.juegos - 1 and s.score[1 - me] == s.stones - 1
    if good or lost:
        chance = 1.0
    elif s.phase == LEADING:
        chance = 0.5 if behind else 0.25
    else:
        chance = 0.0
    out[0] = 0
    out[1] = 1
    prob[0] = 1.0 - chance
    prob[1] = chance
    return 2
