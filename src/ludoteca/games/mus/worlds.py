"""Worlds that a seat cannot tell apart: the cards of the others dealt anew.

Whoever threw what face down, all cards that a seat has not seen are equally likely in all places. A
*slot* is a card that one of the others was dealt: its deal of cards, and the round in which it was
thrown, if it was; that is drawn at random first, without regard to kinds. Then slots get cards.
What the seat knows of a hand (declarations, signs, words, a hand shown) is a condition. A hand, or
all cards of a seat whose earlier hands are known of, is drawn from all unseen cards until it fits,
each seat by itself; that no card is in two hands is a condition, too, and so is all that is left: a
world that does not fit is given up, one that fits less is kept with a probability in proportion.

After a shuffle it goes in two steps: the cards unseen before it are held by the others at the
shuffle or were thrown; those thrown, by all, are the new deck. That the seat was then dealt just
its own cards is as likely as that deck has them.

The frequencies are those of :mod:`ludoteca.core.laws.referee`, wherever a seat decides. When hands
are shown after a shuffle there is nothing left to decide: the others get hands that fit what was
declared and shown, and no past.
"""

import numpy as np

from ludoteca.core.jit import njit

from .hands import (
    HAND,
    KINDS,
    POINTS,
    code_count,
    code_of,
    copies_of,
    juego_points,
    pares_key,
)
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

_SLOTS = (SEATS - 1) * (HAND + HAND * ROUNDS)
_SEAT, _BATCH, _AFTER, _GONE, _KIND = range(5)  # columns of a slot; _GONE: the round, or _HELD
_HELD = ROUNDS  # a round that never comes
_NO_CARD = -1
_BIG = 1000  # more cards than are ever drawn

_UNSEEN, _BACK, _HAND = range(3)  # rows of counts: unseen before the shuffle, own cards thrown then

# What does not change from one try to the next.
# Slots; the deal of cards in which the shuffle was, or _NEVER; the first round in the pile; 1 where
# the others get no past.
_N, _SHUFFLED, _PILE, _NO_PAST = range(4)
_NEVER = _HELD + 1

# What is known of a seat.
_NOTHING, _PRESENT, _EARLIER = range(3)


@njit
def resample_from_infostate(s, seat, rng, out):
    """Deal the others' cards, their discards and the stock anew."""
    counts = np.zeros((3, KINDS), np.int64)
    slots = np.zeros((_SLOTS, 5), np.int64)
    cards = np.zeros(SEATS * HAND * KINDS, np.int64)
    past = np.zeros(4, np.int64)
    _read_past(s, seat, counts, slots, past)
    while not _dealt_again(s, seat, rng, out, counts, slots, cards, past):
        pass


@njit
def _read_past(s, seat, counts, slots, past):
    """Fill the first rows of ``counts``, the slots but for their cards, and ``past``."""
    stock = 0
    for kind in range(KINDS):
        copies = copies_of(kind, s.kings, s.ranks, s.copies)
        stock += copies
        counts[_UNSEEN, kind] = copies - code_count(s.drawn[seat, 0], kind)
    past[_SHUFFLED] = _NEVER
    if s.phase == DRAWING_DEALER:
        return
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
                if me != seat:
                    n = past[_N]
                    slots[n, _SEAT] = me
                    slots[n, _BATCH] = batch
                    slots[n, _AFTER] = 1 if past[_SHUFFLED] <= batch else 0
                    slots[n, _GONE] = _HELD
                    past[_N] += 1
        if s.running == 1:
            mano = (mano + 1) % SEATS
    if s.shuffles > 0:
        past[_SHUFFLED] = min(past[_SHUFFLED], s.mus_rounds)  # perhaps no card since
        past[_PILE] = past[_SHUFFLED]
        for batch in range(past[_SHUFFLED]):
            for kind in range(KINDS):
                counts[_BACK, kind] += code_count(s.gone[seat, batch], kind)
        if _has_shown(s):
            _leave_past_out(s, seat, counts, slots, past)


@njit
def _has_shown(s):
    """True where a hand was shown."""
    return s.shown[0] + s.shown[1] + s.shown[2] + s.shown[3] > 0


