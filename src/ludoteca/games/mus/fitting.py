"""Cards of one seat, drawn so that its hands fit what is known of them.

Where each seat has one hand that must fit, of cards that are all unseen now, it is drawn from a
table of the ways to deal hands; later ones collide with earlier ones, or fit signs too seldom, and
then all is drawn again. Where that takes long, or several hands of a seat must fit, hands are drawn
card by card, each card by its chance to fit all that is known of the seat from then on. That is
found backwards, from its last hand to its first, for each multiset of cards that may be left of
one: not the chance itself, which the cards drawn before change, but a bound of it. Where the bound
was too high the draw is given up, so what is drawn is exact.

The cards unseen now are drawn each as one of those left. What was held or thrown before the shuffle
is drawn from those unseen then, and kept in proportion to the ways that it has now (``slots``).
"""

import numpy as np

from ludoteca.core.jit import njit

from .evidence import PRESENT, likelihood_of
from .hands import KINDS, code_count
from .ids import SEATS
from .multisets import BEFORE, CODES, ENDS, LESS, LISTS, MOST, NTH, WITH
from .slots import (
    AFTER,
    ALL,
    FIRST,
    GONE,
    HELD_THEN,
    KEPT,
    KIND,
    KNOWN,
    LAST,
    NO_CARD,
    NO_PAST,
    NOW,
    ONCE,
    ORDER,
    SHUFFLED,
    TAKEN,
    THEN,
    THROWN,
    THROWN_ALL,
    THROWS,
    USED,
    WORLD,
    N,
    deal_again,
    row_after,
    throw_again,
    throw_but,
    when_of,
)

_CLASSES = ENDS.shape[2] - 1


@njit
def _deck_of(s):
    """Which of ``LISTS`` has all multisets of the deck."""
    return 1 if s.kings == 1 or s.ranks > 0 else 0


@njit
def is_so(chance, rng):
    """True with a probability."""
    return chance >= 1.0 or (chance > 0.0 and rng.random() < chance)


# -- one hand, from a table ------------------------------------------------------------------------


@njit
def sum_ways(s, cards):
    """The number of ways to deal the hands in ``LISTS`` up to each from ``cards``."""
    deck = _deck_of(s)
    ways = np.empty(MOST)
    steps = np.empty(8 * KINDS)
    for kind in range(KINDS):
        for n in range(1, s.held + 1):
            steps[8 * kind + n] = (cards[kind] - n + 1) / n
    ways[0] = 1.0
    first = ENDS[deck, s.held, 0]
    for i in range(1, first):
        ways[i] = ways[BEFORE[deck, i]] * steps[NTH[deck, i]]
    total = 0.0
    for i in range(first, ENDS[deck, s.held, _CLASSES]):
        total += ways[BEFORE[deck, i]] * steps[NTH[deck, i]]
        ways[i] = total
    return ways


@njit
def draw_hand(s, me, row, rng, ways):
    """A hand that fits what the seat declared of it, by the ways to deal it; a number."""
    first = 0
    last = _CLASSES
    if row == PRESENT and s.pares_said[me] == 2:
        last = 2
    elif row == PRESENT and s.pares_said[me] == 1:
        first = 2
    if row == PRESENT and s.juego_said[me] > 0:
        # Hands with juego are the second and the third class, next to each other.
        if (first == 0) == (s.juego_said[me] == 2):
            first += 1
        else:
            last -= 1
    deck = _deck_of(s)
    low, high = ENDS[deck, s.held, first], ENDS[deck, s.held, last] - 1
    below = ways[low - 1] if low > ENDS[deck, s.held, 0] else 0.0
    at = below + rng.random() * (ways[high] - below)
    while low < high:
        middle = (low + high) // 2
        if ways[middle] > at:
            high = middle
        else:
            low = middle + 1
    return int(LISTS[deck, low])


@njit
def give_hand(hand, places, slots, rng):
    """Give the cards of a hand to slots at random; ``places`` are put in another order."""
    code = CODES[hand]
    kind = 0
    for i in range(len(places)):
        while code & 15 == 0:
            code >>= 4
            kind += 1
        code -= 1
        j = i + int(rng.random() * (len(places) - i))
        place = places[j]
        places[j] = places[i]
        places[i] = place
        slots[place, KIND] = kind


