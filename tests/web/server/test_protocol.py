"""The messages of a table's live connection, and their answers."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import Markup
from servers import LONG, QUICK, Talk, opened, table_for_two

from ludoteca.web import machines
from ludoteca.web.kit import table as table_kit
from ludoteca.web.kit.face import PLAIN


async def test_a_game_against_a_machine_is_played_to_its_end(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            for number in range(20):
                scene = await talk.seen(lambda s: s["phase"] == "over" or _may_move(s))
                if scene["phase"] == "over":
                    break
                assert (await talk.play(f"a{number}"))["type"] == "ack"
            assert sorted(scene["result"]) == [-1.0, 1.0]
            assert scene["seal"]["key"]
        assert {spec for _seat, spec in server.machines.choices} <= {"basic"}


@pytest.mark.parametrize("machine", ["basic", "belief@50"])
async def test_a_machine_is_given_its_past_where_it_reads_that(
    tmp_path: Path, machine: str
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="leduc", seats=["me", machine])
        async with server.live(table, ana) as talk:
            for number in range(20):
                scene = await talk.seen(lambda s: s["phase"] == "over" or _may_move(s))
                if scene["phase"] == "over":
                    break
                await talk.play(f"a{number}")
        assert server.machines.views
        assert machine in server.machines.prepared[0]
        for view in server.machines.views:
            assert view.seat == 1
            if machine == "basic":
                assert view.past is None
            else:
                assert len(view.past) == len(view.tokens) + 1
                assert view.past[-1].tobytes() == view.record[0].tobytes()


def _may_move(scene: dict) -> bool:
    return bool(scene["view"] and scene["view"]["legal"])


async def test_an_act_is_acknowledged_once_it_is_in_the_journal(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        server.machines.pause = 10.0
        async with server.live(table, ana) as talk:
            await talk.my_turn()
            answer = await talk.play("only")
            assert answer == {"type": "ack", "id": "only"}
            kept = await server.app.state.journal.events(table)
            assert kept[-1][1].act == "only"


async def test_an_act_sent_twice_is_made_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        token = await server.seat(token)
        async with server.live(table, ana) as talk, server.live(table, token=token):
            scene = await talk.my_turn()
            action = scene["view"]["legal"][0]["id"]
            await talk.act(action, act_id="x")
            await talk.of("ack")
            await talk.act(action, act_id="x", decision=scene["decision"])
            refused = await talk.of("refused")
            assert (refused["id"], refused["code"]) == ("x", "repeated")
            kept = await server.app.state.journal.events(table)
            assert sum(event.kind == "moved" for _seq, event in kept) == 1


async def test_stale_foreign_and_illegal_acts_are_refused_and_change_nothing(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        token = await server.seat(token)
        async with server.live(table, ana) as one, server.live(table, token=token) as two:
            scene = await one.my_turn()
            await two.seen(lambda s: s["decision"] == scene["decision"])
            await two.act(0)
            assert (await two.of("refused"))["code"] == "not-your-turn"
            await one.act(0, decision=scene["decision"] - 1)
            assert (await one.of("refused"))["code"] == "stale"
            await one.act(2**40, decision=scene["decision"])
            assert (await one.of("refused"))["code"] == "illegal"
            answer = (await ana.get(f"/api/tables/{table}")).json()
            assert answer["decision"] == scene["decision"]


async def test_two_people_see_each_other_move_and_leave(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        async with server.live(table, ana) as one:
            await one.seen(lambda s: s["phase"] == "waiting")
            async with server.live(table, token=await server.seat(token)) as two:
                await one.my_turn()
                await one.play("a")
                await two.my_turn()
                await two.play("b")
                await one.my_turn()
            await one.seen(lambda s: not s["seats"][1]["present"])


async def test_who_watches_sees_no_hidden_card_and_may_do_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="leduc", seats=["me", "basic"])
        async with server.live(table, ana) as own, server.live(table) as other:
            mine = await own.my_turn()
            scene = await other.seen(lambda s: s["phase"] == "playing")
            assert mine["view"]["fields"]["hand"][0]
            assert not any(scene["view"]["fields"]["hand"])
            assert scene["viewer"] == -1
            assert [t["token"] for t in scene["view"]["tokens"]] == [None, None]
            await other.act(0, decision=scene["decision"])
            assert (await other.of("refused"))["code"] == "forbidden"
        async with server.live(table, ana, watch=True) as watching:
            scene = await watching.seen(lambda s: s["phase"] == "playing")
            assert scene["viewer"] == -1


async def test_the_page_gets_html_in_its_language(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="leduc", seats=["me", "basic"])
        async with server.live(table, ana, **{"as": "html", "lang": "pt"}) as talk:
            view = await talk.until(lambda m: m["type"] == "view" and m["decision"] > 1)
            assert 'id="table-root"' in view["html"]
            assert view["title"]
            asked = await talk.until(lambda m: server.machines.advised == 1)
            assert asked["type"] == "view"


async def test_a_machine_has_its_id_for_programs_and_words_for_people(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="poker", seats=["me", "ganancioso"])
        async with server.live(table, ana, lang="fi") as program:
            scene = await program.seen(lambda s: s["view"])
            assert scene["seats"][1]["level"] == "ganancioso"
        async with server.live(table, ana, **{"as": "html", "lang": "fi"}) as page:
            view = await page.until(lambda m: m["type"] == "view")
            assert "Aino" in view["html"]
            assert "ganancioso" not in view["html"]


async def test_a_move_is_taken_back_when_the_other_agrees(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        token = await server.seat(token)
        async with server.live(table, ana) as one, server.live(table, token=token) as two:
            before = await one.my_turn()
            heaps = before["view"]["fields"]
            await one.play("a")
            await two.my_turn()
            await one.send(type="undo")
            await two.seen(lambda s: s["undo"] == "to answer")
            await two.send(type="undo-answer", yes=True)
            newer = before["decision"] + 1
            after = await one.seen(lambda s: _may_move(s) and s["decision"] >= newer)
            assert after["view"]["fields"] == heaps


async def test_each_seat_may_add_to_the_shuffle(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(QUICK, nonce_seconds=LONG)) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana, game="leduc")
        async with server.live(table, ana) as one:
            asked = await one.of("nonce-wanted")
            assert (asked["table"], asked["deal"]) == (table, 1)
            await one.send(type="nonce", value="AB12")
            async with server.live(table, token=await server.seat(token)) as two:
                assert await two.of("nonce-wanted") == asked
                await two.send(type="nonce", value="ff")
                scene = await one.seen(lambda s: s["phase"] == "playing")
                assert scene["nonces"] == ["ab12", "ff"]
                assert scene["commitment"] == asked["commitment"]
                assert scene["seal"] is None, "its key is shown when the deal is over"


async def test_the_next_deal_waits_until_all_are_ready(tmp_path: Path) -> None:
    async def play(talk: Talk) -> None:
        for number in range(100):
            scene = await talk.seen(lambda s: s["phase"] == "dealt out" or _may_move(s))
            if scene["phase"] == "dealt out":
                return
            await talk.play(f"n{number}")

    async with opened(tmp_path) as server:
        ana = await server.person()
        seats = ["me", "friend", "basic", "basic"]
        table, token = await table_for_two(server, ana, game="minimus", seats=seats)
        token = await server.seat(token)
        async with server.live(table, ana) as one, server.live(table, token=token) as two:
            await asyncio.gather(play(one), play(two))
            await one.send(type="ready")
            scene = await two.seen(lambda s: s["seats"][0]["ready"])
            assert (scene["phase"], scene["deal"]) == ("dealt out", 1)
            await two.send(type="ready")
            await one.seen(lambda s: s["deal"] == 2)


async def test_a_set_phrase_reaches_everybody(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, token = await table_for_two(server, ana)
        token = await server.seat(token)
        async with server.live(table, ana) as one, server.live(table, token=token) as two:
            await one.my_turn()
            await two.send(type="say", phrase=1)
            await one.seen(lambda s: any("Good luck" in line["text"] for line in s["log"]))
            await two.send(type="say", phrase=99)
            assert (await two.of("refused"))["code"] in ("malformed", "too-fast")


async def test_a_machine_in_trouble_is_tried_again_and_people_are_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
            server.machines.failures = 1
            await talk.play("a")
            told = await talk.of("refused")
            assert told["code"] == "machine"
            # What it says of itself may be about cards that nobody else sees.
            assert "broke" not in told["sentence"]
            await talk.my_turn()


async def test_who_comes_to_a_table_in_trouble_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machines, "_PATIENCE", (LONG,))

    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
            server.machines.failures = 1
            await talk.play("a")
            assert (await talk.of("refused"))["code"] == "machine"
            async with server.live(table, ana, lang="fi") as again:
                told = await again.of("refused")
                assert (told["code"], told["id"]) == ("machine", None)


async def test_people_are_told_of_a_machine_that_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machines, "_LONG", 0.0)

    async with opened(tmp_path) as server:
        server.machines.pause = 0.3
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana, lang="fi") as talk:
            await talk.play("a")
            assert (await talk.of("refused"))["code"] == "slow"
            await talk.my_turn()
            server.machines.pause = 0.0
            await talk.play("b")
            await talk.my_turn()
            assert len(server.machines.choices) == 2, "it is asked once all the same"


async def test_a_client_that_reads_late_gets_the_newest_view_only(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana)
        async with server.live(table, ana) as talk:
            await talk.seen(lambda s: True)
            actor = await server.tables.actor(table)
            line = next(iter(actor.lines_of(0)))
            for _change in range(1000):
                actor.refresh()
            assert all(post["type"] == "nonce-wanted" for post in line._posts)
            await asyncio.sleep(0.05)
            await talk.send(type="ping")
            views = 0
            while (await talk.hear())["type"] != "pong":
                views += 1
            assert views < 10, "a thousand changes, and a few views"


async def test_a_face_that_fails_is_drawn_plainly_and_said_once_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: object) -> Markup:
        raise ZeroDivisionError("somebody else's face")

    async def body() -> None:
        async with opened(tmp_path) as server:
            ana = await server.person()
            for number in range(2):
                table, _token = await table_for_two(server, ana, seats=["me", "basic"])
                async with server.live(table, ana, **{"as": "html"}) as talk:
                    while 'data-act="0"' not in talk.view.get("html", ""):
                        await talk.hear()
                    await talk.act(0, decision=talk.view["decision"])
                    await talk.of("ack")
                    await talk.of("view")
                record = f"game: nim 1\noptions: heaps=2 largest={3 + number}\n\n0 a1\n"
                replay = await ana.post("/records", data={"record": record})
                shown = await ana.get(replay.headers["location"])
                assert shown.status_code == 200
                assert 'id="table-root"' in shown.text
        said = [line.getMessage() for line in caplog.records if line.exc_info]
        assert len([line for line in said if "the face of nim" in line]) == 4, (
            "once a table and replay"
        )

    for face in (replace(PLAIN, board=broken), None):
        monkeypatch.setattr(table_kit, "face_of", lambda _game, face=face: face or broken())
        caplog.clear()
        (tmp_path / str(face is None)).mkdir()
        await body()
