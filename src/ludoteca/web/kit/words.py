"""The words of a game, explained where they stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from ludoteca.core.i18n import _
from ludoteca.web.kit.html import el, join, kept
from ludoteca.web.kit.term import term

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.web.kit.guide import Term


def terms_of(game: Game) -> tuple[Term, ...]:
    """The glossary of the game's ``guide.py``; empty where it has none."""
    return tuple(getattr(game.room("guide"), "GLOSSARY", ()))


@kept(512)
def explained(game: Game, text: str, *, place: str) -> Markup:
    """``text`` with the game's words in it as buttons that show their meaning, each once."""
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
    """All words of the game as buttons that show their meaning; empty where it has none."""
    told = sorted((_(t.word), _(t.meaning)) for t in terms_of(game))
    if not told:
        return Markup()
    return el(
        "ul",
        [el("li", term(word, meaning, place="side")) for word, meaning in told],
        class_="words",
    )
