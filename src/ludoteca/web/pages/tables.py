"""A table of an answer on a page: filtered, sorted and paged by the query of its address.

All of it is plain GET: ``t`` names the table, ``sort`` a column (``-`` before it: downwards),
``find`` a text that a row must hold, ``column``, ``how`` and ``than`` a condition, ``page`` a part.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from ludoteca.core.answers import Name, Table
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_
from ludoteca.lab import tables
from ludoteca.lab.text import heading, in_words, number_in
from ludoteca.web.pages import cells
from ludoteca.web.pages.forms import whole_number

ROWS_A_PAGE = 50

CONDITIONS: dict[str, str] = {
    "least": N_("at least"),
    "most": N_("at most"),
    "is": N_("is"),
    "not": N_("is not"),
}
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "least": operator.ge,
    "most": operator.le,
    "is": operator.eq,
    "not": operator.ne,
}


@dataclass(frozen=True)
class Header:
    """A column: its words, where a click on it leads, and how the table is sorted by it."""

    words: str
    href: str
    sorted: str
    numbers: bool


@dataclass(frozen=True)
class Shown:
    """A table ready to be drawn."""

    name: str
    title: str
    headers: tuple[Header, ...]
    rows: tuple[tuple[Markup, ...], ...]
    found: int
    total: int
    first: int
    page: int
    pages: int
    before: str
    after: str


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
        how = query.get("how", "least")
        return cls(
            sort=query.get("sort", "")[:100],
            find=query.get("find", "")[:100],
            column=query.get("column", "")[:100],
            how=how if how in CONDITIONS else "least",
            than=query.get("than", "")[:100],
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
    columns = list(table["columns"])
    every = zip(_rows(table, game), table["rows"], strict=True)
    rows = [pair for pair in every if _fits(pair[0], columns, asking)]
    column = asking.sort.removeprefix("-")
    if column in columns:
        index = columns.index(column)
        downwards = asking.sort.startswith("-")
        rows.sort(key=lambda pair: cells.sort_key(pair[0][index]), reverse=downwards)
        # What is missing stays last either way.
        rows.sort(key=lambda pair: pair[0][index] is None)
    return rows


def _rows(table: Mapping[str, Any], game: Game | None) -> Iterator[Sequence[Any]]:
    """All rows; keys among their texts are marked, and with ``game``."""
    named = table.get("named", ())
    for row in table["rows"]:
        cells_by_column = zip(table["columns"], row, strict=True)
        yield [_cell(cell, column, column in named, game) for column, cell in cells_by_column]


def _cell(cell: Any, column: str, named: bool, game: Game | None) -> Any:
    if named and isinstance(cell, str):
        return Name(cell)
    return in_words(game, column, cell)


def _fits(row: Sequence[Any], columns: list[str], asking: Asking) -> bool:
    wanted = asking.find.strip().casefold()
    if wanted and not any(wanted in cells.text(cell).casefold() for cell in row):
        return False
    if asking.column not in columns or not asking.than.strip():
        return True
    return _compared(row[columns.index(asking.column)], asking.how, asking.than.strip())


def _compared(cell: Any, how: str, than: str) -> bool:
    number = number_in(cell)
    bound = _number(than)
    if number is not None and bound is not None:
        return _COMPARED[how](number, bound)
    if how not in ("is", "not"):
        return False
    return _COMPARED[how](cells.text(cell).casefold(), than.casefold())


def _number(text: str) -> float | None:
    """Read a number: ``0.5``, ``0,5``, ``1/3``."""
    above, slash, below = text.replace(" ", "").replace(",", ".").partition("/")
    try:
        return float(above) / float(below) if slash else float(above)
    except (ValueError, ZeroDivisionError):
        return None


def shown(
    table: Mapping[str, Any], asking: Asking, address: str, game: Game | None = None
) -> Shown:
    """The page of the table that the address asks for; links keep the rest of what it asks."""
    rows = chosen(table, asking, game)
    pages = max(1, -(-len(rows) // ROWS_A_PAGE))
    number = min(asking.page, pages)
    first = (number - 1) * ROWS_A_PAGE
    part = rows[first : first + ROWS_A_PAGE]
    link = _linker(table["name"], asking, address)
    return Shown(
        name=table["name"],
        title=title_of(table),
        headers=tuple(_header(table, i, asking, link) for i in range(len(table["columns"]))),
        rows=tuple(tuple(cells.drawn(cell) for cell in row) for row in part),
        found=len(rows),
        total=len(table["rows"]),
        first=first,
        page=number,
        pages=pages,
        before=link(page=number - 1) if number > 1 else "",
        after=link(page=number + 1) if number < pages else "",
    )


def title_of(table: Mapping[str, Any]) -> str:
    """The title of a table, made of its name where it has none."""
    return str(table["title"]) or heading(table["name"])


def _linker(name: str, asking: Asking, address: str) -> Callable[..., str]:
    def link(**changed: Any) -> str:
        said = {"t": name, **vars(asking), **changed}
        usual = {"sort": "", "find": "", "column": "", "how": "least", "than": "", "page": 1}
        kept = {key: value for key, value in said.items() if usual.get(key) != value}
        return f"{address}?{urlencode(kept)}#table"

    return link


def _header(
    table: Mapping[str, Any], index: int, asking: Asking, link: Callable[..., str]
) -> Header:
    name = table["columns"][index]
    direction = {name: "ascending", f"-{name}": "descending"}.get(asking.sort, "none")
    return Header(
        words=heading(name),
        href=link(sort=f"-{name}" if direction == "ascending" else name, page=1),
        sorted=direction,
        numbers=all(not isinstance(row[index], str) for row in table["rows"][:ROWS_A_PAGE]),
    )


def csv_text(table: Mapping[str, Any], asking: Asking, game: Game | None = None) -> str:
    """The rows asked for as CSV: exact numbers as decimal and fraction, simulated with interval.

    Players have their ids, also where ``asking`` names them by their labels in ``game``.
    """
    rows = [row for _read, row in _selected(table, asking, game)]
    return tables.csv_text(Table(table["name"], tuple(table["columns"]), rows))
