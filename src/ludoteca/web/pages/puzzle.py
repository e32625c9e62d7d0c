"""The puzzle of the day: a position in which the best move is proved, the same for everybody.

Puzzles lie in the folders of the games (:mod:`ludoteca.players.advice.puzzles`). The journal keeps
which days a person tried, and whether the first try was right. Those of the last days are also
pages that have their answers in them, hidden: they work without a connection, and count nowhere.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain, count, pairwise, zip_longest
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core import rooms
from ludoteca.core.i18n import _, ngettext, number_text
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games
from ludoteca.core.view import SeatView
from ludoteca.players.advice.puzzles import Puzzle, puzzles_of
from ludoteca.players.advice.values import proof_assumption, unit
from ludoteca.players.advice.verdicts import reason_of
from ludoteca.players.turns import Turn, turn_words
from ludoteca.table.replay import Replay
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.html import el
from ludoteca.web.kit.seats import seat_name
from ludoteca.web.pages import requests
from ludoteca.web.pages.daily.calendar import (
    Mark,
    calendar,
    days_shown,
    in_a_row,
    last_week,
    longest_row,
    squares,
    weekdays,
)
from ludoteca.web.pages.daily.days import today
from ludoteca.web.pages.forms import first_upper, whole_number
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import date_text, page
from ludoteca.web.table import Renderer

_LEAST_CHOICES = 3  #: of two, a guess is right half the time
_PAST = 15  #: past days whose puzzles work without a connection

log = logging.getLogger("ludoteca.web")

router = APIRouter()


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of all games that are no teaching games, the games in turn.

    Those of few choices are left out.
    """
    every: list[list[Puzzle]] = []
    for game in games().values():
        try:
            found = [] if game.example else puzzles_of(game)
            every.append([one for one in found if len(one.values) >= _LEAST_CHOICES])
        except Exception:  # the file may be anybody's
            log.warning("the puzzles of %s cannot be read", game.name, exc_info=True)
    return tuple(puzzle for puzzle in chain(*zip_longest(*every)) if puzzle is not None)


class DrawnPuzzle:
    """A puzzle ready to be drawn.

    Attributes
    ----------
    view : of the seat to move
    turns : the moves of each choice, by its moves in notation
    choices : the same texts in the order of the moves, which tells nothing of their worth
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.replay = Replay("", puzzle.record)
        self.view: SeatView = self.replay.seen(self.replay.last)
        self.turns = {text: _moves(self.view, text) for text in puzzle.values}
        self.choices = sorted(self.turns, key=self.turns.__getitem__)

    def drawn(self, *, open_to_choice: bool) -> Markup:
        """The table as the seat to move sees it; ``open_to_choice`` with its moves to press."""
        scene = self.replay.scene(self.replay.last, self.view.seat)
        if open_to_choice:
            scene = replace(scene, view=replace(self.view, past=None))
        return Renderer().draw(scene, Markup())

    def numbers(self) -> dict[str, int]:
        """The number of each choice by its moves in ascending order, as the page finds them."""
        return {
            " ".join(map(str, sorted(self.turns[text]))): number
            for number, text in enumerate(self.choices)
        }

    def shown(self, text: str) -> Markup:
        """A choice as cards or pawns."""
        scene = self.replay.scene(self.replay.last, self.view.seat)
        return face_of(self.replay.game).move(self.view, self.turns[text], scene)

    def reason(self, text: str) -> str:
        """A sentence or two on why a choice is worth what it is, in the language in use."""
        game, turn = self.replay.game, self.turns[text]
        own = game.hook(rooms.proof_words)
        if own is not None:
            return own(self.view, turn)
        reason = reason_of(self.view, turn)
        told = [f"{first_upper(reason)}."] if reason else []
        if text in self.puzzle.answers:
            state = GameRecord.parse(self.puzzle.record).replay()
            for move in turn:
                state.apply(move)
            seen = state.view(state.current_player())
            answer = turn_words(seen, _moves(seen, self.puzzle.answers[text]))
            words = _("The best answer of {name}: {answer}.")
            told.append(words.format(name=self.rival, answer=answer))
        return " ".join(told)

    @property
    def rival(self) -> str:
        """The name of the other player."""
        scene = self.replay.scene(self.replay.last, self.view.seat)
        return seat_name(scene.seats[1 - self.view.seat])


def position_of(day: date) -> DrawnPuzzle:
    """The puzzle of a day; raises 404 where there are none."""
    return _position(_number_of(day))


@lru_cache(maxsize=32)
def _position(number: int) -> DrawnPuzzle:
    return DrawnPuzzle(all_puzzles()[number])


def _number_of(day: date) -> int:
    every = all_puzzles()
    if not every:
        raise HTTPException(404)
    return day.toordinal() % len(every)


def _moves(view: SeatView, text: str) -> Turn:
    """The moves that ``text`` names in notation, one after the other."""
    moves = []
    for word in text.split(" "):
        moves.append(next(move for move in view.legal if view.action_text(move) == word))
        view = view.after((moves[-1],))
    return tuple(moves)


# -- what was solved ------------------------------------------------------------------------------


async def solved_days(request: Request) -> dict[str, bool]:
    """The days whose puzzle the visitor tried, and whether the first try was right."""
    return await requests.journal(request).tried(requests.person(request))


async def _of_all(request: Request, day: str) -> str:
    """A sentence with the number of those who solved a day's puzzle, the visitor among them."""
    solved, tried = await requests.journal(request).solvers(day)
    if tried == 1:
        return _("Nobody else has tried it yet.")
    return ngettext(
        "{solved} of {n} person solved it.", "{solved} of {n} people solved it.", tried
    ).format(solved=solved, n=tried)


