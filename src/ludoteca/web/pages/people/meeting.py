"""The lasting address of a table: it leads the same people to their next match.

A match that is played again is a new table, named in the one before it. The address of any of them
goes on to the last one. What the people have won of each other is read from the journal.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ludoteca.core.registry import games
from ludoteca.table.events import Rematch
from ludoteca.table.results import KINDS, Result, deals_won, result_of
from ludoteca.table.scene import seat_title
from ludoteca.web.pages import requests
from ludoteca.web.pages.own_results import result_line
from ludoteca.web.pages.people.around import around
from ludoteca.web.pages.people.links import qr_code
from ludoteca.web.pages.requests import ActorHere
from ludoteca.web.pages.templating import page
from ludoteca.web.table import TableActor

_MOST_FOLLOWED = 500  #: tables that are gone through to the last one
_MOST_LISTED = 8

router = APIRouter()


@router.get("/tables/{table}/meet")
async def meet(request: Request, table: str, actor: ActorHere) -> Response:
    """The people of a table, what they have won of each other, and the way to their next match."""
    me = requests.person(request)
    last, own = await _newest(request, actor, me)
    url = f"{str(request.base_url).rstrip('/')}/tables/{table}/meet"
    return page(
        request,
        "meeting.html",
        about=last.table.game,
        table=last.table.id,
        from_table=own.table.id,
        sits=last.sits(me),
        may_follow=own.sits(me),
        over=last.table.phase == "over",
        url=url,
        picture_of_link=qr_code(url),
        around=around(last, last.seat_of(me)),
        **await _together(request, own, me),
    )


async def _newest(request: Request, actor: TableActor, me: str) -> tuple[TableActor, TableActor]:
    """The last table to which ``actor`` leads, and the last on the way at which ``me`` sits.

    The way is read from the journal: the tables between stay asleep.
    """
    kept, tables = requests.journal(request), requests.tables(request)
    way = [actor.table.id]
    while len(way) < _MOST_FOLLOWED:
        found = await kept.endings(way[-1], (Rematch,), 1)
        following = [e.table for e in found.get(way[-1], ()) if isinstance(e, Rematch)]
        if not following or not await kept.exists(following[-1]):  # deleted since
            break
        way.append(following[-1])
    last = await tables.actor(way[-1]) or actor
    mine = {head.id for head in await kept.tables(person=me)}
    for table in reversed(way):
        own = await tables.actor(table) if table in mine else None
        if own is not None and own.sits(me):
            return last, own
    return last, actor


async def _together(request: Request, actor: TableActor, me: str) -> dict[str, Any]:
    """The matches of exactly the people of ``actor``: who won how many, and the last of them.

    Nothing for who does not sit there: it is theirs alone.
    """
    chairs = [chair for chair in actor.table.chairs if chair.kind == "person" and chair.person]
    people = {chair.person: seat_title(chair) for chair in chairs}
    if me not in people or len(people) == 1:
        return {"standings": [], "matches": []}
    kept = requests.journal(request)
    heads = await kept.tables(person=me)
    same = {head.id for head in heads if {s.person for s in head.seats if s.person} == set(people)}
    happened = await kept.events_of(me, KINDS)
    found: dict[str, list[Result]] = {person: [] for person in people}
    deals = dict.fromkeys(people, 0)
    for table in same & set(happened):
        events = happened[table]
        game = games().get(getattr(events[0], "game", ""))
        if game is None:
            continue
        for person in people:
            result = result_of(table, game, events, person)
            found[person] += [result] if result is not None else []
            deals[person] += deals_won(events, person)
    standings: list[dict[str, Any]] = [
        {
            "name": name,
            "you": person == me,
            "matches": sum(result.outcome == "won" for result in found[person]),
            "deals": deals[person],
        }
        for person, name in people.items()
    ]
    mine = sorted(found[me], key=lambda result: -result.ended)
    finished = [result for result in mine if result.finished]
    return {
        "standings": sorted(standings, key=lambda one: (-one["matches"], -one["deals"])),
        "played": len(finished),
        "most": max([one["matches"] for one in standings] + [1]),
        "matches": [result_line(result) for result in finished[:_MOST_LISTED]],
    }
