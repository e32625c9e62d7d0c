"""Selections from a multiset by generating functions.

A selection takes a sub-multiset of physical cards; cards of one kind are equal in name but are
counted apart (choosing 2 of 4 sevens is C(4, 2) = 6 ways). One kind with n cards is the polynomial
(1 + y)^n in y = cards taken, less its constant term where at least one card of it is required.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from flint import fmpz, fmpz_poly


def ways_to_select(multiplicities: Sequence[int], must_have: Collection[int] = ()) -> list[int]:
    """Entry k is the number of ways to take k cards with at least one of each required kind.

    ``multiplicities[j]`` is the number of cards of kind j; ``must_have`` holds the required
    kinds j. The list ends with the last size that has a way; it is ``[0]`` where nothing has.
    Source: ``waysToSelect`` of the document on vangin pasianssi.

    >>> ways_to_select([2, 1], must_have=[0])
    [0, 2, 3, 1]
    """
    required = set(must_have)
    free = sum(n for j, n in enumerate(multiplicities) if j not in required)
    product = covering_polynomial([multiplicities[j] for j in required])
    ways = [int(c) for c in (product * fmpz_poly([1, 1]) ** free).coeffs()]
    return ways or [0]


def covering_polynomial(required: Collection[int]) -> fmpz_poly:
    """The product of (1 + y)^n - 1 over the multiplicities n of the ``required`` kinds."""
    product = fmpz_poly([1])
    for n, kinds in Counter(required).items():
        product *= (fmpz_poly([1, 1]) ** n - 1) ** kinds
    return product


def ways_to_cover(required: Collection[int], others: int, size: int) -> int:
    """Ways to take ``size`` cards with at least one of each required kind.

    ``required`` holds the number of cards of each required kind, ``others`` is the number of
    cards of all other kinds. One coefficient of :func:`ways_to_select`, without the rest.

    >>> ways_to_cover([2], others=1, size=2)
    3
    """
    ways = fmpz(0)
    for taken, count in enumerate(covering_polynomial(required).coeffs()):
        if 0 <= size - taken <= others:
            ways += count * fmpz.bin_uiui(others, size - taken)
    return int(ways)
