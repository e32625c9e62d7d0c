"""Deals in compiled code: shuffled cards, four hands, and rounds of mus.

Nothing of the mathematics is assumed: physical cards are drawn one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.jit import njit
from ludoteca.core.numbers import Simulated, simulated_mean
from ludoteca.core.questions import Progress, quiet

from ..exact.types import Deck, Ints
from ..hands import HAND, KINDS
from ..ids import SEATS

HANDS = HAND * SEATS  #: cards that are held
AT_ONCE = 500_000  #: deals between two looks at the keyboard, for an interrupt waits for them


@cache
def types_by_cards(deck: Deck) -> Ints:
    """The type of four cards in any order, of shape (kinds, kinds, kinds, kinds); -1 for none."""
    found = np.full((KINDS,) * deck.hand, -1, np.int64)
    for index, hand in enumerate(deck.types.hands.tolist()):
        cards = [kind for kind, n in enumerate(hand) for _card in range(n)]
        for order in set(permutations(cards)):
            found[order] = index
    return found


@njit
def deal_types(rng, cards, types_of, held):  # type: ignore[no-untyped-def]
    """Deal four hands into the first 16 places of ``cards``; write their types."""
    for place in range(HANDS):
        chosen = place + int(rng.random() * (cards.size - place))
        cards[place], cards[chosen] = cards[chosen], cards[place]
    name_types(cards, types_of, held)


@njit
def name_types(cards, types_of, held):  # type: ignore[no-untyped-def]
    """Write the types of the four hands in the first 16 places of ``cards``."""
    for seat in range(SEATS):
        at = HAND * seat
        held[seat] = types_of[cards[at], cards[at + 1], cards[at + 2], cards[at + 3]]


@dataclass(frozen=True)
class Frequencies:
    """Hands counted over ``deals`` deals of four.

    Attributes
    ----------
    held : seats that held each type, summed over the deals
    squares : the square of the number of seats that held it in a deal, summed
    """

    deals: int
    held: Ints
    squares: Ints

    def share(self, index: int) -> Simulated:
        """The share of hands that are of a type; the interval is that of whole deals."""
        total, squares = int(self.held[index]), int(self.squares[index])
        return simulated_mean(total / SEATS, squares / SEATS**2, self.deals)


def frequencies(deck: Deck, deals: int, seed: int, progress: Progress = quiet) -> Frequencies:
    """Deal four hands ``deals`` times; the same seed deals the same."""
    rng = np.random.default_rng(seed)
    cards = np.repeat(np.arange(KINDS), deck.cards)
    held, squares = np.zeros((2, len(deck.types)), np.int64)
    for done in range(0, deals, AT_ONCE):
        progress(done, deals, _("deals"))
        n = min(AT_ONCE, deals - done)
        _count_hands(rng, cards, types_by_cards(deck), n, held, squares)
    return Frequencies(deals, held, squares)


@njit
def _count_hands(rng, cards, types_of, deals, held, squares):  # type: ignore[no-untyped-def]
    """Add the hands of so many deals to ``held`` and ``squares``; ``cards`` are moved about."""
    here = np.zeros(SEATS, np.int64)
    for _deal in range(deals):
        deal_types(rng, cards, types_of, here)
        for seat in range(SEATS):
            before = 0
            for other in range(seat):
                before += here[other] == here[seat]
            held[here[seat]] += 1
            squares[here[seat]] += 2 * before + 1
