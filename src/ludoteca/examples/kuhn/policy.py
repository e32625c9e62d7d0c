"""The machines: ``basic`` plays its card plainly, ``advanced`` an equilibrium."""

from ludoteca.core.jit import njit

from .rules import BET, PASS

JACK, QUEEN, KING = 1, 2, 3


@njit
def policy_probs(s, level, out, prob):
    """Probabilities of both moves, from what the seat to move sees."""
    seat = s.to_move
    card = s.hand[seat]
    facing_bet = s.first_bet > 0
    if card == KING:
        bet = 1.0
    elif level == 0:
        bet = 0.5 if card == QUEEN and facing_bet else 0.0
    elif card == JACK:
        bet = 0.0 if facing_bet else 1.0 / 3.0
    elif facing_bet:
        bet = 2.0 / 3.0 if seat == 0 else 1.0 / 3.0
    else:
        bet = 0.0
    out[0] = PASS
    out[1] = BET
    prob[0] = 1.0 - bet
    prob[1] = bet
    return 2
