"""The server is killed while many tables play; it opens again, and nobody lost anything."""

import asyncio
import random
import time
from pathlib import Path

import httpx
import pytest
from kill_players import Player, open_table
from kill_referee import Referee
from kill_server import ServerProcess

from ludoteca.web.journal import open_journal

WARM_SECONDS = 240.0
GO_ON_SECONDS = 120.0
MOST_ACTS = 200


class Siege:
    """Tables that play, a server that is killed, and a referee."""

    def __init__(self, database: str, folder: Path, tables: int, seed: int) -> None:
        self.dice = random.Random(seed)
        self.referee = Referee()
        self._database = database
        self._server = ServerProcess(database, folder)
        self._wanted = tables
        self._tables: list[list[Player]] = []
        self._opened = 0

    async def last(self, kills: int) -> None:
        """Kill the server so often; each time, and after the last, every table must go on."""
        try:
            await self._round(self._all_went_on, WARM_SECONDS)
            for _kill in range(kills - 1):
                await self._round(self._some_acts, GO_ON_SECONDS)
            await self._round(self._all_went_on, GO_ON_SECONDS)
        finally:
            await self._server.remove()

    async def _round(self, until, seconds: float) -> None:
        """Open the server, play on at every table until ``until`` says so, kill, and judge."""
        await self._server.start()
        await self._replace_finished()
        people = [player for table in self._tables for player in table]
        playing = [asyncio.create_task(player.play(self._server.address)) for player in people]
        try:
            async with asyncio.timeout(seconds):
                await until()
        except TimeoutError:
            standing = [(t[0].table, t[0].answers, t[0].seen) for t in self._tables]
            raise AssertionError(f"{standing[:3]}\n{self._server.said()}") from None
        await self._server.kill()
        async with asyncio.timeout(20.0):
            await asyncio.gather(*playing)
        journal = open_journal(self._database)
        try:
            await self.referee.judge(journal, people)
        finally:
            journal.close()

    async def _replace_finished(self) -> None:
        self._tables = [table for table in self._tables if not any(p.over for p in table)]
        async with httpx.AsyncClient(base_url=self._server.address, timeout=30.0) as client:
            while len(self._tables) < self._wanted:
                self._tables.append(await open_table(client, self._opened, self.dice))
                self._opened += 1

    def _acked(self) -> list[int]:
        return [sum(player.answers["ack"] for player in table) for table in self._tables]

    async def _some_acts(self) -> None:
        """From when the first are coming back (none yet) to when all are in the middle of it."""
        enough = sum(self._acked()) + self.dice.randrange(MOST_ACTS)
        await asyncio.sleep(self.dice.uniform(0.0, 0.2))
        while sum(self._acked()) < enough:
            await asyncio.sleep(0.002)

    async def _all_went_on(self) -> None:
        before = self._acked()
        while any(
            now == then and not any(player.over for player in table)
            for table, now, then in zip(self._tables, self._acked(), before, strict=True)
        ):
            await asyncio.sleep(0.05)


def besiege(
    database: str, folder: Path, kills: int, tables: int, seed: int, unfinished: int
) -> None:
    """Kill, judge, and see that there was much to judge: so many unfinished deals a kill."""
    began = time.monotonic()
    siege = Siege(database, folder, tables, seed)
    asyncio.run(siege.last(kills))
    counted = siege.referee.counted
    print(f"{kills} kills in {time.monotonic() - began:.0f} s: {dict(counted)}")
    # There was something to lose, and it was looked at. How much depends on how fast the machine
    # plays between two kills (280 acts a kill are usual, with fifty tables 24 finished and 20
    # unfinished deals, with fifteen 20 and 4), so the bounds only tell a siege from an idle server.
    assert counted["acknowledged acts"] > tables * kills
    assert counted["views"] > tables * kills / 5
    assert counted["finished deals"] > tables * kills / 10
    assert counted["unfinished deals"] > unfinished * kills
    assert counted["chance moves"] > tables * kills


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)], indirect=True
)
def test_killed_twice_while_ten_tables_play(database: str, tmp_path: Path) -> None:
    besiege(database, tmp_path, kills=2, tables=10, seed=3, unfinished=0)


@pytest.mark.soak
def test_killed_a_hundred_times_while_fifty_tables_play(database: str, tmp_path: Path) -> None:
    besiege(database, tmp_path, kills=100, tables=50, seed=4, unfinished=10)
