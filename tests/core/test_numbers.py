"""Numbers that say what they are."""

import json
from fractions import Fraction

import pytest
from scipy.stats import binomtest

from ludoteca.core.numbers import Exact, Simulated, chance_words, simulated_mean, simulated_share
from ludoteca.lab.text import field_text


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(6, 8), "3/4"), (Fraction(-1, 3), "-1/3"), (Fraction(5), "5"), (Fraction(0), "0")],
)
def test_a_fraction_is_written_in_lowest_terms(value, text):
    assert Exact(value).fraction == text == str(value)


@pytest.mark.parametrize("digits", [600, 603, 604, 4_300, 4_301, 20_000])
def test_numbers_beyond_the_digits_that_python_writes(digits):
    """Python's own ``str`` raises ``ValueError`` above 4,300 digits."""
    ones = (10**digits - 1) // 9
    assert Exact(Fraction(-ones, 10**digits)).fraction == f"-{'1' * digits}/1{'0' * digits}"
    written = json.loads(json.dumps(Exact(Fraction(ones, 10**digits)).to_json()))
    assert written["decimal"] == pytest.approx(1 / 9)
    assert len(written["exact"]) == 2 * digits + 2


def test_the_condition_is_written_where_there_is_one():
    assert "condition" not in Exact(Fraction(1, 2)).to_json()
    assert Exact(Fraction(1, 2), "fair coin").to_json()["condition"] == "fair coin"


@pytest.mark.parametrize(("hits", "n"), [(1, 10), (0, 1000), (7, 7), (500, 1300)])
def test_the_wilson_interval_is_that_of_scipy(hits, n):
    share = simulated_share(hits, n)
    assert (share.mean, share.n) == (hits / n, n)
    other = binomtest(hits, n).proportion_ci(0.95, method="wilson")
    assert (share.low, share.high) == pytest.approx((other.low, other.high), abs=1e-12)


def test_an_interval_holds_0_and_1_where_all_samples_agree():
    assert simulated_share(0, 1000).contains(0.0)
    assert simulated_share(1000, 1000).contains(1.0)


def test_the_interval_of_a_mean():
    """1, 2, 3: mean 2, standard error 1 / sqrt(3), Student's t with 2 degrees 4.3027."""
    mean = simulated_mean(6.0, 14.0, 3)
    assert (mean.low, mean.high) == pytest.approx((2 - 2.4841, 2 + 2.4841), abs=1e-3)
    assert mean.contains(2.5)
    assert not mean.contains(4.5)


def test_intervals_need_samples():
    with pytest.raises(ValueError, match="need 0 <= hits <= samples"):
        simulated_share(3, 2)
    with pytest.raises(ValueError, match="at least two samples"):
        simulated_mean(1.0, 1.0, 1)


def test_a_simulated_number_says_its_sample():
    assert Simulated(0.5, 4, 0.1, 0.9).to_json() == {
        "simulated": 0.5,
        "n": 4,
        "interval95": [0.1, 0.9],
    }


def test_a_simulated_number_says_what_it_rests_on_where_it_is_told_alone():
    bare, told = simulated_share(1, 4), simulated_share(1, 4, "a fair coin")
    assert "condition" not in bare.to_json()
    assert told.to_json() == {**bare.to_json(), "condition": "a fair coin"}
    assert field_text(told) == f"{field_text(bare)[:-1]}; a fair coin)"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.37, "37%"), (1.0, "100%"), (0.0, "0%"), (0.1, "10%"),
        (0.00367841, "0.37% (about 1 in 272)"), (1e-6, "0.0001% (about 1 in 1,000,000)"),
        (1e-300, "under 1 in a billion"),
    ],
)  # fmt: skip
def test_a_small_chance_is_told_as_one_in_so_many(chance, words):
    assert chance_words(chance) == words
