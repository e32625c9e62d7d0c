"""Hands counted by what they are in pares, juego and punto: tables 2.1 to 2.14 of the thesis.

All counts are hands of physical cards, 91,390 in all.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm, prod

import numpy as np

from ..hands import FACES, KINDS, POINTS
from ..ids import JUEGO, PARES, PUNTO, SEATS
from .table import table
from .types import Deck
from .wins import SE_DA

FIGURE = "F"
"""A card of ten points, in a pattern."""


@cache
def ways_of(deck: Deck) -> dict[str, int]:
    """The ways in which each type of hand is dealt, the best in grande first (table 3.1)."""
    return dict(zip(deck.types.names, deck.types.ways.tolist(), strict=True))


@cache
def by_pares_and_points(deck: Deck) -> Counter[tuple[int, int]]:
    """Hands by their class of pares, ``NO_PARES`` to ``DUPLES``, and by their points."""
    found: Counter[tuple[int, int]] = Counter()
    types = deck.types
    columns = (types.cuenta[PARES], types.points, types.ways)
    for pares, points, ways in zip(*(column.tolist() for column in columns), strict=True):
        found[pares, points] += ways
    return found


def by_pares(deck: Deck, *, juego: bool | None = None) -> list[int]:
    """Hands of each class of pares: all, or those with or without juego (table 2.14)."""
    found = [0] * 4
    for (pares, points), ways in by_pares_and_points(deck).items():
        if juego is None or juego == (points > 30):
            found[pares] += ways
    return found


def by_points(deck: Deck) -> dict[int, int]:
    """Hands by the points of their cards, ascending: those of juego are 31 and more."""
    found: Counter[int] = Counter()
    for (_pares, points), ways in by_pares_and_points(deck).items():
        found[points] += ways
    return dict(sorted(found.items()))


def patterns(deck: Deck, points: int) -> dict[str, int]:
    """The hands of so many points by pattern, where any card of ten points is F: FF56.

    Tables 2.2 to 2.13.
    """
    found: Counter[str] = Counter()
    figures = {FACES[kind]: FIGURE for kind in range(KINDS) if POINTS[kind] == 10}
    types = deck.types
    for name, own, ways in zip(types.names, types.points, types.ways.tolist(), strict=True):
        if own == points:
            found["".join(figures.get(card, card) for card in name)] += ways
    return dict(found)


def nobody_has_pares(deck: Deck, seats: int = SEATS) -> Fraction:
    """The chance that none of so many given seats has pares.

    Then no seat holds a kind twice. Kind by kind, each seat is given a card of it or none.
    """
    held: Counter[tuple[int, ...]] = Counter({(0,) * seats: 1})
    for cards in deck.cards:
        after: Counter[tuple[int, ...]] = Counter()
        for (has, ways), given in product(held.items(), product((0, 1), repeat=seats)):
            now = tuple(a + b for a, b in zip(has, given, strict=True))
            if max(now) <= deck.hand:
                after[now] += ways * perm(cards, sum(given))
        held = after
    n = sum(deck.cards)
    deals = prod(comb(n - seat * deck.hand, deck.hand) for seat in range(seats))
    return Fraction(held[(deck.hand,) * seats], deals)


def chance_of_lances(deck: Deck) -> dict[int, Fraction]:
    """The chance that pares, juego and punto are played, before any card is seen."""
    counted = table(deck)[:, 0, :, SE_DA].astype(object)
    ways = deck.types.ways.astype(object)
    return {
        lance: Fraction(int(np.dot(ways, counted[:, lance])), deck.hands * deck.deals)
        for lance in (PARES, JUEGO, PUNTO)
    }
