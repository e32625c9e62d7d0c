"""Pages of records: opened, replayed, reviewed, played on, checked, reported, downloaded."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, SPECTATOR, TERMINAL
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.look import looking
from ludoteca.table.deal import LogLine, keeps_secrets
from ludoteca.table.events import SeatPlan
from ludoteca.table.refusal import Refusal
from ludoteca.table.replay import Replay
from ludoteca.table.setup import TableRequest
from ludoteca.web import security
from ludoteca.web.engines import reading
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.side_panel import actors, study_link
from ludoteca.web.pages import preferences, requests
from ludoteca.web.pages.forms import whole_number
from ludoteca.web.pages.game_cards import machine_at_table, opponents
from ludoteca.web.pages.jobs import Job
from ludoteca.web.pages.lobby import show_lobby
from ludoteca.web.pages.own_results import deal_name, own_results, result_line
from ludoteca.web.pages.record_advice import (
    MoveReasons,
    begin_review,
    begin_why,
    move_reasons,
    reviewed,
    said_once,
    turns_of_line,
)
from ludoteca.web.pages.requests import Recent, at_hand, attachment, fields_of
from ludoteca.web.pages.templating import draw, page
from ludoteca.web.table import Renderer

MOST_KEPT = 16
LONGEST_SENTENCE = 500
LONGEST_WAIT = 30.0  #: seconds that a page waits for the reasons of a machine
_GAME_LINE = re.compile(r"^game: *(\w+)", re.MULTILINE)

router = APIRouter()


class DrawnReplay(Replay):
    """A replay, made elsewhere, with its renderer."""

    def __init__(self, replay: Replay) -> None:
        vars(self).update(vars(replay))
        self.renderer = Renderer()


async def replay_of(state: Any, key: str, address: str) -> DrawnReplay | None:
    """The replay of a kept record, None where it is not kept; raises ``BadInput``.

    Those used last are at hand, so that a slider need not play a game anew. ``address`` is charged
    for others; raises a refusal where it has no share left.
    """
    text = await state.journal.record(key)
    if text is None:
        return None
    kept: Recent[str, DrawnReplay] = at_hand(state, "replays", lambda: Recent(MOST_KEPT))
    replay = kept.get(key)
    if replay is None:
        state.reader.check(address)
        replay = DrawnReplay(await state.reader.ask(address, reading.replay, key, text))
    kept.keep(key, replay)
    return replay


async def replay_named(request: Request, key: str) -> DrawnReplay:
    """The replay of an address; raises 404, or ``BadInput`` where it does not replay."""
    replay = await replay_of(request.app.state, key, security.address_of(request.scope))
    if replay is None:
        raise HTTPException(404)
    return replay


ReplayHere = Annotated[DrawnReplay, Depends(replay_named)]
"""The replay of the record that an address names."""


# -- opening ------------------------------------------------------------------------------------


@router.get("/records")
async def record_form(request: Request) -> Response:
    """Lead to the form for a record, in the lobby."""
    return RedirectResponse("/#record-text", status_code=303)


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
    key = await requests.kept_record(request, text)
    return RedirectResponse(f"/records/{key}", status_code=303)


@router.get("/tables/{table}/replay")
async def replay_deal(request: Request, table: str) -> Response:
    """A deal of a table as a replay, once it is over, at the move or the end of the part named."""
    try:
        record = await deal_record(request, table)
    except Refusal as refusal:
        if refusal.code != "not-now":
            raise
        return page(
            request,
            "message.html",
            status=404,
            heading=_("Not found"),
            sentence=_("There is no such deal at this table."),
            to=f"/tables/{table}",
            to_words=_("Go to the table"),
        )
    key = await requests.kept_record(request, record.to_text())
    asked = request.query_params
    at: dict[str, Any] = {name: asked[name] for name in ("as", "move") if name in asked}
    if "part" in asked:
        at["move"] = (await replay_named(request, key)).end_of(asked["part"])
    return RedirectResponse(f"/records/{key}?{urlencode(at)}".removesuffix("?"), status_code=303)


@router.get("/tables/{table}/kept")
async def keep_deal(request: Request, table: str) -> Response:
    """The last deal of a match that the visitor has finished, as a device keeps it to be read."""
    found = await own_results(requests.journal(request), requests.person(request))
    result = next((result for result in found if result.table == table), None)
    if result is None or not result.finished:
        raise HTTPException(404)
    key = await requests.kept_record(request, (await deal_record(request, table)).to_text())
    replay = await replay_named(request, key)
    viewer = replay.viewers[0]
    reader = (await requests.actor(request, table)).seat_of(requests.person(request))
    return page(
        request,
        "record_kept.html",
        about=replay.game,
        line=result_line(result),
        deal=deal_name(replay.game, result.deals),
        stage=replay.renderer.draw(replay.scene(replay.last, viewer, reader), Markup()),
        parts=parts_of(replay, viewer, reader),
        decided=_decided(replay, viewer, reader),
    )


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
async def show(request: Request, replay: ReplayHere) -> Response:
    """The page of a record at the move in the address, with the actions on it."""
    stop = whole_number(request.query_params.get("move", ""), 0)
    at = replay.stops[min(stop, len(replay.stops) - 1)]
    viewer = viewer_of(replay, request.query_params.get("as", ""))
    state, visitor = request.app.state, security.address_of(request.scope)
    seal = replay.record.seal
    table = "" if seal is None else seal.table
    own = await _own_seat(request, table)
    reader = SPECTATOR if own is None else reader_of(replay, str(own))
    return page(
        request,
        "record.html",
        about=replay.game,
        live=f"/live/records/{replay.key}" + live_eyes(viewer, reader),
        sealed=bool(replay.record.seal and replay.record.seal.key),
        report="" if own is None or seal is None else f"/tables/{table}/report?deal={seal.deal}",
        deals=None if own is None or seal is None else await _deals_of(request, table, seal.deal),
        finished=replay.finished,
        has_rounds=replay.game.has_rounds,
        **replay_parts(
            state, replay, at, viewer, visitor, move_reasons(state, replay, at, reader), reader
        ),
    )


async def _deals_of(request: Request, table: str, deal: int) -> tuple[int, int, str] | None:
    """The number of this ``deal``, how many of its match are over, and the address of the others.

    None where there is no other one.
    """
    found = (await requests.actor(request, table)).table
    over = len(found.past) + (found.current is not None and found.current.returns is not None)
    return (deal, over, f"/tables/{table}/replay?deal=") if over > 1 else None


async def _own_seat(request: Request, table: str) -> int | None:
    """The visitor's seat at ``table``; None where they have none there."""
    person = requests.person(request)
    own = await requests.journal(request).tables(person=person) if table else ()
    seats = (pair for head in own if head.id == table for pair in enumerate(head.seats))
    return next((number for number, seat in seats if seat.person == person), None)


