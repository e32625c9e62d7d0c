"""The place of a journal, refusals, and the cost of an open one while nothing happens."""

import asyncio
import gc
import os
import stat
import threading
import tracemalloc
from pathlib import Path
from queue import SimpleQueue

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.web.journal import Journal, JournalFailed, TableHead, open_journal


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


async def test_an_idle_journal_waits_for_work_without_looking_up(
    database: str, opened, monkeypatch
) -> None:
    waits = []

    class Watched(SimpleQueue):
        def get(self, *args, **how):
            waits.append((args, how))
            return super().get(*args, **how)

    monkeypatch.setattr("ludoteca.web.journal.journal.SimpleQueue", Watched)
    before = set(threading.enumerate())
    journal = open_journal(database)
    await journal.append("a", 0, [opened()])
    started = {thread.name for thread in set(threading.enumerate()) - before}
    journal.close()
    assert started == {"journal-writer"}
    assert set(map(str, waits)) == {"((), {})"}, "as long as it takes"


def test_sleeping_tables_take_no_memory(journal: Journal, opened, moved) -> None:
    happened = [opened(), *(moved(n) for n in range(5))]

    async def fill(first: int, tables: int) -> None:
        for start in range(first, first + tables, 50):
            heads = [TableHead(f"t{n}", "nim", 1.0, 1.0) for n in range(start, start + 50)]
            await asyncio.gather(*(journal.append(head.id, 0, happened, head) for head in heads))

    async def play() -> int:
        # What a journal itself takes, its statements and buffers, it has after the first.
        await fill(0, 100)
        tracemalloc.start()
        await fill(100, 400)
        gc.collect()
        kept, _peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return kept

    threads = threading.active_count()
    assert asyncio.run(play()) < 120_000, "400 tables, of 1,500 bytes each in the journal"
    assert threading.active_count() <= threads + 2
