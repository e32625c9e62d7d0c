"""The cost of the page: many tables at once, and many that sleep.

``python benchmarks/web_load.py [--tables 200] [--seconds 60] [--sleeping 1000]``

Each table is a series of Big Points with one person and three machines in worker processes. The
person, played here over a WebSocket that gets the page's HTML, acts every two seconds; machines are
shown after 0.2 to 0.5 s, so that their three moves fit between. An answer is measured from sending
the act to having received the view that shows it. Server and load share the machine (loopback).

Then, in a server of its own, tables are opened and left alone until they sleep. Linux only: memory
and processor time are read from ``/proc``.

With ``--database postgresql://...`` the same tables are played at one server and then at two that
share this database, both times behind an nginx that sends each connection to the next server.
"""

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PACE = 2.0
WARMING = 8.0
SLEEP_SECONDS = 2.0
IDLE_SECONDS = 20.0
OPENED_FIRST = 50
GAME = {"game": "bigpoints", "options": {"players": 4, "games": "series"}, "hints": False}
SEATS = ["me", "basic", "basic", "basic"]
_ACT = re.compile(r'data-act="([0-9 ]+)"')
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


# -- the server -----------------------------------------------------------------------------------


def serve(port: int, database: str, sleep: float) -> None:
    """A server as ``ludoteca serve`` opens it, with bounds that let one address bring them all."""
    from ludoteca.web import server
    from ludoteca.web.settings import Delays, Limits, Settings

    limits = Limits(
        requests_a_second=10_000,
        requests_at_once=100_000,
        tables_an_address=100_000,
        connections_an_address=10_000,
    )
    settings = Settings(
        database=database,
        port=port,
        delays=Delays(shortest=0.2, longest=0.5, thinking=0.15),
        sleep_seconds=sleep,
        limits=limits,
    )
    server.run(settings, open_browser=False, port_is_wanted=True, say=print)


@contextlib.contextmanager
def server(database: str, sleep: float = 600.0) -> Iterator[tuple[str, int]]:
    """A server in a process of its own: its address without the scheme, and its process id."""
    port = free_port()
    command = [sys.executable, __file__, "--serve", str(port), database, str(sleep)]
    with running(command, f"127.0.0.1:{port}") as pid:
        yield f"127.0.0.1:{port}", pid


