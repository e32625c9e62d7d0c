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
from ludoteca.core.numbers import figure
from ludoteca.core.player_names import PLAYER_COLUMNS
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
MOST_WITH_ZEROS = 8  #: bars; of more, those of 0 are left out
MOST_WORTHS = 6  #: of those whose numbers are no chances; the others are folded
MOST_UNFILTERED = 30  #: rows of a table that is read without being searched
_BOUNDS = ("_at_least", "_at_most")  #: ends of names of bounds, beside the number itself
RARE = 0.001  #: chances below are told as one of many
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def drawn(cell: Any, chance: bool = False) -> Markup:
    """A cell of a table, rounded; exact numbers have all their digits in a tip, and their fraction.

    Those that are a ``chance`` are written in percent.
    """
    if is_exact(cell):
        words = _rounded(cell, chance)
        tip = text(cell) if text(cell) != words else None
        return el("span", words, _fraction(cell), class_="number exact", title=tip)
    if is_simulated(cell):
        mean, low, high = _simulated_texts(cell, chance)
        interval = el("span", f"{low} … {high}", class_="interval-text")
        return el("span", f"≈ {mean} ", interval, class_="number simulated")
    if chance and isinstance(cell, float):
        return el("span", share_text(cell), class_="number")
    look = "number" if number_in(cell) is not None else None
    if isinstance(cell, str) and _DATE.fullmatch(cell):
        look = "date"
    words = lab_text.text(cell, lambda number: _rounded(number, chance), _float_text)
    return el("span", words, class_=look)


def told(cell: Any, chance: bool = False) -> Markup:
    """A number outside a table, with its kind and condition in words."""
    if is_exact(cell):
        said = _("exact")
        if cell.get("condition"):
            said = _("exact: {condition}").format(condition=cell["condition"])
        value = el("span", _rounded(cell, chance), class_="number exact")
        fraction = _fraction(cell)
        if fraction is None:
            return el("span", value, el("small", said, class_="mark exact"))
        words = el("summary", _("exactly"))
        source = el("small", said, class_="mark exact")
        return el("span", value, el("details", words, fraction, source, class_="exactly"))
    if is_simulated(cell):
        mean, low, high = _simulated_texts(cell, chance)
        said = _("simulated: n = {n:,}, 95% interval {low} to {high}").format(
            n=cell["n"], low=low, high=high
        )
        value = el("span", f"≈ {mean}", class_="number simulated")
        return el("span", value, " ", el("small", said, class_="mark simulated"))
    return drawn(cell, chance)


def share_text(share: float) -> str:
    r"""A chance in percent, and a rare one as one of many.

    One that is not exactly 0 or 1 is never told as 0% or 100%.

    >>> share_text(0.860325), share_text(0.00002), share_text(0.99999)
    ('86%', '1 in 50,000', 'over 99.9%')
    """
    if 0 < share < RARE:
        n = round(1 / share)
        return _("1 in {n:,}").format(n=n) if n < 10**12 else _number(share, 3)
    if 0.01 <= share < 0.1:
        return number_text(f"{100 * share:.2g}%", "")
    return per_cent(share).replace(" %", "\u00a0%")


def _rounded(cell: Number, chance: bool) -> str:
    """A number in as many digits as people read: all of a whole one."""
    value = number_in(cell) or 0.0
    if chance:
        return share_text(value)
    if is_exact(cell) and "/" not in str(cell["exact"]):
        return _decimal(cell)
    return _float_text(value)


def _simulated_texts(cell: Number, chance: bool) -> list[str]:
    """The mean of a simulated number and the ends of its interval."""
    numbers = (cell["simulated"], *cell["interval95"])
    if chance:
        return [share_text(number) for number in numbers]
    return [_float_text(number) for number in numbers]


def _fraction(cell: Number) -> Markup | None:
    """The fraction that an exact number is; None for a whole number, and for too many digits."""
    fraction = str(cell["exact"])
    if "/" not in fraction or len(fraction) > LONGEST_FRACTION_ALONE:
        return None
    return el("small", f" = {number_text(fraction, '')}", class_="fraction")


def _float_text(number: float) -> str:
    """A number in three significant digits, with all of its whole ones."""
    if abs(number) >= 1000:
        return number_text(number, ",.0f") if abs(number) < 1e9 else _number(number, 3)
    return _number(number, 3) if 0 < abs(number) < RARE else figure(number)


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
    """``1.5e-08`` as ``1.5 · 10⁻⁸`` on one line, with ``mark`` after the digits."""
    mantissa, e, exponent = digits.partition("e")
    if not e:
        return digits + mark
    return f"{mantissa}{mark}\u00a0·\u00a010{str(int(exponent)).translate(_RAISED)}"


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
    """Read a number: ``0.5``, ``0,5``, ``1/3``, ``50 %``."""
    plain = text.replace(" ", "").replace(",", ".").replace("%", "/100")
    above, slash, below = plain.partition("/")
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
    chances = table.get("chances", ())

    def cell_of(cell: Any, column: str) -> Markup:
        pieces = drawn_text(game, cell) if game and cell and column in pictured else None
        return pieces or drawn(cell, column in chances)

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
        "searched": len(table["rows"]) > MOST_UNFILTERED,
        "found": len(rows),
        "total": len(table["rows"]),
        "first": first,
        "page": number,
        "pages": pages,
        "before": link(page=number - 1) if number > 1 else "",
        "after": link(page=number + 1) if number < pages else "",
    }


