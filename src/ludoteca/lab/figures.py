"""Figures that a document prints: read from a file, and compared with what they should be."""

from __future__ import annotations

import csv
from decimal import Decimal
from fractions import Fraction
from pathlib import Path


def read_figures(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, by the names in its first line; figures as they are printed."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def printed_like(printed: str, value: Fraction | float) -> str:
    """``value`` with as many digits as ``printed`` has.

    >>> printed_like("2.77", Fraction(25, 9)), printed_like("8192", 8191), printed_like("1e+2", 951)
    ('2.78', '8191', '1e+03')
    """
    number, exponent, _power = printed.partition("e")
    digits = len(number.partition(".")[2])
    if exponent or digits:
        return f"{float(value):.{digits}{exponent or 'f'}}"
    return str(value)


def is_right(printed: str, value: Fraction | float) -> bool:
    """True where ``printed`` is ``value`` rounded to the digits that it has.

    >>> is_right("2.78", Fraction(25, 9)), is_right("7.6e-4", 0.00076), is_right("2.77", 2.778)
    (True, True, False)
    """
    return Decimal(printed_like(printed, value)) == Decimal(printed)
