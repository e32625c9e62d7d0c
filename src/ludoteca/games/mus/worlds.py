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

from .evidence import (
    PRESENT,
    has_thrown,
    is_declared,
    likelihood_in,
    likelihood_of,
    row_of,
    rows_known,
    sign_again,
    waits,
)
from .hands import HAND, KINDS, POINTS, code_count, copies_of, juego_points, pares_key
from .ids import BEFORE_CHICA, DEALING, DISCARDING, DRAWING_DEALER, ROUNDS, SEATS, TEAMS, WINDOWS

_SLOTS = HAND * (1 + ROUNDS)  # of a seat
_BATCH, _AFTER, _GONE, _KIND = range(4)  # columns of a slot; _GONE: the round, or _HELD
_HELD = ROUNDS  # a round that never comes
_NO_CARD = -1
_MOST_CARDS = 8 * KINDS

# Rows of cards by kind: those unseen now, unseen before the shuffle, and these with the own cards
# thrown before it (v, b and t). Three rows of those that have a place in a world: of the cards
# unseen now, of those unseen then, and what was held at the shuffle (h + q, all of b, and h). Three
# such rows of a seat by itself. Then those of a hand being drawn.
_NOW, _THEN, _ALL, _WORLD, _ALONE, _MINE, _MINE_THROWN = 0, 1, 2, 3, 6, 9, 10
_TAKEN, _USED, _KEPT = range(3)

# When a slot's card was there: after the shuffle, or there is none; held at it; thrown before it.
_LATER, _HELD_THEN, _THROWN_THEN = range(3)

# The deal of cards in which the shuffle was, or 0; 1 where the others get no past; how many cards
# are unseen now, and were before the shuffle. Then of each seat how many slots it has; the rows, as
# bits, of hands of which much is known; and which of them is drawn first.
_SHUFFLED, _NO_PAST, _CARDS, _N = 0, 1, 2, 4
_KNOWN, _FIRST = _N + SEATS, _N + 2 * SEATS


@njit
def resample_from_infostate(s, seat, rng, out):
    """Deal the others' cards, their discards and the stock anew."""
    counts = np.zeros((_MINE_THROWN + 1, KINDS), np.int64)
    slots = np.zeros((SEATS, _SLOTS, 4), np.int64)
    hands = np.zeros((SEATS, ROUNDS + 1, HAND), np.int64)  # slots
    cards = np.zeros((4, _MOST_CARDS), np.int64)  # unseen now, before the shuffle; the same, left
    past = np.zeros(_FIRST + SEATS, np.int64)
    _read_past(s, seat, counts, slots, past)
    for me in range(SEATS):
        if me != seat:
            _read_evidence(s, seat, me, past)
            # Which of its cards a seat threw tells nothing of their kinds.
            _throw_again(s, me, rng, slots, hands, past)
    past[_CARDS] = _list_cards(counts, _NOW, _TAKEN, cards[0])
    past[_CARDS + 1] = _list_cards(counts, _THEN, _USED, cards[1])
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
def _read_evidence(s, seat, me, past):
    """Which hands of a seat must fit, and in which order they are drawn."""
    known = 0
    first = PRESENT
    if s.shown[me] == 0:
        known = rows_known(s, seat, me)
        if past[_NO_PAST] == 1:
            known &= 1 << PRESENT
        # A sign says more than a declaration. After a shuffle only the present hand is surely of
        # cards that are unseen now.
        if known > 0 and past[_SHUFFLED] == 0:
            while known >> first & 1 == 0:
                first -= 1
        if known > 0:
            known |= 1 << first
    declared = s.pares_said[me] > 0 or s.shown[me] > 0
    past[_KNOWN + me] = known | 1 << PRESENT if declared else known
    past[_FIRST + me] = first


