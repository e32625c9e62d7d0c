"""Seats and who holds them: invitations, other devices, being away, leaving, being forgotten."""

import asyncio
import io
import re
import time
import zipfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from servers import LONG, QUICK, Running, Talk, limited, opened, table_for_two

from ludoteca.core.i18n import speaking
from ludoteca.table.events import A_DAY
from ludoteca.table.refusal import Refusal
from ludoteca.web.kit.whole_table import draw
from ludoteca.web.services import Services
from ludoteca.web.table import TableActor


async def _moved(server: Running, table: str) -> int:
    kept = await server.app.state.journal.events(table)
    return sum(event.kind == "moved" for _seq, event in kept)


async def test_a_friend_takes_the_seat_of_a_link_which_is_then_used_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, bruno, eve = [await server.person() for _who in range(3)]
        table, token = await table_for_two(server, ana)
        answer = await bruno.post("/api/seats", json={"token": token, "name": "Bruno"})
        assert answer.json() == {
            "table": table, "seat": 1, "token": "", "url": f"/tables/{table}"
        }  # fmt: skip
        async with server.live(table, bruno) as talk:
            scene = await talk.seen(lambda s: s["phase"] == "playing")
            assert (scene["viewer"], scene["seats"][1]["name"]) == (1, "Bruno")
        for thief in (eve, ana):
            stolen = await thief.post("/api/seats", json={"token": token})
            assert stolen.status_code == 404
        async with server.live(table, token=token) as talk:
            assert await talk.closed() == 4401


