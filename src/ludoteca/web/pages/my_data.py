"""A visitor's own games: the list, the download, and the deletion."""

from __future__ import annotations

import time

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from ludoteca.core.i18n import _
from ludoteca.web import security
from ludoteca.web.pages import jobs, preferences, requests
from ludoteca.web.pages.lobby import table_line
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import page

MOST_TABLES = 500

router = APIRouter()


@router.get("/mine")
async def mine(request: Request) -> Response:
    """The visitor's tables, those touched last first."""
    return await _show(request)


async def _show(request: Request, error: str = "", status: int = 200) -> Response:
    heads = await requests.own_tables(request, limit=MOST_TABLES)
    lines = [(table_line(head), _day(head.touched_at)) for head in heads]
    return page(request, "mine.html", status=status, lines=lines, error=error)


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(at))


@router.post("/mine/delete")
async def forget(request: Request) -> Response:
    """Delete the visitor: their name, their seats, the tables where they alone sat."""
    given = await fields_of(request)
    if given.get("sure") != "yes":
        return await _show(request, _("Tick the box above to confirm."), status=422)
    await requests.tables(request).forget(requests.person(request))
    jobs.answer_store(request).forget(requests.person(request))
    jobs.begun_jobs(request.app.state).forget(requests.person(request))
    response: Response = RedirectResponse("/", status_code=303)
    response.headers.append("set-cookie", security.person_cookie("", request.scope))
    response.delete_cookie(preferences.NAME_COOKIE, path="/")
    return response
