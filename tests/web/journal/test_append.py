"""Events come back as they were written, in their order, each number once."""

import asyncio
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from sqlalchemy import Engine, event

from ludoteca.table.events import (
    EVENTS,
    Closed,
    Committed,
    Dealt,
    Left,
    Nonce,
    Ready,
    Rematch,
    Removed,
    Returned,
    Said,
    SatIn,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
)
from ludoteca.web.journal import Journal, JournalClosed, JournalConflict
from ludoteca.web.journal.database import connect
from ludoteca.web.journal.journal import Writer


async def test_every_kind_of_event_comes_back_equal(
    journal: Journal, opened, seated, moved
) -> None:
    happened = [
        opened("nim"),
        seated(0, "p1", 'Zoë "Ž" <b>\x00 \udcff \U0001f600'),
        Committed(4.0, 1, "ab" * 32, "cd" * 32),
        Nonce(4.5, 0, "ef"),
        Dealt(5.0, 1, [[-1, 7], [-1, 8]]),
        moved(3),
        UndoAsked(6.0, 0),
        UndoRefused(6.1, 1),
        UndoAgreed(6.2, 1),
        Undone(6.3, 2),
        SatIn(7.0, 0, "basic"),
        Returned(7.5, 0, 15.0),
        Said(8.0, 0, 2),
        Left(8.5, 0, "expert"),
        Removed(8.6, 1, "expert"),
        Closed(9.0, 1, [1.0, -1.0], False),
        Ready(10.000000001, 1),
        Rematch(11.0, 0, "b"),
    ]
    assert {type(one) for one in happened} == set(EVENTS.values())

    await journal.append("a", 1, happened[:3])
    for seq, one in enumerate(happened[3:], 4):
        await journal.append("a", seq, [one])
    assert await journal.events("a") == list(enumerate(happened, 1))


async def test_tables_are_apart(journal: Journal, opened, moved) -> None:
    await asyncio.gather(*(journal.append(f"t{n}", 0, [opened()]) for n in range(20)))
    await asyncio.gather(*(journal.append(f"t{n}", 1, [moved(n)]) for n in range(20)))
    for n in range(20):
        assert await journal.events(f"t{n}") == [(0, opened()), (1, moved(n))]
    assert await journal.exists("t3")
    assert not await journal.exists("t")
    assert await journal.events("t") == []


async def test_a_number_is_taken_once(journal: Journal, opened, moved) -> None:
    await journal.append("a", 1, [opened(), moved(1)])
    for again in ([moved(2)], [moved(1)], [opened()]):
        with pytest.raises(JournalConflict):
            await journal.append("a", 2, again)
    with pytest.raises(JournalConflict):
        await journal.append("a", 1, [opened()])
    assert await journal.events("a") == [(1, opened()), (2, moved(1))]


async def test_no_number_is_left_out(journal: Journal, opened, moved) -> None:
    with pytest.raises(JournalConflict):
        await journal.append("a", 1, [moved(1)])
    await journal.append("a", 1, [opened()])
    with pytest.raises(JournalConflict):
        await journal.append("a", 3, [moved(1)])
    assert await journal.events("a") == [(1, opened())]


async def test_of_many_events_all_are_written_or_none(journal: Journal, opened, moved) -> None:
    await journal.append("a", 1, [opened(), moved(1), moved(2)])
    with pytest.raises(JournalConflict):
        # The first of them is new ground for no one, the last would be.
        await journal.append("a", 3, [moved(7), moved(8), moved(9)])
    assert [seq for seq, _ in await journal.events("a")] == [1, 2, 3]


@pytest.fixture
def held(journal: Journal):
    """The writer is kept busy until the function is called; then it commits what is queued."""
    entered, free = threading.Event(), threading.Event()

    def hold(_connection: object) -> None:
        entered.set()
        assert free.wait(120)

    journal._writer.submit(hold)
    assert entered.wait(120)
    yield free.set
    free.set()


