"""Tables asleep and awake, restarts, and a journal that cannot be written."""

import asyncio
import gc
import threading
import tracemalloc
import weakref
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from servers import LONG, QUICK, limited, opened, table_for_two

from ludoteca.table.deal import Log
from ludoteca.table.events import Said
from ludoteca.table.refusal import Refusal
from ludoteca.web import gc_tuning
from ludoteca.web.journal import JournalBusy, JournalFull
from ludoteca.web.machines import shown_after
from ludoteca.web.settings import PACES
from ludoteca.web.sockets import Hello
from ludoteca.web.table import TableActor
from ludoteca.web.tables import TableRegion


async def _asleep(server) -> None:
    async with asyncio.timeout(LONG):
        while server.tables.awake:
            await asyncio.sleep(0.01)


async def test_a_table_where_nothing_happens_sleeps_and_wakes_as_it_was(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(QUICK, sleep_seconds=0.1)) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="leduc", seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            before = await talk.my_turn()
            await asyncio.sleep(0.3)
            assert server.tables.awake == 1, "somebody is there"
            actor = weakref.ref(await server.tables.actor(table))
        gc.disable()
        try:
            await _asleep(server)
            assert actor() is None, "its memory is free without waiting for the collector"
        finally:
            gc.enable()
        async with server.live(table, ana) as talk:
            after = await talk.my_turn()
            assert after["view"] == before["view"]
            assert after["log"] == before["log"]
            assert after["decision"] == before["decision"]
            await talk.play("a")


async def test_the_log_of_a_table_that_wakes_is_written_apart_from_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    write = Log._render_all

    def noted(*given: object) -> None:
        written.append(threading.current_thread().name)
        write(*given)

    async with opened(tmp_path, replace(QUICK, sleep_seconds=0.1)) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="leduc", seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.play("a")
        await _asleep(server)
        monkeypatch.setattr(TableActor, "is_idle", lambda _table, _now: False)  # once is enough
        monkeypatch.setattr(Log, "_render_all", noted)
        assert (await ana.get(f"/tables/{table}")).status_code == 200
        async with server.live(table, ana) as talk:
            assert (await talk.seen(lambda s: len(s["log"]) > 1))["log"]
        assert len(written) == 1
        assert written != [threading.main_thread().name]


async def test_a_sleeping_server_has_no_task_and_next_to_no_memory(tmp_path: Path) -> None:
    bounds = replace(limited(tables_an_address=10_000, requests_at_once=10_000), sleep_seconds=0.1)
    async with opened(tmp_path, bounds) as server:
        ana = await server.person()
        for _number in range(5):
            await table_for_two(server, ana, seats=["me", "basic"])
        await _asleep(server)
        idle = len(asyncio.all_tasks())
        gc.collect()
        tracemalloc.start()
        try:
            before, _peak = tracemalloc.get_traced_memory()
            for _number in range(20):
                await table_for_two(server, ana, seats=["me", "basic"])
            await _asleep(server)
            gc.collect()
            after, _peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        async with asyncio.timeout(LONG):
            while len(asyncio.all_tasks()) > idle:
                await asyncio.sleep(0.01)
        assert (after - before) / 20 < 5_000, "a thousand of them stay under 5 MB"


async def test_what_a_table_had_drawn_and_its_connections_had_goes_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc_tuning, "tidy", lambda: None)  # a busy server never comes to it

    def left() -> Counter[str]:
        kinds = Counter(type(each).__name__ for each in gc.get_objects())
        return Counter({kind: kinds[kind] for kind in ("Line", "ServerProtocol")})

    async with opened(tmp_path, replace(QUICK, sleep_seconds=0.1)) as server:
        ana = await server.person()
        gc.collect()
        before = left()
        gc.disable()
        try:
            for _number in range(3):
                table, _token = await table_for_two(server, ana, seats=["me", "basic"])
                async with server.live(table, ana, **{"as": "html"}) as talk:
                    await talk.until(lambda m: m["type"] == "view" and "data-number" in m["html"])
            await _asleep(server)
            async with asyncio.timeout(LONG):
                while not left() <= before:
                    await asyncio.sleep(0.05)
        finally:
            gc.enable()


