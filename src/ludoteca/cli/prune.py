"""``ludoteca prune``: remove tables that nobody has touched for long from a server's journal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.console import write
from ludoteca.cli.serve import database_named, import_server
from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.storage import data_folder

if TYPE_CHECKING:
    from ludoteca.table.events import Event


def prune(keep: float, database: str | None, export: Path | None) -> None:
    """Remove the tables that nobody touched for ``keep`` seconds, and say how many.

    A server may run meanwhile. Raises ``BadInput`` or ``JournalFailed`` where the journal cannot
    be used, and ``LudotecaError`` where records cannot be written.
    """
    import_server().compile_nothing()  # single moves are replayed, as in a server
    from ludoteca.web import pruning
    from ludoteca.web.engines import reading
    from ludoteca.web.journal import open_journal

    async def texts(table_id: str, numbered: Sequence[tuple[int, Event]]) -> Sequence[str]:
        return reading.texts(table_id, numbered, "")

    folder = export or data_folder(pruning.EXPORTED)
    journal = open_journal(database or database_named())
    before = time.time() - keep
    try:
        done = asyncio.run(pruning.prune(journal, before, folder, texts, journal.remove_table))
    except OSError as error:
        raise LudotecaError(
            _("the records cannot be written to {folder}: {reason}").format(
                folder=folder, reason=error.strerror or error
            )
        ) from error
    finally:
        journal.close()
    removed = ngettext("{n} table removed", "{n} tables removed", done.tables)
    write(removed.format(n=done.tables))
    if done.records:
        written = ngettext(
            "{n} record written to {folder}", "{n} records written to {folder}", done.records
        )
        write(written.format(n=done.records, folder=folder))
