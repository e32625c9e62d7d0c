"""Small whist beyond its rules: the worlds of a seat, the chance to follow, the machines."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import ludoteca
from ludoteca.core.errors import BadInput
from ludoteca.core.laws import random_deal
from ludoteca.core.laws.referee import resample_matches
from ludoteca.core.registry import load_game


def test_worlds_respect_the_suits_that_a_seat_did_not_follow():
    """Hands of three cards, so that a seat may lack two suits; the law has hands of two."""
    game, rng, lacking = load_game("tricks"), np.random.default_rng(3), set()
    for state, _action in random_deal(game, game.options({"ranks": 3}), 8):
        left = int(state.record[0].in_hand.sum())
        if state.record[0].turned and left % 3 == 0:
            seat = left % 4
            assert resample_matches(state, seat, rng) is None, left
            lacking |= set(np.delete(state.record[0].void.sum(axis=1), seat).tolist())
    assert {0, 1, 2} <= lacking


@pytest.mark.parametrize(("unseen", "hand"), [(3, 5), (1, 2), (4, 2), (6, 2), (0, 3)])
def test_the_chance_that_rivals_follow_is_that_of_counting_deals(unseen, hand):
    found = ludoteca.ask("tricks", "odds", unseen=unseen, hand=hand).fields
    deals = [
        {place // hand for place in places} for places in combinations(range(3 * hand), unseen)
    ]
    assert found["both_rivals"].value == Fraction(sum({0, 2} <= d for d in deals), len(deals))
    assert found["partner"].value == Fraction(sum(1 in d for d in deals), len(deals))


def test_the_other_hands_hold_no_more_cards_than_they_have():
    with pytest.raises(BadInput, match="only 6 cards"):
        ludoteca.ask("tricks", "odds", unseen=7, hand=2)


def test_the_advanced_pair_beats_the_basic_one_and_that_one_random_moves():
    game = load_game("tricks")
    for better, worse, deals in (("advanced", "basic", 300), ("basic", "random", 60)):
        found = ludoteca.compare(game, None, better, worse, deals=deals, seed=1)
        assert found.difference.low > 0
