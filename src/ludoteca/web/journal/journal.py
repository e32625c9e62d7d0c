"""The journal: everything that a server must not lose, on the disk before it is acknowledged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, func, or_, select

from ludoteca.table.events import Event, event_from_json
from ludoteca.web.journal import keeping
from ludoteca.web.journal.appends import Append
from ludoteca.web.journal.engines import READERS, Engines, connect
from ludoteca.web.journal.errors import JournalClosed, failure_of, is_connection_lost
from ludoteca.web.journal.heads import Deletion, SeatKey, TableHead
from ludoteca.web.journal.leases import Leases
from ludoteca.web.journal.schema import events, heads, records, seatings, tokens
from ludoteca.web.journal.writer import Work, Writer

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
    # Every body begins with its kind: all others stay unread.
    wanted = [
        events.c.body.startswith(f'{{"kind":"{kind.kind}"', autoescape=True) for kind in kinds
    ]
    rows = connection.execute(
        select(events.c.table_id, events.c.body)
        .where(events.c.table_id.in_(theirs), or_(*wanted))
        .order_by(events.c.table_id, events.c.seq)
    )
    found: dict[str, list[Event]] = {}
    for table_id, body in rows:
        found.setdefault(table_id, []).append(event_from_json(json.loads(body)))
    return found