# -- several hands, card by card -------------------------------------------------------------------


@njit
def look_ahead(s, seat, counts, past):
    """Bounds of the chance that a seat's hands fit, by what it holds.

    ``ahead[me, round_, m]`` is for the multiset ``m`` of the hand of ``me`` after so many rounds
    of discards, where its other cards are not drawn yet, and for all that is known of that hand and
    of later ones.
    """
    ahead = np.empty((SEATS, PRESENT + 1, MOST))
    for place in range(SEATS):
        me = past[ORDER + place]
        if me >= 0 and s.shown[me] == 0 and past[ONCE + me] == 0:
            _look_back(s, seat, me, place, counts, ahead[me], past)
    return ahead


@njit
def _is_before(round_, past):
    """True for hands from before the shuffle."""
    return round_ < past[SHUFFLED] and past[NO_PAST] == 0


@njit
def _most_drawn(s, me, round_, before, past):
    """Most cards of a seat drawn up to a hand, of those unseen before the shuffle or now."""
    first = past[FIRST + me]
    if before:
        if not _is_before(first, past):
            return 0
        round_ = min(round_, past[SHUFFLED] - 1)
    elif past[NO_PAST] == 0:
        first = max(first, past[SHUFFLED])
    n = s.held
    for i in range(first, round_):
        n += int(s.threw[i, me])
    return n


@njit
def _least_left(s, me, place, round_, counts, past):
    """Fewest cards that are left to draw from when the last one of a hand is drawn."""
    before = _is_before(round_, past)
    left = -_most_drawn(s, me, round_, before, past)
    for earlier in range(place):
        other = past[ORDER + earlier]
        left -= _most_drawn(s, other, past[LAST + other], before, past)
    if not before:
        return left + 1 + counts[NOW].sum()
    # Some of these are thrown before the shuffle, some held at it and then unseen now.
    now = counts[NOW].sum()
    for earlier in range(place + 1):
        other = past[ORDER + earlier]
        now -= _most_drawn(s, other, past[LAST + other], False, past)
    return min(left + 1 + past[THROWN_ALL], now + 2 - s.held)


@njit
def _look_back(s, seat, me, place, counts, ahead, past):
    """Fill the rows of ``ahead`` of a seat from the last known hand back to the first."""
    deck = _deck_of(s)
    last, known = past[LAST + me], past[KNOWN + me]
    for round_ in range(last, past[FIRST + me] - 1, -1):
        here = ahead[round_]
        row = row_after(round_, me, past)
        known_here = known >> row & 1 == 1
        if round_ == last:
            here[:] = 1.0
        else:
            here[:] = ahead[round_ + 1]
            _throw_back(s, int(s.threw[round_, me]), known_here, here)
        if not known_here:
            continue
        for i in range(ENDS[deck, s.held, 0], ENDS[deck, s.held, _CLASSES]):
            hand = LISTS[deck, i]
            if here[hand] > 0.0:
                here[hand] *= likelihood_of(s, seat, me, row, hand)
        # What can be left of the hand before, or anything where that is not known either.
        least = 0
        if round_ > past[FIRST + me] and known >> row_after(round_ - 1, me, past) & 1:
            least = s.held - int(s.threw[round_ - 1, me])
        before = _is_before(round_, past)
        cards = counts[THEN if before else NOW]
        left = _least_left(s, me, place, round_, counts, past)
        for size in range(s.held - 1, least - 1, -1):
            n = max(left + s.held - 1 - size, 1)
            for i in range(ENDS[deck, size, 0], ENDS[deck, size, _CLASSES]):
                held = int(LISTS[deck, i])
                here[held] = _best_mean(held, n, not before, cards, here)


