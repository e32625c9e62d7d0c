"""An answer handed over: on standard output, in files of a folder, on the page of this machine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from ludoteca.cli.console import Format, say, stdout, write
from ludoteca.core.answers import Answer, Table, document_of, needs_lab, plain
from ludoteca.core.errors import BadInput, LudotecaError, alternatives
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language
from ludoteca.core.options import Options
from ludoteca.core.questions import Question
from ludoteca.core.storage import writable_folder
from ludoteca.lab.text import (
    LONGEST_FRACTION,
    cell_text,
    field_text,
    heading,
    in_words,
    is_exact,
    is_simulated,
)

if TYPE_CHECKING:
    import numpy as np

_SHOWN_ROWS = 60
_ANSWER, _ASKED = "answer.json", "question.txt"  #: in the folder of ``--save``
_ANY_LENGTH = 10**9
_SAID = 58  #: letters of a list of players on the page


def make_ready(folder: str | None, asked: str) -> None:
    """Check that the answer to ``asked`` can be saved in ``folder``, before it is worked out.

    Raises ``BadInput`` where the answer to another question is there, which would be mixed with it.
    """
    if not folder:
        return
    place = writable_folder(Path(folder))
    said = place / _ASKED
    there = said.read_text(encoding="utf-8").strip() if said.is_file() else ""
    if (place / _ANSWER).exists() and there != asked:
        raise BadInput(
            _("{folder} holds another answer ({question}); name a folder of its own").format(
                folder=folder, question=there or _ANSWER
            )
        )


def hand_over(
    answer: Answer,
    asked: str,
    given: Mapping[str, Any],
    rng: np.random.Generator | None = None,
    game: Game | None = None,
) -> None:
    """Save and write ``answer`` as the flags say; if it cannot be saved it is still written."""
    try:
        if given["save"]:
            save(answer, asked, given["save"])
    finally:
        deliver(answer, given["format"], given["table"], rng, given["exact"], game)


def deliver(
    answer: Answer,
    format: Format,
    table: str | None,
    rng: np.random.Generator | None,
    exact: bool = False,
    game: Game | None = None,
) -> None:
    """Write ``answer`` in ``format``; with ``rng``, also why it is so.

    ``exact``: people get every exact number as a fraction too, however long it is. ``game``: they
    get labels for the ids of its players and of the values of its rule options.
    """
    if format is Format.json:
        out = answer.to_json()
        if rng is not None:
            out["why"] = list(_why(answer, rng))
        write(json.dumps(out, indent=2, ensure_ascii=False))
    elif format is Format.csv:
        from ludoteca.lab.tables import csv_text

        write(csv_text(_chosen(answer, table)).rstrip("\n"))
        for line in _why(answer, rng):
            say(line)
    else:
        show(answer, exact, game)
        for line in _why(answer, rng):
            stdout().print(line)


def _why(answer: Answer, rng: np.random.Generator | None) -> Iterator[str]:
    if rng is None:
        return
    if answer.why is None:
        yield _("This answer comes with no derivation.")
    else:
        yield from answer.why(rng)


# -- for people ---------------------------------------------------------------------------------


def show(answer: Answer, exact: bool = False, game: Game | None = None) -> None:
    """Fields, tables and notes, drawn for a terminal."""
    console = stdout()
    if answer.headline:
        console.print(answer.headline, style="bold", highlight=False)
        console.print()
    if answer.fields:
        heads = [heading(name) for name in answer.fields]
        room = console.width - max(map(len, heads)) - 4
        longest = _ANY_LENGTH if exact else min(LONGEST_FRACTION, room)
        values = (_field(name, value, longest, game) for name, value in answer.fields.items())
        console.print(_pairs(zip(heads, values, strict=True)))
    for table in answer.tables:
        console.print()
        console.print(_(table.title) or heading(table.name), style="italic")
        console.print(_drawn(table, console.width, _ANY_LENGTH if exact else 0, game))
        if len(table.rows) > _SHOWN_ROWS:
            more = _("... {n} more rows: all of them with --format csv --table {name}")
            line = more.format(n=len(table.rows) - _SHOWN_ROWS, name=table.name)
            console.print(line, soft_wrap=True)
    for note in answer.notes:
        console.print()
        console.print(note)


def _field(name: str, value: Any, longest: int, game: Game | None) -> str:
    """A field in words."""
    if name == "seed":
        return str(value)  # to be typed again
    lines = _parts(in_words(game, name, plain(value)))
    return "\n".join(
        f"{n}: {field_text(v, longest)}" if n else field_text(v, longest) for n, v in lines
    )


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a mapping that are none themselves, by the names that lead to each."""
    if not isinstance(value, Mapping) or not value or is_exact(value) or is_simulated(value):
        yield "", value
        return
    for name, part in value.items():
        for below, last in _parts(part):
            yield ", ".join(filter(None, (heading(name), below))), last


