"""Values of answers in words: fields that stand alone, cells of tables, and headings.

Numbers are written from their plain data (:func:`~ludoteca.core.answers.plain`), so that an answer
reads alike as it is found and as it was kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludoteca.core.answers import Name, plain
from ludoteca.core.i18n import _

Number = Mapping[str, Any]
"""An exact or a simulated number as plain data."""

_LONGEST_FRACTION = 50
_LONGEST_IN_A_TABLE = 24
_LONGEST_INTEGER = 4_000  #: digits, below every limit that Python can be told to have


def heading(name: str) -> str:
    """The name of a field, table or column in words, in the language in use."""
    return _(name.replace("_", " "))


def is_exact(cell: Any) -> bool:
    """True for an exact number as plain data."""
    return isinstance(cell, Mapping) and "exact" in cell


def is_simulated(cell: Any) -> bool:
    """True for a simulated number as plain data."""
    return isinstance(cell, Mapping) and "simulated" in cell


def number_in(cell: Any) -> float | None:
    """The number in a plain cell, None where there is none."""
    if isinstance(cell, Mapping):
        found = cell.get("decimal", cell.get("simulated"))
        return None if found is None else float(found)
    return float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else None


def field_text(value: Any) -> str:
    """A value that stands alone: exact and simulated numbers say which they are.

    >>> from fractions import Fraction
    >>> from ludoteca.core.numbers import Exact
    >>> field_text(Exact(Fraction(1, 3), "a fair coin"))
    '1/3 ≈ 0.333333  (exact: a fair coin)'
    """
    return text(plain(value), _field_number)


def cell_text(cell: Any) -> str:
    """A cell of a table: exact numbers as fraction and decimal, simulated ones with interval.

    >>> from fractions import Fraction
    >>> from ludoteca.core.numbers import Exact
    >>> cell_text(Exact(Fraction(1, 3))), cell_text((1, None)), cell_text(12345)
    ('1/3 ≈ 0.333333', '1 –', '12,345')
    """
    return text(plain(cell), _cell_number)


def _field_number(number: Number) -> str:
    condition = number.get("condition", "")
    if is_exact(number):
        said = _("exact: {condition}").format(condition=condition) if condition else _("exact")
        return f"{_exact_text(number, _LONGEST_FRACTION)}  ({said})"
    found = _("{mean:.6g}  (simulated: n = {n:,}, 95% interval {interval})").format(
        mean=number["simulated"], n=number["n"], interval=_interval_text(number)
    )
    return f"{found[:-1]}; {condition})" if condition else found


def _cell_number(number: Number) -> str:
    if is_exact(number):
        return _exact_text(number, _LONGEST_IN_A_TABLE)
    return f"{number['simulated']:.6g} [{_interval_text(number)}]"


def _exact_text(number: Number, longest: int) -> str:
    fraction, decimal = number["exact"], f"{number['decimal']:.6g}"
    if "/" not in fraction:
        return f"{int(fraction):,}" if len(fraction) < _LONGEST_INTEGER else fraction
    return f"{fraction} ≈ {decimal}" if len(fraction) <= longest else decimal


def _interval_text(number: Number) -> str:
    low, high = number["interval95"]
    return f"{low:.6g} … {high:.6g}"


def text(
    cell: Any,
    of_number: Callable[[Number], str],
    of_float: Callable[[float], str] = "{:.6g}".format,
) -> str:
    """A plain cell in words, with its numbers written by ``of_number`` and ``of_float``."""
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return _("yes") if cell else _("no")
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return of_float(cell)
    if is_exact(cell) or is_simulated(cell):
        return of_number(cell)
    if isinstance(cell, Mapping):
        parts = cell.items()
        return "; ".join(f"{heading(n)} {text(part, of_number, of_float)}" for n, part in parts)
    if isinstance(cell, list):
        return " ".join(text(part, of_number, of_float) for part in cell) or "–"
    return heading(cell) if isinstance(cell, Name) else str(cell)
