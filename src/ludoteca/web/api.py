"""The same tables for programs: REST, described by ``/api/openapi.json``.

A request with ``Authorization: Bearer TOKEN`` acts for the seat of the token, one with the cookie
of the page for its visitor, and any other only watches. The token is a program's own, which
``/api/seats`` gives for an invitation: an invitation itself only takes its seat. A refusal is
answered with ``{"code", "sentence"}``. Views are pushed over the WebSocket ``/live/tables/{id}``
(:mod:`ludoteca.web.tables`).
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from ludoteca.core.errors import GameDefinitionError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.registry import games, load_game
from ludoteca.table.chairs import clean_name
from ludoteca.table.events import SeatPlan
from ludoteca.table.refusal import Refusal
from ludoteca.table.setup import TableRequest
from ludoteca.web import security, sockets, tokens
from ludoteca.web.engines import reading
from ludoteca.web.engines.reading import Reader
from ludoteca.web.journal import Journal, TableHead
from ludoteca.web.pages import jobs, preferences
from ludoteca.web.pages.game_cards import game_named
from ludoteca.web.pages.my_games import results_csv
from ludoteca.web.pages.own_results import own_results
from ludoteca.web.sockets import ActId, Actions, Name, Number, Token
from ludoteca.web.table import TableActor
from ludoteca.web.tables import Tables, ask

_MOST_SEATS = 16


class Refused(BaseModel):
    """A refusal: a code for programs and a sentence for people."""

    code: str
    sentence: str


class GameLine(BaseModel):
    """A game, its options and its players."""

    name: str
    title: str
    sentence: str
    players: tuple[int, int]
    minutes: int
    levels: list[str]
    machines: list[str]  #: that this server offers beside the game's own
    options: list[dict[str, Any]]
    example: bool  #: a teaching game


class NewTable(BaseModel):
    """A table to be opened. ``seats``: ``me``, ``friend`` or a machine's name, one for each."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, Field(max_length=64)]
    options: dict[str, int | str] = Field(default_factory=dict, max_length=64)
    seats: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=_MOST_SEATS)]
    hints: bool = True
    clock: (
        tuple[Annotated[float, Field(ge=1, le=86400)], Annotated[float, Field(ge=0, le=3600)]]
        | None
    ) = None
    listed: bool = False
    lesson: bool = False
    coach: bool = False
    start: str = ""
    name: Name = ""


class TableOpened(BaseModel):
    """The new table, and tokens by seat number.

    An invitation for each ``friend``, to be exchanged at ``/api/seats``, and for a program without
    a cookie the token of its own seat ``me``.
    """

    id: str
    tokens: dict[int, str]


class SeatLine(BaseModel):
    """A seat as the lobby shows it: open where both are empty."""

    name: str
    machine: str
    taken: bool


class TableLine(BaseModel):
    """A listed table."""

    id: str
    game: str
    opened_at: float
    touched_at: float
    over: bool
    seats: list[SeatLine]


class TokenGiven(BaseModel):
    """The token of a seat, and the name of the person who takes it."""

    token: Token
    name: Name = ""


class SeatTaken(BaseModel):
    """The seat; ``token`` is the program's own from now on, "" where a cookie holds the seat."""

    table: str
    seat: int
    token: str
    url: str


class SeatWanted(BaseModel):
    """A seat by number."""

    seat: Number


class Link(BaseModel):
    """A token for somebody else, and the page that takes it."""

    token: str
    url: str


class ActAsked(BaseModel):
    """Moves made as one act; a repeated ``id`` is not made again."""

    decision: Number
    id: ActId
    actions: Actions


class YesOrNo(BaseModel):
    """The answer to a request to take a move back."""

    yes: bool


class Phrase(BaseModel):
    """A set phrase by number."""

    phrase: Number


class RecordText(BaseModel):
    """A record, as ``docs`` describe it."""

    text: str


class RecordKept(BaseModel):
    """The address of a stored record."""

    key: str
    url: str


class DealReport(BaseModel):
    """A report about a deal."""

    sentence: Annotated[str, Field(max_length=1000)]


router = APIRouter(prefix="/api", tags=["tables"])

