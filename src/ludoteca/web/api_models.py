"""Requests and responses of the REST interface, beside views."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from ludoteca.web.messages import ActId, Actions, Name, Number, Token

_MOST_SEATS = 16


class Refused(BaseModel):
    """A refusal: a code for programs and a sentence for people."""

    code: str
    sentence: str


class GameLine(BaseModel):
    """A game, its options and its players."""

    name: str
    title: str
    sentence: str
    players: tuple[int, int]
    minutes: int
    levels: list[str]
    options: list[dict[str, Any]]
    example: bool  #: a teaching game


class NewTable(BaseModel):
    """A table to be opened. ``seats``: ``me``, ``friend`` or a machine's name, one for each."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, Field(max_length=64)]
    options: dict[str, int | str] = Field(default_factory=dict, max_length=64)
    seats: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=_MOST_SEATS)]
    hints: bool = True
    clock: (
        tuple[Annotated[float, Field(ge=1, le=86400)], Annotated[float, Field(ge=0, le=3600)]]
        | None
    ) = None
    listed: bool = False
    lesson: bool = False
    coach: bool = False
    start: str = ""
    name: Name = ""


class TableOpened(BaseModel):
    """The new table, and tokens by seat number.

    An invitation for each ``friend``, to be exchanged at ``/api/seats``, and for a program without
    a cookie the token of its own seat ``me``.
    """

    id: str
    tokens: dict[int, str]


class SeatLine(BaseModel):
    """A seat as the lobby shows it: open where both are empty."""

    name: str
    machine: str
    taken: bool


class TableLine(BaseModel):
    """A listed table."""

    id: str
    game: str
    opened_at: float
    touched_at: float
    over: bool
    seats: list[SeatLine]


class TokenGiven(BaseModel):
    """The token of a seat, and the name of the person who takes it."""

    token: Token
    name: Name = ""


class SeatTaken(BaseModel):
    """The seat; ``token`` is the program's own from now on, "" where a cookie holds the seat."""

    table: str
    seat: int
    token: str
    url: str


class SeatWanted(BaseModel):
    """A seat by number."""

    seat: Number


class Link(BaseModel):
    """A token for somebody else, and the page that takes it."""

    token: str
    url: str


class ActAsked(BaseModel):
    """Moves made as one act; a repeated ``id`` is not made again."""

    decision: Number
    id: ActId
    actions: Actions


class Answer(BaseModel):
    """The answer to a request to take a move back."""

    yes: bool


class Phrase(BaseModel):
    """A set phrase by number."""

    phrase: Number


class RecordText(BaseModel):
    """A record, as ``docs`` describe it."""

    text: str


class RecordKept(BaseModel):
    """The address of a stored record."""

    key: str
    url: str


class Report(BaseModel):
    """A report about a deal."""

    sentence: Annotated[str, Field(max_length=1000)]
