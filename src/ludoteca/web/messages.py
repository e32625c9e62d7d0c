"""Messages of WebSocket clients: one small JSON object each, validated.

The server's messages are in :mod:`ludoteca.web.sockets` and :mod:`ludoteca.web.table_socket`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_ACTIONS = 64

Number = Annotated[int, Field(ge=0, lt=2**53)]
Action = Annotated[int, Field(ge=0, lt=2**62)]
Actions = Annotated[list[Action], Field(min_length=1, max_length=MOST_ACTIONS)]
ActId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Token = Annotated[str, Field(max_length=64)]
Name = Annotated[str, Field(max_length=200)]


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Hello(_Message):
    """The first message of every connection, and of every reconnection."""

    type: Literal["hello"]
    form: Literal["html", "json"] = Field(default="html", alias="as")
    lang: str = Field(default="en", max_length=20)
    token: Token | None = None
    watch: bool = False


class Act(_Message):
    """Moves of one seat, made as one act; a repeated ``id`` is not made again."""

    type: Literal["act"]
    decision: Number
    id: ActId
    actions: Actions


class Undo(_Message):
    """A request to take back the seat's last move."""

    type: Literal["undo"]


class UndoAnswer(_Message):
    """The answer to a request to take a move back."""

    type: Literal["undo-answer"]
    yes: bool


class Say(_Message):
    """A set phrase by number."""

    type: Literal["say"]
    phrase: Number


class Ready(_Message):
    """A request for the next deal."""

    type: Literal["ready"]


class Nonce(_Message):
    """The seat's contribution to the coming shuffle."""

    type: Literal["nonce"]
    value: str = Field(max_length=64, pattern=r"^[0-9a-fA-F]*$")


class Sit(_Message):
    """A request for an open seat."""

    type: Literal["sit"]
    seat: Number
    name: Name = ""


class Leave(_Message):
    """The seat is given up for good."""

    type: Literal["leave"]


class Back(_Message):
    """The person is back, and takes the seat back that a machine holds for them."""

    type: Literal["back"]


class Choose(_Message):
    """The moves picked and not made yet, to get their odds; without moves, none is picked."""

    type: Literal["choose"]
    decision: Number
    actions: Annotated[list[Action], Field(max_length=MOST_ACTIONS)]


class Draft(_Message):
    """Moves tried on the seat's own view and not made yet, and what is picked for the next one.

    The next view shows the table after them, to this seat alone; without any, as it is.
    """

    type: Literal["draft"]
    decision: Number
    actions: Annotated[list[Action], Field(max_length=MOST_ACTIONS)] = Field(default_factory=list)
    picked: Annotated[list[Number], Field(max_length=MOST_ACTIONS)] = Field(default_factory=list)


class Suggest(_Message):
    """A request for moves to try, of a kind that the game has; the next view shows them tried."""

    type: Literal["suggest"]
    decision: Number
    wanted: Annotated[str, Field(max_length=30)]


class Hint(_Message):
    """A request for the odds and advice of the current decision."""

    type: Literal["hint"]


class Ping(_Message):
    """A sign of life."""

    type: Literal["ping"]


class At(_Message):
    """The position of a replay's slider."""

    type: Literal["at"]
    n: Number


class Why(_Message):
    """A request for a machine's reasons for the move after ``at`` others."""

    type: Literal["why"]
    at: Number


class Review(_Message):
    """A request for the moves that cost most, from the position after ``at`` moves."""

    type: Literal["review"]
    at: Number


Message = Annotated[
    Hello
    | Act
    | Undo
    | UndoAnswer
    | Say
    | Ready
    | Nonce
    | Sit
    | Leave
    | Back
    | Choose
    | Draft
    | Suggest
    | Hint
    | Ping
    | At
    | Why
    | Review,
    Field(discriminator="type"),
]

_ANY: TypeAdapter[Message] = TypeAdapter(Message)


def read(text: str) -> Message:
    """The message in ``text``; raises pydantic's ``ValidationError`` (a ``ValueError``)."""
    return _ANY.validate_json(text)
