"""Values of answers in words: fields that stand alone, cells of tables, and headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.questions import Name, plain

_LONGEST_FRACTION = 50
_LONGEST_IN_A_TABLE = 24


def heading(name: str) -> str:
    """The name of a field, table or column in words, in the language in use."""
    return _(name.replace("_", " "))


def field_text(value: Any) -> str:
    """A value that stands alone: exact and simulated numbers say which they are.

    >>> field_text(Exact(Fraction(1, 3), "a fair coin"))
    '1/3 ≈ 0.333333  (exact: a fair coin)'
    """
    value = Exact(value) if isinstance(value, Fraction) else value
    if isinstance(value, Exact):
        said = _("exact: {condition}").format(condition=value.condition)
        text = _exact_text(value, _LONGEST_FRACTION)
        return f"{text}  ({said if value.condition else _('exact')})"
    if isinstance(value, Simulated):
        text = _("{mean:.6g}  (simulated: n = {n:,}, 95% interval {interval})").format(
            mean=value.mean, n=value.n, interval=_interval_text(value)
        )
        return f"{text[:-1]}; {value.condition})" if value.condition else text
    return _plain_text(value, field_text)


def cell_text(cell: Any) -> str:
    """A cell of a table: exact numbers as fraction and decimal, simulated ones with interval.

    >>> cell_text(Exact(Fraction(1, 3))), cell_text((1, None)), cell_text(12345)
    ('1/3 ≈ 0.333333', '1 –', '12,345')
    """
    cell = Exact(cell) if isinstance(cell, Fraction) else cell
    if isinstance(cell, Exact):
        return _exact_text(cell, _LONGEST_IN_A_TABLE)
    if isinstance(cell, Simulated):
        return f"{cell.mean:.6g} [{_interval_text(cell)}]"
    return _plain_text(cell, cell_text)


def _exact_text(number: Exact, longest: int) -> str:
    if number.value.denominator == 1:
        return f"{number.value.numerator:,}"
    fraction, decimal = number.fraction, f"{number.decimal:.6g}"
    return f"{fraction} ≈ {decimal}" if len(fraction) <= longest else decimal


def _interval_text(number: Simulated) -> str:
    return f"{number.low:.6g} … {number.high:.6g}"


def _plain_text(value: Any, part_text: Callable[[Any], str]) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, str):
        return heading(value) if isinstance(value, Name) else value
    if isinstance(value, Mapping):
        return "; ".join(f"{heading(name)} {part_text(part)}" for name, part in value.items())
    value = plain(value)
    if isinstance(value, list):
        return " ".join(part_text(part) for part in value) or "–"
    return str(value)