def _pairs(rows: Iterable[tuple[str, str]]) -> Any:
    """Names and what stands beside each, in two columns."""
    from rich.table import Table as Drawn

    drawn = Drawn.grid(padding=(0, 2))
    drawn.add_column(no_wrap=True)
    drawn.add_column(overflow="fold")
    for row in rows:
        drawn.add_row(*row)
    return drawn


def _drawn(table: Table, width: int, longest: int, game: Game | None) -> Any:
    """A table within ``width`` letters that breaks no word or number.

    Where its columns have no room beside each other, they stand below each other, row by row.
    """
    from rich import box
    from rich.table import Table as Drawn

    heads = [heading(column) for column in table.columns]
    rows = [
        [
            cell_text(in_words(game, column, plain(cell)), longest)
            for column, cell in zip(table.columns, row, strict=True)
        ]
        for row in table.rows[:_SHOWN_ROWS]
    ]
    widths = _widths([heads, *rows], width - 2 * len(heads) + 1)  # less what is between them
    if widths is None:
        return _pairs(pair for row in rows for pair in (*zip(heads, row, strict=True), ("", "")))
    drawn = Drawn(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for index, (head, room) in enumerate(zip(heads, widths, strict=True)):
        numbers = all(not isinstance(row[index], str) for row in table.rows[:_SHOWN_ROWS])
        drawn.add_column(head, justify="right" if numbers else "left", width=room)
    for row in rows:
        drawn.add_row(*row)
    return drawn


def _widths(rows: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """Widths of columns within ``room`` in which every word fits; None where there are none."""
    from rich.cells import cell_len

    columns = list(zip(*rows, strict=True))
    widths = [max(cell_len(word) for cell in column for word in cell.split() or [""])
              for column in columns]  # fmt: skip
    whole = [max(map(cell_len, column)) for column in columns]
    if sum(widths) > room:
        return None
    for _letter in range(room - sum(widths)):
        # The column that would take most lines is given one letter more.
        index = max(range(len(widths)), key=lambda i: whole[i] / max(1, widths[i]))
        if whole[index] <= widths[index]:
            break
        widths[index] += 1
    return widths


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


def save(answer: Answer, asked: str, folder: str) -> None:
    """Write ``answer.json``, each table as CSV and Parquet, each plot as SVG, into ``folder``.

    With them go the report of the answer, if it has one, and the name of the question ``asked``.
    Parquet and SVG need the extra ``lab``; what is left out for want of it is said.
    """
    from ludoteca.lab.tables import csv_text

    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    (place / _ASKED).write_text(f"{asked}\n", encoding="utf-8")
    text = json.dumps(answer.to_json(), indent=2, ensure_ascii=False)
    (place / _ANSWER).write_text(text + "\n", encoding="utf-8")
    for table in answer.tables:
        (place / f"{table.name}.csv").write_text(csv_text(table), encoding="utf-8")
    drawn = {plot.name for plot in answer.plots}
    try:
        _save_with_lab(answer, place)
    except ImportError as error:
        if not needs_lab(error):
            raise
        drawn = set()
        say(_("Parquet files and plots need the extra 'lab': pip install \"ludoteca[lab]\""))
    if answer.report is not None:
        answer.report(place, drawn)
    say(_("written into {folder}").format(folder=place))


def _save_with_lab(answer: Answer, place: Path) -> None:
    from ludoteca.lab.tables import frame

    for table in answer.tables:
        frame(table).write_parquet(place / f"{table.name}.parquet")
    for plot in answer.plots:
        (place / f"{plot.name}.svg").write_text(plot.svg(), encoding="utf-8")


# -- the page -----------------------------------------------------------------------------------


def publish(
    game: Game,
    question: Question,
    given: Mapping[str, Any],
    options: Options,
    seed: int,
    answer: Answer,
) -> None:
    """Keep ``answer`` for the study pages of a server that serves this machine alone.

    The same question replaces its older answer. Nothing happens where the extra ``web`` is missing
    or the folder cannot be written: the answer is delivered all the same.
    """
    try:
        from ludoteca.web.pages.study.answer_store import LOCAL, AnswerStore, Head
        from ludoteca.web.pages.study.asking import Asked
        from ludoteca.web.settings import Settings
    except ImportError:
        return
    asked = Asked(game, question, dict(given), options, seed)
    key = asked.key(language(), LOCAL)
    # Readers of the answer learn nothing from a switch, or from the place of a file.
    filled = {n: _in_short(v) for n, v in given.items() if not isinstance(v, bool | Path)}
    head = Head(key, game.name, question.verb, question.name, filled, language(), person=LOCAL)
    document = document_of(answer, _(question.sentence), seed)
    try:
        AnswerStore.of(Settings()).put(head, document)
    except LudotecaError:
        return
    said = _("The page of this machine (ludoteca) shows it among the studies of {game}.")
    say(said.format(game=_(game.info.title)), style="dim")


def _in_short(value: Any) -> str:
    """A value in few letters: of files their names alone."""
    parts = value if isinstance(value, list) else [value]
    words = [Path(str(part)).stem if str(part).endswith(".py") else str(part) for part in parts]
    return shorten(" ".join(words), _SAID, placeholder=" …")