@njit
def _leave_past_out(s, seat, counts, slots, past):
    """Slots for the present hands alone, and all cards that are unseen now for them."""
    past[_NO_PAST] = 1
    past[_SHUFFLED] = _NEVER
    past[_N] = 0
    for kind in range(KINDS):
        own = counts[_BACK, kind] - code_count(s.drawn[seat, 1], kind)
        counts[_UNSEEN, kind] += own
    for me in range(SEATS):
        for _card in range(s.held if me != seat else 0):
            slots[past[_N], _SEAT] = me
            slots[past[_N], _BATCH] = 0
            slots[past[_N], _AFTER] = 0
            past[_N] += 1


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
def _dealt_again(s, seat, rng, out, counts, slots, cards, past):
    """Make ``out`` a world; False where it is given up."""
    n = _lay_out(counts[_UNSEEN], cards)
    used = 0  # ids of cards, as bits
    for i in range(past[_N]):
        slots[i, _KIND] = _NO_CARD
    for wanted in (_EARLIER, _PRESENT, _NOTHING):
        for me in range(SEATS):
            if me == seat or _knows(s, seat, me, past) != wanted:
                continue
            if wanted == _EARLIER:
                mine = _draw_past(s, seat, me, rng, counts[_HAND], slots, cards, n, past)
            else:
                _throw_again(s, me, rng, slots, past)
                if wanted == _NOTHING:
                    continue
                mine = _draw_present(s, seat, me, rng, counts[_HAND], slots, cards, n, past)
            if mine & used != 0:
                return False
            used |= mine
    n = _fill(0, rng, slots, cards, _without(used, cards, n), past)
    if past[_SHUFFLED] != _NEVER:
        if not _new_deck(s, seat, rng, counts, slots, past):
            return False
        n = _fill(1, rng, slots, cards, _lay_out(counts[_HAND], cards), past)
    _write_down(s, seat, out, slots, cards, n, past)
    for me in range(SEATS):
        knows = _NOTHING if me == seat else _knows(s, seat, me, past)
        if me != seat and (knows == _NOTHING or past[_SHUFFLED] != _NEVER):
            likelihood = _likelihood(s, seat, me, out.hand[me])
            if likelihood < 1.0 and rng.random() >= likelihood:
                return False
    if s.visto > 0 and past[_NO_PAST] == 0 and not _seen_so(s, seat, rng, slots, past):
        return False
    if s.signs == 0 and s.talk == 0:
        return True
    return _signs_again(s, seat, rng, out, counts[_HAND], slots, past)


@njit
def _lay_out(counts, cards):
    """Write each card as its kind and, from bit 4 on, a number of its own; returns how many."""
    n = 0
    for kind in range(KINDS):
        for _i in range(counts[kind]):
            cards[n] = kind | n << 4
            n += 1
    return n


@njit
def _without(used, cards, n):
    """Leave out the cards that are used; returns how many are left."""
    if used == 0:
        return n
    left = 0
    for i in range(n):
        if used >> (cards[i] >> 4) & 1 == 0:
            cards[left] = cards[i]
            left += 1
    return left


@njit
def _next_card(i, rng, cards, n):
    """Bring a random one of the cards from place ``i`` on to that place, and return it."""
    j = i + int(rng.random() * (n - i))
    card = cards[j]
    cards[j] = cards[i]
    cards[i] = card
    return card


@njit
def _fill(after, rng, slots, cards, n, past):
    """Give cards to the slots before or after the shuffle that have none; leave the others.

    Returns how many are left, at the beginning of ``cards``.
    """
    for i in range(past[_N]):
        if slots[i, _AFTER] == after and slots[i, _KIND] == _NO_CARD:
            j = int(rng.random() * n)
            slots[i, _KIND] = cards[j] & 15
            n -= 1
            cards[j] = cards[n]
    return n


