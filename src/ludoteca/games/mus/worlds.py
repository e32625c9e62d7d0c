"""Worlds that a seat cannot tell apart: the cards of the others dealt anew.

Whoever threw what face down, all cards that a seat has not seen are equally likely in all places. A
*slot* is a card that one of the others was dealt: its deal of cards, and the round in which it was
thrown, if it was; that is drawn at random first, without regard to kinds. Then slots get cards.
What the seat knows of a hand (declarations, signs, words, a hand shown) is a condition. The hands
of such a seat are drawn until they fit, from all unseen cards, and the world is kept in proportion
to the ways in which the others' cards can be theirs beside those; or they are drawn once, from what
is left. What little else is known (a sign that was not caught) is a chance to keep the world.

All cards unseen before a shuffle were held by the others then, or thrown; those thrown by all are
the new deck, of which the seat was dealt its own. So what was held is not dealt again, and the ways
in which all that is known was dealt are counted kind by kind.

The frequencies are those of :mod:`ludoteca.core.laws.referee`, wherever a seat decides. When hands
are shown after a shuffle there is nothing left to decide: the others get hands that fit what was
declared and shown, and no past.
"""

import numpy as np

from ludoteca.core.jit import njit

from .hands import (
    ACE,
    HAND,
    KINDS,
    KING,
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
    TWO_ACES,
    TWO_KINGS,
    WINDOWS,
)
from .signs import legal_signs, may_say, rival_of

_SLOTS = HAND + HAND * ROUNDS  # of a seat
_BATCH, _AFTER, _GONE, _KIND = range(4)  # columns of a slot; _GONE: the round, or _HELD
_HELD = ROUNDS  # a round that never comes
_NO_CARD = -1
_MOST_CARDS = 8 * KINDS
_BIG = 1000  # more cards than are ever drawn

# Rows of cards by kind. What does not change from one try to the next: unseen before the shuffle;
# those and the own cards that were shuffled; the own cards dealt after it; the second without the
# third. In a try: those of before that have a place; that were held at the shuffle; those of after
# it that have a place; the two latter together; and those of the one seat that is looked at.
_BEFORE, _ALL, _OWN, _AFTERWARDS, _TAKEN, _STAYS, _DEALT, _GONE_AFTER, _MINE = range(9)

# The deal of cards in which the shuffle was, or _NEVER; the first round in the pile; 1 where the
# others get no past; how many cards there are before and after the shuffle. Then slots of each
# seat; of which of its hands much is known; those seats, the rarest evidence first, then -1; and 1
# where such a seat is drawn once from what is left.
_SHUFFLED, _PILE, _NO_PAST, _CARDS, _N = 0, 1, 2, 3, 7
_KNOWN, _ORDER, _ONCE = _N + SEATS, _N + 2 * SEATS, _N + 3 * SEATS
_NEVER = _HELD + 1
_NOW = 1 << WINDOWS


@njit
def resample_from_infostate(s, seat, rng, out):
    """Deal the others' cards, their discards and the stock anew."""
    counts = np.zeros((_MINE + 1, KINDS), np.int64)
    slots = np.zeros((SEATS, _SLOTS, 4), np.int64)
    # Kinds: all cards before the shuffle and after it, and those of both that are left.
    cards = np.zeros((4, _MOST_CARDS), np.int64)
    past = np.zeros(_ONCE + SEATS, np.int64)
    _read_past(s, seat, counts, slots, past)
    if past[_NO_PAST] == 0:
        # Which of its cards a seat threw tells nothing of their kinds.
        for me in range(SEATS):
            _throw_again(s, me, rng, slots, past)
    past[_CARDS] = _lay_out(counts, _BEFORE, _TAKEN, cards[0])
    past[_CARDS + 1] = _lay_out(counts, _AFTERWARDS, _TAKEN, cards[1])
    while not _dealt_again(s, seat, rng, out, counts, slots, cards, past):
        pass


