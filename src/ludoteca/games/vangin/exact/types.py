"""Exact chances of vangin pasianssi as the document finds them: a sum over the types of board.

A *type* is the descending sizes of the piles on the table. A(t) is the chance that the board has
type t and B(t) the chance that the picks then cover all of its piles, so P(win) is the sum of
A(t) B(t). Source: the document's code, whose functions have English names here:

==========================  ==============================
document                    here
==========================  ==============================
``getPartitions``           ``exact.partitions.partitions``
``getAllPossibleTypes``     :func:`types`
``aProb``                   :func:`probability_of_type`
``waysToSelect``            ``exact.multisets.ways_to_select``
``bProb``                   :func:`probability_of_cover`
``winProb``                 :func:`win_by_types`
==========================  ==============================

Erratum of the text, right in its code: the product over (13 - j) C(4, t_j) with j from 1 must
have (14 - j), since the first pile may have any of 13 values.

The number of types grows like that of partitions, so this suits small boards; ``closed_form.py``
scales, shares no formula with this, and tests compare the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial

from flint import fmpz_poly

from ludoteca.core.i18n import _
from ludoteca.exact.multisets import ways_to_cover
from ludoteca.exact.partitions import Partition, count_partitions, partitions
from ludoteca.games.vangin.exact.deal import Deal

Type = Partition

MAX_TYPES = 100_000
"""A sum over more types takes minutes."""


def count_types(deal: Deal) -> int:
    """The number of types the board can have (39 in the standard deck, OEIS A001400)."""
    return count_partitions(deal.board, deal.values, deal.suits)


def types(deal: Deal) -> list[Type]:
    """The types the board can have, in descending lexicographic order.

    Partitions of ``board`` into at most ``values`` parts of at most ``suits``. Raises
    ``ValueError`` where there are more than ``MAX_TYPES``.
    """
    if (number := count_types(deal)) > MAX_TYPES:
        text = _("this board can have {number} types, more than the {limit} that can be listed")
        raise ValueError(text.format(number=number, limit=MAX_TYPES))
    return list(partitions(deal.board, deal.values, deal.suits))


def boards_of_type(t: Type, deal: Deal) -> int:
    """The number of boards of type ``t``: sets of cards whose pile sizes are ``t``.

    Each pile in turn takes a value not yet taken and its suits; piles of equal size are
    exchangeable, so the product is divided by the factorials of how often each size occurs.
    """
    boards = 1
    for taken, size in enumerate(t):
        boards *= (deal.values - taken) * comb(deal.suits, size)
    for piles in Counter(t).values():
        boards //= factorial(piles)
    return boards


def probability_of_type(t: Type, deal: Deal) -> Fraction:
    """A(t): the chance that the board has type ``t``.

    Raises ``ValueError`` where the deck has fewer cards than the type.
    """
    if sum(t) > deal.cards:
        text = _("a type of {size} cards cannot come from a deck of {cards}")
        raise ValueError(text.format(size=sum(t), cards=deal.cards))
    return Fraction(boards_of_type(t, deal), comb(deal.cards, sum(t)))


def probability_of_cover(t: Type, deal: Deal) -> Fraction:
    """B(t): given a board of type ``t``, the chance that the picks see each of its values.

    0 where a pile holds all suits (no card of its value is left to pick), and by the document's
    convention where there are fewer cards left than picks.
    """
    unseen = [deal.suits - size for size in t]
    left = deal.cards - sum(t)
    if deal.picks > left:
        return Fraction(0)
    covering = ways_to_cover(unseen, others=left - sum(unseen), size=deal.picks)
    return Fraction(covering, comb(left, deal.picks))


def win_by_types(deal: Deal) -> Fraction:
    """P(win) as the sum over types of A(t) B(t); 0 for an impossible deal."""
    if not deal.possible:
        return Fraction(0)
    return sum(
        (probability_of_type(t, deal) * probability_of_cover(t, deal) for t in types(deal)),
        Fraction(0),
    )


def piles_left_by_types(deal: Deal) -> tuple[Fraction, ...]:
    """Entry k is the chance that k piles are left, k = 0..min(values, board)."""
    return _left_by_types(deal, deal.most_piles, measure=lambda size: 1)


def cards_left_by_types(deal: Deal) -> tuple[Fraction, ...]:
    """Entry k is the chance that k cards are left in all piles together, k = 0..board."""
    return _left_by_types(deal, deal.board, measure=lambda size: size)


def _left_by_types(deal: Deal, most: int, measure: Callable[[int], int]) -> tuple[Fraction, ...]:
    """The distribution of the sum of ``measure(size)`` over the piles left, from 0 to ``most``."""
    if not deal.possible:
        return ()
    ways = [0] * (most + 1)
    for t in types(deal):
        boards = boards_of_type(t, deal)
        for left, picks in enumerate(_picks_by_left(t, deal, measure)):
            ways[left] += boards * picks
    total = deal.count()
    return tuple(Fraction(count, total) for count in ways)


def _picks_by_left(t: Type, deal: Deal, measure: Callable[[int], int]) -> list[int]:
    """Entry k is the number of picks after a board of type ``t`` that leave the measure k.

    One polynomial in y = cards picked per measure left: a pile is either left (no card of its
    value picked) or covered, (1 + y)^(suits - size) - 1.
    """
    by_left = [fmpz_poly([1])]
    for size in t:
        covered = fmpz_poly([1, 1]) ** (deal.suits - size) - 1
        weight = measure(size)
        grown = [ways * covered for ways in by_left] + [fmpz_poly()] * weight
        for left, ways in enumerate(by_left):
            grown[left + weight] += ways
        by_left = grown
    free = fmpz_poly([1, 1]) ** (deal.suits * (deal.values - len(t)))
    return [int((ways * free)[deal.picks]) for ways in by_left]
