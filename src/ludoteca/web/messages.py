"""What clients send over a WebSocket: one small JSON object a message, checked before it is used.

What we send back is said in :mod:`ludoteca.web.live` and :mod:`ludoteca.web.live_table`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_ACTIONS = 16

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
    """Moves of one seat, made together; ``id`` makes sure that they are made once."""

    type: Literal["act"]
    decision: Number
    id: ActId
    actions: Actions


class Undo(_Message):
    """Asks to take back the last move of one's own."""

    type: Literal["undo"]


class UndoAnswer(_Message):
    """Agrees that somebody's move is taken back, or not."""

    type: Literal["undo-answer"]
    yes: bool


class Say(_Message):
    """One of the set phrases."""

    type: Literal["say"]
    phrase: Number


class Ready(_Message):
    """Asks for the next deal."""

    type: Literal["ready"]


class Nonce(_Message):
    """What one's seat adds to the coming shuffle."""

    type: Literal["nonce"]
    value: str = Field(max_length=64, pattern=r"^[0-9a-fA-F]*$")


class Sit(_Message):
    """Takes an open seat."""

    type: Literal["sit"]
    seat: Number
    name: Name = ""


class Leave(_Message):
    """Gives one's seat up for good."""

    type: Literal["leave"]


class Choose(_Message):
    """Tells what is chosen and not done yet, to get its odds; without moves, that nothing is."""

    type: Literal["choose"]
    decision: Number
    actions: Annotated[list[Action], Field(max_length=MOST_ACTIONS)]


class Hint(_Message):
    """Asks for the odds and advice of now."""

    type: Literal["hint"]


class Ping(_Message):
    """Says that one is still there."""

    type: Literal["ping"]


class At(_Message):
    """Where a slider stands."""

    type: Literal["at"]
    n: Number


class Why(_Message):
    """Asks why a machine made the move that came after ``at`` others."""

    type: Literal["why"]
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
    | Choose
    | Hint
    | Ping
    | At
    | Why,
    Field(discriminator="type"),
]

_ANY: TypeAdapter[Message] = TypeAdapter(Message)


def read(text: str) -> Message:
    """The message in ``text``; raises pydantic's ``ValidationError`` (a ``ValueError``)."""
    return _ANY.validate_json(text)