def live_eyes(viewer: int, reader: int) -> str:
    """The end of the address of a live replay: who it is seen by, and whose own seat is called so.

    >>> live_eyes(SPECTATOR, SPECTATOR), live_eyes(SPECTATOR, 2), live_eyes(1, 2)
    ('', '--2', '-1-2')
    """
    if reader != SPECTATOR:
        return f"-{viewer if viewer != SPECTATOR else ''}-{reader}"
    return f"-{viewer}" if viewer != SPECTATOR else ""


def viewer_of(replay: Replay, asked: str) -> int:
    """The seat whose view the address asks for, else the view of all hands."""
    wanted = whole_number(asked, SPECTATOR)
    return wanted if wanted in replay.viewers else replay.viewers[0]


def reader_of(replay: Replay, own: str) -> int:
    """The seat that an address calls the reader's own, else ``SPECTATOR``."""
    seat = whole_number(own, SPECTATOR)
    return seat if 0 <= seat < len(replay.seats(0)) else SPECTATOR


ListedTurn = tuple[str, list[tuple[str, int]]]
"""A turn: who made its moves, "" for a whole line and at a table of one; of each its words, and
the stop that shows the table after it."""


def parts_of(
    replay: Replay, viewer: int, reader: int = SPECTATOR
) -> list[tuple[str, list[ListedTurn]]]:
    """All moves that ``viewer`` saw, by the parts of the deal, each with its title, and by turns.

    A part is a trick or a lance; its title is "" where the deal has no such parts. A turn is a
    whole line, which names its seat itself, or moves that one seat made one after the other. The
    seat of ``reader`` is called "you".
    """
    names = dict(enumerate(actors(replay.scene(0, viewer, reader))))
    parts = replay.parts(None if replay.is_open(viewer) else viewer, reader)
    return [(title, list(_turns(replay, title, part, names))) for title, part in parts]