@njit
def _read_past(s, seat, counts, slots, past):
    """Fill the first rows of ``counts``, ``past``, and the slots but for their cards."""
    stock = 0
    for kind in range(KINDS):
        copies = copies_of(kind, s.kings, s.ranks, s.copies)
        stock += copies
        counts[_BEFORE, kind] = copies - code_count(s.drawn[seat, 0], kind)
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
                    slot = slots[me, past[_N + me]]
                    slot[_BATCH] = batch
                    slot[_AFTER] = 1 if past[_SHUFFLED] <= batch else 0
                    slot[_GONE] = _HELD
                    past[_N + me] += 1
        if s.running == 1:
            mano = (mano + 1) % SEATS
    if s.shuffles > 0:
        past[_SHUFFLED] = min(past[_SHUFFLED], s.mus_rounds)  # perhaps no card since
        past[_PILE] = past[_SHUFFLED]
        for kind in range(KINDS):
            back = 0
            for batch in range(past[_SHUFFLED]):
                back += code_count(s.gone[seat, batch], kind)
            counts[_ALL, kind] = counts[_BEFORE, kind] + back
            counts[_OWN, kind] = code_count(s.drawn[seat, 1], kind)
            counts[_AFTERWARDS, kind] = counts[_ALL, kind] - counts[_OWN, kind]
        if s.shown[0] + s.shown[1] + s.shown[2] + s.shown[3] > 0:
            _leave_past_out(s, seat, counts, slots, past)
    _plan(s, seat, past)


@njit
def _leave_past_out(s, seat, counts, slots, past):
    """Slots for the present hands alone, and all cards that are unseen now for them."""
    past[_NO_PAST] = 1
    past[_SHUFFLED] = _NEVER
    for kind in range(KINDS):
        counts[_BEFORE, kind] = counts[_AFTERWARDS, kind]
    for me in range(SEATS):
        past[_N + me] = s.held if me != seat else 0
        for i in range(past[_N + me]):
            slots[me, i, _BATCH] = 0
            slots[me, i, _AFTER] = 0
            slots[me, i, _GONE] = _HELD


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


@njit
def _throw_again(s, me, rng, slots, past):
    """In each round a seat throws as many of its cards as it threw, at random."""
    for batch in range(ROUNDS):
        if not _has_thrown(s, batch, me):
            return
        there = 0
        for i in range(past[_N + me]):
            slot = slots[me, i]
            there += slot[_BATCH] <= batch < slot[_GONE]
        to_go = int(s.threw[batch, me])
        for i in range(past[_N + me]):
            slot = slots[me, i]
            if slot[_BATCH] <= batch < slot[_GONE]:
                if rng.random() * there < to_go:
                    slot[_GONE] = batch
                    to_go -= 1
                there -= 1


# -- a try -----------------------------------------------------------------------------------------


@njit
def _dealt_again(s, seat, rng, out, counts, slots, cards, past):
    """Make ``out`` a world; False where it is given up."""
    shuffled = past[_SHUFFLED] != _NEVER
    for kind in range(KINDS):
        counts[_TAKEN, kind] = 0
        counts[_STAYS, kind] = 0
        counts[_DEALT, kind] = 0
        counts[_GONE_AFTER, kind] = 0
    for me in range(SEATS):
        for i in range(past[_N + me]):
            slots[me, i, _KIND] = _NO_CARD
    dealt_so = 1.0
    for i in range(SEATS):
        me = past[_ORDER + i]
        if me < 0:
            break
        once = past[_ONCE + me]
        if once == 1:
            past[_CARDS + 2] = _lay_out(counts, _BEFORE, _TAKEN, cards[2])
            past[_CARDS + 3] = _lay_out(counts, _AFTERWARDS, _GONE_AFTER, cards[3])
        if past[_KNOWN + me] == _NOW and not shuffled:
            fits = _draw_present(s, seat, me, rng, counts[_MINE], slots, cards, once, past)
        else:
            fits = _draw_hands(s, seat, me, rng, counts[_MINE], slots, cards, once, past)
        if not fits or not _fits(_ways_before(me, counts, slots, once, past), rng):
            return False
        if shuffled:
            dealt_so /= _ways_after(me, counts, slots, once, past)
    left = cards[2]
    n = _lay_out(counts, _BEFORE, _TAKEN, left)
    if shuffled:
        n = _fill(_HELD_THEN, rng, counts, slots, left, n, past)
        if not _fits(dealt_so * _ways_to_deal(counts), rng):
            return False
    n = _fill(_OTHERS_BEFORE, rng, counts, slots, left, n, past)
    if shuffled:
        for kind in range(KINDS):
            counts[_GONE_AFTER, kind] = counts[_STAYS, kind] + counts[_DEALT, kind]
        n = _lay_out(counts, _AFTERWARDS, _GONE_AFTER, left)
        n = _fill(_OTHERS_AFTER, rng, counts, slots, left, n, past)
    _write_down(s, seat, out, slots, left, n, past)
    for me in range(SEATS):
        unknown = me != seat and past[_KNOWN + me] & _NOW == 0
        if unknown and not _fits(_likelihood(s, seat, me, out.hand[me]), rng):
            return False
    if s.visto > 0 and past[_NO_PAST] == 0 and not _seen_so(s, seat, rng, slots, past):
        return False
    if s.signs == 0 and s.talk == 0:
        return True
    return _signs_again(s, seat, rng, out, counts[_MINE], slots, past)


