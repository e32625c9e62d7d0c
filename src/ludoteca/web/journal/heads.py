"""Rows of the journal: the summary of a table, the seat of a token, the effect of a deletion."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

FORGOTTEN = "forgotten"
"""Stands for a person who was deleted, at the seats that are theirs still: nobody's id."""


@dataclass(frozen=True)
class HeadSeat:
    """A seat in the lobby: a person, a machine (its spec), or open where both are "".

    ``name`` is that of the person or the first name of the machine, as at the table.
    """

    person: str = ""
    name: str = ""
    machine: str = ""


@dataclass(frozen=True)
class TableHead:
    """The summary of a table; times are in seconds since the epoch.

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
    """The seat that a token opens."""

    table: str
    seat: int


@dataclass(frozen=True)
class Deletion:
    """The effect of a person's deletion: tables deleted, and tables that lost their name.

    All of them are dropped from memory; those of ``changed`` are read again.
    """

    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
