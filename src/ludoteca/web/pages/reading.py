"""What a newcomer reads: the rules of a game, and its words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markdown_it import MarkdownIt
from markupsafe import Markup

from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Option
from ludoteca.web.kit import guide as drawn
from ludoteca.web.pages.cards import game_named, players_words
from ludoteca.web.pages.forms import first_upper
from ludoteca.web.pages.shell import page

router = APIRouter()


@router.get("/games/{name}/rules")
async def rules(request: Request, name: str) -> Response:
    """The rules of a game: its guide, else its sentence, its options and its README."""
    game = game_named(name)
    guide = game.room("guide")
    sections = getattr(guide, "RULES", ())
    return page(
        request,
        "rules.html",
        game=game.name,
        title=_(game.info.title),
        sentence=_(game.info.sentence),
        players=players_words(game.info.players),
        rules=drawn.rules(sections) if sections else _readme(game.folder),
        contents=[_(section.title) for section in sections],
        options=[(first_upper(_(o.doc)), _values(o)) for o in game.schema],
        words=bool(getattr(guide, "GLOSSARY", ())),
        lesson=guide is not None,
    )


def _values(option: Option) -> str:
    if option.choices:
        values = ", ".join(_(choice) for choice in option.choices)
    else:
        values = _("{low} to {high}").format(low=option.low, high=option.high)
    return _("{values}; usually {default}").format(values=values, default=_(str(option.default)))


@cache
def _readme(folder: Path) -> Markup:
    """The README of a game's folder; its HTML, if it has any, is shown as text."""
    path = folder / "README.md"
    if not path.is_file():
        return Markup()
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    # Its title is the page's.
    text = path.read_text(encoding="utf-8").removeprefix("\ufeff")
    body = text.partition("\n")[2] if text.startswith("# ") else text
    return Markup(markdown.render(body))


@router.get("/games/{name}/glossary")
async def glossary(request: Request, name: str) -> Response:
    """The words of a game."""
    game: Game = game_named(name)
    terms = getattr(game.room("guide"), "GLOSSARY", ())
    return page(
        request,
        "glossary.html",
        game=game.name,
        title=_(game.info.title),
        words=drawn.glossary(terms) if terms else None,
    )
