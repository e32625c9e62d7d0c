"""The shell of a table, and the links that give its seats to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.web.kit.face import sheets
from ludoteca.web.pages import desk
from ludoteca.web.pages.bodies import fields_of
from ludoteca.web.pages.shell import page
from ludoteca.web.room import Room

router = APIRouter()


@dataclass(frozen=True)
class Link:
    """An address that gives a seat."""

    words: str
    url: str


@router.get("/tables/{table}")
async def play(request: Request, table: str) -> Response:
    """The shell of a table; what is on it comes over the WebSocket."""
    room = await desk.room(request, table)
    title = _(room.table.game.info.title)
    return page(request, "play.html", table=table, title=title, sheets=face_sheets(room.table.game))


@router.post("/tables/{table}/leave")
async def leave(request: Request, table: str) -> Response:
    """Give the visitor's seat up for good, where they say that they are sure."""
    room = await desk.room(request, table)
    given = await fields_of(request)
    seat = room.seat_of(desk.person(request))
    if given.get("sure") != "yes" or seat == SPECTATOR:
        return RedirectResponse(f"/tables/{table}", status_code=303)
    await desk.house(request).give_up(room, seat)
    return RedirectResponse("/", status_code=303)


@router.get("/tables/{table}/links")
async def links(request: Request, table: str) -> Response:
    """Where links to the seats of a table are made."""
    return show_links(request, await desk.room(request, table), {})


@router.post("/tables/{table}/links")
async def make_links(request: Request, table: str) -> Response:
    """Make a link for every open seat, and for the visitor's own; only for who sits here."""
    tokens = await desk.new_links(request, table)
    return show_links(request, await desk.room(request, table), tokens)


@router.get("/seat")
async def seat(request: Request) -> Response:
    """Where a link to a seat leads; the script takes the token from behind the ``#``."""
    return page(request, "seat.html")


def show_links(request: Request, room: Room, tokens: Mapping[int, str]) -> Response:
    """The page with the links of these seats; they are not to be had again."""
    base = str(request.base_url).rstrip("/")
    me = desk.person(request)
    made = [
        Link(
            _("Your own seat, on another device")
            if room.holder(seat) == me
            else _("Seat {n}").format(n=seat + 1),
            f"{base}/seat#{token}",
        )
        for seat, token in sorted(tokens.items())
    ]
    title = _(room.table.game.info.title)
    table = room.table.id
    watch = f"{base}/tables/{table}"
    return page(request, "links.html", table=table, title=title, links=made, watch=watch)


def face_sheets(game: Game) -> list[str]:
    """The style sheets of a game's own face."""
    return [f"/static/games/{game.name}/{name}" for name in sheets(game)]
