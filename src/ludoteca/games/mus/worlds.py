"""Worlds that a seat cannot tell apart: the cards of the others dealt anew.

Whoever threw what face down, all cards that a seat has not seen are equally likely in all places. A
*slot* is a card that one of the others was dealt: its deal of cards, and the round in which it was
thrown, if it was; that is drawn at random first, without regard to kinds. Then slots get cards.
What the seat knows of a hand (declarations, signs, words) is a condition: the hands of such a seat
are drawn until they fit, from all unseen cards, and the world is kept in proportion to the ways in
which the others' cards can be theirs beside those. What little else is known (a sign that was not
caught) is a chance to keep the world.

A shuffle changes little. Of each kind let ``b`` cards be unseen before it, all held by others then
or thrown; with those that the seat itself had thrown there are ``t``, of which it was dealt some
after the shuffle, so that ``v`` are unseen now. Others held ``h`` at the shuffle and were dealt
``q`` after it in, with falling powers x(n) = x (x - 1) ... (x - n + 1),

    b(h) * (t - h)(t - v + q)  ~  v(h + q) * b(h) / t(h)

ways: all that is unseen now is equally likely in all places, but what was held at the shuffle was
none of the own cards thrown before it. What others threw before it is the rest of ``b``.

The frequencies are those of :mod:`ludoteca.core.laws.referee`, wherever a seat decides. When hands
are shown there is nothing left to decide: the others get hands that fit what was declared and
shown, and no past.
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
    copies_of,
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

_SLOTS = HAND * (1 + ROUNDS)  # of a seat
_BATCH, _AFTER, _GONE, _KIND = range(4)  # columns of a slot; _GONE: the round, or _HELD
_HELD = ROUNDS  # a round that never comes
_PRESENT = ROUNDS  # the row of a seat's present hand, below those of the hands it threw from
_NO_CARD = -1
_MOST_CARDS = 8 * KINDS

# Rows of cards by kind: those unseen now, unseen before the shuffle, and these with the own cards
# thrown before it (v, b and t). In a try, those that have a place: of the cards unseen now, of
# those unseen then, what was held at the shuffle (h + q, all of b, and h). Then those of a hand.
_NOW, _THEN, _ALL, _TAKEN, _USED, _KEPT, _MINE, _MINE_THROWN = range(8)

# When a slot's card was there: after the shuffle, or there is none; held at it; thrown before it.
_LATER, _HELD_THEN, _THROWN_THEN = range(3)

# The deal of cards in which the shuffle was, or 0; 1 where the others get no past; how many cards
# are unseen now, and were before the shuffle. Then of each seat how many slots it has, and the
# rows, as bits, of hands of which much is known.
_SHUFFLED, _NO_PAST, _CARDS, _N, _KNOWN = 0, 1, 2, 4, 4 + SEATS


@njit
def resample_from_infostate(s, seat, rng, out):
    """Deal the others' cards, their discards and the stock anew."""
    counts = np.zeros((_MINE_THROWN + 1, KINDS), np.int64)
    slots = np.zeros((SEATS, _SLOTS, 4), np.int64)
    hands = np.zeros((SEATS, ROUNDS + 1, HAND), np.int64)  # slots
    cards = np.zeros((4, _MOST_CARDS), np.int64)  # unseen now, before the shuffle; the same, left
    past = np.zeros(_KNOWN + SEATS, np.int64)
    _read_past(s, seat, counts, slots, past)
    for me in range(SEATS):
        if me != seat:
            past[_KNOWN + me] = _evidence(s, seat, me, past)
            # Which of its cards a seat threw tells nothing of their kinds.
            _throw_again(s, me, rng, slots, hands, past)
    past[_CARDS] = _list_cards(counts[_NOW], counts[_TAKEN], cards[0])
    past[_CARDS + 1] = _list_cards(counts[_THEN], counts[_USED], cards[1])
    while not _dealt_again(s, seat, rng, out, counts, slots, hands, cards, past):
        pass


