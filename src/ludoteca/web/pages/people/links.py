"""The page of a table, and the links that give its seats to people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import segno
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core.i18n import _, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.registry import games
from ludoteca.table.chairs import clean_name, guest_title
from ludoteca.table.clocks import clock_words
from ludoteca.web import security, tokens
from ludoteca.web.pages import forms, preferences, requests
from ludoteca.web.pages.people.around import around, seat_words
from ludoteca.web.pages.requests import ActorHere, fields_of
from ludoteca.web.pages.templating import draw, page
from ludoteca.web.table import TableActor

LINKS_COOKIE = "ludoteca_links"
_SECONDS_SHOWN = 600
_MOST_OFFERED = 3  #: tables of a visitor whose link no longer works

router = APIRouter()


@router.get("/tables/{table}")
async def play(request: Request, table: str, actor: ActorHere) -> Response:
    """The page of a table, filled over the WebSocket."""
    return page(request, "play.html", about=actor.table.game, table=table)


@router.post("/tables/{table}/leave")
async def leave(request: Request, table: str, actor: ActorHere) -> Response:
    """Give the visitor's seat up for good, and go to the lobby."""
    seat = actor.seat_of(requests.person(request))
    if seat != SPECTATOR and not actor.over:
        await requests.tables(request).give_up(actor, seat)
    return RedirectResponse("/", status_code=303)


@router.post("/tables/{table}/again")
async def play_again(request: Request, table: str, actor: ActorHere) -> Response:
    """The same game once more for the visitor, at a table to which the others can follow."""
    address, name = security.address_of(request.scope), preferences.name_of(request)
    following = await requests.tables(request).play_again(
        actor, requests.person(request), name, address
    )
    return RedirectResponse(f"/tables/{following}", status_code=303)


@router.post("/tables/{table}/remove")
async def remove(request: Request, table: str, actor: ActorHere) -> Response:
    """Remove a person from the table, for its host."""
    given = await fields_of(request)
    seat, name = forms.whole_number(given.get("seat", ""), SPECTATOR), given.get("name", "")
    await requests.tables(request).remove_person(actor, seat, name, requests.person(request))
    return RedirectResponse(f"/tables/{table}/links", status_code=303)


@router.get("/tables/{table}/links")
async def links(request: Request, table: str, actor: ActorHere) -> Response:
    """The page on which links to the seats of a table are made.

    Those just made are shown while their seats are open, or the visitor's own. Once the match is
    over there is nothing to invite to but the next.
    """
    if actor.over:
        return RedirectResponse(f"/tables/{table}/meet", status_code=303)
    me, base = requests.person(request), str(request.base_url).rstrip("/")
    find, told = requests.tables(request).find_token, []
    working = [made for made in _just_made(request) if await find(made[1]) is not None]
    with speaking(preferences.language_of(request)):
        for seat, token in working:
            if actor.is_for_people(seat) and actor.holder(seat) in ("", me):
                own = actor.holder(seat) == me
                words = seat_words(actor, seat, actor.seat_of(me))
                url = f"{base}/seat#{token}"
                told.append((words, url, qr_code(url), own))
        drawn = around(actor, actor.seat_of(me))
        rules = _rules(actor)
    return page(
        request,
        "links.html",
        about=actor.table.game,
        table=table,
        links=[link for link in told if not link[-1]],
        own_links=[link for link in told if link[-1]],
        around=drawn,
        rules=rules,
        watch=f"{base}/tables/{table}",
        removable=_removable(actor, me),
    )


def _rules(actor: TableActor) -> list[str]:
    """The rules of the table and its clock, in the language in use."""
    opening = actor.table.opening
    changed = actor.table.game.rules_in_words(actor.table.options)
    days = _(
        "Come and go as you like: everybody has a day for each turn. If you take "
        "longer and are away, a machine makes that turn for you."
    )
    unhurried = [days] if actor.table.unhurried else []
    return [
        *map(forms.first_upper, changed),
        *clock_words(opening.clock, opening.sit_in),
        *unhurried,
    ]


def _removable(actor: TableActor, me: str) -> list[tuple[int, str, str]]:
    """Seat, name and title of the people whom ``me``, if they are the host, can remove."""
    table = actor.table
    if table.host is None or table.host != actor.seat_of(me) or table.over:
        return []
    return [
        (chair.seat, chair.name, chair.name or guest_title(chair.guest))
        for chair in table.chairs
        if chair.kind == "person" and chair.seat != table.host
    ]


@router.post("/tables/{table}/links")
async def make_links(request: Request, table: str) -> Response:
    """Make a link for every open seat, and for the visitor's own; only for people who sit here."""
    return lead_to_links(request, table, await requests.new_links(request, table))


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
    me = requests.person(request)
    with speaking(preferences.language_of(request)):
        if key is None or actor is None:
            part = draw("seat_part.html", own_tables=await _tables_of(request, me))
        elif actor.sits(me):
            part = draw("seat_part.html", sits=f"/tables/{key.table}")
        else:
            if not actor.holder(key.seat):
                actor.look_at(key.seat)
            held = [name for chair in actor.table.chairs for name in chair.held_names]
            name = preferences.name_offered(request, held)
            part = draw("seat_part.html", seat=_offer(actor, key.seat), token=token, name=name)
    return HTMLResponse(part, headers={"Cache-Control": "no-store"})


async def _tables_of(request: Request, me: str) -> list[tuple[str, str]]:
    """The unfinished tables at which ``me`` sits with others: game and address, the last first.

    One of them may be the table of a link that ``me`` has used already.
    """
    heads = await requests.journal(request).tables(person=me, over=False, limit=_MOST_OFFERED)
    return [
        (_(games()[head.game].info.title), f"/tables/{head.id}")
        for head in heads
        if head.game in games()
        and any(seat.person == me for seat in head.seats)
        and sum(not seat.machine for seat in head.seats) > 1
    ]


def _offer(actor: TableActor, number: int) -> dict[str, Any]:
    """The seat in words for somebody who has its link, in the language in use."""
    game = actor.table.game
    return {
        "game": game.name,
        "title": _(game.info.title),
        "about": _(game.info.sentence),
        "rules": _rules(actor),
        "around": around(actor, number, invited=not actor.holder(number)),
        "moves": bool(actor.holder(number)),
    }


@router.post("/seat")
async def take_seat(request: Request) -> Response:
    """Take the seat of a link; the link is used up."""
    given = await fields_of(request)
    name = clean_name(given.get("name", "")) or preferences.name_of(request)
    claim = await requests.tables(request).claim(
        given.get("token", ""), requests.person(request), name
    )
    if claim is None:
        raise HTTPException(404, _("This link no longer works; ask for a new one."))
    response = RedirectResponse(f"/tables/{claim.table}", status_code=303)
    if name:
        preferences.set_name(response, name)
    return requests.greet(request, response)


def qr_code(url: str) -> Markup:
    """The QR code of a link, as SVG."""
    code = segno.make(url, error="m")
    return Markup(code.svg_inline(border=4, light="#fff", omitsize=True))


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


def _just_made(request: Request) -> list[tuple[int, str]]:
    """Seats and tokens that :func:`lead_to_links` left; what is not of their form is ignored."""
    pairs = (part.partition(":") for part in request.cookies.get(LINKS_COOKIE, "").split("."))
    made = {
        int(seat): token
        for seat, _colon, token in pairs
        if seat.isdecimal() and len(seat) < 3 and tokens.is_token(token)
    }
    return sorted(made.items())
