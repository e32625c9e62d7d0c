"""The journal: everything that a server must not lose, on the disk before it is acknowledged.

Events are appended to the tables they belong to by one thread, many tables in one transaction, and
whoever waits is answered after the commit; what is read is read by other threads.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import groupby
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    Select,
    TextClause,
    func,
    insert,
    or_,
    select,
    text,
)

from ludoteca.table.events import Event, Opened, Seated, event_from_json
from ludoteca.web.journal import keeping
from ludoteca.web.journal.database import READERS, Engines, connect
from ludoteca.web.journal.errors import (
    JournalBusy,
    JournalClosed,
    JournalConflict,
    JournalFull,
    affects_all,
    failure_of,
    is_connection_lost,
)
from ludoteca.web.journal.heads import Deletion, SeatKey, TableHead
from ludoteca.web.journal.leases import Leases
from ludoteca.web.journal.schema import (
    events,
    heads,
    insert_or_update,
    owners,
    records,
    seatings,
    tokens,
    tries,
)

_written = json.JSONEncoder(separators=(",", ":")).encode


_ROW_BYTES = 32  #: of a row beside its body


class Row(NamedTuple):
    """An event to write; ``follows`` is 1 where it need not be seen that the one before is there.

    It opens the table, or the one before is written with it.
    """

    table: str
    seq: int
    body: str
    follows: int


@dataclass(frozen=True)
class Append:
    """Rows of one table that belong together: all of them are written, or none.

    ``owner`` is the server that has to own the table, "" where the database is one server's alone.
    """

    rows: tuple[Row, ...]
    sitters: tuple[dict[str, Any], ...] = ()
    head: TableHead | None = None
    owner: str = ""

    @property
    def length(self) -> int:
        """About the bytes that the rows take."""
        return sum(len(row.body) + _ROW_BYTES for row in self.rows)

    @staticmethod
    def of(
        table_id: str,
        first_seq: int,
        happened: Sequence[Event],
        head: TableHead | None,
        owner: str = "",
    ) -> Append:
        """The rows of ``happened``, numbered from ``first_seq``."""
        rows = tuple(
            Row(
                table_id,
                seq,
                _written(event.to_json()),
                int(seq > first_seq or isinstance(event, Opened)),
            )
            for seq, event in enumerate(happened, first_seq)
        )
        sitters = tuple(
            {"person": event.person, "table_id": table_id, "seat": event.seat}
            for event in happened
            if isinstance(event, Seated) and event.person
        )
        return Append(rows, sitters, head, owner)


_GIVEN = {
    "sqlite": ("json_each(:rows)", "json_extract(value, '$[{n}]')"),
    "postgresql": ("json_array_elements(CAST(:rows AS json)) AS row(value)", "(value ->> {n})"),
}
"""SQL for an array of arrays, by database: its rows, and the entry ``n`` of a row's ``value``."""


@cache
def _insert_following(dialect: str) -> TextClause:
    """Inserts events, in one statement, where the one before is there or need not be.

    One statement, because the thread that writes asks for the interpreter after each.
    """
    rows, entry = _GIVEN[dialect]
    table, number, body, follows = (entry.format(n=n) for n in range(4))
    seq = f"CAST({number} AS INTEGER)"
    before = f"SELECT 1 FROM {events.name} WHERE table_id = {table} AND seq = {seq} - 1"
    return text(
        f"INSERT INTO {events.name} (table_id, seq, body) SELECT {table}, {seq}, {body} "
        f"FROM {rows} WHERE CAST({follows} AS INTEGER) = 1 OR EXISTS ({before})"
    ).execution_options(preserve_rowcount=True)


