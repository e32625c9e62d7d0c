"""Live connections: a WebSocket each, which gets the newest view only.

A *region* is what a connection looks at (a table, a study under way, a replay). It gets the
messages of its connections and draws the view of each when it is due. Views are never queued: a
connection that is behind gets the newest one, drawn when it can be sent. All other messages
(acknowledgements, refusals) wait in a short queue; a client that does not read is disconnected.

Messages of clients are one small JSON object each, validated. In every region ``{"type": "ping"}``
is answered by ``{"type": "pong"}``; the other messages of the server are its region's.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, Protocol

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from starlette.websockets import WebSocketDisconnect

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import N_, _, negotiate, speaking
from ludoteca.table.refusal import Refusal
from ludoteca.web import security, tokens
from ludoteca.web.fair_shares import Bucket, FairQueue
from ludoteca.web.forwarding import relayed
from ludoteca.web.settings import Settings

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
    pace: Literal["normal", "slow", "fast"] = "normal"


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


class AskNextDeal(_Message):
    """A request for the next deal."""

    type: Literal["ready"]


class AddNonce(_Message):
    """The seat's contribution to the coming shuffle."""

    type: Literal["nonce"]
    value: str = Field(max_length=64, pattern=r"^[0-9a-fA-F]*$")


class Sit(_Message):
    """A request for an open seat."""

    type: Literal["sit"]
    seat: Number
    name: Name = ""


class ChangeSeat(_Message):
    """A move to another seat, which is open, before the first deal."""

    type: Literal["change-seat"]
    seat: Number


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


class TryMoves(_Message):
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


class AskWhy(_Message):
    """A request for a machine's reasons for the move after ``at`` others."""

    type: Literal["why"]
    at: Number


class AskReview(_Message):
    """A request for the moves that cost most, from the position after ``at`` moves."""

    type: Literal["review"]
    at: Number


Message = Annotated[
    Hello
    | Act
    | Undo
    | UndoAnswer
    | Say
    | AskNextDeal
    | AddNonce
    | Sit
    | ChangeSeat
    | Leave
    | Back
    | Choose
    | TryMoves
    | Suggest
    | Hint
    | Ping
    | At
    | AskWhy
    | AskReview,
    Field(discriminator="type"),
]

_MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)


log = logging.getLogger("ludoteca.web")

MALFORMED, BAD_TOKEN, FOREIGN, UNKNOWN = 4400, 4401, 4403, 4404
SILENT, REPLACED, REMOVED, TOO_BIG, TOO_MANY, RESTART = 4408, 4409, 4410, 4413, 4429, 1012

REASONS = {
    MALFORMED: N_("The server does not understand this message."),
    BAD_TOKEN: N_("This link no longer works; ask for a new one."),
    FOREIGN: N_("This page comes from another site."),
    UNKNOWN: N_("This no longer exists."),
    SILENT: N_("The connection was silent for too long."),
    REPLACED: N_("The seat moved to another device."),
    REMOVED: N_("The host has removed you from this table."),
    TOO_BIG: N_("That message is too long."),
    TOO_MANY: N_("Too many messages at once."),
    RESTART: N_("The server is going down for a moment."),
}

_ENDS = {"unsaved": RESTART, "too-fast": TOO_MANY}
"""The ends of connections whose table or record was refused, by the code of the refusal."""

_POSTS = 64
_SILENT_BEATS = 3

router = APIRouter()


