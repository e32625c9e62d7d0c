"""The rules of a game and its glossary."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markdown_it import MarkdownIt
from markupsafe import Markup

from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.table.scene import hands_to_learn
from ludoteca.web.kit import guide as drawn
from ludoteca.web.kit.face import face_of
from ludoteca.web.pages import schools
from ludoteca.web.pages.forms import OPTION, Filled
from ludoteca.web.pages.game_cards import GameHere, players_words
from ludoteca.web.pages.table_rules import RuleField, filled_in, rule_groups
from ludoteca.web.pages.templating import page

DETAILS = "rules-ways-to-play"
"""The section before which hands are learned by: what stands above is needed for them."""

router = APIRouter()


@router.get("/games/{name}")
async def game(game: GameHere) -> Response:
    """Redirect to the rules of a game."""
    return RedirectResponse(f"/games/{game.name}/rules", 303)


@router.get("/games/{name}/rules")
async def rules(request: Request, game: GameHere) -> Response:
    """The rules of a game: its guide, else its sentence, its options and its README."""
    sections = game.hook(rooms.RULES) or ()
    ids = [drawn.section_id(section) for section in sections]
    basics = ids.index(DETAILS) if DETAILS in ids else len(ids)
    worths = game.hook(rooms.worths)
    usual = game.new_state(game.options(dict(schools.usual(request, game)))).record[0]
    tables = worths(usual) if worths is not None else {}
    return page(
        request,
        "rules.html",
        about=game,
        sentence=_(game.info.sentence),
        picture=face_of(game).picture(),
        players=players_words(game.info.players),
        rules=drawn.rules(sections[:basics], tables) if sections else _readme(game.folder),
        details=drawn.rules(sections[basics:], tables),
        contents=[(name, _(section.title)) for name, section in zip(ids, sections, strict=True)],
        basics=basics,
        which=_(game.info.which) if game.info.which else "",
        schools=_schools(request, game),
        options=_options(request, game),
        words=bool(game.hook(rooms.GLOSSARY)),
        lesson=game.has_room("guide"),
        taught=[(h.name, _(h.title), _(h.question)) for h in hands_to_learn(game)],
    )


def _schools(request: Request, game: Game) -> list[tuple[str, str]]:
    """The schools of a game, each with what it is about; the one that is usual here says so."""
    first = next(iter(game.info.schools), None)
    found = schools.choices(game, schools.remembered(request, game) or first)
    usual = _("{value} (usual)")
    return [
        (usual.format(value=one["title"]) if one["current"] else one["title"], one["about"])
        for one in found
    ]


def _options(request: Request, game: Game) -> dict[str, list[tuple[str, str, str]]]:
    """The rule options by their headings: what each is, what it does, and its values.

    Usual is what the school has that the visitor plays.
    """
    usual = schools.usual(request, game)
    names = {option.name: OPTION + option.name for option in game.schema}
    filled = Filled(filled_in(game, usual))
    return {
        heading: [(rule.field.words, rule.about, _values(rule)) for rule in rules]
        for heading, rules in rule_groups(game, filled, usual, names).items()
    }


def _values(rule: RuleField) -> str:
    """The values that a rule may have, the usual one first or at the end."""
    field = rule.field
    if field.choices:
        others = (words for _value, words in field.choices if words != rule.usual)
        return " · ".join([_("{value} (usual)").format(value=rule.usual), *others])
    low = int(field.low) + bool(field.empty)  # the lowest number stands for none
    values = _("{low} to {high}").format(low=low, high=field.high)
    return _("{values}; usually {default}").format(values=values, default=rule.usual)


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
async def glossary(request: Request, game: GameHere) -> Response:
    """The glossary of a game."""
    terms = game.hook(rooms.GLOSSARY)
    return page(
        request,
        "glossary.html",
        about=game,
        words=drawn.glossary(terms) if terms else None,
    )
