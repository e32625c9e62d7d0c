"""A real server on loopback, with a journal on disk and machines that answer at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection, connect

from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.questions import quiet
from ludoteca.players.advice.advise import Advice
from ludoteca.web.app import create_app
from ludoteca.web.server import config_of, listen
from ludoteca.web.settings import Delays, Limits, Settings

QUICK = Settings(
    delays=Delays(0.0, 0.0, 0.1, coming_back=0.0),
    nonce_seconds=0.0,
    sit_in_seconds=30.0,
    # Whoever asks again and again until something is there is not refused, however long it takes.
    limits=Limits(requests_a_second=1000.0),
)
LONG = 30.0  #: seconds that a busy machine is given for what should come at once


class Machines:
    """Machines without a process: the first legal move, or what a test makes of it."""

    def __init__(self) -> None:
        self.choices: list[tuple[int, str]] = []
        self.views: list[Any] = []
        self.prepared: list[tuple[str, ...]] = []
        self.advised = 0
        self.weighed: list[tuple[int, ...]] = []
        self.pause = 0.0
        self.advice_pause = 0.0
        self.advice_done = 0
        self.advice_prepared = asyncio.Event()
        self.advice_prepared.set()
        self.failures = 0

    @property
    def moves_waiting(self) -> int:
        return 0

    def pids(self) -> list[int]:
        return []

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def prepare(self, game_name: str, progress: Any = None, machines: Any = ()) -> None:
        self.prepared.append(tuple(machines))

    async def choose(self, view: Any, spec: str, seed: int, seconds: float, address: str) -> int:
        self.choices.append((view.seat, spec))
        self.views.append(view)
        if self.failures:
            self.failures -= 1
            raise RuntimeError("a machine broke")
        await asyncio.sleep(self.pause)
        return int(view.legal[0])

    def advises(self, game_name: str) -> bool:
        return self.advice_prepared.is_set()

    async def advise(self, view: Any, lang: str, seed: int, progress: Any = quiet) -> Advice:
        await self.advice_prepared.wait()
        self.advised += 1
        progress(self.advice_done, 400, "thinking")
        await asyncio.sleep(self.advice_pause)
        return Advice(action=view.legal[0], reasons=(lang,))

    async def moves_to_try(self, view: Any, wanted: str, address: str) -> tuple[int, ...]:
        return {"first": view.legal[:1], "wrong": (-1,)}.get(wanted, ())

    async def odds_of_choice(self, view: Any, moves: Any, lang: str, seed: int) -> tuple[Odd, ...]:
        self.weighed.append(moves)
        await asyncio.sleep(self.advice_pause)
        return (Odd(str(moves), Exact(Fraction(1, 2))),)


@dataclass
class Running:
    """A server that runs: its address, its application, its machines."""

    address: str
    app: Any
    machines: Machines
    clients: list[httpx.AsyncClient] = field(default_factory=list)

    @property
    def tables(self) -> Any:
        return self.app.state.tables

    @property
    def reached(self) -> str:
        """Where a proxy reaches it: ``host:port``."""
        return self.address.removeprefix("http://")

    def visitor(self, **headers: str) -> httpx.AsyncClient:
        """Somebody with a cookie jar of their own."""
        # Without ``verify`` each client reads the certificates of the whole world.
        client = httpx.AsyncClient(
            base_url=self.address, headers=headers, timeout=LONG, verify=False
        )
        self.clients.append(client)
        return client

    async def person(self) -> httpx.AsyncClient:
        """A visitor who has been given a person's cookie."""
        client = self.visitor()
        answer = await client.get("/", headers={"accept": "text/html"})
        assert answer.status_code == 200, answer.text
        assert "ludoteca_person" in client.cookies
        return client

    async def seat(self, invitation: str) -> str:
        """A program takes the seat of an invitation: the token that it is given."""
        answer = await self.visitor().post("/api/seats", json={"token": invitation})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["token"])

    @asynccontextmanager
    async def live(
        self, table: str, client: httpx.AsyncClient | None = None, **hello: Any
    ) -> AsyncIterator[Talk]:
        """A connection that has said hello."""
        async with self.raw(f"/live/tables/{table}", client) as socket:
            talk = Talk(socket)
            await talk.send(type="hello", **{"as": "json", **hello})
            yield talk

    def raw(self, path: str, client: httpx.AsyncClient | None = None, **more: Any) -> connect:
        headers = {}
        if client is not None:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in client.cookies.items())
        url = self.address.replace("http", "ws") + path
        options = {"compression": None, "additional_headers": headers, **more}
        return connect(url, **options)


