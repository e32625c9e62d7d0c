"""A visitor's own games: results, statistics, ratings, the download, and the deletion.

All of it is worked out of the journal when it is asked for, and nothing of it is stored: who is
deleted there has no results.
"""

from __future__ import annotations

import asyncio
import csv
import io
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from ludoteca.arena.glicko import Rating
from ludoteca.core.i18n import _, number_text
from ludoteca.core.numbers import simulated_share
from ludoteca.core.player_names import first_name
from ludoteca.core.registry import games
from ludoteca.table.results import Result
from ludoteca.web import security
from ludoteca.web.kit.curve import Axes, Curve, curve
from ludoteca.web.kit.html import el
from ludoteca.web.pages import jobs, preferences, puzzle, requests
from ludoteca.web.pages.daily.days import contests
from ludoteca.web.pages.daily.page import OwnDays, own_days, row_figures
from ludoteca.web.pages.forms import whole_number
from ludoteca.web.pages.own_results import going_on, machine_met, own_results, result_line
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.study.answer_store import BegunJobs
from ludoteca.web.pages.study.uploads import Uploads
from ludoteca.web.pages.templating import page

LINES = 12  #: tables of a page
KEPT = 10  #: of a page that a device keeps
_FEW = 3  #: unfinished ones that are not folded
_LOOKED_AT = 6  #: unfinished ones of which it is said whose turn it is, even against machines
BARS = 20  #: last matches of a game that are drawn
FORM = 10  #: last matches of which the outcome is shown in a row
_MANY = 4  #: tables from which they can be narrowed down to one game
_A_WEEK = 7 * 86400.0
_LEAST_TOLD = 5  #: matches from which a rating, or the interval of a share, says something
_WON = {"won": 1.0, "drawn": 0.5, "lost": 0.0}

router = APIRouter()


@router.get("/mine")
async def mine(request: Request) -> Response:
    """The visitor's tables, those touched last first, and what they add up to."""
    return await _show(request)


async def _show(request: Request, error: str = "", status: int = 200) -> Response:
    journal, me = requests.journal(request), requests.person(request)
    found = await own_results(journal, me)
    first = whole_number(request.query_params.get("from", ""), 0)
    shown = await asyncio.to_thread(_shown, found, request.query_params.get("game", ""), first)
    unfinished = [result for result in shown.pop("found") if not result.outcome]
    lines = await going_on(journal, me, unfinished, told=_LOOKED_AT)
    everyday = _every_day(await own_days(request), await puzzle.solved_days(request))
    return page(
        request,
        "mine.html",
        status=status,
        error=error,
        everyday=everyday,
        going_on=lines,
        few=_FEW,
        **shown,
    )


@router.get("/mine/kept")
async def kept(request: Request) -> Response:
    """The visitor's finished matches as a device keeps them, without what needs a connection."""
    found = await own_results(requests.journal(request), requests.person(request))
    ended = [result for result in found if result.finished]
    shown = await asyncio.to_thread(_shown, ended, "", 0)
    shown |= {"filters": [], "older": "", "rated_from": 0, "lines": shown["lines"][:KEPT]}
    today = date.today().isoformat()
    return page(request, "mine_kept.html", day=today, everyday=[], going_on=[], **shown)


def _every_day(own: OwnDays, tried: Mapping[str, bool]) -> list[tuple[str, str, str]]:
    """The contests of a day and its puzzle that the visitor has played: title, address, words."""
    row = _("in a row: {row}, longest {longest}")
    lines = []
    for contest in contests():
        figures = row_figures(own.done(contest), own.now)
        told = _("days played: {n}").format(n=figures["played"])
        if figures["played"]:
            title = _("{game}, deal of the day").format(game=_(contest.game.info.title))
            lines.append((title, "/day", f"{told}; {row.format(**figures)}"))
    if tried:
        figures = row_figures({day for day, right in tried.items() if right}, own.now)
        told = _("{solved} solved of {n}").format(solved=figures["played"], n=len(tried))
        lines.append((_("Puzzle of the day"), "/puzzle", f"{told}; {row.format(**figures)}"))
    return lines


