"""The events of a table, as the journal keeps them: one small JSON object an event.

A table is the fold of its events. The key of a deal's shuffle is among them, so a journal
is secret; records and views are derived from it and never hold more than they may.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from ludoteca.core.i18n import N_
from ludoteca.core.options import Options

PHRASES = (
    N_("Hello!"),
    N_("Good luck!"),
    N_("Well played!"),
    N_("Thank you!"),
    N_("Sorry, one moment."),
    N_("Let me think."),
    N_("Oh no!"),
    N_("That was close."),
    N_("Shall we play another?"),
    N_("I have to go. Goodbye!"),
)
"""Message ids; events and messages hold the number of a phrase, so new ones go to the end."""


A_DAY = 24 * 3600.0
"""Seconds that people have for each turn in a game of days; the ``sit_in`` of its table."""


@dataclass(frozen=True)
class Event:
    """An event at a table; ``at`` is in seconds since the epoch."""

    kind: ClassVar[str] = ""
    at: float

    def to_json(self) -> dict[str, Any]:
        """Plain data, with the kind."""
        return {"kind": self.kind, **vars(self)}


@dataclass(frozen=True)
class SeatPlan:
    """A seat as it was opened: for a person (""), or for a machine, by its spec."""

    machine: str = ""


@dataclass(frozen=True)
class Opened(Event):
    """A table is opened.

    ``plans`` has one entry a seat. ``clock`` is [seconds at the start, seconds added a turn] or
    None. ``listed``: shown in the lobby. ``start`` is a record to play on from, or "". ``lesson``:
    the guided first deal of the game, or the hand ``taught``. ``coach``: each seat is told what its
    decisions cost. ``day``: the date (UTC, ISO 8601) whose shuffle is dealt, the same at all tables
    of that day; "" for a shuffle of the table's own.
    """

    kind: ClassVar[str] = "opened"
    game: str
    options: Options
    plans: list[SeatPlan]
    hints: bool = True
    clock: list[float] | None = None
    sit_in: float = 60.0
    listed: bool = False
    start: str = ""
    lesson: bool = False
    coach: bool = False
    day: str = ""
    taught: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data, with the kind."""
        return {**super().to_json(), "plans": [vars(plan) for plan in self.plans]}


@dataclass(frozen=True)
class Seated(Event):
    """A person takes a seat. ``person`` is an opaque id, never shown."""

    kind: ClassVar[str] = "seated"
    seat: int
    person: str
    name: str


@dataclass(frozen=True)
class Left(Event):
    """A person gives the seat up for good; the machine ``machine`` holds it from now on."""

    kind: ClassVar[str] = "left"
    seat: int
    machine: str


@dataclass(frozen=True)
class Removed(Left):
    """The host gave up the seat of another person, who cannot take one at this table again."""

    kind: ClassVar[str] = "removed"


@dataclass(frozen=True)
class Committed(Event):
    """The server commits to the next shuffle, before the seats add their nonces.

    ``key`` (hex) is secret until the deal is over; ``commitment`` (hex) is shown at once.
    ``version`` is that of the seal; events written before there was a second have none.
    """

    kind: ClassVar[str] = "committed"
    deal: int
    key: str
    commitment: str
    version: int = 1


@dataclass(frozen=True)
class Nonce(Event):
    """A seat adds to the coming shuffle; ``value`` is hex, at most 64 digits."""

    kind: ClassVar[str] = "nonce"
    seat: int
    value: str


@dataclass(frozen=True)
class Dealt(Event):
    """A deal begins; ``moves`` are those before its first decision, as [actor, action] pairs.

    The first ``given`` of them are taken over from the record that the table goes on from, the
    others are chance.
    """

    kind: ClassVar[str] = "dealt"
    deal: int
    moves: list[list[int]] = field(default_factory=list)
    given: int = 0


@dataclass(frozen=True)
class Moved(Event):
    """A seat acted: its moves and the chance moves that followed, as [actor, action] pairs.

    ``by`` is ``person`` or ``machine`` (its own seat, or sitting in); ``act`` is the id that the
    client gave to the act, "" for machines; ``clock`` is what the seat's clock shows after it.
    """

    kind: ClassVar[str] = "moved"
    seat: int
    moves: list[list[int]]
    by: str
    act: str = ""
    clock: float | None = None


@dataclass(frozen=True)
class UndoAsked(Event):
    """A seat asks to take its last move back."""

    kind: ClassVar[str] = "undo-asked"
    seat: int


@dataclass(frozen=True)
class UndoRefused(Event):
    """A seat does not agree, or the seat that asked withdraws."""

    kind: ClassVar[str] = "undo-refused"
    seat: int


@dataclass(frozen=True)
class UndoAgreed(Event):
    """A seat agrees."""

    kind: ClassVar[str] = "undo-agreed"
    seat: int


@dataclass(frozen=True)
class Undone(Event):
    """All agreed: the deal goes back to its first ``moves`` moves, chance included.

    ``clocks`` is what each seat's clock shows; the time spent is not given back.
    """

    kind: ClassVar[str] = "undone"
    moves: int
    clocks: list[float | None] = field(default_factory=list)


@dataclass(frozen=True)
class SatIn(Event):
    """A machine sits in for the person at ``seat``, whose clock stands still at ``clock``."""

    kind: ClassVar[str] = "sat-in"
    seat: int
    machine: str
    clock: float | None = None


@dataclass(frozen=True)
class Returned(Event):
    """The person at ``seat`` is back and has the seat again, with ``clock`` seconds left."""

    kind: ClassVar[str] = "returned"
    seat: int
    clock: float | None = None


@dataclass(frozen=True)
class Said(Event):
    """A seat says one of the set phrases; ``phrase`` is its number."""

    kind: ClassVar[str] = "said"
    seat: int
    phrase: int


@dataclass(frozen=True)
class Ready(Event):
    """A seat asks for the next deal, or is ready for the first."""

    kind: ClassVar[str] = "ready"
    seat: int


@dataclass(frozen=True)
class Closed(Event):
    """A deal is over and taken into the standing; ``over``: so is the match.

    ``standing`` is the new standing, as :func:`ludoteca.core.match.standing_text` writes it.
    """

    kind: ClassVar[str] = "closed"
    deal: int
    returns: list[float]
    over: bool
    standing: str = ""


@dataclass(frozen=True)
class Rematch(Event):
    """The person at ``seat`` opened ``table``, where the same people play the same game again."""

    kind: ClassVar[str] = "rematch"
    seat: int
    table: str


EVENTS: dict[str, type[Event]] = {
    event.kind: event
    for event in (
        Opened, Seated, Left, Removed, Committed, Nonce, Dealt, Moved, UndoAsked, UndoRefused,
        UndoAgreed, Undone, SatIn, Returned, Said, Ready, Closed, Rematch,
    )
}  # fmt: skip


def event_from_json(data: dict[str, Any]) -> Event:
    """The event that :meth:`Event.to_json` wrote."""
    body = dict(data)
    kind = EVENTS[body.pop("kind")]
    if kind is Opened:
        body["plans"] = [SeatPlan(**plan) for plan in body["plans"]]
    return kind(**body)
