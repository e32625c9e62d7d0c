"""A full disk, a locked database, a server that went away: said clearly, nothing half-written."""

import asyncio
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Engine, create_engine, event, text

from ludoteca.core.i18n import speaking
from ludoteca.web.journal import (
    Journal,
    JournalBusy,
    JournalConflict,
    JournalFailed,
    JournalFull,
    TableHead,
    open_journal,
)


async def fill(journal: Journal, moved, first: int) -> tuple[int, JournalFull]:
    """Append groups of three to table ``a`` until there is no room; the number that is free."""
    seq = first
    for _ in range(5000):
        try:
            await journal.append("a", seq, [moved(seq), moved(seq + 1), moved(seq + 2)])
        except JournalFull as failure:
            return seq, failure
        seq += 3
    raise AssertionError("it never was full")


async def goes_on(journal: Journal, moved, free: int) -> None:
    """Nothing of what failed is there; the same is written now, and after it the next."""
    assert [seq for seq, _ in await journal.events("a")] == list(range(free))
    await journal.append("a", free, [moved(free), moved(free + 1)])
    await journal.append("a", free + 2, [moved(free + 2)])
    assert (await journal.events("a"))[free:] == [(free + n, moved(free + n)) for n in range(3)]


async def test_sqlite_without_room_says_so_and_goes_on(tmp_path: Path, opened, moved) -> None:
    pages: list[Callable[[int], None]] = []

    def limit(connection, _record) -> None:
        # A bound of the connection, answered as a full disk is.
        pages.append(lambda n: connection.execute(f"PRAGMA max_page_count={n}"))

    event.listen(Engine, "connect", limit)
    try:
        journal = open_journal(f"sqlite:///{tmp_path / 'journal.sqlite'}")
    finally:
        event.remove(Engine, "connect", limit)

    await journal.append("a", 0, [opened()])
    pages[0](60)
    free, failure = await fill(journal, moved, 1)
    assert "disk is full" in str(failure)
    # Others are refused as clearly, and one of them does not hide another.
    head = TableHead("b", "nim", 1.0, 1.0)
    many = [journal.append(f"b{n}", 0, [opened()] * 1 + [moved(1)] * 200, head) for n in "xyz"]
    answers = await asyncio.gather(*many, return_exceptions=True)
    assert [type(answer) for answer in answers] == [JournalFull] * 3
    assert await journal.tables() == []
    pages[0](100_000)
    await goes_on(journal, moved, free)
    journal.close()


_ON_A_SMALL_DISK = """
    import asyncio, os, sys
    from pathlib import Path
    from ludoteca.web.journal import JournalFull, open_journal
    from ludoteca.table.events import Moved, Opened

    folder = Path(sys.argv[1])
    ballast = folder / "ballast"
    ballast.write_bytes(bytes(1_000_000))

    async def play():
        journal = open_journal(f"sqlite:///{folder / 'journal.sqlite'}")
        await journal.append("a", 0, [Opened(0.0, "nim", {}, [])])
        refused = 0
        seq = 1
        while refused < 3:
            move = Moved(0.0, 0, [[0, seq]] * 20, "person", str(seq))
            try:
                await journal.append("a", seq, [move, move, move])
                seq += 3
            except JournalFull as failure:
                assert "disk is full" in str(failure)
                refused += 1
        assert [n for n, _ in await journal.events("a")] == list(range(seq))
        ballast.unlink()
        await journal.append("a", seq, [Moved(0.0, 0, [[0, 1]], "person")])
        journal.close()
        journal = open_journal(f"sqlite:///{folder / 'journal.sqlite'}")
        assert [n for n, _ in await journal.events("a")] == list(range(seq + 1))
        journal.close()
        print("went on after", seq)

    asyncio.run(play())
"""


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """A file system of 3 MB in memory, of this test alone; where the machine allows one."""
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(_ON_A_SMALL_DISK))
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = f"mount -t tmpfs -o size=3m small {disk}"
    unshare = ["unshare", "--mount", "--map-root-user"]
    try:
        possible = subprocess.run([*unshare, "sh", "-c", mounted], capture_output=True).returncode
    except FileNotFoundError:
        possible = 1
    if possible != 0:
        pytest.skip("no file system of our own can be mounted here")
    ran = subprocess.run(
        [*unshare, "sh", "-c", f"{mounted} && exec {sys.executable} {script} {disk}"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    assert "went on after" in ran.stdout


def test_postgresql_without_room_says_so_and_goes_on(postgres_url: str, opened, moved) -> None:
    """Its own answer to a full disk, given by a trigger: a full disk would stop all the tests."""
    journal = open_journal(postgres_url)
    with psycopg.connect(postgres_url, autocommit=True) as other:
        other.execute(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "IF NEW.seq > 40 THEN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; "
            "END IF; RETURN NEW; END $$"
        )
        other.execute(
            "CREATE TRIGGER full_disk BEFORE INSERT ON events "
            "FOR EACH ROW EXECUTE FUNCTION no_room()"
        )

        async def play() -> None:
            await journal.append("a", 0, [opened()])
            free, failure = await fill(journal, moved, 1)
            assert free == 40
            assert "disk is full" in str(failure)
            other.execute("DROP TRIGGER full_disk ON events")
            await goes_on(journal, moved, free)

        asyncio.run(play())
    journal.close()


@contextmanager
def locked(database: str) -> Iterator[Callable[[], None]]:
    """Another program has locked the events; the function makes it let go."""
    url = database.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    lock = "BEGIN EXCLUSIVE" if "sqlite" in url else "BEGIN; LOCK TABLE events IN EXCLUSIVE MODE"
    with engine.connect() as connection:
        for statement in lock.split("; "):
            connection.execute(text(statement))
        yield lambda: connection.execute(text("COMMIT")) and None
    engine.dispose()


async def test_a_locked_database_is_waited_for_a_little_and_then_said(
    database: str, journal: Journal, opened, moved
) -> None:
    await journal.append("a", 0, [opened()])
    with locked(database) as unlock:
        waiting = [
            journal.append("a", 1, [moved(1), moved(2)]),
            journal.append("b", 0, [opened()]),
        ]
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(answer) for answer in answers] == [JournalBusy] * 2
        assert "locked" in str(answers[0])
        # What is there can be read all the while.
        assert await journal.events("a") == [(0, opened())]
        unlock()
    await goes_on(journal, moved, 1)
    assert not await journal.exists("b")


async def test_a_lock_that_is_let_go_in_time_is_not_noticed(
    database: str, journal: Journal, opened
) -> None:
    with locked(database) as unlock:
        waiting = asyncio.create_task(journal.append("a", 0, [opened()]))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        unlock()
        await waiting
    assert await journal.exists("a")


async def test_a_server_that_stops_is_said_and_found_again(
    postgres, postgres_url, opened, moved
) -> None:
    journal = open_journal(postgres_url)

    await journal.append("a", 0, [opened()])
    postgres.stop()
    try:
        waiting = [journal.append("a", 1, [moved(1)]), journal.append("b", 0, [opened()])]
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(answer) for answer in answers] == [JournalFailed] * 2
        assert "cannot be reached" in str(answers[0])
        with pytest.raises(JournalFailed):
            await journal.events("a")
    finally:
        postgres.start()
    await goes_on(journal, moved, 1)
    journal.close()