@contextlib.contextmanager
def running(command: list[str], address: str) -> Iterator[int]:
    """A program that serves at ``address``: its process id."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _attempt in range(600):
            with contextlib.suppress(OSError):
                get(address, "/api/games")
                break
            time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait(20)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


_PROXY = """
daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    proxy_temp_path {folder}/proxied; client_body_temp_path {folder}/bodies;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    map $http_upgrade $upgrading {{ default upgrade; '' ''; }}
    upstream servers {{ {servers} }}
    server {{
        listen {address};
        location / {{
            proxy_pass http://servers;
            proxy_http_version 1.1;
            proxy_set_header Host $host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $upgrading;
        }}
    }}
}}
"""


@contextlib.contextmanager
def proxy(folder: str, servers: list[str]) -> Iterator[str]:
    """An nginx in front of ``servers``: its address."""
    address = f"127.0.0.1:{free_port()}"
    listed = " ".join(f"server {one};" for one in servers)
    config = Path(folder) / "nginx.conf"
    config.write_text(_PROXY.format(folder=folder, servers=listed, address=address))
    with running(["nginx", "-c", str(config), "-p", folder], address):
        yield address


def get(address: str, path: str) -> None:
    urllib.request.urlopen(f"http://{address}{path}", timeout=30).read()


def open_table(address: str, seats: list[str]) -> tuple[str, str]:
    """A new table, and the token of its first seat ("" where a machine has it)."""
    body = json.dumps({**GAME, "seats": seats}).encode()
    request = urllib.request.Request(
        f"http://{address}/api/tables", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        opened = json.load(answer)
    return opened["id"], opened["tokens"].get("0", "")


class Process:
    """Memory and processor time of a process, from ``/proc``."""

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")

    def megabytes(self) -> float:
        """Resident memory."""
        return int((self._folder / "statm").read_text().split()[1]) * _PAGE / 1e6

    def seconds(self) -> float:
        """Processor time of the process itself."""
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def children(self) -> list["Process"]:
        """The processes that it started."""
        tasks = self._folder.glob("task/*/children")
        return [Process(int(pid)) for task in tasks for pid in task.read_text().split()]


# -- the load -------------------------------------------------------------------------------------


class Person:
    """Somebody at a table who acts every two seconds."""

    def __init__(self, address: str, table: str, token: str) -> None:
        self._url = f"ws://{address}/live/tables/{table}"
        self._token = token
        self._acts = 0
        self._sent: tuple[int, float] | None = None
        self._next = time.perf_counter() + random.uniform(0, PACE)
        self.until = math.inf
        self.waits: list[tuple[float, float]] = []
        self.views = 0
        self.bytes = 0
        self.refused: list[str] = []

    async def play(self) -> None:
        """Play until the time ``until``."""
        async with connect(self._url, compression=None, max_size=None) as line:
            await self._say(line, type="hello", token=self._token, **{"as": "html"})
            acting: asyncio.Task[None] | None = None
            while (left := self.until - time.perf_counter()) > 0:
                try:
                    text = await asyncio.wait_for(line.recv(decode=True), left)
                except TimeoutError:
                    break
                now = time.perf_counter()
                if '"type":"view"' not in text[:200]:
                    await self._answer(line, json.loads(text))
                    continue
                self.views += 1
                self.bytes += len(text)
                found = re.search(r'"decision":(\d+)', text[:200])
                assert found is not None
                decision = int(found[1])
                if self._sent is not None and decision > self._sent[0]:
                    self.waits.append((now, now - self._sent[1]))
                    self._sent = None
                if self._sent is None and (acting is None or acting.done()):
                    acting = self._answer_view(line, text.replace('\\"', '"'), decision)
            if acting is not None:
                acting.cancel()

    async def _say(self, line: ClientConnection, **message: object) -> None:
        await line.send(json.dumps(message))

    async def _answer(self, line: ClientConnection, message: dict[str, Any]) -> None:
        if message["type"] == "nonce-wanted":
            await self._say(line, type="nonce", value=random.randbytes(16).hex())
        elif message["type"] == "refused" and message["id"] is not None:
            self.refused.append(message["code"])
            self._sent = None

    def _answer_view(
        self, line: ClientConnection, html: str, decision: int
    ) -> asyncio.Task[None] | None:
        moves = _ACT.findall(html)
        if moves:
            actions = [int(part) for part in random.choice(moves).split()]
            return asyncio.create_task(self._act(line, decision, actions))
        if "&#34;ready&#34;" in html or '{"type":"ready"}' in html:
            return asyncio.create_task(self._say(line, type="ready"))
        return None

    async def _act(self, line: ClientConnection, decision: int, actions: list[int]) -> None:
        await asyncio.sleep(max(0.0, self._next - time.perf_counter()))
        self._acts += 1
        self._next = time.perf_counter() + PACE
        self._sent = decision, time.perf_counter()
        await self._say(line, type="act", decision=decision, id=f"a{self._acts}", actions=actions)


def percentiles(waits: list[float]) -> str:
    cuts = statistics.quantiles([1000 * wait for wait in waits], n=1000, method="inclusive")
    return f"{cuts[499]:.1f} | {cuts[989]:.1f} | {cuts[998]:.1f} | {1000 * max(waits):.1f}"


async def load(address: str, pids: list[int], tables: int, seconds: float) -> None:
    """Play at ``tables`` tables for ``seconds``, and print what it took."""
    webs, own = [Process(pid) for pid in pids], Process(os.getpid())

    def used() -> list[float]:
        workers = [child for web in webs for child in web.children()]
        return [sum(each.seconds() for each in some) for some in (webs, workers, [own])]

    before = max(web.megabytes() for web in webs)
    opened = [open_table(address, SEATS) for _table in range(tables)]
    people = [Person(address, *table) for table in opened]
    playing = []
    for person in people:
        playing.append(asyncio.create_task(person.play()))
        await asyncio.sleep(0.02)
    # Where the game is not compiled yet, its machines are made ready first.
    while not all(person.waits for person in people):
        await asyncio.sleep(0.1)
    began = time.perf_counter() + WARMING
    for person in people:
        person.until = began + seconds
    await asyncio.sleep(max(0.0, began - time.perf_counter()))
    at = used()
    seen, weighed = sum(p.views for p in people), sum(p.bytes for p in people)
    await asyncio.sleep(seconds - 1)
    took = [(now - then) / (seconds - 1) for now, then in zip(used(), at, strict=True)]
    views = sum(p.views for p in people) - seen
    weight = sum(p.bytes for p in people) - weighed
    memory = max(web.megabytes() for web in webs)
    await asyncio.gather(*playing)
    waits = [wait for person in people for when, wait in person.waits if when > began]
    refused = [code for person in people for code in person.refused]
    print(
        "| tables | acts/s | views/s | kB a view | own view: median, ms | p99 | p99.9 | longest |"
    )
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    print(
        f"| {tables} | {len(waits) / seconds:.0f} | {views / (seconds - 1):.0f} "
        f"| {weight / max(views, 1) / 1000:.1f} | {percentiles(waits)} |"
    )
    print()
    print(
        f"Web processes, {len(webs)}: the largest {before:.0f} MB before, "
        f"{memory:.0f} MB under load, ",
        end="",
    )
    print(
        f"{took[0]:.2f} processors; workers {took[1]:.2f}; load generator {took[2]:.2f}; ", end=""
    )
    print(f"load average {os.getloadavg()[0]:.1f}; refused: {len(refused)} {set(refused) or ''}")


def sleeping(address: str, pid: int, tables: int) -> None:
    """Open ``tables`` tables, wait until they sleep, and print what they go on costing."""
    web = Process(pid)

    def open_and_leave(count: int) -> float:
        for _table in range(count):
            open_table(address, SEATS)
        time.sleep(4 * SLEEP_SECONDS + 2)
        return web.megabytes()

    before = open_and_leave(OPENED_FIRST)
    after = open_and_leave(tables)
    seconds = web.seconds()
    time.sleep(IDLE_SECONDS)
    used = web.seconds() - seconds
    print()
    print(
        f"{tables:,} sleeping tables added {after - before:.1f} MB ({before:.0f} to {after:.0f}) "
        f"and used {used:.2f} s of processor time in {IDLE_SECONDS:.0f} s."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--sleeping", type=int, default=1000)
    parser.add_argument("--database", help="a PostgreSQL database: one server, then two on it")
    parser.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(int(given.serve[0]), given.serve[1], float(given.serve[2]))
        return
    for count in (1, 2) if given.database else ():
        with contextlib.ExitStack() as stack:
            servers = [stack.enter_context(server(given.database)) for _server in range(count)]
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            address = stack.enter_context(proxy(folder, [address for address, _pid in servers]))
            pids = [pid for _address, pid in servers]
            asyncio.run(load(address, pids, given.tables, given.seconds))
    if given.database:
        return
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/journal.sqlite"
        if given.tables:
            with server(database) as (address, pid):
                asyncio.run(load(address, [pid], given.tables, given.seconds))
        if given.sleeping:
            with server(f"sqlite:///{folder}/asleep.sqlite", SLEEP_SECONDS) as (address, pid):
                sleeping(address, pid, given.sleeping)


if __name__ == "__main__":
    main()
