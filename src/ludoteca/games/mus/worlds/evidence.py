"""Evidence: the others' declarations, signs and words, as a seat knows them.

A seat had a hand before each of its discards, and has one now; they are numbered from 0, so the
hand of a window is that of its number, or the present one. What is known of a hand is a likelihood,
scaled to at most 1. Much is known where few hands fit; what little else there is (a sign that was
not caught) is as likely with most hands.
"""

from ludoteca.core.jit import njit

from ..ids import CATCHING, DISCARDING, SEATS, TEAMS, WINDOWS
from ..multisets import DECLARED, HAS_JUEGO, HAS_PARES, SIGNS_TRUE
from ..signs import PHRASES, SIGNS, known_sign, legal_signs, may_say, rival_of


@njit
def count_throws(s, me):
    """The rounds of mus in which a seat has had its turn to discard."""
    if s.phase == DISCARDING and (me - s.dealer - 1) % SEATS < s.turn:
        return s.mus_rounds + 1
    return s.mus_rounds


@njit
def hands_known(s, seat, me, throws):
    """The hands of ``me``, as bits, of which ``seat`` knows much."""
    found = 1 << throws if s.pares_said[me] > 0 else 0
    for window in range(WINDOWS if s.signs > 0 or s.talk == 1 else 0):
        known = known_sign(s, seat, me, window) > 1 or s.said[window, me] > PHRASES - 2
        rival = me % TEAMS != seat % TEAMS
        if known or (rival and _acted_unseen(s, seat, me, window) and _missed(s, me, window) < 0.5):
            found |= 1 << min(window, throws)
    return found


@njit
def is_declared(s, me, hand):
    """True where what a seat declared is true of a hand (a number of ``multisets``)."""
    if s.pares_said[me] > 0 and (s.pares_said[me] == 2) != (DECLARED[hand] & HAS_PARES > 0):
        return False
    return s.juego_said[me] == 0 or (s.juego_said[me] == 2) == (DECLARED[hand] & HAS_JUEGO > 0)


@njit
def likelihood_of(s, seat, me, round_, throws, hand):
    """Likelihood of what ``seat`` knows of the hand after ``round_`` of ``throws`` discards."""
    if round_ == throws and not is_declared(s, me, hand):
        return 0.0
    found = 1.0
    for window in range(WINDOWS if s.signs > 0 or s.talk == 1 else 0):
        if min(window, throws) == round_:
            found *= likelihood_in(s, seat, me, hand, window)
    return found


@njit
def likelihood_in(s, seat, me, hand, window):
    """Likelihood of a sign or a word in a window.

    All that a rival may do unseen is equally likely, so a hand with n signs does each one time in
    1 + n, and nothing is seen of a sign as often as it is not caught.
    """
    said = int(s.said[window, me])
    if said > 0:
        has = DECLARED[hand]
        fits = said > PHRASES or may_say(has & HAS_PARES > 0, has & HAS_JUEGO > 0, said - 1)
        return 1.0 if fits else 0.0
    known = known_sign(s, seat, me, window)
    rival = me % TEAMS != seat % TEAMS
    if known < 2 and not (rival and _acted_unseen(s, seat, me, window)):
        return 1.0
    mask = _signs_in(s, hand, window)
    if not rival:
        return 1.0 if mask >> (known - 2) & 1 else 0.0
    n = _count_bits(mask)
    if known > 1:
        return 2.0 / (1 + n) if mask >> (known - 2) & 1 else 0.0
    return (_weight_of_nothing(s, me, window) + n * _missed(s, me, window)) / (1 + n)


@njit
def _signs_in(s, hand, window):
    return legal_signs(s, int(SIGNS_TRUE[s.signs, hand]), window)


@njit
def _count_bits(mask):
    n = 0
    for sign in range(SIGNS):
        n += mask >> sign & 1
    return n


@njit
def waits(s, me, window):
    """True where what a seat did in a window has still to be caught."""
    return s.phase == CATCHING and s.window == window and s.to_move == me


@njit
def _acted_unseen(s, seat, me, window):
    """True where a rival gave a sign in a window, or none."""
    which = 0 if me == rival_of(seat, 0) else 1
    return waits(s, me, window) or s.caught[seat, window, which] > 0


@njit
def _weight_of_nothing(s, me, window):
    """0 where the partner has asked about a sign, so that there was one."""
    return 0.0 if s.asked_by[window, me] > 0 else 1.0


@njit
def _missed(s, me, window):
    return 1.0 if waits(s, me, window) else 1.0 - s.catch / 100.0


@njit
def sign_again(s, seat, me, hand, window, rng):
    """The act of a rival in a window, as ``signed`` has it."""
    if s.said[window, me] > 0:
        return 1 if s.signs > 0 else 0
    if not _acted_unseen(s, seat, me, window):
        return 0
    known = known_sign(s, seat, me, window)
    if known > 1:
        return known
    mask = _signs_in(s, hand, window)
    missed = _missed(s, me, window)
    nothing = _weight_of_nothing(s, me, window)
    u = rng.random() * (nothing + _count_bits(mask) * missed)
    if u < nothing:
        return 1
    nth = int((u - nothing) / missed)
    found = 1
    for sign in range(SIGNS):
        if nth >= 0 and mask >> sign & 1:
            found = 2 + sign
            nth -= 1
    return found