@njit
def _new_deck(s, seat, rng, counts, slots, past):
    """Put what is left of the deck after the shuffle into row ``_HAND``.

    False where the own cards drawn from it are not there, or as often as is fair.
    """
    for kind in range(KINDS):
        counts[_HAND, kind] = counts[_BACK, kind]
    for i in range(past[_N]):
        if slots[i, _AFTER] == 0 and slots[i, _GONE] < past[_SHUFFLED]:
            counts[_HAND, slots[i, _KIND]] += 1
    for kind in range(KINDS):
        most = counts[_UNSEEN, kind] + counts[_BACK, kind]
        for i in range(code_count(s.drawn[seat, 1], kind)):
            if rng.random() * (most - i) >= counts[_HAND, kind]:
                return False
            counts[_HAND, kind] -= 1
    return True


@njit
def _throw_again(s, me, rng, slots, past):
    """In each round a seat throws as many of its cards as it threw, at random."""
    for batch in range(ROUNDS):
        if past[_NO_PAST] == 1 or not _has_thrown(s, batch, me):
            return
        there = 0
        for i in range(past[_N]):
            if slots[i, _SEAT] == me and slots[i, _BATCH] <= batch <= slots[i, _GONE]:
                slots[i, _GONE] = _HELD
                there += 1
        to_go = int(s.threw[batch, me])
        for i in range(past[_N]):
            if slots[i, _SEAT] == me and slots[i, _BATCH] <= batch < slots[i, _GONE]:
                if rng.random() * there < to_go:
                    slots[i, _GONE] = batch
                    to_go -= 1
                there -= 1


# -- cards that fit what is known ------------------------------------------------------------------


@njit
def _knows(s, seat, me, past):
    """``_EARLIER`` where a sign or word tells of a hand before the present one, else ``_PRESENT``.

    After the shuffle only hands before it are drawn until they fit.
    """
    if past[_NO_PAST] == 0 and (s.signs > 0 or s.talk == 1):
        for window in range(min(s.mus_rounds + 1, past[_SHUFFLED])):
            if _tells(s, seat, me, window) and not _is_present(s, window, me):
                return _EARLIER
    if past[_SHUFFLED] != _NEVER:
        return _NOTHING
    if s.pares_said[me] > 0 or s.shown[me] > 0:
        return _PRESENT
    for window in range(s.mus_rounds, WINDOWS):
        if _is_present(s, window, me) and _tells(s, seat, me, window):
            return _PRESENT
    return _NOTHING


@njit
def _tells(s, seat, me, window):
    """True for a sign that was seen or admitted, and for a phrase that must be true."""
    return _known_sign(s, seat, me, window) > 1 or s.said[window, me] > PHRASES - 2


@njit
def _draw_past(s, seat, me, rng, hand, slots, cards, n, past):
    """All cards of a seat before the shuffle, drawn until its hands fit; returns their ids."""
    while True:
        _throw_again(s, me, rng, slots, past)
        mine = 0
        drawn = 0
        fits = True
        at = 0
        for window in range(min(s.mus_rounds + 1, past[_SHUFFLED])):
            while at < past[_N] and slots[at, _BATCH] <= window:
                if slots[at, _SEAT] == me:
                    card = _next_card(drawn, rng, cards, n)
                    slots[at, _KIND] = card & 15
                    mine |= 1 << (card >> 4)
                    drawn += 1
                at += 1
            if not _is_present(s, window, me):
                _hand_then(slots, past, me, window, hand)
                fits = rng.random() < _likelihood_in(s, seat, me, hand, window)
                if not fits:
                    break
        if fits and past[_SHUFFLED] == _NEVER:
            _hand_then(slots, past, me, _HELD, hand)
            fits = rng.random() < _likelihood(s, seat, me, hand)
        if fits:
            # What was dealt before the shuffle in the same deal of cards is filled in later.
            return mine


