"""Partitions against brute force and against the sequence that the document on vangin cites."""

from itertools import combinations_with_replacement

import pytest

from ludoteca.exact.partitions import count_partitions, partitions


def brute_force(n, max_parts, max_size):
    return sorted(
        (
            tuple(reversed(parts))
            for length in range(max_parts + 1)
            for parts in combinations_with_replacement(range(1, max_size + 1), length)
            if sum(parts) == n
        ),
        reverse=True,
    )


@pytest.mark.parametrize("n", range(9))
@pytest.mark.parametrize("max_parts", range(6))
@pytest.mark.parametrize("max_size", range(5))
def test_all_partitions_in_descending_order(n, max_parts, max_size):
    expected = brute_force(n, max_parts, max_size)
    assert list(partitions(n, max_parts, max_size)) == expected
    assert count_partitions(n, max_parts, max_size) == len(expected)


def test_partitions_into_parts_of_at_most_four_are_oeis_a001400():
    a001400 = [1, 1, 2, 3, 5, 6, 9, 11, 15, 18, 23, 27, 34, 39]
    assert [count_partitions(n, n, 4) for n in range(14)] == a001400


def test_partition_numbers():
    assert count_partitions(100, 100, 100) == 190_569_292


def test_negative_arguments_have_no_partitions():
    assert list(partitions(-1, 3, 3)) == []
    assert (
        count_partitions(-1, 3, 3) == count_partitions(3, -1, 3) == count_partitions(3, 3, -1) == 0
    )
