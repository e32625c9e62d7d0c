"""The patience of the day: one deck for everybody on a date (UTC), committed to beforehand.

The key of a day is derived from a secret of the server: nobody else can know a deck before its day.
Its commitment is shown the day before, and the key, with the whole deal, the day after.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language
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
    return next(filter(_has_no_choice, games().values()), None)


def _has_no_choice(game: Game) -> bool:
    if game.info.players != (1, 1) or game.example:
        return False
    try:
        return bool(game.rules.MAX_LEGAL == 1)
    except Exception:  # a game is its author's code: it may raise anything
        return False


def today() -> date:
    """The date of the deck that is turned now."""
    return datetime.now(UTC).date()


@dataclass(frozen=True)
class DayLine:
    """A day in the list: how its deck went, whether the visitor turned it."""

    day: str
    words: str
    turned: bool


@router.get("/day")
async def daily(request: Request) -> Response:
    """The deck of today, how it went for those who turned it, and the decks of the last days."""
    game = _game()
    now = today()
    kept, person = requests.journal(request), requests.person(request)
    own = {head.id for head in await kept.tables(person=person) if head.over}
    turned = {day for day in _days_to(now) if tokens.day_table_id(day, person) in own}
    past = [(now - timedelta(n)).isoformat() for n in range(1, DAYS + 1)]
    keys = await kept.day_keys([*past, now.isoformat(), _next(now)])
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC).timestamp()
    return page(
        request,
        "daily.html",
        game=game.name,
        title=_(game.info.title),
        day=now.isoformat(),
        outcome=_outcome(game, now.isoformat(), keys) if now.isoformat() in turned else "",
        people=await kept.finished(tokens.day_prefix(now.isoformat()), midnight),
        row=_in_a_row(now, turned),
        lines=[DayLine(day, _outcome(game, day, keys), day in turned) for day in past],
        promises=[(day, _seal(day, keys[day]).commitment) for day in (now.isoformat(), _next(now))],
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


def _in_a_row(now: date, turned: set[str]) -> int:
    """Days in a row up to today, or up to yesterday while today's deck is not turned."""
    first = 0 if now.isoformat() in turned else 1
    row = 0
    while (now - timedelta(first + row)).isoformat() in turned:
        row += 1
    return row


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


def _outcome(game: Game, day: str, keys: dict[str, str]) -> str:
    return _outcome_words(game, day, keys[day], language())


@lru_cache(maxsize=256)
def _outcome_words(game: Game, day: str, key: str, _language: str) -> str:
    """The verdict of the game's face on the deal of a day, in the language in use."""
    replay = Replay("", record_of(game, day, key).to_text())
    return face_of(game).result(replay.scene(replay.last, SPECTATOR)).striptags()