class Hangup(Exception):
    """A request to end the connection with ``code``."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Region(Protocol):
    """The interface of a live region. Every method is called in the language of the connection."""

    async def join(self, line: Line, hello: Hello) -> None:
        """Admit ``line``; raises :class:`Hangup` where it may not come."""

    async def hear(self, line: Line, message: Message) -> None:
        """Carry ``message`` out; raises a refusal, which is sent back."""

    def leave(self, line: Line) -> None:
        """Forget ``line``, which has gone or was not admitted."""

    def newest(self, line: Line) -> dict[str, Any] | None:
        """The current view of ``line``, None where there is none."""


class Line:
    """One connection: its hello, and the messages to be sent to it.

    Attributes
    ----------
    address : where it comes from, as bounds count it
    token : the secret of the person in its cookie, "" where there is none
    form : ``html`` or ``json``
    lang : the language that it is spoken to in
    pace : how fast machines are to move, one of :data:`~.settings.PACES`
    heard : when something last came from it, on the monotonic clock
    refusal : the code with which the guard refuses it, 0 where it may come
    """

    def __init__(
        self, socket: WebSocket, settings: Settings, turns: FairQueue, token: str = ""
    ) -> None:
        self.address = security.address_of(socket.scope)
        self.token = token
        self.form = "html"
        self.lang = "en"
        self.pace = "normal"
        self.heard = time.monotonic()
        self.refusal: int = socket.scope.get("ludoteca.refusal") or 0
        self.region: Region | None = None
        self._socket = socket
        self._turns = turns
        self._settings = settings
        limits = settings.limits
        self._bucket = Bucket(limits.acts_a_second, limits.acts_at_once, self.heard)
        self._posts: deque[dict[str, Any]] = deque()
        self._stale = False
        self._code = 0
        self._bell = asyncio.Event()

    # -- sending --------------------------------------------------------------------------------

    def post(self, message: dict[str, Any]) -> None:
        """Queue a message that must not be lost; too long a queue ends the connection."""
        self._posts.append(message)
        if len(self._posts) > _POSTS:
            self.hang_up(SILENT)
        self._ring()

    def refuse(self, refusal: LudotecaError, act: str | None = None) -> None:
        """Send a refusal."""
        code = refusal.code if isinstance(refusal, Refusal) else "malformed"
        self.post({"type": "refused", "id": act, "code": code, "sentence": str(refusal)})

    def refresh(self) -> None:
        """Send the newest view as soon as the connection can take it."""
        self._stale = True
        self._bell.set()

    def hang_up(self, code: int) -> None:
        """End the connection; the first code counts."""
        self._code = self._code or code
        self._ring()

    def _ring(self) -> None:
        self._bell.set()
        self._turns.hurry(self)

    def beat(self, now: float) -> None:
        """End the connection where its hello is overdue; called at intervals.

        Later on the protocol's own pings find out who is gone; browsers answer them even for a page
        that is out of sight, whose timers they hold back.
        """
        if self.region is None and now - self.heard > self._settings.heartbeat_seconds:
            self.hang_up(SILENT)

    async def write(self) -> None:
        """Send queued messages and new views until the connection ends."""
        while True:
            await self._bell.wait()
            if self._stale and not self._posts and not self._code:
                await self._turns.wait(self)
            self._bell.clear()
            while self._posts and self._code != SILENT:
                await self._send(self._posts.popleft())
            if self._code:
                with speaking(self.lang):
                    reason = _(REASONS.get(self._code, ""))
                # A reason has 123 bytes at most.
                short = reason.encode()[:120].decode(errors="ignore")
                await self._socket.close(self._code, short)
                return
            if self._stale and self.region is not None:
                self._stale = False
                with speaking(self.lang):
                    view = self.region.newest(self)
                if view is not None:
                    await self._send(view)

    async def _send(self, message: dict[str, Any]) -> None:
        text = orjson.dumps(message, option=orjson.OPT_SERIALIZE_NUMPY).decode()
        try:
            async with asyncio.timeout(_SILENT_BEATS * self._settings.heartbeat_seconds):
                await self._socket.send_text(text)
        except TimeoutError:
            self.hang_up(SILENT)

    # -- receiving ------------------------------------------------------------------------------

    async def read(self) -> None:
        """Take messages until the connection ends; raises :class:`Hangup`."""
        while True:
            message = await self._next()
            assert self.region is not None
            with speaking(self.lang):
                if isinstance(message, Ping):
                    self.post({"type": "pong"})
                elif isinstance(message, Hello):
                    self.refresh()
                else:
                    await self._heed(message)

    async def hello(self) -> Hello:
        """Read the first message, which has to be a hello; raises :class:`Hangup`."""
        message = await self._next()
        if not isinstance(message, Hello):
            raise Hangup(MALFORMED)
        self.form, self.lang = message.form, negotiate(message.lang)
        self.pace = message.pace
        return message

    async def _heed(self, message: Message) -> None:
        assert self.region is not None
        try:
            await self.region.hear(self, message)
        except LudotecaError as refusal:
            self.refuse(refusal, getattr(message, "id", None))
            self.refresh()

    async def _next(self) -> Message:
        data = await self._socket.receive()
        if data["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(data.get("code", 1000))
        self.heard = time.monotonic()
        if not self._bucket.take(self.heard):
            raise Hangup(TOO_MANY)
        text = data.get("text")
        if text is None:
            raise Hangup(MALFORMED)
        if len(text) > self._settings.limits.message_bytes:
            raise Hangup(TOO_BIG)
        try:
            return _MESSAGE.validate_json(text)
        except ValueError:
            raise Hangup(MALFORMED) from None


class Lines:
    """All connections of the server, bounded by address.

    Attributes
    ----------
    turns : where they wait, with all else that can
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lines: set[Line] = set()
        self._by_address: Counter[str] = Counter()
        self.turns = FairQueue()

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, line: Line) -> None:
        """Count ``line``; raises :class:`Hangup` where its address has too many."""
        if self._by_address[line.address] >= self._settings.limits.connections_an_address:
            raise Hangup(TOO_MANY)
        self._lines.add(line)
        self._by_address[line.address] += 1

    def remove(self, line: Line) -> None:
        """Stop counting ``line``; nothing happens where it was never added."""
        if line in self._lines:
            self._lines.remove(line)
            self._by_address[line.address] -= 1
            self._by_address += Counter()

    def beat(self) -> None:
        """End the connections whose hello is overdue."""
        now = time.monotonic()
        for line in list(self._lines):
            line.beat(now)

    def hang_up(self, code: int) -> None:
        """End all connections."""
        for line in list(self._lines):
            line.hang_up(code)


