"""What the lobby knows of a sleeping table, what a token opens, what a deletion did."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

FORGOTTEN = "forgotten"
"""Stands for a person who was deleted, at the seats that are theirs still: nobody's id."""


@dataclass(frozen=True)
class HeadSeat:
    """A seat in the lobby: a person, a machine (its spec), or open where both are ""."""

    person: str = ""
    name: str = ""
    machine: str = ""


@dataclass(frozen=True)
class TableHead:
    """A line about a table; times are in seconds since the epoch.

    Attributes
    ----------
    touched_at : when somebody last came or left, or the match ended; to the hour, when anything
        happened
    listed : shown in the lobby
    over : the match is over
    """

    id: str
    game: str
    opened_at: float
    touched_at: float
    listed: bool = False
    over: bool = False
    seats: tuple[HeadSeat, ...] = ()

    def to_row(self) -> dict[str, Any]:
        """The row of ``heads`` that keeps it."""
        return asdict(self)

    @staticmethod
    def from_row(row: dict[str, Any]) -> TableHead:
        """The head that :meth:`to_row` wrote."""
        return TableHead(**{**row, "seats": tuple(HeadSeat(**seat) for seat in row["seats"])})


@dataclass(frozen=True)
class SeatKey:
    """What a seat token opens."""

    table: str
    seat: int


@dataclass(frozen=True)
class Farewell:
    """What a person's deletion did: tables that are gone, and tables that lost their name.

    Whoever holds one of them in memory drops it; those of ``changed`` are read again.
    """

    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
