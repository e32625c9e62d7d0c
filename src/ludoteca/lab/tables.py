"""Tables of answers as flat columns of plain numbers and text, as CSV, and as data frames."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.core.answers import Table, plain
from ludoteca.lab.text import is_exact, is_simulated, number_in

if TYPE_CHECKING:
    import polars

_LARGEST = 2**63 - 1


def number(cell: Any) -> float:
    """The number of a cell that holds one: exact, simulated or plain."""
    return float(getattr(cell, "decimal", cell))


def frame(table: Table) -> polars.DataFrame:
    """The table as a Polars data frame with the columns of :func:`flat_rows`.

    A column with whole numbers beyond 64 bits, or of more kinds than numbers, is text.
    """
    import polars

    names, rows = flat_rows(table)
    columns = {name: _of_one_kind([row[i] for row in rows]) for i, name in enumerate(names)}
    return polars.DataFrame(columns, strict=False)  # whole numbers and others are numbers


def _of_one_kind(cells: list[Any]) -> list[Any]:
    kinds = {type(cell) for cell in cells if cell is not None}
    too_large = any(isinstance(cell, int) and abs(cell) > _LARGEST for cell in cells)
    if not too_large and (len(kinds) < 2 or kinds == {int, float}):
        return cells
    return [None if cell is None else str(cell) for cell in cells]


def csv_text(table: Table) -> str:
    """The table as CSV with the columns of :func:`flat_rows`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns, rows = flat_rows(table)
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def records(table: Table) -> list[dict[str, Any]]:
    """One dictionary a row, with the columns of :func:`flat_rows`."""
    columns, rows = flat_rows(table)
    return [dict(zip(columns, row, strict=True)) for row in rows]


def flat_rows(table: Table) -> tuple[list[str], list[list[Any]]]:
    """Columns and rows of plain numbers and text.

    A column ``p`` with exact numbers becomes ``p`` (decimal) and ``p_exact``; one with simulated
    numbers ``p``, ``p_n``, ``p_low`` and ``p_high``.
    """
    names: list[str] = []
    columns: list[list[Any]] = []
    for index, name in enumerate(table.columns):
        for suffix, cells in _flat_column([row[index] for row in table.rows]):
            names.append(name + suffix)
            columns.append(cells)
    return names, [list(row) for row in zip(*columns, strict=True)]


def _flat_column(cells: Sequence[Any]) -> Iterator[tuple[str, list[Any]]]:
    cells = [plain(cell) for cell in cells]
    numbers = [cell if isinstance(cell, Mapping) else {} for cell in cells]
    yield "", [_flat(cell) for cell in cells]
    if any(map(is_exact, cells)):
        yield "_exact", [number.get("exact") for number in numbers]
    if any(map(is_simulated, cells)):
        spans = [number.get("interval95", (None, None)) for number in numbers]
        yield "_n", [number.get("n") for number in numbers]
        yield "_low", [low for low, _high in spans]
        yield "_high", [high for _low, high in spans]


def _flat(cell: Any) -> Any:
    if is_exact(cell) or is_simulated(cell):
        return number_in(cell)
    if isinstance(cell, Mapping):
        return json.dumps(cell, ensure_ascii=False)
    if isinstance(cell, list):
        return " ".join(str(part) for part in cell)
    return cell
