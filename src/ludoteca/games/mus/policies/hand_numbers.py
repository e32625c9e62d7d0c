# mypy: allow-untyped-defs
"""Hands of four cards as numbers: places in the tables of the policies.

``HANDS`` numbers, for every hand of the deck with four kings; the deck with eight uses the 330 of
them without a 2 and a 3.
"""

from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

from ..hands import FACES, HAND, KINDS

HANDS = comb(KINDS + HAND - 1, HAND)
EIGHT, FOUR = range(2)  # decks, by their kings
ROUNDS = 4  #: columns of the tables: none, one, two, three or more rounds of mus


def hands_by_number() -> NDArray[np.int64]:
    """Counts by kind of each hand, by its number."""
    hands = np.zeros((HANDS, KINDS), np.int64)
    for cards in combinations_with_replacement(range(KINDS), HAND):
        counts = np.bincount(cards, minlength=KINDS)
        hands[hand_number(counts)] = counts
    return hands


@njit
def hand_number(hand):
    """The number of a hand of four cards, of counts by kind, from 0."""
    number = 0
    place = 0
    for kind in range(KINDS):
        for _card in range(hand[kind]):
            # Multisets as combinations: C(kind + place, place + 1) of them come before.
            term = kind + place
            if place == 0:
                number += term
            elif place == 1:
                number += term * (term - 1) // 2
            elif place == 2:
                number += term * (term - 1) * (term - 2) // 6
            else:
                number += term * (term - 1) * (term - 2) * (term - 3) // 24
            place += 1
    return number


def code_of_text(hand: str) -> int:
    """Cards written RRCA as one number, four bits a kind, as ``code_of`` does."""
    return sum(hand.count(face) << 4 * kind for kind, face in enumerate(FACES))


def text_of_code(code: int) -> str:
    """The cards of such a number, the highest first."""
    return "".join(FACES[kind] * (code >> 4 * kind & 15) for kind in reversed(range(KINDS)))
