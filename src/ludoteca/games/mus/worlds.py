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
    sign_again,
    waits,
)
from .hands import HAND, KINDS, POINTS, code_count, juego_points, pares_key
from .ids import BEFORE_CHICA, ROUNDS, SEATS, TEAMS, WINDOWS
from .slots import (
    AFTER,
    ALL,
    ALONE,
    BATCH,
    CARDS,
    FIRST,
    GONE,
    HELD,
    HELD_THEN,
    KEPT,
    KIND,
    KNOWN,
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
    THROWN_THEN,
    USED,
    WORLD,
    N,
    cards_dealt,
    plan,
    read_evidence,
    read_past,
    size_of,
    throw_again,
    when_of,
)

_SIX_EACH, _EIGHT_EACH = 0x6666666666, 0x8888888888  # as codes of hands


@njit
def resample_from_infostate(s, seat, rng, out):
    """Deal the others' cards, their discards and the stock anew."""
    counts = np.zeros((MINE_THROWN + 1, KINDS), np.int64)
    slots = np.zeros((SEATS, SLOTS, 4), np.int64)
    hands = np.zeros((SEATS, ROUNDS + 1, HAND), np.int64)  # slots
    cards = np.zeros((4, MOST_CARDS), np.int64)  # unseen now, before the shuffle; the same, left
    past = np.zeros(ORDER + SEATS, np.int64)
    read_past(s, seat, counts, slots, past)
    for me in range(SEATS):
        if me != seat:
            read_evidence(s, seat, me, past)
            # Which of its cards a seat threw tells nothing of their kinds.
            throw_again(s, me, rng, slots, hands, past)
    plan(past)
    past[CARDS] = _list_cards(counts, NOW, TAKEN, cards[0])
    past[CARDS + 1] = _list_cards(counts, THEN, USED, cards[1])
    while not _dealt_again(s, seat, rng, out, counts, slots, hands, cards, past):
        pass


# -- a try -----------------------------------------------------------------------------------------


@njit
def _dealt_again(s, seat, rng, out, counts, slots, hands, cards, past):
    """Make ``out`` a world; False where it is given up."""
    for row in range(WORLD, WORLD + 3):
        for kind in range(KINDS):
            counts[row, kind] = 0
    for me in range(SEATS):
        for i in range(past[N + me]):
            slots[me, i, KIND] = NO_CARD
    for place in range(SEATS):
        me = past[ORDER + place]
        if me < 0:
            break
        once = past[ONCE + me]
        alone = _draw_hands(s, seat, me, once, rng, counts, slots, hands, cards, past)
        if alone == 0.0 or not _fits(_ways(me, WORLD, once, counts, slots, past) / alone, rng):
            return False
    if past[SHUFFLED] > 0:
        if not _held_again(rng, counts, slots, cards, past):
            return False
        n = _list_cards(counts, THEN, USED, cards[2])
        _fill(THROWN_THEN, rng, slots, cards[2], n, past)
    n = _list_cards(counts, NOW, TAKEN, cards[2])
    n = _fill(LATER, rng, slots, cards[2], n, past)
    _write_down(s, seat, out, slots, cards[2], n, past)
    if s.visto > 0 and past[NO_PAST] == 0 and not _seen_so(s, seat, rng, slots, past):
        return False
    return (s.signs == 0 and s.talk == 0) or _signs_again(
        s, seat, rng, out, counts[MINE], slots, hands, past
    )


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
def _ways(me, rows, once, counts, slots, past):
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
            if once == 0:
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
    n = _list_cards(counts, NOW, TAKEN, cards[2])
    then = _list_cards(counts, THEN, USED, cards[3])
    # Drawn from either list, and kept in proportion to the other.
    from_then = then < n
    for me in range(SEATS):
        for i in range(past[N + me]):
            if slots[me, i, KIND] != NO_CARD or when_of(me, i, slots, past) != HELD_THEN:
                continue
            if from_then:
                then -= 1
                kind = _take_card(rng, cards[3], then)
                ways = counts[NOW, kind] - counts[WORLD + TAKEN, kind]
            else:
                n -= 1
                kind = _take_card(rng, cards[2], n)
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


@njit
def _fits(likelihood, rng):
    """True with a probability."""
    return likelihood >= 1.0 or (likelihood > 0.0 and rng.random() < likelihood)


# -- cards that fit what is known ------------------------------------------------------------------


