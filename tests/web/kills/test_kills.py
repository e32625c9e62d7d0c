"""The house is killed while fifty tables play; it opens again, and nobody lost anything."""

import asyncio
import random
import time
from pathlib import Path

import httpx
import pytest
from kill_house import HouseProcess
from kill_players import Player, open_table
from kill_referee import Referee

from ludoteca.web.journal import open_journal

TABLES = 50
WARM_SECONDS = 240.0
GO_ON_SECONDS = 120.0
MOST_ACTS = 200


class Siege:
    """Fifty tables, a house that is killed, and a referee."""

    def __init__(self, database: str, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        self.referee = Referee()
        self._database = database
        self._house = HouseProcess(database, folder)
        self._tables: list[list[Player]] = []
        self._opened = 0

    async def last(self, kills: int) -> None:
        """Kill the house so often; each time, and after the last, every table must go on."""
        try:
            await self._round(self._all_went_on, WARM_SECONDS)
            for _kill in range(kills - 1):
                await self._round(self._some_acts, GO_ON_SECONDS)
            await self._round(self._all_went_on, GO_ON_SECONDS)
        finally:
            await self._house.remove()

    async def _round(self, until, seconds: float) -> None:
        """Open the house, play on at every table until ``until`` says so, kill, and judge."""
        await self._house.start()
        await self._replace_finished()
        people = [player for table in self._tables for player in table]
        playing = [asyncio.create_task(player.play(self._house.address)) for player in people]
        try:
            async with asyncio.timeout(seconds):
                await until()
        except TimeoutError:
            standing = [(t[0].table, t[0].answers, t[0].seen) for t in self._tables]
            raise AssertionError(f"{standing[:3]}\n{self._house.said()}") from None
        await self._house.kill()
        async with asyncio.timeout(20.0):
            await asyncio.gather(*playing)
        journal = open_journal(self._database)
        try:
            await self.referee.judge(journal, people)
        finally:
            journal.close()

    async def _replace_finished(self) -> None:
        self._tables = [table for table in self._tables if not any(p.over for p in table)]
        async with httpx.AsyncClient(base_url=self._house.address, timeout=30.0) as client:
            while len(self._tables) < TABLES:
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


def besiege(database: str, folder: Path, kills: int, seed: int) -> None:
    began = time.monotonic()
    siege = Siege(database, folder, seed)
    asyncio.run(siege.last(kills))
    counted = siege.referee.counted
    print(f"{kills} kills in {time.monotonic() - began:.0f} s: {dict(counted)}")
    # There was something to lose, and it was looked at. How much depends on how fast the machine
    # plays between two kills (280 acts, 24 finished and 20 unfinished deals a kill are usual), so
    # the bounds only tell a siege from an idle house.
    assert counted["acknowledged acts"] > 50 * kills
    assert counted["views"] > 10 * kills
    assert counted["finished deals"] > 5 * kills
    assert counted["unfinished deals"] > 10 * kills
    assert counted["chance moves"] > 50 * kills


def test_killed_ten_times_while_fifty_tables_play(database: str, tmp_path: Path) -> None:
    besiege(database, tmp_path, kills=10, seed=3)


@pytest.mark.soak
def test_killed_a_hundred_times_while_fifty_tables_play(database: str, tmp_path: Path) -> None:
    besiege(database, tmp_path, kills=100, seed=4)
