"""A visitor's own results, read from the journal, and the same in words."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import Any

from babel.dates import format_timedelta

from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language, ngettext
from ludoteca.core.player_names import first_name
from ludoteca.core.registry import games
from ludoteca.core.shuffles.look import looking
from ludoteca.table import results
from ludoteca.table.events import A_DAY, Event
from ludoteca.table.results import Result
from ludoteca.table.scene import scene_of, seat_title
from ludoteca.table.state import TableState
from ludoteca.web.journal import HeadSeat, Journal
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.scores import points_text
from ludoteca.web.kit.seats import names_words
from ludoteca.web.pages.templating import time_text


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


async def going_on(
    journal: Journal, person: str, found: Iterable[Result], *, told: int = 0
) -> list[dict[str, Any]]:
    """The unfinished ones of ``found`` in words, those first that wait for the person.

    The lines of tables with other people, and the first ``told`` of all, say for whom a table waits
    (``turn``) and how long (``since``), and those how the match stands now.
    """
    lines = []
    for n, result in enumerate(found):
        line = result_line(result)
        if n < told or any(not other.machine for other in result.others):
            events = await journal.events(result.table)
            line |= await asyncio.to_thread(_now, result, events, person, whole=n < told)
        lines.append(line)
    own = ("", _("Your turn"), _("Ready?"), _("Next round"), _("Next deal"))
    return sorted(lines, key=lambda line: line["turn"] not in own)


def _now(
    result: Result, events: Sequence[tuple[int, Event]], person: str, *, whole: bool
) -> dict[str, Any]:
    """The words of a line of the table as it is; where ``whole``, with the score and the deal."""
    table = TableState.of_events(result.table, events)
    told: dict[str, Any] = {**_turn(table, person)}
    own = next((chair.seat for chair in table.chairs if chair.person == person), None)
    if whole and own is not None and table.current is not None:
        scene = scene_of(table, own, frozenset(), time.time(), None, "", log_too=False)
        with looking(scene.look):
            points = list(face_of(table.game).side_points(scene))
        if points:
            sides = table.game.teams(table.options)
            first = next(number for number, side in enumerate(sides) if own in side)
            told["sides"] = _sides(result, [points.pop(first), *points], of_match=False)
        told["length"] = deal_name(table.game, scene.deal)
    return told


def _sides(result: Result, points: Sequence[float], *, of_match: bool) -> list[dict[str, Any]]:
    """The sides of a result, the person's own first: names, points, and whether they won.

    ``points`` are those ``of_match`` or of a deal, () where there are none to tell.
    """
    game, found = games()[result.game], []
    in_words = game.hook(rooms.points_words) or (lambda told, _of_match: points_text(told))
    best = max(result.points) if result.outcome in ("won", "lost") else None
    for number, held in enumerate(result.points):
        there = [other for other in result.others if other.side == number]
        seats = [HeadSeat("a person" if o.person else "", o.name, o.machine) for o in there]
        names = [] if number else [_("You")]
        names += [seats_words([seat], game) for seat in seats]
        found.append(
            {
                "names": names_words(names),
                "points": in_words(points[number], of_match) if points else "",
                "won": len(result.points) > 1 and held == best,
            }
        )
    return found


def _turn(table: TableState, person: str) -> dict[str, str]:
    turn = table.turn()
    if table.phase == "waiting":
        return {"turn": _("Waiting for players"), "since": ""}
    if table.phase == "preparing" and table.may_deal():
        return {"turn": _("The game is being set up"), "since": ""}
    if turn is None:
        waited_for = [c for c in table.chairs if c.kind == "person" and not c.ready]
    else:
        waited_for = [chair for chair in table.chairs if chair.seat == turn.seat]
    if not waited_for:
        return {}
    names = ", ".join(map(seat_title, waited_for))
    own = any(chair.person == person for chair in waited_for)
    to_go_on = own and table.phase == "dealt out"  # by the button of that name
    asked = _("Ready?") if table.phase == "preparing" else _("Your turn")
    if to_go_on:
        asked = _("Next round") if table.game.has_rounds else _("Next deal")
    passed = max(60, round(time.time() - table.turned_at))
    if table.unhurried and passed < A_DAY:
        left = format_timedelta(int(A_DAY) - passed, threshold=1, locale=language())
        since = _("{time} left").format(time=left)
    else:
        waited = format_timedelta(passed, threshold=1, locale=language())
        since = _("waiting for {time}") if to_go_on else _("for {time}")
        since = since.format(time=waited)
    return {
        "turn": asked if own else _("Waiting for {names}").format(names=names),
        "since": since,
    }


def result_line(result: Result) -> dict[str, Any]:
    """A result in words, in the language in use.

    ``tag`` is how it ended, ``kind`` its class in the style sheet; ``sides`` are those of
    :func:`_sides`, none for who plays alone. ``replay`` is the address and the name of the last
    finished deal where a match goes on after it.
    """
    game = games()[result.game]
    info = game.info
    over = bool(result.outcome) and result.deals > 0
    told = result.points if result.finished or any(result.points) else ()
    return {
        "address": f"/tables/{result.table}" + ("/replay?part=" if over else ""),
        "title": _(info.title),
        "of_day": bool(result.day),
        "sides": _sides(result, told, of_match=not result.day) if result.others else [],
        "length": _length(result),
        "day": time.strftime("%Y-%m-%d", time.localtime(result.ended)),
        "turn": "",
        "since": "",
        "replay": _last_replay(result, game) if result.deals and not over else (),
        "kind": result.outcome or "going-on",
        "tag": {
            "": _("continue"),
            "won": _("won"),
            "drawn": _("drawn"),
            "lost": _("lost"),
            "left": _("given up"),
        }[result.outcome],
    }


def _last_replay(result: Result, game: Game) -> tuple[str, str]:
    """The address of the replay of the last finished deal, and the name of that deal."""
    address = f"/tables/{result.table}/replay?deal={result.deals}"
    return address, deal_name(game, result.deals)


def deal_name(game: Game, number: int) -> str:
    """A deal of a game by its number."""
    return (_("Round {n}") if game.has_rounds else _("Deal {n}")).format(n=number)


def _length(result: Result) -> str:
    minutes = max(1, round((result.ended - result.began) / 60))
    if not result.deals or minutes >= 24 * 60:  # not played in one go
        return ""
    deals = ngettext("{n} deal", "{n} deals", result.deals).format(n=result.deals)
    return f"{deals}, {time_text(minutes)}"


def seats_words(seats: Iterable[HeadSeat], game: Game | None) -> str:
    """The seats of a table in words: the names of people and machines, and "open seat"."""
    names: list[str] = []
    for seat in seats:
        if seat.machine and not seat.person:
            # Summaries that an older version wrote have no names of machines.
            kept = seat.name or (first_name(game.info, seat.machine, names) if game else "")
            names.append(kept or _("machine"))
        elif not seat.person:
            names.append(_("open seat"))
        else:
            names.append(seat.name or _("somebody"))
    return ", ".join(names)


def machine_met(result: Result) -> str:
    """The one machine that all opponents of a result were; "" where there is no such one."""
    specs = {other.machine for other in result.others if other.score is not None}
    return specs.pop() if len(specs) == 1 else ""


def won_from(found: Iterable[Result], game: str) -> dict[str, tuple[int, int]]:
    """Finished matches of ``game`` against one machine alone: how many of how many were won."""
    met: dict[str, tuple[int, int]] = {}
    for result in found:
        machine = machine_met(result)
        if result.game == game and result.finished and machine:
            won, played = met.get(machine, (0, 0))
            met[machine] = (won + (result.outcome == "won"), played + 1)
    return met
