"""The levels of mus: a first sensible policy, the same at all of them."""

from ludoteca.core.jit import njit

from .hands import ACE, KINDS, KING, MEDIAS, juego_points, pares_class
from .ids import (
    ACCEPT,
    BETTING,
    CHICA,
    CUT,
    DISCARD,
    DISCARDING,
    ENVITE,
    GRANDE,
    JUEGO,
    MUS,
    NOTHING,
    PARES,
    PASS,
    SIGN,
    SIGNS,
    TALKING,
)
from .rules import most_bet
from .signs import legal_signs

WEAK, GOOD, STRONG = range(3)


@njit
def policy_probs(s, level, out, prob):
    """Cut, bet and accept on strong hands; keep kings; give a sign where one is true."""
    me = s.to_move
    hand = s.hand[me]
    prob[0] = 1.0
    if s.phase == TALKING:
        out[0] = CUT if _is_worth_playing(hand) else MUS
    elif s.phase == DISCARDING:
        out[0] = DISCARD + _discard(hand)
    elif s.phase == BETTING:
        out[0] = _bet(s, hand)
    else:
        out[0] = _sign(s, hand)
    return 1


@njit
def _is_worth_playing(hand):
    """Two lances in which the hand is good."""
    good = 0
    for lance in range(JUEGO + 1):
        good += 1 if _strength(hand, lance) >= GOOD else 0
    return good >= 2


@njit
def _strength(hand, lance):
    """WEAK, GOOD enough to bet, or STRONG enough to accept a raise."""
    points = juego_points(hand)
    if lance == GRANDE:
        n = hand[KING] - 1
    elif lance == CHICA:
        n = hand[ACE] - 1
    elif lance == PARES:
        n = pares_class(hand) - 1
    elif lance == JUEGO:
        n = 2 if points == 31 else 1 if points in (32, 40) else 0
    else:
        n = points - 28
    return min(max(n, WEAK), STRONG)


@njit
def _discard(hand):
    """Keep kings, and medias and duples."""
    mask = 0
    place = 0
    for kind in range(KINDS):
        keep = kind == KING or (hand[kind] >= 2 and pares_class(hand) >= MEDIAS)
        for _i in range(hand[kind]):
            if not keep:
                mask |= 1 << place
            place += 1
    return mask if mask > 0 else 1


@njit
def _bet(s, hand):
    strength = _strength(hand, s.lance)
    if s.bettor == 0:
        return ENVITE + 2 if strength >= GOOD and most_bet(s) >= 2 else PASS
    cheap = s.bet <= 2 and s.all_in == 0
    return ACCEPT if strength == STRONG or (strength == GOOD and cheap) else PASS


@njit
def _sign(s, hand):
    found = legal_signs(s, hand, s.window)
    for sign in range(SIGNS - 1, -1, -1):
        if found >> sign & 1:
            return SIGN + sign
    return NOTHING
