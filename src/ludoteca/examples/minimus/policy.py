"""Two players of minimus: one that looks at its own hand, and one that uses signs and bluffs."""

from ludoteca.core.jit import njit

from .rules import (
    ACCEPT,
    ANSWERING,
    BET,
    BETTING,
    KEEP,
    LEAVE,
    PASS,
    REFUSE,
    SEATS,
    SIGN,
    SIGNING,
    SILENT,
    current_player,
    is_high,
    legal_actions,
    top,
)

BLUFF = 0.1


@njit
def policy_probs(s, level, out, prob):
    """Level 0 plays its hand; level 1 adds the partner's sign, caught signs and a few bluffs."""
    me = current_player(s)
    if s.phase == SIGNING:
        out[0] = SIGN if top(s, me) > 0 else SILENT
        prob[0] = 1.0
        return 1
    if s.phase == BETTING:
        return _bid(s, me, level, out, prob)
    if s.phase == ANSWERING:
        out[0] = _answer(s, me, level)
        prob[0] = 1.0
        return 1
    return _discard(s, me, out, prob)


@njit
def _partner_signed(s, me):
    return s.signs[me % 2, s.exchange, 1 - me // 2] == 2


@njit
def _rival_caught(s, me):
    """True where ``me`` caught a rival's sign since the last exchange."""
    n = 0
    for seat in range(SEATS):
        if s.caught[me, s.exchange, seat] == 2:
            n += 1
    return n > 0


@njit
def _discard(s, me, out, prob):
    """Keep a hand with a high card, else throw the lowest card."""
    legal_actions(s, out)
    out[0] = KEEP if is_high(s, me) else out[1]
    prob[0] = 1.0
    return 1


@njit
def _bid(s, me, level, out, prob):
    strong = top(s, me) > 0
    bet = 1.0 if strong else 0.0
    if level == 1 and not strong:
        bet = 1.0 if _partner_signed(s, me) else BLUFF
        if _rival_caught(s, me):
            bet = 0.0
    n = 0
    if bet < 1.0:
        out[n] = PASS
        prob[n] = 1.0 - bet
        n += 1
    if bet > 0.0:
        out[n] = BET
        prob[n] = bet
        n += 1
    return n


@njit
def _answer(s, me, level):
    """Accept with a top card; level 1 only with one that wins a tie with the bettor's."""
    bettor = s.bettor - 1
    strong = top(s, me) > 0
    if level == 1:
        partner = (me + 2) % SEATS
        strong = strong and _ahead(s, me, bettor)
        strong = strong or (_partner_signed(s, me) and _ahead(s, partner, bettor))
    if strong:
        return ACCEPT
    return REFUSE if s.left_it else LEAVE


@njit
def _ahead(s, one, other):
    """True where ``one`` is nearer to the mano, in order of turns, than ``other``."""
    return (one - s.dealer - 1) % SEATS < (other - s.dealer - 1) % SEATS