_LISTED = 200


REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": Refused} for code in (400, 403, 404, 409, 422, 429, 503)
}


# -- dependencies -------------------------------------------------------------------------------


def tables_of(request: Request) -> Tables:
    """The tables of the server."""
    tables: Tables = request.app.state.tables
    return tables


def reader_of(request: Request) -> Reader:
    """The process that reads what visitors send."""
    reader: Reader = request.app.state.reader
    return reader


TablesHere = Annotated[Tables, Depends(tables_of)]


def person_of(request: Request) -> str | None:
    """The person of the cookie, None for a program."""
    given = security.cookie_of(request.scope)
    return tokens.person_of(given) if tokens.is_token(given) else None


Bearer = Annotated[
    HTTPAuthorizationCredentials | None,
    Depends(HTTPBearer(auto_error=False, description="A seat's token.")),
]


async def actor_of(table: str, tables: TablesHere) -> TableActor:
    """The table that the address names; raises 404."""
    actor = await tables.actor(table)
    if actor is None:
        raise HTTPException(404)
    return actor


ActorHere = Annotated[TableActor, Depends(actor_of)]


async def viewer_of(request: Request, actor: ActorHere, tables: TablesHere, given: Bearer) -> int:
    """The seat or spectator that the request acts as; raises 401 for a token of another table."""
    if given is None:
        person = person_of(request)
    else:
        person = await tables.bearer(actor, given.credentials)
        if person is None:
            raise HTTPException(401, _("This token opens no seat of this table."))
    if not person:
        return SPECTATOR
    await actor.is_back(person)
    return actor.seat_of(person)


Viewer = Annotated[int, Depends(viewer_of)]


def seat_of(request: Request, actor: ActorHere, viewer: Viewer) -> int:
    """The seat that the request acts for; raises a refusal where there is none.

    What is written of the table from now on is charged to the caller's address.
    """
    if viewer == SPECTATOR:
        raise Refusal("forbidden", _("You are watching; only players at the table can do that."))
    actor.charge(security.address_of(request.scope))
    return viewer


Seat = Annotated[int, Depends(seat_of)]


# -- games and tables ---------------------------------------------------------------------------


@router.get("/games")
async def list_games(tables: TablesHere) -> list[GameLine]:
    """The games of this server whose rules can be loaded."""
    lines = []
    for game in games().values():
        with suppress(GameDefinitionError):
            lines.append(_game_line(game, tables.services.settings.offered(game.name)))
    return lines


@router.get("/games/{name}/fields")
async def list_fields(name: str) -> list[dict[str, Any]]:
    """The fields of a game's views: meaning, range, shape and who sees them."""
    return [field.to_json() for field in game_named(name).state_layout]


def _game_line(game: Game, offered: Sequence[str]) -> GameLine:
    info = game.info
    return GameLine(
        name=game.name,
        title=_(info.title),
        sentence=_(info.sentence),
        players=info.players,
        minutes=info.minutes,
        levels=list(info.levels),
        machines=list(offered),
        options=[
            {"name": o.name, "default": o.default, "sentence": _(o.doc),
             "choices": list(o.choices), "low": o.low or 0, "high": o.high or 0}
            for o in game.schema
        ],
        example=game.example,
    )  # fmt: skip


@router.post("/tables", status_code=201, responses=REFUSED)
async def open_table(request: Request, tables: TablesHere, wanted: NewTable) -> TableOpened:
    """Open a table. A program without a cookie gets the token of its own seat ``me`` too."""
    address = security.address_of(request.scope)
    opening = await tables.open(_request(wanted), person_of(request), address)
    return TableOpened(id=opening.table, tokens=opening.tokens)


def _request(wanted: NewTable) -> TableRequest:
    game = load_game(wanted.game)
    people = [seat for seat, who in enumerate(wanted.seats) if who in ("me", "friend")]
    me = wanted.seats.index("me") if "me" in wanted.seats else None
    return TableRequest(
        game=game,
        options=game.options(wanted.options),
        plans=[SeatPlan("" if who in ("me", "friend") else who) for who in wanted.seats],
        hints=wanted.hints,
        clock=list(wanted.clock) if wanted.clock else None,
        listed=wanted.listed,
        start=wanted.start,
        lesson=wanted.lesson,
        coach=wanted.coach,
        name=clean_name(wanted.name),
        me=me,
        tokens_for=tuple(seat for seat in people if seat != me),
    )


