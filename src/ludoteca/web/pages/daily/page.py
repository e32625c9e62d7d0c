"""The page of the day: what everybody plays alike today, how it went, and the promises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language, ngettext, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.player_names import name_and_level, rank_words
from ludoteca.table.events import Closed, Event
from ludoteca.table.replay import Replay
from ludoteca.table.results import KINDS, played_with
from ludoteca.web import security, tokens
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.scores import points_text, signed
from ludoteca.web.pages import preferences, requests
from ludoteca.web.pages.daily import days
from ludoteca.web.pages.daily.calendar import (
    Mark,
    calendar,
    in_a_row,
    last_week,
    longest_row,
    squares,
    weekdays,
)
from ludoteca.web.pages.daily.days import DAYS, SCORED, DayContest
from ludoteca.web.pages.daily.machine_deal import machine_score
from ludoteca.web.pages.daily.pictures import Row, histogram, result_picture
from ludoteca.web.pages.puzzle import all_puzzles, puzzle_days
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import date_text, page, time_text

_MOST_SEARCHED = 400  #: days in a row that are counted
_MOST_COMPARED = 500  #: scores of others that are looked at

router = APIRouter()


@router.get("/day")
async def daily(request: Request) -> Response:
    """The deals of today, how they went for those who played them, and the last days."""
    now = days.today()
    day, tomorrow = now.isoformat(), (now + timedelta(1)).isoformat()
    own = await own_days(request)
    found = [await _shown(request, contest, own) for contest in contests_here()]
    kept = requests.journal(request)
    past = [(now - timedelta(n)).isoformat() for n in range(1, DAYS + 1)]
    named = {c.name(each): (c, each) for c in contests_here() for each in (tomorrow, day, *past)}
    keys = await kept.day_keys(list(named))
    return page(
        request,
        "daily.html",
        day=day,
        left=time_text(days.minutes_left()),
        puzzle=await puzzle_days(request) if all_puzzles() else None,
        weekdays=weekdays(now),
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


def contests_here() -> tuple[DayContest, ...]:
    """The contests of a day; raises 404 where no game has any."""
    found = days.contests()
    if not found:
        raise HTTPException(404)
    return found


def days_to(now: date) -> Iterable[str]:
    """The days that are looked at, the last one first."""
    return ((now - timedelta(n)).isoformat() for n in range(_MOST_SEARCHED))


@dataclass(frozen=True)
class OwnDays:
    """The deals of all days up to ``now`` that a visitor has played.

    Attributes
    ----------
    happened : the events of all their tables that tell results
    scores : their points at each table where they played a deal to its end
    """

    person: str
    now: date
    happened: Mapping[str, Sequence[Event]]
    scores: Mapping[str, float]

    def table(self, contest: DayContest, day: str) -> str:
        """The id of their table of a day."""
        return tokens.day_table_id(contest.name(day), self.person)

    def is_begun(self, contest: DayContest, day: str) -> bool:
        """True where they have sat down to the deal of a day."""
        return self.table(contest, day) in self.happened

    def done(self, contest: DayContest) -> dict[str, float | None]:
        """The days whose deal is over, the last first, and the points; None where they left."""
        tables = {day: self.table(contest, day) for day in days_to(self.now)}
        over = {
            table
            for table in self.happened.keys() & tables.values()
            if any(isinstance(event, Closed) and event.over for event in self.happened[table])
        }
        return {day: self.scores.get(table) for day, table in tables.items() if table in over}

    def marks(self, contest: DayContest) -> dict[str, tuple[Mark, str]]:
        """The same as the calendar shows it."""
        return {day: _mark(contest, score) for day, score in self.done(contest).items()}

    def friends(self) -> dict[str, str]:
        """Those whom they have played with, by their id: the names."""
        return played_with(self.happened.values(), self.person)


async def own_days(request: Request) -> OwnDays:
    """The days of the visitor."""
    person = requests.person(request)
    happened = await requests.journal(request).events_of(person, KINDS)
    return OwnDays(person, days.today(), happened, days.scores_of(happened))


def _mark(contest: DayContest, score: float | None) -> tuple[Mark, str]:
    if score is None:
        return "done", _("played")
    mark: Mark = "won" if score > 0 else "lost" if score < 0 or not contest.machine else "done"
    if contest.machine:
        return mark, points_words(contest.game, score)
    return mark, _("it came out") if score > 0 else _("it did not come out")


def row_figures(done: Iterable[str], now: date) -> dict[str, int]:
    """The days that somebody has played, those in a row now, and the most in a row."""
    played = dict.fromkeys(done, True)
    return {
        "played": len(played),
        "row": in_a_row(played, now),
        "longest": longest_row(played),
    }


async def scores_of_all(request: Request, contest: DayContest, day: str) -> dict[str, float]:
    """The points of all who played a deal to its end, by table."""
    prefix = tokens.day_prefix(contest.name(day))
    return days.scores_of(await requests.journal(request).endings(prefix, SCORED, _MOST_COMPARED))


async def _shown(request: Request, contest: DayContest, own: OwnDays) -> dict[str, Any]:
    """The context of one contest: one's own score, those of the others, the last days."""
    kept, now, day = requests.journal(request), own.now, own.now.isoformat()
    done, name, table = own.done(contest), contest.name(day), own.table(contest, day)
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC).timestamp()
    scores: dict[str, float] = {}
    if contest.machine and day in done:
        # Before one's own try the scores of others would tell how good the cards are.
        scores = await scores_of_all(request, contest, day)
    mine, outcome = scores.get(table), ""
    if not contest.machine and day in done:
        keys = await kept.day_keys([name])
        outcome = _outcome(contest, day, keys[name], language())
    rows = [
        (_span(*ends), n, mine is not None and ends[0] <= mine <= ends[1])
        for *ends, n in days.spread(scores.values())
    ]
    marks = own.marks(contest)

    def address(each: str) -> str:
        if contest.machine and each in done:
            return f"/day/{contest.name(each)}/result"
        return "" if each == day else f"/day/{contest.name(each)}"

    weeks = calendar(now, marks, address)
    return {
        "title": _(contest.game.info.title),
        "picture": face_of(contest.game).picture(),
        "game": contest.game.name,
        "name": name,
        "table": table,
        "patience": not contest.machine,
        "done": day in done,
        "begun": own.is_begun(contest, day),
        "outcome": outcome,
        "others": rank_words(contest.game.info, contest.machine) if contest.machine else "",
        "score": None if mine is None else points_words(contest.game, mine),
        "than": None if mine is None else than_words(mine, scores),
        "machine": "" if mine is None else await machine_words(request, contest, day),
        "rows": rows,
        "alone": len(scores) == 1,
        "histogram": histogram(rows, _in_words(rows)) if len(rows) > 1 else _in_words(rows),
        "known": [] if mine is None else known(contest, day, own, scores),
        "people": await kept.finished(tokens.day_prefix(name), midnight),
        "weeks": weeks,
        "week": last_week(weeks),
        **row_figures(done, now),
        "share": "" if mine is None else _share(request, contest, mine, scores, own),
    }


