"""The guide of a game: its rules in sections with pictures, and its words, read from Markdown.

A guide has headings, paragraphs and two marks, each at the beginning of a block::

    ## Runs and wild cards

    A run is three cards or more of one suit in a row.

    :card: 5H 6H 7H
    A run.

    :term: wild card
    A 2 or a joker, which stands for another card of a run.

Each title, paragraph, caption, word and meaning is translated by itself. A word or a caption
between asterisks is a name, and the same in every language. A heading of the first level is for
readers of the file alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _

if TYPE_CHECKING:
    from markupsafe import Markup

_BLOCK = re.compile(r"\n\s*\n")
_MARKED = re.compile(r"(##|:card:|:term:) (.+)")


@dataclass(frozen=True)
class Picture:
    """Cards or other pieces side by side in the rules, and what they show.

    Attributes
    ----------
    pieces
        Their names, with spaces between them.
    caption
        A message id.
    draw
        Draws a piece by its name.
    """

    pieces: str
    caption: str
    draw: Callable[[str], Markup]


@dataclass(frozen=True)
class GuideSection:
    """A section of a game's rules; ``title`` and ``paragraphs`` are message ids."""

    title: str
    paragraphs: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Term:
    """A term of a game and its meaning, both message ids."""

    word: str
    meaning: str


class PointsRow(NamedTuple):
    """A row of a table of the rules: what counts, and how much.

    Attributes
    ----------
    words, points
        In the language in use.
    pieces
        Drawn; they show it.
    """

    words: str
    points: str
    pieces: Sequence[Markup] = ()


class _Block(NamedTuple):
    """A block of a guide: its mark, "" for a paragraph; what follows it; and the lines below."""

    mark: str
    head: str
    text: str


def read_guide(
    path: Path, draw: Callable[[str], Markup]
) -> tuple[tuple[GuideSection, ...], tuple[Term, ...]]:
    """Read the rules and the words of the guide at ``path``; ``draw`` draws a piece by its name.

    Raises
    ------
    BadInput
        Where something stands before the first heading.
    """
    sections: list[GuideSection] = []
    terms: list[Term] = []
    for block in _blocks(path.read_text(encoding="utf-8")):
        if block.mark == ":term:":
            terms.append(Term(_bare(block.head), block.text))
        elif block.mark == "##":
            sections.append(GuideSection(block.head, ()))
        elif not sections:
            raise BadInput(_("{path}: “{text}” has no heading").format(path=path, text=block.text))
        else:
            title, paragraphs, pictures = vars(sections[-1]).values()
            if block.mark:
                pictures = (*pictures, Picture(block.head, _bare(block.text), draw))
            else:
                paragraphs = (*paragraphs, block.text)
            sections[-1] = GuideSection(title, paragraphs, pictures)
    return tuple(sections), tuple(terms)


def texts_in_guide(source: str) -> Iterator[str]:
    r"""The texts of a guide that are translated.

    >>> list(texts_in_guide("## Aim\n\nWin\nthe match.\n\n:term: *vaca*\nSome juegos."))
    ['Aim', 'Win the match.', 'Some juegos.']
    """
    for mark, head, text in _blocks(source):
        said = (text,) if mark == ":card:" else (head, text)
        yield from (part for part in said if part and _bare(part) == part)


def _blocks(source: str) -> Iterator[_Block]:
    for block in _BLOCK.split(source.strip()):
        first, _newline, rest = block.partition("\n")
        marked = _MARKED.fullmatch(first)
        if marked is not None:
            yield _Block(marked[1], marked[2], " ".join(rest.split()))
        elif not first.startswith("# "):
            yield _Block("", "", " ".join(block.split()))


def _bare(name: str) -> str:
    """The text without the asterisks of a name."""
    return name[1:-1] if name[:1] == name[-1:] == "*" else name
