"""The glossary of a game: its terms as buttons that show their meaning."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from ludoteca.core import rooms
from ludoteca.core.i18n import _
from ludoteca.web.kit.html import el, join, kept

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.guide import Term


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
        parts += [
            escape(text[end : found.start()]),
            term(word, meanings[word.casefold()], place=place),
        ]
        end = found.end()
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
