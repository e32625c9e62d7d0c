"""Tables of answers as flat columns of plain numbers and text, as CSV, and as data frames."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.questions import Table, plain

if TYPE_CHECKING:
    import polars


def frame(table: Table) -> polars.DataFrame:
    """The table as a Polars data frame with the columns of :func:`flat_rows`."""
    import polars

    columns, rows = flat_rows(table)
    return polars.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)


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
    cells = [Exact(c) if isinstance(c, Fraction) else c for c in cells]
    yield "", [_flat(c) for c in cells]
    if any(isinstance(c, Exact) for c in cells):
        yield "_exact", [c.fraction if isinstance(c, Exact) else None for c in cells]
    if any(isinstance(c, Simulated) for c in cells):
        for suffix, name in (("_n", "n"), ("_low", "low"), ("_high", "high")):
            yield suffix, [getattr(c, name) if isinstance(c, Simulated) else None for c in cells]


def _flat(cell: Any) -> Any:
    if isinstance(cell, Exact):
        return cell.decimal
    if isinstance(cell, Simulated):
        return cell.mean
    value = plain(cell)
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return " ".join(str(part) for part in value)
    return value
