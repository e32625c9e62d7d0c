"""Hands of simplified poker: their values, what does not contribute, and all of them.

A hand, and any other lot of cards, is a tuple of counts by rank, ``RANKS`` long whatever the deck:
``(2, 0, 1, 1, 1)`` is A A K Q J. Ranks are ordered as the rules list them, A > 7 > K > Q > J; a
smaller deck has the first of them. Nothing here knows who holds the cards.

Source: B. Costa, Projeto Poker simplificado, Computação I, UFRJ (2022), sections 1 and 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import comb, factorial, prod
from typing import TypeAlias

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _

SYMBOLS = "A7KQJ"
RANKS = len(SYMBOLS)
COPIES = 5
HAND = 5
MOST = 3  # cards that may be exchanged, as the game is set

Cards: TypeAlias = tuple[int, ...]

NOTHING, PAIR, TWO_PAIRS, TRIPLE, FULL_HOUSE, FOUR, FIVE = range(7)
VALUES = (0, 1, 2, 3, 5, 10, 50)
CLASS_NAMES = (
    N_("nothing"),
    N_("a pair"),
    N_("two pairs"),
    N_("three of a kind"),
    N_("a full house"),
    N_("four of a kind"),
    N_("five of a kind"),
)


def class_of(cards: Sequence[int]) -> int:
    """The class of a hand, ``NOTHING`` to ``FIVE``, by how many cards of a rank it has."""
    first, second = sorted(cards, reverse=True)[:2]
    if first >= 4:
        return FOUR if first == 4 else FIVE
    if first == 3:
        return FULL_HOUSE if second >= 2 else TRIPLE
    if first == 2:
        return TWO_PAIRS if second == 2 else PAIR
    return NOTHING


def value_of(cards: Sequence[int]) -> int:
    """The points that a hand is worth at the showdown."""
    return VALUES[class_of(cards)]


def useless(cards: Sequence[int]) -> Cards:
    """The cards that do not contribute to the value: those of ranks held once."""
    return tuple(1 if n == 1 else 0 for n in cards)


def lowest(cards: Sequence[int], most: int) -> Cards:
    """The ``most`` lowest of ``cards``, or all where there are no more."""
    chosen = [0] * len(cards)
    left = most
    for rank in reversed(range(len(cards))):
        chosen[rank] = min(cards[rank], left)
        left -= chosen[rank]
    return tuple(chosen)


def greedy_exchange(cards: Sequence[int], most: int = MOST) -> Cards:
    """The cards that do not contribute, the lowest ``most`` of them."""
    return lowest(useless(cards), most)


def size(cards: Sequence[int]) -> int:
    """The number of cards."""
    return sum(cards)


def plus(cards: Sequence[int], more: Sequence[int]) -> Cards:
    """Both lots together."""
    return tuple(a + b for a, b in zip(cards, more, strict=True))


def minus(cards: Sequence[int], fewer: Sequence[int]) -> Cards:
    """``cards`` without ``fewer``, which they must contain."""
    return tuple(a - b for a, b in zip(cards, fewer, strict=True))


def full_deck(ranks: int = RANKS, copies: int = COPIES) -> Cards:
    """Every card of the deck."""
    return (copies,) * ranks + (0,) * (RANKS - ranks)


def multisets(limits: Sequence[int], n: int) -> Iterator[Cards]:
    """All lots of ``n`` cards with at most ``limits`` of each rank; more of high ranks first."""
    if len(limits) == 1:
        if n <= limits[0]:
            yield (n,)
        return
    for here in reversed(range(min(n, limits[0]) + 1)):
        for rest in multisets(limits[1:], n - here):
            yield (here, *rest)


@cache
def all_hands(ranks: int = RANKS, copies: int = COPIES, hand: int = HAND) -> tuple[Cards, ...]:
    """The different hands of a deck, 126 of the full one, in a fixed order."""
    return tuple(multisets(full_deck(ranks, copies), hand))


@cache
def exchanges(cards: Cards, most: int = MOST) -> tuple[Cards, ...]:
    """The lots that may be exchanged from a hand: 0 to ``most`` cards, fewest first."""
    return tuple(lot for n in range(most + 1) for lot in multisets(cards, n))


def ways(cards: Sequence[int], deck: Sequence[int]) -> int:
    """The number of ways in which physical cards of ``deck`` make up ``cards``."""
    return prod(comb(there, n) for there, n in zip(deck, cards, strict=True))


def orders(cards: Sequence[int]) -> int:
    """The different lists, in dealt order, of a hand."""
    return factorial(sum(cards)) // prod(factorial(n) for n in cards)


def ranks_of(cards: Sequence[int]) -> list[int]:
    """The rank of each card, high ones first."""
    return [rank for rank, n in enumerate(cards) for _copy in range(n)]


def counted(ranks: Iterable[int]) -> Cards:
    """The lot with these ranks."""
    cards = [0] * RANKS
    for rank in ranks:
        cards[rank] += 1
    return tuple(cards)


def text_of(cards: Sequence[int]) -> str:
    """``AAKQJ``; ``-`` for no card at all."""
    return "".join(SYMBOLS[rank] for rank in ranks_of(cards)) or "-"


def read_cards(text: str) -> Cards:
    """The cards written as ``AAKQJ``, in any order and case, spaces and commas allowed.

    Raises :class:`BadInput` with one sentence where a card does not exist.
    """
    ranks = []
    for symbol in text.upper():
        if symbol in " ,-":
            continue
        if symbol not in SYMBOLS:
            raise BadInput(
                _("there is no card {card}; there are: {cards}").format(
                    card=symbol, cards=" ".join(SYMBOLS)
                )
            )
        ranks.append(SYMBOLS.index(symbol))
    return counted(ranks)
