"""The rules and the glossary of a game, drawn."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from ludoteca.core.guide import Picture, Section, Term
from ludoteca.core.i18n import _
from ludoteca.web.kit.card import back, card
from ludoteca.web.kit.fan import row
from ludoteca.web.kit.glossary import slug
from ludoteca.web.kit.html import el, join


def french_card(name: str) -> Markup:
    """A card of the French deck by its name, or its back."""
    return back("french") if name == "back" else card("french", name)


def _picture(picture: Picture) -> Markup:
    """The pieces of a picture above its caption."""
    pieces = row([picture.draw(name) for name in picture.pieces.split()])
    return el("figure", pieces, el("figcaption", _(picture.caption)))


def rules(sections: Iterable[Section]) -> Markup:
    """The rules of a game as sections with headings that links can name."""
    return join(
        el(
            "section",
            el("h2", _(section.title)),
            [el("p", _(paragraph)) for paragraph in section.paragraphs],
            el("div", list(map(_picture, section.pictures)), class_="rules-pictures")
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
