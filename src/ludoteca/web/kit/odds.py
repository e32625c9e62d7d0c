"""Odds beside the cards: bars, each marked exact or simulated."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.web.kit.html import el

_LONGEST_FRACTION = 24  #: characters; a longer fraction is told as a decimal


def odds_bar(words: str, number: Exact | Simulated, *, chance: bool = True) -> Markup:
    """A number with its name, and a fold-out with its source.

    ``chance`` numbers are drawn as a bar and told in per cent, others (points) as they are.
    """
    head = el(
        "summary",
        el("span", words, class_="odd-name"),
        _bar(number) if chance else None,
        el("span", short(number, chance), class_="odd-value"),
        el("span", mark(number), class_=f"mark {kind(number)}"),
    )
    return el("details", head, el("p", told(number)), class_="odd", data_key=f"odd-{words}")


def odds_list(bars: Sequence[Markup], title: str, note: str = "") -> Markup:
    """The bars under a title, with their assumption."""
    return el(
        "section",
        el("h2", title),
        bars,
        el("p", note, class_="note") if note else None,
        class_="odds",
        data_key="odds",
    )


def short(number: Exact | Simulated, chance: bool = True) -> str:
    """A number in a few characters: ``82 %``, ``≈ 41 %``, ``+3/2``, ``≈ 1.38``.

    A chance that is not exactly 0 or 1 is never told as 0 % or 100 %.
    """
    sign = "" if isinstance(number, Exact) else "≈ "
    return sign + (_per_cent(number.decimal) if chance else _points(number))


def mark(number: Exact | Simulated) -> str:
    """The word ``exact`` or ``simulated`` in the language in use."""
    return _("exact") if isinstance(number, Exact) else _("simulated")


def kind(number: Exact | Simulated) -> str:
    """The CSS class ``exact`` or ``simulated``."""
    return "exact" if isinstance(number, Exact) else "simulated"


def told(number: Exact | Simulated) -> str:
    """The source of a number, in one line."""
    if isinstance(number, Exact):
        value = _exact_text(number)
        if number.condition:
            return _("exact: {value}; {condition}").format(value=value, condition=number.condition)
        return _("exact: {value}").format(value=value)
    text = _("simulated: {mean:.4g}, n = {n}, 95 % interval {low:.4g} to {high:.4g}").format(
        mean=number.mean, n=number.n, low=number.low, high=number.high
    )
    return f"{text}; {number.condition}" if number.condition else text


def _bar(number: Exact | Simulated) -> Markup:
    """A bar of 100 by 8; the interval of a simulated number is a thin line over its end."""
    filled = el("rect", width=_percent(number.decimal), height=8, class_="filled")
    interval = None
    if isinstance(number, Simulated):
        low, high = _percent(number.low), _percent(number.high)
        interval = el("rect", x=low, y=3, width=f"{high - low:.4g}", height=2, class_="interval")
    return el(
        "svg",
        el("rect", width=100, height=8, class_="whole"),
        filled,
        interval,
        class_="bar",
        viewBox="0 0 100 8",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _percent(share: float) -> float:
    return round(100 * min(max(share, 0.0), 1.0), 2)


def _per_cent(share: float) -> str:
    percent = 100 * share
    if 0 < percent < 1 or 99 < percent < 100:
        text = f"{percent:.1f}"
        if text == "0.0":
            return _("under {bound} %").format(bound="0.1")
        return _("over {bound} %").format(bound="99.9") if text == "100.0" else f"{text} %"
    return f"{percent:.0f} %"


def _points(number: Exact | Simulated) -> str:
    if isinstance(number, Exact):
        return _exact_text(number) if len(number.fraction) <= 6 else f"{number.decimal:.4g}"
    return f"{number.mean:.3g}"


def _exact_text(number: Exact) -> str:
    value: Fraction = number.value
    if value.denominator == 1:
        return str(value.numerator)
    if len(number.fraction) > _LONGEST_FRACTION:
        return f"{number.decimal:.6g}"
    return f"{number.fraction} ≈ {number.decimal:.4g}"
