"""The page of the day: what everybody plays alike today, how it went, and the promises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core.i18n import _, language, ngettext, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.player_names import rank_words
from ludoteca.table.replay import Replay
from ludoteca.web import security, tokens
from ludoteca.web.journal.heads import TableHead
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.scores import signed
from ludoteca.web.pages import preferences, requests
from ludoteca.web.pages.daily import days
from ludoteca.web.pages.daily.days import DAYS, SCORED, DayContest, in_a_row
from ludoteca.web.pages.daily.pictures import Row, histogram, result_picture
from ludoteca.web.pages.puzzle import all_puzzles
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import date_text, page

_MOST_SEARCHED = 400  #: days in a row that are counted
_MOST_COMPARED = 500  #: scores of others that are looked at

router = APIRouter()


@router.get("/day")
async def daily(request: Request) -> Response:
    """The deals of today, how they went for those who played them, and the last days."""
    now = days.today()
    day, tomorrow = now.isoformat(), (now + timedelta(1)).isoformat()
    found = [await _shown(request, contest, now) for contest in _contests()]
    kept = requests.journal(request)
    past = [(now - timedelta(n)).isoformat() for n in range(1, DAYS + 1)]
    named = {c.name(each): (c, each) for c in _contests() for each in (tomorrow, day, *past)}
    keys = await kept.day_keys(list(named))
    return page(
        request,
        "daily.html",
        day=day,
        hours=24 - datetime.now(UTC).hour,
        puzzle=bool(all_puzzles()),
        contests=found,
        promises=[
            (
                each,
                _(contest.game.info.title),
                contest.seal(each, keys[name]).commitment,
                keys[name] if each in past else "",
            )
            for name, (contest, each) in named.items()
        ],
    )


def _contests() -> tuple[DayContest, ...]:
    found = days.contests()
    if not found:
        raise HTTPException(404)
    return found


def _days_to(now: date) -> Iterable[str]:
    return ((now - timedelta(n)).isoformat() for n in range(_MOST_SEARCHED))


async def _shown(request: Request, contest: DayContest, now: date) -> dict[str, Any]:
    """The context of one contest: one's own score, those of the others, the last days."""
    person, kept, day = requests.person(request), requests.journal(request), now.isoformat()
    heads = await kept.tables(person=person)
    own = {head.id for head in heads if head.over}
    tables = {past: tokens.day_table_id(contest.name(past), person) for past in _days_to(now)}
    done = {past: True for past, table in tables.items() if table in own}
    prefix = tokens.day_prefix(contest.name(day))
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC).timestamp()
    listed = [(now - timedelta(n)).isoformat() for n in range(1, DAYS + 1)]
    keys = await kept.day_keys([contest.name(each) for each in (day, *listed)])
    scores: dict[str, float] = {}
    if contest.machine and day in done:
        # Before one's own try the scores of others would tell how good the cards are.
        scores = days.scores_of(await kept.endings(prefix, SCORED, _MOST_COMPARED))
    mine = scores.get(tables[day])
    before: dict[str, float] = {}
    for past in listed:
        if contest.machine and past in done:
            before |= days.scores_of(await kept.endings(tables[past], SCORED, 1))
    outcomes = (
        {}
        if contest.machine
        else {
            each: _outcome(contest, each, keys[contest.name(each)], language())
            for each in (day, *listed)
        }
    )
    rows = [
        (_span(*ends), n, mine is not None and ends[0] <= mine <= ends[1])
        for *ends, n in days.spread(scores.values())
    ]
    return {
        "title": _(contest.game.info.title),
        "picture": face_of(contest.game).picture(),
        "game": contest.game.name,
        "patience": not contest.machine,
        "done": day in done,
        "begun": any(head.id == tables[day] for head in heads),
        "outcome": outcomes.get(day, "") if day in done else "",
        "others": rank_words(contest.game.info, contest.machine) if contest.machine else "",
        "score": None if mine is None else _points(mine),
        "than": None if mine is None else _than(mine, list(scores.values())),
        "rows": rows,
        "alone": len(scores) == 1,
        "histogram": histogram(rows, _in_words(rows)) if len(rows) > 1 else _in_words(rows),
        "known": [] if mine is None else _known(contest.name(day), heads, person, scores),
        "people": await kept.finished(prefix, midnight),
        "row": in_a_row(done, now),
        "lines": [
            (
                contest.name(past),
                past,
                _points(before[tables[past]]) if tables[past] in before else outcomes.get(past, ""),
                past in done,
            )
            for past in listed
        ],
        "share": "" if mine is None else _share(request, contest, day, mine, scores.values()),
    }


