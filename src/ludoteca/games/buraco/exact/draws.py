"""Exact chances of unknown cards: to be drawn next, to lie in the stock, to be held, to be had.

Nothing is known of the unknown cards but their number: those of the stock, of the mortos, and of
the other hands, less what was taken openly. All their orders are equally likely, so any group of
them is a uniformly random set, and the laws are hypergeometric. ``thesis.draws`` has the
document's binomial ones.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ludoteca.exact.urns import hypergeometric


def next_card(copies: int, unknown: int) -> Fraction:
    """The chance that the next card of the stock is one of ``copies`` of ``unknown`` cards."""
    return Fraction(copies, unknown)


def copies_among(copies: int, group: int, unknown: int) -> tuple[Fraction, ...]:
    """Entry k is the chance that ``group`` of the unknown cards hold k of the ``copies``."""
    law = hypergeometric(copies, unknown, group)[: copies + 1]
    return law + (Fraction(0),) * (copies + 1 - len(law))


def holds(copies: int, group: int, unknown: int) -> Fraction:
    """The chance that ``group`` of the unknown cards hold one of the ``copies`` at least."""
    return 1 - Fraction(comb(unknown - copies, group), comb(unknown, group))


def cards_of_a_round(partner: int, unknown: int, discards: int = 2) -> int:
    """The unknown cards that a pair sees in a round, as the document counts them.

    One that the player draws, those in the partner's hand, and one that each rival discards, as if
    at random. They are different cards, so a uniformly random set.
    """
    return min(1 + partner + discards, unknown)


def by_end_of_round(copies: int, partner: int, unknown: int, discards: int = 2) -> Fraction:
    """The chance to have a card by the end of the round: drawn, held by the partner, discarded."""
    return holds(copies, cards_of_a_round(partner, unknown, discards), unknown)
