"""Several servers on one database: each table has one owner, and nobody else writes to it."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import psycopg
import pytest

from ludoteca.web.journal import Journal, JournalConflict, TableHead, open_journal

TABLE = "a"


def end_lease(url: str, server: Journal) -> None:
    """Make the database think that a server died long ago."""
    with psycopg.connect(url) as connection:
        mine = (server.leases.server,)
        assert connection.execute("UPDATE servers SET expires = 0 WHERE id = %s", mine).rowcount


@asynccontextmanager
async def joined(url: str, *addresses: str) -> AsyncIterator[list[Journal]]:
    journals = [open_journal(url) for _address in addresses]
    try:
        for journal, address in zip(journals, addresses, strict=True):
            await journal.leases.join(address)
        yield journals
    finally:
        for journal in journals:
            journal.close()


async def test_a_table_is_its_owners_until_the_lease_ends(postgres_url: str, opened, moved) -> None:
    async with joined(postgres_url, "one:1", "two:2") as (one, two):
        await one.append(TABLE, 1, [opened()])
        assert await two.leases.take(TABLE) == "one:1"
        assert await two.leases.elsewhere(TABLE) == "one:1"
        assert await one.leases.elsewhere(TABLE) == ""
        with pytest.raises(JournalConflict):
            await two.append(TABLE, 2, [moved(1)])
        await one.append(TABLE, 2, [moved(2)])

        end_lease(postgres_url, one)
        assert await two.leases.elsewhere(TABLE) == ""
        assert await two.leases.take(TABLE) == ""
        with pytest.raises(JournalConflict):
            await one.append(TABLE, 3, [moved(3)])
        assert await one.leases.renew(), "it hung, and goes on with what is left to it"
        assert await one.leases.lost([TABLE, "b"]) == {TABLE, "b"}
        await two.append(TABLE, 3, [moved(4)])
        assert await two.leases.lost([TABLE, "b"]) == {"b"}
        assert await one.events(TABLE) == [(1, opened()), (2, moved(2)), (3, moved(4))]


async def test_a_server_that_joins_anew_owns_nothing_of_before(
    postgres_url: str, opened, moved
) -> None:
    async with joined(postgres_url, "one:1", "two:2") as (one, _two):
        await one.append(TABLE, 1, [opened()])
        before = one.leases.server
        end_lease(postgres_url, one)
        async with joined(postgres_url, "three:3"):
            assert not await one.leases.renew(), "it is forgotten"
        await one.leases.join("one:1")
        assert one.leases.server != before
        assert await one.leases.lost([TABLE]) == {TABLE}
        with pytest.raises(JournalConflict):
            await one.append(TABLE, 2, [moved(1)])
        assert await one.leases.take(TABLE) == ""
        await one.append(TABLE, 2, [moved(1)])


async def test_of_many_that_take_a_table_at_once_one_has_it(postgres_url: str, opened) -> None:
    addresses = [f"server:{number}" for number in range(5)]
    async with joined(postgres_url, "dead:1", *addresses) as (dead, *living):
        await dead.append(TABLE, 1, [opened()])
        end_lease(postgres_url, dead)
        found = await asyncio.gather(*(each.leases.take(TABLE) for each in living))
        (owner,) = (n for n, address in enumerate(found) if not address)
        assert [a for a in found if a] == [addresses[owner]] * 4


async def test_a_server_that_ends_or_starts_again_leaves_its_tables_to_the_others(
    postgres_url: str, opened
) -> None:
    async with joined(postgres_url, "one:1", "two:2") as (one, two):
        await one.append(TABLE, 1, [opened()])
        await one.append("b", 1, [opened()])
        await one.leases.leave()
        assert await two.leases.take(TABLE) == ""
        async with joined(postgres_url, "two:2"):
            await one.leases.join("one:1")
            assert await one.leases.take(TABLE) == "", "who had this address has ended"


async def test_a_table_is_seized_from_a_living_server_and_forgotten_when_it_is_removed(
    postgres_url: str, opened, moved
) -> None:
    async with joined(postgres_url, "one:1", "two:2") as (one, two):
        head = TableHead(id=TABLE, game="nim", opened_at=1.0, touched_at=1.0)
        await one.append(TABLE, 1, [opened()], head)
        await two.leases.seize([TABLE])
        with pytest.raises(JournalConflict):
            await one.append(TABLE, 2, [moved(1)])
        assert await one.leases.take(TABLE) == "two:2"
        assert await one.leases.take("none") == ""
        assert await two.leases.elsewhere("job." + one.leases.server) == "one:1"


async def test_servers_that_start_at_once_on_an_empty_database_share_its_secret(
    postgres_url: str,
) -> None:
    with ThreadPoolExecutor(4) as threads:
        journals = list(threads.map(open_journal, [postgres_url] * 4))

    joins = (each.leases.join(f"s:{n}") for n, each in enumerate(journals))
    try:
        await asyncio.gather(*joins)
        assert len({journal.leases.secret for journal in journals}) == 1
        assert len({journal.leases.server for journal in journals}) == 4
        assert len(journals[0].leases.secret) == 64
    finally:
        for journal in journals:
            journal.close()