@njit
def _read_past(s, seat, counts, slots, past):
    """Fill the first rows of ``counts``, ``past``, and the slots but for their cards."""
    stock = 0
    for kind in range(KINDS):
        copies = copies_of(kind, s.kings, s.ranks, s.copies)
        stock += copies
        counts[_THEN, kind] = copies - code_count(s.drawn[seat, 0], kind)
        counts[_NOW, kind] = counts[_THEN, kind]
    if s.phase == DRAWING_DEALER:
        return
    past[_NO_PAST] = s.shown[0] + s.shown[1] + s.shown[2] + s.shown[3] > 0
    # In mus corrido the deal passes on as soon as mus is agreed to.
    agreed = s.mus_rounds + (1 if s.phase == DISCARDING else 0)
    mano = s.dealer + 1 + (SEATS * ROUNDS - agreed if s.running == 1 else 0)
    shuffled = 0
    for batch in range(s.mus_rounds + 1):
        for turn in range(SEATS):
            me = (mano + turn) % SEATS
            for _card in range(_dealt(s, batch, me)):
                if stock == 0 and shuffled == 0:
                    shuffled = batch  # there is no second shuffle
                stock -= 1
                if me != seat:
                    slot = slots[me, past[_N + me]]
                    slot[_BATCH] = batch
                    slot[_AFTER] = shuffled > 0
                    slot[_GONE] = _HELD
                    past[_N + me] += 1
        mano += s.running
    if past[_NO_PAST] == 1:
        _leave_past_out(s, seat, slots, past)
    if s.shuffles == 0:
        return
    past[_SHUFFLED] = shuffled if shuffled > 0 else s.mus_rounds  # perhaps no card since
    for kind in range(KINDS):
        counts[_ALL, kind] = counts[_THEN, kind]
        for batch in range(past[_SHUFFLED]):
            counts[_ALL, kind] += code_count(s.gone[seat, batch], kind)
        counts[_NOW, kind] = counts[_ALL, kind] - code_count(s.drawn[seat, 1], kind)


@njit
def _leave_past_out(s, seat, slots, past):
    """Slots for the present hands alone, for which all cards are that are unseen now."""
    for me in range(SEATS):
        past[_N + me] = s.held if me != seat else 0
        for i in range(past[_N + me]):
            slots[me, i, _BATCH] = 0
            slots[me, i, _AFTER] = 1
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
def _throw_again(s, me, rng, slots, hands, past):
    """In each round a seat throws as many of its cards as it threw, at random."""
    hand = hands[me, _PRESENT]
    for i in range(s.held):
        hand[i] = i
        slots[me, i, _GONE] = _HELD
    dealt = s.held
    for batch in range(0 if past[_NO_PAST] == 1 else ROUNDS):
        if not _has_thrown(s, batch, me):
            return
        for i in range(s.held):
            hands[me, batch, i] = hand[i]
        n = int(s.threw[batch, me])
        for i in range(s.held - 1, s.held - 1 - n, -1):
            j = int(rng.random() * (i + 1))
            slots[me, hand[j], _GONE] = batch
            hand[j] = hand[i]
        for i in range(s.held - n, s.held):
            hand[i] = dealt  # perhaps not dealt yet: such places are the last ones
            slots[me, dealt, _GONE] = _HELD
            dealt += 1


# -- a try -----------------------------------------------------------------------------------------


@njit
def _dealt_again(s, seat, rng, out, counts, slots, hands, cards, past):
    """Make ``out`` a world; False where it is given up."""
    for row in range(_TAKEN, _MINE):
        for kind in range(KINDS):
            counts[row, kind] = 0
    for me in range(SEATS):
        for i in range(past[_N + me]):
            slots[me, i, _KIND] = _NO_CARD
        if past[_KNOWN + me] > 0:
            _draw_hands(s, seat, me, rng, counts[_MINE], slots, hands, cards, past)
            if not _fits(_ways(me, counts, slots, past), rng):
                return False
    left = cards[2]
    n = _list_cards(counts[_NOW], counts[_TAKEN], left)
    if past[_SHUFFLED] > 0:
        n = _fill(_HELD_THEN, rng, counts, slots, left, n, past)
        if n < 0:
            return False
        then = _list_cards(counts[_THEN], counts[_USED], cards[3])
        _fill(_THROWN_THEN, rng, counts, slots, cards[3], then, past)
    n = _fill(_LATER, rng, counts, slots, left, n, past)
    _write_down(s, seat, out, slots, left, n, past)
    if s.visto > 0 and past[_NO_PAST] == 0 and not _seen_so(s, seat, rng, slots, past):
        return False
    return (s.signs == 0 and s.talk == 0) or _signs_again(
        s, seat, rng, out, counts[_MINE], slots, hands, past
    )


