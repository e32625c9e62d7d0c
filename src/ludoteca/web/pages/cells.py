"""Cells of kept answers: plain JSON that says whether a number is exact or simulated.

A cell is a number, a text, a truth value, None, a list of cells, ``{"exact": "n/d", "decimal": x}``
with its condition where it has one, or ``{"simulated": mean, "n": n, "interval95": [low, high]}``.
A text that is a ``Name`` is drawn in words.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from markupsafe import Markup

from ludoteca.core.i18n import _, number_text
from ludoteca.lab import text as lab_text
from ludoteca.lab.text import Number, is_exact, is_simulated, number_in
from ludoteca.web.kit.html import el

LONGEST_FRACTION = 22
LONGEST_FRACTION_ALONE = 60
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def drawn(cell: Any, longest: int = LONGEST_FRACTION) -> Markup:
    """A cell of a table: exact and simulated numbers carry their mark."""
    if is_exact(cell):
        return el("span", _exact(cell, longest), class_="number exact")
    if is_simulated(cell):
        low, high = cell["interval95"]
        span = f"{_number(low, 4)} … {_number(high, 4)}"
        interval = el("span", span, class_="interval-text")
        return el(
            "span", f"≈ {_number(cell['simulated'], 4)} ", interval, class_="number simulated"
        )
    return el("span", text(cell), class_="number" if number_in(cell) is not None else None)


def told(cell: Any) -> Markup:
    """A number outside a table, with its kind and condition in words."""
    if is_exact(cell):
        said = _("exact")
        if cell.get("condition"):
            said = _("exact: {condition}").format(condition=cell["condition"])
        value = el("span", _exact(cell, LONGEST_FRACTION), class_="number exact")
        return el("span", value, _long_fraction(cell), el("small", said, class_="mark exact"))
    if is_simulated(cell):
        low, high = cell["interval95"]
        said = _("simulated: n = {n:,}, 95% interval {low} to {high}").format(
            n=cell["n"], low=_number(low, 4), high=_number(high, 4)
        )
        value = el("span", f"≈ {_number(cell['simulated'], 4)}", class_="number simulated")
        return el("span", value, " ", el("small", said, class_="mark simulated"))
    return drawn(cell)


def _long_fraction(cell: Number) -> Markup | None:
    """A fraction too long to stand before its decimal, in small letters below it."""
    fraction = str(cell["exact"])
    if "/" not in fraction or not LONGEST_FRACTION < len(fraction) <= LONGEST_FRACTION_ALONE:
        return None
    return el("small", f"= {fraction}", class_="fraction")


def _number(number: float, digits: int = 6) -> str:
    return _power(number_text(number, f".{digits}g"))


def _exact(cell: Number, longest: int) -> str:
    fraction = str(cell["exact"])
    if "/" not in fraction:
        return number_text(int(fraction), ",") if len(fraction) < 30 else _number(cell["decimal"])
    digits = f"{cell['decimal']:.6g}"
    ends = len(fraction) <= LONGEST_FRACTION_ALONE and Fraction(digits) == Fraction(fraction)
    decimal = _power(number_text(cell["decimal"], ".6g"), "" if ends else "…")
    return f"{fraction} = {decimal}" if len(fraction) <= longest else decimal


def _power(digits: str, mark: str = "") -> str:
    """``1.5e-08`` as ``1.5 · 10⁻⁸``, with ``mark`` after the digits."""
    mantissa, e, exponent = digits.partition("e")
    return f"{mantissa}{mark} · 10{str(int(exponent)).translate(_RAISED)}" if e else digits + mark


def text(cell: Any) -> str:
    """A cell in words."""
    return lab_text.text(cell, _number_text, _number)


def _number_text(number: Number) -> str:
    if is_exact(number):
        return _exact(number, LONGEST_FRACTION)
    return _number(number["simulated"])


def sort_key(cell: Any) -> tuple[int, float, str]:
    """Numbers by value, then texts by letters, then what is missing."""
    number = number_in(cell)
    if number is not None:
        return (0, number, "")
    return (2, 0.0, "") if cell is None else (1, 0.0, text(cell).casefold())
