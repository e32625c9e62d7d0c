"""Bradley-Terry ratings: beside a general optimiser, by hand, and their intervals by simulation."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from ludoteca.arena.ratings import rate


def met(rng, strengths, deals):
    """Random deals between all pairs of players of these log strengths."""
    k = len(strengths)
    shares = np.zeros((deals, k, k))
    for i in range(k):
        for j in range(i + 1, k):
            chance = 1 / (1 + math.exp(strengths[j] - strengths[i]))
            won = rng.random((deals, 2)) < chance
            shares[:, i, j] = won.mean(axis=1)
            shares[:, j, i] = 1 - shares[:, i, j]
    return shares


def test_two_players_by_hand():
    """Of 100 deals 75 are won: log odds of 3, in Elo's points 190.8, but for half a drawn one."""
    shares = np.zeros((100, 2, 2))
    shares[:75, 0, 1] = 1
    shares[75:, 1, 0] = 1
    found = rate(shares)
    expected = 400 * math.log10(75.25 / 25.25)
    assert found.gap(0, 1).mean == pytest.approx(expected)
    assert found.values.sum() == pytest.approx(0)
    # The interval of a binomial share, carried over by the slope of the log odds.
    p = 75.25 / 100.5
    said = 0.75 * 0.25 * 100 * 100 / 99 + (p**2 + (1 - p) ** 2) / 16
    error = math.sqrt(said) / (100.5 * p * (1 - p)) * 400 / math.log(10)
    assert found.gap(0, 1).high - expected == pytest.approx(1.959964 * error, rel=1e-6)


def test_ratings_are_the_most_likely_ones_as_a_general_optimiser_finds_them():
    shares = met(np.random.default_rng(1), (0.8, 0.1, -0.2, -0.7), 60)
    won = shares.sum(axis=0) + 0.25 * (1 - np.eye(4))

    def unlikely(free):
        s = np.append(free, -sum(free))
        return sum(
            won[i, j] * math.log1p(math.exp(s[j] - s[i]))
            for i in range(4)
            for j in range(4)
            if i != j
        )

    best = minimize(unlikely, np.zeros(3), tol=1e-12).x
    found = rate(shares).values * math.log(10) / 400
    assert found[:3] == pytest.approx(best, abs=1e-5)


def test_intervals_hold_the_truth_19_times_in_20():
    """200 runs: 0.90 to 0.985 were allowed beforehand."""
    rng = np.random.default_rng(2)
    strengths = np.array([0.5, 0.0, -0.5])
    held = []
    for _run in range(200):
        shares = met(rng, strengths, 80)
        held.append(rate(shares).gap(0, 2).contains(400 / math.log(10)))
    assert 0.90 <= np.mean(held) <= 0.985


def test_seatings_that_repeat_each_other_make_no_interval_narrower():
    rng = np.random.default_rng(3)
    deals = (rng.random(100) < 0.6).astype(float)
    shares = np.zeros((100, 2, 2))
    shares[:, 0, 1], shares[:, 1, 0] = deals, 1 - deals
    one = rate(shares).gap(0, 1)
    twice = rate(2 * shares).gap(0, 1)
    assert twice.high - twice.low == pytest.approx(one.high - one.low, rel=0.02)


def test_who_never_lost_has_a_finite_rating():
    shares = np.zeros((20, 2, 2))
    shares[:, 0, 1] = 1
    found = rate(shares)
    assert 500 < found.gap(0, 1).mean < 1_000


def test_who_never_lost_has_an_interval_that_holds_who_loses_one_of_thirty():
    """Winning 97 of 100 means ten of ten three times in four: that must be inside."""
    shares = np.zeros((10, 2, 2))
    shares[:, 0, 1] = 1
    found = rate(shares).gap(0, 1)
    assert found.low < 400 * math.log10(0.97 / 0.03) < found.high
    assert found.low > 0


def test_equals_share_one_rating():
    shares = np.full((10, 3, 3), 0.5) * (1 - np.eye(3))
    assert rate(shares).values == pytest.approx([0, 0, 0])
    # Nothing varies but the half of a drawn meeting.
    assert rate(shares).of(0).high == pytest.approx(10.81, abs=0.01)


@pytest.mark.parametrize("shape", [(1, 2, 2), (5, 1, 1)])
def test_one_deal_or_one_player_cannot_be_rated(shape):
    with pytest.raises(ValueError, match="two players and two deals"):
        rate(np.zeros(shape))