@njit
def _best_mean(held, n, best, cards, here):
    """The sum over cards that may be drawn, or over the ``best`` of them alone, as a part of n."""
    total = 0.0
    most = 0
    for kind in range(KINDS):
        there = cards[kind] - code_count(CODES[held], kind)
        if there > 0:
            most += there
            total += there * here[WITH[held, kind]]
    if not best or total == 0.0:
        return total / n
    floor = -1.0
    while most > n:
        # Leave out the cards that are worth least.
        worst = np.inf
        for kind in range(KINDS):
            value = here[WITH[held, kind]]
            if floor < value < worst and cards[kind] > code_count(CODES[held], kind):
                worst = value
        for kind in range(KINDS):
            there = cards[kind] - code_count(CODES[held], kind)
            if there > 0 and here[WITH[held, kind]] == worst:
                without = min(there, most - n)
                most -= without
                total -= without * worst
        floor = worst
    return total / n


@njit
def _throw_back(s, n, whole, here):
    """Let ``here`` be as it was before ``n`` cards were thrown, for ``whole`` hands or for all."""
    deck = _deck_of(s)
    for size_then in range(s.held - n + 1, s.held + 1):
        for size in range(size_then, size_then - 1 if whole else -1, -1):
            for i in range(ENDS[deck, size, 0], ENDS[deck, size, _CLASSES]):
                held = LISTS[deck, i]
                total = 0.0
                for place in range(size):
                    total += here[LESS[held, place]]
                if size < size_then:
                    total += (size_then - size) * here[held]
                here[held] = total / size_then


@njit
def draw_ahead(s, me, place, rng, counts, slots, hands, ahead, past):
    """Draw a seat's hands that must fit card by card; False where that has to be given up."""
    deal_again(s, me, slots, hands)
    first, last = past[FIRST + me], past[LAST + me]
    throw_again(s, me, 0, first, rng, slots, hands)
    hand = hands[me, PRESENT]
    ways = divisor = 1.0
    for round_ in range(first, last + 1):
        if round_ > first:
            _throw_ahead(s, me, round_ - 1, rng, slots, hands, ahead[round_])
            if _is_before(round_ - 1, past) and not _is_before(round_, past):
                ways *= _hold(s, me, counts, slots, hand)
                if ways == 0.0:
                    return False
        if past[KNOWN + me] >> row_after(round_, me, past) & 1:
            left = _least_left(s, me, place, round_, counts, past)
            part = _draw_cards(s, me, round_, left, rng, counts, slots, hand, ahead[round_], past)
            ways *= part
            divisor *= part
            if ways == 0.0:
                return False
    throw_again(s, me, last, past[THROWS + me], rng, slots, hands)
    if _is_before(first, past):
        ways *= _settle(me, last, counts, slots, past)
        ways /= _most_ways(s, me, place, counts, divisor, past)
    return is_so(ways, rng)


@njit
def _fewest_held(s, me, past):
    """Fewest and most cards drawn for a seat that it held at the shuffle; no gap in what is known.

    Otherwise 0 and -1.
    """
    for round_ in range(past[FIRST + me], past[LAST + me]):
        if past[KNOWN + me] >> row_after(round_, me, past) & 1 == 0:
            return 0, -1
    fewest = most = s.held
    for round_ in range(min(past[LAST + me], past[SHUFFLED] - 1), past[SHUFFLED]):
        fewest -= int(s.threw[round_, me])
        most = min(most, s.held - int(s.threw[round_, me]))
    return max(fewest, 0), most


@njit
def _most_ways(s, me, place, counts, divisor, past):
    """A bound of the ways of a seat's cards from before the shuffle."""
    fewest, most = _fewest_held(s, me, past)
    if most < 0:
        return 1.0  # so the divisors were chosen
    thrown = past[THROWN_ALL]
    now = counts[NOW].sum()
    for earlier in range(place):
        other = past[ORDER + earlier]
        now -= _most_drawn(s, other, past[LAST + other], False, past)
        if _is_before(past[FIRST + other], past):
            thrown -= _most_drawn(s, other, past[LAST + other], True, past)
            thrown += _fewest_held(s, other, past)[0]
    drawn = _most_drawn(s, me, past[LAST + me], True, past)
    best = 0.0
    for held in range(fewest, most + 1):
        ways = divisor
        for i in range(held):
            ways /= now - i
        for i in range(drawn - held):
            ways /= max(thrown - i, 1)
        best = max(best, ways)
    return best


