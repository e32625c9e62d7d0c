"""The page of one deal of a day for who has played it: scores, and the choices of others."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core.i18n import language, speaking
from ludoteca.core.record import GameRecord
from ludoteca.core.state import State
from ludoteca.players.advice.verdicts import takes_several_moves
from ludoteca.players.turns import turn_words
from ludoteca.table.replay import Replay
from ludoteca.web import security, tokens
from ludoteca.web.kit.face import face_of
from ludoteca.web.pages import requests
from ludoteca.web.pages.daily.comparison import (
    OWN_SEAT,
    TOLD,
    History,
    Parting,
    history_of,
    partings,
)
from ludoteca.web.pages.daily.days import DayContest
from ludoteca.web.pages.daily.page import (
    OwnDays,
    contests_here,
    days_to,
    known,
    machine_words,
    names_here,
    own_days,
    points_words,
    scores_of_all,
    than_words,
)
from ludoteca.web.pages.record_advice import begin_review
from ludoteca.web.pages.records import replay_of
from ludoteca.web.pages.templating import page

_MOST_COMPARED = 100  #: deals of others whose choices are read, beside those of friends

router = APIRouter()


async def _found(request: Request, name: str) -> tuple[DayContest, OwnDays, GameRecord]:
    """The contest that an address names, and the visitor's own deal of it.

    Raises 404 where they have not played it to its end.
    """
    own = await own_days(request)
    day = name[:10]
    found = [c for c in contests_here() if c.machine and c.name(day) == name]
    if not found or day not in days_to(own.now) or day not in own.done(found[0]):
        raise HTTPException(404)
    actor = await requests.tables(request).actor(own.table(found[0], day))
    if actor is None:
        raise HTTPException(404)
    return found[0], own, actor.table.record(None)


@router.get("/day/{name}/result")
async def result(request: Request, name: str) -> Response:
    """The visitor's deal of a day beside those of others who had the same cards."""
    contest, own, record = await _found(request, name)
    day, kept = name[:10], requests.journal(request)
    table, names = own.table(contest, day), names_here(contest, day, own)
    scores = await scores_of_all(request, contest, day)
    told = await kept.endings(tokens.day_prefix(name), TOLD, _MOST_COMPARED)
    for each in names.keys() & scores.keys() - told.keys():
        told |= await kept.endings(each, TOLD, 1)
    histories = {each: history_of(told[each]) for each in told if each in scores or each == table}
    mine = scores.get(table)
    choices = await asyncio.to_thread(_choices, record, histories, table, names, scores, language())
    return page(
        request,
        "daily_result.html",
        about=contest.game,
        day=day,
        name=name,
        table=table,
        past=day != own.now.isoformat(),
        score="" if mine is None else points_words(contest.game, mine),
        than="" if mine is None else than_words(mine, scores),
        machine="" if mine is None else await machine_words(request, contest, day),
        alone=len(histories) < 2,
        known=known(contest, day, own, scores),
        choices=choices,
    )


def _choices(
    record: GameRecord,
    histories: Mapping[str, History],
    table: str,
    names: Mapping[str, str],
    scores: Mapping[str, float],
    spoken: str,
) -> list[dict[str, Any]]:
    """The decisions at which others chose otherwise, in the language ``spoken``."""
    if table not in histories:
        return []
    with speaking(spoken):
        replay, state, played = Replay("", record.to_text()), record.start(), 0
        found = []
        for parting in partings(table, histories, takes_several_moves(record.game)):
            for move in histories[table][played : parting.at]:
                state.apply_unchecked(move.action)
            played = parting.at
            turns = _turns(state, parting, table, names, scores)
            if len(turns) > 1:
                found.append({"move": replay.stop(parting.at), "turns": turns})
        return found


def _turns(
    state: State,
    parting: Parting,
    table: str,
    names: Mapping[str, str],
    scores: Mapping[str, float],
) -> list[dict[str, Any]]:
    """The different turns at a decision, the visitor's own first, then those that most made.

    Turns that read alike, as the same moves in another order, are one.
    """
    view, face = state.view(OWN_SEAT), face_of(state.game)
    by_words: dict[str, tuple[Any, list[str]]] = {}
    for turn, who in parting.chosen.items():
        words = turn_words(view, turn)
        drawn_and_who = by_words.setdefault(words, (face.move(view, turn, None), []))
        drawn_and_who[1].extend(who)
    turns = []
    for drawn, tables in by_words.values():
        called = [names[each] for each in tables if each in names and each != table]
        counted = [scores[each] for each in tables if each in scores]
        turns.append(
            {
                "drawn": drawn,
                "own": table in tables,
                "names": called,
                "others": len(tables) - len(called) - (table in tables),
                "people": len(tables),
                "mean": points_words(state.game, round(sum(counted) / len(counted)))
                if counted
                else "",
            }
        )
    return sorted(turns, key=lambda one: (not one["own"], -one["people"]))


@router.post("/day/{name}/costs")
async def costs(request: Request, name: str) -> Response:
    """Search the visitor's deal of a day for the moves that cost most, and show its replay."""
    _contest, _own, record = await _found(request, name)
    state, address = request.app.state, security.address_of(request.scope)
    key = await requests.kept_record(request, record.to_text())
    replay = await replay_of(state, key, address)
    if replay is None:
        raise HTTPException(404)
    begin_review(state, replay, address)
    return RedirectResponse(f"/records/{key}", status_code=303)
