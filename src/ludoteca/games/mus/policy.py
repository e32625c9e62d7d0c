"""The machines ``basic``, ``advanced`` and ``expert``; their tables are in :mod:`.policies.levels`.

A level is a place in ``INFO.levels``. All sign what is true of their hand, if anything is worth it;
``expert`` asks about a sign that it caught where it has nothing to sign. Where phrases may be said,
``advanced`` and ``expert`` praise their hand for grande or chica now and then when there is nothing
else to do, a bad hand half as often as a good one, and read the rivals' praise so.
"""

from ludoteca.core.jit import njit

from .hands import DUPLES, KINDS, MEDIAS, code_count, juego_points, pares_class
from .ids import ASK, BETTING, CUT, DISCARD, DISCARDING, LANCES, MUS, NOTHING, SAY, SIGN, TALKING
from .multisets import number_of
from .policies.betting import bet_probs
from .policies.chances import cut_gain, deck_of, own_share, place_of
from .policies.levels import DATA, GOOD, LIES, PRAISED, PRAISES
from .policies.reasons import better_words as better_words
from .policies.reasons import reason_words as reason_words
from .policies.tables import KEEPS
from .rules import was_seen
from .signs import FIRST_SIGNS, legal_in_window


@njit
def policy_probs(s, level, out, prob):
    """Ids and probabilities of the moves of the player ``level``."""
    data = DATA[level]
    if s.phase == BETTING:
        return bet_probs(s, data, out, prob)
    prob[0] = 1.0
    if s.phase == TALKING:
        out[0] = CUT if cuts(s, data) else MUS
    elif s.phase == DISCARDING:
        out[0] = DISCARD + _discard(s, data)
    else:
        out[0] = _in_window(s, data, out)
        if out[0] == NOTHING and s.talk == 1 and data.looks > 0:
            return _talk(s, out, prob)
    return 1


# -- mus and discards ------------------------------------------------------------------------------


@njit
def cuts(s, level):
    """True where the seat to move, of a level as in ``DATA``, plays its hand as it is."""
    me = s.to_move
    if level.looks == 0:
        return cut_hands(s.hand[me]) & int(level.cuts) > 0
    total = 0.0
    for lance in range(LANCES):
        total += cut_gain(s, me, lance, level.looks == 2)
    return total > 0.0


@njit
def cut_hands(hand):
    """The kinds of ``CUT_HANDS`` that a hand is of, as bits."""
    pares = pares_class(hand)
    points = juego_points(hand)
    found = 0
    if pares == DUPLES:
        found |= 1
    if pares == MEDIAS:
        found |= 2
    if points == 31:
        found |= 4
    if points >= 31 and pares > 0:
        found |= 8
    if points >= 31:
        found |= 16
    return found


@njit
def _discard(s, level):
    """The cards that are thrown, as a mask: all but those that are kept."""
    me = s.to_move
    keep = KEEPS[deck_of(s), place_of(s, me), number_of(s.hand[me])]
    if level.looks == 0:
        keep = basic_keeps(s.hand[me])
    mask = 0
    place = 0
    for kind in range(KINDS):
        held = s.hand[me, kind]
        for i in range(held):
            if i < held - code_count(keep, kind):
                mask |= 1 << place
            place += 1
    if mask == 0 and not was_seen(s):
        return 1  # one card at least: the lowest
    return mask


@njit
def basic_keeps(hand):
    """The cards that the basic player keeps: kings; without any, its highest par."""
    top = KINDS - 1
    if hand[top] > 0:
        return hand[top] << 4 * top
    for kind in range(KINDS - 1, -1, -1):
        if hand[kind] >= 2:
            return hand[kind] << 4 * kind
    return 0


# -- signs -----------------------------------------------------------------------------------------


@njit
def _in_window(s, level, out):
    """The first of ``FIRST_SIGNS`` that is true; else the expert asks about one that it caught."""
    n = legal_in_window(s, out)
    for sign in FIRST_SIGNS:
        for i in range(n):
            if out[i] == SIGN + sign:
                return SIGN + sign
    if level.looks == 2:
        for i in range(n):
            if out[i] == ASK or out[i] == ASK + 1:
                return out[i]
    return NOTHING


@njit
def _talk(s, out, prob):
    """Praise the hand for grande, for chica, or say nothing; the worse half of hands lies."""
    rest = 1.0
    for i in range(len(PRAISED)):
        lance, phrase = PRAISED[i]
        good = own_share(s, s.to_move, lance, 0.5) >= GOOD
        out[i] = SAY + phrase
        prob[i] = (PRAISES if good else LIES) / len(PRAISED)
        rest -= prob[i]
    out[len(PRAISED)] = NOTHING
    prob[len(PRAISED)] = rest
    return len(PRAISED) + 1
