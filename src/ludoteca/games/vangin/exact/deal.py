"""A deal of vangin pasianssi as four numbers, validated once."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from operator import index
from typing import SupportsIndex

from ludoteca.core.i18n import N_, _

MAX_CARDS = 1_000_000
"""Exact answers for larger decks have millions of digits; nobody is served by them."""


def whole(name: str, value: SupportsIndex, least: int) -> int:
    """``value`` as a Python int; raises ``ValueError`` unless it is whole and at least ``least``.

    Integers of NumPy are taken too, for callers that read them from a state.
    """
    if not isinstance(value, SupportsIndex) or index(value) < least:
        text = _("{name} must be a whole number of at least {least}, not {value!r}")
        raise ValueError(text.format(name=_(name), least=least, value=value))
    return index(value)


@dataclass(frozen=True)
class Deal:
    """A deck of ``values`` values in ``suits`` suits, ``board`` cards laid, ``picks`` looks.

    The defaults are the game of the document: 52 cards, 13 on the table, 39 / 3 = 13 looks. Raises
    ``ValueError`` for numbers that describe no deck. A deal that asks for more cards than there
    are is allowed and has ``possible`` false: the document gives it the chance 0 of winning.
    """

    suits: int = 4
    values: int = 13
    board: int = 13
    picks: int = 13

    def __post_init__(self) -> None:
        for name, least in (
            (N_("suits"), 1),
            (N_("values"), 1),
            (N_("board"), 0),
            (N_("picks"), 0),
        ):
            # Frozen for everybody else; Python ints, since NumPy's would overflow in products.
            object.__setattr__(self, name, whole(name, getattr(self, name), least))
        if self.cards > MAX_CARDS:
            text = _("a deck of {cards} cards is too large: the limit is {limit}")
            raise ValueError(text.format(cards=self.cards, limit=MAX_CARDS))

    @classmethod
    def by_step(cls, suits: int, values: int, board: int, step: int) -> Deal:
        """The deal where the rest of the deck is turned ``step`` at a time and the last counts.

        picks = floor((suits * values - board) / step): a rest of fewer than ``step`` cards at the
        end shows no counting card. No picks where the board takes the deck.
        """
        step = whole(N_("step"), step, least=1)
        table = cls(suits, values, board, picks=0)
        return cls(suits, values, board, picks=max(0, table.cards - board) // step)

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return self.suits * self.values

    @property
    def possible(self) -> bool:
        """True if the deck has enough cards for the board and the picks."""
        return self.board + self.picks <= self.cards

    @property
    def most_piles(self) -> int:
        """The most piles that a board can have."""
        return min(self.board, self.values)

    def count(self) -> int:
        """The number of equally likely deals: (set of board cards, set of picked cards)."""
        return comb(self.cards, self.board) * comb(max(0, self.cards - self.board), self.picks)
