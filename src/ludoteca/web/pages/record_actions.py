"""Actions on a record: review it, play on, check its shuffle, report its deal."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.table.events import SeatPlan
from ludoteca.table.refusal import Refusal
from ludoteca.table.setup import TableRequest
from ludoteca.web import security
from ludoteca.web.engines import reading
from ludoteca.web.pages import preferences, requests, reviews, why
from ludoteca.web.pages.cards import machine_ids, usual_level
from ludoteca.web.pages.forms import whole_number
from ludoteca.web.pages.records import deal_record, replay_named
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import page

LONGEST_SENTENCE = 500

router = APIRouter()


# -- costly moves -------------------------------------------------------------------------------


@router.post("/records/{key}/review")
async def review(request: Request, key: str) -> Response:
    """Search for the moves that cost most; for a page without its script."""
    replay = await replay_named(request, key)
    job = reviews.begin(request.app.state, replay, security.address_of(request.scope))
    to = f"/jobs/{job.id}" if job is not None else f"/records/{key}#cost"
    return RedirectResponse(to, status_code=303)


@router.post("/records/{key}/why")
async def explain(request: Request, key: str) -> Response:
    """Ask the machine that made a move why; for a page without its script."""
    replay = await replay_named(request, key)
    at = whole_number((await fields_of(request)).get("at", ""), replay.last)
    job = why.begin(request.app.state, replay, at, security.address_of(request.scope))
    back = f"/records/{key}?move={replay.stop(at)}#why"
    to = f"/jobs/{job.id}" if job is not None else back
    return RedirectResponse(to, status_code=303)


# -- playing on ---------------------------------------------------------------------------------


@router.post("/records/{key}/play")
async def play_on(request: Request, key: str) -> Response:
    """Open a table at a position of the record: machines sit where the visitor does not.

    The visitor takes the seat in the form, or where it has none that of who is to move.
    """
    replay = await replay_named(request, key)
    given = await fields_of(request)
    at = replay.place(whole_number(given.get("at", ""), replay.last))
    game = replay.game
    level = given.get("level", "")
    if level not in machine_ids(game):
        level = usual_level(game)
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
    opening = await requests.open_table(request, wanted)
    return requests.greet(request, RedirectResponse(f"/tables/{opening.table}", status_code=303))


# -- the shuffle --------------------------------------------------------------------------------


@router.get("/records/{key}/verify")
async def verify_shuffle(request: Request, key: str) -> Response:
    """Check the shuffle of a record, and show the result."""
    replay = await replay_named(request, key)
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
        title=_(replay.game.info.title),
        key=key,
        sentence=sentence,
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
        to_words=_("To the table"),
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
        title=_(actor.table.game.info.title),
        error=_("Say in a sentence what was wrong.") if empty else "",
    )