@router.get("/tables")
async def list_tables(tables: TablesHere) -> list[TableLine]:
    """The tables of the lobby: not over, and used within a day; the last used first."""
    return [_line(head) for head in await tables.listed(_LISTED)]


def _line(head: TableHead) -> TableLine:
    return TableLine(
        id=head.id,
        game=head.game,
        opened_at=head.opened_at,
        touched_at=head.touched_at,
        over=head.over,
        seats=[SeatLine(name=s.name, machine=s.machine, taken=bool(s.person)) for s in head.seats],
    )


@router.get("/tables/{table}", responses=REFUSED)
async def see(actor: ActorHere, viewer: Viewer) -> dict[str, Any]:
    """The table as the caller sees it, which the WebSocket sends as ``scene``."""
    return actor.scene(viewer).to_json()


# -- seats --------------------------------------------------------------------------------------


@router.post("/seats", responses=REFUSED)
async def take_seat(
    request: Request, response: Response, tables: TablesHere, given: TokenGiven
) -> SeatTaken:
    """Take the seat that a token opens; the token is used up.

    From a page the seat is bound to the visitor's cookie; a program gets a token of its own.
    """
    person = person_of(request)
    if person is None and "origin" in request.headers:
        fresh = tokens.new_token()
        person = tokens.person_of(fresh)
        response.headers.append("set-cookie", security.person_cookie(fresh, request.scope))
    name = clean_name(given.name) or preferences.name_of(request)
    claim = await tables.claim(given.token, person, name)
    if claim is None:
        raise HTTPException(404, _("This link no longer works; ask for a new one."))
    return SeatTaken(
        table=claim.table, seat=claim.seat, token=claim.token, url=f"/tables/{claim.table}"
    )


@router.post("/tables/{table}/links", responses=REFUSED)
async def new_link(
    request: Request, actor: ActorHere, tables: TablesHere, own: Seat, wanted: SeatWanted
) -> Link:
    """A new token for an open seat, to invite somebody, or for the caller's on another device."""
    token = await tables.new_link(actor.table.id, wanted.seat, actor.holder(own))
    return Link(token=token, url=f"/seat#{token}")


@router.post("/tables/{table}/leave", status_code=204, responses=REFUSED)
async def leave(actor: ActorHere, tables: TablesHere, seat: Seat) -> None:
    """Give the caller's seat up for good."""
    await tables.give_up(actor, seat)


# -- playing ------------------------------------------------------------------------------------


@router.post("/tables/{table}/acts", responses=REFUSED)
async def act(actor: ActorHere, seat: Seat, asked: ActAsked) -> dict[str, Any]:
    """Make moves and return the table after them; a repeated act is no error."""
    try:
        await ask(actor, seat, sockets.Act(type="act", **asked.model_dump()))
    except Refusal as refusal:
        if refusal.code != "repeated":
            raise
    return actor.scene(seat).to_json()


@router.post("/tables/{table}/undo", responses=REFUSED)
async def undo(actor: ActorHere, seat: Seat) -> dict[str, Any]:
    """Ask to take the caller's last move back."""
    await ask(actor, seat, sockets.Undo(type="undo"))
    return actor.scene(seat).to_json()


@router.post("/tables/{table}/undo-answer", responses=REFUSED)
async def answer_undo(actor: ActorHere, seat: Seat, answer: YesOrNo) -> dict[str, Any]:
    """Answer a request to take a move back."""
    await ask(actor, seat, sockets.UndoAnswer(type="undo-answer", yes=answer.yes))
    return actor.scene(seat).to_json()


@router.post("/tables/{table}/ready", responses=REFUSED)
async def ready(actor: ActorHere, seat: Seat) -> dict[str, Any]:
    """Ask for the next deal."""
    await ask(actor, seat, sockets.AskNextDeal(type="ready"))
    return actor.scene(seat).to_json()