def chance_bars(table: Mapping[str, Any], game: Game | None = None) -> Markup | None:
    """The first column of chances of a short table as bars; None where there is none.

    What pieces are worth, the best first, is drawn alike, and so are the points won from players,
    where somebody wins any: all but the first few are folded.
    """
    rows, columns = chosen(table, Asking(), game), table["columns"]
    pictured, of_players = columns[0] in table.get("drawn", ()), columns[0] in PLAYER_COLUMNS
    if len(rows) < 2 or (len(rows) > MOST_BARS and not pictured):
        return None
    cells = {column: [row[n] for row in rows] for n, column in enumerate(columns) if n}
    whole = {name: found for name, found in cells.items() if None not in found}
    name = next((name for name in whole if name in table.get("chances", ())), None)
    chance = name is not None
    if chance and len(rows) > MOST_BARS:
        return None
    if name is None and (pictured or of_players):
        name = next((n for n, found in whole.items() if all(map(_is_measured, found))), None)
    if name is None or (not chance and len({number_in(cell) for cell in whole[name]}) == 1):
        return None
    if of_players and all((number_in(cell) or 0) <= 0 for cell in whole[name]):
        return None
    names = [(drawn_text(game, r[0]) if game and pictured and r[0] else None) or r[0] for r in rows]
    pairs = list(zip(names, whole[name], strict=True))
    if len(pairs) > MOST_WITH_ZEROS:
        pairs = [pair for pair in pairs if number_in(pair[1])]
    caption = f"{title_of(table)}: {heading(name)}"
    return _bars(caption, pairs, chance, len(pairs) if chance else MOST_WORTHS)


def field_bars(document: Mapping[str, Any]) -> Markup | None:
    """The chances among the fields of an answer as bars; None where there is none."""
    chances, fields = document.get("chances", ()), document["fields"]
    pairs = [
        (heading(name), cell)
        for name, cell in fields
        if name in chances and cell is not None and not name.endswith(_BOUNDS)
    ]
    return _bars("", pairs, True) if pairs else None


def _bars(
    caption: str, pairs: Sequence[tuple[Any, Any]], chance: bool, shown: int | None = None
) -> Markup:
    """Bars of the numbers of ``pairs``, from 0 to 1 or to the largest, each with its name.

    All but the first ``shown`` are folded.
    """
    values = [number_in(cell) or 0.0 for _name, cell in pairs]
    full = 1.0 if chance else max(values) or 1.0
    bars = []
    for (name, cell), value in zip(pairs, values, strict=True):
        words = share_text(value) if chance else number_text(value, "+z.2f")
        share = max(value, 0.0) / full
        picture = el(
            "svg",
            el("rect", width=f"{100 * share:.2f}", height=10),
            viewBox="0 0 100 10",
            preserveAspectRatio="none",
            aria_hidden="true",
        )
        number = ("≈ " if is_simulated(cell) else "") + words
        named = name if isinstance(name, Markup) else text(name)
        bars.append(el("div", el("dt", named), el("dd", picture), el("dd", number)))
    parts = [el("figcaption", caption) if caption else None]
    parts.append(el("dl", bars[:shown], class_="chance-bars"))
    if folded := bars[shown:] if shown else []:
        summary = el("summary", _("{n} more").format(n=len(folded)))
        parts.append(el("details", summary, el("dl", folded, class_="chance-bars")))
    return el("figure", parts, class_="chances")


def _is_measured(cell: Any) -> bool:
    """True for an exact or a simulated number."""
    return is_exact(cell) or is_simulated(cell)


def title_of(table: Mapping[str, Any]) -> str:
    """The title of a table, made of its name where it has none."""
    return str(table["title"]) or heading(table["name"])


def csv_text(table: Mapping[str, Any], asking: Asking, game: Game | None = None) -> str:
    """The rows asked for as CSV: exact numbers as decimal and fraction, simulated with interval.

    Players have their ids, also where ``asking`` names them by their labels in ``game``.
    """
    rows = [row for _read, row in _selected(table, asking, game)]
    return tables.csv_text(Table(table["name"], tuple(table["columns"]), rows))
