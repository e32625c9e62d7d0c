"""Chances to go out: against plain enumeration of every way to lay a hand."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from ludoteca.games.buraco.exact.going_out import PairMelds, TableMeld, chance

RANKS, SUITS = "A23456789TJQK", "CDHS"


def kinds(text):
    """Counts of the 52 kinds of cards as ``5C 6C``."""
    counts = [0] * 52
    for card in text.split():
        counts[SUITS.index(card[1]) * 13 + RANKS.index(card[0])] += 1
    return counts


def table(clean=True, **melds):
    """The pair's games by suit: ``table(C=[(4, 6, False)])``."""
    return PairMelds(tuple(tuple(TableMeld(*m) for m in melds.get(s, ())) for s in SUITS), clean)


# -- the referee: every way to lay the cards, one game after the other -----------------------------


def uses(kind, table):
    """Every game with the card ``kind`` in its place, new or on the table, as lists of kinds.

    None stands for a wild; beside it the game on the table that is used up, and if it is a clean
    canastra.
    """
    suit, rank = divmod(kind, 13)
    places = [place for place in range(14) if place % 13 == rank]
    on_table = [(suit, index, meld) for index, meld in enumerate(table.melds[suit])]
    for place in places:
        for first in range(place + 1):
            for last in range(max(place, first + 2), 14):
                yield from filled(suit, range(first, last + 1), None, False)
    for _suit, index, meld in on_table:
        for first in range(meld.first + 1):
            for last in range(meld.last, 14):
                new = [*range(first, meld.first), *range(meld.last + 1, last + 1)]
                if new:
                    yield from filled(suit, new, (suit, index), meld.wild, last - first + 1)


def filled(suit, places, goal, wild, length=0):
    places = list(places)
    natural = [suit * 13 + place % 13 for place in places]
    length = length or len(places)
    yield natural, goal, length >= 7 and not wild
    if not wild:
        for k in range(len(places)):
            yield [*natural[:k], None, *natural[k + 1 :]], goal, False


def goes_out(hand, helpers, table, spare):
    """True if the hand is laid, all but ``spare`` cards, with helpers or without."""
    melds = [(s, i, m) for s in range(4) for i, m in enumerate(table.melds[s])]

    def lay(hand, helpers, used, spare, clean):
        left = [kind for kind in range(52) if hand[kind]]
        if sum(hand[kind] for kind in left) <= spare and clean:
            return True
        if not left:
            return False
        naturals = [kind for kind in left if kind % 13 != 1] or left
        first = naturals[0]
        if spare:
            fewer = list(hand)
            fewer[first] -= 1
            if lay(fewer, helpers, used, spare - 1, clean):
                return True
        options = list(uses(first, table))
        if first % 13 == 1:  # as a wild of a game on the table
            for suit, index, _meld in melds:
                for cards, goal, is_clean in uses(suit * 13 + 4, table):
                    if goal == (suit, index) and None in cards:
                        options.append((cards, goal, is_clean))
        for cards, goal, is_clean in options:
            if goal in used:
                continue
            for own, others in paid(cards, hand, helpers):
                if sum(own) == sum(hand):
                    continue
                news = used | ({goal} if goal else set())
                if own[first] < hand[first] and lay(own, others, news, spare, clean or is_clean):
                    return True
        return False

    def paid(cards, hand, helpers):
        """What is left of hand and helpers; cards of the hand are used before helpers."""
        hand, helpers = list(hand), list(helpers)
        for kind in cards:
            if kind is None:
                continue
            if hand[kind]:
                hand[kind] -= 1
            elif helpers[kind]:
                helpers[kind] -= 1
            else:
                return
        if None not in cards:
            yield hand, helpers
            return
        for two in range(1, 52, 13):
            for pool in (hand, helpers):
                if pool[two]:
                    pool[two] -= 1
                    yield list(hand), list(helpers)
                    pool[two] += 1

    return lay(list(hand), list(helpers), frozenset(), spare, table.clean)


def enumerated(hand, table, unknown, n, spare=1):
    cards = [kind for kind in range(52) for _copy in range(unknown[kind])]
    sets = list(combinations(cards, n))
    won = 0
    for some in sets:
        helpers = [some.count(kind) for kind in range(52)]
        won += goes_out(hand, helpers, table, spare)
    return Fraction(won, len(sets))


CASES = [
    ("5C 6C", "7C 4C 8C 2H 9D 3S", 2, {}),
    ("5C 6C 9C", "7C 8C TC JC 2H 9D", 3, {}),
    ("5C 6C 2H", "7C 8C 2D 9D", 2, {}),
    ("AC KC 5D", "QC 2C 3C JC 2S 6D 7D", 3, {}),
    ("AC AC", "QC KC 2C 3C 2S KC", 4, {}),
    ("2C 2C 3C", "AC 4C 5C 9D 3C", 3, {}),
    ("2C 5D 6D", "AC 3C 4C 7D 7D 9S", 3, {}),
    ("5C 5C 6C 6C 7C", "7C 2H 8C 4C 9S", 2, {}),
    ("8C TC", "9C 2H 7C JC KS", 2, {"C": [(4, 6, False)]}),
    ("9C TD", "8C 2H 2S JD QD 7C", 2, {"C": [(4, 6, True)]}),
    ("3C 4D", "2C 2H 4C 5D 6D", 2, {"C": [(4, 6, False), (8, 10, False)]}),
    ("2H 2S", "7D 8D", 1, {"C": [(4, 6, False)], "D": [(8, 10, True)]}),
    ("KC 2D", "AC QC 2S", 1, {"C": [(8, 11, False)]}),
]


@pytest.mark.parametrize(("hand", "unknown", "n", "melds"), CASES)
def test_the_chance_to_go_out_is_that_of_all_sets_of_helpers(hand, unknown, n, melds):
    hand, unknown = kinds(hand), kinds(unknown)
    for spare in (0, 1):
        found = chance(hand, table(**melds), unknown, n, spare)
        assert found == enumerated(hand, table(**melds), unknown, n, spare)


@pytest.mark.soak
def test_random_hands_go_out_as_often_as_enumeration_says():
    rng = random.Random(5)
    seen = set()
    for _case in range(14):
        pool = [s * 13 + r for s in (0, 1) for r in range(2, 10)] * 2 + [1, 14, 1, 27]
        rng.shuffle(pool)
        hand, unknown = [0] * 52, [0] * 52
        for kind in pool[:4]:
            hand[kind] += 1
        for kind in pool[4:11]:
            unknown[kind] += 1
        melds = {"C": [(5, 7, rng.random() < 0.5)]} if rng.random() < 0.5 else {}
        found = chance(hand, table(**melds), unknown, 3)
        assert found == enumerated(hand, table(**melds), unknown, 3)
        seen.add(found)
    assert len(seen) > 5
