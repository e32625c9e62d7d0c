"""A request's person, its form, and the services that it uses: tables, journal, engines."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar
from urllib.parse import parse_qsl

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.web import security, tokens
from ludoteca.web.pages.study.answer_store import LOCAL
from ludoteca.web.table import TableActor

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.table.setup import TableRequest
    from ludoteca.web.engines.pool import EnginePool
    from ludoteca.web.engines.reading import Reader
    from ludoteca.web.journal import Journal
    from ludoteca.web.record_store import RecordStore
    from ludoteca.web.settings import Settings
    from ludoteca.web.tables import Opening, Tables

K = TypeVar("K")
T = TypeVar("T")


def settings(request: Request) -> Settings:
    """The settings of the server."""
    told: Settings = request.app.state.settings
    return told


def offered(request: Request, game: Game) -> tuple[str, ...]:
    """The names of the machines that the server offers beside those of ``game``."""
    return settings(request).offered(game.name)


def journal(request: Request) -> Journal:
    """The journal."""
    kept: Journal = request.app.state.journal
    return kept


def pool(request: Request) -> EnginePool:
    """The worker processes."""
    workers: EnginePool = request.app.state.pool
    return workers


def tables(request: Request) -> Tables:
    """The tables of the server."""
    awake: Tables = request.app.state.tables
    return awake


def reader(request: Request) -> Reader:
    """The process that reads what visitors send."""
    process: Reader = request.app.state.reader
    return process


async def kept_record(request: Request, text: str) -> str:
    """The key under which a record is kept for the visitor; raises a refusal."""
    sharing: RecordStore = request.app.state.sharing
    return await sharing.keep(text, security.address_of(request.scope))


async def keep_try(request: Request, day: str, *, solved: bool) -> None:
    """Keep the visitor's first try at the puzzle of a day; raises a refusal."""
    sharing: RecordStore = request.app.state.sharing
    address = security.address_of(request.scope)
    await sharing.keep_try(person(request), day, address, solved=solved)


def at_hand(state: Any, name: str, make: Callable[[], T]) -> T:
    """An object of the server, kept in ``state`` as ``name`` and made at the first use."""
    if not hasattr(state, name):
        setattr(state, name, make())
    found: T = getattr(state, name)
    return found


class Recent(OrderedDict[K, T]):
    """The entries that were kept last, ``most`` of them."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: K, entry: T) -> None:
        """Keep ``entry`` as the last one; the oldest makes room for it."""
        self[key] = entry
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


_OF_PROXIES = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


# -- people -------------------------------------------------------------------------------------


def secret(request: Request) -> str:
    """The secret of the visitor: that of their cookie, or a new one for :func:`greet` to give."""
    if not hasattr(request.state, "secret"):
        given = security.cookie_of(request.scope)
        request.state.secret = given if tokens.is_token(given) else tokens.new_token()
    known: str = request.state.secret
    return known


def person(request: Request) -> str:
    """The opaque id of the visitor."""
    return tokens.person_of(secret(request))


def people(request: Request) -> tuple[str, ...]:
    """The owners of the answers that the visitor is shown: themselves, and locally this machine.

    A server that other machines can reach does not show them its local visitor's answers.
    """
    return (person(request), LOCAL) if is_local(request) else (person(request),)


def is_local(request: Request) -> bool:
    """True where this machine alone reaches the server, and no proxy passed the request on."""
    return not _passed_on(request) and settings(request).is_local


def from_this_machine(request: Request) -> bool:
    """True where a program on the server's machine asks, and no proxy passed the request on."""
    return not _passed_on(request) and security.is_loopback(request.scope)


def _passed_on(request: Request) -> bool:
    return any(name in request.headers for name in _OF_PROXIES)


def greet(request: Request, response: Response) -> Response:
    """Set the cookie of a new visitor, to which their seat is bound."""
    if security.cookie_of(request.scope) != secret(request):
        response.headers.append(
            "set-cookie", security.person_cookie(secret(request), request.scope)
        )
    return response


# -- tables -------------------------------------------------------------------------------------


async def open_table(request: Request, wanted: TableRequest) -> Opening:
    """Open a table for the visitor; raises ``BadInput`` or a refusal with one sentence."""
    return await tables(request).open(wanted, person(request), security.address_of(request.scope))


async def sit_down(request: Request, wanted: TableRequest) -> Response:
    """Open a table and lead the visitor, whose seat it has, to it."""
    opening = await open_table(request, wanted)
    return greet(request, RedirectResponse(f"/tables/{opening.table}", status_code=303))


async def actor(request: Request, table: str) -> TableActor:
    """A table, woken where it slept; raises 404 where there is none."""
    found = await tables(request).actor(table)
    if found is None:
        raise HTTPException(404)
    return found


ActorHere = Annotated[TableActor, Depends(actor)]
"""The table that the address of a page names."""


async def new_links(request: Request, table: str) -> dict[int, str]:
    """Fresh secrets of the open seats and of the visitor's own; raises a refusal."""
    found, me = await actor(request, table), person(request)
    if found.sits(me):
        found.charge(security.address_of(request.scope))
    game: Game = found.table.game
    seats = [
        seat
        for seat in range(game.num_players(found.table.options))
        if found.is_for_people(seat) and found.holder(seat) in ("", me)
    ]
    return {seat: await tables(request).new_link(table, seat, me) for seat in seats}


def attachment(body: str | bytes, kind: str, name: str) -> Response:
    """A file to download; a text is sent as UTF-8."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=kind, headers=headers)


# -- forms --------------------------------------------------------------------------------------

_MOST_FIELDS = 200


async def _text_of(request: Request, most: int) -> str:
    """The body as text; raises 413 where it is longer than ``most`` bytes, 400 where no text."""
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        raise HTTPException(413)
    parts: list[bytes] = []
    length = 0
    async for part in request.stream():
        parts.append(part)
        length += len(part)
        if length > most:
            raise HTTPException(413)
    try:
        return b"".join(parts).decode("utf-8")
    except UnicodeDecodeError:
        raise HTTPException(400) from None


async def fields_of(request: Request, most: int = 16_384) -> dict[str, str]:
    """The fields of a form sent as ``application/x-www-form-urlencoded``, the last of each name."""
    text = await _text_of(request, most)
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise HTTPException(400) from None
    return dict(pairs)
