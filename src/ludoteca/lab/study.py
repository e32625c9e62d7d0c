"""A study: sections that are worked out one after the other, as one answer with a report.

A section is a function that returns a :class:`Section`: a question, its method, its answer in
words, the tables that prove it (see :func:`ludoteca.core.answers.table`) and their plots. A study's
question hands its sections to :func:`study_answer` as a generator, so that each is worked out in
its turn::

    def sections(deals, progress):
        yield of_seats(deals, progress)
        yield of_luck(deals, progress)

    return study_answer({"deals": deals}, sections(deals, progress), _(TITLE))

Parts that are to survive a stopped run are kept by :class:`ludoteca.core.storage.Parts`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ludoteca.core.answers import Answer, Cell, Plot, Table
from ludoteca.core.i18n import N_, templates
from ludoteca.lab.text import cell_text, heading

SHOWN_ROWS = 40  #: of a table, in a report
_LONGEST_FRACTION = 24  #: letters of a fraction in a table of a report


@dataclass(frozen=True)
class Section:
    """A question of a study: its method, the size of the sample, the answer, and the tables."""

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
    notes: Sequence[str] = (),
) -> Answer:
    """A study's answer: an overview, all tables and plots, and a report that can be written."""
    found = list(sections)
    tables = [table for section in found for table in section.tables]
    plots = [plot for section in found for plot in section.plots]
    report = report_of(title, found)
    tables = [_overview(found), *tables]
    return Answer(fields, tables, plots, notes, report=report, headline=found[0].answer)


def _overview(sections: Sequence[Section]) -> Table:
    """Every section in a line: the question, the answer, and how it was found."""
    rows = [[s.name, s.title, s.answer, s.method] for s in sections]
    columns = ("section", "question", "answer", "method")
    return Table("sections", columns, rows, N_("Questions and answers"))


# -- the report: an index for people of the tables and plots in a folder ---------------------------


def report_of(title: str, sections: Sequence[Section]) -> Callable[[Path, Collection[str]], object]:
    """A writer of the report of ``sections``: see :class:`~ludoteca.core.answers.Answer`."""
    return partial(_write_report, title, sections)


def _write_report(
    title: str, sections: Sequence[Section], folder: Path, drawn: Collection[str]
) -> None:
    """Write ``report.md`` and ``report.html``, which say which plots are missing."""
    made = templates(Path(__file__).parent / "templates")
    made.filters.update(heading=heading, cell_text=partial(cell_text, longest=_LONGEST_FRACTION))
    made.globals.update(line=_markdown_row, shown=SHOWN_ROWS)
    for name in ("report.md", "report.html"):
        text = made.get_template(name).render(title=title, sections=sections, drawn=drawn)
        (folder / name).write_text(text, encoding="utf-8")


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in cells) + " |"
