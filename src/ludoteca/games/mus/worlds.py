"""Worlds that a seat cannot tell apart: the cards of the others dealt anew.

All that a seat has not seen is equally likely in all places, whoever threw what face down, but for
what it knows: declarations, hands shown, signs and words are conditions on hands; a card that it
threw before the shuffle cannot have been in a hand that was held then. So the present hands are
drawn first, each from all unseen cards until it fits what is known of it; that no card is in two
hands, and all that is known of the past, is held by giving a world up with the probability that it
deserves and beginning anew. The frequencies are those of :mod:`ludoteca.core.laws.referee`.

**The past.** A *slot* is a card that one of the others was dealt: seat, deal of cards, before or
after the shuffle, the round in which it was thrown. What was thrown is random, so slots are drawn
without regard to kinds. Before the shuffle all unseen cards U are dealt, to be held at the shuffle
or thrown; then those thrown and the own cards thrown, O, are the deck. If the own cards drawn after
the shuffle, and the present cards in slots after it, use ``a`` cards of U, then these were among
the T thrown before it, not among those held: of ``n`` cards of U that have no other place, ``a``
given ones are all among the T with probability T/n * (T-1)/(n-1) * ... That, and that no card of O
is in a slot before the shuffle, is all that the shuffle says.
"""

from itertools import combinations_with_replacement

import numpy as np

from ludoteca.core.jit import njit

from .hands import HAND, KINDS, code_count, copies_of, juego_points, pares_key, pick
from .ids import (
    BEFORE_CHICA,
    CATCHING,
    DEALING,
    DISCARDING,
    DRAWING_DEALER,
    PHRASES,
    ROUNDS,
    SEATS,
    SIGNS,
    TEAMS,
    WINDOWS,
)
from .signs import legal_signs, may_say, rival_of

_TRIES = 48  # draws of a hand until it fits; then the list of all hands is gone through
_SLOTS = (SEATS - 1) * (HAND + HAND * ROUNDS)
_SEAT, _BATCH, _AFTER, _GONE, _KIND = range(5)  # columns of a slot; _GONE: the round, or HELD
_HELD = ROUNDS  # a round that never comes
_BIG = 1000  # more cards than are ever drawn

# Hands of 1 to 4 cards as counts; those of n cards begin at _FIRST[n].
_HANDS = np.array(
    [
        [kinds.count(kind) for kind in range(KINDS)]
        for n in range(HAND + 1)
        for kinds in combinations_with_replacement(range(KINDS), n)
    ],
    np.int64,
)
_FIRST = np.array([int((_HANDS.sum(1) < n).sum()) for n in range(HAND + 2)], np.int64)

# Rows of counts by kind: unseen before the shuffle (U), own cards that went back (O), unseen now;
# then what is left of U and O, cards of U that were used after the shuffle, and scratch.
_UNSEEN, _BACK, _POOL, _U, _O, _USED, _SCRATCH = range(7)

# What does not change from one try to the next.
_N, _THROWN, _SHUFFLED = range(3)  # slots, cards others threw before the shuffle, its deal of cards


@njit
def resample_from_infostate(s, seat, rng, out):
    """Deal the others' cards, their discards and the stock anew."""
    counts = np.zeros((7, KINDS), np.int64)
    slots = np.zeros((_SLOTS, 5), np.int64)
    held = np.zeros(SEATS, np.int64)
    past = np.zeros(3, np.int64)
    _read_past(s, seat, counts, slots, held, past)
    while not _dealt_again(s, seat, rng, out, counts, slots, held, past):
        pass


