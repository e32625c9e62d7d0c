"""An answer on standard output: for people, or as plain JSON or CSV; and in files of a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.cli.console import Format, say, stdout, write
from ludoteca.core.answers import Answer, Table, needs_lab
from ludoteca.core.errors import BadInput, alternatives
from ludoteca.core.files import writable_folder
from ludoteca.core.i18n import _
from ludoteca.lab.tables import csv_text, frame
from ludoteca.lab.text import cell_text, field_text, heading

if TYPE_CHECKING:
    import numpy as np

_SHOWN_ROWS = 60


def make_ready(folder: str | None) -> None:
    """Check that an answer can be saved in ``folder``, before it is worked out."""
    if folder:
        writable_folder(Path(folder))


def hand_over(
    answer: Answer, given: Mapping[str, Any], rng: np.random.Generator | None = None
) -> None:
    """Save and write ``answer`` as the flags say; if it cannot be saved it is still written."""
    try:
        if given["save"]:
            save(answer, given["save"])
    finally:
        deliver(answer, given["format"], given["table"], rng)


def deliver(
    answer: Answer, format: Format, table: str | None, rng: np.random.Generator | None
) -> None:
    """Write ``answer`` in ``format``; with ``rng``, also why it is so."""
    if format is Format.json:
        _deliver_json(answer, rng)
    elif format is Format.csv:
        write(csv_text(_chosen(answer, table)).rstrip("\n"))
        for line in _why(answer, rng):
            say(line)
    else:
        show(answer)
        for line in _why(answer, rng):
            stdout().print(line)


def _why(answer: Answer, rng: np.random.Generator | None) -> Iterator[str]:
    if rng is None:
        return
    if answer.why is None:
        yield _("This answer comes with no derivation.")
    else:
        yield from answer.why(rng)


def _deliver_json(answer: Answer, rng: np.random.Generator | None) -> None:
    out = answer.to_json()
    if rng is not None:
        out["why"] = list(_why(answer, rng))
    write(json.dumps(out, indent=2, ensure_ascii=False))


# -- for people ---------------------------------------------------------------------------------


def show(answer: Answer) -> None:
    """Fields, tables and notes, drawn for a terminal."""
    from rich.table import Table as Drawn

    console = stdout()
    fields = Drawn.grid(padding=(0, 2))
    for name, value in answer.fields.items():
        fields.add_row(heading(name), field_text(value))
    if answer.fields:
        console.print(fields)
    for table in answer.tables:
        console.print()
        console.print(_drawn(table))
        if len(table.rows) > _SHOWN_ROWS:
            more = _("... {n} more rows: all of them with --format csv --table {name}")
            console.print(more.format(n=len(table.rows) - _SHOWN_ROWS, name=table.name))
    for note in answer.notes:
        console.print()
        console.print(note)


def _drawn(table: Table) -> Any:
    from rich import box
    from rich.table import Table as Drawn

    title = _(table.title) or heading(table.name)
    drawn = Drawn(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for index, column in enumerate(table.columns):
        numbers = all(not isinstance(row[index], str) for row in table.rows[:_SHOWN_ROWS])
        drawn.add_column(heading(column), justify="right" if numbers else "left", overflow="fold")
    for row in table.rows[:_SHOWN_ROWS]:
        drawn.add_row(*(cell_text(cell) for cell in row))
    return drawn


# -- plain data ---------------------------------------------------------------------------------


def _chosen(answer: Answer, name: str | None) -> Table:
    """The table to write as CSV: the one named, the first, or the fields."""
    fields = Table("fields", ("name", "value"), list(answer.fields.items()))
    by_name = {table.name: table for table in answer.tables} | {"fields": fields}
    if name is None:
        return answer.tables[0] if answer.tables else fields
    if name not in by_name:
        raise BadInput(
            _("there is no table {name}; {alternatives}").format(
                name=name, alternatives=alternatives(name, by_name)
            )
        )
    return by_name[name]


# -- files --------------------------------------------------------------------------------------


def save(answer: Answer, folder: str) -> None:
    """Write ``answer.json``, each table as CSV and Parquet, each plot as SVG, into ``folder``.

    Parquet and SVG need the extra ``lab``; what is left out for want of it is said.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    text = json.dumps(answer.to_json(), indent=2, ensure_ascii=False)
    (place / "answer.json").write_text(text + "\n", encoding="utf-8")
    for table in answer.tables:
        (place / f"{table.name}.csv").write_text(csv_text(table), encoding="utf-8")
    try:
        _save_with_lab(answer, place)
    except ImportError as error:
        if not needs_lab(error):
            raise
        say(_("Parquet files and plots need the extra 'lab': pip install \"ludoteca[lab]\""))
    say(_("written into {folder}").format(folder=place))


def _save_with_lab(answer: Answer, place: Path) -> None:
    for table in answer.tables:
        frame(table).write_parquet(place / f"{table.name}.parquet")
    for plot in answer.plots:
        (place / f"{plot.name}.svg").write_text(plot.svg(), encoding="utf-8")
