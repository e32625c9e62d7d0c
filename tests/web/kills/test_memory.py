"""A server where table after table is played to its end while pages look on: its memory stays."""

import asyncio
import json
import os
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from kill_players import PLANS, Player, open_table
from kill_server import ServerProcess
from websockets.asyncio.client import connect

TABLES = 1200
AT_ONCE = 8
SLEEP_SECONDS = 20.0
MOST_BYTES = 5_000  #: that a finished table may leave in the web process, over the last half
LANGUAGES = ("en", "pt", "es", "fi")
GAMES = (
    ("mus", {"stones": "30"}, ("friend", "friend", "básico", "básico")),
    ("poker", {}, ("friend", "ganancioso")),
    ("bigpoints", {"players": 3}, ("friend", "basic", "basic")),
    ("eras", {}, ("friend", "basic")),
    ("buraco", {"players": 2, "target": 100}, ("friend", "basic")),
    ("vangin", {}, ("friend",)),
    *PLANS,
)


@dataclass
class Page:
    """What a browser does at a table: it gets each view as HTML, in a language."""

    table: str
    token: str
    lang: str
    seq: int = 0

    async def look(self, address: str) -> None:
        """Look on until cancelled."""
        url = f"{address.replace('http', 'ws')}/live/tables/{self.table}"
        patient = {"open_timeout": None, "ping_interval": None, "compression": None}
        async with connect(url, max_size=None, **patient) as socket:
            hello = {"type": "hello", "as": "html", "lang": self.lang, "token": self.token}
            await socket.send(json.dumps(hello))
            async for text in socket:
                message = json.loads(text)
                self.seq = message["seq"] if message["type"] == "view" else self.seq


@dataclass
class Soak:
    """Tables that are played side by side until enough are finished, and the server's memory.

    Attributes
    ----------
    curve : of every second: how many seconds passed, how many tables are finished, and the bytes
        that the web process has in memory
    asleep : the bytes after the first half of the tables, and after all, when all of them slept
    """

    server: ServerProcess
    begun: int = 0
    finished: int = 0
    curve: list[tuple[float, int, int]] = field(default_factory=list)
    asleep: list[int] = field(default_factory=list)
    _dice: random.Random = field(default_factory=lambda: random.Random(6))

    async def last(self) -> None:
        """Play until all tables are finished."""
        began = time.monotonic()
        async with httpx.AsyncClient(base_url=self.server.address, timeout=60.0) as client:
            playing = asyncio.create_task(self._halves(client))
            while not playing.done():
                await asyncio.wait((playing,), timeout=1.0)
                passed = time.monotonic() - began
                self.curve.append((passed, self.finished, resident(self.server.pid)))
            await playing

    async def _halves(self, client: httpx.AsyncClient) -> None:
        """Play half of the tables and let all sleep, twice: how many are awake depends on speed."""
        for most in (TABLES // 2, TABLES):
            await asyncio.gather(*(self._play_on(client, most) for _lane in range(AT_ONCE)))
            await asyncio.sleep(2 * SLEEP_SECONDS)
            self.asleep.append(resident(self.server.pid))

    async def _play_on(self, client: httpx.AsyncClient, most: int) -> None:
        while self.begun < most:
            number, self.begun = self.begun, self.begun + 1
            async with asyncio.timeout(240.0):
                await self._play(await open_table(client, number, self._dice), number)
            self.finished += 1

    async def _play(self, people: list[Player], number: int) -> None:
        lang = LANGUAGES[number % len(LANGUAGES)]
        pages = [Page(player.table, player.token, lang) for player in people]
        looking = [asyncio.create_task(page.look(self.server.address)) for page in pages]
        try:
            await asyncio.gather(*(self._to_the_end(player) for player in people))
            end = max(player.seen.seq for player in people if player.seen is not None)
            while any(page.seq < end for page in pages):
                assert not any(task.done() for task in looking), "a page was sent away"
                await asyncio.sleep(0.05)
        finally:
            for task in looking:
                task.cancel()
            await asyncio.gather(*looking, return_exceptions=True)

    async def _to_the_end(self, player: Player) -> None:
        while not player.over:
            await player.play(self.server.address)

    def left_by_a_table(self) -> float:
        """The bytes by which memory grew with each finished table, over the last half of them."""
        half, end = self.asleep
        return (end - half) / (TABLES - TABLES // 2)

    def told(self) -> str:
        """The curve, as a table of a dozen lines."""
        steps = [TABLES * step // 12 for step in range(13)]
        rows = [next(row for row in self.curve if row[1] >= step) for step in steps]
        lines = [f"| {n} | {passed:.0f} | {size / 1e6:.1f} |" for passed, n, size in rows]
        return "\n".join(["| tables finished | seconds | MB |", "| ---: | ---: | ---: |", *lines])


def resident(pid: int) -> int:
    """The bytes of a process that are in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_a_finished_table_leaves_next_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kill_players.PLANS", GAMES)
    database = f"sqlite:///{tmp_path / 'journal.sqlite'}"
    soak = Soak(ServerProcess(database, tmp_path, sleep_seconds=SLEEP_SECONDS))
    asyncio.run(_soak(soak))
    left = soak.left_by_a_table()
    print(soak.told())
    print(f"a finished table left {left / 1000:.1f} kB over the last half")
    assert soak.curve[-1][0] > 5 * SLEEP_SECONDS, "most of the tables slept long before the end"
    assert left < MOST_BYTES


async def _soak(soak: Soak) -> None:
    await soak.server.start()
    try:
        await soak.last()
    finally:
        await soak.server.remove()
