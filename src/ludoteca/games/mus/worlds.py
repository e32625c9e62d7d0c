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
    likelihood_in,
    likelihood_of,
    row_of,
    sign_again,
    waits,
)
from .fitting import draw_ahead, draw_hand, give_hand, is_so, look_ahead, sum_ways
from .hands import HAND, KINDS, code_count
from .ids import BEFORE_CHICA, ROUNDS, SEATS, TEAMS, WINDOWS
from .multisets import WITH
from .slots import (
    AFTER,
    ALL,
    ALONE,
    BATCH,
    DRAWN,
    FIRST,
    GONE,
    HELD,
    HELD_THEN,
    KEPT,
    KIND,
    KNOWN,
    LAST,
    LATER,
    MINE,
    MINE_THROWN,
    MOST_CARDS,
    NO_CARD,
    NO_PAST,
    NOW,
    ONCE,
    ORDER,
    SHUFFLED,
    SLOTS,
    TAKEN,
    THEN,
    THROWN,
    THROWN_THEN,
    THROWS,
    USED,
    WORLD,
    N,
    cards_dealt,
    deal_again,
    plan,
    read_evidence,
    read_past,
    row_after,
    throw_again,
    when_of,
)

_PATIENCE = 150  # hands drawn before what is known is looked at card by card
_OVER = 1 << 40


@njit
def resample_from_infostate(s, seat, rng, out):
    """Deal the others' cards, their discards and the stock anew."""
    counts = np.zeros((MINE_THROWN + 1, KINDS), np.int64)
    slots = np.zeros((SEATS, SLOTS, 4), np.int64)
    hands = np.zeros((SEATS, ROUNDS + 1, HAND), np.int64)  # slots
    cards = np.zeros((2, MOST_CARDS), np.int64)  # lists of those unseen now, before the shuffle
    past = np.zeros(ORDER + SEATS, np.int64)
    read_past(s, seat, counts, slots, past)
    for me in range(SEATS):
        if me != seat:
            read_evidence(s, seat, me, past)
            # Which of its cards a seat threw tells nothing of their kinds.
            deal_again(s, me, slots, hands)
            throw_again(s, me, 0, past[THROWS + me], rng, slots, hands)
    plan(past)
    by_table, card_by_card = _methods(s, past)
    ways = sum_ways(s, counts[NOW]) if by_table and not card_by_card else np.empty(0)
    ahead = look_ahead(s, seat, counts, past) if card_by_card else np.empty((0, 0, 0))
    while not _dealt_again(s, seat, rng, out, counts, slots, hands, cards, ways, ahead, past):
        if _PATIENCE <= past[DRAWN] < _OVER:
            past[DRAWN] = _OVER
            for me in range(SEATS):
                past[ONCE + me] = 0
            ahead = look_ahead(s, seat, counts, past)


@njit
def _methods(s, past):
    """Two flags: a hand is drawn from the table; hands must be drawn card by card."""
    by_table = card_by_card = False
    for place in range(SEATS):
        me = past[ORDER + place]
        if me >= 0 and s.shown[me] == 0 and past[ONCE + me] == 0:
            by_table = True
            first = past[FIRST + me]
            if first < past[LAST + me] or (first < past[SHUFFLED] and past[NO_PAST] == 0):
                card_by_card = True
    return by_table, card_by_card


# -- a try -----------------------------------------------------------------------------------------


@njit
def _dealt_again(s, seat, rng, out, counts, slots, hands, cards, ways, ahead, past):
    """Make ``out`` a world; False where it is given up."""
    for row in range(WORLD, WORLD + 3):
        for kind in range(KINDS):
            counts[row, kind] = 0
    for me in range(SEATS):
        for i in range(past[N + me]):
            slots[me, i, KIND] = NO_CARD
    past[THROWN] = 0
    for place in range(SEATS):
        me = past[ORDER + place]
        if me < 0:
            break
        past[DRAWN] += 1
        if len(ahead) > 0 and s.shown[me] == 0 and past[ONCE + me] == 0:
            if not draw_ahead(s, me, place, rng, counts, slots, hands, ahead[me], past):
                return False
            continue
        alone = _draw_hand(s, seat, me, rng, counts, slots, hands, cards, ways, past)
        if alone == 0.0 or not is_so(_ways(me, WORLD, counts, slots, past) / alone, rng):
            return False
    if past[SHUFFLED] > 0:
        if not _held_again(rng, counts, slots, cards, past):
            return False
        n = _list_cards(counts, THEN, USED, cards[0])
        _fill(THROWN_THEN, rng, slots, cards[0], n, past)
    n = _list_cards(counts, NOW, TAKEN, cards[0])
    n = _fill(LATER, rng, slots, cards[0], n, past)
    _write_down(s, seat, out, slots, cards[0], n, past)
    if s.visto > 0 and past[NO_PAST] == 0 and not _seen_so(s, seat, rng, slots, past):
        return False
    return (s.signs == 0 and s.talk == 0) or _signs_again(s, seat, rng, out, slots, hands, past)


