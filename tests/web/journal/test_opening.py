"""The place of a journal, refusals, and the cost of an open one while nothing happens."""

import asyncio
import gc
import os
import resource
import stat
import threading
import time
import tracemalloc
from pathlib import Path

import pytest
from sqlalchemy import text

from ludoteca.core.errors import BadInput
from ludoteca.web.journal import Journal, JournalFailed, TableHead, open_journal
from ludoteca.web.journal.engines import connect


def test_the_default_is_a_file_in_the_users_folder(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    open_journal().close()
    (file,) = tmp_path.rglob("journal.sqlite")
    assert file.parent.name == "ludoteca"


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_nobody_else_reads_the_secrets_of_open_deals(tmp_path: Path, opened) -> None:
    file = tmp_path / "new" / "journal.sqlite"
    journal = open_journal(f"sqlite:///{file}")
    asyncio.run(journal.append("a", 0, [opened()]))
    modes = {stat.S_IMODE(one.stat().st_mode) for one in file.parent.iterdir()}
    journal.close()
    assert modes == {0o600}


def test_what_was_written_is_there_when_it_is_opened_again(database: str, opened) -> None:
    for seq in range(3):
        journal = open_journal(database)
        there = asyncio.run(journal.events("a"))
        assert there == [(n, opened()) for n in range(seq)]
        asyncio.run(journal.append("a", seq, [opened()]))
        journal.close()


@pytest.mark.parametrize(
    "url",
    [
        "journal.sqlite",
        "mysql://me:secret@host/db",
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql+psycopg2://me:secret@host/db",
        "http://me:secret@host:port/",
    ],
)
def test_other_databases_are_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(BadInput, match="sqlite:///FILE or postgresql://") as refusal:
        open_journal(url)
    assert "secret" not in str(refusal.value)


def test_a_server_that_does_not_answer_is_said() -> None:
    with pytest.raises(JournalFailed, match="cannot be reached"):
        open_journal("postgresql://nobody@127.0.0.1:1/none")


def test_a_file_that_is_no_journal_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database at all, " * 50)
    with pytest.raises(JournalFailed):
        open_journal(f"sqlite:///{tmp_path / 'notes.txt'}")
    with pytest.raises(BadInput, match="cannot be written"):
        open_journal(f"sqlite:///{tmp_path / 'notes.txt' / 'journal.sqlite'}")


def test_a_journal_of_another_version_is_refused(database: str) -> None:
    engines = connect(database)
    with engines.write.begin() as connection:
        connection.execute(text("UPDATE layout SET version = 99"))
    engines.dispose()
    with pytest.raises(BadInput, match="version 99"):
        open_journal(database)


async def test_an_idle_journal_takes_no_processor_time(journal: Journal, opened) -> None:
    await journal.append("a", 0, [opened()])
    await journal.events("a")
    before = resource.getrusage(resource.RUSAGE_SELF)
    time.sleep(0.5)
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.02


def test_sleeping_tables_take_no_memory(journal: Journal, opened, moved) -> None:
    happened = [opened(), *(moved(n) for n in range(5))]

    async def fill(first: int, tables: int) -> None:
        for start in range(first, first + tables, 50):
            heads = [TableHead(f"t{n}", "nim", 1.0, 1.0) for n in range(start, start + 50)]
            await asyncio.gather(*(journal.append(head.id, 0, happened, head) for head in heads))

    async def play() -> int:
        # What a journal itself takes, its statements and buffers, it has after the first.
        await fill(0, 200)
        tracemalloc.start()
        await fill(200, 1000)
        gc.collect()
        kept, _peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return kept

    threads = threading.active_count()
    assert asyncio.run(play()) < 300_000, "1,000 tables, of 1,500 bytes each in the journal"
    assert threading.active_count() <= threads + 2
