"""A seat's position in the profile ``thesis``, and its chances to go out by three ways."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..thesis import going_out as document
from ..thesis.draws import lei_de_n, probabilidade_de_descarte, probabilidade_de_ter
from . import draws
from .going_out import RANKS, SUITS, TWO, Counts, PairMelds, chance

DECK = (2,) * (SUITS * RANKS)

_SMALL = 6  #: cards of a hand; with 11 it takes seconds

_LETTERS = "A23456789DJQK"  #: as the document writes ranks
_SECOND = {n: n + ("**" if n == "A" else "*") for n in _LETTERS}


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

    def document_parts(self) -> list[list[list[str]]]:
        """By suit the hand in the organisation of the document's example, which it leaves open."""
        suits = []
        for suit in range(SUITS):
            held = self.hand[suit * RANKS : (suit + 1) * RANKS]
            names = [n for n, copies in zip(_LETTERS, held, strict=True) if copies]
            names += [_SECOND[n] for n, copies in zip(_LETTERS, held, strict=True) if copies > 1]
            suits.append(document.mão_separada_jogos(mão=names))
        return suits

    def document_chance(self) -> tuple[list[str], Fraction]:
        """The document's chance to go out: the last text of each suit, and their product.

        A card is had with its 1 - (1 - P)(1 - M)(1 - D), C any two.
        """
        texts, product = [], Fraction(1)
        for suit, parts in enumerate(self.document_parts()):
            text = document.prob_batida(document.cartas_batida(parts))[-1]
            texts.append(text)
            for factor in text.split("*")[1:]:
                rank = _LETTERS.index(factor[1:].upper())
                product *= self.document_had(suit * RANKS + rank)
        return texts, product

    def document_had(self, kind: int) -> Fraction:
        """The document's chance to have a card by the end of the round."""
        copies = self.unknown[kind]
        if not copies:
            return Fraction(0)
        drawn = draws.next_card(copies, self.cards)
        held = 1 - lei_de_n(copies, self.partner, self.cards)[0]
        thrown = probabilidade_de_descarte(max(self.partner, 1), self.cards)
        return probabilidade_de_ter(drawn, held, thrown)