async def test_a_link_moves_a_seat_to_another_device(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        laptop, phone = await server.person(), await server.person()
        table, _token = await table_for_two(server, laptop, seats=["me", "basic"])
        async with server.live(table, laptop) as old:
            before = await old.my_turn()
            link = await laptop.post(f"/api/tables/{table}/links", json={"seat": 0})
            secret = link.json()["token"]
            assert link.json()["url"] == f"/seat#{secret}"
            answer = await phone.post("/api/seats", json={"token": secret})
            assert answer.status_code == 200
            assert await old.closed() == 4409
        async with server.live(table, phone) as new, server.live(table, laptop) as old:
            scene = await new.my_turn()
            assert scene["view"] == before["view"]
            assert scene["seats"][0]["name"] == "Ana"
            assert (await old.seen(lambda s: True))["viewer"] == -1


async def test_only_who_sits_there_gets_links_and_never_for_the_seat_of_another(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana, bruno, eve = [await server.person() for _who in range(3)]
        table, token = await table_for_two(server, ana)
        asked = await eve.post(f"/api/tables/{table}/links", json={"seat": 1})
        assert asked.status_code == 403
        await bruno.post("/api/seats", json={"token": token})
        asked = await ana.post(f"/api/tables/{table}/links", json={"seat": 1})
        assert (asked.status_code, asked.json()["code"]) == (409, "taken")


async def test_a_program_takes_a_seat_and_comes_back_by_its_own_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        bot = server.visitor()
        given = (await bot.post("/api/seats", json={"token": token, "name": "Bot"})).json()
        assert given["token"] not in ("", token)
        for _time in range(2):
            async with server.live(table, token=given["token"]) as talk:
                assert (await talk.seen(lambda s: True))["viewer"] == 1


async def test_an_open_seat_of_a_listed_table_can_be_taken_others_by_invitation(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        listed, _token = await table_for_two(server, ana, listed=True)
        closed, _token = await table_for_two(server, ana)
        async with server.live(closed, await server.person()) as talk:
            await talk.send(type="sit", seat=1, name="Eve")
            assert (await talk.of("refused"))["code"] == "forbidden"
        async with server.live(listed) as talk:
            await talk.send(type="sit", seat=1, name=" Bo\u0000b\u202e ")
            token = (await talk.of("seat"))["token"]
            scene = await talk.seen(lambda s: s["viewer"] == 1)
            assert scene["seats"][1]["name"] == "Bob"
        async with server.live(listed, token=token) as talk:
            assert (await talk.seen(lambda s: True))["viewer"] == 1
        async with server.live(listed, await server.person()) as talk:
            await talk.send(type="sit", seat=1, name="Eve")
            assert (await talk.of("refused"))["code"] == "taken"


async def test_a_seat_is_changed_before_the_deal_and_the_host_stays_the_host(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana, bruno = await server.person(), await server.person()
        seats = ["me", "friend", "friend", "basic"]
        table, _token = await table_for_two(server, ana, game="mus", seats=seats, listed=True)
        async with server.live(table, ana) as talk, server.live(table, bruno) as guest:
            await guest.send(type="change-seat", seat=2)
            assert (await guest.of("refused"))["code"] == "forbidden"
            await guest.send(type="sit", seat=1, name="Bruno")
            await guest.seen(lambda s: s["viewer"] == 1)
            await talk.send(type="change-seat", seat=1)
            assert (await talk.of("refused"))["code"] == "taken"
            await talk.send(type="change-seat", seat=2)
            scene = await talk.seen(lambda s: s["viewer"] == 2)
            kinds = [seat["kind"] for seat in scene["seats"]]
            assert kinds == ["open", "person", "person", "machine"]
            await guest.send(type="change-seat", seat=0)
            await guest.seen(lambda s: s["viewer"] == 0)
        actor = await server.tables.actor(table)
        assert actor.table.host == 2
        assert actor.table.chairs[0].ready, "who was ready still is"


async def test_a_refresh_in_the_middle_of_an_act_keeps_the_seat_and_the_act(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        async with server.live(table, token=await server.seat(token)):
            async with server.live(table, ana) as talk:
                scene = await talk.my_turn()
                action = scene["view"]["legal"][0]["id"]
                await talk.act(action, act_id="r")
            async with server.live(table, ana) as talk:
                await talk.act(action, act_id="r", decision=scene["decision"])
                answer = await talk.until(lambda m: m["type"] in ("ack", "refused"))
                assert answer["type"] == "ack" or answer["code"] == "repeated"
                assert (await talk.seen(lambda s: s["view"]))["viewer"] == 0
            assert await _moved(server, table) == 1


async def test_a_machine_sits_in_for_who_is_away_and_gives_the_seat_back(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(QUICK, sit_in_seconds=0.1)) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana)
        await bruno.post("/api/seats", json={"token": token})
        async with server.live(table, bruno) as two:
            scene = await two.my_turn()
            assert scene["seats"][0]["stood_in"], "Ana never came, and Bruno waited"
            assert scene["seats"][0]["level"]
            async with server.live(table, ana) as one:
                await two.seen(lambda s: not s["seats"][0]["stood_in"])
                await two.play("a")
                await one.my_turn()


async def test_nobody_sits_in_where_nobody_waits(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(QUICK, sit_in_seconds=0.05)) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
        await asyncio.sleep(0.3)
        async with server.live(table, ana) as talk:
            scene = await talk.my_turn()
            assert not scene["seats"][0]["stood_in"]
        assert await _moved(server, table) == 0


async def test_a_clock_that_runs_out_makes_a_machine_sit_in(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(QUICK, sit_in_seconds=0.1)) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"], clock=[1, 0])
        async with server.live(table, ana) as talk:
            scene = await talk.my_turn()
            assert 0 < scene["seats"][0]["clock"] <= 1
            await talk.seen(lambda s: s["phase"] == "over")


async def test_who_ran_out_of_time_can_come_back_before_a_machine_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = replace(QUICK, delays=replace(QUICK.delays, coming_back=1000.0))
    async with opened(tmp_path, patient) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana, clock=[60, 0])
        await bruno.post("/api/seats", json={"token": token})
        async with server.live(table, ana) as one, server.live(table, bruno) as two:
            await one.my_turn()
            actor = await server.tables.actor(table)
            late = actor.table.runs_out_at() + 1
            monkeypatch.setattr(Services, "now", lambda _office: late)
            actor.tick(late)
            await two.seen(lambda s: s["seats"][0]["stood_in"])
            while not server.machines.choices:
                await asyncio.sleep(0)
            assert (await bruno.get(f"/api/tables/{table}")).json()["seats"][0]["stood_in"]
            with speaking("en"):
                assert "a machine moves in a few seconds" in draw(actor.scene(1))
                assert "A machine moves for you in a few seconds" in draw(actor.scene(0))
            await one.send(type="back")
            await two.seen(lambda s: not s["seats"][0]["stood_in"])
            assert await _moved(server, table) == 0
            assert (await one.play("a"))["type"] == "ack"


@pytest.mark.parametrize("jump", [3600.0, -7200.0])
async def test_nobody_gains_or_loses_time_when_the_machines_clock_is_put_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"], clock=[900, 0])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
            real = time.time
            monkeypatch.setattr(time, "time", lambda: real() + jump)
            actor = await server.tables.actor(table)
            left = actor.table.runs_out_at() - actor.services.now()
            assert 900 - 2 * LONG < left < 900, "some time passes, and no hour of it"
            actor.tick(actor.services.now())
            assert (await talk.play("a"))["type"] == "ack"
            clocks = (await talk.my_turn())["seats"][0]
            assert not clocks["stood_in"]
            assert 900 - 2 * LONG < clocks["clock"] <= 900
        await server.tables.stop()
        assert not server.tables.awake
        opened_later = await table_for_two(server, ana, seats=["me", "basic"])
        actor = await server.tables.actor(opened_later[0])
        assert abs(actor.head.opened_at - time.time()) < LONG, "no table was awake: a new date"


async def test_a_table_that_one_left_is_not_offered_to_go_on_with(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana)
        await bruno.post("/api/seats", json={"token": token, "name": "Bruno"})
        page = {"accept": "text/html"}
        assert table in (await bruno.get("/", headers=page)).text
        assert (await bruno.post(f"/api/tables/{table}/leave")).status_code == 204
        assert table not in (await bruno.get("/", headers=page)).text
        assert table in (await ana.get("/", headers=page)).text


async def test_who_leaves_is_replaced_by_a_machine_and_does_not_come_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        token = await server.seat(token)
        async with server.live(table, ana) as one, server.live(table, token=token) as two:
            await one.my_turn()
            await two.send(type="leave")
            await one.seen(lambda s: s["seats"][1]["kind"] == "machine")
            await one.play("a")
            await one.my_turn()
        async with server.live(table, token=token) as two:
            assert await two.closed() == 4401


async def test_a_person_takes_their_records_along_and_is_forgotten(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, bruno = await server.person(), await server.person()
        alone, _token = await table_for_two(server, ana, seats=["me", "basic"])
        shared, token = await table_for_two(server, ana)
        await bruno.post("/api/seats", json={"token": token, "name": "Bruno"})
        async with server.live(alone, ana) as talk:
            await talk.my_turn()
            await talk.play("a")
        async with server.live(shared, bruno) as talk:
            await talk.seen(lambda s: s["phase"] == "playing")
            files = await ana.get("/api/me")
            with zipfile.ZipFile(io.BytesIO(files.content)) as archive:
                names = [name for name in archive.namelist() if name != "results.csv"]
                assert len(names) == len(archive.namelist()) - 1 == 2
                assert all(b"game: nim" in archive.read(name) for name in names)
            gone = await ana.delete("/api/me")
            assert "Max-Age=0" in gone.headers["set-cookie"]
            assert await talk.closed() == 1012
        assert (await bruno.get(f"/api/tables/{alone}")).status_code == 404
        scene = (await bruno.get(f"/api/tables/{shared}")).json()
        assert [seat["name"] for seat in scene["seats"]] == ["", "Bruno"]
        assert "Ana" not in (tmp_path / "journal.sqlite").read_bytes().decode("latin1")


async def test_an_invitation_takes_its_seat_and_opens_nothing_else(tmp_path: Path) -> None:
    """Who made it has it too: were it good to play with, they would see the guest's cards."""

    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana, game="leduc")
        link = await ana.post(f"/api/tables/{table}/links", json={"seat": 1})
        own = await ana.post(f"/api/tables/{table}/links", json={"seat": 0})
        for invitation in (token, link.json()["token"], own.json()["token"]):
            bearer = server.visitor(authorization=f"Bearer {invitation}")
            answer = await bearer.get(f"/api/tables/{table}")
            assert answer.status_code == 403, "as a program"
            assert "exchange it at /api/seats first" in answer.json()["sentence"]
            async with server.live(table, token=invitation) as talk:
                assert await talk.closed() == 4401
                assert "exchange it at /api/seats first" in talk.last["sentence"]
        assert (await ana.get(f"/api/tables/{table}")).json()["seats"][1]["kind"] == "open"
        bot = server.visitor(authorization=f"Bearer {await server.seat(token)}")
        assert (await bot.get(f"/api/tables/{table}")).json()["viewer"] == 1
        for invitation in (token, link.json()["token"]):
            ana_as_bot = server.visitor(authorization=f"Bearer {invitation}")
            assert (await ana_as_bot.get(f"/api/tables/{table}")).status_code == 401
            assert (await ana_as_bot.delete("/api/me")).status_code == 401


async def test_a_program_that_opens_a_table_holds_its_own_seat(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        wanted = {"game": "nim", "seats": ["basic", "me"], "name": "Bot"}
        opening = (await server.visitor().post("/api/tables", json=wanted)).json()
        assert list(opening["tokens"]) == ["1"]
        async with server.live(opening["id"], token=opening["tokens"]["1"]) as talk:
            scene = await talk.my_turn()
            assert (scene["viewer"], scene["seats"][1]["name"]) == (1, "Bot")


async def test_a_program_that_was_refused_one_seat_gets_a_token_with_the_next(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, listed=True)
        async with server.live(table) as talk:
            await talk.send(type="sit", seat=0)
            assert (await talk.of("refused"))["code"] == "taken"
            await talk.send(type="sit", seat=1)
            assert len((await talk.of("seat"))["token"]) == 32


async def test_those_who_watch_do_not_keep_a_player_out(tmp_path: Path) -> None:
    async with opened(tmp_path, limited(connections_a_table=1)) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table) as talk:
            await talk.seen(lambda s: True)
            async with server.live(table) as another:
                assert await another.closed() == 4429
            async with server.live(table, ana) as player:
                assert (await player.my_turn())["viewer"] == 0


async def test_players_see_how_many_watch_and_those_who_watch_that_they_do(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as player:
            assert (await player.my_turn())["watching"] == 0
            async with server.live(table, **{"as": "html", "lang": "en"}) as page:
                view = await page.until(lambda m: m["type"] == "view")
                assert "You are watching." in view["html"]
                await player.seen(lambda scene: scene["watching"] == 1)
            await player.seen(lambda scene: scene["watching"] == 0)


async def test_who_cannot_come_in_leaves_nobody_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_args: object) -> None:
        raise Refusal("unsaved", "the disk is full")

    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana)
        with monkeypatch.context() as trouble:
            trouble.setattr(TableActor, "is_back", refused)
            async with server.live(table, ana) as talk:
                assert await talk.closed() == 1012
        actor = await server.tables.actor(table)
        assert (actor.watched, actor.present()) == (False, set())


async def test_who_acts_after_their_clock_ran_out_has_the_seat_again(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(QUICK, sit_in_seconds=0.1)) as server:
        server.machines.pause = 60.0
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"], clock=[1, 5])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
            await talk.seen(lambda s: s["seats"][0]["stood_in"])
            assert (await talk.play("late"))["type"] == "ack"
            await talk.seen(lambda s: 15 < s["seats"][0]["clock"] <= 20)
            assert not talk.scene["seats"][0]["stood_in"]


async def test_a_machine_that_sits_in_announces_nothing_that_it_does_not_lay(
    tmp_path: Path,
) -> None:
    """In eras a seat says how many cards it lays, and lays them one by one."""
    async with opened(tmp_path, replace(QUICK, sit_in_seconds=0.1)) as server:
        ana = await server.person()
        seats = ["me", "basic"]
        table, _token = await table_for_two(server, ana, game="eras", seats=seats, clock=[1, 0])
        async with server.live(table, ana) as talk:
            await talk.seen(lambda s: s["seats"][0]["stood_in"])
            await talk.seen(lambda s: not s["seats"][0]["to_move"])
        kept = await server.app.state.journal.events(table)
        moved = [event for _seq, event in kept if event.kind == "moved" and event.seat == 0]
        own = [[action for actor, action in event.moves if actor == 0] for event in moved]
        assert len(own[0]) > 1, "the number and the cards were one act"


async def test_a_friend_who_has_a_name_here_takes_it_along(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana)
        bruno.cookies.set("ludoteca_name", "Bruno%20B")
        await bruno.post("/api/seats", json={"token": token})
        scene = (await bruno.get(f"/api/tables/{table}")).json()
        assert scene["seats"][1]["name"] == "Bruno B"


async def test_a_link_to_a_seat_gives_that_seat_and_nothing_else_of_its_person(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        link = await ana.post(f"/api/tables/{table}/links", json={"seat": 0})
        friend = server.visitor(authorization=f"Bearer {link.json()['token']}")
        assert (await friend.get("/api/me")).status_code == 401
        assert (await friend.delete("/api/me")).status_code == 401
        assert (await ana.get(f"/api/tables/{table}")).json()["viewer"] == 0


async def test_who_is_forgotten_takes_no_seat_from_whom_they_gave_it_to(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        link = await ana.post(f"/api/tables/{table}/links", json={"seat": 0})
        bot = server.visitor()
        given = (await bot.post("/api/seats", json=link.json() | {"name": "Bot"})).json()
        assert (await ana.delete("/api/me")).status_code == 200
        bot.headers["authorization"] = f"Bearer {given['token']}"
        assert (await bot.get(f"/api/tables/{table}")).json()["viewer"] == 0


async def test_the_seat_of_who_was_forgotten_is_not_offered_to_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana, listed=True)
        await bruno.post("/api/seats", json={"token": token, "name": "Bruno"})
        assert (await ana.delete("/api/me")).status_code == 200
        (line,) = (await bruno.get("/api/tables")).json()
        assert line["seats"][0] == {"name": "", "machine": "", "taken": True}
        link = await bruno.post(f"/api/tables/{table}/links", json={"seat": 0})
        assert link.status_code == 409
        scene = (await bruno.get(f"/api/tables/{table}")).json()
        assert (scene["seats"][0]["kind"], scene["seats"][0]["name"]) == ("person", "")


async def test_nothing_that_was_under_way_brings_a_forgotten_name_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An act and a visit while the person is being deleted."""

    async with opened(tmp_path) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana)
        await bruno.post("/api/seats", json={"token": token, "name": "Bruno"})
        actor, journal = await server.tables.actor(table), server.app.state.journal
        delete, seen = journal.delete_person, []

        async def slow(person: str) -> Any:
            farewell = await delete(person)
            with pytest.raises(Refusal):
                await actor.change(partial(actor.table.leave, 1, ""))
            seen.append((await bruno.get(f"/api/tables/{table}")).status_code)
            return farewell

        monkeypatch.setattr(journal, "delete_person", slow)
        assert (await ana.delete("/api/me")).status_code == 200
        assert seen == [503], "the table is not read into memory meanwhile"
        assert (await bruno.get(f"/api/tables/{table}")).status_code == 200
        await bruno.post(f"/api/tables/{table}/leave")
        (head,) = await journal.tables()
        assert "Ana" not in [seat.name for seat in head.seats]


async def _finished(server: Running, *people: Any) -> str:
    """A table of these two at which the match is over."""
    table, token = await table_for_two(server, people[0])
    await people[1].post("/api/seats", json={"token": token, "name": "Bruno"})
    for act in range(3000):
        who = people[act % 2]
        scene = (await who.get(f"/api/tables/{table}")).json()
        if scene["phase"] == "over":
            return str(table)
        if scene["phase"] == "playing" and (legal := scene["view"]["legal"]):
            wanted = {"decision": scene["decision"], "id": f"a{act}", "actions": [legal[0]["id"]]}
            assert (await who.post(f"/api/tables/{table}/acts", json=wanted)).status_code == 200
        else:
            await asyncio.sleep(0.01)
    raise AssertionError("no end in sight")


async def test_play_again_takes_the_same_people_to_one_table_a_seat_further(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, bruno, eve = [await server.person() for _who in range(3)]
        table = await _finished(server, ana, bruno)
        asked = [await bruno.post(f"/tables/{table}/again")]
        opened_by_bruno = asked[0].headers["location"].removeprefix("/tables/")
        async with server.live(opened_by_bruno, bruno) as talk:
            scene = await talk.seen(lambda s: s["phase"] == "waiting")
            assert scene["awaited"] == ["Ana"]
        asked += [await p.post(f"/tables/{table}/again") for p in (ana, bruno)]
        addresses = {answer.headers["location"] for answer in asked}
        assert len(addresses) == 1
        assert (await eve.post(f"/tables/{table}/again")).status_code == 403
        following = addresses.pop().removeprefix("/tables/")
        async with server.live(following, ana) as talk:
            scene = await talk.seen(lambda s: s["phase"] == "playing")
            assert [seat["name"] for seat in scene["seats"]] == ["Bruno", "Ana"]
            assert scene["awaited"] == []
        async with server.live(table, eve) as talk:
            scene = await talk.seen(lambda s: s["rematch"] == following)
            assert scene["log"][-1]["text"] == "Bruno wants to play again."


async def test_a_patience_is_dealt_anew_once_the_one_that_is_left_has_ended(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        # One look, and three piles or more.
        lost = {"values": 6, "suits": 2, "board": 6, "step": 6}
        table, _token = await table_for_two(server, ana, game="vangin", seats=["me"], options=lost)
        async with server.live(table, ana) as talk:
            await talk.my_turn()
        again = await ana.post(f"/tables/{table}/again")
        assert again.headers["location"] not in ("/", f"/tables/{table}")
        left = (await ana.get(f"/api/tables/{table}")).json()
        assert left["phase"] == "over", "it counts among the own results"


async def test_a_patience_that_can_come_out_is_not_played_to_its_end_by_play_again(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        for hints, told in ((True, "this patience can still come out"), (False, "is not over")):
            for _deal in range(20):  # some are lost from the start, and dealt anew
                table, _token = await table_for_two(
                    server, ana, game="vangin", seats=["me"], hints=hints
                )
                async with server.live(table, ana) as talk:
                    await talk.my_turn()
                refused = await ana.post(f"/tables/{table}/again", headers={"accept": "text/html"})
                if refused.status_code != 303:
                    break
            assert refused.status_code == 409
            assert told in refused.text.lower()
            assert (await ana.get(f"/api/tables/{table}")).json()["phase"] == "playing"
            assert await _moved(server, table) == 0


async def test_nobody_plays_again_before_the_end(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        refused = await ana.post(f"/tables/{table}/again", headers={"accept": "text/html"})
        assert "the game is not over yet" in refused.text.lower()


async def test_the_host_removes_a_person_on_the_page_of_invitations(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana)
        await bruno.post("/api/seats", json={"token": token, "name": "Bruno"})
        page = {"accept": "text/html"}
        offered = (await ana.get(f"/tables/{table}/links", headers=page)).text
        assert 'aria-label="Remove Bruno"' in offered
        assert "Remove" not in (await bruno.get(f"/tables/{table}/links", headers=page)).text
        address, wanted = f"/tables/{table}/remove", {"seat": 1, "name": "Bruno"}
        assert (await bruno.post(address, data={"seat": 0, "name": ""})).status_code in (403, 409)
        stale = await ana.post(address, data={"seat": 1, "name": "Bert"})
        assert stale.status_code == 409
        async with server.live(table, bruno) as removed:
            assert (await ana.post(address, data=wanted)).status_code == 303
            assert await removed.closed() == 4410
        async with server.live(table, ana) as talk:
            scene = await talk.seen(lambda s: s["seats"][1]["kind"] == "machine")
        assert scene["viewer"] == 0
        async with server.live(table, bruno) as talk:
            assert (await talk.seen(lambda s: True))["viewer"] == -1


async def test_a_link_that_opens_nothing_any_more_is_not_shown(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, bruno = await server.person(), await server.person()
        page = {"accept": "text/html"}
        asked = {"seat0": "me", "seat1": "friend", "name": "Ana"}
        links = (await ana.post("/games/nim/new", data=asked, headers=page)).headers["location"]
        (token,) = re.findall(r"/seat#([\w-]+)", (await ana.get(links, headers=page)).text)[:1]
        await bruno.post("/api/seats", json={"token": token, "name": "Bruno"})
        gone = {"seat": 1, "name": "Bruno"}
        assert (await ana.post(links.replace("links", "remove"), data=gone)).status_code == 303
        shown = (await ana.get(links, headers=page)).text
        assert "1 seat is still open." in shown
        assert "/seat#" not in shown


async def test_the_host_is_here_on_their_own_page_of_invitations_from_its_first_drawing(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        page = {"accept": "text/html"}
        asked = {"seat0": "me", "seat1": "friend", "name": "Ana"}
        links = (await ana.post("/games/nim/new", data=asked, headers=page)).headers["location"]
        shown = (await ana.get(links, headers=page)).text
        assert "not here now" not in shown
        assert re.search(r"Ana <em>\(you\)</em></b> <small>here\b", shown)


async def test_who_looks_at_the_invitations_is_not_away(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(QUICK, sit_in_seconds=0.1)) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana)
        async with server.raw(f"/live/people/{table}", ana) as socket:
            await Talk(socket).send(type="hello", **{"as": "json"})
            await bruno.post("/api/seats", json={"token": token})
            async with server.live(table, bruno) as two:
                scene = await two.seen(lambda s: s["phase"] == "playing")
                assert scene["seats"][0]["present"]
                await asyncio.sleep(0.5)
                seat = (await server.tables.actor(table)).scene(1).seats[0]
                assert (seat.present, seat.stood_in) == (True, False)
                await socket.close()
                await two.seen(lambda s: s["seats"][0]["stood_in"])


async def test_in_a_game_of_days_the_day_goes_on_while_the_table_sleeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, replace(QUICK, sit_in_seconds=A_DAY)) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana)
        await bruno.post("/api/seats", json={"token": token})
        async with server.live(table, bruno) as two:
            await two.seen(lambda s: s["phase"] == "playing")
        real = time.time
        for jump, moved in ((A_DAY / 2, 0), (A_DAY, 1)):
            await server.tables.stop()
            monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
            async with server.live(table, bruno) as two:
                await two.seen(lambda s: s["phase"] == "playing")
                actor = await server.tables.actor(table)
                actor.tick(actor.services.now())
                if moved:
                    await two.my_turn()
        assert await _moved(server, table) == 1
