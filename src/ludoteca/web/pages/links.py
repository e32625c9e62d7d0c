"""The page of a table, and the links that give its seats to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.web.kit.face import sheets
from ludoteca.web.pages import requests
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import page
from ludoteca.web.table_actor import TableActor

router = APIRouter()


@dataclass(frozen=True)
class Link:
    """An address that gives a seat."""

    words: str
    url: str


@router.get("/tables/{table}")
async def play(request: Request, table: str) -> Response:
    """The page of a table, filled over the WebSocket."""
    actor = await requests.actor(request, table)
    title = _(actor.table.game.info.title)
    return page(
        request, "play.html", table=table, title=title, sheets=face_sheets(actor.table.game)
    )


@router.post("/tables/{table}/leave")
async def leave(request: Request, table: str) -> Response:
    """Give the visitor's seat up for good, once confirmed."""
    actor = await requests.actor(request, table)
    given = await fields_of(request)
    seat = actor.seat_of(requests.person(request))
    if given.get("sure") != "yes" or seat == SPECTATOR:
        return RedirectResponse(f"/tables/{table}", status_code=303)
    await requests.tables(request).give_up(actor, seat)
    return RedirectResponse("/", status_code=303)


@router.get("/tables/{table}/links")
async def links(request: Request, table: str) -> Response:
    """The page on which links to the seats of a table are made."""
    return show_links(request, await requests.actor(request, table), {})


@router.post("/tables/{table}/links")
async def make_links(request: Request, table: str) -> Response:
    """Make a link for every open seat, and for the visitor's own; only for who sits here."""
    tokens = await requests.new_links(request, table)
    return show_links(request, await requests.actor(request, table), tokens)


@router.get("/seat")
async def seat(request: Request) -> Response:
    """The target of a link to a seat; the script takes the token from behind the ``#``."""
    return page(request, "seat.html")


def show_links(request: Request, actor: TableActor, tokens: Mapping[int, str]) -> Response:
    """The page with the links of these seats, which are shown only once."""
    base = str(request.base_url).rstrip("/")
    me = requests.person(request)
    made = [
        Link(
            _("Your own seat, on another device")
            if actor.holder(seat) == me
            else _("Seat {n}").format(n=seat + 1),
            f"{base}/seat#{token}",
        )
        for seat, token in sorted(tokens.items())
    ]
    title = _(actor.table.game.info.title)
    table = actor.table.id
    watch = f"{base}/tables/{table}"
    return page(request, "links.html", table=table, title=title, links=made, watch=watch)


def face_sheets(game: Game) -> list[str]:
    """The style sheets of a game's own face."""
    return [f"/static/games/{game.name}/{name}" for name in sheets(game)]
