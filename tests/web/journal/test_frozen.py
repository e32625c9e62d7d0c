"""A server is frozen, within a transaction or outside: its table is there for the others."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from ludoteca.web.journal import Journal, JournalBusy, database, open_journal
from ludoteca.web.journal.leases import LEASE_SECONDS

TABLE = "a"
SERVER = Path(__file__).with_name("frozen_server.py")
NEVER = "0"  #: PostgreSQL's way to say that a session may idle in a transaction for ever

Freeze = Callable[[str, str], subprocess.Popen[str]]


@pytest.fixture
def freeze(postgres_url: str) -> Iterator[Freeze]:
    """Start a server that freezes itself, and return when it has, its lease at an end."""
    started: list[subprocess.Popen[str]] = []

    def start(where: str, idle_seconds: str) -> subprocess.Popen[str]:
        program = [sys.executable, str(SERVER), postgres_url, where, idle_seconds]
        process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
        started.append(process)
        _pid, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        with psycopg.connect(postgres_url) as connection:
            connection.execute("UPDATE servers SET expires = 0 WHERE address = 'frozen:1'")
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def other(postgres_url: str) -> Iterator[Journal]:
    journal = open_journal(postgres_url)
    asyncio.run(journal.leases.join("other:1"))
    yield journal
    journal.close()


async def taken(journal: Journal) -> None:
    """Take the table of the frozen server, as the next visitors' requests try again and again."""
    while True:
        try:
            assert await journal.leases.take(TABLE) == ""
            return
        except JournalBusy:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("where", ["outside", "inside"])
async def test_a_server_frozen_in_a_transaction_keeps_its_table_from_nobody(
    other: Journal, freeze: Freeze, where: str, moved
) -> None:
    process = freeze(where, "0.5")
    await taken(other)
    await other.append(TABLE, 2, [moved(7)])
    process.send_signal(signal.SIGCONT)
    said, _nothing = process.communicate(timeout=60)
    assert said == "refused\n", "what it wanted to write is neither lost silently nor done"
    assert [event for _seq, event in await other.events(TABLE)][1:] == [moved(7)]


async def test_without_that_limit_a_frozen_transaction_keeps_its_table(
    other: Journal, freeze: Freeze, moved
) -> None:
    """The control: the freeze is in the transaction, and what ends it is the limit alone."""
    process = freeze("inside", NEVER)
    for _attempt in range(2):
        with pytest.raises(JournalBusy):
            await other.leases.take(TABLE)
    process.send_signal(signal.SIGCONT)
    said, _nothing = process.communicate(timeout=60)
    assert said == "written\n"
    assert [seq for seq, _event in await other.events(TABLE)] == [1, 2]


async def test_a_transaction_may_idle_for_less_than_a_lease(postgres_url: str) -> None:
    connected = database.connect(postgres_url)
    with connected.write.connect() as connection:
        shown = connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one()
    connected.dispose()
    assert shown == "4s"
    assert 0 < database.IDLE_SECONDS < LEASE_SECONDS
