"""Pages of records: opened from a table or a file, replayed, downloaded."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, SPECTATOR, TERMINAL
from ludoteca.core.record import GameRecord
from ludoteca.table.deal import LogLine
from ludoteca.table.replay import Replay
from ludoteca.web import security
from ludoteca.web.engines import reading
from ludoteca.web.engines.reading import Reader
from ludoteca.web.kit.side_panel import actors
from ludoteca.web.pages import requests, why
from ludoteca.web.pages.cards import opponents, usual_level
from ludoteca.web.pages.forms import whole_number
from ludoteca.web.pages.jobs import Job
from ludoteca.web.pages.links import face_sheets
from ludoteca.web.pages.lobby import show_lobby
from ludoteca.web.pages.requests import attachment, fields_of
from ludoteca.web.pages.reviews import reviewed
from ludoteca.web.pages.templating import draw, page
from ludoteca.web.table import Renderer

MOST_KEPT = 16
_GAME_LINE = re.compile(r"^game: *(\w+)", re.MULTILINE)

router = APIRouter()


class DrawnReplay(Replay):
    """A replay, made elsewhere, with its renderer."""

    def __init__(self, replay: Replay) -> None:
        vars(self).update(vars(replay))
        self.renderer = Renderer()


class Replays:
    """A cache of the replays used last, so that a slider need not play a game anew."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._kept: OrderedDict[str, DrawnReplay] = OrderedDict()

    async def of(self, key: str, text: str, address: str) -> DrawnReplay:
        """The replay of the record ``text``, which ``key`` names; raises ``BadInput``.

        ``address`` is charged where it is not at hand; raises a refusal where it has no share left.
        """
        replay = self._kept.get(key)
        if replay is None:
            self._reader.check(address)
            replay = DrawnReplay(await self._reader.ask(address, reading.replay, key, text))
        self._kept[key] = replay
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return replay


def replays(state: Any) -> Replays:
    """The replays that a server has at hand; made the first time that they are asked for."""
    if not hasattr(state, "replays"):
        state.replays = Replays(state.reader)
    found: Replays = state.replays
    return found


async def replay_of(state: Any, key: str, address: str) -> DrawnReplay | None:
    """The replay of a kept record, None where it is not kept; raises as :meth:`Replays.of`."""
    text = await state.journal.record(key)
    return None if text is None else await replays(state).of(key, text, address)


async def replay_named(request: Request, key: str) -> DrawnReplay:
    """The replay of an address; raises 404, or ``BadInput`` where it does not replay."""
    replay = await replay_of(request.app.state, key, security.address_of(request.scope))
    if replay is None:
        raise HTTPException(404)
    return replay


# -- opening ------------------------------------------------------------------------------------


@router.post("/records")
async def open_record(request: Request) -> Response:
    """Store a record that was dropped or pasted, and show it; or show its error."""
    most = requests.settings(request).limits.record_bytes
    text = (await fields_of(request, 3 * most)).get("record", "").replace("\r\n", "\n")
    if len(text.encode()) > most:
        raise HTTPException(413)
    try:
        reading.check_text(text)
        address, reader = security.address_of(request.scope), requests.reader(request)
        reader.check(address)
        # Under no key: it has one only when it is kept.
        await reader.ask(address, reading.replay, "", text)
    except BadInput as error:
        return await show_lobby(request, text, str(error), status=422)
    return await _kept_and_shown(request, text)


async def _kept_and_shown(request: Request, text: str) -> Response:
    key = await requests.kept_record(request, text)
    return RedirectResponse(f"/records/{key}", status_code=303)


@router.get("/tables/{table}/replay")
async def replay_deal(request: Request, table: str) -> Response:
    """A deal of a table as a replay, once it is over."""
    return await _kept_and_shown(request, (await deal_record(request, table)).to_text())


@router.get("/tables/{table}/record")
async def download_deal(request: Request, table: str) -> Response:
    """The record of a deal of a table as a file."""
    record = await deal_record(request, table)
    return attachment(record.to_text(), "text/plain", f"{record.game.name}-{table}.txt")


async def deal_record(request: Request, table: str) -> GameRecord:
    """The record of the deal in the address: whole once it is over, else as the visitor saw it."""
    actor = await requests.actor(request, table)
    deal = whole_number(request.query_params.get("deal", ""), None)
    record: GameRecord = actor.table.record_for(actor.seat_of(requests.person(request)), deal)
    return record


# -- replays ------------------------------------------------------------------------------------