def write_appends(connection: Connection, appends: Sequence[Append]) -> None:
    """Write all of ``appends``, in their order.

    Raises
    ------
    JournalConflict, sqlalchemy.exc.IntegrityError
        where events do not follow those of their table, or another server has the table; the
        transaction is to be rolled back
    """
    _fence(connection, [append for append in appends if append.owner])
    rows = [row for append in appends for row in append.rows]
    if rows:
        statement = _insert_following(connection.dialect.name)
        if connection.execute(statement, {"rows": _written(rows)}).rowcount != len(rows):
            raise JournalConflict
    sitters = [row for append in appends for row in append.sitters]
    if sitters:
        connection.execute(
            insert_or_update(connection, seatings, "person", "table_id", "seat"), sitters
        )
    last_heads = {append.head.id: append.head for append in appends if append.head is not None}
    if last_heads:
        connection.execute(
            insert_or_update(connection, heads, "id"),
            [head.to_row() for head in last_heads.values()],
        )


def _fence(connection: Connection, appends: Sequence[Append]) -> None:
    """Check that each table is its server's, and lock it so until the end of the transaction.

    A table that is opened becomes its server's.
    """
    opened = [(a.rows[0].table, a.owner) for a in appends if a.rows[0].follows]
    if opened:
        rows = [{"table_id": table, "server": owner} for table, owner in opened]
        connection.execute(insert(owners), rows)
    wanted = {a.rows[0].table: a.owner for a in appends if not a.rows[0].follows}
    if wanted:
        # In order, so that two servers that lock several never wait for each other.
        found = select(owners).where(owners.c.table_id.in_(wanted)).order_by(owners.c.table_id)
        locked = connection.execute(found.with_for_update(read=True))
        if {row.table_id: row.server for row in locked} != wanted:
            raise JournalConflict


def is_written(connection: Connection, append: Append) -> bool:
    """True where exactly these rows are there: a commit whose answer was lost was done."""
    first, last = append.rows[0], append.rows[-1]
    kept = connection.execute(
        select(events.c.seq, events.c.body).where(
            events.c.table_id == first.table,
            events.c.seq.between(first.seq, last.seq),
        )
    )
    return {row.seq: row.body for row in kept} == {row.seq: row.body for row in append.rows}


BATCH = 256
"""Most works in one transaction."""

_log = logging.getLogger(__name__)

Work: TypeAlias = "Append | Callable[[Connection], Any]"
"""Events to append, or a function that does all its work on the connection it is given."""


@dataclass(frozen=True)
class _Waiting:
    work: Work
    answer: Future[Any] = field(default_factory=Future)