def _turns(
    replay: Replay, title: str, lines: Iterable[LogLine], names: dict[int, str]
) -> Iterator[ListedTurn]:
    rows = groupby(lines, key=lambda line: (line.actor, line.number if line.whole else 0))
    for (actor, whole), row in rows:
        moves = [(_without(title, ln.text), replay.stop(ln.number)) for ln in row]
        yield "" if whole or actor is None else names.get(actor, ""), moves


def _without(title: str, text: str) -> str:
    """A line without the name of the part that it begins with (a lance of mus): the heading has it.

    >>> _without("Chica", "Chica: you pass."), _without("", "you pass.")
    ('You pass.', 'you pass.')
    """
    rest = text.removeprefix(f"{title}: ")
    return text if rest == text else rest[:1].upper() + rest[1:]


def part_marks(listed: Iterable[tuple[str, list[ListedTurn]]]) -> list[int]:
    """The stops before the first move of each part that has a title, to be marked on a slider.

    >>> part_marks([("Grande", [("", [("a", 3), ("b", 4)])]), ("", [("", [("c", 5)])])])
    [2]
    """
    titled = [turns for title, turns in listed if title]
    return [max(stop - 1, 0) for turns in titled for _words, stop in turns[0][1][:1]]


def replay_parts(
    state: Any,
    replay: DrawnReplay,
    at: int,
    viewer: int,
    visitor: str,
    told: MoveReasons | None,
    reader: int = SPECTATOR,
    asked: Collection[Job] = (),
) -> dict[str, Any]:
    """The context of the live part of a record's page.

    ``visitor`` is the network address of who reads it and ``reader`` their own seat; ``told`` is of
    :func:`~.record_advice.move_reasons`, and ``asked`` are the jobs that were begun for this page.
    """
    mover, stop = replay.mover(at), replay.stop(at)
    own = reader if reader != SPECTATOR and viewer == SPECTATOR else replay.person(viewer)
    scene = replay.scene(at, viewer, reader)
    playing = max(mover, 0) if own is None else own
    eyes = (f"as={viewer}&" if viewer != SPECTATOR else "") + "move="
    offered = state.settings.offered(replay.game.name)
    listed = parts_of(replay, viewer, reader)
    made = [stop for _title, turns in listed for _who, moves in turns for _words, stop in moves]
    parts = {
        "key": replay.key,
        "why": told,
        "at": at,
        "stop": stop,
        "last": len(replay.stops) - 1,
        "viewers": [
            (
                _eyes_words(replay, seat, reader),
                f"?move={stop}" + (f"&as={seat}" if seat != SPECTATOR else ""),
                seat == viewer,
            )
            for seat in (replay.viewers if keeps_secrets(replay.game) else ())
        ],
        "address": f"?{eyes}",
        "may_play_on": mover != TERMINAL and (mover != CHANCE or at > 0),
        "study": study_link(replay.game, scene.view),
        "player": "" if playing == reader else scene.seats[playing].title,
        "own": own,
        "opponents": opponents(replay.game, offered),
        "level": machine_at_table(replay.game, _played(replay, playing), offered),
        "parts": listed,
        "marks": part_marks(listed),
        "latest": max((s for s in made if s <= stop), default=None),
        "decided": _decided(replay, viewer, reader),
        "review": reviewed(state, replay, at, scene.viewer, f"?{eyes}", visitor, asked),
    }
    side = Markup(draw("replay_side.html", **parts))
    return {**parts, "stage": replay.renderer.draw(scene, side)}


