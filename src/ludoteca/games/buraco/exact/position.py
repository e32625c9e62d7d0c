"""A seat's position in the profile ``thesis``, and its chances to go out by three ways."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from . import draws
from .going_out import RANKS, SUITS, TWO, Counts, PairMelds, chance

DECK = (2,) * (SUITS * RANKS)

_SMALL = 6  #: cards of a hand; with 11 it takes seconds


@dataclass(frozen=True)
class Position:
    """The knowledge of a seat: counts of the 52 kinds, suit x 13 + rank, and the pair's table.

    ``unknown`` are the cards whose place it does not know, ``partner`` the number of them in the
    partner's hand.
    """

    hand: Counts
    table: PairMelds
    unknown: Counts
    partner: int = 11

    @property
    def cards(self) -> int:
        """Unknown cards."""
        return sum(self.unknown)

    def from_stock(self) -> Fraction:
        """The chance to go out this turn with the next card of the stock."""
        found = Fraction(0)
        for kind, copies in enumerate(self.unknown):
            hand = (*self.hand[:kind], self.hand[kind] + 1, *self.hand[kind + 1 :])
            if copies and chance(hand, self.table):
                found += draws.next_card(copies, self.cards)
        return found

    def is_small(self) -> bool:
        """True where :meth:`by_end_of_round` takes a fraction of a second.

        Without wild cards in the hand and with the right to go out it does not matter, either,
        whether helpers may make a meld of their own.
        """
        return sum(self.hand) <= _SMALL and not any(self.hand[TWO::RANKS]) and self.table.clean

    def by_end_of_round(self) -> Fraction:
        """The chance that the cards which the pair has by the end of the round complete the hand.

        These are a card drawn, the partner's, and a discard of each rival; each may be used or not.
        """
        n = draws.cards_of_a_round(self.partner, self.cards)
        return chance(self.hand, self.table, self.unknown, n)