@njit
def _list_cards(counts, row, without, cards):
    """List the kinds of the cards of a row that have no place yet; returns how many."""
    n = 0
    for kind in range(KINDS):
        for _i in range(counts[row, kind] - counts[WORLD + without, kind]):
            cards[n] = kind
            n += 1
    return n


@njit
def _ways(me, rows, counts, slots, past):
    """Give the cards drawn for a seat a place, in ``rows``: ``WORLD`` or ``ALONE``.

    Returns in how many ways they are there, as a part of those in which they were drawn.
    """
    taken, used, kept = rows + TAKEN, rows + USED, rows + KEPT
    for kind in range(KINDS):
        counts[MINE, kind] = 0
        counts[MINE_THROWN, kind] = 0
    ways = 1.0
    for i in range(past[N + me]):
        kind = slots[me, i, KIND]
        if kind == NO_CARD:
            continue
        when = when_of(me, i, slots, past)
        if when == THROWN_THEN:
            there = counts[THEN, kind]
            ways *= (there - counts[used, kind]) / (there - counts[MINE_THROWN, kind])
            counts[MINE_THROWN, kind] += 1
            counts[used, kind] += 1
        else:
            if past[ONCE + me] == 0:
                there = counts[NOW, kind]
                ways *= (there - counts[taken, kind]) / (there - counts[MINE, kind])
            counts[MINE, kind] += 1
            counts[taken, kind] += 1
            if when == HELD_THEN and ways > 0.0:
                ways *= counts[THEN, kind] - counts[used, kind]
                ways /= counts[ALL, kind] - counts[kept, kind]
                counts[used, kind] += 1
                counts[kept, kind] += 1
        if ways <= 0.0:
            return 0.0
    return ways


@njit
def _held_again(rng, counts, slots, cards, past):
    """Give cards to what was held at the shuffle and has none; False where one cannot have been."""
    n = _list_cards(counts, NOW, TAKEN, cards[0])
    then = _list_cards(counts, THEN, USED, cards[1])
    # Drawn from one list, and kept in proportion to the other: as each card unseen now has been, or
    # from the other list where none has.
    from_then = past[ORDER] < 0 and then < n
    for me in range(SEATS):
        for i in range(past[N + me]):
            if slots[me, i, KIND] != NO_CARD or when_of(me, i, slots, past) != HELD_THEN:
                continue
            if from_then:
                then -= 1
                kind = _take_card(rng, cards[1], then)
                ways = counts[NOW, kind] - counts[WORLD + TAKEN, kind]
            else:
                n -= 1
                kind = _take_card(rng, cards[0], n)
                ways = counts[THEN, kind] - counts[WORLD + USED, kind]
            if rng.random() * (counts[ALL, kind] - counts[WORLD + KEPT, kind]) >= ways:
                return False
            slots[me, i, KIND] = kind
            for row in range(WORLD, WORLD + 3):
                counts[row, kind] += 1
    return True


@njit
def _fill(when, rng, slots, cards, n, past):
    """Give cards to slots that have none; returns how many are left, at the beginning."""
    for me in range(SEATS):
        for i in range(past[N + me]):
            if slots[me, i, KIND] == NO_CARD and when_of(me, i, slots, past) == when:
                n -= 1
                slots[me, i, KIND] = _take_card(rng, cards, n)
    return n


@njit
def _take_card(rng, cards, last):
    """Take a random one of the cards up to place ``last``, and close the gap."""
    j = int(rng.random() * (last + 1))
    card = cards[j]
    cards[j] = cards[last]
    return card