@njit
def _lay_out(counts, row, without, cards):
    """List the kinds of the cards of a row, without those of another one; returns how many."""
    n = 0
    for kind in range(KINDS):
        for _i in range(counts[row, kind] - counts[without, kind]):
            cards[n] = kind
            n += 1
    return n


@njit
def _next_card(i, rng, cards, n):
    """Bring a random one of the cards from place ``i`` on to that place, and return it."""
    j = i + int(rng.random() * (n - i))
    card = cards[j]
    cards[j] = cards[i]
    cards[i] = card
    return card


@njit
def _ways_before(me, counts, slots, once, past):
    """Take a seat's cards of before the shuffle.

    Returns in how many ways there are such cards beside those taken, as a part of those in which
    they were drawn.
    """
    for kind in range(KINDS):
        counts[_MINE, kind] = 0
    ways = 1.0
    for i in range(past[_N + me]):
        slot = slots[me, i]
        kind = slot[_KIND]
        if kind == _NO_CARD or slot[_AFTER] == 1:
            continue
        if once == 0:
            there = counts[_BEFORE, kind]
            ways *= (there - counts[_TAKEN, kind]) / (there - counts[_MINE, kind])
            if ways <= 0.0:
                return 0.0
        counts[_MINE, kind] += 1
        counts[_TAKEN, kind] += 1
        if slot[_GONE] >= past[_SHUFFLED]:
            counts[_STAYS, kind] += 1
            counts[_GONE_AFTER, kind] += 1
    return ways


@njit
def _ways_after(me, counts, slots, once, past):
    """Count a seat's cards of after the shuffle; returns in how many ways they were drawn."""
    for kind in range(KINDS):
        counts[_MINE, kind] = 0
        if once == 1:
            # The own cards that stayed were not yet taken away.
            for i in range(past[_N + me]):
                slot = slots[me, i]
                if slot[_KIND] == kind and slot[_AFTER] == 0 and slot[_GONE] >= past[_SHUFFLED]:
                    counts[_MINE, kind] -= 1
    ways = 1.0
    for i in range(past[_N + me]):
        kind = slots[me, i, _KIND]
        if kind != _NO_CARD and slots[me, i, _AFTER] == 1:
            taken = counts[_GONE_AFTER, kind] if once == 1 else 0
            ways *= counts[_AFTERWARDS, kind] - taken - counts[_MINE, kind]
            counts[_MINE, kind] += 1
            counts[_DEALT, kind] += 1
    for kind in range(KINDS):
        counts[_GONE_AFTER, kind] = counts[_STAYS, kind] + counts[_DEALT, kind]
    return ways