_OF_ONE_SERVER = frozenset({"tables", "jobs"})
"""Kinds of regions of which one of several servers has each."""

Finder = Callable[[Any, str, str], Awaitable[Region | None]]
"""Finds the region of a name, given the application's ``state``; charges the address."""


@router.websocket("/live/{kind}/{name}")
async def live(socket: WebSocket, kind: str, name: str) -> None:
    """A live region: ``kind`` is one of those in ``app.state.regions``, which finds ``name``."""
    state = socket.app.state
    given = security.cookie_of(socket.scope)
    token = given if tokens.is_token(given) else ""
    line = Line(socket, state.settings, state.lines.turns, token)
    if not line.refusal and kind in _OF_ONE_SERVER and await relayed(socket, name):
        return
    await socket.accept(headers=_cookie_for(socket, line))
    writing = asyncio.create_task(line.write())
    reading = asyncio.create_task(_attend(line, state, kind, name))
    try:
        await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        if not writing.done():
            line.hang_up(_code_after(reading, line, f"{kind}/{name}"))
            await asyncio.wait((writing,), timeout=1.0)
    finally:
        reading.cancel()
        writing.cancel()
        ends = await asyncio.gather(reading, writing, return_exceptions=True)
        state.lines.remove(line)
        if line.region is not None:
            line.region.leave(line)
        if not isinstance(ends[1], _USUAL_ENDS):
            log.error("a view of %s/%s could not be sent", kind, name, exc_info=ends[1])


_USUAL_ENDS = (type(None), asyncio.CancelledError, WebSocketDisconnect, RuntimeError)
"""Ends of sending that are no failure; Starlette says ``RuntimeError`` of a closed socket."""


def _cookie_for(socket: WebSocket, line: Line) -> list[tuple[bytes, bytes]]:
    """The cookie for a browser that came without one, as by a link from another site."""
    if line.token or line.refusal or "origin" not in socket.headers:
        return []
    line.token = tokens.new_token()
    return [(b"set-cookie", security.person_cookie(line.token, socket.scope).encode())]


async def _attend(line: Line, state: Any, kind: str, name: str) -> None:
    """Admit ``line`` and serve it until it ends; raises :class:`Hangup`."""
    if line.refusal:
        raise Hangup(line.refusal)
    state.lines.add(line)
    hello = await line.hello()
    find: Finder | None = state.regions.get(kind)
    with speaking(line.lang):
        try:
            region = await find(state, name, line.address) if find is not None else None
            if region is None:
                raise Hangup(UNKNOWN)
            await _let_in(region, line, hello)
        except Refusal as refusal:
            line.refuse(refusal)
            raise Hangup(_ENDS.get(refusal.code, BAD_TOKEN)) from refusal
    line.region = region
    line.refresh()
    await line.read()


async def _let_in(region: Region, line: Line, hello: Hello) -> None:
    """Admit ``line`` to ``region``, undone where it is refused."""
    try:
        await region.join(line, hello)
    except BaseException:
        region.leave(line)
        raise


def _code_after(reading: asyncio.Task[None], line: Line, what: str) -> int:
    """The code to end ``line`` with after its last message; logged once."""
    error = reading.exception()
    if isinstance(error, Hangup):
        # What comes too often was logged where it was counted, or would flood the log.
        if error.code != TOO_MANY or not line.refusal:
            log.warning("hung up on %s at %.80r: %s", line.address, what, error.code)
        return error.code
    if isinstance(error, WebSocketDisconnect | None):
        return 1000
    log.error("a connection at %.80r failed", what, exc_info=error)
    return RESTART