@njit
def _draw_hands(s, seat, me, once, rng, counts, slots, hands, cards, past):
    """Draw the hands of a seat of which much is known until they fit, from all unseen cards.

    Or ``once`` from those that are left. Returns in how many ways they are there, as a part of
    those in which they were drawn; 0 where they do not fit.
    """
    if s.shown[me] > 0:
        place = 0
        for kind in range(KINDS):
            for _i in range(code_count(s.shown[me], kind)):
                slots[me, place, KIND] = kind
                place += 1
        return 1.0
    first = past[FIRST + me]
    held = size_of(s, first, me)
    shuffled = past[SHUFFLED] > 0
    pool = 2 * once
    n = _list_cards(counts, NOW, TAKEN, cards[2]) if once == 1 else past[CARDS]
    while True:
        if not _draw_first(s, seat, me, held, once, rng, counts, cards, n, past):
            return 0.0
        if shuffled or past[KNOWN + me] != 1 << PRESENT:
            throw_again(s, me, rng, slots, hands, past)
        for i in range(past[N + me]):
            slots[me, i, KIND] = NO_CARD
        for i in range(held):
            slots[me, hands[me, first, i], KIND] = cards[pool, i]
        ways = 0.0
        if _others_fit(s, seat, me, rng, counts[MINE], slots, hands, cards, pool, n, past):
            ways = 1.0
            if shuffled and once == 0:
                for row in range(ALONE, ALONE + 3):
                    for kind in range(KINDS):
                        counts[row, kind] = 0
                ways = _ways(me, ALONE, 0, counts, slots, past)
        if once == 1 or _fits(ways, rng):
            return ways


@njit
def _draw_first(s, seat, me, held, once, rng, counts, cards, n, past):
    """Bring cards to the first places until the hand drawn first can be these; or ``once``."""
    pool, row = 2 * once, past[FIRST + me]
    silent = s.signs == 0 and s.talk == 0
    fits = False
    while not fits:
        points = 10 * (HAND - held)
        code = 0
        for i in range(held):
            kind = _next_card(i, rng, cards, pool, n)
            points += POINTS[kind]
            code += 1 << 4 * kind
        pares = code + _SIX_EACH & _EIGHT_EACH != 0  # two of a kind or more
        fits = row < PRESENT or is_declared(s, me, pares, points)
        if fits and not silent:
            hand = counts[MINE]
            for kind in range(KINDS):
                hand[kind] = code_count(code, kind)
            fits = _fits(likelihood_of(s, seat, me, row, hand), rng)
        if once == 1:
            break
    return fits


@njit
def _others_fit(s, seat, me, rng, hand, slots, hands, cards, pool, n, past):
    """Draw the other hands of a seat of which much is known; False where one does not fit."""
    known = past[KNOWN + me] & ~(1 << past[FIRST + me])
    if known == 0:
        return True
    drawn = size_of(s, past[FIRST + me], me)
    drawn_then = 0
    for row in range(PRESENT + 1):
        if known >> row & 1 == 0:
            continue
        for kind in range(KINDS):
            hand[kind] = 0
        for i in range(size_of(s, row, me)):
            place = hands[me, row, i]
            kind = slots[me, place, KIND]
            if kind == NO_CARD and when_of(me, place, slots, past) == THROWN_THEN:
                kind = _next_card(drawn_then, rng, cards, 1, past[CARDS + 1])
                drawn_then += 1
            elif kind == NO_CARD:
                kind = _next_card(drawn, rng, cards, pool, n)
                drawn += 1
            slots[me, place, KIND] = kind
            hand[kind] += 1
        if row == PRESENT and not is_declared(s, me, pares_key(hand) > 0, juego_points(hand)):
            return False
        if not _fits(likelihood_of(s, seat, me, row, hand), rng):
            return False
    return True


@njit
def _next_card(i, rng, cards, pool, n):
    """Bring a random one of the cards from place ``i`` on to that place, and return it."""
    j = i + int(rng.random() * (n - i))
    card = cards[pool, j]
    cards[pool, j] = cards[pool, i]
    cards[pool, i] = card
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
def _signs_again(s, seat, rng, out, hand, slots, hands, past):
    """Give and catch all signs again; False where they do not fit the hands of then."""
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
                for kind in range(KINDS):
                    hand[kind] = out.hand[me, kind] if row == PRESENT else 0
                for i in range(s.held if row < PRESENT else 0):
                    hand[slots[me, hands[me, row, i], KIND]] += 1
                if past[KNOWN + me] >> row & 1 == 0 and not _fits(
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
