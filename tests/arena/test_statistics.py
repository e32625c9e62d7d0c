"""Intervals, tests and sizes: beside SciPy, by hand, by simulation with thresholds set first."""

import math

import numpy as np
import pytest
from scipy import stats

from ludoteca.arena.statistics import (
    Sequence95,
    deals_needed,
    first_clear,
    mean_of,
    running_interval,
    share_of,
    signed_rank,
)

RUNS, DEALS = 400, 1_000


def test_the_mean_of_differences_has_students_interval():
    sample = np.random.default_rng(1).normal(1e6, 2, 30)
    found = mean_of(sample)
    low, high = stats.t.interval(0.95, 29, loc=sample.mean(), scale=stats.sem(sample))
    assert (found.mean, found.low, found.high) == pytest.approx(
        (sample.mean(), low, high), rel=1e-12
    )
    assert mean_of([1.0]) is None


@pytest.mark.parametrize("chance", [0.5, 0.9, 0.97])
@pytest.mark.parametrize("n", [10, 40])
def test_the_interval_of_a_share_holds_it_19_times_in_20_exactly_summed(chance, n):
    """Over all numbers of wins; Student's own holds it 26 times in 100 at 0.97 and ten deals."""
    held = plain = 0.0
    for won in range(n + 1):
        sample = [1.0] * won + [0.0] * (n - won)
        weight = stats.binom.pmf(won, n, chance)
        held += weight * share_of(sample).contains(chance)
        plain += weight * mean_of(sample).contains(chance)
    assert held > 0.93
    if (chance, n) == (0.97, 10):
        assert plain < 0.3


def test_shares_that_are_all_alike_have_an_interval_around_them_within_0_and_1():
    for share in (0.0, 0.5, 1.0):
        found = share_of([share] * 10)
        assert found.mean == share
        assert 0 <= found.low <= share <= found.high <= 1
        assert found.high - found.low > 0.15
    assert share_of([1.0]) is None


def test_signed_ranks_by_hand():
    """Ranks 1 to 5 of which only the 2 is negative: of 32 sign patterns W- is at most 2 in 3."""
    assert signed_rank([1, -2, 3, 4, 5]) == pytest.approx(2 * 3 / 32)


def test_signed_ranks_leave_zeros_out_and_equals_have_p_1():
    sample = np.random.default_rng(2).normal(0.5, 1, 12)
    assert signed_rank([*sample, 0, 0, 0]) == pytest.approx(stats.wilcoxon(sample).pvalue)
    assert signed_rank([0.0, 0.0]) == 1.0


def test_the_deals_said_beforehand_show_the_edge_four_times_in_five():
    n = deals_needed(0.25, 1.0)
    assert n == math.ceil((1.959964 + 0.841621) ** 2 * 16)
    # The exact power of Student's test, a second way.
    shift, cut = 0.25 * math.sqrt(n), stats.t.ppf(0.975, n - 1)
    power = stats.nct.sf(cut, n - 1, shift) + stats.nct.cdf(-cut, n - 1, shift)
    assert power == pytest.approx(0.8, abs=0.005)


EQUALS = {
    "even": lambda rng: rng.normal(0, 1, (RUNS, DEALS)),
    "wins and losses": lambda rng: rng.choice([-1.0, 0.0, 1.0], (RUNS, DEALS), p=[0.3, 0.4, 0.3]),
    "rare large swings": lambda rng: rng.standard_t(2.1, (RUNS, DEALS)),
}


@pytest.mark.parametrize(
    "kind",
    [
        "rare large swings",
        *(pytest.param(k, marks=pytest.mark.soak) for k in ("even", "wins and losses")),
    ],
)
def test_equals_are_called_different_one_time_in_twenty_at_most_however_often_one_looks(kind):
    """At most 5 %, and of 400 runs a share of 7.5 % or more would be chance one time in 60."""
    samples = EQUALS[kind](np.random.default_rng(3))
    test = Sequence95(scale=1.0)
    wrong = sum(first_clear(sample, test) is not None for sample in samples)
    assert wrong / RUNS < 0.075