@router.post("/tables/{table}/say", responses=REFUSED)
async def say(actor: ActorHere, seat: Seat, phrase: Phrase) -> dict[str, Any]:
    """Say one of the set phrases."""
    await ask(actor, seat, sockets.Say(type="say", phrase=phrase.phrase))
    return actor.scene(seat).to_json()


# -- records ------------------------------------------------------------------------------------


@router.get(
    "/tables/{table}/record", response_class=PlainTextResponse, responses=REFUSED, tags=["records"]
)
async def record(actor: ActorHere, viewer: Viewer, deal: int | None = None) -> PlainTextResponse:
    """The record of a deal: whole once the deal is over, until then as the caller sees it."""
    return PlainTextResponse(actor.table.record_for(viewer, deal).to_text())


@router.post("/tables/{table}/report", status_code=204, responses=REFUSED, tags=["records"])
async def report(request: Request, actor: ActorHere, seat: Seat, said: DealReport) -> None:
    """Report a deal to the host, with its record as the caller sees it."""
    text = actor.table.record_for(seat, None).to_text()
    await request.app.state.journal.report(
        actor.table.id, seat, security.clean_line(said.sentence), text
    )


@router.post("/records", status_code=201, responses=REFUSED, tags=["records"])
async def keep_record(request: Request, given: RecordText) -> RecordKept:
    """Store a record, to replay and to share it."""
    reading.check_text(given.text)
    if len(given.text.encode()) > request.app.state.settings.limits.record_bytes:
        raise HTTPException(413)
    address, reader = security.address_of(request.scope), reader_of(request)
    reader.check(address)
    text = await reader.ask(address, reading.normal_text, given.text)
    key = await request.app.state.sharing.keep(text, address)
    return RecordKept(key=key, url=f"/records/{key}")


@router.get("/records/{key}", response_class=PlainTextResponse, responses=REFUSED, tags=["records"])
async def shared_record(request: Request, key: str) -> PlainTextResponse:
    """A stored record."""
    text = await request.app.state.journal.record(key)
    if text is None:
        raise HTTPException(404)
    return PlainTextResponse(text)


# -- the caller ---------------------------------------------------------------------------------


async def me(request: Request, tables: TablesHere, given: Bearer) -> str:
    """The person of the token or the cookie; raises 401 where there is none."""
    if given is None:
        person = person_of(request)
    else:
        key = await tables.find_token(given.credentials)
        actor = await tables.actor(key.table) if key is not None else None
        person = actor.holder(key.seat) if actor is not None and key is not None else None
        # The token of a seat opens that seat, not all the data of its person.
        if person != tokens.person_of(given.credentials):
            person = None
    if not person:
        raise HTTPException(401, _("This token belongs to nobody on this server."))
    return person


Me = Annotated[str, Depends(me)]


@router.get("/me", tags=["me"], responses={200: {"content": {"application/zip": {}}}})
async def download_me(request: Request, tables: TablesHere, person: Me) -> Response:
    """A ZIP file with the records of all deals of the caller, and ``results.csv``."""
    address, reader = security.address_of(request.scope), reader_of(request)
    reader.check(address)
    journal: Journal = request.app.state.journal
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for head in await journal.tables(person=person):
            numbered = await journal.events(head.id)
            if not numbered:  # deleted meanwhile
                continue
            texts = await reader.ask(address, reading.texts, head.id, numbered, person)
            for deal, text in enumerate(texts, 1):
                archive.writestr(f"{head.game}-{head.id}-{deal}.txt", text)
        found = await own_results(journal, person)
        archive.writestr("results.csv", results_csv(found))
    name = 'attachment; filename="ludoteca.zip"'
    return Response(
        buffer.getvalue(), media_type="application/zip", headers={"content-disposition": name}
    )


@router.delete("/me", tags=["me"])
async def delete_me(request: Request, tables: TablesHere, person: Me) -> JSONResponse:
    """Delete the caller: name, seats, and the tables at which nobody else sat."""
    await tables.forget(person)
    jobs.answer_store(request).forget(person)
    answer = JSONResponse({"deleted": True})
    answer.headers.append("set-cookie", security.person_cookie("", request.scope))
    return answer