# -- pages ----------------------------------------------------------------------------------------


@router.get("/puzzle")
async def of_today(request: Request) -> Response:
    """The puzzle of today."""
    return RedirectResponse(f"/puzzle/{today()}", status_code=303)


@router.get("/puzzle/{day}")
async def show(request: Request, day: str) -> Response:
    """The puzzle of a day; once one has chosen, with the worth of every choice."""
    asked = whole_number(request.query_params.get("chosen", ""), -1)
    position = await asyncio.to_thread(position_of, _day(day))
    puzzle, choices = position.puzzle, position.choices
    chosen = choices[asked] if 0 <= asked < len(choices) else ""
    days = await solved_days(request)
    tried = days.get(str(day))
    if tried is not None and (chosen == puzzle.best) is not tried:  # what was chosen first counts
        chosen = puzzle.best if tried else ""
    is_over = chosen != "" or tried is not None
    shown = puzzle.values if is_over else choices
    lines = {text: _line(position, text, chosen) for text in shown}
    explained = (puzzle.best, chosen or puzzle.best) if is_over else ()
    told = {text: lines[text] for text in explained}
    verdict = _verdict(puzzle, chosen, _places(list(puzzle.values.values())))
    return page(
        request,
        "puzzle.html",
        day=day,
        about=position.replay.game,
        table=position.drawn(open_to_choice=not is_over),
        is_over=is_over,
        past=False,
        verdict=verdict or _("You have had your one try: not solved."),
        of_all="" if tried is None else await _of_all(request, day),
        lines=list(lines.values()),
        reasons=await asyncio.to_thread(_reasons, position, told),
        days=await puzzle_days(request),
        weekdays=weekdays(today()),
        sources=", ".join(dict.fromkeys(map(_title, all_puzzles()))),
        **_about(position),
    )


@router.get("/puzzles")
async def past(request: Request) -> Response:
    """The puzzles of the last days, which can be played without a connection."""
    titles = [(day, _title(all_puzzles()[_number_of(day)])) for day in past_days()]
    return page(request, "past_puzzles.html", days=[(str(day), title) for day, title in titles])


@router.get("/puzzles/{day}")
async def show_past(request: Request, day: str) -> Response:
    """The puzzle of a past day with the worth of every choice, hidden until one is made."""
    days = [str(each) for each in past_days()]
    if day not in days:
        raise HTTPException(404)
    position = await asyncio.to_thread(position_of, _day(day))
    lines = {text: _line(position, text) for text in position.puzzle.values}
    return page(
        request,
        "puzzle.html",
        day=day,
        about=position.replay.game,
        table=position.drawn(open_to_choice=True),
        is_over=False,
        past=True,
        following=days[(days.index(day) + 1) % len(days)],
        lines=list(lines.values()),
        reasons=await asyncio.to_thread(_reasons, position, lines),
        **_about(position),
    )


