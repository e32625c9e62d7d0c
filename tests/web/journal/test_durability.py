"""Everything acknowledged is there after the process was killed, and nothing by halves."""

import asyncio
import importlib.util
import random
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from ludoteca.web.journal import Journal, open_journal

STREAM = Path(__file__).with_name("stream.py")
TABLES = 10
_spec = importlib.util.spec_from_file_location("journal_stream", STREAM)
stream = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(stream)


def acknowledged_until_killed(database: str, lines: int, seconds: float) -> dict[str, int]:
    """Run the stream, kill it ``seconds`` after it told ``lines`` appends.

    Returns the last number told for each table.
    """
    process = subprocess.Popen(
        [sys.executable, str(STREAM), database, str(TABLES)], stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"ready\n"
    told = b"".join(process.stdout.readline() for _ in range(lines))
    time.sleep(seconds)
    process.kill()
    told += process.stdout.read()
    process.wait()
    last: dict[str, int] = {}
    # Without the last line, which the kill may have cut.
    for line in told.decode().split("\n")[:-1]:
        table, _first, number = line.split()
        last[table] = int(number)
    return last


def wait_for_the_last_commit(database: str) -> None:
    """Until a database server has done what a killed process had sent it."""
    if database.startswith("sqlite"):
        return
    others = """SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()"""
    deadline = time.monotonic() + 60
    with psycopg.connect(database, autocommit=True) as connection:
        while connection.execute(others).fetchone() != (0,):
            assert time.monotonic() < deadline
            time.sleep(0.01)


async def is_whole(journal: Journal, told: dict[str, int]) -> int:
    """Check every table against what was told; the number of events that are there."""
    total = 0
    touched = {head.id: head.touched_at for head in await journal.tables()}
    for n in range(TABLES):
        table = f"t{n}"
        kept = await journal.events(table)
        total += len(kept)
        assert len(kept) > told.get(table, -1), "an acknowledged event is missing"
        assert len(kept) % stream.GROUP == 1 or not kept, "an append is there by halves"
        assert kept == [
            (seq, stream.moved(table, seq) if seq else stream.opened()) for seq in range(len(kept))
        ]
        # The line of the lobby was written with the events, or neither.
        assert touched.get(table, 0) == max(0, len(kept) - stream.GROUP)
    return total


def kill_again_and_again(database: str, kills: int, seed: int) -> None:
    dice = random.Random(seed)
    before = 0
    for _ in range(kills):
        told = acknowledged_until_killed(database, dice.randrange(80), dice.uniform(0.0, 0.02))
        wait_for_the_last_commit(database)
        journal = open_journal(database)
        there = asyncio.run(is_whole(journal, told))
        journal.close()
        assert there >= before, "what was there before this run is there"
        before = there
    assert before > 10 * kills, "there was something to lose"


def test_killed_in_the_middle_of_a_stream_of_appends(database: str) -> None:
    kill_again_and_again(database, kills=2, seed=20)


@pytest.mark.soak
def test_killed_many_times(database: str) -> None:
    kill_again_and_again(database, kills=100, seed=21)


def test_the_database_server_stops_in_the_middle(postgres, postgres_url, opened, moved) -> None:
    """PostgreSQL stopped at once, without a checkpoint, while appends are on their way."""
    journal = open_journal(postgres_url)

    async def play() -> None:
        told = 0

        async def append_on() -> None:
            nonlocal told
            await journal.append("a", 0, [opened()])
            while True:
                await journal.append("a", told + 1, [moved(told + 1)])
                told += 1

        appending = asyncio.create_task(append_on())
        await asyncio.sleep(0.4)
        await asyncio.to_thread(postgres.stop)
        await asyncio.wait([appending])
        assert appending.exception() is not None
        await asyncio.to_thread(postgres.start)
        kept = [seq for seq, _ in await journal.events("a")]
        assert kept == list(range(len(kept)))
        # The one that was on its way may be there; what was told is.
        assert 10 < told <= len(kept) - 1 <= told + 1

    asyncio.run(play())
    journal.close()


def test_commits_wait_for_the_disk(database: str, journal: Journal) -> None:
    """A killed process cannot show what a power cut does: the settings that decide it."""
    with journal._engines.write.connect() as connection:
        if database.startswith("sqlite"):
            assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
            assert connection.scalar(text("PRAGMA synchronous")) == 2
        else:
            assert connection.scalar(text("SHOW synchronous_commit")) == "on"
            assert connection.scalar(text("SHOW fsync")) == "on"