def _shown(everything: list[Result], game: str, first: int) -> dict[str, Any]:
    """The context of the page: ``game`` is the one to show, "" for all, ``first`` its first line.

    Of a thousand games this takes a tenth of a second.
    """
    played = dict.fromkeys(result.game for result in everything)
    game = game if game in played else ""
    found = [result for result in everything if game in ("", result.game)]
    ended = [result for result in found if result.outcome]
    counted = [result for result in ended if result.finished and result.fresh]
    first = first if first < len(ended) else 0
    histories, met = ratings(found), statistics(counted)
    rated = {name: line for name, line in histories.items() if len(line[0]) >= _LEAST_TOLD}
    filters = [(_("All games"), "/mine", not game)]
    filters += [(_(games()[each].info.title), _address(each), each == game) for each in played]
    return {
        "found": found,
        "lines": [result_line(result) for result in ended[first : first + LINES]],
        "summary": summary(counted),
        "form": [result_line(result) for result in counted[:FORM]][::-1],
        "statistics": met,
        "opponents": _best_and_hardest(met),
        "by_game": [] if game or len(played) < 2 else _by_game(counted, rated),
        "ratings": [rating_line(game, *history) for game, history in rated.items()],
        "rated_from": _LEAST_TOLD if histories and not rated else 0,
        "filters": filters if len(played) > 1 and len(everything) >= _MANY else [],
        "newer": _address(game, max(0, first - LINES)) if first else "",
        "older": _address(game, first + LINES) if first + LINES < len(ended) else "",
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
    for store in (BegunJobs, Uploads):
        store.of(requests.settings(request)).forget(requests.person(request))
    response: Response = RedirectResponse("/", status_code=303)
    response.headers.append("set-cookie", security.person_cookie("", request.scope))
    response.delete_cookie(preferences.NAME_COOKIE, path="/")
    response.headers["Clear-Site-Data"] = '"storage"'  # promises of shuffles, and the pages kept
    return response


# -- statistics ---------------------------------------------------------------------------------


def statistics(found: Sequence[Result]) -> list[dict[str, Any]]:
    """Finished games by game and opponents, in words, those played most first.

    A draw counts half.
    """
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in reversed(found):
        if result.finished:
            groups.setdefault((result.game, _against(result)), []).append(result)
    lines = []
    for (game, against), group in groups.items():
        share = simulated_share(sum(_WON[result.outcome] for result in group), len(group))
        line = {
            "title": _(games()[game].info.title),
            "against": against,
            "people": _is_of_people(group[0]),
            "alone": not group[0].others,
            **summary(group[::-1]),
            "share": number_text(share.mean, ".0%"),
            "interval": f"{100 * share.low:.0f}–" + number_text(share.high, ".0%")
            if len(group) >= _LEAST_TOLD
            else "",
        }
        lines.append(line)
    return sorted(lines, key=lambda line: -line["played"])


def _best_and_hardest(met: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], str]]:
    """Of opponents met often enough, those with the most and the least won, and what they are."""
    often = sorted(
        (line for line in met if line["interval"] and not line["alone"]),
        key=lambda line: line["won"] / line["played"],
    )
    if len(often) < 2:
        return []
    return [(often[-1], _("You win most against")), (often[0], _("Hardest opponent"))]


def summary(found: Sequence[Result]) -> dict[str, Any]:
    """The figures of all finished matches, the last one first: played, won, in a row, of a week."""
    finished = [result for result in found if result.finished]
    streaks = [0]  # matches won in a row, after each
    for result in reversed(finished):
        streaks.append(streaks[-1] + 1 if result.outcome == "won" else 0)
    won = sum(result.outcome == "won" for result in finished)
    return {
        "played": len(finished),
        "won": won,
        "share": number_text(won / len(finished), ".0%") if finished else "",
        "streak": streaks[-1],
        "longest": max(streaks),
        "lately": sum(result.ended > time.time() - _A_WEEK for result in finished),
    }


def _by_game(finished: Sequence[Result], rated: Mapping[str, Ratings]) -> list[dict[str, Any]]:
    """Figures of each game, the last played first, with the rating where it has one."""
    return [
        {
            "title": _(games()[name].info.title),
            "address": _address(name),
            "rating": _rating_words(rated[name][0][-1]) if name in rated else "",
            "picture": _bars(own),
            **summary(own),
        }
        for name in dict.fromkeys(result.game for result in finished)
        for own in [[result for result in finished if result.game == name]]
    ]