@njit
def _draw_present(s, seat, me, rng, hand, slots, cards, n, past):
    """The present hand of a seat, drawn until it fits; returns the ids of its cards."""
    held = 0
    for i in range(past[_N]):
        if slots[i, _SEAT] == me and slots[i, _GONE] == _HELD:
            held += 1
    if s.shown[me] > 0:
        return _take_shown(s, me, rng, slots, cards, n, past)
    while True:
        points = 10 * (HAND - held)
        kinds = 0
        twice = 0
        for i in range(held):
            kind = _next_card(i, rng, cards, n) & 15
            points += POINTS[kind]
            twice |= kinds & 1 << kind
            kinds |= 1 << kind
        if s.pares_said[me] > 0 and (s.pares_said[me] == 2) != (twice != 0):
            continue
        if s.juego_said[me] > 0 and (s.juego_said[me] == 2) != (points >= 31):
            continue
        if s.signs > 0 or s.talk == 1:
            for kind in range(KINDS):
                hand[kind] = 0
            for i in range(held):
                hand[cards[i] & 15] += 1
            if rng.random() >= _likelihood(s, seat, me, hand):
                continue
        return _place(me, slots, cards, past)


@njit
def _take_shown(s, me, rng, slots, cards, n, past):
    """Bring random cards of the kinds shown to the first places; returns their ids."""
    taken = 0
    for kind in range(KINDS):
        for _i in range(code_count(s.shown[me], kind)):
            while True:
                j = taken + int(rng.random() * (n - taken))
                if cards[j] & 15 == kind:
                    break
            card = cards[j]
            cards[j] = cards[taken]
            cards[taken] = card
            taken += 1
    for i in range(taken - 1):  # no slot is before another
        _next_card(i, rng, cards, taken)
    return _place(me, slots, cards, past)


@njit
def _place(me, slots, cards, past):
    """Put the first cards into the slots that a seat holds; returns their ids."""
    mine = 0
    drawn = 0
    for i in range(past[_N]):
        if slots[i, _SEAT] == me and slots[i, _GONE] == _HELD:
            slots[i, _KIND] = cards[drawn] & 15
            mine |= 1 << (cards[drawn] >> 4)
            drawn += 1
    return mine


@njit
def _write_down(s, seat, out, slots, cards, n, past):
    """Fill hands, piles, and the others' records of what they drew and threw."""
    for kind in range(KINDS):
        out.deck[kind] = 0
        out.thrown[kind] = 0
    for i in range(n):
        out.deck[cards[i] & 15] += 1
    for batch in range(past[_PILE], ROUNDS):
        for kind in range(KINDS):
            out.thrown[kind] += code_count(s.gone[seat, batch], kind)
    for me in range(SEATS):
        if me != seat:
            out.fresh[me] = 0
            out.drawn[me, 0] = 0
            out.drawn[me, 1] = 0
            for kind in range(KINDS):
                out.hand[me, kind] = 0
            for batch in range(ROUNDS):
                out.gone[me, batch] = 0
    for i in range(past[_N]):
        me, batch, gone = slots[i, _SEAT], slots[i, _BATCH], slots[i, _GONE]
        kind = slots[i, _KIND]
        if past[_NO_PAST] == 1:
            out.hand[me, kind] += 1
            continue
        out.drawn[me, slots[i, _AFTER]] += 1 << 4 * kind
        if batch == s.mus_rounds and not _has_thrown(s, batch, me):
            out.fresh[me] += 1 << 4 * kind
        if gone == _HELD:
            out.hand[me, kind] += 1
        else:
            out.gone[me, gone] += 1 << 4 * kind
            if gone >= past[_PILE]:
                out.thrown[kind] += 1


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
    if s.shown[me] > 0 and s.shown[me] != code_of(hand):
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
            past_hand = past[_NO_PAST] == 0 and window <= s.mus_rounds
            if me != seat and past_hand and not _is_present(s, window, me):
                _hand_then(slots, past, me, window, hand)
                drawn_so = window < past[_SHUFFLED] and _knows(s, seat, me, past) == _EARLIER
                if not drawn_so and rng.random() >= _likelihood_in(s, seat, me, hand, window):
                    return False
            else:
                for kind in range(KINDS):
                    hand[kind] = out.hand[me, kind]
            team, partner = me % TEAMS, me // TEAMS
            if past[_NO_PAST] == 1:
                _forget_signs(seat, me, window, out)
                continue
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
def _forget_signs(seat, me, window, out):
    if me % TEAMS != seat % TEAMS:
        out.signed[me % TEAMS, window, me // TEAMS] = 0
    if me != seat:
        out.caught[me, window, 0] = 0
        out.caught[me, window, 1] = 0


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
