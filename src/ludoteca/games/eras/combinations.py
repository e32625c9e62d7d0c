"""Sets of cards as masks: the best combination of a set, and the points of a pile.

A kind of card is ``value * SUITS + suit``: values 0 to 12 for 1 to 13, suits clubs, diamonds,
hearts, spades. So kinds ascend as cards do, and cards that follow each other in a suit are SUITS
bits apart. A set of cards is a mask with bit ``kind`` set; 52 bits fit into an int64, which
compiled and un-compiled code treat alike.

Source of the order: the founding document of the game, section Yhdistelmät.
"""

import math
from typing import Any

from ludoteca.core.i18n import N_
from ludoteca.core.jit import njit

VALUES = 13
SUITS = 4
KINDS = VALUES * SUITS
MOST_CARDS = 7  # of a hand, so of a combination

SINGLE, PAIR, RUN_2, THREE, RUN_3, RUN_4, FOUR, RUN_5, RUN_6, RUN_7 = range(10)
TYPES = 10
TYPE_CARDS = (1, 2, 2, 3, 3, 4, 4, 5, 6, 7)
"""Cards of a combination of each type."""

GROUP_OF = (SINGLE, SINGLE, PAIR, THREE, FOUR)
RUN_OF = (SINGLE, SINGLE, RUN_2, RUN_3, RUN_4, RUN_5, RUN_6, RUN_7)
"""The type of so many cards of one value, and of so many in a run; of none, the least there is."""

TYPE_NAMES = (
    N_("single card"),
    N_("pair"),
    N_("straight flush of 2"),
    N_("three of a kind"),
    N_("straight flush of 3"),
    N_("straight flush of 4"),
    N_("four of a kind"),
    N_("straight flush of 5"),
    N_("straight flush of 6"),
    N_("straight flush of 7"),
)

GROUP_POINTS = (0, 1, 5, 10, 20)
"""Points of so many cards of one value in a pile."""

STRENGTH = 64
"""A strength is ``type * STRENGTH + kind of the highest card``; no two players' lays are equal."""

_LOW_OF_VALUE = 0x1111111111111
_NIBBLE_2 = 0x5555555555555
_NIBBLE_4 = 0x3333333333333
_BYTE = 0x0F0F0F0F0F0F0F

_MANY = 13  # cards of a set: with fewer, a random place of the deck is too often empty


@njit
def top(cards: int) -> Any:
    """The highest kind in a set that is not empty; a float holds 52 bits exactly."""
    return math.frexp(float(cards))[1] - 1


@njit
def lowest(cards: int) -> Any:
    """The lowest kind in a set that is not empty."""
    return top(cards & -cards)


@njit
def value_counts(cards: int) -> Any:
    """The number of cards of each value, four bits a value."""
    pairs = cards - ((cards >> 1) & _NIBBLE_2)
    return (pairs & _NIBBLE_4) + ((pairs >> 2) & _NIBBLE_4)


@njit
def count(cards: int) -> Any:
    """The number of cards in a set."""
    n = value_counts(cards)
    n = (n & _BYTE) + ((n >> 4) & _BYTE)
    n += n >> 8
    n += n >> 16
    return (n + (n >> 32)) & 0x7F


@njit
def above(cards: int, kind: int) -> Any:
    """The cards of a set that are higher than ``kind``; all of them for -1."""
    return cards >> (kind + 1) << (kind + 1)


@njit
def random_subset(cards: int, n: int, rng: Any) -> Any:
    """A random set of ``n`` cards of a set that has at least as many."""
    left = count(cards)
    chosen = 0
    for _i in range(n):
        if left >= _MANY:
            bit = 0
            while bit & cards == 0:
                bit = 1 << int(rng.random() * KINDS)
        else:
            rest = cards
            for _skip in range(int(rng.random() * left)):
                rest &= rest - 1
            bit = rest & -rest
        cards ^= bit
        chosen |= bit
        left -= 1
    return chosen


@njit
def strength(cards: int) -> Any:
    """The strength of the best combination in a set: more is better, -1 for no cards."""
    if cards == 0:
        return -1
    run_2 = cards & (cards >> SUITS)
    run_3 = run_2 & (run_2 >> SUITS)
    run_4 = run_3 & (run_3 >> SUITS)
    if run_4:
        run_5 = run_4 & (run_4 >> SUITS)
        if run_5:
            return _long_run(run_5)
    n = value_counts(cards)
    four = (n >> 2) & _LOW_OF_VALUE
    if four:
        return FOUR * STRENGTH + top(four) + SUITS - 1
    if run_4:
        return RUN_4 * STRENGTH + top(run_4) + 3 * SUITS
    if run_3:
        return RUN_3 * STRENGTH + top(run_3) + 2 * SUITS
    two = (n >> 1) & _LOW_OF_VALUE
    three = two & n
    if three:
        return THREE * STRENGTH + _highest_of(cards, three)
    if run_2:
        return RUN_2 * STRENGTH + top(run_2) + SUITS
    if two:
        return PAIR * STRENGTH + _highest_of(cards, two)
    return SINGLE * STRENGTH + top(cards)


@njit
def _long_run(run_5: int) -> Any:
    run_6 = run_5 & (run_5 >> SUITS)
    if run_6 == 0:
        return RUN_5 * STRENGTH + top(run_5) + 4 * SUITS
    run_7 = run_6 & (run_6 >> SUITS)
    if run_7 == 0:
        return RUN_6 * STRENGTH + top(run_6) + 5 * SUITS
    return RUN_7 * STRENGTH + top(run_7) + 6 * SUITS


@njit
def _highest_of(cards: int, values: int) -> Any:
    """The highest card of the highest value whose lowest bit is set in ``values``."""
    low = top(values)
    return low + top((cards >> low) & 0xF)


@njit
def best_cards(cards: int) -> Any:
    """The set of cards that make the best combination, no others; 0 for no cards.

    Where a run is longer than seven cards, its highest seven.
    """
    if cards == 0:
        return 0
    best = strength(cards)
    kind = best // STRENGTH
    high = best % STRENGTH
    if kind in (PAIR, THREE, FOUR):
        low = high // SUITS * SUITS
        return ((cards >> low) & 0xF) << low
    made = 0
    for step in range(TYPE_CARDS[kind]):
        made |= 1 << (high - step * SUITS)
    return made


@njit
def points(pile: int) -> Any:
    """The points of a pile: 1, 5, 10, 20 for 1 to 4 cards of a value."""
    n = value_counts(pile)
    total = 0
    while n > 0:
        total += GROUP_POINTS[n & 0xF]
        n >>= SUITS
    return total