@njit
def _read_past(s, seat, counts, slots, held, past):
    """Fill the first rows of ``counts``, the slots, what each seat holds, and ``past``."""
    stock = 0
    for kind in range(KINDS):
        copies = copies_of(kind, s.kings, s.ranks, s.copies)
        stock += copies
        counts[_UNSEEN, kind] = copies - code_count(s.drawn[seat, 0], kind)
    past[_SHUFFLED] = ROUNDS + 1
    if s.phase != DRAWING_DEALER:
        # In mus corrido the deal passes on as soon as mus is agreed to.
        agreed = s.mus_rounds + (1 if s.phase == DISCARDING else 0)
        mano = (s.dealer + 1 + (SEATS * ROUNDS - agreed if s.running == 1 else 0)) % SEATS
        for batch in range(s.mus_rounds + 1):
            for turn in range(SEATS):
                me = (mano + turn) % SEATS
                for _card in range(_dealt(s, batch, me)):
                    if stock == 0:
                        stock = _BIG  # there is no second shuffle
                        past[_SHUFFLED] = batch
                    stock -= 1
                    held[me] += 1
                    if me != seat:
                        n = past[_N]
                        slots[n, _SEAT] = me
                        slots[n, _BATCH] = batch
                        slots[n, _AFTER] = 1 if past[_SHUFFLED] <= batch else 0
                        past[_N] += 1
            for me in range(SEATS):
                if _has_thrown(s, batch, me):
                    held[me] -= s.threw[batch, me]
            if s.running == 1:
                mano = (mano + 1) % SEATS
        if s.shuffles > 0:
            past[_SHUFFLED] = min(past[_SHUFFLED], s.mus_rounds)  # perhaps no card since
    for batch in range(min(past[_SHUFFLED], ROUNDS) if s.shuffles > 0 else 0):
        for me in range(SEATS):
            past[_THROWN] += s.threw[batch, me] if me != seat else 0
        for kind in range(KINDS):
            counts[_BACK, kind] += code_count(s.gone[seat, batch], kind)
    for kind in range(KINDS):
        own = counts[_BACK, kind] - code_count(s.drawn[seat, 1], kind)
        counts[_POOL, kind] = counts[_UNSEEN, kind] + own


@njit
def _dealt(s, batch, me):
    """Cards dealt to a seat in the deal of cards number ``batch``, so far."""
    n = s.held if batch == 0 else int(s.threw[batch - 1, me])
    if batch == s.mus_rounds and s.phase == DEALING:
        n -= s.due[me]
    return n


@njit
def _has_thrown(s, batch, me):
    """True where a seat has had its turn to discard in a round."""
    if batch == s.mus_rounds:
        return s.phase == DISCARDING and (me - s.dealer - 1) % SEATS < s.turn
    return batch < s.mus_rounds


# -- a try -----------------------------------------------------------------------------------------


@njit
def _dealt_again(s, seat, rng, out, counts, slots, held, past):
    """Make ``out`` a world; False where it is given up."""
    rest = 0
    for kind in range(KINDS):
        out.deck[kind] = counts[_POOL, kind]
        out.thrown[kind] = 0
        rest += out.deck[kind]
    for known in (True, False):
        for me in range(SEATS):
            if me == seat or _is_known(s, seat, me) != known:
                continue
            hand = out.hand[me]
            if known:
                _draw_fitting(s, seat, me, rng, counts[_POOL], held[me], hand)
                if rng.random() >= _share_free(out.deck, counts[_POOL], hand):
                    return False
            else:
                _draw(out.deck, rest, held[me], rng, hand)
                if rng.random() >= _likelihood(s, seat, me, hand):
                    return False
            for kind in range(KINDS):
                out.deck[kind] -= hand[kind]
            rest -= held[me]
    if past[_N] > 0 and not _past_again(s, seat, rng, out, counts, slots, past):
        return False
    for batch in range(past[_SHUFFLED] if s.shuffles > 0 else 0, ROUNDS):
        for kind in range(KINDS):
            out.thrown[kind] += code_count(s.gone[seat, batch], kind)
    if s.signs == 0 and s.talk == 0:
        return True
    return _signs_again(s, seat, rng, out, counts[_SCRATCH], slots, past)


@njit
def _draw(deck, total, n, rng, hand):
    """Fill ``hand`` with ``n`` random cards of ``deck``, which stays as it is."""
    for kind in range(KINDS):
        hand[kind] = 0
    for i in range(n):
        left = int(rng.random() * (total - i))
        for kind in range(KINDS):
            left -= deck[kind] - hand[kind]
            if left < 0:
                hand[kind] += 1
                break


