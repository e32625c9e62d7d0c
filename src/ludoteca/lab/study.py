"""A study: sections that are worked out one after the other, as one answer with a report.

A :class:`Section` is a question, its method, its answer in words, the tables that prove it and
their plots. Its words stand in ``study.md`` beside the study (:mod:`.words`), and the code fills in
the numbers. A study's question hands its sections to :func:`study_answer` as a generator, so that
each is worked out in its turn::

    section = sections_beside(__file__)

    @study_table("steps", "step win")
    def steps_table():
        for step in STEPS:
            yield step, chance(step)

    def of_steps():
        steps = steps_table()
        draw = partial(charts.bars, steps, "step", "win")
        return section("steps", (steps,), {"win_by_step": draw}, decks=9, best=3)

    def sections(deals, progress):
        yield of_steps()
        yield of_luck(deals, progress)

    return study_answer({"deals": deals}, sections(deals, progress), _(TITLE))

Parts that are to survive a stopped run are kept by :class:`ludoteca.core.storage.Parts`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ludoteca.core.answers import Answer, Cell, P, Plot, Rows, Table, table
from ludoteca.core.i18n import N_, _, templates
from ludoteca.core.questions import Interim, Progress, unheard
from ludoteca.lab.text import cell_text, heading
from ludoteca.lab.words import read_words

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


T = TypeVar("T")


def in_turn(items: Collection[T], progress: Progress, words: Callable[[T], str]) -> Iterator[T]:
    """The items one after the other; before each, ``progress`` is told in ``words`` of it."""
    for done, item in enumerate(items):
        progress(done, len(items), words(item))
        yield item


def study_table(
    name: str, columns: str, chances: str = ""
) -> Callable[[Callable[P, Rows]], Callable[P, Table]]:
    """As :func:`ludoteca.core.answers.table`; the title is in ``study.md``."""
    return table(name, "", columns, chances)


def sections_beside(module: str) -> Callable[..., Section]:
    """The function that makes the sections whose words are in ``study.md`` beside a module's file.

    ``make(name, tables, plots, **numbers)`` fills in the numbers, in the language in use.
    ``tables`` are tables, or names of those whose rows are in the file; ``plots`` are functions
    that draw, by the names of plots in the file, or plots with titles of their own.
    """

    def make(
        name: str,
        tables: Sequence[Table | str],
        plots: Mapping[str, Callable[[], Any]] | Sequence[Plot] = (),
        **numbers: Any,
    ) -> Section:
        words = read_words(Path(module).with_name("study.md"))[name]
        title, method, answer = (_(text).format(**numbers) for text in words.texts)
        shown = [words.table(t, numbers) if isinstance(t, str) else words.titled(t) for t in tables]
        drawn = words.drawn(plots) if isinstance(plots, Mapping) else plots
        return Section(name, title, method, answer, shown, drawn)

    return make


def study_answer(
    fields: Mapping[str, Cell],
    sections: Iterable[Section],
    title: str,
    notes: Sequence[str] = (),
    asked: Collection[str] = (),
    chances: Collection[str] = (),
    interim: Interim = unheard,
) -> Answer:
    """A study's answer: an overview, all tables and plots, and a report that can be written.

    Its headline are the answers of the sections ``asked``, by default of the first, and their plots
    come first; ``chances`` are as in :class:`~ludoteca.core.answers.Answer`. Each section that is
    found is told to ``interim`` with those before it.
    """
    found: list[Section] = []
    for section in sections:
        found.append(section)
        interim(_so_far(found, asked))
    tables = [table for section in found for table in section.tables]
    named = asked or (found[0].name,)
    # A page folds all but the first pictures.
    first = sorted(found, key=lambda section: section.name not in named)
    plots = [plot for section in first for plot in section.plots]
    report = report_of(title, found)
    tables = [_overview(found), *tables]
    headline = " ".join(section.answer for section in found if section.name in named)
    return Answer(fields, tables, plots, notes, report=report, headline=headline, chances=chances)


def _so_far(found: Sequence[Section], asked: Collection[str]) -> Answer:
    """The sections that are found: the answers of those ``asked``, else of the last one."""
    told = [section.answer for section in found if section.name in asked] or [found[-1].answer]
    return Answer({}, [_overview(found)], headline=" ".join(told))


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
