"""Appending events to the tables they belong to, many tables in one transaction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, Insert, Table, TextClause, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite

from ludoteca.table.events import Event, Opened, Seated
from ludoteca.web.journal.errors import JournalConflict
from ludoteca.web.journal.heads import TableHead
from ludoteca.web.journal.schema import events, heads, owners, seatings

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


_DIALECTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_or_update(connection: Connection, table: Table, *keys: str) -> Insert:
    """An insert that, where the keys are there already, changes the other columns instead."""
    return _insert_or_update(connection.dialect.name, table, keys)


@cache
def _insert_or_update(dialect: str, table: Table, keys: tuple[str, ...]) -> Insert:
    statement = _DIALECTS[dialect](table)
    others = {c.name: statement.excluded[c.name] for c in table.c if c.name not in keys}
    if not others:
        return cast(Insert, statement.on_conflict_do_nothing())
    return cast(Insert, statement.on_conflict_do_update(index_elements=list(keys), set_=others))


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
