"""The tables of an answer on a page: their cells; filtered, sorted and paged by the address.

A cell of a kept answer is a number, a text, a truth value, None, a list of cells,
``{"exact": "n/d", "decimal": x}`` with its condition where it has one, or
``{"simulated": mean, "n": n, "interval95": [low, high]}``. A text that is a ``Name`` is drawn in
words.

The query of the address is plain GET: ``t`` names the table, ``sort`` a column (``-`` before it:
downwards), ``find`` a text that a row must hold, ``column``, ``how`` and ``than`` a condition,
``page`` a part.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from ludoteca.core.answers import Name, Table
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.lab import tables
from ludoteca.lab import text as lab_text
from ludoteca.lab.text import Number, heading, in_words, is_exact, is_simulated, number_in
from ludoteca.web.kit.html import el
from ludoteca.web.kit.odds import per_cent
from ludoteca.web.pages.forms import whole_number
from ludoteca.web.pages.study.asking import drawn_text

ROWS_A_PAGE = 50
LONGEST_FRACTION_ALONE = 60
MOST_BARS = 16  #: rows of a table that is drawn as bars
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def drawn(cell: Any) -> Markup:
    """A cell of a table: exact and simulated numbers carry their mark, fractions stand apart."""
    if is_exact(cell):
        return el("span", _decimal(cell), _fraction(cell), class_="number exact")
    if is_simulated(cell):
        low, high = cell["interval95"]
        span = f"{_number(low, 4)} … {_number(high, 4)}"
        interval = el("span", span, class_="interval-text")
        return el(
            "span", f"≈ {_number(cell['simulated'], 4)} ", interval, class_="number simulated"
        )
    look = "number" if number_in(cell) is not None else None
    if isinstance(cell, str) and _DATE.fullmatch(cell):
        look = "date"
    return el("span", text(cell), class_=look)


def told(cell: Any) -> Markup:
    """A number outside a table, with its kind and condition in words."""
    if is_exact(cell):
        said = _("exact")
        if cell.get("condition"):
            said = _("exact: {condition}").format(condition=cell["condition"])
        value = el("span", _decimal(cell), class_="number exact")
        fraction = _fraction(cell)
        if fraction is None:
            return el("span", value, el("small", said, class_="mark exact"))
        words = el("summary", _("exactly"))
        source = el("small", said, class_="mark exact")
        return el("span", value, el("details", words, fraction, source, class_="exactly"))
    if is_simulated(cell):
        low, high = cell["interval95"]
        said = _("simulated: n = {n:,}, 95% interval {low} to {high}").format(
            n=cell["n"], low=_number(low, 4), high=_number(high, 4)
        )
        value = el("span", f"≈ {_number(cell['simulated'], 4)}", class_="number simulated")
        return el("span", value, " ", el("small", said, class_="mark simulated"))
    return drawn(cell)


def _fraction(cell: Number) -> Markup | None:
    """The fraction that an exact number is; None for a whole number, and for too many digits."""
    fraction = str(cell["exact"])
    if "/" not in fraction or len(fraction) > LONGEST_FRACTION_ALONE:
        return None
    return el("small", f" = {fraction}", class_="fraction")


def _number(number: float, digits: int = 6) -> str:
    return _power(number_text(number, f".{digits}g"))


def _decimal(cell: Number) -> str:
    """An exact number as a decimal, with a mark where it goes on."""
    fraction = str(cell["exact"])
    if "/" not in fraction:
        return number_text(int(fraction), ",") if len(fraction) < 30 else _number(cell["decimal"])
    digits = f"{cell['decimal']:.6g}"
    ends = len(fraction) <= LONGEST_FRACTION_ALONE and Fraction(digits) == Fraction(fraction)
    return _power(number_text(cell["decimal"], ".6g"), "" if ends else "…")


def _power(digits: str, mark: str = "") -> str:
    """``1.5e-08`` as ``1.5 · 10⁻⁸``, with ``mark`` after the digits."""
    mantissa, e, exponent = digits.partition("e")
    return f"{mantissa}{mark} · 10{str(int(exponent)).translate(_RAISED)}" if e else digits + mark


def text(cell: Any) -> str:
    """A cell in words."""
    return lab_text.text(cell, _number_text, _number)


def _number_text(number: Number) -> str:
    if is_exact(number):
        return _decimal(number)
    return _number(number["simulated"])


def sort_key(cell: Any) -> tuple[int, float, str]:
    """Numbers by value, then texts by letters, then what is missing."""
    number = number_in(cell)
    if number is not None:
        return (0, number, "")
    return (2, 0.0, "") if cell is None else (1, 0.0, text(cell).casefold())


# -- tables ---------------------------------------------------------------------------------------

CONDITIONS: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "least": (N_("at least"), operator.ge),
    "most": (N_("at most"), operator.le),
    "is": (N_("is"), operator.eq),
    "not": (N_("is not"), operator.ne),
}


@dataclass(frozen=True)
class Asking:
    """The query of an address about a table."""

    sort: str = ""
    find: str = ""
    column: str = ""
    how: str = "least"
    than: str = ""
    page: int = 1

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Asking:
        """Read the query; impossible values are ignored."""
        texts = {name: query.get(name, "")[:100] for name in ("sort", "find", "column", "than")}
        how = query.get("how", "least")
        return cls(
            **texts,
            how=how if how in CONDITIONS else "least",
            page=max(1, whole_number(query.get("page", ""), 1)),
        )


def chosen(
    table: Mapping[str, Any], asking: Asking, game: Game | None = None
) -> list[Sequence[Any]]:
    """The rows that the address asks for, in its order; with ``game`` players by their labels."""
    return [read for read, _row in _selected(table, asking, game)]


def _selected(
    table: Mapping[str, Any], asking: Asking, game: Game | None
) -> list[tuple[Sequence[Any], Sequence[Any]]]:
    """The rows asked for, each as people read it and as it is stored."""
    columns, named = list(table["columns"]), table.get("named", ())

    def read(cell: Any, column: str) -> Any:
        """Keys among texts are marked, and with ``game`` players have their labels."""
        is_key = column in named and isinstance(cell, str)
        return Name(cell) if is_key else in_words(game, column, cell)

    rows: list[tuple[Sequence[Any], Sequence[Any]]] = []
    for row in table["rows"]:
        told = [*map(read, row, columns)]
        if _fits(told, columns, asking):
            rows.append((told, row))
    column = asking.sort.removeprefix("-")
    if column in columns:
        index = columns.index(column)
        downwards = asking.sort.startswith("-")
        rows.sort(key=lambda pair: sort_key(pair[0][index]), reverse=downwards)
        # What is missing stays last either way.
        rows.sort(key=lambda pair: pair[0][index] is None)
    return rows


def _fits(row: Sequence[Any], columns: list[str], asking: Asking) -> bool:
    wanted = asking.find.strip().casefold()
    if wanted and not any(wanted in text(cell).casefold() for cell in row):
        return False
    if asking.column not in columns or not asking.than.strip():
        return True
    return _compared(row[columns.index(asking.column)], asking.how, asking.than.strip())


def _compared(cell: Any, how: str, than: str) -> bool:
    compared = CONDITIONS[how][1]
    number = number_in(cell)
    bound = _read_number(than)
    if number is not None and bound is not None:
        return compared(number, bound)
    if how not in ("is", "not"):
        return False
    return compared(text(cell).casefold(), than.casefold())


def _read_number(text: str) -> float | None:
    """Read a number: ``0.5``, ``0,5``, ``1/3``."""
    above, slash, below = text.replace(" ", "").replace(",", ".").partition("/")
    try:
        return float(above) / float(below) if slash else float(above)
    except (ValueError, ZeroDivisionError):
        return None


def shown(
    table: Mapping[str, Any], asking: Asking, address: str, game: Game | None = None
) -> dict[str, Any]:
    """The page of the table that the address asks for; links keep the rest of what it asks."""
    rows = chosen(table, asking, game)
    pages = max(1, -(-len(rows) // ROWS_A_PAGE))
    number = min(asking.page, pages)
    first = (number - 1) * ROWS_A_PAGE

    pictured = table.get("drawn", ())

    def cell_of(cell: Any, column: str) -> Markup:
        pieces = drawn_text(game, cell) if game and cell and column in pictured else None
        return pieces or drawn(cell)

    def link(**changed: Any) -> str:
        said, usual = {"t": table["name"], **vars(asking), **changed}, vars(Asking())
        kept = {key: value for key, value in said.items() if usual.get(key) != value}
        return f"{address}?{urlencode(kept)}#table"

    def header(index: int, name: str) -> dict[str, Any]:
        """A column: where a click on it leads, how the table is sorted by it."""
        direction = {name: "ascending", f"-{name}": "descending"}.get(asking.sort, "none")
        return {
            "words": heading(name),
            "href": link(sort=f"-{name}" if direction == "ascending" else name, page=1),
            "sorted": direction,
            "numbers": all(not isinstance(row[index], str) for row in table["rows"][:ROWS_A_PAGE]),
        }

    return {
        "name": table["name"],
        "title": title_of(table),
        "headers": [header(index, name) for index, name in enumerate(table["columns"])],
        "rows": [
            [cell_of(cell, column) for cell, column in zip(row, table["columns"], strict=True)]
            for row in rows[first : first + ROWS_A_PAGE]
        ],
        "fractions": any(
            is_exact(cell) and "/" in str(cell["exact"]) for row in rows for cell in row
        ),
        "found": len(rows),
        "total": len(table["rows"]),
        "first": first,
        "page": number,
        "pages": pages,
        "before": link(page=number - 1) if number > 1 else "",
        "after": link(page=number + 1) if number < pages else "",
    }


def chance_bars(table: Mapping[str, Any], game: Game | None = None) -> Markup | None:
    """The first column of chances of a short table as bars; None where there is none."""
    rows = chosen(table, Asking(), game)
    if not 1 < len(rows) <= MOST_BARS:
        return None
    for column in range(1, len(table["columns"])):
        cells = [row[column] for row in rows]
        if not all(is_exact(cell) or is_simulated(cell) for cell in cells):
            continue
        shares = [number_in(cell) or 0.0 for cell in cells]
        if all(0 <= share <= 1 for share in shares) and any(0 < share < 1 for share in shares):
            bars = [_bar(text(row[0]), share) for row, share in zip(rows, shares, strict=True)]
            words = f"{title_of(table)}: {heading(table['columns'][column])}"
            caption = el("figcaption", words)
            return el("figure", caption, el("dl", bars, class_="chance-bars"), class_="chances")
    return None


def _bar(name: str, share: float) -> Markup:
    drawn_share = el("rect", width=f"{100 * share:.2f}", height=10)
    picture = el(
        "svg", drawn_share, viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true"
    )
    return el("div", el("dt", name), el("dd", picture), el("dd", per_cent(share)))


def title_of(table: Mapping[str, Any]) -> str:
    """The title of a table, made of its name where it has none."""
    return str(table["title"]) or heading(table["name"])


def csv_text(table: Mapping[str, Any], asking: Asking, game: Game | None = None) -> str:
    """The rows asked for as CSV: exact numbers as decimal and fraction, simulated with interval.

    Players have their ids, also where ``asking`` names them by their labels in ``game``.
    """
    rows = [row for _read, row in _selected(table, asking, game)]
    return tables.csv_text(Table(table["name"], tuple(table["columns"]), rows))