def _eyes_words(replay: Replay, seat: int, reader: int) -> str:
    if seat == SPECTATOR:
        return _("all hands")
    return _("You") if seat == reader else replay.seats(0)[seat].title


def _played(replay: Replay, seat: int) -> str:
    """The machine that ``seat`` played against first in its record, "" for none."""
    others = (other.seat for other in replay.seats(0) if other.seat != seat)
    return next((machine for other in others if (machine := replay.machine(other))), "")


def _decided(replay: Replay, viewer: int, reader: int) -> tuple[str, int] | None:
    """A sentence on what decided a finished deal, and the stop at which it did; None if nothing."""
    scene = replay.scene(replay.last, viewer, reader)
    with looking(scene.look):
        told = face_of(replay.game).decided(scene) if scene.result is not None else None
    return None if told is None else (told.sentence, replay.end_of(told.part))


@router.get("/records/{key}/record.txt")
async def download(request: Request, key: str) -> Response:
    """The record as a file."""
    text = await requests.journal(request).record(key)
    if text is None:
        raise HTTPException(404)
    game = _GAME_LINE.search(text)
    return attachment(text, "text/plain", f"{game[1] if game else 'record'}-{key[:8]}.txt")


# -- costly moves -------------------------------------------------------------------------------


@router.post("/records/{key}/review")
async def review(request: Request, replay: ReplayHere) -> Response:
    """Search for the moves that cost most; for a page without its script."""
    job = begin_review(request.app.state, replay, security.address_of(request.scope))
    to = f"/jobs/{job.id}" if job is not None else f"/records/{replay.key}#cost"
    return RedirectResponse(to, status_code=303)


@router.post("/records/{key}/why")
async def explain(request: Request, replay: ReplayHere) -> Response:
    """Ask the machine that made a move why; for a page without its script."""
    at = whole_number((await fields_of(request)).get("at", ""), replay.last)
    return _asked(request, replay, at)


@router.post("/tables/{table}/why")
async def explain_line(request: Request, table: str) -> Response:
    """Ask the machine of a line of the log why, once the deal is over.

    The script of the page asks for the answer itself, which it shows beside the table.
    """
    record = await deal_record(request, table)
    replay = await replay_named(request, await requests.kept_record(request, record.to_text()))
    given = await fields_of(request)
    turns = turns_of_line(replay, whole_number(given.get("at", ""), replay.last))
    if "in_place" not in given:
        return _asked(request, replay, turns[0])
    state, own = request.app.state, await _own_seat(request, table)
    asked: list[Job] = []
    reasons: list[MoveReasons] = []
    chosen = [at for at in turns if replay.has_choice(at)]
    failed = "" if chosen else _("It was the only move.")
    try:
        for at in chosen:
            job = begin_why(state, replay, at, security.address_of(request.scope))
            if job is not None:
                asked.append(job)
                await job.ends_within(LONGEST_WAIT)
            reader = SPECTATOR if own is None else own
            why = move_reasons(state, replay, at, reader, asked)
            if why is not None and why.document is not None:
                reasons.append(why)
    except LudotecaError as error:
        failed = str(error)
    to = f"/records/{replay.key}?move={replay.stop(turns[0])}#why"
    told = said_once(reasons)
    return HTMLResponse(draw("why_place.html", reasons=told, failed=failed, to=to))