@njit
def _throw_ahead(s, me, round_, rng, slots, hands, ahead):
    """Throw cards in a round, by the chance that what is left fits what is known later."""
    hand = hands[me, PRESENT]
    n = s.held - int(s.threw[round_, me])
    kept = 0
    total = 0.0
    for some in range(1 << s.held):
        held = size = 0
        for place in range(s.held):
            if some >> place & 1:
                size += 1
                kind = slots[me, hand[place], KIND]
                if kind != NO_CARD and size <= n:
                    held = WITH[held, kind]
        if size == n:
            total += ahead[held]
            if rng.random() * total < ahead[held]:
                kept = some
    throw_but(s, me, round_, kept, slots, hands)


@njit
def _draw_cards(s, me, round_, least, rng, counts, slots, hand, ahead, past):
    """Draw the cards of a hand that are not drawn yet; 0 where that has to be given up.

    From before the shuffle it returns what the ways to draw them were divided by.
    """
    before = _is_before(round_, past)
    cards, taken = (THEN, USED) if before else (NOW, TAKEN)
    held = size = 0
    for place in range(s.held):
        kind = slots[me, hand[place], KIND]
        if kind != NO_CARD:
            held = WITH[held, kind]
            size += 1
    product = 1.0
    for place in range(s.held):
        slot = slots[me, hand[place]]
        if slot[KIND] != NO_CARD:
            continue
        n = 0
        if before:
            n = max(least + s.held - 1 - size, 1)
            product *= n
        else:
            for kind in range(KINDS):
                n += counts[NOW, kind] - counts[WORLD + TAKEN, kind]
        at = rng.random() * ahead[held] * n
        kind = -1
        while at >= 0.0:
            kind += 1
            if kind == KINDS:
                return 0.0
            there = counts[cards, kind] - counts[WORLD + taken, kind]
            if there > 0:
                at -= there * ahead[WITH[held, kind]]
        slot[KIND] = kind
        counts[WORLD + taken, kind] += 1
        if not before and when_of(me, hand[place], slots, past) == HELD_THEN:
            there = counts[THEN, kind] - counts[WORLD + USED, kind]
            if not is_so(there / (counts[ALL, kind] - counts[WORLD + KEPT, kind]), rng):
                return 0.0
            counts[WORLD + USED, kind] += 1
            counts[WORLD + KEPT, kind] += 1
        held = WITH[held, kind]
        size += 1
    return product


@njit
def _hold_one(kind, counts):
    """The part of the ways in which a card drawn from those unseen then is unseen now as well."""
    n = 0
    for other in range(KINDS):
        n += counts[NOW, other] - counts[WORLD + TAKEN, other]
    there = counts[NOW, kind] - counts[WORLD + TAKEN, kind]
    ways = there / (n * (counts[ALL, kind] - counts[WORLD + KEPT, kind])) if there > 0 else 0.0
    counts[WORLD + TAKEN, kind] += 1
    counts[WORLD + KEPT, kind] += 1
    return ways


@njit
def _hold(s, me, counts, slots, hand):
    """Hold the rest of a hand at the shuffle; returns the part of its ways."""
    ways = 1.0
    for place in range(s.held):
        slot = slots[me, hand[place]]
        if slot[KIND] != NO_CARD:
            ways *= _hold_one(slot[KIND], counts)
    return ways


@njit
def _settle(me, last, counts, slots, past):
    """Cards drawn from those unseen before the shuffle: the part of the ways that they have."""
    ways = 1.0
    for i in range(past[N + me]):
        kind = slots[me, i, KIND]
        if kind == NO_CARD or slots[me, i, AFTER] == 1:
            continue
        if slots[me, i, GONE] < past[SHUFFLED]:
            ways /= past[THROWN_ALL] - past[THROWN]
            past[THROWN] += 1
        elif _is_before(last, past):
            ways *= _hold_one(kind, counts)
    return ways
