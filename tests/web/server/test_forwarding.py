"""Two servers on one database: whichever a visitor's request reaches, it is answered."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from servers import LONG, QUICK, Running, opened, table_for_two

from ludoteca.web import forwarding
from ludoteca.web.journal import JournalConflict
from ludoteca.web.pages import jobs
from ludoteca.web.sockets import RESTART


@pytest.fixture
def two_servers(postgres_url: str, tmp_path: Path) -> Callable[[], Any]:
    """``async with two_servers() as (one, two)``: two servers on one database."""
    settings = replace(QUICK, database=postgres_url)

    @asynccontextmanager
    async def both() -> AsyncIterator[tuple[Running, Running]]:
        async with opened(tmp_path, settings) as one, opened(tmp_path, settings) as two:
            yield one, two

    return both


def at(server: Running, client: httpx.AsyncClient) -> httpx.AsyncClient:
    """The same visitor, at another server."""
    there = server.visitor()
    there.cookies.update(client.cookies)
    return there


async def test_people_play_at_a_table_through_either_server(two_servers) -> None:
    async with two_servers() as (one, two):
        ana, bob = await one.person(), await two.person()
        table, invitation = await table_for_two(one, ana, listed=True)
        offer = await bob.post("/seat/look", data={"token": invitation})
        assert offer.status_code == 200
        assert "Ana" in offer.text
        taken = await bob.post("/api/seats", json={"token": invitation, "name": "Bob"})
        assert taken.json()["table"] == table
        page = await bob.get(f"/tables/{table}", headers={"accept": "text/html"})
        assert page.status_code == 200
        assert page.headers["content-security-policy"]
        async with one.live(table, ana) as here, two.live(table, bob) as there:
            assert (await here.play("a1"))["type"] == "ack"
            scene = await there.my_turn()
            seats = [(seat["name"], seat["present"]) for seat in scene["seats"]]
            assert seats == [("Ana", True), ("Bob", True)]
            assert (await there.play("b1"))["type"] == "ack"
            await here.my_turn()
            refused = await bob.post(
                f"/api/tables/{table}/acts", json={"decision": 0, "id": "b2", "actions": [1]}
            )
            assert refused.status_code == 409
            assert refused.json()["code"] == "stale"
            lines = [line for actor in one.tables._actors.values() for line in actor._guests]
            assert {line.address for line in lines} == {"127.0.0.1"}
        assert (one.tables.awake, two.tables.awake) == (1, 0)
        listed = (await bob.get("/api/tables")).json()
        assert [line["id"] for line in listed] == [table]
        lost = await two.visitor().get("/api/tables/" + table.swapcase())
        assert lost.status_code == 404


async def test_only_the_servers_of_the_database_say_who_a_visitor_is(two_servers) -> None:
    async with two_servers() as (one, two):
        ana = await one.person()
        table, _invitation = await table_for_two(one, ana)
        secret = one.app.state.journal.leases.secret
        for key, charged in (("0" * 64, "127.0.0.1"), (secret, "192.0.2.7")):
            header = {"ludoteca-forwarded": f"{key} http 192.0.2.7"}
            path = f"/api/tables/{table}/links"
            answer = await at(one, ana).post(path, json={"seat": 1}, headers=header)
            assert answer.status_code == 200
            assert (await one.tables.actor(table)).payer == charged
        # What was passed on is not passed on again.
        header = {"ludoteca-forwarded": f"{secret} http 192.0.2.7"}
        assert (await at(two, ana).get(f"/api/tables/{table}", headers=header)).status_code == 503


async def test_the_page_of_a_study_leads_to_the_server_where_it_runs(two_servers) -> None:
    async with two_servers() as (one, two):
        done = asyncio.Event()

        async def work(progress: Callable[..., None]) -> None:
            progress(3, 7)
            await done.wait()

        said = {"address": "127.0.0.1", "key": "k", "title": "A study", "to": "/", "back": "/"}
        job = jobs.jobs_of(one.app.state).start(work, "en", action="/", again={}, **said)
        visitor = two.visitor(accept="text/html")
        assert "A study" in (await visitor.get(f"/jobs/{job.id}")).text
        async with two.raw(f"/live/jobs/{job.id}") as socket:
            await socket.send('{"type": "hello", "as": "json"}')
            async with asyncio.timeout(LONG):
                assert '"total":7' in await socket.recv()
        stopped = await visitor.post(f"/jobs/{job.id}/stop")
        assert stopped.status_code == 303
        await job.ends_within(LONG)
        assert job.stage == "stopped"


async def test_what_a_hung_server_had_goes_on_at_the_other_and_the_time_between_costs_nobody(
    two_servers, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "RENEW_SECONDS", 0.1)

    async with two_servers() as (one, two):
        ana = await one.person()
        table, _invitation = await table_for_two(one, ana, seats=["me", "basic"], clock=[60, 0])
        first, leases = one.tables._actors[table], one.app.state.journal.leases
        renew, goes_on = leases.renew, asyncio.Event()
        goes_on.set()

        async def hang() -> bool:
            await goes_on.wait()
            return await renew()

        monkeypatch.setattr(leases, "renew", hang)
        async with one.live(table, ana) as here:
            await here.play("a1")
            before = await here.my_turn()
            goes_on.clear()
            await asyncio.sleep(0.2)  # what it renewed just now is done
            with psycopg.connect(postgres_url) as connection:
                mine = (leases.server,)
                connection.execute("UPDATE servers SET expires = 0 WHERE id = %s", mine)
            taken = two.tables.services.now()
            assert (await at(two, ana).get(f"/api/tables/{table}")).status_code == 200
            assert table in two.tables._actors
            goes_on.set()
            assert await here.closed() == RESTART, "it noticed that the table is another's"
        second = two.tables._actors[table]
        assert second.table.seq == first.table.seq
        left = first.table.clocks.left(0, None, 0.0)
        assert left < 60.0
        assert second.table.runs_out_at() >= taken + left - 0.01
        async with one.live(table, ana) as here:
            after = await here.my_turn()
            assert after["view"] == before["view"]
            assert (await here.play("a2"))["type"] == "ack"
        assert (one.tables.awake, two.tables.awake) == (0, 1)


@pytest.mark.parametrize("noticed", ["by a refused move", "by its lease, during a move"])
async def test_a_lost_takeover_is_one_line_of_the_log(
    two_servers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, noticed: str
) -> None:
    monkeypatch.setattr(forwarding, "RENEW_SECONDS", LONG)

    async with two_servers() as (one, two):
        ana = await one.person()
        table, _invitation = await table_for_two(one, ana, seats=["me", "basic"])
        one.machines.pause = 0.2
        journal, begun = one.app.state.journal, asyncio.Event()
        actor = one.tables._actors[table]
        async with one.live(table, ana) as here:
            await here.play("a1")
            append = journal.append

            async def slow(*args: Any) -> int:
                begun.set()
                if "during" in noticed:
                    while table in one.tables._actors:
                        await asyncio.sleep(0.01)
                return await append(*args)

            monkeypatch.setattr(journal, "append", slow)
            await two.app.state.journal.leases.seize([table])
            await begun.wait()
            if "during" in noticed:
                one.tables.lose(await journal.leases.lost([table]))
            assert await here.closed() == RESTART
        while actor._changes:
            await asyncio.sleep(0.01)
        gc.collect()  # what nobody retrieved is told when its task is forgotten
    (line,) = [record.getMessage() for record in caplog.records]
    assert "over" in line


async def test_a_server_that_is_stopped_leaves_its_tables_at_once(
    postgres_url: str, tmp_path: Path
) -> None:
    settings = replace(QUICK, database=postgres_url)
    async with opened(tmp_path, settings) as two:
        leases = two.app.state.journal.leases
        async with opened(tmp_path, settings) as one:
            table, _invitation = await table_for_two(one, await one.person())
            assert await leases.take(table) == one.reached
        assert await leases.take(table) == ""


async def test_a_request_waits_until_the_lease_of_a_dead_server_ends(
    two_servers, postgres_url: str
) -> None:
    async with two_servers() as (one, two):
        ana = await two.person()
        table, _invitation = await table_for_two(one, at(one, ana), seats=["me", "basic"])
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            # Nobody listens there, and nobody renews it.
            mine = (one.app.state.journal.leases.server,)
            dead = "UPDATE servers SET id = 'dead', address = '127.0.0.1:9' WHERE id = %s"
            connection.execute(dead, mine)
            connection.execute("UPDATE owners SET server = 'dead'")
            waiting = asyncio.create_task(ana.get(f"/api/tables/{table}"))
            joining = asyncio.create_task(_first_view(two, table, ana))
            await asyncio.sleep(0.5)
            assert not waiting.done()
            assert not joining.done()
            connection.execute("UPDATE servers SET expires = 0 WHERE id = 'dead'")
        assert (await waiting).status_code == 200
        assert (await joining)["viewer"] == 0


@asynccontextmanager
async def hung(postgres_url: str, server: Running) -> AsyncIterator[Callable[[], Any]]:
    """``server`` renews its lease no more, and others reach one that takes what comes in silence.

    The function ends its lease.
    """
    leases = server.app.state.journal.leases
    connections: list[asyncio.StreamWriter] = []
    listening = await asyncio.start_server(
        lambda _reader, writer: connections.append(writer), "127.0.0.1", 0
    )
    address = "{}:{}".format(*listening.sockets[0].getsockname())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(leases, "renew", asyncio.Event().wait)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            change = "UPDATE servers SET address = %s, expires = expires + %s WHERE id = %s"
            connection.execute(change, (address, 1e6, leases.server))
            yield lambda: connection.execute(change, (address, -2e6, leases.server))
    for writer in connections:
        writer.close()
    listening.close()


async def test_who_reads_or_watches_at_a_hung_server_is_answered_when_its_lease_ends(
    two_servers, postgres_url: str
) -> None:
    async with two_servers() as (one, two):
        ana = await two.person()
        table, _invitation = await table_for_two(one, at(one, ana), seats=["me", "basic"])
        async with hung(postgres_url, one) as end_lease:
            reading = asyncio.create_task(ana.get(f"/api/tables/{table}"))
            joining = asyncio.create_task(_first_view(two, table, ana))
            await asyncio.sleep(2 * forwarding._LOOK_SECONDS)
            assert not reading.done(), "it may still answer"
            assert not joining.done()
            end_lease()
            assert (await reading).status_code == 200
            assert (await joining)["viewer"] == 0


async def test_who_watches_through_a_server_that_hangs_is_sent_to_another_when_its_lease_ends(
    two_servers, postgres_url: str
) -> None:
    async with two_servers() as (one, two):
        ana = await two.person()
        table, _invitation = await table_for_two(one, at(one, ana), seats=["me", "basic"])
        async with two.live(table, ana) as talk, hung(postgres_url, one) as end_lease:
            await talk.my_turn()
            end_lease()
            assert await talk.closed() == RESTART


async def test_an_act_at_a_hung_server_is_answered_by_try_again_and_done_once_or_not_at_all(
    two_servers, postgres_url: str
) -> None:
    async with two_servers() as (one, two):
        ana = await two.person()
        table, _invitation = await table_for_two(one, at(one, ana), seats=["me", "basic"])
        async with one.live(table, at(one, ana)) as talk:
            decision = (await talk.my_turn())["decision"]
        its_memory = one.tables._actors[table].table
        path, act = f"/api/tables/{table}/acts", {"decision": decision, "id": "a1", "actions": [0]}
        async with hung(postgres_url, one) as end_lease:
            page = {"accept": "text/html"}
            posts = [ana.post(path, json=act), ana.post(f"/tables/{table}/leave", headers=page)]
            acting, leaving = map(asyncio.create_task, posts)
            await asyncio.sleep(2 * forwarding._LOOK_SECONDS)
            assert not acting.done()
            end_lease()
            assert (await acting).json()["code"] == "unsaved"
            for answer in (await acting, await leaving):
                assert answer.status_code == 503
                assert "try again" in answer.text
            assert "<html" in (await leaving).text

            # It goes on, and comes to what it was sent: too late.
            late = its_memory.act(0, decision, [0], "a1", "person", 1.0)
            with pytest.raises(JournalConflict):
                await one.app.state.journal.append(table, its_memory.seq + 1, late)
            answers = [await ana.post(path, json=act) for _time in range(2)]
            assert [answer.status_code for answer in answers] == [200, 200]
            kept = [event for _seq, event in await two.app.state.journal.events(table)]
            assert [getattr(event, "act", "") for event in kept].count("a1") == 1


async def _first_view(server: Running, table: str, client: httpx.AsyncClient) -> dict:
    async with server.live(table, client) as talk:
        return await talk.my_turn()


async def test_a_deletion_and_a_rematch_reach_tables_of_the_other_server(
    two_servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "RENEW_SECONDS", 0.1)

    async with two_servers() as (one, two):
        ana, bob = await one.person(), await one.person()
        table, invitation = await table_for_two(one, ana, options={"heaps": 1, "largest": 1})
        await bob.post("/api/seats", json={"token": invitation, "name": "Bob"})
        async with one.live(table, ana) as here:
            await here.play("a1")
            await here.seen(lambda scene: scene["phase"] == "over")
        again = await ana.post(f"/tables/{table}/again")
        following = again.headers["location"].rpartition("/")[2]
        await two.app.state.journal.leases.seize([following])
        await two.tables.actor(following)
        await _lost(one, following)
        again = await bob.post(f"/tables/{table}/again")
        assert again.headers["location"] == f"/tables/{following}"
        assert following in one.tables._actors

        gone = await at(two, ana).post("/mine/delete", data={"sure": "yes"})
        assert gone.status_code == 303
        await _lost(one, following)
        for server in (one, two):
            scene = (await at(server, bob).get(f"/api/tables/{following}")).json()
            assert "Ana" not in str(scene)
            assert "Bob" in str(scene)


async def _lost(server: Running, table: str) -> None:
    """Wait until ``server`` notices that another has the table."""
    async with asyncio.timeout(LONG):
        while table in server.tables._actors:
            await asyncio.sleep(0.01)