def _asked(request: Request, replay: DrawnReplay, at: int) -> Response:
    """Begin to ask why, and show how far that is, or the answer where it is known."""
    job = begin_why(request.app.state, replay, at, security.address_of(request.scope))
    back = f"/records/{replay.key}?move={replay.stop(at)}#why"
    to = f"/jobs/{job.id}" if job is not None else back
    return RedirectResponse(to, status_code=303)


# -- playing on ---------------------------------------------------------------------------------


@router.post("/records/{key}/play")
async def play_on(request: Request, replay: ReplayHere) -> Response:
    """Open a table at a position of the record: machines sit where the visitor does not.

    The visitor takes the seat in the form, or where it has none that of who is to move.
    """
    given = await fields_of(request)
    at = replay.place(whole_number(given.get("at", ""), replay.last))
    game = replay.game
    level = machine_at_table(game, given.get("level", ""), requests.offered(request, game))
    seats = range(game.num_players(replay.options))
    own = whole_number(given.get("as", ""), None)
    me = own if own in seats else max(replay.mover(at), 0)
    wanted = TableRequest(
        game,
        replay.options,
        [SeatPlan("" if seat == me else level) for seat in seats],
        start=replay.until(at).to_text(),
        name=preferences.name_of(request),
        me=me,
    )
    return await requests.sit_down(request, wanted)


# -- the shuffle --------------------------------------------------------------------------------


@router.get("/records/{key}/verify")
async def verify_shuffle(request: Request, replay: ReplayHere) -> Response:
    """Check the shuffle of a record, and show the result."""
    sentence, found = "", None
    try:
        address, reader = security.address_of(request.scope), requests.reader(request)
        reader.check(address)
        found = await reader.ask(address, reading.verified, replay.record)
    except LudotecaError as error:
        sentence = str(error)
    return page(
        request,
        "verify.html",
        about=replay.game,
        key=replay.key,
        sentence=sentence,
        finished=replay.finished,
        moves=len(replay.stops) - 1,
        warning=found.warning_of(replay.stop(found.seal.given)) if found else "",
        found=found,
        orders=[" ".join(order) for order in found.orders.values()] if found else [],
    )


# -- reports ------------------------------------------------------------------------------------


@router.get("/tables/{table}/report")
async def report_form(request: Request, table: str) -> Response:
    """The form of a report about a deal."""
    await _reporting_seat(request, table)
    return await _report_page(request, table)


@router.post("/tables/{table}/report")
async def report(request: Request, table: str) -> Response:
    """Store a report about a deal, with its record, for the host to read."""
    seat = await _reporting_seat(request, table)
    said = (await fields_of(request)).get("sentence", "")
    sentence = security.clean_line(said)[:LONGEST_SENTENCE]
    if not sentence:
        return await _report_page(request, table, empty=True)
    record = await deal_record(request, table)
    await requests.journal(request).report(table, seat, sentence, record.to_text())
    return page(
        request,
        "message.html",
        heading=_("Thank you"),
        sentence=_("The deal and what you wrote are kept for the host to read."),
        to=f"/tables/{table}",
        to_words=_("Go to the table"),
    )


async def _reporting_seat(request: Request, table: str) -> int:
    """The visitor's seat at a table; raises a refusal where they do not sit there."""
    seat = (await requests.actor(request, table)).seat_of(requests.person(request))
    if seat == SPECTATOR:
        raise Refusal("forbidden", _("Only people who sit at a table can report its deals."))
    return seat


async def _report_page(request: Request, table: str, empty: bool = False) -> Response:
    actor = await requests.actor(request, table)
    return page(
        request,
        "report.html",
        status=422 if empty else 200,
        table=table,
        about=actor.table.game,
        error=_("Say in a sentence what was wrong.") if empty else "",
    )
