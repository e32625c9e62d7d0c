"""The lobby: the games, the tables to join or to watch, and what goes on."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from ludoteca.core.i18n import _
from ludoteca.core.registry import broken_games, games
from ludoteca.web.kit.page import kit_page
from ludoteca.web.pages import desk
from ludoteca.web.pages.cards import GameCard, game_card
from ludoteca.web.pages.shell import page

MOST_TABLES = 40

log = logging.getLogger("ludoteca.web")

router = APIRouter()


@dataclass(frozen=True)
class TableLine:
    """A table in a list."""

    id: str
    title: str
    names: str
    free: bool
    over: bool


@router.get("/")
async def lobby(request: Request) -> Response:
    """Every game as a card; tables; a place to drop a record."""
    return await show_lobby(request)


async def show_lobby(
    request: Request, record_text: str = "", record_error: str = "", status: int = 200
) -> Response:
    """The lobby, with a record that could not be opened and why."""
    listed = await desk.listed_tables(request, limit=MOST_TABLES)
    own = await desk.own_tables(request, limit=MOST_TABLES)
    mine = {head.id for head in own}
    cards, broken = game_cards()
    going_on = [table_line(head) for head in own if not head.over][:6]
    tables = [table_line(head) for head in listed if head.id not in mine]
    return page(
        request,
        "lobby.html",
        status=status,
        cards=cards,
        broken=broken,
        going_on=going_on,
        tables=[table for table in tables if table is not None],
        record_text=record_text,
        record_error=record_error,
    )


def game_cards() -> tuple[list[GameCard], list[str]]:
    """The cards of the games, and a sentence for each game that has none; the log says why."""
    cards: list[GameCard] = []
    broken = list(broken_games())
    for name, why in broken_games().items():
        log.warning("%s: %s", name, why)
    for game in games().values():
        try:
            cards.append(game_card(game))
        except Exception:  # the game is somebody else's code: it may raise anything
            log.warning("the game %s cannot be shown", game.name, exc_info=True)
            broken.append(game.name)
    sentence = _("The game {name} cannot be shown; the log of the server says why.")
    return cards, [sentence.format(name=name) for name in broken]


def table_line(head: Any) -> TableLine:
    """A table of the journal in words; a game that is no longer installed keeps its id."""
    game = games().get(head.game)
    names = [seat_words(seat) for seat in head.seats]
    return TableLine(
        id=head.id,
        title=_(game.info.title) if game else head.game,
        names=", ".join(names),
        free=any(not seat.person and not seat.machine for seat in head.seats),
        over=head.over,
    )


def seat_words(seat: Any) -> str:
    """Who sits there: a name, a machine and its level, or nobody yet."""
    if seat.machine and not seat.person:
        return _("machine ({level})").format(level=_(seat.machine.partition("@")[0]))
    if not seat.person:
        return _("open seat")
    return seat.name or _("somebody")


@router.get("/health")
async def health() -> Response:
    """For whoever watches over the server."""
    return JSONResponse({"ok": True}, headers={"Cache-Control": "no-store"})


@router.get("/kit")
async def kit(request: Request) -> Response:
    """The parts that tables are made of, in every look."""
    return page(request, "kit.html", kit=kit_page())