def known(
    contest: DayContest, day: str, own: OwnDays, scores: Mapping[str, float]
) -> list[tuple[str, str, bool]]:
    """The scores of those whom the visitor has played with, by name, best first, and their own."""
    names = names_here(contest, day, own)
    table = own.table(contest, day)
    found = sorted((each for each in names if each in scores), key=lambda each: -scores[each])
    told = [(names[each], signed(int(scores[each])), each == table) for each in found]
    return told if len(told) > 1 else []


def names_here(contest: DayContest, day: str, own: OwnDays) -> dict[str, str]:
    """The tables of a day whose names the visitor may know: their own, and those of friends."""
    name = contest.name(day)
    tables = {tokens.day_table_id(name, each): called for each, called in own.friends().items()}
    return {**tables, own.table(contest, day): _("You")}


def points_words(game: Game, score: float) -> str:
    """Points of a deal with their sign, in the unit of the game."""
    n = abs(int(score))
    in_unit = game.hook(rooms.points_words)
    told = ngettext("{n} point", "{n} points", n).format(n=points_text(n))
    sign = signed(int(score))[0] if n else ""
    return sign + (in_unit(n, False) if in_unit else told)


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


def than_words(mine: float, scores: Mapping[str, float]) -> str:
    """The number of others who had fewer points, in a sentence; "" for none."""
    others, worse = len(scores) - 1, sum(score < mine for score in scores.values())
    if not worse:
        return ""
    if worse == others:
        told = ngettext("Better than the one other person.", "Better than all {n} others.", others)
        return told.format(n=others)
    return ngettext(
        "Better than {worse} of {n} other person.",
        "Better than {worse} of {n} other people.",
        others,
    ).format(worse=worse, n=others)


async def machine_words(request: Request, contest: DayContest, day: str) -> str:
    """The points of a machine in the visitor's seat, who has played the deal; "" for none yet."""
    score = await machine_score(request, contest, day)
    if score is None:
        return ""
    return _("{name} with your cards: {points}.").format(
        name=name_and_level(contest.game.info, contest.machine),
        points=points_words(contest.game, score),
    )


def _share(
    request: Request, contest: DayContest, mine: float, scores: Mapping[str, float], own: OwnDays
) -> str:
    """A line to send to friends, which tells nothing of the cards; squares for the last days."""
    day, marks = own.now.isoformat(), own.marks(contest)
    told = _("{game}, deal of {day}: {points}.").format(
        game=_(contest.game.info.title),
        day=date_text(day),
        points=points_words(contest.game, mine),
    )
    week = squares(own.now, marks)
    parts = [told, than_words(mine, scores), week, str(request.url_for("daily"))]
    return " ".join(part for part in parts if part)


@router.post("/day")
async def turn(request: Request) -> Response:
    """Sit down to a deal of today, or go back to it; without a game to the patience."""
    named = (await fields_of(request)).get("game", "")
    found = [c for c in contests_here() if (c.game.name == named if named else not c.machine)]
    if not found:
        raise HTTPException(404)
    wanted = replace(found[0].wanted(days.today().isoformat()), name=preferences.name_of(request))
    person, address = requests.person(request), security.address_of(request.scope)
    table = await requests.tables(request).open_day(wanted, person, address)
    return requests.greet(request, RedirectResponse(f"/tables/{table}", status_code=303))


@router.get("/day/picture/{name}.svg")
async def picture(request: Request, name: str) -> Response:
    """The visitor's own result of today as a picture, without a card."""
    now = days.today()
    found = [c for c in contests_here() if c.game.name == name and c.machine]
    with speaking(preferences.language_of(request)):
        shown = await _shown(request, found[0], await own_days(request)) if found else {}
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
    past = set(days_to(days.today() - timedelta(1)))
    found = [c for c in contests_here() if name[:10] in past and c.name(name[:10]) == name]
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
