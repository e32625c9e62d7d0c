"""The same tables for programs: REST, described by ``/api/openapi.json``.

Who sends ``Authorization: Bearer TOKEN`` acts for the seat that the token opens; otherwise the
cookie of the page counts; otherwise one watches. What is refused is answered with
``{"code", "sentence"}``. Views are pushed over the WebSocket ``/live/tables/{id}``
(:mod:`ludoteca.web.live_table`).
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException

from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games, load_game
from ludoteca.web import messages, security, tokens
from ludoteca.web.api_models import (
    ActAsked,
    Answer,
    GameLine,
    Link,
    NewTable,
    Phrase,
    RecordKept,
    RecordText,
    Refused,
    Report,
    SeatLine,
    SeatTaken,
    SeatWanted,
    TableLine,
    TableOpened,
    TokenGiven,
)
from ludoteca.web.farewell import records_of
from ludoteca.web.house import House
from ludoteca.web.journal import TableHead
from ludoteca.web.live_table import ask
from ludoteca.web.pages import look, working
from ludoteca.web.room import Room
from ludoteca.web.table.events import SeatPlan
from ludoteca.web.table.refusal import Refusal
from ludoteca.web.wish import Wish

router = APIRouter(prefix="/api", tags=["tables"])

_LISTED = 200


REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": Refused} for code in (400, 403, 404, 409, 422, 429, 503)
}


# -- who asks, and about which table ------------------------------------------------------------


def house_of(request: Request) -> House:
    """The house."""
    house: House = request.app.state.house
    return house


HouseHere = Annotated[House, Depends(house_of)]


def person_of(request: Request) -> str | None:
    """The person of the cookie, None for a program."""
    given = security.cookie_of(request.headers)
    return tokens.person_of(given) if tokens.is_token(given) else None


Bearer = Annotated[
    HTTPAuthorizationCredentials | None,
    Depends(HTTPBearer(auto_error=False, description="A seat's token.")),
]


async def room_of(table: str, house: HouseHere) -> Room:
    """The table that the address names; raises 404."""
    room = await house.room(table)
    if room is None:
        raise HTTPException(404)
    return room


RoomHere = Annotated[Room, Depends(room_of)]


async def viewer_of(request: Request, room: RoomHere, house: HouseHere, given: Bearer) -> int:
    """As whom the request sees the table; raises 401 for a token that opens nothing here."""
    if given is None:
        person = person_of(request)
    else:
        person = await house.bearer(room, given.credentials)
        if person is None:
            raise HTTPException(401, _("This token opens no seat of this table."))
    if not person:
        return SPECTATOR
    await room.is_back(person)
    return room.seat_of(person)


Viewer = Annotated[int, Depends(viewer_of)]


def seat_of(viewer: Viewer) -> int:
    """The seat that the request is for; raises a refusal where there is none."""
    if viewer == SPECTATOR:
        raise Refusal("forbidden", _("You are watching; only who sits here can do that."))
    return viewer


Seat = Annotated[int, Depends(seat_of)]


# -- games and tables ---------------------------------------------------------------------------


@router.get("/games")
async def list_games() -> list[GameLine]:
    """The games of this house."""
    lines = []
    for game in games().values():
        info = game.info
        lines.append(
            GameLine(
                name=game.name,
                title=_(info.title),
                sentence=_(info.sentence),
                players=info.players,
                minutes=info.minutes,
                levels=list(info.levels),
                options=[
                    {"name": o.name, "default": o.default, "sentence": _(o.doc),
                     "choices": list(o.choices), "low": o.low, "high": o.high}
                    for o in game.schema
                ],
            )
        )  # fmt: skip
    return lines


@router.post("/tables", status_code=201, responses=REFUSED)
async def open_table(request: Request, house: HouseHere, wanted: NewTable) -> TableOpened:
    """Open a table. A program without a cookie gets a token for ``me`` too."""
    person = person_of(request)
    opening = await house.open(
        _wish(wanted, person is not None), person, security.address_of(request.scope)
    )
    return TableOpened(id=opening.table, tokens=opening.tokens)


def _wish(wanted: NewTable, is_person: bool) -> Wish:
    game = load_game(wanted.game)
    people = [seat for seat, who in enumerate(wanted.seats) if who in ("me", "friend")]
    me = wanted.seats.index("me") if is_person and "me" in wanted.seats else None
    return Wish(
        game=game,
        options=game.options(wanted.options),
        plans=[SeatPlan("" if who in ("me", "friend") else who) for who in wanted.seats],
        hints=wanted.hints,
        clock=list(wanted.clock) if wanted.clock else None,
        listed=wanted.listed,
        start=wanted.start,
        lesson=wanted.lesson,
        coach=wanted.coach,
        name=security.clean_name(wanted.name),
        me=me,
        tokens_for=tuple(seat for seat in people if seat != me),
    )


@router.get("/tables")
async def list_tables(house: HouseHere) -> list[TableLine]:
    """The tables of the lobby: not over, and not left alone for a day; those touched last first."""
    return [_line(head) for head in await house.listed(_LISTED)]


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
async def see(room: RoomHere, viewer: Viewer) -> dict[str, Any]:
    """The table as one sees it: what the WebSocket sends as ``scene``."""
    return room.scene(viewer).to_json()


# -- seats --------------------------------------------------------------------------------------


@router.post("/seats", responses=REFUSED)
async def take_seat(
    request: Request, response: Response, house: HouseHere, given: TokenGiven
) -> SeatTaken:
    """Take the seat that a token opens; the token is used up.

    From a page the seat is bound to the visitor's cookie; a program gets a token of its own.
    """
    person = person_of(request)
    if person is None and "origin" in request.headers:
        fresh = tokens.new_token()
        person = tokens.person_of(fresh)
        response.headers.append("set-cookie", security.person_cookie(fresh, request.scope))
    name = security.clean_name(given.name) or look.name_of(request)
    claim = await house.claim(given.token, person, name)
    if claim is None:
        raise HTTPException(404, _("This link is no longer good; ask for a new one."))
    return SeatTaken(
        table=claim.table, seat=claim.seat, token=claim.token, url=f"/tables/{claim.table}"
    )


@router.post("/tables/{table}/links", responses=REFUSED)
async def new_link(
    request: Request, room: RoomHere, house: HouseHere, own: Seat, wanted: SeatWanted
) -> Link:
    """A token for an open seat, to invite somebody, or for one's own, to go on elsewhere."""
    token = await house.new_link(room.table.id, wanted.seat, room.holder(own))
    return Link(token=token, url=f"/seat#{token}")


