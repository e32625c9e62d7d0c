"""Stones that a hand is worth where nobody bets: the thesis' expected gain R, and a whole deal.

Grande, chica and punto are worth a stone to the pair that wins them. Pares and juego are worth
the cuenta, which is paid also where only one pair has them (1.6.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np

from ..hands import KINDS
from ..ids import JUEGO, PARES, PUNTO
from ..notation import hand_text
from .table import table
from .types import Deck, Ints
from .wins import INDIVIDUAL, INDIVIDUAL_SE_DA, OWN, RIVALS, SE_DA, ways_to_take


@dataclass(frozen=True)
class LanceGain:
    """The thesis' gain R of a hand in a lance, in stones (equations 2.41 to 2.44).

    Attributes
    ----------
    formula : P(win) C P(played), as if winning and being played were independent
    joint : P(win, and played) C
    always : P(win) C, for the cuenta is paid also where the lance is not played
    """

    formula: Fraction
    joint: Fraction
    always: Fraction


def gain(deck: Deck, hand: int, rows: Ints, deals: int, lance: int) -> LanceGain:
    """The gain of a lance from a hand's counts; punto, of which R says nothing, is one stone."""
    stones = int(deck.types.cuenta[lance, hand]) if lance in (PARES, JUEGO) else 1
    wins, both, played = (
        Fraction(int(rows[lance, column]), deals)
        for column in (INDIVIDUAL, INDIVIDUAL_SE_DA, SE_DA)
    )
    if lance == PUNTO:  # a win there means that it is played
        return LanceGain(wins, wins, wins)
    return LanceGain(wins * stones * played, both * stones, wins * stones)


@cache
def expected(deck: Deck) -> Ints:
    """Stones of the own pair less the rivals', of shape (types, seats), over :attr:`Deck.deals`."""
    counts = table(deck)
    return (counts[..., OWN] - counts[..., RIVALS]).sum(axis=2)


@dataclass(frozen=True)
class Discard:
    """Cards thrown of a hand, and what the new hand is worth on average.

    ``gain`` is in stones of the own pair less the rivals'. The new hand is taken to be worth what
    it is when it is dealt at first: what the others throw and draw is not foreseen.
    """

    thrown: tuple[int, ...]
    kept: tuple[int, ...]
    gain: Fraction


def discards(
    deck: Deck, hand: int, seat: int, gone: Sequence[int] = (0,) * KINDS, *, stand: bool = False
) -> list[Discard]:
    """Every discard, the best first, by all draws from the cards that are not in the hand.

    Parameters
    ----------
    gone : other cards, by kind, that cannot be drawn: thrown before
    stand : true where one may throw none
    """
    types = deck.types
    own = types.hands[hand]
    left = np.array(deck.cards) - own - np.array(gone, np.int64)
    worth = expected(deck)[:, seat]
    found = []
    for kept in product(*(range(n + 1) for n in own.tolist())):
        drawn = types.hands - np.array(kept)
        possible = np.flatnonzero((drawn >= 0).all(axis=1))
        ways = ways_to_take(drawn[possible], left)
        total = sum(n * m for n, m in zip(ways.tolist(), worth[possible].tolist(), strict=True))
        thrown = tuple(int(n) for n in own - np.array(kept))
        if stand or any(thrown):
            found.append(Discard(thrown, kept, Fraction(total, int(ways.sum()) * deck.deals)))
    return sorted(found, key=lambda d: (-d.gain, sum(d.thrown), hand_text(d.thrown)))
