"""Hand types of a deck: the 330 of the deck with eight kings, the 715 of the one with four.

Cards of a kind are alike, so a hand is its counts by kind. Types stand in the order of grande, the
best first, as in table 3.1 of the thesis. For every lance a type has a class: 0 where it does not
take part (no pares, no juego; for punto, juego), else 1 and up, the better hand in the higher one.
The classes come from the comparisons of ``hands.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.core.options import Options

from ..hands import (
    COPIES_4_KINGS,
    COPIES_8_KINGS,
    HAND,
    KINDS,
    REAL_NONE,
    cuenta_of,
    juego_points,
    key_of,
)
from ..ids import LANCES
from ..notation import hand_text
from ..record import cards as cards_of

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Deck:
    """A deck of mus: the cards of each kind, those of a hand, and the option of *la real*."""

    cards: tuple[int, ...] = COPIES_8_KINGS
    hand: int = HAND
    real: int = REAL_NONE

    @classmethod
    def of(cls, kings: int, real: int = REAL_NONE) -> Deck:
        """The deck with 8 or 4 kings."""
        return cls(COPIES_4_KINGS if kings == 4 else COPIES_8_KINGS, HAND, real)

    @property
    def hands(self) -> int:
        """All hands of physical cards: 91,390."""
        return comb(sum(self.cards), self.hand)

    @property
    def deals(self) -> int:
        """Ways to deal the three other hands, in order, beside a hand: 43,370,632,305,000."""
        n = sum(self.cards)
        return prod(comb(n - others * self.hand, self.hand) for others in (1, 2, 3))

    @property
    def index(self) -> dict[tuple[int, ...], int]:
        """The index of each hand type by its counts; nothing is compiled for it."""
        return _index_of(self)

    @cached_property
    def types(self) -> Types:
        """The hand types of the deck; made once for each deck."""
        return _types_of(self)


@dataclass(frozen=True, eq=False)
class Types:
    """All hand types of a deck, with their classes and the cuenta of each.

    Attributes
    ----------
    hands : counts by kind, of shape (types, kinds)
    keys : of shape (lances, types), as the comparisons make them
    ways : hands of physical cards of each type
    classes : of shape (lances, types); 0 where the type takes no part in the lance
    cuenta : stones that a winner counts for the type, of shape (lances, types): pares and juego
    points : points of the cards of each type, for juego and punto
    """

    hands: Ints
    keys: Ints
    ways: Ints
    classes: Ints
    cuenta: Ints
    points: Ints

    def __len__(self) -> int:
        return len(self.hands)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The types as players write them, the highest card first: RC7A."""
        return tuple(hand_text(hand) for hand in self.hands.tolist())


@cache
def _index_of(deck: Deck) -> dict[tuple[int, ...], int]:
    kinds = [kind for kind in reversed(range(KINDS)) if deck.cards[kind]]
    chosen = (counted(picked) for picked in combinations_with_replacement(kinds, deck.hand))
    hands = (hand for hand in chosen if all(n <= m for n, m in zip(hand, deck.cards, strict=True)))
    return {hand: i for i, hand in enumerate(hands)}


@cache
def _types_of(deck: Deck) -> Types:
    hands = list(deck.index)
    ways = [prod(map(comb, deck.cards, hand)) for hand in hands]
    counts = np.array(hands, np.int64)
    keys, cuenta = np.zeros((2, LANCES, len(hands)), np.int64)
    points = np.zeros(len(hands), np.int64)
    compare(counts, deck.real, keys, cuenta, points)
    classes = [np.searchsorted(np.unique([0, *row]), row) for row in keys]
    return Types(counts, keys, np.array(ways), np.array(classes), cuenta, points)


@njit
def compare(hands, real, keys, cuenta, points):  # type: ignore[no-untyped-def]
    """Write the keys and the cuenta of each hand, by lance, and its points."""
    for i in range(len(hands)):
        for lance in range(LANCES):
            keys[lance, i] = key_of(lance, hands[i], real)
            cuenta[lance, i] = cuenta_of(lance, hands[i])
        points[i] = juego_points(hands[i])


def deck_of(options: Options) -> Deck:
    """The deck that is played with under these rule options, be it a small one for tests."""
    cards = np.bincount(cards_of(options), minlength=KINDS)
    real = _REALS.index(str(options["real"]))
    return Deck(tuple(int(n) for n in cards), int(options["held"]), real)


_REALS = ("none", "any", "sota")  # as REAL_NONE, REAL_ANY, REAL_SOTA


def counted(kinds: Sequence[int]) -> tuple[int, ...]:
    """The cards of these kinds as counts by kind."""
    return tuple(kinds.count(kind) for kind in range(KINDS))
