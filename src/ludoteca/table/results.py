"""The result of a table for one person, from the few of its events that tell it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.match import deciding_points, parse_standing
from ludoteca.core.player_names import first_name, first_names
from ludoteca.table.events import Closed, Dealt, Event, Left, Opened, Removed, Seated

Outcome = Literal["", "won", "drawn", "lost", "left"]

KINDS: tuple[type[Event], ...] = (Opened, Seated, Left, Removed, Dealt, Closed)
"""The events that :func:`result_of` reads; of the others it needs none."""


@dataclass(frozen=True)
class Other:
    """Another seat: its name, and the spec of its machine; both "" for nobody yet.

    ``score`` is what the person won against it: 1, 0.5 or 0; None for a partner, and while the
    match lasts. ``side`` is the number of its side among the points of the result: 0 for a partner.
    """

    name: str = ""
    machine: str = ""
    person: bool = False
    score: float | None = None
    side: int = 1


@dataclass(frozen=True)
class Result:
    """A table as it went for one person.

    Attributes
    ----------
    began, ended : seconds since the epoch: the first deal, and the last event that is known
    deals : finished deals
    outcome : "" while the match lasts; "left" where the person gave the seat up
    points : the points that decide the match, the person's own side first
    others : the other seats, in their order
    fresh : the match began with a shuffle, not in a position from a record or a guided deal
    day : the day whose deal it was, with its game where it is no patience; "" for none
    """

    table: str
    game: str
    began: float
    ended: float
    deals: int
    outcome: Outcome
    points: tuple[float, ...]
    others: tuple[Other, ...]
    fresh: bool
    day: str = ""

    @property
    def finished(self) -> bool:
        """True where the person played the match to its end."""
        return self.outcome in ("won", "drawn", "lost")


def result_of(table: str, game: Game, events: Iterable[Event], person: str) -> Result | None:
    """The result of a table of ``game`` for ``person``, from its events of :data:`KINDS`, in order.

    None where the person never sat there. A patience is won where it gives points.
    """
    chairs: list[Other] = []
    seat, left, dealt, deals, began, ended = -1, False, False, 0, 0.0, 0.0
    opened, closed = None, None
    totals = np.zeros(0)
    for event in events:
        ended = event.at
        if isinstance(event, Opened):
            opened, began = event, event.at
            machines = [plan.machine for plan in event.plans]
            names = first_names(game.info, machines)
            chairs = [Other(*who) for who in zip(names, machines, strict=True)]
            totals = np.zeros(len(chairs))
        elif isinstance(event, Seated):
            chairs[event.seat] = Other(name=event.name, person=True)
            if event.person == person:
                seat, left = event.seat, False
        elif isinstance(event, Left):
            if not dealt:  # later the match is still against the person, whom a machine follows
                taken = [chair.name for n, chair in enumerate(chairs) if n != event.seat]
                name = first_name(game.info, event.machine, taken) if event.machine else ""
                chairs[event.seat] = Other(name, event.machine)
            left = left or (event.seat == seat and not (closed and closed.over))
        elif isinstance(event, Dealt):
            began = event.at if event.deal == 1 else began
            dealt = True
        elif isinstance(event, Closed):
            closed, deals = event, event.deal
            totals = totals + event.returns
    if opened is None or seat < 0:
        return None
    options = game.options(opened.options)
    sides = game.teams(options)
    own = next(number for number, side in enumerate(sides) if seat in side)
    standing = parse_standing(game, closed.standing if closed else "")
    told = totals[[side[0] for side in sides]]
    points = told if opened.day else deciding_points(game, options, totals, standing)
    if np.array_equal(points, 2 * told):  # a standing of whole numbers counts halves
        points = told
    over = closed is not None and closed.over
    scores = np.sign(points[own] - points) / 2 + 0.5
    others = []
    for number, side in enumerate(sides):
        place = 0 if number == own else number + (number < own)  # their own side comes first
        for there in side:
            chair = chairs[there]
            against = float(scores[number]) if over and not left and number != own else None
            if there != seat:
                others.append((there, replace(chair, score=against, side=place)))
    outcome: Outcome = ""
    if left:
        outcome = "left"
    elif over:
        outcome = _outcome(points, own)
    return Result(
        table=table,
        game=game.name,
        began=began,
        ended=ended,
        deals=deals,
        outcome=outcome,
        points=(float(points[own]), *(float(held) for held in np.delete(points, own))),
        others=tuple(other for _seat, other in sorted(others, key=lambda pair: pair[0])),
        fresh=not opened.start and not opened.lesson,
        day=opened.day,
    )


def deals_won(events: Iterable[Event], person: str) -> int:
    """The deals that a person had most points in, alone or with a partner, from the same events."""
    seat, won = -1, 0
    for event in events:
        if isinstance(event, Seated) and event.person == person:
            seat = event.seat
        elif isinstance(event, Left) and event.seat == seat:
            seat = -1
        elif isinstance(event, Closed) and seat >= 0:
            best = max(event.returns)
            won += event.returns[seat] == best > min(event.returns)
    return won


def played_with(happened: Iterable[Iterable[Event]], person: str) -> dict[str, str]:
    """The people with whom a person sat when a deal began, and the name that each had last.

    ``happened`` has the same events of each of the person's tables. Who has no name is left out.
    """
    found: dict[str, tuple[float, str]] = {}
    for events in happened:
        chairs: dict[int, Seated] = {}
        for event in events:
            if isinstance(event, Seated):
                chairs[event.seat] = event
            elif isinstance(event, Left):
                chairs.pop(event.seat, None)
            elif isinstance(event, Dealt) and any(c.person == person for c in chairs.values()):
                for chair in chairs.values():
                    if chair.name:
                        last = found.get(chair.person, (0.0, ""))
                        found[chair.person] = max(last, (chair.at, chair.name))
    found.pop(person, None)
    return {other: name for other, (_at, name) in found.items()}


def _outcome(points: NDArray[np.float64], own: int) -> Outcome:
    if len(points) == 1:
        return "won" if points[0] > 0 else "lost"
    if points[own] < points.max():
        return "lost"
    return "won" if (points == points.max()).sum() == 1 else "drawn"
