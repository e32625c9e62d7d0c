"""Rules and glossaries, stated in a game's ``guide.py``, and their rendering."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.card import back, card
from ludoteca.web.kit.fan import row
from ludoteca.web.kit.glossary import slug
from ludoteca.web.kit.html import el, join


def french_card(name: str) -> Markup:
    """A card of the French deck by its name, or its back."""
    return back("french") if name == "back" else card("french", name)


@dataclass(frozen=True)
class Picture:
    """Cards or other pieces side by side in the rules, and what they show.

    Attributes
    ----------
    pieces : their names, with spaces between them
    caption : a message id
    draw : draws a piece by its name
    """

    pieces: str
    caption: str
    draw: Callable[[str], Markup] = french_card

    def drawn(self) -> Markup:
        """The pieces above the caption."""
        pieces = row([self.draw(name) for name in self.pieces.split()])
        return el("figure", pieces, el("figcaption", _(self.caption)))


@dataclass(frozen=True)
class Section:
    """A section of a game's rules; ``title`` and ``paragraphs`` are message ids."""

    title: str
    paragraphs: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Term:
    """A term of a game and its meaning, both message ids."""

    word: str
    meaning: str


def rules(sections: Iterable[Section]) -> Markup:
    """The rules of a game as sections with headings that links can name."""
    return join(
        el(
            "section",
            el("h2", _(section.title)),
            [el("p", _(paragraph)) for paragraph in section.paragraphs],
            el("div", [picture.drawn() for picture in section.pictures], class_="rules-pictures")
            if section.pictures
            else None,
            id=f"rules-{slug(section.title)}",
        )
        for section in sections
    )


def glossary(terms: Iterable[Term]) -> Markup:
    """The terms of a game with their meanings, sorted by the alphabet of the language in use."""
    told = sorted((_(term.word), _(term.meaning), slug(term.word)) for term in terms)
    return el(
        "dl",
        [
            el("div", el("dt", word, id=f"word-{name}"), el("dd", meaning))
            for word, meaning, name in told
        ],
        class_="glossary",
    )