def _known(
    name: str, heads: Sequence[TableHead], person: str, scores: Mapping[str, float]
) -> list[tuple[str, str, bool]]:
    """The scores of those whom the visitor has played with, by name, best first, and their own."""
    names = {
        tokens.day_table_id(name, seat.person): seat.name
        for head in reversed(heads)  # the name that each had last
        for seat in head.seats
        if seat.person and seat.name
    }
    own = tokens.day_table_id(name, person)
    names[own] = _("You")
    found = sorted((table for table in names if table in scores), key=lambda t: -scores[t])
    told = [(names[table], signed(int(scores[table])), table == own) for table in found]
    return told if len(told) > 1 else []


def _points(score: float) -> str:
    return _("{points} points").format(points=signed(int(score)))


def _in_words(rows: Iterable[Row]) -> str:
    """The bars in words, for who does not see them."""
    told = [
        ngettext("{points} points: {n} person", "{points} points: {n} people", n).format(
            points=points, n=n
        )
        for points, n, _mine in rows
    ]
    return "; ".join(told)


def _span(low: float, high: float) -> str:
    """The scores of a row: ``+3``, ``+3 … +7``."""
    return signed(int(low)) if low == high else f"{signed(int(low))} … {signed(int(high))}"


def _than(mine: float, scores: list[float]) -> str:
    """The number of others who had fewer points, in a sentence; "" for none."""
    others, worse = len(scores) - 1, sum(score < mine for score in scores)
    if not worse:
        return ""
    return ngettext(
        "Better than {worse} of {n} other person.",
        "Better than {worse} of {n} other people.",
        others,
    ).format(worse=worse, n=others)


def _share(
    request: Request, contest: DayContest, day: str, mine: float, scores: Iterable[float]
) -> str:
    """A line to send to friends, which tells nothing of the cards."""
    told = _("{game}, deal of {day}: {points} points.").format(
        game=_(contest.game.info.title), day=date_text(day), points=signed(int(mine))
    )
    parts = [told, _than(mine, list(scores)), str(request.url_for("daily"))]
    return " ".join(part for part in parts if part)


@router.post("/day")
async def turn(request: Request) -> Response:
    """Sit down to a deal of today, or go back to it; without a game to the patience."""
    named = (await fields_of(request)).get("game", "")
    found = [c for c in _contests() if (c.game.name == named if named else not c.machine)]
    if not found:
        raise HTTPException(404)
    wanted = found[0].wanted(days.today().isoformat())
    person, address = requests.person(request), security.address_of(request.scope)
    table = await requests.tables(request).open_day(wanted, person, address)
    return requests.greet(request, RedirectResponse(f"/tables/{table}", status_code=303))


@router.get("/day/picture/{name}.svg")
async def picture(request: Request, name: str) -> Response:
    """The visitor's own result of today as a picture, without a card."""
    now = days.today()
    found = [c for c in _contests() if c.game.name == name and c.machine]
    with speaking(preferences.language_of(request)):
        shown = await _shown(request, found[0], now) if found else {}
        if shown.get("score") is None:
            raise HTTPException(404)
        day = _("Deal of {day}").format(day=date_text(now.isoformat()))
        rows = shown["rows"] if len(shown["rows"]) > 1 else []
        place = str(request.url_for("daily")).partition("://")[2]
        drawn = result_picture(shown["title"], day, shown["score"], shown["than"], rows, place)
    headers = {"Cache-Control": "no-store"}
    return Response(str(drawn), media_type="image/svg+xml", headers=headers)


@router.get("/day/{name}")
async def replay_day(request: Request, name: str) -> Response:
    """The deal of a past day as a replay, with the key of its shuffle.

    With decisions it is as the visitor played it; as it was dealt where they did not.
    """
    past = set(_days_to(days.today() - timedelta(1)))
    found = [c for c in _contests() if name[:10] in past and c.name(name[:10]) == name]
    if not found:
        raise HTTPException(404)
    keys = await requests.journal(request).day_keys([name])
    record = days.record_of(found[0], name[:10], keys[name])
    own = await requests.tables(request).actor(tokens.day_table_id(name, requests.person(request)))
    if own is not None and own.table.phase == "over":
        record = replace(own.table.record(None), seal=found[0].seal(name[:10], keys[name]))
    named = await requests.kept_record(request, record.to_text())
    return RedirectResponse(f"/records/{named}", status_code=303)


@lru_cache(maxsize=256)
def _outcome(contest: DayContest, day: str, key: str, _language: str) -> str:
    """The verdict of the game's face on the patience of a day, in the language in use."""
    replay = Replay("", days.record_of(contest, day, key).to_text())
    scene = replay.scene(replay.last, SPECTATOR)
    return face_of(contest.game).result(scene).striptags()
