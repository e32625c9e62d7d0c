"""``basic`` plays its card plainly; ``advanced`` is an equilibrium, so nothing beats it."""

from ludoteca.core.jit import njit

from .rules import BET, PASS

JACK = 1
QUEEN = 2


@njit
def plain(card, facing_bet):
    """Probability of betting or calling: the king always, the queen calls half the time."""
    if card == JACK or (card == QUEEN and not facing_bet):
        return 0.0
    return 0.5 if card == QUEEN else 1.0


@njit
def equilibrium(seat, card, facing_bet):
    """Kuhn's equilibrium in which the first player bets the jack one time in three."""
    if card == QUEEN:
        if not facing_bet:
            return 0.0
        return 2.0 / 3.0 if seat == 0 else 1.0 / 3.0
    if card == JACK:
        return 0.0 if facing_bet else 1.0 / 3.0
    return 1.0


@njit
def policy_probs(s, level, out, prob):
    """Level 0 plays its card plainly, level 1 an equilibrium."""
    seat = s.to_move
    card = s.card[seat]
    facing_bet = s.first_bet > 0
    bet = plain(card, facing_bet) if level == 0 else equilibrium(seat, card, facing_bet)
    out[0] = PASS
    out[1] = BET
    prob[0] = 1.0 - bet
    prob[1] = bet
    return 2
