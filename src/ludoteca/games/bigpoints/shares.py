"""Shares and means over boards: exact over all of them, with an interval over a sample."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ludoteca.core.answers import Cell
from ludoteca.core.i18n import number_text
from ludoteca.core.numbers import Exact, Simulated, simulated_mean, simulated_share


def share_of(hits: int, n: int, exact: bool) -> Exact | Simulated:
    """A share of ``n`` boards: a fraction, or simulated with its interval."""
    return Exact(Fraction(hits, n)) if exact else simulated_share(hits, n)


def mean_of_boards(values: Iterable[int], exact: bool) -> Exact | Simulated:
    """The mean over boards; raises ``ValueError`` for a sample of one, which has no interval."""
    numbers = [int(value) for value in values]
    total = sum(numbers)
    if exact:
        return Exact(Fraction(total, len(numbers)))
    return simulated_mean(float(total), float(sum(x * x for x in numbers)), len(numbers))


def percent(share: Cell) -> str:
    """A share in words, with its interval if it has one."""
    if isinstance(share, Exact):
        return number_text(share.decimal, ".1%")
    assert isinstance(share, Simulated)
    mean, low, high = (number_text(100 * x, ".1f") for x in (share.mean, share.low, share.high))
    return f"{mean}{number_text('%', '')} ({low} ... {high})"
