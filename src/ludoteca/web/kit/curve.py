"""A small line chart: values from left to right, a band of uncertainty, marks to press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ludoteca.core.i18n import number_text
from ludoteca.web.kit.html import el

WIDTH, HEIGHT = 600, 180
TALL = 190  #: the height of a chart in a narrow column, whose marks are pressed
_EDGE = 14  #: kept free around the lines, for marks


@dataclass(frozen=True)
class Axes:
    """The words beside a chart: what it counts upwards and across, and the line of ``level``.

    ``shares`` writes the values in percent.
    """

    upright: str
    across: str
    level: str = ""
    shares: bool = False


@dataclass(frozen=True)
class Mark:
    """A point of the curve to press: its place and value, the move that it leads to, its words."""

    at: float
    value: float
    move: int
    href: str
    words: str


@dataclass(frozen=True)
class Curve:
    """One line: its points, and half the width of its band at each (none for no band)."""

    points: Sequence[tuple[float, float]]
    band: Sequence[float] = ()


def curve(
    lines: Mapping[int, Curve],
    words: str,
    *,
    marks: Sequence[Mark] = (),
    level: float | None = None,
    now: float | None = None,
    span: tuple[float, float] | None = None,
    axes: Axes | None = None,
    height: int = HEIGHT,
) -> Markup:
    """A chart of ``lines`` on one scale, each in the colour of its seat; ``words`` describe it.

    ``level`` is the value of a horizontal line, ``now`` the place of a vertical one; ``span`` are
    the first and the last place, by default those of the points. Without ``axes`` nothing stands
    beside it.
    """
    places = span or [at for line in lines.values() for at, _value in line.points]
    values = [
        value + sign * half
        for line in lines.values()
        for (_at, value), half in zip(line.points, line.band or [0] * len(line.points), strict=True)
        for sign in (-1, 1)
    ] + ([] if level is None else [level])
    left, low = min(places), min(values)
    wide, high = (max(places) - left) or 1, (max(values) - low) or 1

    def x(at: float) -> str:
        return f"{_EDGE + (WIDTH - 2 * _EDGE) * (at - left) / wide:.1f}"

    def y(value: float) -> str:
        return f"{height - _EDGE - (height - 2 * _EDGE) * (value - low) / high:.1f}"

    def across(value: float) -> Markup:
        return el("line", x1=0, x2=WIDTH, y1=y(value), y2=y(value), class_="curve-level")

    def upright(at: float) -> Markup:
        return el("line", x1=x(at), x2=x(at), y1=0, y2=height, class_="curve-now")

    def drawn(number: int, line: Curve) -> list[Markup]:
        points = [f"{x(at)},{y(value)}" for at, value in line.points]
        pairs = list(zip(line.points, line.band, strict=False))
        edges = [
            [f"{x(at)},{y(value + sign * half)}" for (at, value), half in pairs] for sign in (1, -1)
        ]
        band = el("polygon", points=" ".join(edges[0] + edges[1][::-1]), class_="curve-band")
        name = f"curve-line curve-{number}"
        return [*([band] if pairs else []), el("polyline", points=" ".join(points), class_=name)]

    dots = [
        el(
            "a",
            el("title", mark.words),
            el("circle", cx=x(mark.at), cy=y(mark.value), r=11 if height == HEIGHT else 16),
            href=mark.href,
            data_move=mark.move,
            class_="curve-mark",
            aria_label=mark.words,
        )
        for mark in marks
    ]
    drawing = el(
        "svg",
        el("title", words),
        across(level) if level is not None else None,
        [drawn(number, line) for number, line in lines.items()],
        upright(now) if now is not None else None,
        dots,
        viewBox=f"0 0 {WIDTH} {height}",
        class_="curve",
        role="img" if not marks else "group",
        aria_label=words,
    )
    if axes is None:
        return drawing
    first, last = (f"{at:g}" for at in (left, max(places)))
    return _framed(drawing, axes, (low, max(values)), (first, last))


def _framed(
    drawing: Markup, axes: Axes, heights: tuple[float, float], ends: tuple[str, str]
) -> Markup:
    """The chart with its words: text of the page, as large as all other on a small screen."""
    low, high = heights
    sign = "+" if low < 0 else ""
    digits = ".0%" if axes.shares else f"{sign}.0f" if high - low >= 5 else f"{sign}.1f"
    marks = [_word(_height(height, digits)) for height in (high, low)]
    level = el("span", axes.level, class_="chart-level") if axes.level else None
    return el(
        "figure",
        el("figcaption", axes.upright, level),
        el("div", marks, class_="chart-scale", aria_hidden="true"),
        drawing,
        el(
            "div",
            [el("span", end) for end in (ends[0], axes.across, ends[1])],
            class_="chart-across",
        ),
        class_="chart",
    )


def _height(value: float, digits: str) -> str:
    """A value beside the axis; nothing has neither a sign nor decimal places."""
    text = number_text(value, digits)
    return text if text.strip("+−0.,") else "0"


def _word(text: str) -> Markup:
    return el("span", text)
