"""The numbers of Kuhn poker."""

from fractions import Fraction

import numpy as np
import pytest

import ludoteca
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.registry import load_game

RNG = np.random.default_rng(1)


@pytest.mark.parametrize(("card", "chance"), [("J", 0), ("Q", Fraction(1, 2)), ("K", 1)])
def test_the_odds_beside_a_card_count_the_lower_ones(played, card, chance):
    odds_at = load_game("kuhn").room("odds").odds_at
    other = "Q" if card != "Q" else "J"
    state = played("kuhn", {}, card, other)
    (odd,) = odds_at(state.view(0), RNG)
    assert odd.value.value == chance
    assert odds_at(state.view(SPECTATOR), RNG) == ()


@pytest.mark.parametrize("bluffs", [1, 2, 3, 10])
def test_the_queens_chance_is_that_of_counting_deals(bluffs):
    found = ludoteca.ask("kuhn", "odds", bluffs=bluffs).fields
    kings, jacks = bluffs, 1  # bets among as many kings as jacks
    win = Fraction(jacks, kings + jacks)
    assert found["win"].value == win
    assert found["call"].value == 2 * win - 2 * (1 - win)


def test_to_call_and_to_fold_cost_the_same_where_the_equilibrium_bluffs():
    found = ludoteca.ask("kuhn", "odds", bluffs=3).fields
    assert found["call"].value == found["fold"] == -1
    policy = load_game("kuhn").policy
    state = load_game("kuhn").new_state()
    for text in ("J", "Q"):
        state.apply(state.parse(text))
    out, prob = np.zeros(2, np.int64), np.zeros(2)
    policy.policy_probs(state.record[0], 1, out, prob)
    assert prob[1] == pytest.approx(1 / 3)