@router.get("/records/{key}")
async def show(request: Request, key: str) -> Response:
    """The page of a record at the move in the address, with the actions on it."""
    replay = await replay_named(request, key)
    stop = whole_number(request.query_params.get("move", ""), 0)
    at = replay.stops[min(stop, len(replay.stops) - 1)]
    viewer = viewer_of(replay, request.query_params.get("as", ""))
    state, visitor = request.app.state, security.address_of(request.scope)
    return page(
        request,
        "record.html",
        title=_(replay.game.info.title),
        sheets=face_sheets(replay.game),
        live=f"/live/records/{key}" + (f"-{viewer}" if viewer != SPECTATOR else ""),
        viewers=[
            (
                _eyes(replay, seat),
                f"?move={stop}" + (f"&as={seat}" if seat != SPECTATOR else ""),
                seat == viewer,
            )
            for seat in replay.viewers
        ],
        sealed=bool(replay.record.seal and replay.record.seal.key),
        report=await _report_address(request, replay),
        finished=replay.finished,
        **replay_parts(state, replay, at, viewer, visitor, why.told(state, replay, at)),
    )


async def _report_address(request: Request, replay: Replay) -> str:
    """The address for reports of the deal, "" where the visitor does not sit at its table here."""
    seal, person = replay.record.seal, requests.person(request)
    own = () if seal is None else await requests.journal(request).tables(person=person)
    here = (head for head in own if seal is not None and head.id == seal.table)
    if seal is None or not any(seat.person == person for head in here for seat in head.seats):
        return ""
    return f"/tables/{seal.table}/report?deal={seal.deal}"


def viewer_of(replay: Replay, asked: str) -> int:
    """The seat whose view the address asks for, else the view of all hands."""
    wanted = whole_number(asked, SPECTATOR)
    return wanted if wanted in replay.viewers else replay.viewers[0]


def _eyes(replay: Replay, seat: int) -> str:
    if seat == SPECTATOR:
        return _("all hands")
    return replay.seats(0)[seat].title


@dataclass(frozen=True)
class ListedMove:
    """A move in the list: its words, and the stop that shows the table after it."""

    words: str
    stop: int


@dataclass(frozen=True)
class ListedTurn:
    """A whole line, which names its seat itself; or moves that one seat made one after the other.

    ``who`` is "" for a whole line and at a table of one.
    """

    who: str
    moves: list[ListedMove]


@dataclass(frozen=True)
class ListedPart:
    """The turns of a trick or a lance; ``title`` is "" where the deal has no such parts."""

    title: str
    turns: list[ListedTurn]


def parts_of(replay: Replay, viewer: int) -> list[ListedPart]:
    """All moves that ``viewer`` saw, by the parts of the deal and by turns."""
    whole = replay.record.seen_by is None and viewer == SPECTATOR
    names = dict(enumerate(actors(replay.scene(0, viewer))))
    parts = replay.parts(None if whole else viewer)
    return [ListedPart(title, list(_turns(replay, title, part, names))) for title, part in parts]


def _turns(
    replay: Replay, title: str, lines: Iterable[LogLine], names: dict[int, str]
) -> Iterator[ListedTurn]:
    rows = groupby(lines, key=lambda line: (line.actor, line.number if line.whole else 0))
    for (actor, whole), row in rows:
        # A line of mus begins with the lance, which is the heading here.
        moves = [
            ListedMove(line.text.removeprefix(f"{title}: "), replay.stop(line.number))
            for line in row
        ]
        yield ListedTurn("" if whole or actor is None else names.get(actor, ""), moves)


def replay_parts(
    state: Any,
    replay: DrawnReplay,
    at: int,
    viewer: int,
    visitor: str,
    told: why.Told | None,
    asked: Collection[Job] = (),
) -> dict[str, Any]:
    """The context of the live part of a record's page.

    ``visitor`` is the network address of who reads it, ``told`` is of :func:`~.why.told`, and
    ``asked`` are the jobs that were begun for this page.
    """
    mover, stop, own = replay.mover(at), replay.stop(at), replay.person(viewer)
    eyes = (f"as={viewer}&" if viewer != SPECTATOR else "") + "move="
    listed = parts_of(replay, viewer)
    made = [move.stop for part in listed for turn in part.turns for move in turn.moves]
    parts = {
        "key": replay.key,
        "why": told,
        "at": at,
        "stop": stop,
        "last": len(replay.stops) - 1,
        "address": f"?{eyes}",
        "may_play_on": mover != TERMINAL and (mover != CHANCE or at > 0),
        "player": replay.seats(at)[max(mover, 0) if own is None else own].title,
        "own": own,
        "opponents": opponents(replay.game),
        "level": usual_level(replay.game),
        "parts": listed,
        "latest": max((s for s in made if s <= stop), default=None),
        "review": reviewed(state, replay, at, viewer, f"?{eyes}", visitor, asked),
    }
    side = Markup(draw("replay_side.html", **parts))
    return {**parts, "stage": replay.renderer.draw(replay.scene(at, viewer), side)}


@router.get("/records/{key}/record.txt")
async def download(request: Request, key: str) -> Response:
    """The record as a file."""
    text = await requests.journal(request).record(key)
    if text is None:
        raise HTTPException(404)
    game = _GAME_LINE.search(text)
    return attachment(text, "text/plain", f"{game[1] if game else 'record'}-{key[:8]}.txt")