def test_a_plain_interval_looked_at_again_and_again_is_wrong_nearly_half_of_the_time():
    """From the 10th deal to the 1,000th, at each; this is why ``--until-clear`` has its own.

    6,000 runs of another program gave 47.1 %; 400 are within 7 points of it 199 times in 200.
    """
    samples = EQUALS["even"](np.random.default_rng(4))
    n = np.arange(1, DEALS + 1)
    means = samples.cumsum(axis=1) / n
    squares = (samples**2).cumsum(axis=1)
    errors = np.sqrt(np.maximum(squares / n - means**2, 1e-12) / np.maximum(n - 1, 1))
    outside = np.abs(means) > stats.t.ppf(0.975, np.maximum(n - 1, 1)) * errors
    wrong = outside[:, 9:].any(axis=1).mean()
    assert 0.40 < wrong < 0.54


SKEWED = {
    "exponential": (lambda rng: rng.exponential(1, (RUNS, DEALS)) - 1, 1.0),
    "lognormal": (
        lambda rng: rng.lognormal(0, 1, (RUNS, DEALS)) - math.exp(0.5),
        math.sqrt((math.e - 1) * math.e),
    ),
    "one in a hundred": (
        lambda rng: np.where(rng.random((RUNS, DEALS)) < 0.01, 99.0, -1.0),
        math.sqrt(99),
    ),
}


@pytest.mark.parametrize(
    ("kind", "guess", "share"),
    [
        ("exponential", 1.0, 0.05), ("lognormal", 1.0, 0.07), ("one in a hundred", 1.0, 0.33),
        ("exponential", 0.3, 0.07), ("lognormal", 0.3, 0.14), ("one in a hundred", 0.3, 0.68),
    ],
)  # fmt: skip
def test_skewed_differences_are_called_clear_as_often_as_the_document_says(kind, guess, share):
    """Each share is that of 4,000 runs; 400 are within three of their standard errors of it."""
    draw, spread = SKEWED[kind]
    samples = draw(np.random.default_rng(7))
    test = Sequence95(scale=guess * spread)
    totals, squares = samples.cumsum(axis=1), (samples**2).cumsum(axis=1)
    grown = squares + test._mixing
    bound = grown * (np.log(grown / test._mixing) - 2 * math.log(test.level))
    wrong = (totals**2 >= bound)[:, 9:].any(axis=1).mean()
    assert wrong == pytest.approx(share, abs=0.005 + 3 * math.sqrt(share * (1 - share) / RUNS))


@pytest.mark.parametrize(
    "guess", [0.1, *(pytest.param(guess, marks=pytest.mark.soak) for guess in (1.0, 10.0))]
)
def test_a_wrong_guess_of_the_spread_costs_deals_not_truth(guess):
    samples = EQUALS["even"](np.random.default_rng(5))
    wrong = sum(first_clear(sample, Sequence95(scale=guess)) is not None for sample in samples)
    assert wrong / RUNS < 0.075


def test_the_interval_holds_the_mean_at_all_times_together():
    samples = np.random.default_rng(6).exponential(1, (200, 600)) + 4
    test = Sequence95(scale=1.0)
    missed = 0
    for sample in samples:
        total, squares = sample.cumsum(), (sample**2).cumsum()
        looks = (test.interval(total[n - 1], squares[n - 1], n) for n in range(20, 601, 20))
        missed += any(not low <= 5 <= high for low, high in looks)
    assert missed / 200 < 0.085


def test_an_edge_is_found_in_the_end_and_lies_in_the_interval():
    samples = np.random.default_rng(7).normal(0.3, 1, (100, 2_000))
    test = Sequence95(scale=1.0)
    stops = [first_clear(sample, test) for sample in samples]
    assert all(stop is not None for stop in stops)
    assert np.median(stops) < 3 * deals_needed(0.3, 1.0)
    held = [
        low <= 0.3 <= high
        for low, high in (
            running_interval(s[:stop], test) for s, stop in zip(samples, stops, strict=True)
        )
    ]
    assert np.mean(held) > 0.9


def test_the_interval_excludes_zero_exactly_when_zero_is_refuted():
    test = Sequence95(scale=1.0)
    for seed in range(20):
        sample = np.random.default_rng(seed).normal(0.25, 1, 150)
        low, high = running_interval(sample, test)
        zero_is_out = not low < 0 < high
        assert zero_is_out == test.refutes_zero(sample.sum(), (sample**2).sum())


def test_before_anything_was_seen_nothing_is_known():
    assert Sequence95(1.0).interval(0, 0, 0) == (-math.inf, math.inf)
    assert first_clear([0.0] * 50, Sequence95(1.0)) is None
