"""The results of a person's tables: the list, the statistics, the rating against the machines.

All of it is worked out of the journal when it is asked for, and nothing of it is stored: who is
deleted there has no results.
"""

from __future__ import annotations

import asyncio
import csv
import io
import time
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ludoteca.arena.glicko import Rating
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.numbers import simulated_share
from ludoteca.core.player_names import first_name
from ludoteca.core.registry import games
from ludoteca.table import results
from ludoteca.table.events import Event
from ludoteca.table.results import Other, Result
from ludoteca.web.journal import HeadSeat, Journal
from ludoteca.web.kit.count import points_text
from ludoteca.web.kit.curve import Curve, curve
from ludoteca.web.pages.lobby import seats_words

_LEAST_DRAWN = 3  #: rated games from which there is a curve
_WON = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


async def own_results(journal: Journal, person: str) -> list[Result]:
    """The results of the tables of a person, the last one first."""
    happened = await journal.events_of(person, results.KINDS)
    return await asyncio.to_thread(_results, happened, person)


def _results(happened: dict[str, list[Event]], person: str) -> list[Result]:
    found = []
    for table, events in happened.items():
        game = games().get(getattr(events[0], "game", ""))
        result = None if game is None else results.result_of(table, game, events, person)
        found += [result] if result is not None else []
    return sorted(found, key=lambda result: (-result.ended, result.table))


# -- the list -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ResultLine:
    """A table in the list; ``tag`` is how it ended, ``kind`` its class in the style sheet."""

    address: str
    title: str
    others: str
    points: str
    length: str
    day: str
    kind: str
    tag: str


def result_line(result: Result) -> ResultLine:
    """A result in words, in the language in use."""
    info = games()[result.game].info
    over = bool(result.outcome) and result.deals > 0
    return ResultLine(
        address=f"/tables/{result.table}" + ("/replay" if over else ""),
        title=_(info.title),
        others=seats_words(map(_seat, result.others), games()[result.game]),
        points=" : ".join(points_text(p) for p in result.points)
        if result.others and (result.finished or any(result.points))
        else "",
        length=_length(result),
        day=time.strftime("%Y-%m-%d", time.localtime(result.ended)),
        kind=result.outcome or "going-on",
        tag={
            "": _("continue"),
            "won": _("won"),
            "drawn": _("drawn"),
            "lost": _("lost"),
            "left": _("given up"),
        }[result.outcome],
    )


def _seat(other: Other) -> HeadSeat:
    return HeadSeat("a person" if other.person else "", other.name, other.machine)


def _length(result: Result) -> str:
    minutes = max(1, round((result.ended - result.began) / 60))
    hours, rest = divmod(minutes, 60)
    if not result.deals or hours >= 24:  # not played in one go
        return ""
    taken = _("{n} min").format(n=rest)
    if hours:
        taken = _("{hours} h {minutes} min").format(hours=hours, minutes=rest)
    deals = ngettext("{n} deal", "{n} deals", result.deals).format(n=result.deals)
    return f"{deals}, {taken}"


# -- statistics ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class LevelStatistics:
    """Finished games of one game against one kind of opponents, in words."""

    title: str
    against: str
    played: int
    won: str
    share: str
    interval: str
    streak: int
    longest: int


def statistics(found: Sequence[Result]) -> list[LevelStatistics]:
    """The statistics by game and opponents, those played most first; a draw counts half."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in reversed(found):
        if result.finished:
            groups.setdefault((result.game, _against(result)), []).append(result)
    lines = [_level_statistics(*key, group) for key, group in groups.items()]
    return sorted(lines, key=lambda line: -line.played)


def _against(result: Result) -> str:
    """The opponents of a result in a few words."""
    specs = {other.machine for other in result.others if other.score is not None}
    if not specs:
        return _("alone")
    if "" in specs:
        return _("people")
    if len(specs) > 1:
        return _("several machines")
    return first_name(games()[result.game].info, specs.pop())


def _level_statistics(game: str, against: str, group: Sequence[Result]) -> LevelStatistics:
    share = simulated_share(sum(_WON[result.outcome] for result in group), len(group))
    streak = longest = 0
    for result in group:
        streak = streak + 1 if result.outcome == "won" else 0
        longest = max(longest, streak)
    won = sum(result.outcome == "won" for result in group)
    return LevelStatistics(
        title=_(games()[game].info.title),
        against=against,
        played=len(group),
        won=str(won),
        share=f"{100 * share.mean:.0f} %",
        interval=f"{100 * share.low:.0f}–{100 * share.high:.0f} %",
        streak=streak,
        longest=longest,
    )


# -- the rating ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class RatingHistory:
    """The ratings of a person in one game and of the machines met there.

    ``own`` has the person's rating after each rated game, the first game first.
    """

    game: str
    own: tuple[Rating, ...]
    machines: dict[str, Rating]


def ratings(found: Sequence[Result]) -> list[RatingHistory]:
    """Ratings by game, from finished games against machines alone that began with a shuffle.

    Everybody begins with the same rating, machines too: each game moves both sides, so that a
    level that was beaten often ends low. Each game is a period of its own.
    """
    histories: dict[str, tuple[list[Rating], dict[str, Rating]]] = {}
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
    return [RatingHistory(game, tuple(own), met) for game, (own, met) in histories.items()]


@dataclass(frozen=True)
class RatingLine:
    """A rating history in words and as a curve."""

    title: str
    points: str
    games: int
    machines: list[tuple[str, str]]
    picture: Markup | None


def rating_line(history: RatingHistory) -> RatingLine:
    """A rating history for the page, in the language in use."""
    info = games()[history.game].info
    own = [(float(n), rating.points) for n, rating in enumerate(history.own, 1)]
    halves = [rating.half_width for rating in history.own]
    words = _("Rating after each game, with its 95 % interval")
    drawn = curve({0: Curve(own, halves)}, words, level=Rating().points)
    best_first = sorted(history.machines.items(), key=lambda pair: -pair[1].points)
    return RatingLine(
        title=_(info.title),
        points=_rating_words(history.own[-1]),
        games=len(own),
        machines=[(first_name(info, name), _rating_words(rating)) for name, rating in best_first],
        picture=drawn if len(own) >= _LEAST_DRAWN else None,
    )


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