@njit
def _throw_again(s, me, rng, slots, hands, past):
    """In each round a seat throws as many of its cards as it threw, at random."""
    hand = hands[me, PRESENT]
    for i in range(s.held):
        hand[i] = i
        slots[me, i, _GONE] = _HELD
    dealt = s.held
    for batch in range(0 if past[_NO_PAST] == 1 else ROUNDS):
        if not has_thrown(s, batch, me):
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
    for row in range(_WORLD, _WORLD + 3):
        for kind in range(KINDS):
            counts[row, kind] = 0
    for me in range(SEATS):
        if past[_KNOWN + me] == 0:
            for i in range(past[_N + me]):
                slots[me, i, _KIND] = _NO_CARD
            continue
        alone = _draw_hands(s, seat, me, rng, counts, slots, hands, cards, past)
        if not _fits(_ways(me, _WORLD, counts, slots, past) / alone, rng):
            return False
    if past[_SHUFFLED] > 0:
        if not _held_again(rng, counts, slots, cards, past):
            return False
        n = _list_cards(counts, _THEN, _USED, cards[2])
        _fill(_THROWN_THEN, rng, slots, cards[2], n, past)
    n = _list_cards(counts, _NOW, _TAKEN, cards[2])
    n = _fill(_LATER, rng, slots, cards[2], n, past)
    _write_down(s, seat, out, slots, cards[2], n, past)
    if s.visto > 0 and past[_NO_PAST] == 0 and not _seen_so(s, seat, rng, slots, past):
        return False
    return (s.signs == 0 and s.talk == 0) or _signs_again(
        s, seat, rng, out, counts[_MINE], slots, hands, past
    )


@njit
def _list_cards(counts, row, without, cards):
    """List the kinds of the cards of a row that have no place yet; returns how many."""
    n = 0
    for kind in range(KINDS):
        for _i in range(counts[row, kind] - counts[_WORLD + without, kind]):
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
def _ways(me, rows, counts, slots, past):
    """Give the cards drawn for a seat a place, in ``rows``: ``_WORLD`` or ``_ALONE``.

    Returns in how many ways they are there, as a part of those in which they were drawn.
    """
    taken, used, kept = counts[rows + _TAKEN], counts[rows + _USED], counts[rows + _KEPT]
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
            ways *= (there - used[kind]) / (there - counts[_MINE_THROWN, kind])
            counts[_MINE_THROWN, kind] += 1
            used[kind] += 1
        else:
            there = counts[_NOW, kind]
            ways *= (there - taken[kind]) / (there - counts[_MINE, kind])
            counts[_MINE, kind] += 1
            taken[kind] += 1
            if when == _HELD_THEN and ways > 0.0:
                ways *= counts[_THEN, kind] - used[kind]
                ways /= counts[_ALL, kind] - kept[kind]
                used[kind] += 1
                kept[kind] += 1
        if ways <= 0.0:
            return 0.0
    return ways


@njit
def _held_again(rng, counts, slots, cards, past):
    """Give cards to what was held at the shuffle and has none; False where one cannot have been."""
    taken, used, kept = counts[_WORLD + _TAKEN], counts[_WORLD + _USED], counts[_WORLD + _KEPT]
    n = _list_cards(counts, _NOW, _TAKEN, cards[2])
    then = _list_cards(counts, _THEN, _USED, cards[3])
    # Drawn from either list, and kept in proportion to the other.
    from_then = then < n
    for me in range(SEATS):
        for i in range(past[_N + me]):
            slot = slots[me, i]
            if slot[_KIND] != _NO_CARD or _when(slot, past) != _HELD_THEN:
                continue
            if from_then:
                kind = _next_card(0, rng, cards[3], then)
                then -= 1
                cards[3, 0] = cards[3, then]
                ways = counts[_NOW, kind] - taken[kind]
            else:
                kind = _next_card(0, rng, cards[2], n)
                n -= 1
                cards[2, 0] = cards[2, n]
                ways = counts[_THEN, kind] - used[kind]
            if rng.random() * (counts[_ALL, kind] - kept[kind]) >= ways:
                return False
            slot[_KIND] = kind
            taken[kind] += 1
            used[kind] += 1
            kept[kind] += 1
    return True


@njit
def _fill(when, rng, slots, cards, n, past):
    """Give cards to slots that have none; returns how many are left, at the beginning."""
    for me in range(SEATS):
        for i in range(past[_N + me]):
            slot = slots[me, i]
            if slot[_KIND] == _NO_CARD and _when(slot, past) == when:
                slot[_KIND] = _next_card(0, rng, cards, n)
                n -= 1
                cards[0] = cards[n]
    return n


@njit
def _fits(likelihood, rng):
    """True with a probability."""
    return likelihood >= 1.0 or (likelihood > 0.0 and rng.random() < likelihood)


# -- cards that fit what is known ------------------------------------------------------------------


