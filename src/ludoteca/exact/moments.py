"""From binomial moments to whole distributions, in exact integers.

The binomial moments of a count K are E[C(K, m)], m = 0, 1, ... They are often a single product
where the distribution itself is an alternating sum, and they determine it:
P(K = k) = sum over m >= k of (-1)^(m - k) C(m, k) E[C(K, m)].
Source: W. Feller, An Introduction to Probability Theory and Its Applications I, chapter IV.

Integers here are FLINT's (``flint.fmpz``), which multiply long numbers faster than Python's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from flint import fmpz, fmpz_poly


def binomial(n: int, k: int) -> fmpz:
    """C(n, k), and 0 outside 0 <= k <= n."""
    return fmpz.bin_uiui(n, k) if 0 <= k <= n else fmpz(0)


def differences(values: Sequence[fmpz]) -> list[fmpz]:
    """Entry m is sum over j of (-1)^j C(m, j) values[j], for m below ``len(values)``.

    These are the numbers of inclusion and exclusion where ``values[j]`` counts what avoids j
    given things: entry m counts what avoids none of m things.
    """
    leading = []
    row = list(values)
    while row:
        leading.append(row[0])
        row = [left - right for left, right in pairwise(row)]
    return leading


def from_binomial_moments(moments: Sequence[fmpz], length: int) -> list[int]:
    """The counts of outcomes with K = 0, 1, ..., ``length`` - 1 from their binomial moments.

    ``moments[m]`` is the sum of C(K, m) over all outcomes. As polynomials the moments are the
    counts shifted by one: sum of moments[m] (z - 1)^m = sum of counts[k] z^k. ``length`` must be
    large enough for every K that occurs; the list is padded with zeros up to it.

    Raises
    ------
    ValueError
        Where ``length`` is too small for a K that occurs.
    """
    counts = [int(c) for c in fmpz_poly(list(moments))(fmpz_poly([-1, 1])).coeffs()]
    if len(counts) > length:
        raise ValueError(f"the moments reach K = {len(counts) - 1}, beyond {length - 1}")
    return counts + [0] * (length - len(counts))
