"""Racing: candidates compared in the same worlds."""

import numpy as np
import pytest
from scipy.stats import binom

from ludoteca.core.registry import load_game
from ludoteca.players.advice.values import is_safely_better
from ludoteca.players.budget import WorldBudget
from ludoteca.players.objectives import for_points
from ludoteca.players.racing import Race, Tried, chances_near, drawn_best


def test_a_turn_is_worth_its_least_against_several_levels():
    """Of turn 1 the second trial is worse; of turn 2 it was dropped after 10 worlds, as worst."""
    worth = [np.full(40, 0.5), np.full(40, 0.9), np.full(40, 0.2), np.full(40, 0.7), np.ones(10)]
    tried = Tried(worth, [10 * w for w in worth]).least([0, 1, 1, 2, 2])
    assert [w.mean() for w in tried.worth] == [0.5, 0.2, 1.0]
    assert [len(w) for w in tried.points] == [40, 40, 10]
    assert tried.ranked() == [0, 1, 2]


def raced(ends, clearly, among=None, keep=None, stay=()):
    """The worlds in which each candidate was tried; its worth in all is its line of ``ends``."""
    view = load_game("leduc").new_state().view(0)

    def played(tried, first, rng, made):
        made.points[..., 0] = np.where(tried, ends, np.nan)

    race = Race(len(ends), played, for_points(view, 0), view, 1, clearly, keep, stay)
    return [len(worth) for worth in race.run(WorldBudget(200), 0.0, among).worth]


def test_who_chooses_drops_what_is_clearly_worse_and_stops_where_one_is_left():
    assert raced([3.0, 1.0, 3.0], 4.0) == [200, 40, 200]
    assert raced([3.0, 1.0, 2.0], 4.0) == [40, 40, 40]
    assert raced([3.0, 1.0], 4.0, among=[0]) == [0, 0]


def test_a_review_tries_only_the_best_of_the_first_look_and_what_it_compares_in_all_worlds():
    assert raced([3.0, 3.0, 3.0, 3.0], 4.0, keep=2, stay=[3]) == [200, 200, 40, 200]
    assert raced([3.0, 3.0, 3.0, 3.0], 4.0, keep=9) == [200, 200, 200, 200]


def test_what_a_person_is_told_is_tried_in_all_worlds():
    assert raced([3.0, 1.0, 2.0], None) == [200, 200, 200]
    assert raced([3.0, 1.0], None, among=[1])[1] == 200


def test_a_rare_loss_of_the_match_that_no_world_has_shown_is_counted_once():
    """In 20 of 200 worlds one move is better by 0.005, and in none is the match lost."""
    one, other = np.full(200, 0.75), np.full(200, 0.75)
    one[:20] += 0.005
    assert is_safely_better(one, other, 3.0, worst=0.74)
    assert not is_safely_better(one, other, 3.0, worst=0.0)


def test_a_move_that_has_lost_the_match_in_some_worlds_is_left_for_one_that_has_not():
    other = np.full(60, 0.6)
    other[:4] = 0.0
    one = np.full(60, 0.6)
    assert is_safely_better(one, other, 1.0, worst=0.0)


def test_a_candidate_is_drawn_as_often_as_it_is_likely_to_be_the_best():
    """The mean of 100 draws of a fair coin is above that of as many of its inverse in half."""
    coin = np.tile([0.0, 1.0], 50)
    even, ahead, far = 1.0 - coin, coin + 0.1, coin + 1.1
    rng = np.random.default_rng(1)

    def share(*samples):
        drawn = [drawn_best(samples, rng) for _time in range(1_000)]
        return drawn.count(1) / len(drawn)

    # Of 100 coins k are heads: the second is above where 2 k < 100, and ahead where 2 k < 110.
    below_50, below_55 = binom.cdf([49, 54], 100, 0.5)
    assert share(coin, even) == pytest.approx(below_50, abs=0.06)
    assert share(coin, even + 0.1) == pytest.approx(below_55, abs=0.06)
    assert share(coin, ahead) == 1.0
    assert share(coin, far) == 1.0


def test_near_a_policy_noise_moves_little_and_what_it_never_does_stays_out():
    rng, prior = np.random.default_rng(1), [0.5, 0.4, 0.1, 0.0]
    level = np.zeros(2_000)

    def near(worlds):
        worth = [rng.normal(0.0, 1.0, worlds) for _chance in prior]
        return chances_near(prior, worth)

    assert near(2_000) == pytest.approx(prior, abs=0.05)
    assert near(10)[3] == 0.0
    assert near(10).max() < 0.9
    # What is known for certain is certain, and one that was dropped early stays out.
    assert chances_near(prior, [level, level + 0.01, level, level]).tolist() == [0, 1, 0, 0]
    apart = [rng.normal(9.0, 1.0, 2_000), rng.normal(0.0, 1.0, 40), level, level]
    assert chances_near(prior, apart)[1:].max() < 0.001