def past_days() -> list[date]:
    """The last days whose puzzles are over, the latest first; none has today's puzzle.

    Puzzles come again: of few, those that come soon are left out.
    """
    return [today() - timedelta(n) for n in range(1, min(_PAST, len(all_puzzles()) // 2) + 1)]


class _Line(NamedTuple):
    """A choice: its number, how it is drawn and called, its worth, and what is said of it."""

    number: int
    drawn: Markup
    words: str
    worth: str
    bar: Markup
    fraction: str
    tags: list[str]
    verdict: str


def _line(position: DrawnPuzzle, text: str, chosen: str = "") -> _Line:
    puzzle, values = position.puzzle, list(position.puzzle.values.values())
    places, worth = _places(values), puzzle.values[text]
    tags = [
        (puzzle.best, _("the best")),
        (chosen, _("your choice")),
        (puzzle.played, _("the machine's")),
    ]
    return _Line(
        position.choices.index(text),
        position.shown(text),
        first_upper(turn_words(position.view, position.turns[text])),
        _signed(worth, places),
        _bar(worth, values),
        str(worth) if places else "",
        [tag for moves, tag in tags if moves == text],
        _verdict(puzzle, text, places),
    )


def _reasons(position: DrawnPuzzle, lines: Mapping[str, _Line]) -> list[tuple[str, list[_Line]]]:
    """Each reason with the choices of which it tells."""
    told: dict[str, list[_Line]] = {}
    for text, line in lines.items():
        told.setdefault(position.reason(text), []).append(line)
    return list(told.items())


def _about(position: DrawnPuzzle) -> dict[str, Any]:
    """The context of a page that tells of all choices alike."""
    return {
        "numbers": json.dumps(position.numbers()),
        "unit": unit(position.view),
        "assumption": proof_assumption(position.replay.game),
        "rival": position.rival,
    }


def _places(values: Sequence[Fraction]) -> int:
    """Decimal places that tell the values and their differences: 0 where whole, else 2 or more."""
    if all(value.denominator == 1 for value in values):
        return 0
    pairs = list(pairwise(sorted(set(values))))
    return next(
        n for n in count(2) if all(round(a, n) != round(b, n) and round(b - a, n) for a, b in pairs)
    )


def _signed(worth: Fraction, places: int) -> str:
    """A worth with its sign, the minus as long as the plus.

    >>> _signed(Fraction(-5), 0), _signed(Fraction(1, 3), 2), _signed(Fraction(-1, 900), 2)
    ('−5', '+0.33', '+0.00')
    """
    return number_text(round(float(worth), places) + 0.0, f"+.{places}f")


def _bar(worth: Fraction, all_values: Sequence[Fraction]) -> Markup:
    """A bar that is empty for the least worth of all values, and full for the most."""
    low, high = min(all_values), max(all_values)
    width = 100 * float((worth - low) / (high - low)) if high > low else 100.0
    return el(
        "svg",
        el("rect", width=100, height=8, class_="whole"),
        el("rect", width=f"{width:.4g}", height=8, class_="filled"),
        class_="bar",
        viewBox="0 0 100 8",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _verdict(puzzle: Puzzle, chosen: str, places: int) -> str:
    """The verdict on the choice; "" where there is none yet."""
    if chosen in ("", puzzle.best):
        return chosen and _("Right!")
    less = number_text(float(puzzle.values[puzzle.best] - puzzle.values[chosen]), f".{places}f")
    return ngettext(
        "Not the best: your choice is worth {points} point less.",
        "Not the best: your choice is worth {points} points less.",
        1 if less == "1" else 2,
    ).format(points=less)


async def puzzle_days(request: Request) -> dict[str, Any]:
    """The puzzle of today and of the last weeks, as far as the visitor tried them.

    The title of its game is that of today. A row is of days whose puzzle was solved.
    """
    days, now = await solved_days(request), today()
    every = all_puzzles()
    titles = {day: _title(every[_number_of(date.fromisoformat(day))]) for day in days_shown(now)}
    marks, told = _marks(days), dict[str, tuple[Mark, str]]()
    for day, title in titles.items():
        mark, words = marks.get(day, ("missed", ""))
        told[day] = mark, ", ".join(filter(None, (title, words)))
    tried = days.get(now.isoformat())
    weeks = calendar(now, told, lambda day: f"/puzzle/{day}")
    return {
        "title": titles[now.isoformat()],
        "picture": face_of(games()[_game(every[_number_of(now)])]).picture(),
        "tried": tried,
        "of_all": "" if tried is None else await _of_all(request, now.isoformat()),
        "weeks": weeks,
        "week": last_week(weeks),
        "played": len(days),
        "solved": sum(days.values()),
        "row": in_a_row(days, now),
        "longest": longest_row(days),
        "share": "" if tried is None else _share(request, now, marks),
    }


def _marks(days: dict[str, bool]) -> dict[str, tuple[Mark, str]]:
    return {
        day: ("won", _("solved")) if right else ("lost", _("not solved"))
        for day, right in days.items()
    }


def _share(request: Request, now: date, marks: Mapping[str, tuple[Mark, str]]) -> str:
    """A line to send to friends, which does not tell the move; squares for the last days."""
    told = _("Puzzle of {day}: {result}.").format(
        day=date_text(now.isoformat()), result=marks[now.isoformat()][1]
    )
    return f"{told} {squares(now, marks)} {request.url_for('of_today')}"


def _game(puzzle: Puzzle) -> str:
    """The name of the game, by the first line of the record, which is not replayed for it."""
    return puzzle.record.removeprefix("game:").split(maxsplit=1)[0]


def _title(puzzle: Puzzle) -> str:
    return _(games()[_game(puzzle)].info.title)


@router.post("/puzzle/{day}")
async def choose(request: Request, day: str) -> Response:
    """Choose a move; the first choice of a day says whether it was solved."""
    position = await asyncio.to_thread(position_of, _day(day))
    asked = whole_number((await fields_of(request)).get("choice", ""), -1)
    choices = position.choices
    if not 0 <= asked < len(choices):
        raise HTTPException(422, _("Choose one of the moves."))
    if day not in await solved_days(request):
        solved = choices[asked] == position.puzzle.best
        await requests.keep_try(request, day, solved=solved)
    to = RedirectResponse(f"/puzzle/{day}?chosen={asked}", status_code=303)
    return requests.greet(request, to)


def _day(text: str) -> date:
    """The day of an address; raises 404 for none, and for one that is to come."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise HTTPException(404) from None
    if day > today() or day.isoformat() != text:
        raise HTTPException(404)
    return day