async def test_a_server_that_opens_again_goes_on_from_the_last_acknowledged_move(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        cookies = dict(ana.cookies)
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        server.machines.pause = 60.0
        async with server.live(table, ana) as talk:
            await talk.my_turn()
            await talk.play("a")
    async with opened(tmp_path) as server:
        ana = server.visitor()
        ana.cookies.update(cookies)
        async with server.live(table, ana) as talk:
            scene = await talk.my_turn()
            assert len(scene["view"]["tokens"]) == 2, "the machine's move followed"
            await talk.act(0, act_id="a")
            assert (await talk.of("refused"))["code"] == "repeated"


@pytest.mark.parametrize("failure", [JournalFull, JournalBusy])
async def test_what_cannot_be_saved_is_refused_and_changes_nothing(
    tmp_path: Path, failure: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_args, **_more) -> None:
        raise failure

    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            before = await talk.my_turn()
            journal = server.app.state.journal
            with monkeypatch.context() as trouble:
                trouble.setattr(journal, "append", broken)
                refused = await talk.play("a")
                assert refused["code"] == "unsaved"
                assert "nothing was changed" in refused["sentence"]
                opening = await ana.post(
                    "/api/tables", json={"game": "nim", "seats": ["me", "basic"]}
                )
                assert opening.status_code == 503
                seen = (await ana.get(f"/api/tables/{table}")).json()
                assert seen["view"] == before["view"]
            assert (await talk.play("a"))["type"] == "ack"


async def test_a_table_that_the_journal_knows_better_is_read_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        await server.visitor().post("/api/seats", json={"token": token})
        async with server.live(table, ana) as talk:
            await talk.my_turn()
            actor = await server.tables.actor(table)
            moved = actor.table.act(0, actor.table.decision, [0], "other", "person", 1.0)
            await server.app.state.journal.append(table, actor.table.seq + 1, moved)
            await talk.act(0, act_id="late")
            assert await talk.closed() == 1012, "come back, to the table as it is"
        async with server.live(table, ana) as talk:
            scene = await talk.seen(lambda s: s["phase"] == "playing")
            assert len(scene["view"]["tokens"]) == 1


def test_a_late_move_is_shown_on_a_coarse_clock() -> None:
    assert shown_after(-0.3, 1.4) == pytest.approx(0.3)
    assert {round(late + shown_after(late, 1.4), 9) for late in (0.01, 0.7, 1.39)} == {1.4}
    assert shown_after(0.5, 0.0) == 0.0


async def test_how_long_a_machine_thinks_is_not_seen(tmp_path: Path) -> None:
    from ludoteca.web.settings import Delays

    loop = asyncio.get_running_loop()
    settings = replace(QUICK, delays=Delays(0.15, 0.15, 0.1))
    async with opened(tmp_path, settings) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            for number, pause in enumerate((0.0, 0.1)):
                server.machines.pause = pause
                await talk.my_turn()
                begun = loop.time()
                await talk.play(f"a{number}")
                await talk.my_turn()
                assert loop.time() - begun > 0.14


async def test_machines_have_the_slowest_pace_that_somebody_who_plays_has_chosen(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        actor = await server.tables.actor(table)
        assert actor.pace == 1
        async with server.live(table, ana, **{"as": "html"}, pace="fast") as talk:
            await talk.hear()
            assert actor.pace == PACES["fast"]
            async with server.live(table, **{"as": "html"}, pace="slow") as watching:
                await watching.hear()
                assert actor.pace == PACES["fast"], "who only watches has no say"
            async with server.live(table, ana, **{"as": "html"}, pace="slow") as other:
                await other.hear()
                assert actor.pace == PACES["slow"]


async def test_a_machine_is_asked_for_its_only_move_too(tmp_path: Path) -> None:
    """Else the move would come in time where all others come late, and tell that it is the only."""

    async with opened(tmp_path) as server:
        ana = await server.person()
        one_left = {"heaps": 1, "largest": 2}
        table, _token = await table_for_two(server, ana, seats=["me", "basic"], options=one_left)
        async with server.live(table, ana) as talk:
            scene = await talk.my_turn()
            assert [move["text"] for move in scene["view"]["legal"]] == ["a1", "a2"]
            await talk.act(scene["view"]["legal"][0]["id"])
            await talk.seen(lambda s: s["phase"] == "over" or s["result"] is not None)
        (view,) = server.machines.views
        assert len(view.legal) == 1


async def test_a_room_that_is_out_of_date_drops_itself_and_no_better_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        await server.visitor().post("/api/seats", json={"token": token})
        stale = await server.tables.actor(table)
        await server.app.state.journal.append(table, stale.table.seq + 1, _said(stale))
        with pytest.raises(Refusal):
            await stale.change(lambda _now: _said(stale))
        good = await server.tables.actor(table)
        assert good is not stale
        async with server.live(table, ana) as talk:
            await talk.seen(lambda s: s["phase"] == "playing")
            for _try in range(2):
                with pytest.raises(Refusal, match="look again"):
                    await stale.change(lambda _now: _said(stale))
            assert await server.tables.actor(table) is good
            assert (await talk.play("a"))["type"] == "ack", "nobody was sent away"


def _said(actor: TableActor) -> list[Said]:
    return actor.table.say(0, 0, 1.0)


async def test_a_room_that_sleeps_writes_nothing_and_sends_away_who_comes_late(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana)
        actor = await server.tables.actor(table)
        region = TableRegion(server.tables, actor)
        await actor.close()
        with pytest.raises(Refusal, match="look again"):
            await actor.change(lambda _now: _said(actor))
        line = Caller()
        await region.join(line, Hello(type="hello"))
        assert line.code == 1012
        assert not actor.watched


class Caller:
    """A connection that only remembers how it was ended."""

    token = ""
    code = 0

    def hang_up(self, code: int) -> None:
        self.code = code
