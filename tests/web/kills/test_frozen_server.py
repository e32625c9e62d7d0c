"""Of two servers one is frozen while six tables play: the other has them when its lease ends."""

import asyncio
import random
import signal
import time
from pathlib import Path

import httpx
import pytest
from kill_players import Player, open_table
from kill_referee import Referee
from kill_server import ServerProcess

from ludoteca.web.journal import open_journal

TABLES = 6
SERIES = (("bigpoints", {"players": 2, "games": "series"}, ("friend", "friend")),)
WARM_SECONDS = 240.0
GIVEN_UP_SECONDS = 30.0
NEVER = 0.0  #: PostgreSQL's way to say that a transaction may idle for ever


class Visitors:
    """Everybody at the tables, through a server that stays, again and again."""

    def __init__(self, people: list[Player], address: str) -> None:
        self.people = people
        self._address = address

    async def play(self) -> None:
        """Play on until cancelled."""
        await asyncio.gather(*map(self._play, self.people))

    async def _play(self, player: Player) -> None:
        while not player.over:
            await player.play(self._address)
            await asyncio.sleep(0.1)

    def acts(self) -> dict[str, int]:
        """The acknowledged acts, by table."""
        acts: dict[str, int] = {}
        for player in self.people:
            acts[player.table] = acts.get(player.table, 0) + player.answers["ack"]
        return acts

    def _over(self) -> set[str]:
        return {player.table for player in self.people if player.over}

    async def went_on(self, seconds: float) -> dict[str, float]:
        """The seconds after which each table went on or was over, of those that did."""
        began, before = time.monotonic(), self.acts()
        found: dict[str, float] = {}
        while len(found) < TABLES and (passed := time.monotonic() - began) < seconds:
            for table, acts in self.acts().items():
                if acts > before[table] or table in self._over():
                    found.setdefault(table, round(passed, 1))
            await asyncio.sleep(0.05)
        return found


@pytest.mark.soak
@pytest.mark.parametrize(
    ("where", "wanted"),
    [("outside", {}), ("inside", {}), ("inside", {"idle_seconds": NEVER})],
    ids=["outside", "inside", "inside, without the limit"],
)
def test_the_tables_of_a_frozen_server_go_on_at_the_other(
    postgres_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    wanted: dict[str, float],
) -> None:
    monkeypatch.setattr("kill_players.PLANS", SERIES)
    frozen = ServerProcess(postgres_url, tmp_path, **wanted)
    asyncio.run(_freeze(postgres_url, frozen, ServerProcess(postgres_url, tmp_path), where, wanted))


async def _freeze(
    url: str, frozen: ServerProcess, other: ServerProcess, where: str, wanted: dict[str, float]
) -> None:
    dice, people = random.Random(5), []
    try:
        await frozen.start()
        await other.start()
        async with httpx.AsyncClient(base_url=frozen.address, timeout=60.0) as client:
            for number in range(TABLES):
                people += await open_table(client, number, dice)
        visitors = Visitors(people, other.address)
        playing = asyncio.create_task(visitors.play())
        assert len(await visitors.went_on(WARM_SECONDS)) == TABLES
        await asyncio.to_thread(frozen.freeze, where)
        available = await visitors.went_on(GIVEN_UP_SECONDS)
        print(
            f"frozen {where} {wanted}: {len(available)} of {TABLES}, {sorted(available.values())} s"
        )
        frozen.send(signal.SIGCONT)
        assert len(await visitors.went_on(WARM_SECONDS)) == TABLES, "once it goes on, all do"
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    finally:
        for server in (frozen, other):
            await server.remove()
    if wanted:  # who plays at a table that stays locked is told that nothing can be saved
        for player in people:
            player.complaints.clear()
    referee, journal = Referee(), open_journal(url)
    try:
        await referee.judge(journal, people)
    finally:
        journal.close()
    assert "never retrieved" not in frozen.said()
    if wanted:
        assert len(available) < TABLES, "the control: it is the limit that frees them"
    else:
        assert len(available) == TABLES
