"""A visitor's own games: results, statistics, ratings, the download, and the deletion."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from ludoteca.core.i18n import _
from ludoteca.core.registry import games
from ludoteca.table.results import Result
from ludoteca.web import security
from ludoteca.web.pages import daily, jobs, preferences, puzzle, requests
from ludoteca.web.pages.forms import whole_number
from ludoteca.web.pages.own_results import (
    own_results,
    rating_line,
    ratings,
    result_line,
    statistics,
)
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import page

LINES = 50  #: tables of a page

router = APIRouter()


@router.get("/mine")
async def mine(request: Request) -> Response:
    """The visitor's tables, those touched last first, and what they add up to."""
    return await _show(request)


async def _show(request: Request, error: str = "", status: int = 200) -> Response:
    found = await own_results(requests.journal(request), requests.person(request))
    first = whole_number(request.query_params.get("from", ""), 0)
    shown = await asyncio.to_thread(_shown, found, request.query_params.get("game", ""), first)
    tried = puzzle.solved_days(request)
    return page(
        request,
        "mine.html",
        status=status,
        error=error,
        puzzles=(sum(tried.values()), len(tried)),
        row=puzzle.solved_in_a_row(tried, daily.today()),
        **shown,
    )


def _shown(everything: list[Result], game: str, first: int) -> dict[str, Any]:
    """The context of the page: ``game`` is the one to show, "" for all, ``first`` its first line.

    Of a thousand games this takes a tenth of a second.
    """
    played = dict.fromkeys(result.game for result in everything)
    game = game if game in played else ""
    found = [result for result in everything if game in ("", result.game)]
    first = first if first < len(found) else 0
    filters = [(_("All games"), "/mine", not game)]
    filters += [(_(games()[each].info.title), _address(each), each == game) for each in played]
    return {
        "lines": [result_line(result) for result in found[first : first + LINES]],
        "statistics": statistics(found),
        "ratings": [rating_line(history) for history in ratings(found)],
        "filters": filters if len(played) > 1 else [],
        "newer": _address(game, max(0, first - LINES)) if first else "",
        "older": _address(game, first + LINES) if first + LINES < len(found) else "",
    }


def _address(game: str, first: int = 0) -> str:
    query = {**({"game": game} if game else {}), **({"from": first} if first else {})}
    return f"/mine?{urlencode(query)}" if query else "/mine"


@router.post("/mine/delete")
async def forget(request: Request) -> Response:
    """Delete the visitor: their name, their seats, the tables where they alone sat."""
    given = await fields_of(request)
    if given.get("sure") != "yes":
        return await _show(request, _("Tick the box above to confirm."), status=422)
    await requests.tables(request).forget(requests.person(request))
    jobs.answer_store(request).forget(requests.person(request))
    jobs.begun_jobs(request.app.state).forget(requests.person(request))
    jobs.uploads(request.app.state).forget(requests.person(request))
    response: Response = RedirectResponse("/", status_code=303)
    response.headers.append("set-cookie", security.person_cookie("", request.scope))
    for cookie in (preferences.NAME_COOKIE, puzzle.COOKIE):
        response.delete_cookie(cookie, path="/")
    response.headers["Clear-Site-Data"] = '"storage"'  # promises of shuffles, and the pages kept
    return response
