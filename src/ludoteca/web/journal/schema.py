"""The tables of the database, the same on SQLite and on PostgreSQL.

A change here needs a migration: :mod:`~ludoteca.web.journal.migrations`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Double,
    Index,
    Insert,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)
from sqlalchemy.dialects import postgresql, sqlite

metadata = MetaData()

layout = Table("layout", metadata, Column("version", Integer, primary_key=True))

events = Table(
    "events",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    # One tree, so that an append touches one page.
    sqlite_with_rowid=False,
)
"""The events; ``body`` is the JSON of one."""

heads = Table(
    "heads",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("touched_at", Double, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("seats", JSON, nullable=False),
    Index("heads_by_time", "touched_at"),
)
"""A line about each table, for the lobby."""

seatings = Table(
    "seatings",
    metadata,
    Column("person", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    PrimaryKeyConstraint("person", "table_id", "seat"),
    Index("seatings_by_table", "table_id"),
    sqlite_with_rowid=False,
)
"""The people who ever held a seat."""

tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Index("tokens_by_seat", "table_id", "seat"),
    sqlite_with_rowid=False,
)
"""Seat tokens, hashed."""

records = Table(
    "records",
    metadata,
    Column("key", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("length", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Index("records_by_time", "at", "key", "length"),
)
"""Records that people dropped on the page, found by a key of their text and of a secret."""

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Secrets of the server in hexadecimal, from which keys are made.

``records`` makes those of shared records, ``days`` those of the shuffles of a day; the servers of
one database know each other by ``servers``.
"""

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("record", Text, nullable=False),
    Index("reports_by_table", "table_id"),
)
"""Hands that people reported, for the host to read."""

tries = Table(
    "tries",
    metadata,
    Column("person", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("solved", Boolean, nullable=False),
    PrimaryKeyConstraint("person", "day"),
    Index("tries_by_day", "day", "solved"),
    sqlite_with_rowid=False,
)
"""The first tries at the puzzle of each day (ISO 8601)."""

servers = Table(
    "servers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("expires", Double, nullable=False),
)
"""The servers of a PostgreSQL database, and the ends of their leases by its clock."""

owners = Table(
    "owners",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("server", Text, nullable=False),
)
"""The server that has a table in memory, or had it last."""


# -- a statement that the two databases write differently -----------------------------------------

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
