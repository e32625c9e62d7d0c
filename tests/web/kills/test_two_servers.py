"""Of two servers behind the proxy of the page one is killed; the other goes on with its tables."""

import asyncio
import random
import ssl
import time
from pathlib import Path

import psycopg
import pytest
from kill_players import Player, open_table
from kill_referee import Referee
from kill_server import ServerProcess
from proxies import HOST, Proxy, needed

from ludoteca.web.journal import open_journal

TABLES = 12
LONG = 240.0  #: ends a hang; how long it takes is printed, and no matter of a test
CHANGED = (
    ("ip_hash;", ""),  # each request goes to the next server, whoever asks
    ("rate=30r/s", "rate=10000r/s"),
    ("burst=200", "burst=10000"),
)


class Players:
    """Everybody at the tables, through the proxy, again and again."""

    def __init__(self, proxy: Proxy) -> None:
        self._trusting = ssl.create_default_context()
        self._trusting.check_hostname = False
        self._trusting.verify_mode = ssl.CERT_NONE
        self._proxy = proxy
        self.people: list[Player] = []

    async def sit_down(self) -> None:
        dice = random.Random(7)
        async with self._proxy.visitor() as client:
            for number in range(TABLES):
                self.people += await open_table(client, number, dice)

    async def play(self) -> None:
        await asyncio.gather(*map(self._play, self.people))

    async def _play(self, player: Player) -> None:
        where = {"host": "127.0.0.1", "port": self._proxy.port, "ssl": self._trusting}
        while not player.over:
            await player.play(f"https://{HOST}", **where)
            await asyncio.sleep(0.1)

    async def went_on(self, tables: set[str]) -> None:
        """Return when somebody at each of ``tables`` has acted, or its match is over."""
        before = self._acts(tables)
        async with asyncio.timeout(LONG):
            while any(
                acts == before[table] and not self.is_over(table)
                for table, acts in self._acts(tables).items()
            ):
                await asyncio.sleep(0.02)

    def _acts(self, tables: set[str]) -> dict[str, int]:
        return {
            table: sum(p.answers["ack"] for p in self.people if p.table == table)
            for table in tables
        }

    def is_over(self, table: str) -> bool:
        """True where the match is over."""
        return any(p.over for p in self.people if p.table == table)

    @property
    def tables(self) -> set[str]:
        return {player.table for player in self.people}


def owned(url: str, server: ServerProcess) -> set[str]:
    """The tables of a server."""
    ask = "SELECT table_id FROM owners JOIN servers ON id = server WHERE address = %s"
    with psycopg.connect(url) as connection:
        found = connection.execute(ask, (server.address.removeprefix("http://"),)).fetchall()
    return {table for (table,) in found}


@pytest.mark.soak
async def test_the_tables_of_a_killed_server_go_on_at_the_other(
    postgres_url: str, tmp_path: Path
) -> None:
    needed("nginx", "openssl")

    servers = [ServerProcess(postgres_url, tmp_path) for _number in range(2)]
    referee = Referee()
    proxy = None
    try:
        for server in servers:
            await server.start()
        reached = [server.address.removeprefix("http://") for server in servers]
        proxy = await asyncio.to_thread(Proxy, tmp_path, reached, CHANGED)
        players = Players(proxy)
        await players.sit_down()
        playing = asyncio.create_task(players.play())
        await players.went_on(players.tables)
        killed, left = servers
        lost = {t for t in owned(postgres_url, killed) if not players.is_over(t)}
        assert 0 < len(lost) < TABLES, "both had tables"
        await killed.kill()
        began = time.monotonic()
        await players.went_on(lost)
        took = time.monotonic() - began
        print(f"{len(lost)} tables went on {took:.1f} s after their server was killed")
        assert {t for t in lost if not players.is_over(t)} <= owned(postgres_url, left)
        await players.went_on(players.tables)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    finally:
        for server in servers:
            await server.remove()
        if proxy is not None:
            proxy.stop()
    journal = open_journal(postgres_url)
    try:
        await referee.judge(journal, players.people)
    finally:
        journal.close()
    print(dict(referee.counted))
    assert referee.counted["acknowledged acts"] > TABLES
