"""The lobby: the games, the tables to join or to watch, and those to go on with."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ludoteca.core.errors import GameDefinitionError
from ludoteca.core.i18n import _, number_text
from ludoteca.core.registry import broken_games, games, load_game
from ludoteca.players.warm import FIRST, Stage
from ludoteca.table.results import Result
from ludoteca.web.journal import TableHead
from ludoteca.web.kit.gallery import gallery
from ludoteca.web.pages import requests, schools
from ludoteca.web.pages.daily import days
from ludoteca.web.pages.game_cards import cannot_be_shown, game_card, opponent_words
from ludoteca.web.pages.own_results import going_on, own_results, seats_words, won_from
from ludoteca.web.pages.puzzle import all_puzzles, solved_days
from ludoteca.web.pages.templating import page
from ludoteca.web.settings import Settings

MOST_TABLES = 40
MOST_LOOKED_AT = 12  #: unfinished matches that are asked whose turn it is
MOST_GOING_ON = 3  #: unfinished matches that are shown; the others are among a visitor's games

log = logging.getLogger("ludoteca.web")

router = APIRouter()


@router.get("/")
async def lobby(request: Request) -> Response:
    """The lobby: cards of the games, teaching games folded; tables; the form for a record."""
    return await show_lobby(request)


async def show_lobby(
    request: Request, record_text: str = "", record_error: str = "", status: int = 200
) -> Response:
    """The lobby, with a record that could not be opened and the error."""
    listed = await requests.tables(request).listed(MOST_TABLES)
    found = await own_results(requests.journal(request), requests.person(request))
    mine = {result.table for result in found}
    unfinished = [result for result in found if not result.outcome][:MOST_LOOKED_AT]
    lines = await going_on(requests.journal(request), requests.person(request), unfinished)
    cards, broken = game_cards(requests.settings(request))
    for card in cards:
        school = schools.remembered(request, games()[card["name"]])
        card["school"] = _(school.title) if school else ""
        won = won_from(found, card["name"])
        card["choices"], card["more"] = (
            [(one.id, opponent_words(one, won.get(one.id))) for one in few]
            for few in (card["opponents"], card["others"])
        )
    told = [cannot_be_shown(request, name, why) for name, why in broken.items()]
    examples = [card for card in cards if games()[card["name"]].example]
    return page(
        request,
        "lobby.html",
        status=status,
        cards=[card for card in cards if card not in examples],
        examples=examples,
        broken=told,
        going_on=lines[:MOST_GOING_ON],
        going_on_more=len(lines) > MOST_GOING_ON,
        daily=_daily_words(found),
        puzzle=await _puzzle_words(request),
        tables=[table_line(head) for head in listed if head.id not in mine],
        record_text=record_text,
        record_error=record_error,
        engines=engine_lines(request.app.state),
    )


def _daily_words(found: Iterable[Result]) -> str:
    """The number of deals of today that the visitor has played; "" where there are none."""
    offered = days.contests()
    names = {contest.name(days.today().isoformat()) for contest in offered}
    done = sum(result.day in names and bool(result.outcome) for result in found)
    if offered and done:
        return _("{done} of {n} played").format(done=done, n=len(offered))
    return _("The same cards for everybody") if offered else ""


async def _puzzle_words(request: Request) -> str:
    """The visitor's result at the puzzle of today; "" where there is none."""
    if not all_puzzles():
        return ""
    solved = (await solved_days(request)).get(days.today().isoformat())
    told = {None: _("One decision, one try"), True: _("solved"), False: _("not solved")}
    return told[solved]


def engine_lines(state: Any) -> list[dict[str, Any]]:
    """The games that are compiled at the start of the server; none once all are ready.

    Each in words, with how much of it is done, in per cent. A game is ready once its tables have
    odds and advice too.
    """
    lines = []
    for name in state.settings.made_ready:
        found = state.pool.preparations
        played, told = (found.share(name, stage) for stage in FIRST)
        done = round(50 * played + 50 * told)
        if found.has_failed(name, Stage.PLAY):
            words = _("its machines could not be set up; trying again")
        elif found.has_failed(name, Stage.ADVICE):
            words = _("can be played; odds and advice could not be set up: trying again")
        elif told == 1:
            words = _("ready")
        elif played == 1:
            words = _("can be played; odds and advice to come")
        else:
            words = number_text(done / 100, ".0%") if done else _("soon")
        lines.append({"title": _(load_game(name).info.title), "words": words, "done": done})
    return lines if any(line["done"] < 100 for line in lines) else []


def game_cards(settings: Settings) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """The cards of the games, and for each game that has none, by name, what is wrong in its files.

    The log says it too; it alone does where something else than the files of the game may be wrong.
    """
    cards: list[dict[str, Any]] = []
    broken = dict(broken_games())
    for name, why in broken.items():
        log.warning("%s: %s", name, why)
    for game in games().values():
        try:
            cards.append(game_card(game, settings.offered(game.name)))
        except GameDefinitionError as error:
            log.warning("%s: %s", game.name, error)
            broken[game.name] = str(error)
        except Exception:  # a game is its author's code: it may raise anything
            log.warning("the game %s cannot be shown", game.name, exc_info=True)
            broken[game.name] = ""
    return cards, broken


def table_line(head: TableHead) -> dict[str, Any]:
    """A table of the journal in words; a game that is no longer installed keeps its id."""
    game = games().get(head.game)
    return {
        "id": head.id,
        "title": _(game.info.title) if game else head.game,
        "names": seats_words(head.seats, game),
        "free": any(not seat.person and not seat.machine for seat in head.seats),
    }


@router.get("/kit")
async def kit(request: Request) -> Response:
    """The gallery of the kit: every component in every look."""
    return page(request, "kit.html", kit=gallery())