class Talk:
    """One end of a live connection."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.scene: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.last: dict[str, Any] = {}

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self, seconds: float = LONG) -> dict[str, Any]:
        """The next message; views are remembered."""
        async with asyncio.timeout(seconds):
            message = json.loads(await self.socket.recv())
        if message["type"] == "view":
            self.view, self.scene = message, message.get("scene", {})
        return message

    async def until(
        self, wanted: Callable[[dict[str, Any]], bool], seconds: float = LONG
    ) -> dict[str, Any]:
        """The next message that is ``wanted``."""
        async with asyncio.timeout(seconds):
            while not wanted(message := await self.hear(seconds)):
                pass
            return message

    async def of(self, kind: str, seconds: float = LONG) -> dict[str, Any]:
        """The next message of a type."""
        return await self.until(lambda m: m["type"] == kind, seconds)

    async def seen(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The scene, as soon as it is ``wanted``."""
        if not (self.scene and wanted(self.scene)):
            await self.until(lambda m: m["type"] == "view" and wanted(m["scene"]))
        return self.scene

    async def my_turn(self) -> dict[str, Any]:
        return await self.seen(lambda s: bool(s["view"] and s["view"]["legal"]))

    async def act(self, *actions: int, act_id: str = "a1", decision: int | None = None) -> None:
        number = self.scene["decision"] if decision is None else decision
        await self.send(type="act", decision=number, id=act_id, actions=list(actions))

    async def play(self, act_id: str) -> dict[str, Any]:
        """Make the first legal move of one's turn; the answer to it."""
        scene = await self.my_turn()
        self.scene = {}
        await self.send(
            type="act",
            decision=scene["decision"],
            id=act_id,
            actions=[scene["view"]["legal"][0]["id"]],
        )
        return await self.until(lambda m: m["type"] in ("ack", "refused"))

    async def closed(self) -> int:
        """The code with which the server ends the connection."""
        with suppress(websockets.ConnectionClosed):
            async with asyncio.timeout(LONG):
                while True:
                    self.last = json.loads(await self.socket.recv())
        return self.socket.close_code or 0


@asynccontextmanager
async def opened(
    folder: Path, settings: Settings = QUICK, pool: Any = None, **more: Any
) -> AsyncIterator[Running]:
    """A server that is open; its journal lies in ``folder``, or where the settings say."""
    machines = pool or Machines()
    database = settings.database or f"sqlite:///{folder / 'journal.sqlite'}"
    listening = listen(replace(settings, port=0), True)
    port = listening.getsockname()[1]
    reached = f"127.0.0.1:{port}"
    told = replace(settings, database=database, folder=folder, port=port, peer_address=reached)
    app = create_app(told, pool=machines, **more)
    server = uvicorn.Server(config_of(told, app))
    serving = asyncio.create_task(server.serve([listening]))
    try:
        while not server.started:
            assert not serving.done(), "the server did not start"
            await asyncio.sleep(0.005)
        running = Running(f"http://{reached}", app, machines)
        yield running
        for client in running.clients:
            await client.aclose()
    finally:
        server.should_exit = True
        await serving


def limited(**bounds: Any) -> Settings:
    """Quick settings with other bounds."""
    return replace(QUICK, limits=Limits(**bounds))


async def table_for_two(running: Running, client: httpx.AsyncClient, **more: Any) -> Any:
    """A table of ``nim`` for the client and a friend: its id and the friend's token."""
    wanted = {"game": "nim", "seats": ["me", "friend"], "name": "Ana", **more}
    answer = await client.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    body = answer.json()
    return body["id"], body["tokens"].get("1", "")
