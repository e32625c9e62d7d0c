"""The rules of a game that a visitor plays: asked for once, and remembered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core.game import Game, School
from ludoteca.core.i18n import _
from ludoteca.web.pages import preferences
from ludoteca.web.pages.game_cards import GameHere
from ludoteca.web.pages.templating import page

COOKIE = "ludoteca_school_"  #: and the name of the game

router = APIRouter()


def named(game: Game, name: str) -> School | None:
    """The school of this name, if the game has it."""
    return next((school for school in game.info.schools if school.name == name), None)


def remembered(request: Request, game: Game) -> School | None:
    """The school that the visitor chose; None where they were not asked yet."""
    return named(game, request.cookies.get(COOKIE + game.name, ""))


def remember(response: Response, game: Game, school: School) -> None:
    """Remember what the visitor plays, as a choice like that of the language."""
    preferences.set_cookie(response, COOKIE + game.name, school.name)


def usual(request: Request, game: Game) -> Mapping[str, Any]:
    """The options that a new table begins with: as the visitor plays, else the first school's."""
    school = remembered(request, game) or next(iter(game.info.schools), None)
    return {} if school is None else dict(school.options)


def ask(game: Game, level: str) -> Response:
    """Lead to the question, from which a game against this machine begins."""
    query = f"?{urlencode({'level': level})}" if level else ""
    return RedirectResponse(f"/games/{game.name}/schools{query}", status_code=303)


def choices(game: Game, current: School | None) -> list[dict[str, Any]]:
    """The schools in words, in the language in use."""
    return [
        {
            "name": school.name,
            "title": _(school.title),
            "about": _(school.about),
            "current": school is current,
            "rare": school.rare,
            "options": dict(school.options),
        }
        for school in game.info.schools
    ]


@router.get("/games/{name}/schools")
async def which(request: Request, game: GameHere) -> Response:
    """The question which rules the visitor plays; a press on one deals."""
    if not game.info.schools:
        raise HTTPException(404)
    current = remembered(request, game)
    found = choices(game, current)
    return page(
        request,
        "schools.html",
        about=game,
        which=_(game.info.which),
        schools=[one for one in found if not one["rare"]],
        advised=found[0]["name"] if current is None else "",
        rare=[one for one in found if one["rare"]],
        rare_open=current is not None and current.rare,
        level=request.query_params.get("level", ""),
    )
