"""Selections from multisets against enumeration of physical cards."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.exact.multisets import ways_to_cover, ways_to_select


def enumerate_ways(multiplicities, must_have):
    cards = [kind for kind, n in enumerate(multiplicities) for _ in range(n)]
    return Counter(
        size
        for size in range(len(cards) + 1)
        for chosen in combinations(range(len(cards)), size)
        if set(must_have) <= {cards[i] for i in chosen}
    )


decks = st.lists(st.integers(0, 3), max_size=4)


@settings(max_examples=60, deadline=None)
@given(decks, st.data())
def test_ways_to_select_counts_physical_selections(multiplicities, data):
    kinds = range(len(multiplicities))
    must_have = data.draw(st.sets(st.sampled_from(kinds))) if multiplicities else set()
    expected = enumerate_ways(multiplicities, must_have)
    ways = ways_to_select(multiplicities, must_have)
    assert dict(enumerate(ways)) == {k: expected[k] for k in range(len(ways))}
    assert sum(ways) == sum(expected.values())


@settings(max_examples=60, deadline=None)
@given(decks, st.integers(0, 4), st.integers(-1, 12))
def test_ways_to_cover_is_one_coefficient_of_ways_to_select(required, others, size):
    ways = ways_to_select([*required, others], must_have=range(len(required)))
    expected = ways[size] if 0 <= size < len(ways) else 0
    assert ways_to_cover(required, others, size) == expected


def test_a_kind_named_twice_is_required_once():
    assert ways_to_select([2, 1], must_have=[0, 0]) == ways_to_select([2, 1], must_have=[0])


def test_a_required_kind_without_cards_has_no_way():
    assert ways_to_select([0, 3], must_have=[0]) == [0]


def test_a_kind_that_is_not_there_is_an_error():
    with pytest.raises(IndexError):
        ways_to_select([1, 2], must_have=[2])
