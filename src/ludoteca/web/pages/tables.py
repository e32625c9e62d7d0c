"""A table of an answer as a page shows it: filtered, sorted and cut by what the address says.

All of it is plain GET: ``t`` names the table, ``sort`` a column (``-`` before it: downwards),
``find`` a text that a row must hold, ``column``, ``how`` and ``than`` a condition, ``page`` a part.
"""

from __future__ import annotations

import csv
import io
import json
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from ludoteca.core.i18n import N_
from ludoteca.core.questions import Name
from ludoteca.lab.cells import heading
from ludoteca.web.pages import cells

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
    """What the address asks of a table."""

    sort: str = ""
    find: str = ""
    column: str = ""
    how: str = "least"
    than: str = ""
    page: int = 1

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Asking:
        """What the query says; what cannot be is left out."""
        page = query.get("page", "1")
        how = query.get("how", "least")
        return cls(
            sort=query.get("sort", "")[:100],
            find=query.get("find", "")[:100],
            column=query.get("column", "")[:100],
            how=how if how in CONDITIONS else "least",
            than=query.get("than", "")[:100],
            page=int(page) if page.isdecimal() and 0 < int(page) < 10**7 else 1,
        )


def chosen(table: Mapping[str, Any], asking: Asking) -> list[Sequence[Any]]:
    """The rows that the address asks for, in its order."""
    columns = list(table["columns"])
    rows = [row for row in _rows(table) if _fits(row, columns, asking)]
    column = asking.sort.removeprefix("-")
    if column in columns:
        index = columns.index(column)
        downwards = asking.sort.startswith("-")
        rows.sort(key=lambda row: cells.sort_key(row[index]), reverse=downwards)
        # What is missing stays last either way.
        rows.sort(key=lambda row: row[index] is None)
    return rows


def _rows(table: Mapping[str, Any]) -> Iterator[Sequence[Any]]:
    """All rows, with the keys among their texts marked as such."""
    named = [name in table.get("named", ()) for name in table["columns"]]
    for row in table["rows"]:
        marked = zip(row, named, strict=True)
        yield [Name(cell) if name and isinstance(cell, str) else cell for cell, name in marked]


def _fits(row: Sequence[Any], columns: list[str], asking: Asking) -> bool:
    wanted = asking.find.strip().casefold()
    if wanted and not any(wanted in cells.text(cell).casefold() for cell in row):
        return False
    if asking.column not in columns or not asking.than.strip():
        return True
    return _compared(row[columns.index(asking.column)], asking.how, asking.than.strip())


def _compared(cell: Any, how: str, than: str) -> bool:
    number = cells.value(cell)
    bound = _number(than)
    if number is not None and bound is not None:
        return _COMPARED[how](number, bound)
    if how not in ("is", "not"):
        return False
    return _COMPARED[how](cells.text(cell).casefold(), than.casefold())


def _number(text: str) -> float | None:
    """The number that somebody wrote: ``0.5``, ``0,5``, ``1/3``."""
    above, slash, below = text.replace(" ", "").replace(",", ".").partition("/")
    try:
        return float(above) / float(below) if slash else float(above)
    except (ValueError, ZeroDivisionError):
        return None


def shown(table: Mapping[str, Any], asking: Asking, address: str) -> Shown:
    """The page of the table that the address asks for; links keep the rest of what it asks."""
    rows = chosen(table, asking)
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


# -- downloads ----------------------------------------------------------------------------------


def csv_text(table: Mapping[str, Any], asking: Asking) -> str:
    """The rows asked for as CSV: exact numbers as decimal and fraction, simulated with interval."""
    rows = chosen(table, asking)
    names: list[str] = []
    columns: list[list[Any]] = []
    for index, name in enumerate(table["columns"]):
        for suffix, column in _flat([row[index] for row in rows]):
            names.append(name + suffix)
            columns.append(column)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(zip(*columns, strict=True))
    return out.getvalue()


def _flat(column: list[Any]) -> list[tuple[str, list[Any]]]:
    dicts = [cell if isinstance(cell, dict) else {} for cell in column]
    flat: list[tuple[str, list[Any]]] = [("", [_plain(cell) for cell in column])]
    if any("exact" in cell for cell in dicts):
        flat.append(("_exact", [cell.get("exact") for cell in dicts]))
    if any("simulated" in cell for cell in dicts):
        spans = [cell.get("interval95") or (None, None) for cell in dicts]
        flat.append(("_n", [cell.get("n") for cell in dicts]))
        flat.append(("_low", [low for low, _high in spans]))
        flat.append(("_high", [high for _low, high in spans]))
    return flat


def _plain(cell: Any) -> Any:
    if isinstance(cell, dict):
        number = cells.value(cell)
        return json.dumps(cell, ensure_ascii=False) if number is None else number
    if isinstance(cell, list):
        return " ".join(str(part) for part in cell)
    return cell
