"""An answer as plain data: what a job hands to the web process, ready to be shown or kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.questions import Answer, Cell, Plot, Table, plain


@dataclass(frozen=True)
class TableDoc:
    """Rows; ``name`` and ``columns`` are message ids with ``_`` for blanks, ``title`` is drawn."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class PlotDoc:
    """A picture as the text of an SVG file, with its title drawn."""

    name: str
    title: str
    svg: str


@dataclass(frozen=True)
class AnswerDoc:
    """What a question answered, in the language in which it was asked.

    Attributes
    ----------
    fields : name (a message id with ``_`` for blanks) and value, in order of importance
    why : the derivation, line by line
    seed : of everything random in it

    A cell is ``Exact``, ``Simulated``, a number, a text, None, or a tuple of these.
    """

    fields: tuple[tuple[str, Cell], ...]
    tables: tuple[TableDoc, ...]
    plots: tuple[PlotDoc, ...]
    notes: tuple[str, ...]
    why: tuple[str, ...]
    seed: int

    def to_json(self) -> dict[str, Any]:
        """Fields and tables as the command's JSON has them, with notes and the derivation."""
        out: dict[str, Any] = {name: plain(value) for name, value in self.fields}
        for table in self.tables:
            out[table.name] = [
                {column: plain(cell) for column, cell in zip(table.columns, row, strict=True)}
                for row in table.rows
            ]
        return out | {"notes": list(self.notes), "why": list(self.why), "seed": self.seed}


def written(answer: Answer, seed: int) -> AnswerDoc:
    """``answer`` worked out to the end, in the language in use: derivation, plots and all."""
    notes = list(answer.notes)
    plots: list[PlotDoc] = []
    try:
        plots += [_drawn(plot) for plot in answer.plots]
    except ImportError as error:
        if error.name not in ("altair", "polars", "vl_convert"):
            raise
        notes.append(_("plots need the extra 'lab': pip install \"ludoteca[lab]\""))
    why = answer.why(np.random.default_rng(seed)) if answer.why is not None else ()
    return AnswerDoc(
        tuple((name, _cell(value)) for name, value in answer.fields.items()),
        tuple(_table(table) for table in answer.tables),
        tuple(plots),
        tuple(notes),
        tuple(why),
        seed,
    )


def _table(table: Table) -> TableDoc:
    rows = tuple(tuple(_cell(cell) for cell in row) for row in table.rows)
    return TableDoc(table.name, _(table.title), tuple(table.columns), rows)


def _cell(value: Any) -> Cell:
    if isinstance(value, Fraction):
        return Exact(value)
    if isinstance(value, np.generic):
        item: Cell = value.item()
        return item
    if value is None or isinstance(value, Exact | Simulated | str | int | float):
        return value
    if isinstance(value, Sequence):
        return tuple(_cell(part) for part in value)
    return str(plain(value))


def _drawn(plot: Plot) -> PlotDoc:
    import vl_convert  # of the extra `lab`

    chart = plot.draw().properties(title=_(plot.title))
    return PlotDoc(plot.name, _(plot.title), vl_convert.vegalite_to_svg(chart.to_json()))
