"""The words of a study: a file of Markdown with blanks for what the study finds.

A section has a question with the section's name, its method, its answer, and the titles of its
tables and plots with their names. A table may have rows here, if its cells are words. The code that
fills in the blanks is in :mod:`.study`::

    ## What does a step change? {#steps}

    exact: {decks} decks

    The best step is {best}.

    ### Chance of a win by the cards turned at a time {#steps}

    ![Chance of a win by step](win_by_step)

    ### Errata of the document {#errata}

    | place | printed | right |
    | --- | --- | --- |
    | steps | `3 x 4` | {product} |

A cell is a text, which is translated; between accents what is the same in every language; a whole
number, or a blank alone, which is what is filled in as it is. An answer may be a blank alone, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.core.answers import Cell, Plot, Table
from ludoteca.core.i18n import _

_HEADING = re.compile(r"(##|###) (.+) \{#(\w+)\}")
_PLOT = re.compile(r"!\[(.+)\]\((\w+)\)")
_BLANK = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Words:
    """The words of a section; all texts are message ids.

    Attributes
    ----------
    texts : question, method and answer
    plots : the titles of plots by their names
    tables : the titles of tables by their names, each with its lines, if it has any here
    """

    texts: list[str]
    plots: dict[str, str] = field(default_factory=dict)
    tables: dict[str, tuple[str, list[str]]] = field(default_factory=dict)

    def table(self, name: str, numbers: Mapping[str, Any]) -> Table:
        """The table ``name``, filled in."""
        title, (columns, _line, *rows) = self.tables[name]
        cells = [[_filled_in(cell, numbers) for cell in _cells(row)] for row in rows]
        return Table(name, tuple(_cells(columns)), cells, title)

    def titled(self, table: Table) -> Table:
        """The table with its title."""
        return table if table.title else replace(table, title=self.tables[table.name][0])

    def drawn(self, draw: Mapping[str, Callable[[], Any]]) -> list[Plot]:
        """Plots by their names, with their titles."""
        return [Plot(name, self.plots[name], function) for name, function in draw.items()]


@cache
def read_words(path: Path) -> dict[str, Words]:
    """The words of each section of the file at ``path``, by its name."""
    found: dict[str, Words] = {}
    for block in _blocks(path.read_text(encoding="utf-8")):
        text = " ".join(block)
        if heading := _HEADING.fullmatch(text):
            level, title, name = heading.groups()
            if level == "##":
                words = found[name] = Words([title])
            else:
                words.tables[name] = title, []
        elif plot := _PLOT.fullmatch(text):
            words.plots[plot[2]] = plot[1]
        elif block[0].startswith("|"):
            *_others, (_title, lines) = words.tables.values()
            lines += block
        else:
            words.texts.append(text)
    return found


def texts_in_words(source: str) -> Iterator[str]:
    r"""The texts of a study's Markdown that are translated, and the names of columns in words.

    >>> list(texts_in_words("## Why? {#why}\n\nexact\n\nSo it\nis.\n\n![How often](often)"))
    ['Why?', 'exact', 'So it is.', 'How often']
    >>> list(texts_in_words("| place | so_printed |\n| --- | --- |\n| title | `2 x 2` | 1 | {n} |"))
    ['place', 'so printed', 'title']
    """
    for block in _blocks(source):
        text = " ".join(block)
        if block[0].startswith("|"):
            columns, _line, *rows = map(_cells, block)
            yield from (column.replace("_", " ") for column in columns)
            yield from (cell for row in rows for cell in row if _is_text(cell))
        elif heading := _HEADING.fullmatch(text):
            yield heading[2]
        else:
            plot = _PLOT.fullmatch(text)
            if not _BLANK.fullmatch(text):
                yield plot[1] if plot else text


def _blocks(source: str) -> Iterator[list[str]]:
    """The lines of each block; the file's own title, a heading of the first level, is left out."""
    blocks = (block.split("\n") for block in source.strip().split("\n\n"))
    return (block for block in blocks if not block[0].startswith("# "))


def _cells(line: str) -> Sequence[str]:
    return [cell.strip() for cell in line.removeprefix("| ").removesuffix(" |").split(" | ")]


def _is_text(cell: str) -> bool:
    return not (cell.isdecimal() or cell[:1] == "`" or _BLANK.fullmatch(cell) or not cell)


def _filled_in(cell: str, numbers: Mapping[str, Any]) -> Cell:
    if blank := _BLANK.fullmatch(cell):
        value: Cell = numbers[blank[1]]
        return value
    if _is_text(cell):
        return _(cell).format(**numbers)
    return int(cell) if cell.isdecimal() else cell.strip("`")