@router.post("/tables/{table}/leave", status_code=204, responses=REFUSED)
async def leave(room: RoomHere, house: HouseHere, seat: Seat) -> None:
    """Give one's seat up for good."""
    await house.give_up(room, seat)


# -- playing ------------------------------------------------------------------------------------


@router.post("/tables/{table}/acts", responses=REFUSED)
async def act(room: RoomHere, seat: Seat, asked: ActAsked) -> dict[str, Any]:
    """Make moves; the answer is the table after them. An act that was made before is no error."""
    try:
        await ask(room, seat, messages.Act(type="act", **asked.model_dump()))
    except Refusal as refusal:
        if refusal.code != "repeated":
            raise
    return room.scene(seat).to_json()


@router.post("/tables/{table}/undo", responses=REFUSED)
async def undo(room: RoomHere, seat: Seat) -> dict[str, Any]:
    """Ask to take one's last move back."""
    await ask(room, seat, messages.Undo(type="undo"))
    return room.scene(seat).to_json()


@router.post("/tables/{table}/undo-answer", responses=REFUSED)
async def answer_undo(room: RoomHere, seat: Seat, answer: Answer) -> dict[str, Any]:
    """Agree that somebody's move is taken back, or not."""
    await ask(room, seat, messages.UndoAnswer(type="undo-answer", yes=answer.yes))
    return room.scene(seat).to_json()


