"""Appending events to the tables they belong to, many tables in one transaction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from sqlalchemy import (
    Boolean,
    Connection,
    Insert,
    Integer,
    Table,
    Text,
    bindparam,
    exists,
    insert,
    literal_column,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from ludoteca.web.journal.errors import JournalConflict
from ludoteca.web.journal.heads import TableHead
from ludoteca.web.journal.schema import events, heads, seatings
from ludoteca.web.table.events import Event, Opened, Seated

_written = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True)
class Append:
    """Rows that belong together: all of them are written, or none."""

    rows: tuple[dict[str, Any], ...]
    sitters: tuple[dict[str, Any], ...] = ()
    head: TableHead | None = None

    @staticmethod
    def of(
        table_id: str, first_seq: int, happened: Sequence[Event], head: TableHead | None
    ) -> Append:
        """The rows of ``happened``, numbered from ``first_seq``."""
        rows = tuple(
            {
                "a_table": table_id,
                "a_seq": seq,
                "a_body": _written(event.to_json()),
                "opens": isinstance(event, Opened),
            }
            for seq, event in enumerate(happened, first_seq)
        )
        sitters = tuple(
            {"person": event.person, "table_id": table_id, "seat": event.seat}
            for event in happened
            if isinstance(event, Seated) and event.person
        )
        return Append(rows, sitters, head)


def _insert_following() -> Insert:
    """Inserts an event where the one before it is there, or where it opens the table."""
    table, seq = bindparam("a_table", type_=Text), bindparam("a_seq", type_=Integer)
    before = exists(
        select(literal_column("1")).where(events.c.table_id == table, events.c.seq == seq - 1)
    )
    follows = or_(bindparam("opens", type_=Boolean), before)
    row = select(table, seq, bindparam("a_body", type_=Text)).where(follows)
    statement = insert(events).from_select(["table_id", "seq", "body"], row)
    return statement.execution_options(preserve_rowcount=True)


_INSERT_FOLLOWING = _insert_following()
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
        where events do not follow those of their table; the transaction is to be rolled back
    """
    rows = [row for append in appends for row in append.rows]
    if rows and connection.execute(_INSERT_FOLLOWING, rows).rowcount != len(rows):
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


def landed(connection: Connection, append: Append) -> bool:
    """Whether exactly these rows are there: the commit whose answer was lost was done."""
    first, last = append.rows[0], append.rows[-1]
    kept = connection.execute(
        select(events.c.seq, events.c.body).where(
            events.c.table_id == first["a_table"],
            events.c.seq.between(first["a_seq"], last["a_seq"]),
        )
    )
    return {row.seq: row.body for row in kept} == {r["a_seq"]: r["a_body"] for r in append.rows}