@njit
def _ways_to_deal(counts):
    """In how many ways all cards known of are dealt after the shuffle.

    What others held at the shuffle is not in the new deck. For the own cards the number is a part
    of the ways there would be if it were.
    """
    ways = 1.0
    for kind in range(KINDS):
        there = counts[_ALL, kind]
        stays = counts[_STAYS, kind]
        for i in range(counts[_OWN, kind]):
            ways *= (there - stays - i) / (there - i)
        left = counts[_AFTERWARDS, kind] - stays
        for i in range(counts[_DEALT, kind]):
            ways *= left - i
        if ways <= 0.0 or left < 0:
            return 0.0
    return ways


_HELD_THEN, _OTHERS_BEFORE, _OTHERS_AFTER = range(3)  # slots: held at the shuffle, dealt before it


@njit
def _fill(which, rng, counts, slots, cards, n, past):
    """Give cards to slots that have none; returns how many are left, at the beginning."""
    for me in range(SEATS):
        for i in range(past[_N + me]):
            slot = slots[me, i]
            if slot[_KIND] != _NO_CARD or slot[_AFTER] != (which == _OTHERS_AFTER):
                continue
            if which == _HELD_THEN and slot[_GONE] < past[_SHUFFLED]:
                continue
            j = int(rng.random() * n)
            slot[_KIND] = cards[j]
            n -= 1
            cards[j] = cards[n]
            if which == _HELD_THEN:
                counts[_STAYS, slot[_KIND]] += 1
    return n


# -- cards that fit what is known ------------------------------------------------------------------


@njit
def _plan(s, seat, past):
    """In which order the seats' hands are drawn that much is known of, and which of them once.

    The first is drawn until it fits. So may the others, from all cards, but it fails where two have
    drawn the same card; drawn once from what is left, it fails where the hand does not fit. Either
    is exact: what fails less often is done.
    """
    chances = np.ones(SEATS, np.float64)
    for me in range(SEATS):
        past[_ORDER + me] = -1
        if me != seat:
            past[_KNOWN + me] = _evidence(s, seat, me, past)
            chances[me] = _rough_chance(s, seat, me, past[_KNOWN + me])
    taken = 0
    for place in range(SEATS - 1):
        rarest = -1
        for me in range(SEATS):
            drawn = False
            for i in range(place):
                drawn |= past[_ORDER + i] == me
            rarer = rarest < 0 or chances[me] < chances[rarest]
            if past[_KNOWN + me] > 0 and not drawn and rarer:
                rarest = me
        if rarest < 0:
            return
        past[_ORDER + place] = rarest
        apart = (1.0 - 1.5 * taken / _USUAL) ** s.held
        if place > 0 and chances[rarest] > apart:
            past[_ONCE + rarest] = 1
        taken += s.held


_USUAL = 36  # cards that are unseen
_DECLARED = ((1.0, 0.73, 0.27), (0.43, 0.34, 0.09), (0.57, 0.39, 0.18))  # by pares and juego
_SIGNED = 0.12


@njit
def _rough_chance(s, seat, me, known):
    """The chance, roughly, that a seat's hands fit what is known of them."""
    if s.shown[me] > 0:
        return 0.0
    chance = _DECLARED[s.pares_said[me]][s.juego_said[me]]
    if s.signs > 0 or s.talk == 1:
        for window in range(WINDOWS):
            told_now = _is_present(s, window, me) and _tells(s, seat, me, window)
            if known >> window & 1 or told_now:
                chance *= _SIGNED
    return chance


@njit
def _evidence(s, seat, me, past):
    """The windows, as bits, in which much is known of a seat's hand; ``_NOW``: of the present."""
    found = _NOW if s.pares_said[me] > 0 or s.shown[me] > 0 else 0
    if s.signs == 0 and s.talk == 0:
        return found
    for window in range(WINDOWS):
        if _tells(s, seat, me, window):
            if _is_present(s, window, me):
                found |= _NOW
            elif past[_NO_PAST] == 0:
                found |= 1 << window
    return found


@njit
def _tells(s, seat, me, window):
    """True for a sign that was seen or admitted or surely not given, a phrase that must be true."""
    if _known_sign(s, seat, me, window) > 1 or s.said[window, me] > PHRASES - 2:
        return True
    rival = me % TEAMS != seat % TEAMS
    return rival and _acted_unseen(s, seat, me, window) and _missed(s, me, window) < 0.5