@pytest.fixture
def commits(journal: Journal):
    """Counts the commits of the writer."""
    counted: list[object] = []
    # Two engines for SQLite, one for PostgreSQL: only what begins in the writer's thread counts.
    name = "journal-writer"

    def count(connection: object) -> None:
        if threading.current_thread().name == name:
            counted.append(connection)

    event.listen(Engine, "commit", count)
    yield counted
    event.remove(Engine, "commit", count)


async def test_what_waits_together_is_one_commit(
    journal: Journal, commits, held, opened, moved
) -> None:
    waiting = [
        asyncio.create_task(journal.append(f"t{n}", 0, [opened(), moved(n)])) for n in range(50)
    ]
    await asyncio.sleep(0)
    held()
    await asyncio.gather(*waiting)
    for n in range(50):
        assert len(await journal.events(f"t{n}")) == 2
    assert len(commits) == 2, "the one that held the writer, then all fifty"


async def test_nobody_is_told_before_the_commit(journal: Journal, held, opened) -> None:
    waiting = asyncio.create_task(journal.append("a", 0, [opened()]))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    assert await journal.events("a") == []
    held()
    await waiting
    assert len(await journal.events("a")) == 1


async def test_one_that_fails_does_not_touch_the_others_of_its_group(
    journal: Journal, held, opened, moved
) -> None:
    waiting = [journal.append(f"t{n}", 0, [opened(), moved(n)]) for n in range(10)]
    waiting += [journal.append("missing", 5, [moved(1)]), journal.append("t3", 1, [moved(9)])]
    waiting += [journal.append("t4", 2, [moved(10)])]
    tasks = [asyncio.create_task(one) for one in waiting]
    await asyncio.sleep(0)
    held()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(answer) for answer in answers] == [int] * 10 + [JournalConflict] * 2 + [int]
    for n in range(10):
        assert [seq for seq, _ in await journal.events(f"t{n}")] == [0, 1, 2][: 2 + (n == 4)]
    assert await journal.events("missing") == []


async def test_a_task_that_gave_up_before_its_turn_wrote_nothing(
    journal: Journal, held, opened
) -> None:
    waiting = asyncio.create_task(journal.append("a", 0, [opened()]))
    other = asyncio.create_task(journal.append("b", 0, [opened()]))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    held()
    await other
    assert not await journal.exists("a")


async def test_a_closed_journal_says_so(journal: Journal, opened) -> None:
    await journal.append("a", 0, [opened()])
    journal.close()
    journal.close()
    with pytest.raises(JournalClosed):
        await journal.append("b", 0, [opened()])
    with pytest.raises(JournalClosed):
        await journal.events("a")


async def test_what_was_queued_is_written_before_it_closes(
    database: str, journal: Journal, held, opened
) -> None:
    waiting = [asyncio.create_task(journal.append(f"t{n}", 0, [opened()])) for n in range(5)]
    await asyncio.sleep(0)
    held()
    await asyncio.to_thread(journal.close)
    await asyncio.gather(*waiting)


class SlowQueue:
    """The queue of a writer, with time between the decision to put a work into it and that."""

    def __init__(self, queue: SimpleQueue[Any]) -> None:
        self._queue = queue
        self.get, self.empty = queue.get, queue.empty
        self.decided = threading.Event()

    def put(self, waiting: Any) -> None:
        if waiting is not None:
            self.decided.set()
            time.sleep(0.1)
        self._queue.put(waiting)


def test_what_comes_while_a_writer_closes_is_written_or_refused(tmp_path: Path) -> None:
    engines = connect(f"sqlite:///{tmp_path / 'journal.sqlite'}")
    writer = Writer(engines.write)
    writer._queue = slow = SlowQueue(writer._queue)
    answers: list[Future[Any]] = []
    submitting = threading.Thread(
        target=lambda: answers.append(writer.submit(lambda _connection: "written"))
    )
    submitting.start()
    assert slow.decided.wait(120)
    writer.close()
    submitting.join(20)
    assert answers[0].result(5) == "written"
    with pytest.raises(JournalClosed):
        writer.submit(lambda _connection: "written")
    engines.dispose()
