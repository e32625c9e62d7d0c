"""Leases: which of several servers on one PostgreSQL database has a table.

Each server has a row in ``servers``, with an end by the database's clock that it keeps moving on; a
server whose row has ended counts as dead. A table belongs to the server that ``owners`` names; who
finds that one dead may take it, in one statement. Every append is fenced: it locks the row of its
table, and is refused where the row names another server. So a server that hung, and was taken for
dead, can write nothing to the tables that others took meanwhile; the others it still has.

SQLite is one server's own: nothing here is asked of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import Any, TypeAlias

from sqlalchemy import (
    ARRAY,
    Connection,
    Text,
    any_,
    delete,
    extract,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    update,
)

from ludoteca.web.journal.keeping import secret
from ludoteca.web.journal.schema import insert_or_update, owners, servers

LEASE_SECONDS = 6.0
"""A server that did not renew its lease for so long is dead: others may take its tables."""

_FORGET_SECONDS = 60.0

RENEW_SECONDS = 2.0
"""A server renews its lease so often."""

SERVER_MARK = "."
"""Stands before the id of the server in names of what that server alone has, as a job."""

_NOW: Any = extract("epoch", func.clock_timestamp())

_TAKE = text(
    "INSERT INTO owners (table_id, server) SELECT CAST(:name AS text), CAST(:server AS text) "
    "WHERE EXISTS (SELECT 1 FROM events WHERE table_id = :name) "
    "ON CONFLICT (table_id) DO UPDATE SET server = excluded.server WHERE NOT EXISTS "
    "(SELECT 1 FROM servers WHERE id = owners.server "
    "AND expires > extract(epoch FROM clock_timestamp()))"
)

Run: TypeAlias = Callable[[Callable[[Connection], Any]], Awaitable[Any]]
"""Runs a function on a connection, in a transaction of its own; raises ``JournalFailed``."""


class Leases:
    """The lease of this server, and the tables that it owns.

    Attributes
    ----------
    shared : the database can have several servers
    server : the id of this one, "" before it joined: it owns nothing then and is not fenced
    secret : known to the servers of this database alone, "" before this one joined
    """

    def __init__(self, run: Run, *, shared: bool) -> None:
        self._run = run
        self.shared = shared
        self.server = ""
        self.secret = ""

    async def join(self, address: str) -> None:
        """Register this server, under a new id; others reach it at ``address``, ``host:port``.

        A server that had this address before has ended. Those that died long ago are forgotten.
        """
        server = secrets.token_urlsafe(6)

        def ask(connection: Connection) -> str:
            forgotten = servers.c.expires < _NOW - _FORGET_SECONDS
            ended = or_(servers.c.address == address, forgotten)
            connection.execute(delete(servers).where(ended))
            connection.execute(delete(owners).where(owners.c.server.not_in(select(servers.c.id))))
            row = {"id": server, "address": address, "expires": _NOW + LEASE_SECONDS}
            connection.execute(insert(servers).values(row))
            return secret(connection, "servers")

        self.secret = await self._run(ask)
        self.server = server

    async def leave(self) -> None:
        """End the lease: others may take the tables at once."""
        ended = delete(servers).where(servers.c.id == self.server)
        await self._run(lambda connection: connection.execute(ended))

    async def renew(self) -> bool:
        """Move the end of the lease on; False where it ended so long ago that it is forgotten."""
        mine = update(servers).where(servers.c.id == self.server)
        later = mine.values(expires=_NOW + LEASE_SECONDS)
        return bool(await self._run(lambda connection: connection.execute(later).rowcount))

    async def living(self) -> set[str]:
        """The addresses of the servers whose lease has not ended."""
        wanted = select(servers.c.address).where(servers.c.expires > _NOW)
        return set(await self._run(lambda connection: connection.scalars(wanted).all()))

    async def lost(self, tables: Collection[str]) -> set[str]:
        """Those of ``tables`` that this server does not own."""
        asked = any_(literal(list(tables), ARRAY(Text)))
        mine = select(owners.c.table_id).where(
            owners.c.server == self.server, owners.c.table_id == asked
        )
        owned: set[str] = await self._run(lambda connection: set(connection.scalars(mine)))
        return set(tables) - owned

    async def take(self, table: str) -> str:
        """Own a table that no living server owns.

        Returns the address of the other server that has it, "" where this one has it now, or there
        is no such table.
        """
        if not self.server:
            return ""
        return str(await self._run(lambda connection: _taken(connection, self.server, table)))

    async def seize(self, tables: Collection[str]) -> None:
        """Own ``tables`` whoever has them: another server lets them go within moments."""
        if self.server and tables:
            rows = [{"table_id": table, "server": self.server} for table in sorted(tables)]
            await self._run(
                lambda connection: connection.execute(
                    insert_or_update(connection, owners, "table_id"), rows
                )
            )

    async def elsewhere(self, name: str) -> str:
        """The address of another living server that has the table or the job ``name``, else ""."""
        if not self.server:
            return ""
        found = await self._run(lambda connection: _owner(connection, name))
        return "" if found is None or found[0] == self.server else found[1]


def _taken(connection: Connection, server: str, table: str) -> str:
    # Read before it is written: the statement that takes a row locks it, also where it is refused.
    for _attempt in range(2):
        found = _owner(connection, table)
        if found is not None:
            return "" if found[0] == server else found[1]
        if connection.execute(_TAKE, {"name": table, "server": server}).rowcount:
            return ""
    return ""


def _owner(connection: Connection, name: str) -> tuple[str, str] | None:
    """The id and the address of the living server that has ``name``."""
    owner = select(owners.c.server).where(owners.c.table_id == name).scalar_subquery()
    named = name.partition(SERVER_MARK)[2]
    wanted = select(servers.c.id, servers.c.address).where(
        or_(servers.c.id == owner, servers.c.id == named), servers.c.expires > _NOW
    )
    row = connection.execute(wanted).first()
    return None if row is None else (row.id, row.address)