@njit
def _draw_hands(s, seat, me, rng, counts, slots, hands, cards, past):
    """Draw the hands of a seat of which much is known until they fit, from all unseen cards.

    Returns in how many ways they are there, as a part of those in which they were drawn.
    """
    if s.shown[me] > 0:
        place = 0
        for kind in range(KINDS):
            for _i in range(code_count(s.shown[me], kind)):
                slots[me, place, _KIND] = kind
                place += 1
        return 1.0
    first = past[_FIRST + me]
    held = _size(s, first, me)
    shuffled = past[_SHUFFLED] > 0
    ways = 0.0
    while not _fits(ways, rng):
        ways = 0.0
        _draw_first(s, seat, me, held, rng, counts[_MINE], cards[0], past)
        if shuffled or past[_KNOWN + me] != 1 << PRESENT:
            _throw_again(s, me, rng, slots, hands, past)
        for i in range(past[_N + me]):
            slots[me, i, _KIND] = _NO_CARD
        for i in range(held):
            slots[me, hands[me, first, i], _KIND] = cards[0, i]
        if _others_fit(s, seat, me, rng, counts[_MINE], slots, hands, cards, past):
            if not shuffled:
                return 1.0
            for row in range(_ALONE, _ALONE + 3):
                for kind in range(KINDS):
                    counts[row, kind] = 0
            ways = _ways(me, _ALONE, counts, slots, past)
    return ways


@njit
def _size(s, row, me):
    """Cards of a hand."""
    return s.held - s.due[me] if row == PRESENT else s.held


@njit
def _draw_first(s, seat, me, held, rng, hand, cards, past):
    """Bring cards to the first places that fit what is known of the hand that is drawn first."""
    row, n = past[_FIRST + me], past[_CARDS]
    fits = False
    while not fits:
        for kind in range(KINDS):
            hand[kind] = 0
        points = 10 * (HAND - held)
        pares = False
        for i in range(held):
            kind = _next_card(i, rng, cards, n)
            points += POINTS[kind]
            pares |= hand[kind] == 1
            hand[kind] += 1
        fits = row < PRESENT or is_declared(s, me, pares, points)
        fits = fits and _fits(likelihood_of(s, seat, me, row, hand), rng)


@njit
def _others_fit(s, seat, me, rng, hand, slots, hands, cards, past):
    """Draw the other hands of a seat of which much is known; False where one does not fit."""
    known = past[_KNOWN + me] & ~(1 << past[_FIRST + me])
    if known == 0:
        return True
    drawn = _size(s, past[_FIRST + me], me)
    drawn_then = 0
    for row in range(PRESENT + 1):
        if known >> row & 1 == 0:
            continue
        for kind in range(KINDS):
            hand[kind] = 0
        for i in range(_size(s, row, me)):
            slot = slots[me, hands[me, row, i]]
            if slot[_KIND] == _NO_CARD and _when(slot, past) == _THROWN_THEN:
                slot[_KIND] = _next_card(drawn_then, rng, cards[1], past[_CARDS + 1])
                drawn_then += 1
            elif slot[_KIND] == _NO_CARD:
                slot[_KIND] = _next_card(drawn, rng, cards[0], past[_CARDS])
                drawn += 1
            hand[slot[_KIND]] += 1
        if row == PRESENT and not is_declared(s, me, pares_key(hand) > 0, juego_points(hand)):
            return False
        if not _fits(likelihood_of(s, seat, me, row, hand), rng):
            return False
    return True


@njit
def _next_card(i, rng, cards, n):
    """Bring a random one of the cards from place ``i`` on to that place, and return it."""
    j = i + int(rng.random() * (n - i))
    card = cards[j]
    cards[j] = cards[i]
    cards[i] = card
    return card


# -- the world -------------------------------------------------------------------------------------


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
            if slot[_BATCH] == s.mus_rounds and not has_thrown(s, slot[_BATCH], me):
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
                row = row_of(s, window, me)
                for kind in range(KINDS):
                    hand[kind] = out.hand[me, kind] if row == PRESENT else 0
                for i in range(s.held if row < PRESENT else 0):
                    hand[slots[me, hands[me, row, i], _KIND]] += 1
                if past[_KNOWN + me] >> row & 1 == 0 and not _fits(
                    likelihood_in(s, seat, me, hand, window), rng
                ):
                    return False
            if team != seat % TEAMS:
                out.signed[team, window, partner] = sign_again(s, seat, me, hand, window, rng)
            sign = int(out.signed[team, window, partner])
            acted = sign > 0 and s.said[window, me] == 0 and not waits(s, me, window)
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
