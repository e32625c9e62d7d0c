"""What one address, and one table, may add to the journal."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from servers import LONG, QUICK, limited, opened, table_for_two

from ludoteca.web.fair_shares import Rates

FULL = 30


async def until_refused(client: httpx.AsyncClient, table: str) -> dict[str, str]:
    """Move and take back, again and again; the refusal that ends it."""
    for number in range(200):
        scene = await my_turn(client, table)
        move = {"decision": scene["decision"], "id": f"a{number}"}
        moved = await client.post(
            f"/api/tables/{table}/acts", json={**move, "actions": [scene["view"]["legal"][0]["id"]]}
        )
        if moved.status_code != 200:
            return moved.json()
        await my_turn(client, table)
        undone = await client.post(f"/api/tables/{table}/undo")
        if undone.status_code != 200:
            return undone.json()
    raise AssertionError("never refused")


async def my_turn(client: httpx.AsyncClient, table: str) -> dict[str, Any]:
    """The scene, once the client is to move or nothing more happens."""
    async with asyncio.timeout(LONG):
        while True:
            scene = (await client.get(f"/api/tables/{table}")).json()
            if (scene["view"] and scene["view"]["legal"]) or scene["seq"] >= FULL:
                return scene
            await asyncio.sleep(0.01)


async def test_an_address_writes_no_more_than_its_share_until_it_is_refilled(
    tmp_path: Path,
) -> None:
    bounds = limited(journal_bytes_a_second=1e-9, journal_bytes_at_once=3000)
    async with opened(tmp_path, bounds) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        assert (await until_refused(ana, table))["code"] == "too-fast"
        wanted = {"game": "nim", "seats": ["me", "basic"]}
        refused = [
            await ana.post("/api/tables", json=wanted),
            await ana.post(f"/api/tables/{table}/undo"),
            await ana.post(f"/api/tables/{table}/links", json={"seat": 0}),
        ]
        assert [a.json()["code"] for a in refused] == ["too-fast"] * 3
        kept = await server.app.state.journal.events(table)
        assert sum(len(str(event.to_json())) for _seq, event in kept) < 6000
        assert (await ana.get(f"/api/tables/{table}")).status_code == 200


async def test_who_watches_pays_nothing_and_stops_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        actor = await server.tables.actor(table)
        actor.payer = "192.0.2.1"
        async with server.live(table) as watcher:
            await watcher.seen(lambda s: True)
            await watcher.send(type="say", phrase=0)
            await watcher.of("refused")
            assert actor.payer == "192.0.2.1"
        async with server.live(table, ana) as talk:
            await talk.play("a1")
            assert actor.payer == "127.0.0.1"


async def test_invitations_cost_of_the_share(tmp_path: Path) -> None:
    bounds = limited(journal_bytes_a_second=1e-9, journal_bytes_at_once=5000)
    async with opened(tmp_path, bounds) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana)
        codes = [
            (await ana.post(f"/api/tables/{table}/links", json={"seat": 1})).status_code
            for _link in range(40)
        ]
        assert codes[0] == 200
        assert codes[-1] == 429


async def test_at_a_table_with_all_the_events_that_it_may_have_nothing_more_happens(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, limited(events_a_table=FULL)) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        refusal = await until_refused(ana, table)
        assert refusal["code"] == "over"
        assert "open a new one" in refusal["sentence"]
        actor = await server.tables.actor(table)
        assert FULL <= actor.table.seq <= FULL + 2, "an act is written whole"
        assert actor.turns._next() is None
        assert (await ana.get(f"/api/tables/{table}")).status_code == 200


async def test_a_server_removes_old_tables_when_it_starts_and_keeps_their_records(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        tables = [(await table_for_two(server, ana, seats=["me", "basic"]))[0] for _one in range(2)]
        for table in tables:
            async with server.live(table, ana) as talk:
                await talk.my_turn()
    with sqlite3.connect(tmp_path / "journal.sqlite") as database:
        database.execute("UPDATE heads SET touched_at = 1 WHERE id = ?", tables[:1])
    settings = replace(QUICK, keep_seconds=24 * 3600.0, export=tmp_path / "removed")
    async with opened(tmp_path, settings) as server:
        async with asyncio.timeout(LONG):
            while await server.app.state.journal.exists(tables[0]):
                await asyncio.sleep(0.02)
        assert await server.app.state.journal.exists(tables[1])
        assert (await server.visitor().get(f"/api/tables/{tables[0]}")).status_code == 404
        (record,) = (tmp_path / "removed").glob("*/*.txt")
        assert record.read_text().startswith("game: nim ")


def test_a_debt_is_refilled_first() -> None:
    shares = Rates(1.0, 10.0)
    shares.spend("a", 0.0, 15.0)
    assert not shares.take("a", 4.0, 0.0)
    assert shares.take("a", 5.0, 0.0)
    assert shares.take("b", 5.0, 10.0)
