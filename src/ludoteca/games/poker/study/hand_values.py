"""Questions 1 and 2 of the project, answered: how many hands of each kind, and what exchanges do.

Every count is made from all hands, or all draws, of physical cards; beside it stands the product
that a person would write down, which must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

from ludoteca.core.answers import Rows
from ludoteca.core.i18n import _, number_text
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table

from .. import hands
from ..hands import CLASS_NAMES, VALUES, Cards, class_of, text_of
from ..odds import ExchangeOutcome, outcome, ranked

section = sections_beside(__file__)

DECK = hands.full_deck()
ALL_HANDS = comb(hands.RANKS * hands.COPIES, hands.HAND)
PAIR = "AAKQJ"
EXAMPLES = ("A7KQJ", PAIR, "AAKKJ", "AAAQJ", "AAAKK", "AAAAJ", "AAAAA")
"""A hand of each class, the low ones first."""

COUNTED = (
    "5^5",
    "5 × C(5,2) × C(4,3) × 5^3",
    "C(5,2) × C(5,2)^2 × 3 × 5",
    "5 × C(5,3) × C(4,2) × 5^2",
    "5 × C(5,3) × 4 × C(5,2)",
    "5 × C(5,4) × 20",
    "5 × C(5,5)",
)
"""The number of hands of each class as a product: ranks, their copies, the other cards."""

PAIR_LOTS = ("KQJ", "QJ", "J")
"""Exchanges that keep the pair A A: of the 20 unseen cards 3 are A, 5 are 7, 4 each K, Q, J."""


def found_from(text: str, exchanged: str) -> ExchangeOutcome:
    """The outcome of an exchange from a hand of the full deck; both are written as ``AAKQJ``."""
    hand = hands.read_cards(text)
    return outcome(hand, hands.read_cards(exchanged), hands.minus(DECK, hand))


# -- Question 1 ---------------------------------------------------------------------------------


def hand_counts() -> tuple[int, ...]:
    """The number of hands of each class among the 53,130 of physical cards."""
    counts = [0] * len(VALUES)
    for hand in hands.all_hands():
        counts[class_of(hand)] += hands.ways(hand, DECK)
    return tuple(counts)


@study_table(
    "hands", "hand example value not_contributing at_most_three hands counted_as probability"
)
def hands_table() -> Rows:
    """Every class of hand: value, what does not contribute, and how many there are."""
    for c, n in enumerate(hand_counts()):
        hand = hands.read_cards(EXAMPLES[c])
        yield [
            _(CLASS_NAMES[c]), EXAMPLES[c], VALUES[c], text_of(hands.useless(hand)),
            text_of(hands.greedy_exchange(hand)), n, COUNTED[c], Exact(Fraction(n, ALL_HANDS)),
        ]  # fmt: skip


def mean_of_a_hand() -> Fraction:
    """The mean value of five cards."""
    total = sum(n * value for n, value in zip(hand_counts(), VALUES, strict=True))
    return Fraction(total, ALL_HANDS)


def of_hands() -> Section:
    """Question 1."""
    table = hands_table()
    counts = hand_counts()
    draw = partial(charts.bars, table, "hand", "probability")
    return section(
        "hands",
        (table,),
        {"hands": draw},
        all=ALL_HANDS,
        nothing=counts[hands.NOTHING],
        pair=counts[hands.PAIR],
        mean=mean_of_a_hand(),
        decimal=float(mean_of_a_hand()),
    )


# -- Question 2 ---------------------------------------------------------------------------------


@study_table("one_pair", "cards exchanged kept draws better same worse chance_better mean_points")
def pair_table() -> Rows:
    """Every kind of exchange from a single pair: better, same, worse, and the mean."""
    hand = hands.read_cards(PAIR)
    for lot in _kinds_of_exchange(hand):
        found = outcome(hand, lot, hands.minus(DECK, hand))
        yield [
            hands.size(lot), text_of(lot), text_of(hands.minus(hand, lot)), found.draws,
            *found.compared, Exact(Fraction(found.compared[0], found.draws)), Exact(found.mean),
        ]  # fmt: skip


def _kinds_of_exchange(hand: Cards) -> Iterator[Cards]:
    """An exchange of each kind: so many of the pair, so many of the rest, the lowest of them."""
    pair = tuple(n if n > 1 else 0 for n in hand)
    for size in range(hands.MOST, -1, -1):
        for broken in range(min(size, 2) + 1):
            if size - broken <= hands.size(hands.useless(hand)):
                yield hands.plus(
                    hands.lowest(pair, broken), hands.lowest(hands.useless(hand), size - broken)
                )


@study_table("exchanges", "hand example exchanged mean better same worse as_the_greedy_player")
def exchanges_table() -> Rows:
    """All kinds of exchange from each class of hand by their mean, the best first."""
    for c, text in enumerate(EXAMPLES):
        hand = hands.read_cards(text)
        seen: set[tuple[int, ...]] = set()
        for found in ranked(hand, hands.MOST, hands.minus(DECK, hand)):
            if found.ways in seen:
                continue
            seen.add(found.ways)
            greedy = found.lot == hands.greedy_exchange(hand) or (
                hands.size(found.lot) == hands.size(hands.greedy_exchange(hand))
                and found.ways == found_from(text, text_of(hands.greedy_exchange(hand))).ways
            )
            yield [
                _(CLASS_NAMES[c]), text, text_of(found.lot), Exact(found.mean), *found.compared,
                greedy,
            ]  # fmt: skip


def of_exchanges() -> Section:
    """Question 2."""
    pair = pair_table()
    numbers: dict[str, Any] = {}
    for lot in PAIR_LOTS:
        found, n = found_from(PAIR, lot), len(lot)
        better, same, _worse = found.compared
        mean = f"{found.mean} = {number_text(float(found.mean), '.3f')}"
        numbers |= {f"b{n}": better, f"n{n}": found.draws, f"s{n}": same, f"m{n}": mean}
        numbers |= {f"{lot}_{c}": ways for c, ways in enumerate(found.ways)}
    return section(
        "exchanges",
        (pair, "one_pair_reasons", exchanges_table()),
        {"one_pair": partial(charts.bars, pair, "exchanged", "mean_points")},
        **numbers,
    )
