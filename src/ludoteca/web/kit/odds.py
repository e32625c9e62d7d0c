"""Odds beside the cards: bars, each marked as exact, simulated or judged by a search."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext, number_text
from ludoteca.core.numbers import Estimate, Exact, Number, Odd, Simulated, figure
from ludoteca.web.kit.html import classes, el

_LONGEST_FRACTION = 24  #: characters; a longer fraction is told as a decimal
_FIRST, _MOST = 4, 5  #: odds that are shown of more than ``_MOST``; the others are folded


def odds_bars(odds: Sequence[Odd], lacks: str = "") -> list[Markup]:
    """The odds, each a bar, below what it assumes about other players; or why there are none.

    Games list first what a decision turns on: of many, those after the first few are folded.
    """
    if lacks:
        return [el("p", _("No odds: {reason}.").format(reason=lacks), class_="note")]
    shown: list[Markup] = []
    folded: list[Markup] = []
    given = ""
    for place, odd in enumerate(odds):
        parts = shown if place < _FIRST or len(odds) <= _MOST else folded
        if odd.given and odd.given != given:
            given = odd.given
            parts.append(el("p", given, class_="note given", data_key=f"{place} {given}"))
        parts.append(odds_bar(odd, place))
    if folded:
        words = _("{n} more").format(n=len(odds) - _FIRST)
        shown.append(
            el("details", el("summary", words), folded, class_="more-odds", data_key="more-odds")
        )
    return shown


def odds_bar(odd: Odd, place: int = 0) -> Markup:
    """A number with its name, and a fold-out with its source; at another place it is another one.

    Chances are drawn as a bar and told in per cent, others (points) as they are. Only what holds
    whatever the other players do is called exact.
    """
    number = odd.value
    sure = isinstance(number, Exact) and not odd.given
    head = el(
        "summary",
        el("span", odd.name, _best() if odd.best else None, class_="odd-name"),
        _bar(number) if odd.chance else None,
        el("span", short(number, odd.chance), class_="odd-value"),
        el("span", mark(number, sure), class_=f"mark {kind(number)}"),
        class_=classes("has-bar" if odd.chance else "", "best-odd" if odd.best else ""),
    )
    source = el("p", f"{told(number, sure)}.")
    return el("details", head, source, class_="odd", data_key=f"odd-{place}-{odd.name}")


def _best() -> Markup:
    return el("b", _("best on average"), class_="odd-best")


def short(number: Number, chance: bool = True) -> str:
    """A number in a few characters: ``82 %``, ``≈ 41 %``, ``1.5``, ``≈ 1.38``.

    A chance that is not exactly 0 or 1 is never told as 0% or 100%.
    """
    sign = "" if isinstance(number, Exact) else "≈ "
    return sign + (per_cent(number.decimal) if chance else _points(number))


def mark(number: Number, sure: bool = True) -> str:
    """The word ``exact`` or ``simulated`` in the language in use; "" for neither.

    ``sure`` is false for numbers that assume something about other players.
    """
    if isinstance(number, Exact):
        return _("exact") if sure else ""
    return _("simulated") if isinstance(number, Simulated) else ""


def kind(number: Number) -> str:
    """The CSS class ``exact``, ``simulated`` or ``judged``."""
    if isinstance(number, Estimate):
        return "judged"
    return "exact" if isinstance(number, Exact) else "simulated"


def told(number: Number, sure: bool = True) -> str:
    """The source of a number, in words."""
    if isinstance(number, Exact):
        value = _exact_text(number)
        text = _("exact: {value}").format(value=value) if sure else value
        return f"{text}; {number.condition}" if number.condition else text
    if isinstance(number, Estimate):
        words = ngettext(
            "judged by a search that looks {n} move ahead",
            "judged by a search that looks {n} moves ahead",
            number.ahead,
        )
        return words.format(n=number.ahead)
    text = _("simulated: {mean:,.4g}, n = {n:,}, 95% interval {low:,.4g} to {high:,.4g}").format(
        mean=number.mean, n=number.n, low=number.low, high=number.high
    )
    return f"{text}; {number.condition}" if number.condition else text


def _bar(number: Number) -> Markup:
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


def per_cent(share: float) -> str:
    """A chance in per cent; one that is not exactly 0 or 1 is never told as 0% or 100%."""
    percent = 100 * share
    if 0 < percent < 1 or 99 < percent < 100:
        tenths = round(percent, 1)
        if tenths == 0:
            return _("under {bound}%").format(bound=number_text(0.1, ""))
        if tenths == 100:
            return _("over {bound}%").format(bound=number_text(99.9, ""))
        return number_text(share, ".1%")
    return number_text(share, ".0%")


def _points(number: Number) -> str:
    if isinstance(number, Estimate):
        return figure(round(number.value, 1))
    if abs(number.decimal) >= 1000:
        return number_text(number.decimal, ",.0f")
    if isinstance(number, Simulated):
        return figure(round(number.mean, 4))  # less is noise
    if number.value.denominator == 1:
        return number_text(number.value.numerator, ",")
    # What is not 0 is never told as 0.
    return figure(round(number.decimal, 2) if abs(number.decimal) >= 0.01 else number.decimal)


def _exact_text(number: Exact) -> str:
    value: Fraction = number.value
    if value.denominator == 1:
        return number_text(value.numerator, ",")
    if len(number.fraction) > _LONGEST_FRACTION:
        return number_text(number.decimal, ",.6g")
    return f"{number_text(number.fraction, '')} ≈ {number_text(number.decimal, '.4g')}"