@njit
def _draw_fitting(s, seat, me, rng, pool, n, hand):
    """A hand of all unseen cards, with its likelihood as a condition."""
    if s.shown[me] > 0:
        for kind in range(KINDS):
            hand[kind] = code_count(s.shown[me], kind)
        return
    total = pool.sum()
    for _i in range(_TRIES):
        _draw(pool, total, n, rng, hand)
        if rng.random() < _likelihood(s, seat, me, hand):
            return
    chosen = -1
    weight = 0.0
    for i in range(_FIRST[n], _FIRST[n + 1]):
        ways = 1.0
        for kind in range(KINDS):
            for j in range(_HANDS[i, kind]):
                ways *= (pool[kind] - j) / (j + 1)
        if ways > 0.0:
            ways *= _likelihood(s, seat, me, _HANDS[i])
            weight += ways
            if rng.random() * weight < ways:
                chosen = i
    for kind in range(KINDS):
        hand[kind] = _HANDS[chosen, kind]


@njit
def _share_free(deck, pool, hand):
    """The chance that a random choice of these kinds of ``pool`` takes cards that ``deck`` has."""
    share = 1.0
    for kind in range(KINDS):
        for i in range(hand[kind]):
            share *= max(0, deck[kind] - i) / (pool[kind] - i)
    return share


# -- the past: which cards came when ---------------------------------------------------------------


@njit
def _past_again(s, seat, rng, out, counts, slots, past):
    """Give each slot a card, and write down what was drawn and thrown."""
    _throw_again(s, seat, rng, slots, past)
    if not _place_hands(s, seat, rng, out, counts, slots, past):
        return False
    first_in_pile = past[_SHUFFLED] if s.shuffles > 0 else 0
    left = 0
    then = 0
    for kind in range(KINDS):
        left += counts[_U, kind]
    # Held at the shuffle and thrown after it; or, without a shuffle, all that was thrown.
    for i in range(past[_N]):
        if slots[i, _AFTER] == 0 and first_in_pile <= slots[i, _GONE] < _HELD:
            kind = pick(counts[_U], left, rng)
            left -= 1
            counts[_U, kind] -= 1
            out.thrown[kind] += 1
            slots[i, _KIND] = kind
    left = 0
    for kind in range(KINDS):
        out.deck[kind] = counts[_U, kind] + counts[_O, kind]
        counts[_SCRATCH, kind] = counts[_U, kind] + counts[_USED, kind]
        left += out.deck[kind]
        then += counts[_SCRATCH, kind]
    for i in range(past[_N]):
        if slots[i, _GONE] == _HELD:
            continue
        if slots[i, _AFTER] == 1:
            kind = pick(out.deck, left, rng)
            left -= 1
            out.deck[kind] -= 1
            out.thrown[kind] += 1
            slots[i, _KIND] = kind
        elif slots[i, _GONE] < first_in_pile:
            kind = pick(counts[_SCRATCH], then, rng)
            then -= 1
            counts[_SCRATCH, kind] -= 1
            slots[i, _KIND] = kind
    _write_down(s, seat, out, slots, past)
    return s.visto == 0 or _seen_so(s, seat, rng, slots, past)


@njit
def _throw_again(s, seat, rng, slots, past):
    """In each round the others throw as many of their cards as they threw, at random."""
    for i in range(past[_N]):
        slots[i, _GONE] = _HELD
    for batch in range(ROUNDS):
        for me in range(SEATS):
            if me == seat or not _has_thrown(s, batch, me):
                continue
            for _card in range(s.threw[batch, me]):
                there = 0
                for i in range(past[_N]):
                    if _is_in_hand(slots, i, me, batch):
                        there += 1
                nth = int(rng.random() * there)
                for i in range(past[_N]):
                    if _is_in_hand(slots, i, me, batch):
                        if nth == 0:
                            slots[i, _GONE] = batch
                            break
                        nth -= 1


@njit
def _is_in_hand(slots, i, me, batch):
    """True for a slot that a seat held after a deal of cards and has not thrown yet."""
    return slots[i, _SEAT] == me and slots[i, _BATCH] <= batch and slots[i, _GONE] == _HELD


