"""Charts of tables: one look for all studies, drawn offline as SVG.

Each function takes a :class:`~ludoteca.core.answers.Table` and names of its columns and returns
an Altair chart, which is what :class:`~ludoteca.core.answers.Plot` wants of its ``draw``::

    Plot("win_by_step", N_("..."), lambda: charts.bars(table, x="step", y="win"))

Exact numbers are drawn as decimals, simulated ones as their mean, names in words. Altair and
vl-convert belong to the extra ``lab``: without them the ``ImportError`` names the missing package,
and the commands turn it into a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.core.answers import Name, Table
from ludoteca.core.i18n import language, number_text
from ludoteca.lab.tables import records
from ludoteca.lab.text import heading

WIDTH, HEIGHT = 560, 320
_LOCALES: dict[str, Any] = {"en": "en-US", "pt": "pt-BR", "es": "es-ES", "fi": "fi-FI"}
"""Names of d3-format."""
_LETTER = 8  #: width of a letter of a label, in the units of WIDTH
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#332288", "#666666")
"""Told apart with colour-blind eyes (after M. Okabe and K. Ito, Color universal design, 2008)."""


def altair() -> Any:
    """The package Altair; raises ``ImportError`` with the name of what is missing."""
    import altair
    import vl_convert  # noqa: F401 - without it a chart cannot be saved, and the error names nothing

    return altair


def bars(table: Table, x: str, y: str, *, colour: str | None = None) -> Any:
    """A bar for each row, in the order of the rows; with ``colour`` in groups side by side.

    A simulated number has its 95 % interval drawn over the bar; an exact one has none.
    """
    alt = altair()
    rows = _drawable(table, y)
    encoding = {"x": _across(rows, x), "y": _quantity(alt.Y, y)}
    if colour:
        encoding["color"] = _colour(colour)
        encoding["xOffset"] = alt.XOffset(colour, type="ordinal", sort=None)
    chart = _chart(rows).mark_bar(color=COLOURS[0]).encode(**encoding)
    low, high = f"{y}_low", f"{y}_high"
    simulated = [row for row in rows if row.get(low) is not None]
    if not simulated:
        return _framed(chart)
    spans = encoding | {"y": alt.Y(low, type="quantitative", title=heading(y)), "y2": high}
    spans.pop("color", None)
    rules = _chart(simulated).mark_rule(color="black", strokeWidth=2).encode(**spans)
    return _framed(chart + rules)


def lines(
    table: Table,
    x: str,
    y: str,
    *,
    colour: str | None = None,
    log: bool = False,
    log_x: bool = False,
) -> Any:
    """A line with points through the rows; with ``colour`` one line for each of its values.

    ``log`` and ``log_x`` make a scale logarithmic; rows that are not positive are left out.
    """
    alt = altair()
    rows = [row for row in _drawable(table, y, log) if not log_x or row[x] > 0]
    across = _quantity(alt.X, x, log_x, zero=False)
    if not log_x and all(isinstance(row[x], int) for row in rows):
        across.axis = alt.Axis(tickMinStep=1, format="d")
    encoding = {"x": across, "y": _quantity(alt.Y, y, log)}
    if colour:
        encoding["color"] = _colour(colour)
    mark = {"point": True} if colour else {"point": {"color": COLOURS[0]}, "color": COLOURS[0]}
    return _framed(_chart(rows).mark_line(**mark).encode(**encoding))


def heatmap(table: Table, x: str, y: str, shade: str, *, log: bool = False) -> Any:
    """A cell for each row, shaded by ``shade``, with its number written in two digits.

    ``log`` makes the scale of shades logarithmic and leaves out what is not positive.
    """
    alt = altair()
    rows = [row | {"label": number_text(row[shade], ".2g")} for row in _drawable(table, shade, log)]
    scale = alt.Scale(type="log" if log else "linear", scheme="viridis")
    place = {"x": _across(rows, x, grid=False), "y": _ordinal(alt.Y, y, grid=False)}
    shaded = alt.Color(shade, type="quantitative", scale=scale, title=heading(shade))
    cells = _chart(rows).mark_rect().encode(color=shaded, **place)
    # Viridis is dark in its lower half.
    shades = [row[shade] for row in rows] or [1.0]
    low, high = min(shades), max(shades)
    middle = (low * high) ** 0.5 if log else (low + high) / 2
    ink = alt.condition(alt.datum[shade] > middle, alt.value("#000"), alt.value("#fff"))
    label = alt.Text("label", type="nominal")
    text = _chart(rows).mark_text(fontSize=10).encode(text=label, color=ink, **place)
    return _framed(alt.layer(cells, text))


def intervals(
    table: Table, x: str, y: str, *, exact: float | None = None, log_x: bool = False
) -> Any:
    """Simulated numbers with their 95 % intervals; ``exact`` is drawn as a line across."""
    alt = altair()
    rows = _rows(table)
    measured = log_x or any(isinstance(row[x], float) for row in rows)
    across = _quantity(alt.X, x, log_x, zero=False) if measured else _across(rows, x)
    low = alt.Y(f"{y}_low", type="quantitative", title=heading(y), scale=alt.Scale(zero=False))
    base = _chart(rows)
    layers = [
        base.mark_rule(color=COLOURS[0], strokeWidth=2).encode(x=across, y=low, y2=f"{y}_high"),
        base.mark_point(color=COLOURS[0], filled=True, size=45).encode(
            x=across, y=alt.Y(y, type="quantitative")
        ),
    ]
    if exact is not None:
        line = _chart([{"exact": exact}]).mark_rule(color=COLOURS[1], strokeDash=[6, 3])
        layers.append(line.encode(y=alt.Y("exact", type="quantitative")))
    return _framed(alt.layer(*layers))


def boxes(table: Table, y: str) -> Any:
    """A box for each row, from its columns ``low``, ``q1``, ``median``, ``q3`` and ``high``."""
    alt = altair()
    base = _chart(_rows(table))
    down = _ordinal(alt.Y, y)

    def across(column: str) -> Any:
        return alt.X(column, type="quantitative", title="")

    whiskers = base.mark_rule().encode(y=down, x=across("low"), x2="high")
    box = base.mark_bar(color=COLOURS[4], size=24).encode(y=down, x=across("q1"), x2="q3")
    middle = base.mark_tick(color="black", height=24, thickness=2).encode(
        y=down, x=across("median")
    )
    return _framed(alt.layer(whiskers, box, middle))


def svg(chart: Any) -> str:
    """The chart as SVG text, with numbers of the language in use; needs no network."""
    import vl_convert

    locale = _LOCALES[language()]
    text: str = vl_convert.vegalite_to_svg(chart.to_dict(), format_locale=locale)
    return text


def _chart(rows: Sequence[dict[str, Any]]) -> Any:
    alt = altair()
    return alt.Chart(alt.Data(values=list(rows)))


def _rows(table: Table) -> list[dict[str, Any]]:
    """The rows as they are drawn: flat, and their names in words."""
    return [
        {column: heading(cell) if isinstance(cell, Name) else cell for column, cell in row.items()}
        for row in records(table)
    ]


def _drawable(table: Table, y: str, log: bool = False) -> list[dict[str, Any]]:
    """The rows that have a number in column ``y`` and, on a log scale, a positive one."""
    rows = [row for row in _rows(table) if row[y] is not None]
    return [row for row in rows if row[y] > 0] if log else rows


def _quantity(channel: Any, column: str, log: bool = False, zero: bool = True) -> Any:
    scale = altair().Scale(type="log") if log else altair().Scale(zero=zero)
    return channel(column, type="quantitative", title=heading(column), scale=scale)


def _across(rows: Sequence[dict[str, Any]], column: str, grid: bool = True) -> Any:
    """Values side by side; their labels stand upright where there is room."""
    labels = {str(row[column]) for row in rows}
    room = WIDTH / max(1, len(labels))
    turned = max(map(len, labels), default=0) * _LETTER > room
    return _ordinal(altair().X, column, grid, labelAngle=-90 if turned else 0)


def _ordinal(channel: Any, column: str, grid: bool = True, **axis_wishes: Any) -> Any:
    axis = altair().Axis(grid=grid, labelLimit=200, **axis_wishes)
    return channel(column, type="ordinal", title=heading(column), sort=None, axis=axis)


def _colour(column: str) -> Any:
    alt = altair()
    scale = alt.Scale(range=list(COLOURS))
    return alt.Color(column, type="nominal", title=heading(column), sort=None, scale=scale)


def _framed(chart: Any) -> Any:
    # Words are measured in another font than readers have: room for longer ones.
    padding = {"left": 5, "right": 30, "top": 5, "bottom": 5}
    return (
        chart.properties(width=WIDTH, height=HEIGHT, background="white", padding=padding)
        .configure_axis(
            grid=True, gridColor="#eee", labelFontSize=14, titleFontSize=15, titlePadding=14
        )
        .configure_legend(labelFontSize=14, titleFontSize=15)
        .configure_view(strokeWidth=0)
    )
