"""The cost of the journal of the tables: appends a second, and the wait of each.

``python benchmarks/web_journal.py [--database URL] [--tables 50] [--seconds 5] [--rate 400]``

Every table appends a move with its line for the lobby. First each as soon as the one before it is
on the disk, then at ``--rate`` a second over all tables, which is what 200 tables of four make.
"""

import argparse
import asyncio
import random
import tempfile
import time

from ludoteca.table.events import Event, Moved, Opened, SeatPlan
from ludoteca.web.journal import HeadSeat, Journal, TableHead, open_journal


def _percentiles(waits: list[float]) -> str:
    waits = sorted(waits)
    at = [waits[min(len(waits) - 1, int(len(waits) * part))] * 1000 for part in (0.5, 0.99, 1.0)]
    return " | ".join(f"{wait:.1f}" for wait in at)


class _Table:
    """One table that appends on."""

    def __init__(self, journal: Journal, name: str) -> None:
        self._journal = journal
        self._name = name
        self._seq = 0
        self.waits: list[float] = []

    async def append(self) -> None:
        seats = (HeadSeat("p" * 32, "Ana"), *[HeadSeat(machine="advanced")] * 3)
        head = TableHead(self._name, "leduc", 0.0, time.time(), True, False, seats)
        event: Event = Moved(time.time(), 1, [[1, 3], [-1, 7]], "person", "a" * 16, 299.5)
        if self._seq == 0:
            event = Opened(time.time(), "leduc", {}, [SeatPlan()] * 4)
        began = time.perf_counter()
        await self._journal.append(self._name, self._seq, [event], head)
        self.waits.append(time.perf_counter() - began)
        self._seq += 1

    async def without_pause(self, until: float) -> None:
        while time.perf_counter() < until:
            await self.append()

    async def now_and_then(self, until: float, pause: float) -> None:
        while time.perf_counter() < until:
            await asyncio.sleep(random.expovariate(1 / pause))
            await self.append()


async def _measure(url: str, count: int, seconds: float, rate: float) -> None:
    journal = open_journal(url)
    print("| tables | asked | appends/s | wait: median, ms | p99 | longest | processor |")
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for pace in ("without pause", f"{rate:.0f} a second"):
        tables = [_Table(journal, f"{pace} {time.time()} {n}") for n in range(count)]
        await asyncio.gather(*(table.append() for table in tables))
        for table in tables:
            table.waits.clear()
        began, used = time.perf_counter(), time.process_time()
        until = began + seconds
        if pace == "without pause":
            await asyncio.gather(*(table.without_pause(until) for table in tables))
        else:
            await asyncio.gather(*(table.now_and_then(until, count / rate) for table in tables))
        took, used = time.perf_counter() - began, time.process_time() - used
        waits = [wait for table in tables for wait in table.waits]
        print(
            f"| {count} | {pace} | {len(waits) / took:.0f} | {_percentiles(waits)} "
            f"| {used / took:.0%} |",
            flush=True,
        )
    journal.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rate", type=float, default=400.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.database or f"sqlite:///{folder}/journal.sqlite"
        asyncio.run(_measure(url, given.tables, given.seconds, given.rate))


if __name__ == "__main__":
    main()
