"""People who play on, whatever happens to the server, and remember what they were told."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, EOFError)

PLANS: tuple[tuple[str, dict[str, int | str], tuple[str, ...]], ...] = (
    ("minimus", {}, ("friend",) * 4),
    ("leduc", {}, ("friend", "friend")),
    ("bigpoints", {"players": 2}, ("friend", "advanced")),
    ("minimus", {"target": 9}, ("friend", "basic", "advanced", "basic")),
    ("leduc", {}, ("basic", "friend")),
    ("bigpoints", {"players": 3, "hands": "closed"}, ("friend",) * 3),
    ("minirummy", {}, ("friend", "friend")),
    ("nim", {"heaps": 5, "largest": 9}, ("friend", "basic")),
)
"""Game, options and seats of the tables, in turn: hidden cards, partners, bets, open boards."""


@dataclass
class Seen:
    """The scene that a seat was shown at an event of its table."""

    seq: int
    scene: dict[str, Any]


@dataclass
class Player:
    """One person at one seat.

    Attributes
    ----------
    acked : the moves of each act that was acknowledged
    dropped : acts that the server refused as out of date, so that they did not happen
    seen : the newest view
    over : the match is over
    """

    table: str
    seat: int
    token: str
    dice: random.Random
    acked: dict[str, int] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)
    seen: Seen | None = None
    over: bool = False
    answers: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)
    _pending: dict[str, Any] | None = None
    _answered: int = -1
    _acts: int = 0

    async def play(self, address: str, **more: Any) -> None:
        """Play until the server is gone or the match over; ``more`` is for the connection."""
        url = f"{address.replace('http', 'ws')}/live/tables/{self.table}"
        try:
            # However long a busy machine takes to let them in: the siege has its own bound.
            patient = {"open_timeout": None, "ping_interval": None, **more}
            async with connect(url, compression=None, max_size=None, **patient) as socket:
                await self._play(socket)
        except GONE:
            pass

    async def _play(self, socket: ClientConnection) -> None:
        await _send(socket, type="hello", **{"as": "json"}, token=self.token)
        if self._pending is not None:
            # Nobody said what became of it: it is sent again, and must not be made twice.
            await _send(socket, **self._pending)
        self._answered = -1
        while not self.over:
            message = json.loads(await socket.recv())
            match message["type"]:
                case "view":
                    await self._look(socket, message["seq"], message["scene"])
                case "ack":
                    self._done(message["id"])
                case "refused":
                    self._refused(message)
                case "nonce-wanted":
                    await _send(socket, type="nonce", value=f"{self.dice.getrandbits(64):016x}")

    async def _look(self, socket: ClientConnection, seq: int, scene: dict[str, Any]) -> None:
        if self.seen is not None and seq < self.seen.seq:
            self.complaints.append(f"event {self.seen.seq} was shown, then only {seq}")
        self.seen = Seen(seq, scene)
        self.over = scene["phase"] == "over"
        if scene["decision"] == self._answered:
            return
        if scene["phase"] == "dealt out" and not scene["seats"][self.seat]["ready"]:
            self._answered = scene["decision"]
            await _send(socket, type="ready")
        elif scene["phase"] == "playing" and scene["view"]["legal"] and self._pending is None:
            self._answered = scene["decision"]
            await asyncio.sleep(self.dice.uniform(0.0, 0.05))
            await self._act(socket, scene)

    async def _act(self, socket: ClientConnection, scene: dict[str, Any]) -> None:
        self._acts += 1
        action = self.dice.choice(scene["view"]["legal"])["id"]
        act = {"id": f"{self.seat}-{self._acts}", "actions": [action]}
        self._pending = {"type": "act", "decision": scene["decision"], **act}
        await _send(socket, **self._pending)

    def _done(self, act: str) -> None:
        assert self._pending is not None
        assert self._pending["id"] == act
        self.acked[act] = self._pending["actions"][0]
        self._pending = None
        self.answers["ack"] += 1

    def _refused(self, message: dict[str, Any]) -> None:
        self.answers[message["code"]] += 1
        if message["id"] is not None and message["code"] == "repeated":
            self._done(message["id"])
        elif message["id"] is not None and message["code"] in ("stale", "over"):
            self.dropped.add(message["id"])
            self._pending = None
        elif message["code"] not in ("repeated", "not-now", "slow"):
            # The first two: a nonce or a "ready" that the server had before it fell.
            self.complaints.append(f"{message['code']}: {message['sentence']}")


async def _send(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


async def open_table(client: httpx.AsyncClient, number: int, dice: random.Random) -> list[Player]:
    """Open table ``number``, take its seats by their invitations, and return its people."""
    game, options, seats = PLANS[number % len(PLANS)]
    wanted = {"game": game, "options": options, "seats": list(seats), "hints": False}
    answer = await client.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    people = []
    for invitation in answer.json()["tokens"].values():
        taken = await client.post("/api/seats", json={"token": invitation})
        assert taken.status_code == 200, taken.text
        seat, own = taken.json()["seat"], taken.json()["token"]
        dice_of_seat = random.Random(dice.getrandbits(64))
        people.append(Player(answer.json()["id"], seat, own, dice_of_seat))
    return people
