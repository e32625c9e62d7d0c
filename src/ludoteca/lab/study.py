"""A study: sections that are worked out one after the other, as one answer and as a report.

A section is a function that returns a :class:`Section`: a question, its method, its answer in
words, the tables that prove it (see :func:`ludoteca.core.answers.table`) and their plots. A study's
question hands its sections to :func:`study_answer` as a generator, so that each is worked out in
its turn::

    def sections(deals, progress):
        yield of_seats(deals, progress)
        yield of_luck(deals, progress)

    return study_answer({"deals": deals}, sections(deals, progress), _(TITLE), folder)

Parts that shall outlast a stopped run are kept by :class:`ludoteca.core.keep.Parts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ludoteca.core.answers import Answer, Cell, Plot, Table, needs_lab
from ludoteca.core.files import writable_folder
from ludoteca.core.i18n import N_, templates
from ludoteca.lab.tables import csv_text
from ludoteca.lab.text import cell_text, heading

SHOWN_ROWS = 40  #: of a table, in a report
_LONGEST_FRACTION = 24  #: letters of a fraction in a table of a report


@dataclass(frozen=True)
class Section:
    """A question of a study: how it was answered, over how much, what came out, and the proof."""

    name: str
    title: str
    method: str
    answer: str
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()


def study_answer(
    fields: Mapping[str, Cell],
    sections: Iterable[Section],
    title: str,
    folder: Path | None = None,
    notes: Sequence[str] = (),
) -> Answer:
    """A study's answer: an overview, all tables and plots; written into ``folder`` if given.

    Raises ``BadInput`` where nothing can be written there, before the first section.
    """
    if folder is not None:
        writable_folder(folder)
    found = list(sections)
    if folder is not None:
        write_report(folder, title, found)
    tables = [table for section in found for table in section.tables]
    plots = [plot for section in found for plot in section.plots]
    return Answer(fields, (_overview(found), *tables), plots, notes)


def _overview(sections: Sequence[Section]) -> Table:
    """Every section in a line: the question, the answer, and how it was found."""
    rows = [[s.name, s.title, s.answer, s.method] for s in sections]
    columns = ("section", "question", "answer", "method")
    return Table("sections", columns, rows, N_("Questions and answers"))


# -- the report: an index for people, tables as CSV, plots as SVG --------------------------------


def write_report(folder: Path, title: str, sections: Sequence[Section]) -> list[Path]:
    """Write ``report.md``, ``report.html``, and all tables and plots; returns the files written.

    The plots need the extra ``lab``; without it the report says that they are missing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for table in (table for section in sections for table in section.tables):
        written.append(folder / f"{table.name}.csv")
        written[-1].write_text(csv_text(table), encoding="utf-8")
    drawn = _draw(folder, [plot for section in sections for plot in section.plots])
    made = templates(Path(__file__).parent / "templates")
    made.filters.update(heading=heading, cell_text=partial(cell_text, longest=_LONGEST_FRACTION))
    made.globals.update(line=_markdown_row, shown=SHOWN_ROWS)
    for name in ("report.md", "report.html"):
        text = made.get_template(name).render(title=title, sections=sections, drawn=drawn)
        (folder / name).write_text(text, encoding="utf-8")
        written.append(folder / name)
    return [*written, *drawn.values()]


def _draw(folder: Path, plots: Sequence[Plot]) -> dict[str, Path]:
    """The plots that could be drawn, by name."""
    drawn: dict[str, Path] = {}
    for plot in plots:
        try:
            from ludoteca.lab.charts import save_svg

            save_svg(plot.draw(), folder / f"{plot.name}.svg")
        except ImportError as error:
            if not needs_lab(error):
                raise
            return {}
        drawn[plot.name] = folder / f"{plot.name}.svg"
    return drawn


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in cells) + " |"