class Writer:
    """A thread that writes queued work, a group in each transaction.

    While one group is being made durable the next gathers: nobody waits for a timer, and a busy
    server pays one commit for many tables. A work that fails leaves nothing behind and does not
    touch the others of its group. An idle writer sleeps.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> Future[Any]:
        """Queue ``work``; the future is done once it is on the disk, or has failed."""
        waiting = _Waiting(work)
        with self._closing:
            if self._closed:
                raise JournalClosed
            self._queue.put(waiting)
        return waiting.answer

    def close(self) -> None:
        """Write what is queued, then stop; what comes later is refused."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while self._write_next():
            pass
        self._let_go()

    def _write_next(self) -> bool:
        """Write the next group; False when it was the last. An idle writer keeps none of it."""
        group, more = self._gather()
        wanted = [one for one in group if one.answer.set_running_or_notify_cancel()]
        if wanted:
            self._write(wanted)
        return more

    def _gather(self) -> tuple[list[_Waiting], bool]:
        """Take all queued work, waiting for the first; False when the writer stops after it."""
        group: list[_Waiting] = []
        while not group or (len(group) < BATCH and not self._queue.empty()):
            waiting = self._queue.get()
            if waiting is None:
                return group, False
            group.append(waiting)
        return group, True

    def _write(self, group: Sequence[_Waiting]) -> None:
        try:
            answers = self._transaction([one.work for one in group])
        except Exception as error:
            self._mend(group, error)
        else:
            for one, answer in zip(group, answers, strict=True):
                one.answer.set_result(answer)

    def _mend(self, group: Sequence[_Waiting], error: Exception) -> None:
        """Write a failed group one by one, so that only the faulty work fails."""
        failure = failure_of(error)
        if is_connection_lost(error):
            self._after_loss(group)
        elif len(group) == 1 or affects_all(error):
            _fail(group, failure)
        else:
            for one in group:
                self._write([one])

    def _after_loss(self, group: Sequence[_Waiting]) -> None:
        """Write again what a broken connection, perhaps lost after its commit, did not write."""
        for number, one in enumerate(group):
            try:
                with self._engine.begin() as connection:
                    if isinstance(one.work, Append) and is_written(connection, one.work):
                        answer = None
                    else:
                        (answer,) = _perform(connection, [one.work])
            except Exception as error:
                if affects_all(error):
                    _fail(group[number:], failure_of(error))
                    return
                _fail([one], failure_of(error))
            else:
                one.answer.set_result(answer)

    def _transaction(self, works: Sequence[Work]) -> list[Any]:
        # The connection is kept: to take it from the pool each time costs as much as to write.
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                return _perform(self._connection, works)
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        """Return the connection to the pool, which checks that it still works."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _perform(connection: Connection, works: Sequence[Work]) -> list[Any]:
    answers: list[Any] = []
    for _appending, alike in groupby(works, lambda work: isinstance(work, Append)):
        row = list(alike)
        appends = [work for work in row if isinstance(work, Append)]
        if appends:
            write_appends(connection, appends)
            answers += [None] * len(appends)
        answers += [work(connection) for work in row if not isinstance(work, Append)]
    return answers


def _fail(group: Sequence[_Waiting], failure: Exception) -> None:
    if not isinstance(failure, JournalFull | JournalBusy | JournalConflict):
        _log.error("the journal could not be written", exc_info=failure)
    for one in group:
        one.answer.set_exception(failure)


RECORD_STORE_BYTES = 64 * 1024 * 1024
"""Shared records are kept up to so many bytes; then the oldest go."""

T = TypeVar("T")


class Journal:
    """Events of tables and what belongs to them, on SQLite or PostgreSQL.

    Every method that writes returns when what it wrote is on the disk, and raises
    :class:`~ludoteca.web.journal.errors.JournalFailed` (or one of its kinds) when nothing of it is
    there; the journal goes on working afterwards. Methods that read raise it too.

    When a task is cancelled while it waits, nobody knows whether its events were written: the next
    append then raises ``JournalConflict``, and the table is to be read again.

    Attributes
    ----------
    leases : which of several servers on this database has a table
    """

    def __init__(self, engines: Engines, record_store_bytes: int = RECORD_STORE_BYTES) -> None:
        self._engines = engines
        self._record_store_bytes = record_store_bytes
        self._writer = Writer(engines.write)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="journal-reader")
        shared = engines.write.dialect.name == "postgresql"
        self.leases = Leases(self._read, shared=shared)

    def close(self) -> None:
        """Write what is waiting and close the connections. A second call does nothing."""
        self._writer.close()
        self._readers.shutdown()
        self._engines.dispose()

    async def append(
        self,
        table_id: str,
        first_seq: int,
        happened: Sequence[Event],
        head: TableHead | None = None,
    ) -> int:
        """Add events to a table, numbered from ``first_seq``, and keep ``head`` where it is given.

        All of it or nothing. A table begins with ``Opened``, and its numbers have no gaps. Returns
        about how many bytes they take.

        Raises
        ------
        JournalConflict
            when the table's last event is not the one before ``first_seq``, or another server has
            the table
        JournalFull, JournalBusy, JournalFailed
        """
        if not happened:
            return 0
        append = Append.of(table_id, first_seq, happened, head, self.leases.server)
        await self._write(append)
        return append.length

    async def events(self, table_id: str) -> list[tuple[int, Event]]:
        """The numbered events of a table, oldest first; none where there is no such table."""
        return await self._read(partial(_events, table_id=table_id))

    async def exists(self, table_id: str) -> bool:
        """True where there is such a table."""
        wanted = select(events.c.seq).where(events.c.table_id == table_id).limit(1)
        return await self._read(lambda connection: connection.scalar(wanted) is not None)

    async def tables(
        self,
        *,
        person: str | None = None,
        listed: bool | None = None,
        over: bool | None = None,
        touched_after: float | None = None,
        touched_before: float | None = None,
        limit: int | None = None,
    ) -> list[TableHead]:
        """Heads of tables, those touched last first.

        ``person``: only those at which this person ever sat.
        """
        wanted = select(heads).order_by(heads.c.touched_at.desc(), heads.c.id).limit(limit)
        if person is not None:
            theirs = select(seatings.c.table_id).where(seatings.c.person == person)
            wanted = wanted.where(heads.c.id.in_(theirs))
        if listed is not None:
            wanted = wanted.where(heads.c.listed == listed)
        if over is not None:
            wanted = wanted.where(heads.c.over == over)
        if touched_after is not None:
            wanted = wanted.where(heads.c.touched_at > touched_after)
        if touched_before is not None:
            wanted = wanted.where(heads.c.touched_at < touched_before)

        def read(connection: Connection) -> list[TableHead]:
            return [TableHead.from_row(dict(row)) for row in connection.execute(wanted).mappings()]

        return await self._read(read)

    async def events_of(self, person: str, kinds: Sequence[type[Event]]) -> dict[str, list[Event]]:
        """The events of these kinds at the tables where a person ever sat: by table, in order."""
        return await self._read(partial(_events_of, person=person, kinds=kinds))

    async def add_token(self, token_hash: str, table_id: str, seat: int) -> None:
        """Let the token with this hash open a seat."""
        await self._write(
            partial(keeping.write_token, token_hash=token_hash, table_id=table_id, seat=seat)
        )

    async def drop_tokens(self, table_id: str, seat: int, but: str = "") -> None:
        """Drop the tokens of this seat, but the one with the hash ``but``."""
        await self._write(partial(keeping.erase_tokens, table_id=table_id, seat=seat, but=but))

    async def find_token(self, token_hash: str) -> SeatKey | None:
        """The seat that the token with this hash opens."""
        wanted = select(tokens.c.table_id, tokens.c.seat).where(tokens.c.hash == token_hash)
        row = await self._read(lambda connection: connection.execute(wanted).first())
        return None if row is None else SeatKey(*row)

    async def delete_person(self, person_id: str) -> Deletion:
        """Forget a person; see :func:`~ludoteca.web.journal.keeping.erase_person`.

        Tables that are in somebody's memory are theirs to drop: the answer names them.
        """
        forgotten = await self._write(partial(keeping.erase_person, person_id=person_id))
        assert isinstance(forgotten, Deletion)
        return forgotten

    async def remove_table(self, table_id: str, before: float) -> bool:
        """Remove a table and all that belongs to it; False where it was touched since ``before``.

        Shared records of its deals stay.
        """
        return bool(
            await self._write(partial(keeping.remove_table, table_id=table_id, before=before))
        )

    async def keep_record(self, text: str) -> str:
        """Keep a shared record and return its key; the oldest go when the store is full."""
        bound = self._record_store_bytes
        return str(await self._write(partial(keeping.write_record, text=text, bound=bound)))

    async def record(self, key: str) -> str | None:
        """The shared record of this key, while it is kept."""
        wanted = select(records.c.text).where(records.c.key == key)
        return await self._read(lambda connection: connection.scalar(wanted))

    async def day_keys(self, days: Sequence[str]) -> dict[str, str]:
        """The keys of the shuffles of days, by day; see :mod:`~ludoteca.web.journal.keeping`."""
        return dict(await self._write(partial(keeping.day_keys, days=days)))

    async def finished(self, prefix: str, touched_after: float) -> int:
        """The number of tables whose match is over and whose ids begin with ``prefix``."""
        of_these = (heads.c.touched_at > touched_after, heads.c.id.startswith(prefix))
        wanted = select(func.count()).select_from(heads).where(heads.c.over, *of_these)
        return await self._read(lambda connection: connection.scalar(wanted) or 0)

    async def endings(
        self, prefix: str, kinds: Sequence[type[Event]], most: int
    ) -> dict[str, list[Event]]:
        """The events of these kinds at ``most`` of the tables that :meth:`finished` counts."""
        theirs = select(heads.c.id).where(heads.c.over, heads.c.id.startswith(prefix)).limit(most)
        return await self._read(partial(_events_at, tables=theirs, kinds=kinds))

    async def keep_try(self, person: str, day: str, *, solved: bool) -> None:
        """Keep whether a person solved the puzzle of a day; of several tries the first counts."""
        await self._write(partial(keeping.write_try, person=person, day=day, solved=solved))

    async def tried(self, person: str) -> dict[str, bool]:
        """The days whose puzzle a person tried, and whether the first try was right."""
        wanted = select(tries.c.day, tries.c.solved).where(tries.c.person == person)
        return await self._read(
            lambda connection: {row.day: row.solved for row in connection.execute(wanted)}
        )

    async def solvers(self, day: str) -> tuple[int, int]:
        """The numbers of people who solved the puzzle of a day, and of those who tried it."""
        wanted = select(tries.c.solved).where(tries.c.day == day)
        found = await self._read(lambda connection: connection.scalars(wanted).all())
        return sum(found), len(found)

    async def report(self, table_id: str, seat: int, sentence: str, record: str) -> None:
        """Store a report of a deal; the host reads them in the table ``reports``."""
        await self._write(
            partial(
                keeping.write_report,
                table_id=table_id,
                seat=seat,
                sentence=sentence,
                record=record,
            )
        )

    async def _write(self, work: Work) -> Any:
        return await asyncio.wrap_future(self._writer.submit(work))

    async def _read(self, ask: Callable[[Connection], T]) -> T:
        try:
            reading = self._readers.submit(self._reading, ask)
        except RuntimeError:
            raise JournalClosed from None
        return await asyncio.wrap_future(reading)

    def _reading(self, ask: Callable[[Connection], T]) -> T:
        try:
            return self._asked(ask)
        except Exception as error:
            if not is_connection_lost(error):
                raise failure_of(error) from error
        # A connection that broke while it was idle is replaced once.
        try:
            return self._asked(ask)
        except Exception as error:
            raise failure_of(error) from error

    def _asked(self, ask: Callable[[Connection], T]) -> T:
        with self._engines.read.begin() as connection:
            return ask(connection)


def open_journal(
    url: str = "", record_store_bytes: int = RECORD_STORE_BYTES, *, backed_up: bool = False
) -> Journal:
    """The journal at ``url``: ``sqlite:///FILE`` or ``postgresql://...``; made if there is none.

    By default a SQLite file in the user's data folder. An older layout is migrated, on PostgreSQL
    only what is ``backed_up``. Raises ``BadInput`` or ``JournalFailed`` with one sentence where it
    cannot be opened.
    """
    return Journal(connect(url, backed_up=backed_up), record_store_bytes)


def _events(connection: Connection, table_id: str) -> list[tuple[int, Event]]:
    rows = connection.execute(
        select(events.c.seq, events.c.body)
        .where(events.c.table_id == table_id)
        .order_by(events.c.seq)
    )
    return [(seq, event_from_json(json.loads(body))) for seq, body in rows]


def _events_of(
    connection: Connection, person: str, kinds: Sequence[type[Event]]
) -> dict[str, list[Event]]:
    theirs = select(seatings.c.table_id).where(seatings.c.person == person)
    return _events_at(connection, theirs, kinds)


def _events_at(
    connection: Connection, tables: Select[tuple[str]], kinds: Sequence[type[Event]]
) -> dict[str, list[Event]]:
    # Every body begins with its kind: all others stay unread.
    wanted = [
        events.c.body.startswith(f'{{"kind":"{kind.kind}"', autoescape=True) for kind in kinds
    ]
    rows = connection.execute(
        select(events.c.table_id, events.c.body)
        .where(events.c.table_id.in_(tables), or_(*wanted))
        .order_by(events.c.table_id, events.c.seq)
    )
    found: dict[str, list[Event]] = {}
    for table_id, body in rows:
        found.setdefault(table_id, []).append(event_from_json(json.loads(body)))
    return found
