"""The front desk: the only place where pages touch the house, the journal and the pool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from ludoteca.web import security, tokens
from ludoteca.web.pages.kept import LOCAL

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.web.house import House, Opening
    from ludoteca.web.journal import Journal, TableHead
    from ludoteca.web.machines.pool import Pool
    from ludoteca.web.room import Room
    from ludoteca.web.settings import Settings
    from ludoteca.web.sharing import Sharing
    from ludoteca.web.wish import Wish


def settings(request: Request) -> Settings:
    """What the server was told when it started."""
    told: Settings = request.app.state.settings
    return told


def journal(request: Request) -> Journal:
    """The journal."""
    kept: Journal = request.app.state.journal
    return kept


def pool(request: Request) -> Pool:
    """The worker processes."""
    workers: Pool = request.app.state.pool
    return workers


def house(request: Request) -> House:
    """The tables that are awake."""
    awake: House = request.app.state.house
    return awake


async def kept_record(request: Request, text: str) -> str:
    """The key under which a record is kept for the visitor; raises a refusal."""
    sharing: Sharing = request.app.state.sharing
    return await sharing.keep(text, security.address_of(request.scope))


# -- people -------------------------------------------------------------------------------------


def secret(request: Request) -> str:
    """The secret of the visitor: that of their cookie, or a new one for :func:`greet` to give."""
    if not hasattr(request.state, "secret"):
        given = security.cookie_of(request.headers)
        request.state.secret = given if tokens.is_token(given) else tokens.new_token()
    known: str = request.state.secret
    return known


def person(request: Request) -> str:
    """The opaque id of the visitor."""
    return tokens.person_of(secret(request))


def people(request: Request) -> tuple[str, ...]:
    """Whose answers the visitor is shown: their own, and at this very machine those asked here.

    A server that other machines can reach shows nobody what its keyboard asked for.
    """
    told = settings(request)
    here = told.host in ("127.0.0.1", "::1", "localhost") and not told.origins
    return (person(request), LOCAL) if here else (person(request),)


def greet(request: Request, response: Response) -> Response:
    """Give a visitor who came without a cookie the one that their seat is bound to."""
    if security.cookie_of(request.headers) != secret(request):
        response.headers.append(
            "set-cookie", security.person_cookie(secret(request), request.scope)
        )
    return response


# -- tables -------------------------------------------------------------------------------------


async def listed_tables(request: Request, *, limit: int) -> Sequence[TableHead]:
    """Tables to join or to watch, those touched last first."""
    return await house(request).listed(limit)


async def own_tables(request: Request, *, limit: int) -> Sequence[TableHead]:
    """Tables at which the visitor ever sat."""
    return await journal(request).tables(person=person(request), limit=limit)


async def open_table(request: Request, wish: Wish) -> Opening:
    """Open a table for the visitor; raises ``BadInput`` or a refusal with one sentence."""
    return await house(request).open(wish, person(request), security.address_of(request.scope))


async def room(request: Request, table: str) -> Room:
    """A table, woken where it slept; raises 404 where there is none."""
    found = await house(request).room(table)
    if found is None:
        raise HTTPException(404)
    return found


async def new_links(request: Request, table: str) -> dict[int, str]:
    """Fresh secrets of the open seats and of the visitor's own; raises a refusal."""
    found, me = await room(request, table), person(request)
    game: Game = found.table.game
    seats = [
        seat
        for seat in range(game.num_players(found.table.options))
        if found.is_for_people(seat) and found.holder(seat) in ("", me)
    ]
    return {seat: await house(request).new_link(table, seat, me) for seat in seats}
