"""Partitions of a whole number with bounded parts: the shapes that equal cards can fall into."""

from __future__ import annotations

from collections.abc import Iterator

Partition = tuple[int, ...]


def partitions(n: int, max_parts: int, max_size: int) -> Iterator[Partition]:
    """Partitions of ``n`` into at most ``max_parts`` parts of at most ``max_size`` each.

    Parts descend within a partition; partitions come in descending lexicographic order. The
    empty partition is the only one of 0. Source: ``getPartitions`` of the document on vangin.

    >>> list(partitions(5, 3, 3))
    [(3, 2), (3, 1, 1), (2, 2, 1)]
    """
    if n == 0:
        yield ()
        return
    if n < 0 or max_parts <= 0:
        return
    # The largest part is at least the mean: what a smaller one leaves cannot be placed.
    smallest = -(-n // max_parts)
    for first in range(min(n, max_size), smallest - 1, -1):
        for rest in partitions(n - first, max_parts - 1, first):
            yield (first, *rest)


def count_partitions(n: int, max_parts: int, max_size: int) -> int:
    """The number of :func:`partitions`, without making them.

    They are the lattice paths under a box, counted by the Gaussian binomial coefficient: the
    coefficient of q^n in prod (1 - q^(max_parts + i)) / (1 - q^i) over i = 1..max_size, here
    multiplied and divided term by term up to q^n.

    >>> count_partitions(13, 13, 4)
    39
    """
    if n < 0 or max_parts < 0 or max_size < 0:
        return 0
    ways = [1] + [0] * n
    for size in range(1, min(max_size, n) + 1):
        for k in range(n, max_parts + size - 1, -1):
            ways[k] -= ways[k - max_parts - size]
        for k in range(size, n + 1):
            ways[k] += ways[k - size]
    # With max_size > n the factors beyond n are 1 up to q^n: nothing left to multiply.
    return ways[n]