def _bars(finished: Sequence[Result]) -> Markup:
    """The outcomes of the last matches, the first one on the left: up won, down lost."""
    last = finished[:BARS][::-1]
    outcomes = Counter(result.outcome for result in last)
    told = _("{won} won, {drawn} drawn, {lost} lost").format(
        won=outcomes["won"], drawn=outcomes["drawn"], lost=outcomes["lost"]
    )
    places = {"won": (0, 11), "drawn": (10, 4), "lost": (13, 11)}
    bars = []
    for n, result in enumerate(last):
        y, height = places[result.outcome]
        look = f"bar-{result.outcome}"
        bars.append(el("rect", x=8 * n, y=y, width=6, height=height, rx=1.5, class_=look))
    return el(
        "svg", bars, class_="own-bars", viewBox=f"0 0 {8 * BARS} 24", role="img", aria_label=told
    )


def _against(result: Result) -> str:
    """The opponents of a result in a few words."""
    specs = {other.machine for other in result.others if other.score is not None}
    if not specs:
        return _("alone")
    if _is_of_people(result):
        names = [o.name for o in result.others if o.score is not None and o.person and o.name]
        return ", ".join(names) or _("people")
    machine = machine_met(result)
    return first_name(games()[result.game].info, machine) if machine else _("several machines")


def _is_of_people(result: Result) -> bool:
    """True where an opponent was no machine."""
    return any(not other.machine for other in result.others if other.score is not None)


# -- the rating ---------------------------------------------------------------------------------


Ratings = tuple[list[Rating], dict[str, Rating]]
"""Those of a person after each rated game, the first game first, and of the machines met there."""


def ratings(found: Sequence[Result]) -> dict[str, Ratings]:
    """Ratings by game, from finished games against machines alone that began with a shuffle.

    Everybody begins with the same rating, machines too: each game moves both sides, so that a
    level that was beaten often ends low. Each game is a period of its own.
    """
    histories: dict[str, Ratings] = {}
    for result in reversed(found):
        met = [other for other in result.others if other.score is not None]
        if not (result.finished and result.fresh and met and all(o.machine for o in met)):
            continue
        own, machines = histories.setdefault(result.game, ([], {}))
        before = own[-1] if own else Rating()
        known = {other.machine: machines.get(other.machine, Rating()) for other in met}
        own.append(before.after([(known[o.machine], o.score or 0.0) for o in met]))
        for machine, rating in known.items():
            scores = [1 - (o.score or 0.0) for o in met if o.machine == machine]
            machines[machine] = rating.after([(before, score) for score in scores])
    return histories


def rating_line(game: str, own: Sequence[Rating], machines: Mapping[str, Rating]) -> dict[str, Any]:
    """The ratings of one game in words and as a curve, in the language in use."""
    info = games()[game].info
    points = [(float(n), rating.points) for n, rating in enumerate(own, 1)]
    words = _("Rating after each game, with its 95% interval")
    line = Curve(points, [rating.half_width for rating in own])
    best_first = sorted(machines.items(), key=lambda pair: -pair[1].points)
    met = [(first_name(info, name), _rating_words(rating)) for name, rating in best_first]
    return {
        "title": _(info.title),
        "points": _rating_words(own[-1]),
        "games": len(own),
        "machines": met,
        "picture": curve(
            {0: line}, words, level=Rating().points, axes=Axes(_("rating"), _("games"))
        ),
    }


def _rating_words(rating: Rating) -> str:
    return f"{rating.points:.0f} ± {rating.half_width:.0f}"


# -- to take along ------------------------------------------------------------------------------


def results_csv(found: Sequence[Result]) -> str:
    """The results as CSV, the last one first; times are UTC, machines are named by their ids."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("table", "game", "began", "ended", "deals", "outcome", "points", "others"))
    for result in found:
        times = (_utc(result.began), _utc(result.ended))
        points = " ".join(f"{p:g}" for p in result.points)
        others = " ".join(other.machine or other.name or "?" for other in result.others)
        row = (result.deals, result.outcome, points, others)
        rows.writerow((result.table, result.game, *times, *row))
    return text.getvalue()


def _utc(at: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
