"""Signs to the partner, set phrases, and the windows in which a seat may use one.

After each deal of cards, from the mano on, a seat may do one thing: give a sign that is true of its
hand, say a phrase, or ask a rival whether a sign that it caught was one. The federation's list has
windows before chica and before punto too. The partner sees a sign; each rival catches it with a
known chance. Source: the document's 1.2.1 and 1.3.2.1, and the lists in the game's README.
"""

from ludoteca.core.jit import njit

from .hands import ACE, DUPLES, KING, MEDIAS, PAR, juego_points, pares_class
from .ids import (
    ASK,
    BEFORE_CHICA,
    BEFORE_PUNTO,
    LEFT,
    NOTHING,
    RIGHT,
    ROUNDS,
    SAY,
    SEATS,
    SIGN,
    TEAMS,
    WINDOWS,
)

NO_SIGNS, SHORT, FEDERATION = range(3)  # option: the list of signs

SIGNS = 15
(
    TWO_KINGS, TWO_ACES, ONE_PAR, ANY_MEDIAS, MEDIAS_OF_KINGS, MEDIAS_OF_ACES, OTHER_MEDIAS,
    ANY_DUPLES, ANY_JUEGO, THIRTY_ONE, THIRTY, TWENTY_NINE, BLIND, CUT_IT, BET_MORE,
) = range(SIGNS)  # fmt: skip

FIRST_SIGNS = (
    ANY_DUPLES, THIRTY_ONE, MEDIAS_OF_KINGS, ANY_MEDIAS, OTHER_MEDIAS, MEDIAS_OF_ACES, TWO_KINGS,
    ANY_JUEGO, THIRTY, TWO_ACES, ONE_PAR, TWENTY_NINE,
)  # fmt: skip
"""Signs that machines give, the most useful first; blind is not."""

PHRASES = 7  # these may lie but for the last two, which are about pares and juego
GOOD_GRANDE, GOOD_CHICA, BAD_CARDS, WANT_MUS, WANT_CUT, HAVE_PARES, HAVE_JUEGO = range(PHRASES)
ASKED = 1 + PHRASES  # in the record of what was said: a question, + 0 or 1 as with ASK


@njit
def true_signs(pares, points, kings, aces, signs_list):
    """The signs that are true of a hand by its kind of pares, its points, its kings and aces.

    Blind is true of a hand of which no other sign is, and which has neither pares nor juego. So the
    short list has no sign for a par of other cards, nor for a juego that is not 31.
    """
    found = 0
    if kings == 2:
        found |= 1 << TWO_KINGS
    if aces == 2:
        found |= 1 << TWO_ACES
    if pares == DUPLES:
        found |= 1 << ANY_DUPLES
    if points == 31:
        found |= 1 << THIRTY_ONE
    elif points == 30:
        found |= 1 << THIRTY
    elif points == 29:
        found |= 1 << TWENTY_NINE
    if signs_list == SHORT:
        if pares == MEDIAS:
            found |= 1 << ANY_MEDIAS
    else:
        if pares == PAR:
            found |= 1 << ONE_PAR
        if pares == MEDIAS:
            if kings == 3:
                found |= 1 << MEDIAS_OF_KINGS
            elif aces == 3:
                found |= 1 << MEDIAS_OF_ACES
            else:
                found |= 1 << OTHER_MEDIAS
        if points > 31:
            found |= 1 << ANY_JUEGO
    if found == 0 and pares == 0 and points < 31:
        found = 1 << BLIND
    return found


@njit
def signs_of(hand, signs_list):
    """The signs that are true of a hand, as bits ``1 << sign``; two kings are exactly two.

    The wishes ``CUT_IT`` and ``BET_MORE`` are not about the hand and not among them.
    """
    return true_signs(pares_class(hand), juego_points(hand), hand[KING], hand[ACE], signs_list)


@njit
def may_have_mus(s):
    """False after ``rounds`` of mus, and where a second shuffle might be needed."""
    return s.mus_rounds < s.rounds and (s.shuffles == 0 or s.stock >= SEATS * s.held)


@njit
def legal_signs(s, true_ones, window):
    """The signs that may be given in a window, as bits: of those true of a hand, and wishes."""
    if s.signs == NO_SIGNS:
        return 0
    found = true_ones
    if s.signs == FEDERATION:
        if window <= ROUNDS:
            found &= ~(1 << OTHER_MEDIAS)
            if window < s.mus_rounds or may_have_mus(s):
                found |= 1 << CUT_IT
        if window != BEFORE_PUNTO:
            found &= ~(1 << THIRTY | 1 << TWENTY_NINE)
        found |= 1 << BET_MORE
    return found


@njit
def may_say(pares, juego, phrase):
    """True for a phrase that a hand with pares and juego, or without, allows: these do not lie."""
    if phrase == HAVE_PARES:
        return pares
    return juego if phrase == HAVE_JUEGO else True


@njit
def rival_of(seat, which):
    """The rival on the right (0) or on the left (1) of a seat."""
    return (seat + (3 if which == 1 else 1)) % SEATS


@njit
def latest_look(s, seat, which):
    """The latest window in which ``seat`` looked at the rival on its right (0) or left; or -1."""
    for window in range(WINDOWS - 1, -1, -1):
        if s.caught[seat, window, which] > 0:
            return window
    return -1


@njit
def known_sign(s, seat, me, window):
    """The sign of ``me`` that ``seat`` knows, as ``signed`` has it: 0 where it does not know."""
    if me % TEAMS == seat % TEAMS:
        return int(s.signed[me % TEAMS, window, me // TEAMS])
    if s.told[window, me] > 0:
        return 1 + int(s.told[window, me])
    caught = int(s.caught[seat, window, 0 if me == rival_of(seat, 0) else 1])
    return caught if caught > 1 else 0


@njit
def latest_sign(s, seat, me):
    """The latest sign of the present hand of ``me`` that ``seat`` knows; -1 for none."""
    for window in range(WINDOWS - 1, -1, -1):
        if window >= BEFORE_CHICA or window == s.mus_rounds:
            known = known_sign(s, seat, me, window)
            if known > 1:
                return known - 2
    return -1


@njit
def legal_in_window(s, out):
    """One thing at most: a question about the latest sign caught, a true sign, or a phrase."""
    me = s.to_move
    out[0] = NOTHING
    n = 1
    if s.signs > 0:
        for which in range(2):
            window = latest_look(s, me, which)
            rival = rival_of(me, which)
            if window >= 0 and s.caught[me, window, which] > 1 and s.asked_by[window, rival] == 0:
                out[n] = ASK + which
                n += 1
        found = legal_signs(s, signs_of(s.hand[me], s.signs), s.window)
        for sign in range(SIGNS):
            if found >> sign & 1:
                out[n] = SIGN + sign
                n += 1
    if s.talk == 1:
        pares, juego = pares_class(s.hand[me]) > 0, juego_points(s.hand[me]) >= 31
        for phrase in range(PHRASES):
            if may_say(pares, juego, phrase):
                out[n] = SAY + phrase
                n += 1
    return n


@njit
def catches(s, out, prob):
    """Each rival catches a sign by itself; where there was none there is nothing to catch."""
    signer = s.to_move
    caught = s.catch / 100.0 if s.signed[signer % TEAMS, s.window, signer // TEAMS] > 1 else 0.0
    n = 0
    for who in range(4):
        right = caught if who & RIGHT else 1.0 - caught
        left = caught if who & LEFT else 1.0 - caught
        if right * left > 0.0:
            out[n] = who
            prob[n] = right * left
            n += 1
    return n
