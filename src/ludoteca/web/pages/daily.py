"""The patience of the day: one deck for everybody on a date (UTC), committed to beforehand.

The key of a day is derived from a secret of the server: nobody else can know a deck before its day.
Its commitment is shown the day before, and the key, with the whole deal, the day after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core.game import Game
from ludoteca.core.i18n import language
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games
from ludoteca.core.shuffles.sealed_shoe import Seal, SealedShoe, shuffle_of
from ludoteca.table.events import SeatPlan
from ludoteca.table.replay import Replay
from ludoteca.table.setup import TableRequest
from ludoteca.web import security, tokens
from ludoteca.web.kit.face import face_of
from ludoteca.web.pages import requests
from ludoteca.web.pages.templating import page

DAYS = 7  #: past days that the page lists
_MOST_SEARCHED = 400  #: days in a row that are counted

router = APIRouter()


def patience() -> Game | None:
    """The game of the patience: one player, who has nothing to choose; None where there is none.

    Only such a deal goes the same way for everybody with the same deck.
    """
    for game in games().values():
        if game.info.players == (1, 1) and not game.example:
            with suppress(Exception):  # a game is its author's code: it may raise anything
                if game.rules.MAX_LEGAL == 1:
                    return game
    return None


def today() -> date:
    """The date of the deck that is turned now."""
    return datetime.now(UTC).date()


def in_a_row(done: Mapping[str, bool], now: date) -> int:
    """Days in a row, up to today, or up to yesterday while ``done`` tells nothing of today."""
    first = 0 if now.isoformat() in done else 1
    row = 0
    while done.get((now - timedelta(first + row)).isoformat()):
        row += 1
    return row


@router.get("/day")
async def daily(request: Request) -> Response:
    """The deck of today, how it went for those who turned it, and the decks of the last days."""
    game = _game()
    now, person, kept = today(), requests.person(request), requests.journal(request)
    day, tomorrow = now.isoformat(), _next(now)
    own = {head.id for head in await kept.tables(person=person) if head.over}
    days = (past for past in _days_to(now) if tokens.day_table_id(past, person) in own)
    turned = dict.fromkeys(days, True)
    listed = [(now - timedelta(n)).isoformat() for n in range(1, DAYS + 1)]
    keys = await kept.day_keys([*listed, day, tomorrow])
    outcomes = {each: _outcome(game, each, keys[each], language()) for each in (day, *listed)}
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC).timestamp()
    return page(
        request,
        "daily.html",
        about=game,
        day=day,
        outcome=outcomes[day] if day in turned else "",
        people=await kept.finished(tokens.day_prefix(day), midnight),
        row=in_a_row(turned, now),
        lines=[(past, outcomes[past], past in turned) for past in listed],
        promises=[(each, _seal(each, keys[each]).commitment) for each in (day, tomorrow)],
    )


def _game() -> Game:
    game = patience()
    if game is None:
        raise HTTPException(404)
    return game


def _next(now: date) -> str:
    return (now + timedelta(1)).isoformat()


def _days_to(now: date) -> Iterable[str]:
    return ((now - timedelta(n)).isoformat() for n in range(_MOST_SEARCHED))


@router.post("/day")
async def turn(request: Request) -> Response:
    """Sit down to the deck of today, or go back to it."""
    game = _game()
    wanted = TableRequest(game, game.options(), [SeatPlan()], me=0, day=today().isoformat())
    person, address = requests.person(request), security.address_of(request.scope)
    table = await requests.tables(request).open_day(wanted, person, address)
    return requests.greet(request, RedirectResponse(f"/tables/{table}", status_code=303))


@router.get("/day/{day}")
async def replay_day(request: Request, day: str) -> Response:
    """The deal of a past day as a replay, with the key of its shuffle."""
    if day not in map(str, _days_to(today() - timedelta(1))):
        raise HTTPException(404)
    keys = await requests.journal(request).day_keys([day])
    named = await requests.kept_record(request, record_of(_game(), day, keys[day]).to_text())
    return RedirectResponse(f"/records/{named}", status_code=303)


# -- the deal of a day ----------------------------------------------------------------------------


def _seal(day: str, key: str) -> Seal:
    return Seal.made(shuffle_of(day), 1, key, ("",))


@lru_cache(maxsize=64)
def record_of(game: Game, day: str, key: str) -> GameRecord:
    """The record of the deal of a day, whole, its seal open."""
    state = game.new_state()
    seal = _seal(day, key)
    shoe = SealedShoe(game, state.options, seal)
    while not state.is_terminal():
        move = shoe.draw(state) if state.is_chance() else state.legal_actions()[0]
        state.apply_unchecked(move)
    return GameRecord.from_state(state, [""], seal)


@lru_cache(maxsize=256)
def _outcome(game: Game, day: str, key: str, _language: str) -> str:
    """The verdict of the game's face on the deal of a day, in the language in use."""
    replay = Replay("", record_of(game, day, key).to_text())
    return face_of(game).result(replay.scene(replay.last, SPECTATOR)).striptags()