@njit
def _place_hands(s, seat, rng, out, counts, slots, past):
    """Put the present cards into the slots held; False where the shuffle does not allow it."""
    free = 0  # cards of U that have a place after the shuffle, or none yet
    used = 0
    for kind in range(KINDS):
        counts[_U, kind] = counts[_UNSEEN, kind]
        counts[_O, kind] = counts[_BACK, kind]
        counts[_USED, kind] = 0
        free += counts[_UNSEEN, kind]
        for _i in range(code_count(s.drawn[seat, 1], kind)):
            used += _take(kind, counts, rng)
    for me in range(SEATS):
        if me == seat:
            continue
        left = 0
        for kind in range(KINDS):
            counts[_SCRATCH, kind] = out.hand[me, kind]
            left += out.hand[me, kind]
        for i in range(past[_N]):
            if slots[i, _SEAT] != me or slots[i, _GONE] != _HELD:
                continue
            kind = pick(counts[_SCRATCH], left, rng)
            left -= 1
            counts[_SCRATCH, kind] -= 1
            slots[i, _KIND] = kind
            of_u = _take(kind, counts, rng)
            if slots[i, _AFTER] == 1:
                used += of_u
            elif of_u == 0:
                return False
            else:
                counts[_USED, kind] -= 1
                free -= 1
    if s.shuffles > 0:
        for i in range(used):
            if rng.random() * (free - i) >= past[_THROWN] - i:
                return False
    return True


@njit
def _take(kind, counts, rng):
    """Take a card of a kind, of U or of O; returns 1 for U, and counts it as used."""
    if rng.random() * (counts[_U, kind] + counts[_O, kind]) < counts[_O, kind]:
        counts[_O, kind] -= 1
        return 0
    counts[_U, kind] -= 1
    counts[_USED, kind] += 1
    return 1


@njit
def _write_down(s, seat, out, slots, past):
    """Fill the others' records of what they drew and threw."""
    for me in range(SEATS):
        if me != seat:
            out.fresh[me] = 0
            out.drawn[me, 0] = 0
            out.drawn[me, 1] = 0
            for batch in range(ROUNDS):
                out.gone[me, batch] = 0
    for i in range(past[_N]):
        me, batch, gone = slots[i, _SEAT], slots[i, _BATCH], slots[i, _GONE]
        card = 1 << 4 * slots[i, _KIND]
        out.drawn[me, slots[i, _AFTER]] += card
        if gone != _HELD:
            out.gone[me, gone] += card
        if batch == s.mus_rounds and not _has_thrown(s, batch, me):
            out.fresh[me] += card