async def test_a_server_that_was_started_anew_is_not_noticed(
    postgres, postgres_url, opened, moved
) -> None:
    journal = open_journal(postgres_url)

    await journal.append("a", 0, [opened()])
    assert await journal.exists("a")
    postgres.stop()
    postgres.start()
    assert await journal.exists("a")
    await goes_on(journal, moved, 1)
    journal.close()


@pytest.fixture
def broken_commit(journal: Journal) -> Iterator[list[str]]:
    """The next commit is done ("done") or not ("lost"), and its answer never comes."""
    plan: list[str] = []

    def breaks(connection) -> None:
        if plan:
            raw = connection.connection.dbapi_connection
            if plan.pop() == "done":
                raw.commit()
            raw.close()

    event.listen(journal._engines.write, "commit", breaks)
    yield plan
    event.remove(journal._engines.write, "commit", breaks)


def test_a_number_that_another_took_while_the_answer_was_lost_is_not_taken_for_ours(
    database: str, journal: Journal, opened, moved
) -> None:
    other = open_journal(database)
    planned: list[bool] = []

    def breaks(connection) -> None:
        if planned:
            planned.clear()
            connection.connection.dbapi_connection.close()
            asyncio.run(other.append("a", 1, [moved(7)]))

    async def play() -> None:
        await journal.append("a", 0, [opened()])
        planned.append(True)
        with pytest.raises(JournalConflict):
            await journal.append("a", 1, [moved(1)])
        assert not planned, "the commit did break"
        assert await journal.events("a") == [(0, opened()), (1, moved(7))]

    event.listen(journal._engines.write, "commit", breaks)
    try:
        asyncio.run(play())
    finally:
        event.remove(journal._engines.write, "commit", breaks)
        other.close()


@pytest.mark.parametrize("fate", ["done", "lost"])
async def test_a_commit_without_an_answer_is_not_done_twice(
    journal: Journal, broken_commit: list[str], opened, moved, fate: str
) -> None:
    await journal.append("a", 0, [opened()])
    broken_commit.append(fate)
    await asyncio.gather(
        journal.append("a", 1, [moved(1), moved(2)]), journal.append("b", 0, [opened()])
    )
    assert not broken_commit, "the commit did break"
    assert await journal.events("a") == [(0, opened()), (1, moved(1)), (2, moved(2))]
    assert await journal.events("b") == [(0, opened())]


async def test_a_name_that_a_database_cannot_hold_stops_nobody_else(
    journal: Journal, opened
) -> None:
    strange = journal.report("b", 0, "a\udcff", "")
    answers = await asyncio.gather(
        strange, journal.append("a", 0, [opened()]), return_exceptions=True
    )
    assert isinstance(answers[0], Exception)
    assert await journal.exists("a")


def test_what_went_wrong_is_said_in_the_language_of_who_shows_it() -> None:
    failure = JournalFull()
    with speaking("en"):
        assert str(failure) == JournalFull.template