@njit
def _draw_hands(s, seat, me, rng, hand, slots, cards, once, past):
    """The hands of a seat that much is known of, drawn until they fit, or once; False if not."""
    n = past[_N + me]
    known = past[_KNOWN + me]
    before, after = cards[2 * once], cards[2 * once + 1]
    all_before, all_after = past[_CARDS + 2 * once], past[_CARDS + 2 * once + 1]
    while True:
        first = 0
        if known & 1:  # of the first hand, whatever of it was thrown later
            while True:
                for kind in range(KINDS):
                    hand[kind] = 0
                for i in range(s.held):
                    hand[_next_card(i, rng, before, all_before)] += 1
                if _fits(_likelihood_in(s, seat, me, hand, 0), rng):
                    break
                if once == 1:
                    return False
            first = s.held
        for i in range(n):
            slots[me, i, _GONE] = _HELD
            slots[me, i, _KIND] = before[i] if i < first else _NO_CARD
        _throw_again(s, me, rng, slots, past)
        drawn = first
        later = 0
        fits = True
        for window in range(1 if first > 0 else 0, s.mus_rounds + 2):
            now = window > s.mus_rounds
            if known & (_NOW if now else 1 << window) == 0:
                continue
            for kind in range(KINDS):
                hand[kind] = 0
            for i in range(n):
                slot = slots[me, i]
                if slot[_BATCH] > window or slot[_GONE] < (_HELD if now else window):
                    continue
                if slot[_KIND] == _NO_CARD and slot[_AFTER] == 0:
                    slot[_KIND] = _next_card(drawn, rng, before, all_before)
                    drawn += 1
                elif slot[_KIND] == _NO_CARD:
                    slot[_KIND] = _next_card(later, rng, after, all_after)
                    later += 1
                hand[slot[_KIND]] += 1
            if now:
                fits = _fits(_likelihood(s, seat, me, hand), rng)
            else:
                fits = _fits(_likelihood_in(s, seat, me, hand, window), rng)
            if not fits:
                break
        if fits or once == 1:
            return fits


@njit
def _fits(likelihood, rng):
    """True with a probability."""
    return likelihood >= 1.0 or (likelihood > 0.0 and rng.random() < likelihood)


@njit
def _draw_present(s, seat, me, rng, hand, slots, all_cards, once, past):
    """The present hand of a seat, drawn until it fits, or once; False if it does not fit."""
    cards, n = all_cards[2 * once], past[_CARDS + 2 * once]
    held = 0
    for i in range(past[_N + me]):
        held += slots[me, i, _GONE] == _HELD
    if s.shown[me] > 0:
        _find_shown(s, me, rng, cards, n)
    while s.shown[me] == 0:
        points = 10 * (HAND - held)
        there = 0
        twice = 0
        for i in range(held):
            kind = _next_card(i, rng, cards, n)
            points += POINTS[kind]
            twice |= there & 1 << kind
            there |= 1 << kind
        fits = s.pares_said[me] == 0 or (s.pares_said[me] == 2) == (twice != 0)
        if fits and s.juego_said[me] > 0:
            fits = (s.juego_said[me] == 2) == (points >= 31)
        if fits and (s.signs > 0 or s.talk == 1):
            for kind in range(KINDS):
                hand[kind] = 0
            for i in range(held):
                hand[cards[i]] += 1
            fits = _fits(_likelihood(s, seat, me, hand), rng)
        if fits:
            break
        if once == 1:
            return False
    drawn = 0
    for i in range(past[_N + me]):
        if slots[me, i, _GONE] == _HELD:
            slots[me, i, _KIND] = cards[drawn]
            drawn += 1
    return True


