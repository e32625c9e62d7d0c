"""The player ``basic`` who chooses among his candidates by the document's numbers.

He lays as ``basic`` does. Which card he throws, of those that ``basic`` considers, and whether he
draws or takes the pile, he decides by the worth of the hand that is left: the points that each of
its parts is expected to bring by the end of the deal, and the document's chance to go out by the
end of the round, 100 points. A part is what he holds of a game: cards of a suit with gaps of two at
most. A missing card is had by the end of the round with the document's 1 - (1 - P)(1 - M)(1 - D),
and by the end of the deal if it is had in any of the document's t rounds left. A card that fits a
meld of his pair counts its points.
"""

import numpy as np

from ludoteca.core.jit import njit

from ..ids import ACE, CHOOSING, DISCARD, DRAW, KINDS, PAIRS, PLAYING, RANKS, TAKE, TWO
from ..melds import card_points, is_wild_card, natural_kind, pair_of
from ..policy import basic, reach
from ..worlds import count_unseen

DISCARDS, SOURCES = 1, 2

BATIDA = 100.0
"""Points for going out."""

GAP = 2
"""Cards that may be missing between two of a part."""


@njit
def by_numbers(s, out, n, rounds, chosen):
    """The move among the ``n`` legal ones in ``out``; ``rounds`` are left, at least one.

    ``chosen`` is the sum of what is chosen by the numbers, DISCARDS and SOURCES.
    """
    move = basic(s, out, n)
    me = int(s.to_move)
    if chosen & DISCARDS and s.phase == PLAYING and DISCARD <= move < DISCARD + KINDS:
        had = np.empty(KINDS)
        chances_to_have(s, me, had)
        hand = s.hand[me].astype(np.int64)
        kind, _worth = best_discard(s, pair_of(me), hand, had, rounds)
        return kind + DISCARD if kind >= 0 else move
    if chosen & SOURCES and s.phase == CHOOSING and out[n - 1] == TAKE:
        return TAKE if worth_of_pile(s, me, rounds) > worth_of_stock(s, me, rounds) else DRAW
    return move


@njit
def chances_to_have(s, seat, had):
    """Fill ``had`` with the document's chance to have a card of each kind by the end of the round.

    P is the chance of the next card, M that the partner holds one (copies as if independent), D
    that a rival, who throws any of his cards alike, throws it. Returns the unknown cards.
    """
    unseen = np.empty(KINDS, np.int64)
    unknown = count_unseen(s, seat, unseen)
    partner = int(s.in_hand[(seat + PAIRS) % s.players]) if s.players > PAIRS else 0
    for kind in range(KINDS):
        had[kind] = 0.0
        if unseen[kind] > 0 and unknown > 0:
            missed = (1.0 - unseen[kind] / unknown) * (1.0 - 1.0 / unknown)
            for _copy in range(unseen[kind]):
                missed *= 1.0 - partner / unknown
            had[kind] = 1.0 - missed
    return unknown


@njit
def worth_of_pile(s, seat, rounds):
    """The worth of the best hand that is left after the pile is taken."""
    hand = s.hand[seat].astype(np.int64)
    had = np.empty(KINDS)
    chances_to_have(s, seat, had)
    for kind in range(KINDS):
        hand[kind] += s.pile[kind]
    return best_discard(s, pair_of(seat), hand, had, rounds)[1]


@njit
def worth_of_stock(s, seat, rounds):
    """The mean worth of the best hand that is left after a card was drawn from the stock."""
    hand = s.hand[seat].astype(np.int64)
    had = np.empty(KINDS)
    chances_to_have(s, seat, had)
    unseen = np.empty(KINDS, np.int64)
    unknown = count_unseen(s, seat, unseen)
    total = 0.0
    for kind in range(KINDS):
        if unseen[kind] > 0:
            hand[kind] += 1
            total += unseen[kind] / unknown * best_discard(s, pair_of(seat), hand, had, rounds)[1]
            hand[kind] -= 1
    return total


@njit
def best_discard(s, pair, hand, had, rounds):
    """The card to throw by the numbers, and the worth of what is left.

    As ``basic`` does, he keeps wild cards and what the rivals can lay, as long as he has others.
    """
    best = -1
    most = 0.0
    for careful in range(2):
        for kind in range(KINDS):
            if hand[kind] == 0 or is_wild_card(kind):
                continue
            if careful == 0 and reach(s, 1 - pair, kind) == 2:
                continue
            hand[kind] -= 1
            worth = hand_worth(s, pair, hand, had, rounds)
            hand[kind] += 1
            if best < 0 or worth > most:
                best = kind
                most = worth
        if best >= 0:
            break
    return best, most


@njit
def hand_worth(s, pair, hand, had, rounds):
    """Expected points of the parts of a hand, and of going out when all of them are complete."""
    points = 0.0
    batida = 1.0
    for suit in range(s.suits):
        for copy in range(1, int(s.copies) + 1):
            start = -1
            for place in range(s.ranks + 1):
                if not in_part(s, hand, suit, copy, place):
                    continue
                if start < 0:
                    start = place
                if ends_part(s, hand, suit, copy, place):
                    at_once, some_day, brought = part_worth(
                        s, pair, hand, had, suit, copy, start, place, rounds
                    )
                    points += some_day * brought
                    batida *= at_once
                    start = -1
    return points + BATIDA * batida


@njit
def in_part(s, hand, suit, copy, place):
    """True where the hand has a card for a part: twos are wild; an ace is high beside a king."""
    if place == TWO or hand[natural_kind(s, suit, place)] < copy:
        return False
    if place != ACE and place != s.ranks:
        return True
    low = False
    for near in range(TWO + 1, TWO + 1 + GAP):
        low = low or hand[suit * RANKS + near] >= copy
    return low == (place == ACE)


@njit
def ends_part(s, hand, suit, copy, place):
    """True where no card of the part follows."""
    for above in range(place + 1, min(place + GAP + 1, int(s.ranks)) + 1):
        if in_part(s, hand, suit, copy, above):
            return False
    return True


@njit
def part_worth(s, pair, hand, had, suit, copy, start, end, rounds):
    """The chances that a part is completed this round and by the end, and the points it then has.

    It is the first shortest game that holds the part: two neighbours wait for the card below them,
    or above where there is none. A single card waits for nothing and brings nothing, unless it fits
    a meld of the pair.
    """
    if start == end:
        kind = natural_kind(s, suit, start)
        return 1.0, 1.0, float(card_points(s, kind)) if reach(s, pair, kind) == 2 else 0.0
    low, high = missing_ends(start, end)
    at_once = 1.0
    some_day = 1.0
    points = 0
    for place in range(low, high + 1):
        kind = natural_kind(s, suit, place)
        points += card_points(s, kind)
        if not (start <= place <= end and in_part(s, hand, suit, copy, place)):
            at_once *= had[kind]
            some_day *= 1.0 - (1.0 - had[kind]) ** rounds
    return at_once, some_day, float(points)


@njit
def missing_ends(start, end):
    """The ends of the first shortest game that holds a part of two cards or more."""
    if end - start >= 2:
        return start, end
    return (start - 1, end) if start > 0 else (start, end + 1)