# -- hands of which much is known ------------------------------------------------------------------


@njit
def _draw_hand(s, seat, me, rng, counts, slots, hands, cards, ways, past):
    """Draw the only hand of a seat of which much is known, from all unseen cards until it fits.

    Or once from those that are left. Returns in how many ways it is there, as a part of those in
    which it was drawn; 0 where it does not fit, or too many hands have been drawn.
    """
    if s.shown[me] > 0:
        place = 0
        for kind in range(KINDS):
            for _i in range(code_count(s.shown[me], kind)):
                slots[me, place, KIND] = kind
                place += 1
        return 1.0
    row = row_after(past[FIRST + me], me, past)
    places = hands[me, row, : s.held]
    once = past[ONCE + me] == 1
    n = _list_cards(counts, NOW, TAKEN, cards[0]) if once else 0
    while past[DRAWN] <= _PATIENCE:
        past[DRAWN] += 1
        if past[SHUFFLED] > 0:
            deal_again(s, me, slots, hands)
            throw_again(s, me, 0, past[THROWS + me], rng, slots, hands)
        if once:
            hand = 0
            for i in range(s.held):
                kind = _take_card(rng, cards[0], n - 1 - i)
                slots[me, places[i], KIND] = kind
                hand = WITH[hand, kind]
            return 1.0 if is_so(likelihood_of(s, seat, me, row, hand), rng) else 0.0
        hand = draw_hand(s, me, row, rng, ways)
        if (s.signs > 0 or s.talk == 1) and not is_so(likelihood_of(s, seat, me, row, hand), rng):
            continue
        for i in range(past[N + me]):
            slots[me, i, KIND] = NO_CARD
        give_hand(hand, places, slots[me], rng)
        if past[SHUFFLED] == 0:
            return 1.0
        for i in range(ALONE, ALONE + 3):
            for kind in range(KINDS):
                counts[i, kind] = 0
        alone = _ways(me, ALONE, counts, slots, past)
        if is_so(alone, rng):
            return alone
    return 0.0


# -- the world -------------------------------------------------------------------------------------


@njit
def _write_down(s, seat, out, slots, cards, n, past):
    """Fill hands, piles, and the others' records of what they drew and threw."""
    for kind in range(KINDS):
        out.deck[kind] = 0
        out.thrown[kind] = 0
    for i in range(n):
        out.deck[cards[i]] += 1
    for batch in range(past[SHUFFLED], ROUNDS):
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
        for i in range(past[N + me]):
            slot = slots[me, i]
            kind = slot[KIND]
            if past[NO_PAST] == 1:
                out.hand[me, kind] += 1
                continue
            out.drawn[me, slot[AFTER]] += 1 << 4 * kind
            if slot[BATCH] == s.mus_rounds and not has_thrown(s, slot[BATCH], me):
                out.fresh[me] += 1 << 4 * kind
            if slot[GONE] == HELD:
                out.hand[me, kind] += 1
            else:
                out.gone[me, slot[GONE]] += 1 << 4 * kind
                if slot[GONE] >= past[SHUFFLED]:
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
        for i in range(past[N + me]):
            slot = slots[me, i]
            there += slot[BATCH] == batch and slot[KIND] == seen % KINDS
        if rng.random() * cards_dealt(s, batch, me) >= there:
            return False
    return True


@njit
def _signs_again(s, seat, rng, out, slots, hands, past):
    """Give and catch all signs again; False where they do not fit the hands of then."""
    hand = 0
    for window in range(WINDOWS):
        if s.mus_rounds < window < BEFORE_CHICA:
            continue
        for me in range(SEATS):
            team, partner = me % TEAMS, me // TEAMS
            if past[NO_PAST] == 1:
                if team != seat % TEAMS:
                    out.signed[team, window, partner] = 0
                if me != seat:
                    out.caught[me, window, 0] = 0
                    out.caught[me, window, 1] = 0
                continue
            if me != seat:
                row = row_of(s, window, me)
                hand = 0
                for i in range(s.held - (s.due[me] if row == PRESENT else 0)):
                    hand = WITH[hand, slots[me, hands[me, row, i], KIND]]
                if past[KNOWN + me] >> row & 1 == 0 and not is_so(
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