@njit
def _find_shown(s, me, rng, cards, n):
    """Bring random cards of the kinds shown to the first places."""
    taken = 0
    for kind in range(KINDS):
        for _i in range(code_count(s.shown[me], kind)):
            card = _next_card(taken, rng, cards, n)
            while card != kind:
                card = _next_card(taken, rng, cards, n)
            taken += 1
    for i in range(taken - 1):  # no slot is before another
        _next_card(i, rng, cards, taken)


@njit
def _write_down(s, seat, out, slots, cards, n, past):
    """Fill hands, piles, and the others' records of what they drew and threw."""
    for kind in range(KINDS):
        out.deck[kind] = 0
        out.thrown[kind] = 0
    for i in range(n):
        out.deck[cards[i]] += 1
    for batch in range(past[_PILE], ROUNDS):
        for kind in range(KINDS):
            out.thrown[kind] += code_count(s.gone[seat, batch], kind)
    for me in range(SEATS):
        if me == seat:
            continue
        out.fresh[me] = 0
        out.drawn[me, 0] = 0
        out.drawn[me, 1] = 0
        for kind in range(KINDS):
            out.hand[me, kind] = 0
        for batch in range(ROUNDS):
            out.gone[me, batch] = 0
        for i in range(past[_N + me]):
            slot = slots[me, i]
            kind = slot[_KIND]
            if past[_NO_PAST] == 1:
                out.hand[me, kind] += 1
                continue
            out.drawn[me, slot[_AFTER]] += 1 << 4 * kind
            if slot[_BATCH] == s.mus_rounds and not _has_thrown(s, slot[_BATCH], me):
                out.fresh[me] += 1 << 4 * kind
            if slot[_GONE] == _HELD:
                out.hand[me, kind] += 1
            else:
                out.gone[me, slot[_GONE]] += 1 << 4 * kind
                if slot[_GONE] >= past[_PILE]:
                    out.thrown[kind] += 1


@njit
def _seen_so(s, seat, rng, slots, past):
    """A card that was seen when dealt is as likely as its seat was dealt cards of that kind."""
    for batch in range(s.mus_rounds + 1):
        seen = int(s.face_up[batch]) - 1
        me = seen // KINDS
        if seen < 0 or me == seat:
            continue
        there = 0
        for i in range(past[_N + me]):
            slot = slots[me, i]
            there += slot[_BATCH] == batch and slot[_KIND] == seen % KINDS
        if rng.random() * _dealt(s, batch, me) >= there:
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
        return 1.0 if known < 2 or _may_sign(s, hand, window, known - 2) else 0.0
    if not _acted_unseen(s, seat, me, window):
        return 1.0
    mask = legal_signs(s, hand, window)
    n = _count_bits(mask)
    if known > 1:
        return 2.0 / (1 + n) if mask >> (known - 2) & 1 else 0.0
    return (_weight_of_nothing(s, me, window) + n * _missed(s, me, window)) / (1 + n)


@njit
def _may_sign(s, hand, window, sign):
    """True where a hand may give a sign, the common ones in few steps."""
    if sign == TWO_KINGS:
        return hand[KING] == 2
    if sign == TWO_ACES:
        return hand[ACE] == 2
    return legal_signs(s, hand, window) >> sign & 1 == 1


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
def _missed(s, me, window):
    return 1.0 if _waits(s, me, window) else 1.0 - s.catch / 100.0


# -- signs -----------------------------------------------------------------------------------------


@njit
def _signs_again(s, seat, rng, out, hand, slots, past):
    """Give and catch all signs again; False where they do not fit the hands of then."""
    for window in range(WINDOWS):
        if s.mus_rounds < window < BEFORE_CHICA:
            continue
        for me in range(SEATS):
            past_hand = past[_NO_PAST] == 0 and window <= s.mus_rounds
            if me != seat and past_hand and not _is_present(s, window, me):
                _hand_then(slots, past, me, window, hand)
                if past[_KNOWN + me] >> window & 1 == 0 and not _fits(
                    _likelihood_in(s, seat, me, hand, window), rng
                ):
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
    for i in range(past[_N + me]):
        if slots[me, i, _BATCH] <= window <= slots[me, i, _GONE]:
            hand[slots[me, i, _KIND]] += 1


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