@router.post("/tables/{table}/ready", responses=REFUSED)
async def ready(room: RoomHere, seat: Seat) -> dict[str, Any]:
    """Ask for the next deal."""
    await ask(room, seat, messages.Ready(type="ready"))
    return room.scene(seat).to_json()


@router.post("/tables/{table}/say", responses=REFUSED)
async def say(room: RoomHere, seat: Seat, phrase: Phrase) -> dict[str, Any]:
    """Say one of the set phrases."""
    await ask(room, seat, messages.Say(type="say", phrase=phrase.phrase))
    return room.scene(seat).to_json()


# -- records ------------------------------------------------------------------------------------


@router.get(
    "/tables/{table}/record", response_class=PlainTextResponse, responses=REFUSED, tags=["records"]
)
async def record(room: RoomHere, viewer: Viewer, deal: int | None = None) -> PlainTextResponse:
    """The record of a deal: whole once the deal is over, until then as one sees it."""
    return PlainTextResponse(room.record(viewer, deal).to_text())


@router.post("/tables/{table}/report", status_code=204, responses=REFUSED, tags=["records"])
async def report(request: Request, room: RoomHere, seat: Seat, said: Report) -> None:
    """Report this hand to the host, with its record as one sees it."""
    text = room.record(seat, None).to_text()
    await house_of(request).office.saved(
        request.app.state.journal.report(room.table.id, seat, said.sentence, text)
    )


@router.post("/records", status_code=201, responses=REFUSED, tags=["records"])
async def keep_record(request: Request, given: RecordText) -> RecordKept:
    """Keep a record to look at and to share."""
    if len(given.text.encode()) > request.app.state.settings.limits.record_bytes:
        raise HTTPException(413)
    text = GameRecord.parse(given.text).to_text()
    key = await request.app.state.sharing.keep(text, security.address_of(request.scope))
    return RecordKept(key=key, url=f"/records/{key}")


@router.get("/records/{key}", response_class=PlainTextResponse, responses=REFUSED, tags=["records"])
async def shared_record(request: Request, key: str) -> PlainTextResponse:
    """A kept record."""
    text = await house_of(request).office.saved(request.app.state.journal.record(key))
    if text is None:
        raise HTTPException(404)
    return PlainTextResponse(text)


# -- me -----------------------------------------------------------------------------------------


async def me(request: Request, house: HouseHere, given: Bearer) -> str:
    """The person of the token or the cookie; raises 401 where there is none."""
    if given is None:
        person = person_of(request)
    else:
        key = await house.find_token(given.credentials)
        room = await house.room(key.table) if key is not None else None
        person = room.holder(key.seat) if room is not None and key is not None else None
        # A link to somebody's seat gives that seat, not all that is theirs.
        if person != tokens.person_of(given.credentials):
            person = None
    if not person:
        raise HTTPException(401, _("Nobody is known here by that token."))
    return person


Me = Annotated[str, Depends(me)]


@router.get("/me", tags=["me"], responses={200: {"content": {"application/zip": {}}}})
async def download_me(request: Request, house: HouseHere, person: Me) -> Response:
    """The records of all one's deals, in a ZIP file."""
    data = await records_of(house, request.app.state.journal, person)
    name = 'attachment; filename="ludoteca.zip"'
    return Response(data, media_type="application/zip", headers={"content-disposition": name})


@router.delete("/me", tags=["me"])
async def delete_me(request: Request, house: HouseHere, person: Me) -> JSONResponse:
    """Forget me: names and seats become nobody's, and tables that were mine alone are deleted."""
    await house.forget(person)
    working.shelf(request).forget(person)
    answer = JSONResponse({"deleted": True})
    answer.headers.append("set-cookie", security.person_cookie("", request.scope))
    return answer
