"""Questions 1 and 2 of the project, answered: how many hands of each kind, and what exchanges do.

Every count is made from all hands, or all draws, of physical cards; beside it stands the product
that a person would write down, which must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import comb

from ludoteca.core.answers import Plot, Rows, table
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.study import Section

from .. import hands
from ..hands import CLASS_NAMES, VALUES, Cards, class_of, text_of
from ..odds import ExchangeOutcome, outcome, ranked

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

_PAIR_DRAWS: dict[str, dict[int, str]] = {
    "KQJ": {
        hands.PAIR: "C(17,3) - 354 - 22",
        hands.TWO_PAIRS: "C(5,2) × 12 + 3 × C(4,2) × 13",
        hands.TRIPLE: "3 × (C(17,2) - C(5,2) - 3 × C(4,2))",
        hands.FULL_HOUSE: "3 × (C(5,2) + 3 × C(4,2)) + C(5,3) + 3 × C(4,3)",
        hands.FOUR: "C(3,2) × 17",
        hands.FIVE: "C(3,3)",
    },
    "QJ": {
        hands.PAIR: "C(13,2) - C(5,2) - 2 × C(4,2)",
        hands.TWO_PAIRS: "4 × 13 + C(5,2) + 2 × C(4,2)",
        hands.TRIPLE: "3 × 13",
        hands.FULL_HOUSE: "3 × 4 + C(4,2)",
        hands.FOUR: "C(3,2)",
    },
    "J": {
        hands.PAIR: "5 + 4",
        hands.TWO_PAIRS: "4 + 4",
        hands.TRIPLE: "3",
    },
}
"""Draws to A A and others: of the 20 unseen cards 3 are A, 5 are 7, 4 each are K, Q and J."""

_WORDS: dict[str, dict[int, str]] = {
    "KQJ": {
        hands.PAIR: N_("no A, and three different ranks"),
        hands.TWO_PAIRS: N_("no A: two of a rank and one of another"),
        hands.TRIPLE: N_("one A and two different others"),
        hands.FULL_HOUSE: N_("one A and two of a rank, or three of a rank"),
        hands.FOUR: N_("two A and any other"),
        hands.FIVE: N_("all three A"),
    },
    "QJ": {
        hands.PAIR: N_("two different ranks of 7, Q, J"),
        hands.TWO_PAIRS: N_("a K and one of 7, Q, J, or two of a rank of these"),
        hands.TRIPLE: N_("one A and one of 7, Q, J"),
        hands.FULL_HOUSE: N_("one A and one K, or two K"),
        hands.FOUR: N_("two A"),
    },
    "J": {
        hands.PAIR: N_("a 7 or a J"),
        hands.TWO_PAIRS: N_("a K or a Q"),
        hands.TRIPLE: N_("an A"),
    },
}


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


@table(
    "hands",
    N_("Question 1: the hands and what they are worth"),
    "hand example value not_contributing at_most_three hands counted_as probability",
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
    answer = _(
        "Only how often ranks are repeated matters. Of {all:,} hands {nothing:,} are worth nothing "
        "and {pair:,} are a pair; five cards are worth {mean} = {decimal:.4f} points on average. "
        "Cards of a rank held once do not contribute: at most three, but for the hand of nothing, "
        "of which all five do not, and the three lowest are K Q J."
    ).format(
        all=ALL_HANDS,
        nothing=counts[hands.NOTHING],
        pair=counts[hands.PAIR],
        mean=mean_of_a_hand(),
        decimal=float(mean_of_a_hand()),
    )
    draw = partial(charts.bars, table, "hand", "probability")
    return Section(
        "hands",
        _("Question 1: what are the hands worth, and how many of each are there?"),
        _("exact: all hands of physical cards counted, and each count as a product of choices"),
        answer,
        (table,),
        (Plot("hands", N_("Chance of each class of hand, as dealt"), draw),),
    )


# -- Question 2 ---------------------------------------------------------------------------------


@table(
    "one_pair",
    N_("Question 2: exchanges from one pair, A A K Q J"),
    "cards exchanged kept draws better same worse chance_better mean",
)
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


@table(
    "one_pair_reasons",
    N_("Question 2: why there are so many"),
    "exchanged new_hand draws what_comes counted_as",
)
def reasons_table() -> Rows:
    """The reasons for the counts of the exchanges from a pair, in words and as sums."""
    for lot, sums in _PAIR_DRAWS.items():
        found = found_from(PAIR, lot)
        for c in sorted(sums, reverse=True):
            yield [lot, _(CLASS_NAMES[c]), found.ways[c], _(_WORDS[lot][c]), sums[c]]


@table(
    "exchanges",
    N_("Exchanges from every class of hand by their mean"),
    "hand example exchanged mean better same worse as_ganancioso",
)
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
    found = [found_from(PAIR, lot) for lot in _PAIR_DRAWS]
    three, two, one = (o.compared for o in found)
    answer = _(
        "Question 2b: of a single pair, exchanging the other three improves the hand in {b3} of "
        "{n3} draws and changes nothing in {s3}: these are the draws without a card of the pair's "
        "rank and without two alike. Question 2c: exchanging two of them improves it in {b2} of "
        "{n2} and changes nothing in {s2}; one, in {b1} of {n1} and {s1}. It can never get worse, "
        "for the pair stays. Question 2d: the means are {m3}, {m2} and {m1} points: three is best, "
        "and in every class of hand nothing has a better mean than to exchange what does not "
        "contribute."
    ).format(
        b3=three[0],
        n3=found[0].draws,
        s3=three[1],
        b2=two[0],
        n2=found[1].draws,
        s2=two[1],
        b1=one[0],
        n1=found[2].draws,
        s1=one[1],
        m3=f"{found[0].mean} = {number_text(float(found[0].mean), '.3f')}",
        m2=f"{found[1].mean} = {number_text(float(found[1].mean), '.3f')}",
        m1=f"{found[2].mean} = {number_text(float(found[2].mean), '.3f')}",
    )
    pair = pair_table()
    return Section(
        "exchanges",
        _("Question 2: what do exchanges lead to?"),
        _("exact: all draws of physical cards from the 20 that are not in the hand"),
        answer,
        (pair, reasons_table(), exchanges_table()),
        (
            Plot(
                "one_pair",
                N_("Mean value after each exchange from one pair, by the cards exchanged"),
                partial(charts.bars, pair, "exchanged", "mean"),
            ),
        ),
    )
