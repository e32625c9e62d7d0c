"""A game's guide, drawn: its rules, and its glossary, whose terms show their meaning."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from ludoteca.core import rooms
from ludoteca.core.guide import GuideSection, Picture, PointsRow, Term
from ludoteca.core.i18n import _
from ludoteca.web.kit.cards import back, card, row
from ludoteca.web.kit.html import el, join, kept

if TYPE_CHECKING:
    from ludoteca.core.game import Game


def term(word: str, meaning: str, *, place: str = "page") -> Markup:
    """A button ``word`` that shows its ``meaning``.

    ``place`` and the word make the id: give another place where a page shows the word twice.
    """
    name = f"term-{place}-{slug(word)}"
    return join(
        [
            el("button", word, type="button", class_="term", popovertarget=name),
            el("span", el("b", word), " ", meaning, id=name, popover=True, class_="meaning"),
        ]
    )


def slug(text: str) -> str:
    """Turn ``text`` into a part of an id: letters without accents, digits and hyphens.

    >>> slug("Órdago a la grande")
    'ordago-a-la-grande'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def terms_of(game: Game) -> tuple[Term, ...]:
    """The glossary of the game's ``guide.py``; empty where it has none."""
    return game.hook(rooms.GLOSSARY) or ()


_MARKS = re.compile(r"[,.;:!?)”»…]+")


@kept(512)
def explained(game: Game, text: str, *, place: str) -> Markup:
    """Turn the game's terms in ``text`` into buttons that show their meaning, each once."""
    meanings = {_(t.word).casefold(): _(t.meaning) for t in terms_of(game)}
    if not meanings:
        return escape(text)
    # The longest first, so that "extra move" is not taken for "move".
    words = sorted(meanings, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
    seen: set[str] = set()
    parts: list[Markup] = []
    end = 0
    for found in pattern.finditer(text):
        word = found.group()
        if word.casefold() in seen:
            continue
        seen.add(word.casefold())
        parts.append(escape(text[end : found.start()]))
        shown = term(word, meanings[word.casefold()], place=place)
        # Beside a button a line may end anywhere: what follows the word stays with it.
        mark = _MARKS.match(text, found.end())
        parts.append(el("span", shown, mark[0], class_="with-mark") if mark else shown)
        end = mark.end() if mark else found.end()
    return join([*parts, escape(text[end:])])


@kept(64)
def word_list(game: Game) -> Markup:
    """All terms of the game as buttons that show their meaning; empty where it has none."""
    told = sorted((_(t.word), _(t.meaning)) for t in terms_of(game))
    if not told:
        return Markup()
    return el(
        "ul",
        [el("li", term(word, meaning, place="side")) for word, meaning in told],
        class_="words",
    )


# -- pages ---------------------------------------------------------------------------------------


def french_card(name: str) -> Markup:
    """A card of the French deck by its name, or its back."""
    return back("french") if name == "back" else card("french", name)


def _pictures(pictures: Iterable[Picture]) -> Markup:
    """The pieces of each picture above its caption."""
    drawn = [
        el(
            "figure",
            row([picture.draw(name) for name in picture.pieces.split()]),
            el("figcaption", _(picture.caption)),
        )
        for picture in pictures
    ]
    return el("div", drawn, class_="rules-pictures")


def section_id(section: GuideSection) -> str:
    """The name by which a link finds a section of the rules, in every language the same."""
    return f"rules-{slug(section.title)}"


def rules(
    sections: Iterable[GuideSection], worths: Mapping[str, Sequence[PointsRow]] | None = None
) -> Markup:
    """The rules of a game as sections with headings that links can name, pictures beside text.

    ``worths`` are tables by the titles of the sections that they stand in.
    """
    tables = worths or {}
    return join(
        el(
            "section",
            el("h2", _(section.title)),
            el(
                "div",
                [el("p", _(paragraph)) for paragraph in section.paragraphs],
                _worths(tables[section.title]) if section.title in tables else None,
            ),
            _pictures(section.pictures) if section.pictures else None,
            id=section_id(section),
        )
        for section in sections
    )


def _worths(worths: Iterable[PointsRow]) -> Markup:
    """A table of points, pieces before the words."""
    lines = [
        el(
            "tr",
            el("td", row(worth.pieces) if worth.pieces else None),
            el("th", worth.words, scope="row"),
            el("td", worth.points, class_="number"),
        )
        for worth in worths
    ]
    return el("table", el("tbody", lines), class_="worths")


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
