"""A program that appends without end and says what was acknowledged; tests kill it.

``python stream.py DATABASE TABLES`` prints a line ``table first last`` after each append.
"""

import asyncio
import os
import sys

from ludoteca.table.events import Moved, Opened, SeatPlan
from ludoteca.web.journal import Journal, TableHead, open_journal

GROUP = 3


def moved(table: str, seq: int) -> Moved:
    """The event of a table at a number: known to the test, too."""
    return Moved(float(seq), seq % 2, [[seq % 2, seq * 7], [-1, seq]], "person", f"{table}-{seq}")


def opened() -> Opened:
    return Opened(0.0, "nim", {"heaps": 3}, [SeatPlan(), SeatPlan("basic")])


def head(table: str, seq: int) -> TableHead:
    return TableHead(table, "nim", 0.0, float(seq), listed=True)


async def play(journal: Journal, table: str) -> None:
    there = await journal.events(table)
    if not there:
        await journal.append(table, 0, [opened()], head(table, 0))
        os.write(1, f"{table} 0 0\n".encode())
    seq = len(there) or 1
    while True:
        group = [moved(table, seq + n) for n in range(GROUP)]
        await journal.append(table, seq, group, head(table, seq))
        os.write(1, f"{table} {seq} {seq + GROUP - 1}\n".encode())
        seq += GROUP


async def main(database: str, tables: int) -> None:
    journal = open_journal(database)
    os.write(1, b"ready\n")
    await asyncio.gather(*(play(journal, f"t{n}") for n in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