@njit
def _list_cards(there, without, cards):
    """List the kinds of the cards there, without some; returns how many."""
    n = 0
    for kind in range(KINDS):
        for _i in range(there[kind] - without[kind]):
            cards[n] = kind
            n += 1
    return n


@njit
def _when(slot, past):
    """``_LATER``, ``_HELD_THEN`` or ``_THROWN_THEN``."""
    if slot[_AFTER] == 1 or past[_SHUFFLED] == 0:
        return _LATER
    return _HELD_THEN if slot[_GONE] >= past[_SHUFFLED] else _THROWN_THEN


@njit
def _ways(me, counts, slots, past):
    """Take the cards drawn for a seat.

    Returns in how many ways they are there beside those taken, as a part of those in which they
    were drawn.
    """
    for kind in range(KINDS):
        counts[_MINE, kind] = 0
        counts[_MINE_THROWN, kind] = 0
    ways = 1.0
    for i in range(past[_N + me]):
        slot = slots[me, i]
        kind = slot[_KIND]
        if kind == _NO_CARD:
            continue
        when = _when(slot, past)
        if when == _THROWN_THEN:
            there = counts[_THEN, kind]
            ways *= (there - counts[_USED, kind]) / (there - counts[_MINE_THROWN, kind])
            counts[_MINE_THROWN, kind] += 1
            counts[_USED, kind] += 1
        else:
            there = counts[_NOW, kind]
            ways *= (there - counts[_TAKEN, kind]) / (there - counts[_MINE, kind])
            counts[_MINE, kind] += 1
            counts[_TAKEN, kind] += 1
            if when == _HELD_THEN:
                ways *= _ways_to_hold(counts, kind)
        if ways <= 0.0:
            return 0.0
    return ways


@njit
def _ways_to_hold(counts, kind):
    """Take a card that was held at the shuffle; returns the next factor of b(h) / t(h)."""
    ways = counts[_THEN, kind] - counts[_USED, kind]
    if ways <= 0:
        return 0.0
    ways /= counts[_ALL, kind] - counts[_KEPT, kind]
    counts[_USED, kind] += 1
    counts[_KEPT, kind] += 1
    return ways


@njit
def _fill(when, rng, counts, slots, cards, n, past):
    """Give cards to slots that have none.

    Returns how many are left, at the beginning, or -1 where a card cannot have been held.
    """
    for me in range(SEATS):
        for i in range(past[_N + me]):
            slot = slots[me, i]
            if slot[_KIND] != _NO_CARD or _when(slot, past) != when:
                continue
            j = int(rng.random() * n)
            slot[_KIND] = cards[j]
            n -= 1
            cards[j] = cards[n]
            if when == _HELD_THEN and not _fits(_ways_to_hold(counts, slot[_KIND]), rng):
                return -1
    return n


@njit
def _fits(likelihood, rng):
    """True with a probability."""
    return likelihood >= 1.0 or (likelihood > 0.0 and rng.random() < likelihood)


# -- cards that fit what is known ------------------------------------------------------------------


