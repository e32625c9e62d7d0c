"""What a person takes along: the records of all deals that they ever sat at."""

from __future__ import annotations

import asyncio
import io
import zipfile
from typing import TYPE_CHECKING

from ludoteca.core.ids import SPECTATOR
from ludoteca.web.showing import record_for

if TYPE_CHECKING:
    from ludoteca.web.house import House
    from ludoteca.web.journal import Journal
    from ludoteca.web.table.table import Table


async def records_of(house: House, journal: Journal, person: str) -> bytes:
    """A ZIP file with the record of each deal, as ``person`` may have it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for head in await house.office.saved(journal.tables(person=person)):
            table = await house.table(head.id)
            if table is None:
                continue
            # One table at a time, away from the loop: replaying takes a while.
            for name, text in await asyncio.to_thread(_texts, table, person):
                archive.writestr(name, text)
    return buffer.getvalue()


def _texts(table: Table, person: str) -> list[tuple[str, str]]:
    seats = table.seats_of(person)
    viewer = seats[0] if seats else SPECTATOR
    last = 0 if table.current is None else table.current.number
    texts = []
    for deal in range(1, last + 1):
        record = record_for(table, viewer, deal)
        texts.append((f"{table.game.name}-{table.id}-{deal}.txt", record.to_text()))
    return texts
