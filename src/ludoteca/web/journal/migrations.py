"""Layouts of the journal: the tables of an empty one are made, those of an older layout migrated.

Whoever changes a table of :mod:`~ludoteca.web.journal.schema` appends a function to
:data:`MIGRATIONS` that makes the same change to the tables that are there. Its SQL is written out,
because it has to do the same when the schema has moved on. All that is due is done in one
transaction, after a backup; what is interrupted leaves the journal as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import Connection, insert, inspect, select, update

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.web.journal.errors import MigrationFailed
from ludoteca.web.journal.schema import layout, metadata

Migration: TypeAlias = Callable[[Connection], None]

MIGRATIONS: tuple[Migration, ...] = ()
"""The first brings layout 1 to layout 2, and so on."""


def newest() -> int:
    """The number of the layout that this program reads and writes."""
    return 1 + len(MIGRATIONS)


def bring_up_to_date(connection: Connection, back_up: Callable[[int], str]) -> None:
    """Make the tables of this program, or bring those that are there to its layout.

    ``back_up`` is called with the number of an older layout before anything of it is changed. It
    returns where the backup is, and raises where nothing is to be changed.

    Raises
    ------
    BadInput
        where the journal is of a newer layout, of which nothing is changed
    MigrationFailed
        where a migration fails; the journal is as it was when the transaction is rolled back
    """
    found = _layout_of(connection)
    if found is None or found == newest():
        # Tables came to layout 1 without a new number: an early journal may lack some.
        metadata.create_all(connection)
        if found is None:
            connection.execute(insert(layout), {"version": newest()})
    elif found > newest():
        raise BadInput(
            _(
                "This journal is of layout {found}, made by a newer program; this one reads layout "
                "{ours}. Update it, or restore the backup of layout {ours}."
            ).format(found=found, ours=newest())
        )
    else:
        backup = back_up(found)
        try:
            for migrate in MIGRATIONS[found - 1 :]:
                migrate(connection)
        except Exception as error:
            raise MigrationFailed(found, backup, error) from error
        connection.execute(update(layout).values(version=newest()))


def _layout_of(connection: Connection) -> int | None:
    if not inspect(connection).has_table(layout.name):
        return None
    return connection.scalar(select(layout.c.version))
