"""Urns and binomial moments against enumeration and against SciPy."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from ludoteca.exact.moments import binomial, differences, from_binomial_moments
from ludoteca.exact.urns import hypergeometric, missed_kinds, missed_kinds_moments


@pytest.mark.parametrize(
    ("marked", "cards", "draws"), [(4, 52, 13), (0, 5, 2), (5, 5, 5), (3, 9, 0)]
)
def test_hypergeometric_agrees_with_scipy(marked, cards, draws):
    exact = hypergeometric(marked, cards, draws)
    assert sum(exact) == 1
    floats = hypergeom(cards, marked, draws).pmf(range(draws + 1))
    assert [float(p) for p in exact] == pytest.approx(list(floats), abs=1e-12)


def test_hypergeometric_by_enumeration():
    counts = Counter(sum(card < 3 for card in hand) for hand in combinations(range(7), 4))
    assert hypergeometric(3, 7, 4) == tuple(Fraction(counts[k], comb(7, 4)) for k in range(5))


@pytest.mark.parametrize(
    ("marked", "cards", "draws"), [(-1, 5, 2), (6, 5, 2), (2, 5, 6), (2, 5, -1)]
)
def test_hypergeometric_refuses_what_cannot_be_drawn(marked, cards, draws):
    with pytest.raises(ValueError, match="cannot draw"):
        hypergeometric(marked, cards, draws)


@pytest.mark.parametrize(("kinds", "per_kind"), [(1, 1), (3, 2), (2, 4), (5, 1), (4, 3)])
def test_missed_kinds_by_enumeration(kinds, per_kind):
    for draws in range(kinds * per_kind + 1):
        counts = Counter(
            kinds - len({card // per_kind for card in hand})
            for hand in combinations(range(kinds * per_kind), draws)
        )
        assert missed_kinds(kinds, per_kind, draws) == [counts[k] for k in range(kinds + 1)]


def test_an_urn_that_is_too_small_has_no_draws():
    assert missed_kinds_moments(2, 3, 7) == []
    assert missed_kinds(2, 3, 7) == [0, 0, 0]


@given(st.lists(st.integers(0, 10**30), min_size=1, max_size=12))
def test_binomial_moments_determine_the_counts(counts):
    moments = [fmpz(sum(comb(k, m) * c for k, c in enumerate(counts))) for m in range(len(counts))]
    assert from_binomial_moments(moments, len(counts)) == counts


def test_moments_beyond_the_length_are_refused():
    with pytest.raises(ValueError, match="reach K = 2"):
        from_binomial_moments([fmpz(1), fmpz(2), fmpz(1)], 2)


@given(st.lists(st.integers(-(10**20), 10**20), max_size=12))
def test_differences_are_the_alternating_sums(values):
    expected = [
        sum((-1) ** j * comb(m, j) * values[j] for j in range(m + 1)) for m in range(len(values))
    ]
    assert differences([fmpz(v) for v in values]) == expected


def test_binomial_is_zero_outside_the_triangle():
    assert [binomial(4, k) for k in range(-1, 6)] == [0, 1, 4, 6, 4, 1, 0]
    assert binomial(-1, 0) == 0
