"""Connections to the database that a URL names, set so that a commit is on the disk."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from platformdirs import user_data_dir
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    extract,
    func,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.web.journal.errors import failure_of
from ludoteca.web.journal.leases import LEASE_SECONDS, RENEW_SECONDS
from ludoteca.web.journal.migrations import bring_up_to_date
from ludoteca.web.journal.schema import servers

WAIT_SECONDS = 1.0
"""The time that a locked database is waited for."""

READERS = 2
IDLE_SECONDS = LEASE_SECONDS - RENEW_SECONDS
"""A server that freezes within a transaction loses it, with its locks, no later than its lease."""

_CONNECT_SECONDS = 5
_LAYOUT_LOCK = 0x6C75646F  #: any number that nothing else locks on


_log = logging.getLogger("ludoteca.web")


@dataclass(frozen=True)
class Engines:
    """SQLAlchemy engines of one database, for the writer thread and for the readers."""

    write: Engine
    read: Engine

    def dispose(self) -> None:
        """Close all connections."""
        self.write.dispose()
        self.read.dispose()


def connect(url: str, *, backed_up: bool = False) -> Engines:
    """Engines for ``url`` with the tables made; "" is a SQLite file in the user's data folder.

    An older layout is migrated: a SQLite file after it was copied, a PostgreSQL database only where
    the caller says that it is ``backed_up``, and no server uses it.

    Raises
    ------
    BadInput
        where the URL is none, or names a database of another kind, or tables of another layout that
        cannot be migrated
    JournalFailed
        where the database cannot be reached or written, or a migration fails
    """
    parsed = _parsed(url)
    try:
        engines = _engines(parsed)
    except ImportError:
        raise BadInput(
            _("PostgreSQL needs a driver: install the extra postgres, ludoteca[postgres]")
        ) from None
    try:
        with engines.write.begin() as connection:
            if connection.dialect.name == "postgresql":  # several servers may start at once
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LAYOUT_LOCK})"))
                back_up = partial(_check_backed_up, connection, backed_up=backed_up)
            else:
                back_up = partial(_back_up_sqlite, Path(str(parsed.database)))
            bring_up_to_date(connection, back_up)
    except DBAPIError as error:
        engines.dispose()
        raise failure_of(error) from error
    except BaseException:
        engines.dispose()
        raise
    return engines


def _parsed(url: str) -> URL:
    if not url:
        file = Path(user_data_dir("ludoteca", appauthor=False)) / "journal.sqlite"
        return URL.create("sqlite", database=str(file))
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise BadInput(_wanted(url.split(":")[0])) from None
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return parsed
    raise BadInput(_wanted(parsed.render_as_string(hide_password=True)))


def _wanted(given: str) -> str:
    return _(
        "A database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME, not {given}"
    ).format(given=given)


def _engines(url: URL) -> Engines:
    if url.drivername == "sqlite":
        _make_file(Path(str(url.database)))
        return Engines(_sqlite(url, 1, _begin_writing), _sqlite(url, READERS, _begin_reading))
    shared = create_engine(
        url,
        pool_size=1 + READERS,
        max_overflow=0,
        connect_args={
            "connect_timeout": _CONNECT_SECONDS,
            "application_name": "ludoteca",
            "options": f"-c lock_timeout={int(WAIT_SECONDS * 1000)} "
            f"-c idle_in_transaction_session_timeout={int(IDLE_SECONDS * 1000)} "
            "-c synchronous_commit=on",
            # A server that disappeared without closing is noticed.
            "keepalives_idle": 10,
            "tcp_user_timeout": 10_000,
        },
    )
    return Engines(shared, shared)


def _make_file(file: Path) -> None:
    """Make an empty file where there is none, readable by us alone: it holds secrets of deals."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise BadInput(
            _("The journal {file} cannot be written: {reason}").format(
                file=file, reason=error.strerror
            )
        ) from None


def _sqlite(url: URL, connections: int, begin: Any) -> Engine:
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        connect_args={"timeout": WAIT_SECONDS, "check_same_thread": False},
    )
    event.listen(engine, "connect", _set_durable)
    event.listen(engine, "begin", begin)
    return engine


def _set_durable(connection: Any, _record: object) -> None:
    # The driver's own transactions begin late and deferred; ours begin where we say.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    # Where a plain fsync leaves data in the drive's cache (macOS).
    connection.execute("PRAGMA fullfsync=ON")
    connection.execute("PRAGMA journal_size_limit=16777216")
    # Pages go over into the database after 16 MB, not 4: the same pages of a busy server are then
    # written a third as often, and fewer commits wait for it.
    connection.execute("PRAGMA wal_autocheckpoint=4000")
    # Tables are read once, when they wake: what the system keeps of the file is cache enough.
    connection.execute("PRAGMA cache_size=-512")


def _begin_writing(connection: Connection) -> None:
    # The lock at once: a transaction that first reads could not wait for it.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _back_up_sqlite(file: Path, number: int) -> str:
    """Copy ``file``, of layout ``number``, beside itself, readable by us alone; return where."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    copy = file.with_name(f"{file.stem}.layout-{number}.{now}{file.suffix}")
    part = copy.with_name(f"{copy.name}.part")
    try:
        part.touch(0o600, exist_ok=False)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        part.replace(copy)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise BadInput(
            _("The journal has to be migrated, and its backup {file} failed: {reason}").format(
                file=copy, reason=error
            )
        ) from error
    _log.warning("the journal is migrated from layout %d; as it was it is in %s", number, copy)
    return str(copy)


def _check_backed_up(connection: Connection, number: int, backed_up: bool) -> str:
    """Refuse to migrate what is in use, or has no backup; return which backup it is."""
    living = select(servers.c.id).where(servers.c.expires > extract("epoch", func.now()))
    if connection.execute(living.limit(1)).first() is not None:
        raise BadInput(
            _(
                "The database is of layout {number} and has to be migrated, but servers of the "
                "older program use it: stop all of them first."
            ).format(number=number)
        )
    if not backed_up:
        raise BadInput(
            _(
                "The database is of layout {number} and has to be migrated. Make a backup with "
                "pg_dump, and then run: ludoteca migrate"
            ).format(number=number)
        )
    return _("the one that you made")