@njit
def _evidence(s, seat, me, past):
    """The rows, as bits, of the hands of which much is known."""
    found = 1 << _PRESENT if s.pares_said[me] > 0 or s.shown[me] > 0 else 0
    if s.signs == 0 and s.talk == 0:
        return found
    for window in range(WINDOWS):
        if _tells(s, seat, me, window):
            if _is_present(s, window, me):
                found |= 1 << _PRESENT
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
def _draw_hands(s, seat, me, rng, hand, slots, hands, cards, past):
    """The hands of a seat of which much is known, drawn until they fit, or the one it showed."""
    if s.shown[me] > 0:
        shown = 0
        for kind in range(KINDS):
            for _i in range(code_count(s.shown[me], kind)):
                slots[me, shown, _KIND] = kind
                shown += 1
        return
    fits = False
    while not fits:
        if past[_KNOWN + me] != 1 << _PRESENT or past[_SHUFFLED] > 0:
            _throw_again(s, me, rng, slots, hands, past)
        for i in range(past[_N + me]):
            slots[me, i, _KIND] = _NO_CARD
        drawn = drawn_then = 0
        for row in range(_PRESENT + 1):
            if past[_KNOWN + me] >> row & 1 == 0:
                continue
            held = s.held - s.due[me] if row == _PRESENT else s.held
            points = 10 * (HAND - held)
            code = 0
            for i in range(held):
                slot = slots[me, hands[me, row, i]]
                if slot[_KIND] == _NO_CARD and _when(slot, past) == _THROWN_THEN:
                    slot[_KIND] = _next_card(drawn_then, rng, cards[1], past[_CARDS + 1])
                    drawn_then += 1
                elif slot[_KIND] == _NO_CARD:
                    slot[_KIND] = _next_card(drawn, rng, cards[0], past[_CARDS])
                    drawn += 1
                points += POINTS[slot[_KIND]]
                code += 1 << 4 * slot[_KIND]
            fits = row < _PRESENT or _is_declared(s, me, code, points)
            if fits and (s.signs > 0 or s.talk == 1):
                for kind in range(KINDS):
                    hand[kind] = code_count(code, kind)
                fits = _fits(_likelihood(s, seat, me, row, hand), rng)
            if not fits:
                break


@njit
def _next_card(i, rng, cards, n):
    """Bring a random one of the cards from place ``i`` on to that place, and return it."""
    j = i + int(rng.random() * (n - i))
    card = cards[j]
    cards[j] = cards[i]
    cards[i] = card
    return card


@njit
def _is_declared(s, me, code, points):
    """True for a hand, and its points, of which a seat could declare what it did."""
    if s.juego_said[me] > 0 and (s.juego_said[me] == 2) != (points >= 31):
        return False
    pares = code + _SIX_OF_EACH & _EIGHT_OF_EACH != 0  # two or more of a kind
    return s.pares_said[me] == 0 or (s.pares_said[me] == 2) == pares


_SIX_OF_EACH, _EIGHT_OF_EACH = 0x6666666666, 0x8888888888


@njit
def _write_down(s, seat, out, slots, cards, n, past):
    """Fill hands, piles, and the others' records of what they drew and threw."""
    for kind in range(KINDS):
        out.deck[kind] = 0
        out.thrown[kind] = 0
    for i in range(n):
        out.deck[cards[i]] += 1
    for batch in range(past[_SHUFFLED], ROUNDS):
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
                if slot[_GONE] >= past[_SHUFFLED]:
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
def _likelihood(s, seat, me, row, hand):
    """Likelihood of the signs and words that ``seat`` knows of a hand, scaled to at most 1."""
    if row < _PRESENT:
        return _likelihood_in(s, seat, me, hand, row)
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
def _signs_again(s, seat, rng, out, hand, slots, hands, past):
    """Give and catch all signs again; False where they do not fit the hands of then."""
    for window in range(WINDOWS):
        if s.mus_rounds < window < BEFORE_CHICA:
            continue
        for me in range(SEATS):
            team, partner = me % TEAMS, me // TEAMS
            if past[_NO_PAST] == 1:
                if team != seat % TEAMS:
                    out.signed[team, window, partner] = 0
                if me != seat:
                    out.caught[me, window, 0] = 0
                    out.caught[me, window, 1] = 0
                continue
            if me != seat:
                row = _PRESENT if _is_present(s, window, me) else window
                for kind in range(KINDS):
                    hand[kind] = out.hand[me, kind] if row == _PRESENT else 0
                for i in range(s.held if row < _PRESENT else 0):
                    hand[slots[me, hands[me, row, i], _KIND]] += 1
                if past[_KNOWN + me] >> row & 1 == 0 and not _fits(
                    _likelihood_in(s, seat, me, hand, window), rng
                ):
                    return False
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
