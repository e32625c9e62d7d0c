"""A study as a folder: an index for people (Markdown and HTML), tables as CSV, plots as SVG.

The plots need the extra ``lab``; without it the report says that they are missing.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.i18n import N_, _
from ludoteca.core.questions import Answer, Cell, Plot, Table
from ludoteca.lab.cells import cell_text, heading
from ludoteca.lab.tables import csv_text

SHOWN_ROWS = 40

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.875rem; display: block;
  overflow-x: auto }
th, td { border-bottom: 1px solid #ddd; padding: 0.2rem 0.6rem; text-align: left }
img { max-width: 100% }
.method { color: #555 }
"""


@dataclass(frozen=True)
class Section:
    """A question of a study: how it was answered, over how much, what came out, and the proof."""

    name: str
    title: str
    method: str
    answer: str
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()


def answer_of(
    sections: Sequence[Section],
    fields: Mapping[str, Cell],
    title: str,
    folder: Path | None = None,
    notes: Sequence[str] = (),
) -> Answer:
    """A study's answer: an overview, all tables and plots; written into ``folder`` if given."""
    if folder is not None:
        write_report(folder, title, sections)
    plots = [plot for section in sections for plot in section.plots]
    return Answer(fields, (overview(sections), *_tables(sections)), plots, notes)


def overview(sections: Sequence[Section]) -> Table:
    """Every section in a line: the question, the answer, and how it was found."""
    rows = [[s.name, s.title, s.answer, s.method] for s in sections]
    columns = ("section", "question", "answer", "method")
    return Table("sections", columns, rows, N_("Questions and answers"))


def write_report(folder: Path, title: str, sections: Sequence[Section]) -> list[Path]:
    """Write ``report.md``, ``report.html``, and all tables and plots; returns the files written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for table in _tables(sections):
        written.append(folder / f"{table.name}.csv")
        written[-1].write_text(csv_text(table), encoding="utf-8")
    drawn = _draw(folder, [plot for section in sections for plot in section.plots])
    for name, lines in (
        ("report.md", _markdown(title, sections, drawn)),
        ("report.html", _page(title, sections, drawn)),
    ):
        path = folder / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        written.append(path)
    return [*written, *drawn.values()]


def _tables(sections: Sequence[Section]) -> list[Table]:
    return [table for section in sections for table in section.tables]


def _draw(folder: Path, plots: Sequence[Plot]) -> dict[str, Path]:
    """The plots that could be drawn, by name."""
    drawn: dict[str, Path] = {}
    for plot in plots:
        try:
            from ludoteca.lab.charts import save_svg

            save_svg(plot.draw(), folder / f"{plot.name}.svg")
        except ImportError as error:
            if error.name not in ("altair", "vl_convert"):
                raise
            return {}
        drawn[plot.name] = folder / f"{plot.name}.svg"
    return drawn


def _more(table: Table) -> str:
    text = _("{n} more rows in {file}")
    return text.format(n=len(table.rows) - SHOWN_ROWS, file=f"{table.name}.csv")


# -- Markdown -----------------------------------------------------------------------------------


def _markdown(title: str, sections: Sequence[Section], drawn: dict[str, Path]) -> Iterator[str]:
    yield f"# {title}"
    for section in sections:
        yield from ("", f"## {section.title}", "", section.answer, "", f"*{section.method}*")
        for table in section.tables:
            yield from ("", f"### [{_(table.title)}]({table.name}.csv)", "")
            yield _markdown_row(heading(column) for column in table.columns)
            yield _markdown_row("---" for _column in table.columns)
            for row in table.rows[:SHOWN_ROWS]:
                yield _markdown_row(cell_text(cell) for cell in row)
            if len(table.rows) > SHOWN_ROWS:
                yield from ("", _more(table))
        for plot in section.plots:
            yield ""
            shown = f"![{_(plot.title)}]({plot.name}.svg)"
            yield shown if plot.name in drawn else _not_drawn(plot)


def _markdown_row(cells: Iterator[str]) -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in cells) + " |"


def _not_drawn(plot: Plot) -> str:
    missing = _("the plot '{title}' needs the extra 'lab': pip install \"ludoteca[lab]\"")
    return missing.format(title=_(plot.title))


# -- HTML ---------------------------------------------------------------------------------------


def _page(title: str, sections: Sequence[Section], drawn: dict[str, Path]) -> Iterator[str]:
    say = html.escape
    yield "<!doctype html>"
    yield f'<meta charset="utf-8"><title>{say(title)}</title><style>{_STYLE}</style>'
    yield f"<h1>{say(title)}</h1><ul>"
    for section in sections:
        yield f'<li><a href="#{section.name}">{say(section.title)}</a></li>'
    yield "</ul>"
    for section in sections:
        yield f'<h2 id="{section.name}">{say(section.title)}</h2>'
        yield f'<p>{say(section.answer)}</p><p class="method">{say(section.method)}</p>'
        for table in section.tables:
            yield from _html_table(table)
        for plot in section.plots:
            shown = f'<img src="{plot.name}.svg" alt="{say(_(plot.title))}">'
            yield f"<p>{shown if plot.name in drawn else say(_not_drawn(plot))}</p>"


def _html_table(table: Table) -> Iterator[str]:
    yield f'<h3><a href="{table.name}.csv">{html.escape(_(table.title))}</a></h3><table><tr>'
    yield "".join(f"<th>{html.escape(heading(column))}</th>" for column in table.columns)
    yield "</tr>"
    for row in table.rows[:SHOWN_ROWS]:
        cells = "".join(f"<td>{html.escape(cell_text(cell))}</td>" for cell in row)
        yield f"<tr>{cells}</tr>"
    yield "</table>"
    if len(table.rows) > SHOWN_ROWS:
        yield f"<p>{html.escape(_more(table))}</p>"
