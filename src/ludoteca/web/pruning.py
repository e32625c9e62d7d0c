"""Removal of tables that nobody has touched for long; people's records are written out before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.storage import whole_file
from ludoteca.table.events import Event
from ludoteca.web.journal import Journal, TableHead

EXPORTED = "removed-tables"
"""The folder of the user's data for the records of tables that were removed."""

Texts = Callable[[str, Sequence[tuple[int, Event]]], Awaitable[Sequence[str]]]
"""The records of a table's deals, given its numbered events."""

Remove = Callable[[str, float], Awaitable[bool]]
"""Removes a table unless it was touched since; True where it did."""


@dataclass(frozen=True)
class Pruned:
    """The numbers of tables that were removed, and of records that were written."""

    tables: int = 0
    records: int = 0


async def prune(
    journal: Journal, before: float, folder: Path, texts: Texts, remove: Remove
) -> Pruned:
    """Remove the tables that nobody touched since ``before``, in seconds since the epoch.

    The records of those at which people sat are written into ``folder``, in one of this day, which
    is made for its user alone: finished deals whole, others as who watches saw them. Raises
    ``OSError`` where one cannot be written; its table stays.
    """
    tables = records = 0
    for head in await journal.tables(touched_before=before):
        numbered = await journal.events(head.id)
        if numbered and any(seat.person for seat in head.seats):
            written = await texts(head.id, numbered)
            await asyncio.to_thread(_write, folder, head, written)
            records += len(written)
        tables += await remove(head.id, before)
    return Pruned(tables, records)


def _write(folder: Path, head: TableHead, texts: Sequence[str]) -> None:
    today = folder / time.strftime("%Y-%m-%d")
    today.mkdir(mode=0o700, parents=True, exist_ok=True)
    for deal, text in enumerate(texts, 1):
        with whole_file(today / f"{head.game}-{head.id}-{deal}.txt") as file:
            file.write(text.encode())