@njit
def _seen_so(s, seat, rng, slots, past):
    """A card that was seen when dealt is as likely as its seat was dealt cards of that kind."""
    for batch in range(s.mus_rounds + 1):
        seen = int(s.face_up[batch]) - 1
        if seen < 0 or seen // KINDS == seat:
            continue
        there = 0
        for i in range(past[_N]):
            if slots[i, _SEAT] == seen // KINDS and slots[i, _BATCH] == batch:
                there += slots[i, _KIND] == seen % KINDS
        if rng.random() * _dealt(s, batch, seen // KINDS) >= there:
            return False
    return True


# -- what the seat knows of hands ------------------------------------------------------------------


@njit
def _is_known(s, seat, me):
    """True where there is more than a sign that was not seen to tell of a present hand."""
    if s.pares_said[me] > 0 or s.shown[me] > 0:
        return True
    for window in range(s.mus_rounds, WINDOWS):
        if _is_present(s, window, me) and _known_sign(s, seat, me, window) > 1:
            return True
    return False


@njit
def _is_present(s, window, me):
    """True for a window in which a seat had its present hand."""
    return window >= BEFORE_CHICA or (window == s.mus_rounds and not _has_thrown(s, window, me))


@njit
def _known_sign(s, seat, me, window):
    """The sign of ``me`` that ``seat`` knows, as ``signed`` has it: 0 where it does not know."""
    if me % TEAMS == seat % TEAMS:
        return int(s.signed[me % TEAMS, window, me // TEAMS])
    if s.told[window, me] > 0:
        return 1 + int(s.told[window, me])
    caught = int(s.caught[seat, window, 0 if me == rival_of(seat, 0) else 1])
    return caught if caught > 1 else 0


@njit
def _likelihood(s, seat, me, hand):
    """Likelihood of all that ``seat`` knows of the present hand of ``me``, scaled to at most 1."""
    if s.pares_said[me] > 0 and (s.pares_said[me] == 2) != (pares_key(hand) > 0):
        return 0.0
    if s.juego_said[me] > 0 and (s.juego_said[me] == 2) != (juego_points(hand) >= 31):
        return 0.0
    if s.signs == 0 and s.talk == 0:
        return 1.0
    found = 1.0
    for window in range(s.mus_rounds, WINDOWS):
        if _is_present(s, window, me):
            found *= _likelihood_in(s, seat, me, hand, window)
    return found


@njit
def _likelihood_in(s, seat, me, hand, window):
    """The same of a window.

    All that a rival may do unseen is equally likely, so a hand with n signs does each one time in
    1 + n, and nothing is seen of a sign as often as it is not caught.
    """
    said = int(s.said[window, me])
    if said > 0:
        return 1.0 if said > PHRASES or may_say(hand, said - 1) else 0.0
    known = _known_sign(s, seat, me, window)
    if me % TEAMS == seat % TEAMS:
        return 1.0 if known < 2 or legal_signs(s, hand, window) >> (known - 2) & 1 else 0.0
    if not _acted_unseen(s, seat, me, window):
        return 1.0
    mask = legal_signs(s, hand, window)
    n = _count_bits(mask)
    if known > 1:
        return 2.0 / (1 + n) if mask >> (known - 2) & 1 else 0.0
    return (_weight_of_nothing(s, me, window) + n * _missed(s, seat, me, window)) / (1 + n)


@njit
def _count_bits(mask):
    n = 0
    for sign in range(SIGNS):
        n += mask >> sign & 1
    return n


@njit
def _waits(s, me, window):
    """True where what a seat did in a window has still to be caught."""
    return s.phase == CATCHING and s.window == window and s.to_move == me


@njit
def _acted_unseen(s, seat, me, window):
    """True where a rival gave a sign in a window, or none."""
    which = 0 if me == rival_of(seat, 0) else 1
    return _waits(s, me, window) or s.caught[seat, window, which] > 0


@njit
def _weight_of_nothing(s, me, window):
    """0 where the partner has asked about a sign, so that there was one."""
    return 0.0 if s.asked_by[window, me] > 0 else 1.0


@njit
def _missed(s, seat, me, window):
    return 1.0 if _waits(s, me, window) else 1.0 - s.catch / 100.0


# -- signs -----------------------------------------------------------------------------------------


@njit
def _signs_again(s, seat, rng, out, hand, slots, past):
    """Give and catch all signs again; False where they do not fit the hands of then."""
    for window in range(WINDOWS):
        for me in range(SEATS):
            if me != seat and not _is_present(s, window, me) and window <= s.mus_rounds:
                _hand_then(slots, past, me, window, hand)
                if rng.random() >= _likelihood_in(s, seat, me, hand, window):
                    return False
            else:
                for kind in range(KINDS):
                    hand[kind] = out.hand[me, kind]
            team, partner = me % TEAMS, me // TEAMS
            if team != seat % TEAMS:
                out.signed[team, window, partner] = _sign_again(s, seat, me, hand, window, rng)
            sign = int(out.signed[team, window, partner])
            acted = sign > 0 and s.said[window, me] == 0 and not _waits(s, me, window)
            for which in range(2):
                # The signer sits on the left (1) of the seat on its own right.
                rival = (me + (1 if which == 1 else SEATS - 1)) % SEATS
                if rival == seat:
                    continue
                caught = sign > 1 and (
                    s.asked_by[window, me] == 1 + rival or rng.random() * 100.0 < s.catch
                )
                out.caught[rival, window, which] = (sign if caught else 1) if acted else 0
    return True


@njit
def _hand_then(slots, past, me, window, hand):
    """The hand of a seat in a window of the past."""
    for kind in range(KINDS):
        hand[kind] = 0
    for i in range(past[_N]):
        if slots[i, _SEAT] == me and slots[i, _BATCH] <= window <= slots[i, _GONE]:
            hand[slots[i, _KIND]] += 1


@njit
def _sign_again(s, seat, me, hand, window, rng):
    """The act of a rival in a window, as ``signed`` has it."""
    if s.said[window, me] > 0:
        return 1 if s.signs > 0 else 0
    if not _acted_unseen(s, seat, me, window):
        return 0
    known = _known_sign(s, seat, me, window)
    if known > 1:
        return known
    mask = legal_signs(s, hand, window)
    missed = _missed(s, seat, me, window)
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
