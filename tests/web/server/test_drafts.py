"""Moves that are tried at a table: shown to their own seat, told to nobody else, made by an act."""

from pathlib import Path

from servers import opened, table_for_two


async def test_a_draft_is_shown_to_its_seat_alone_until_its_act(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana)
        await bruno.post("/api/seats", json={"token": token})
        async with server.live(table, ana) as one, server.live(table, bruno) as two:
            scene = await one.my_turn()
            decision, move = scene["decision"], scene["view"]["legal"][-1]["id"]
            await one.send(type="draft", decision=decision, actions=[move], picked=[3])
            told = (await one.seen(lambda s: s["draft"]))["draft"]
            assert (told["actions"], told["picked"]) == ([move], [3])
            assert told["view"]["current_player"] == 1
            assert told["view"]["fields"] != scene["view"]["fields"]
            await two.send(type="draft", decision=decision, actions=[], picked=[])
            assert (await two.of("refused"))["code"] == "not-your-turn"
            await one.send(type="draft", decision=decision, actions=[move, move], picked=[])
            assert (await one.of("refused"))["code"] == "illegal"
            await one.act(move, decision=decision)
            after = await two.seen(lambda s: s["decision"] > decision)
            assert after["draft"] is None
            assert (await one.seen(lambda s: s["decision"] > decision))["draft"] is None
