"""Hands: values, what does not contribute, how many there are; against physical cards."""

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.games.poker import hands
from ludoteca.games.poker.hands import read_cards, text_of
from ludoteca.games.poker.rules import hand_value

DECK = "A7KQJ" * 5


def plain_value(cards):
    """The values as the rules list them, on a list of cards."""
    times = sorted(Counter(cards).values(), reverse=True)
    for pattern, value in (
        ([5], 50), ([4], 10), ([3, 2], 5), ([3], 3), ([2, 2], 2), ([2], 1),
    ):  # fmt: skip
        if times[: len(pattern)] == pattern:
            return value
    return 0


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("A7KQJ", 0), ("AAKQJ", 1), ("AAKKJ", 2), ("AAAQJ", 3), ("AAAKK", 5), ("AAAAJ", 10),
        ("JJJJJ", 50),
    ],
)  # fmt: skip
def test_the_values_of_hands_are_those_of_the_rules(hand, value):
    assert hands.value_of(read_cards(hand)) == value


def test_the_kernel_and_the_plain_text_agree_on_every_hand_of_every_size():
    for size in range(2, 6):
        for hand in hands.all_hands(hand=size):
            cards = list(text_of(hand))
            assert hands.value_of(hand) == hand_value(hand) == plain_value(cards), cards


def test_the_deck_holds_53130_hands_in_seven_classes():
    counts = Counter()
    for cards in itertools.combinations(DECK, 5):
        counts[plain_value(cards)] += 1
    assert counts == {50: 5, 10: 500, 5: 2_000, 3: 7_500, 2: 15_000, 1: 25_000, 0: 3_125}
    by_hand = Counter()
    for hand in hands.all_hands():
        by_hand[hands.value_of(hand)] += hands.ways(hand, hands.full_deck())
    assert by_hand == counts
    assert sum(counts.values()) == comb(25, 5) == 53_130


def test_there_are_126_hands_and_1526_exchanges():
    assert len(hands.all_hands()) == len(set(hands.all_hands())) == 126
    assert sum(len(hands.exchanges(hand)) for hand in hands.all_hands()) == 1_526


def test_all_dealt_orders_of_all_hands_are_the_lists_of_five_cards():
    assert sum(hands.orders(hand) for hand in hands.all_hands()) == 5**5
    lists = Counter(hands.counted("A7KQJ".index(c) for c in cards)
                    for cards in itertools.product("A7KQJ", repeat=5))  # fmt: skip
    assert lists == {hand: hands.orders(hand) for hand in hands.all_hands()}


@pytest.mark.parametrize(
    ("hand", "useless", "exchanged"),
    [
        ("A7KQJ", "A7KQJ", "KQJ"), ("AAKQJ", "KQJ", "KQJ"), ("A77KQ", "AKQ", "AKQ"),
        ("AAKKJ", "J", "J"), ("AAAQJ", "QJ", "QJ"), ("AAAKK", "-", "-"), ("7JJJJ", "7", "7"),
        ("JJJJJ", "-", "-"),
    ],
)  # fmt: skip
def test_cards_held_once_do_not_contribute_and_the_three_lowest_go(hand, useless, exchanged):
    cards = read_cards(hand)
    assert text_of(hands.useless(cards)) == useless
    assert text_of(hands.greedy_exchange(cards)) == exchanged


def test_the_mean_value_of_a_hand_is_1325_759():
    total = sum(hands.value_of(h) * hands.ways(h, hands.full_deck()) for h in hands.all_hands())
    assert Fraction(total, comb(25, 5)) == Fraction(1325, 759)


def test_cards_are_read_in_any_case_and_order_and_others_refused():
    assert text_of(read_cards("j, q a 7k")) == "A7KQJ"
    with pytest.raises(BadInput, match="there is no card X; there are: A 7 K Q J"):
        read_cards("AAX")
