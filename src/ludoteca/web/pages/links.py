"""The page of a table, and the links that give its seats to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import segno
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core.game import Game
from ludoteca.core.i18n import _, ngettext, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.table.state import clean_name
from ludoteca.web import security, tokens
from ludoteca.web.kit.face import sheets
from ludoteca.web.pages import preferences, requests
from ludoteca.web.pages.forms import first_upper
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import draw, page
from ludoteca.web.table import TableActor

LINKS_COOKIE = "ludoteca_links"
_SECONDS_SHOWN = 600

router = APIRouter()


@dataclass(frozen=True)
class Link:
    """An address that gives a seat."""

    words: str
    url: str

    @property
    def picture(self) -> Markup:
        """The address as a QR code."""
        code = segno.make(self.url, error="m")
        return Markup(code.svg_inline(border=4, light="#fff", omitsize=True))


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


@router.post("/tables/{table}/again")
async def play_again(request: Request, table: str) -> Response:
    """The same game once more for the visitor, at a table to which the others can follow."""
    actor = await requests.actor(request, table)
    address, name = security.address_of(request.scope), preferences.name_of(request)
    following = await requests.tables(request).play_again(
        actor, requests.person(request), name, address
    )
    return RedirectResponse(f"/tables/{following}", status_code=303)


@router.get("/tables/{table}/links")
async def links(request: Request, table: str) -> Response:
    """The page on which links to the seats of a table are made, with those just made."""
    actor = await requests.actor(request, table)
    return _show_links(request, actor, _just_made(request))


@router.post("/tables/{table}/links")
async def make_links(request: Request, table: str) -> Response:
    """Make a link for every open seat, and for the visitor's own; only for people who sit here."""
    return lead_to_links(request, table, await requests.new_links(request, table))


@dataclass(frozen=True)
class SeatOffer:
    """The description of a seat for somebody who has its link."""

    game: str
    title: str
    sentence: str
    about: str
    rules: list[str]
    people: list[str]
    number: int
    moves: bool
    button: str


@router.get("/seat")
async def seat(request: Request) -> Response:
    """The target of a link to a seat; the script takes the token from behind the ``#``."""
    return page(request, "seat.html")


@router.post("/seat/look")
async def look_at_seat(request: Request) -> Response:
    """The part of that page which says what the seat is, with a form to take it."""
    token = (await fields_of(request)).get("token", "")
    key = await requests.tables(request).find_token(token)
    actor = await requests.tables(request).actor(key.table) if key is not None else None
    with speaking(preferences.language_of(request)):
        offer = None if key is None or actor is None else _offer(actor, key.seat)
        part = draw("seat_part.html", seat=offer, token=token, name=preferences.name_of(request))
    return HTMLResponse(part, headers={"Cache-Control": "no-store"})


def _offer(actor: TableActor, number: int) -> SeatOffer:
    """The seat in words, in the language in use."""
    game = actor.table.game
    title = _(game.info.title)
    moves = bool(actor.holder(number))
    return SeatOffer(
        game=game.name,
        title=title,
        sentence=_("This link takes your seat to this device.")
        if moves
        else _("You are invited to play."),
        about=_(game.info.sentence),
        rules=[*map(first_upper, game.schema.changed_words(actor.table.options)), *_clock(actor)],
        people=[seat.title for seat in actor.scene(SPECTATOR).seats],
        number=number,
        moves=moves,
        button=_("Take my seat here") if moves else _("Ready"),
    )


def _clock(actor: TableActor) -> list[str]:
    """The clock of the table in words, if there is one."""
    if not actor.table.opening.clock:
        return []
    start, added = actor.table.opening.clock
    each = ngettext(
        "{minutes:g} minute each for a deal",
        "{minutes:g} minutes each for a deal",
        1 if start == 60 else 2,
    ).format(minutes=start / 60)
    turn = _("{seconds:g} seconds more after each turn").format(seconds=added)
    return [each, turn] if added else [each]


@router.post("/seat")
async def take_seat(request: Request) -> Response:
    """Take the seat of a link; the link is used up."""
    given = await fields_of(request)
    name = clean_name(given.get("name", "")) or preferences.name_of(request)
    claim = await requests.tables(request).claim(
        given.get("token", ""), requests.person(request), name
    )
    if claim is None:
        raise HTTPException(404, _("This link is no longer good; ask for a new one."))
    response = RedirectResponse(f"/tables/{claim.table}", status_code=303)
    if name:
        preferences.set_name(response, name)
    return requests.greet(request, response)


def lead_to_links(request: Request, table: str, made: Mapping[int, str]) -> RedirectResponse:
    """A redirect to the page with the links of these seats.

    A cookie of that page alone holds them for a while: a reload shows them again, and opens nothing
    a second time.
    """
    address = f"/tables/{table}/links"
    response = RedirectResponse(address, status_code=303)
    response.set_cookie(
        LINKS_COOKIE,
        ".".join(f"{seat}:{token}" for seat, token in made.items()),
        max_age=_SECONDS_SHOWN,
        path=address,
        secure=security.is_encrypted(request.scope),
        httponly=True,
        samesite="strict",
    )
    return response


def _just_made(request: Request) -> dict[int, str]:
    """The tokens that :func:`lead_to_links` left; what is not of their form is ignored."""
    pairs = (part.partition(":") for part in request.cookies.get(LINKS_COOKIE, "").split("."))
    return {
        int(seat): token
        for seat, _colon, token in pairs
        if seat.isdecimal() and len(seat) < 3 and tokens.is_token(token)
    }


def _show_links(request: Request, actor: TableActor, made: Mapping[int, str]) -> Response:
    """The page with the links of those of these seats that are still open, or the visitor's own."""
    base = str(request.base_url).rstrip("/")
    me = requests.person(request)
    links = [
        Link(
            _("Your own seat, on another device")
            if actor.holder(seat) == me
            else _("Seat {n}").format(n=seat + 1),
            f"{base}/seat#{token}",
        )
        for seat, token in sorted(made.items())
        if actor.is_for_people(seat) and actor.holder(seat) in ("", me)
    ]
    title = _(actor.table.game.info.title)
    table = actor.table.id
    watch = f"{base}/tables/{table}"
    return page(request, "links.html", table=table, title=title, links=links, watch=watch)


def face_sheets(game: Game) -> list[str]:
    """The style sheets of a game's own face."""
    return [f"/static/games/{game.name}/{name}" for name in sheets(game)]
