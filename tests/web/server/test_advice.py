"""Advice and odds over the connection: whose they are, when they come, and where there are none."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from servers import opened, table_for_two

from ludoteca.core.numbers import Odd
from ludoteca.core.state import observe
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import Advice


async def test_advice_comes_after_the_view_with_the_same_decision(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana, lang="fi") as talk:
            scene = await talk.my_turn()
            assert scene["advice"] is None
            assert server.machines.advised == 0, "a program is told only when it asks"
            await talk.send(type="hint")
            told = await talk.until(lambda m: m["type"] == "view" and m["scene"]["advice"])
            assert told["decision"] == scene["decision"]
            assert told["scene"]["advice"]["reasons"] == ["fi"]


async def test_while_advice_is_prepared_the_page_says_so_and_the_answer_comes_by_itself(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        server.machines.advice_prepared.clear()
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana, **{"as": "html"}) as talk:
            shown = await talk.until(lambda m: "Odds and advice come by themselves" in str(m))
            assert "Ask it" not in shown["html"]
            server.machines.advice_prepared.set()
            told = await talk.until(lambda m: m["type"] == "view" and "advised" in m["html"])
            assert "Odds and advice come by themselves" not in told["html"]


async def test_the_odds_of_a_game_without_choices_are_in_the_panel_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        server.machines.advice_prepared.clear()
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="vangin", seats=["me"])
        async with server.live(table, ana, **{"as": "html"}) as talk:
            shown = await talk.until(lambda m: "Turn 3 cards" in str(m))
            panel = shown["html"].partition('data-key="odds"')[2]
            assert 'class="odd"' in panel
            assert "as soon as they are worked out" not in panel


async def test_while_a_machine_thinks_the_page_says_how_far_it_is(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        server.machines.advice_done, server.machines.advice_pause = 120, 0.5
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana, **{"as": "html"}) as talk:
            await talk.until(lambda m: "Thinking: 120 of 400 simulated deals" in str(m))
            told = await talk.until(lambda m: m["type"] == "view" and "advised" in m["html"])
            assert "Thinking" not in told["html"]


@pytest.mark.parametrize(("game", "reads_past"), [("leduc", True), ("nim", False)])
async def test_advice_is_given_the_past_of_its_seat_where_others_moves_tell_something(
    tmp_path: Path, game: str, reads_past: bool
) -> None:
    async with opened(tmp_path) as server:
        asked: list[SeatView] = []
        answer = server.machines.advise

        async def noted(view: SeatView, *given: Any) -> Advice:
            asked.append(view)
            return await answer(view, *given)

        server.machines.advise = noted  # type: ignore[method-assign]
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game=game, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.play("a")
            await talk.my_turn()
            await talk.send(type="hint")
            await talk.seen(lambda s: s["advice"] is not None)
        (view,) = asked
        assert view.seat == 0
        if not reads_past:
            assert view.past is None
            return
        assert any(token.actor == 1 for token in view.tokens)
        assert len(view.past) == len(view.tokens) + 1
        mask = view.game.masks(view.options)[0]
        for one in view.past:
            assert observe(one, mask).tobytes() == one.tobytes()


async def test_nobody_else_can_tell_when_the_advice_of_a_seat_is_ready(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        server.machines.advice_pause = 0.2
        ana, bruno = await server.person(), await server.person()
        table, token = await table_for_two(server, ana)
        await bruno.post("/api/seats", json={"token": token})
        async with server.live(table, ana) as one, server.live(table, bruno) as other:
            await one.my_turn()
            await other.seen(lambda s: s["phase"] == "playing" and s["seats"][0]["present"])
            await one.send(type="hint")
            await one.seen(lambda s: s["advice"] is not None)
            await other.send(type="ping")
            assert (await other.hear())["type"] == "pong"


async def test_advice_for_a_decision_that_has_passed_is_dropped(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        server.machines.advice_pause = 0.05
        async with server.live(table, ana) as talk:
            await talk.my_turn()
            await talk.send(type="hint")
            await talk.play("a")
            await talk.my_turn()
            await asyncio.sleep(0.1)
            answer = (await ana.get(f"/api/tables/{table}")).json()
            assert answer["advice"] is None


async def test_odds_follow_what_is_chosen_and_pass_over_what_was_chosen_in_between(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="poker", seats=["me", "ganancioso"])
        free, answer = asyncio.Event(), server.machines.odds_of_choice

        async def held(*given: Any) -> tuple[Odd, ...]:
            await free.wait()
            return await answer(*given)

        server.machines.odds_of_choice = held  # type: ignore[method-assign]
        async with server.live(table, ana) as talk:
            scene = await talk.my_turn()
            first, *_others, stop = [move["id"] for move in scene["view"]["legal"]]
            for moves in ([first], [stop], [first, stop]):
                await talk.send(type="choose", decision=scene["decision"], actions=moves)
            await talk.send(type="ping")
            await talk.of("pong")
            free.set()
            told = await talk.seen(_weighed((first, stop)))
            assert told["chosen"][0]["exact"] == "1/2"
            assert server.machines.weighed[-1] == (first, stop)
            assert (stop,) not in server.machines.weighed
            await talk.send(type="choose", decision=scene["decision"], actions=[])
            await talk.seen(lambda s: not s["chosen"])
            asked = len(server.machines.weighed)
            await talk.send(type="choose", decision=scene["decision"] + 1, actions=[stop])
            await talk.send(type="ping")
            await talk.of("pong")
            assert len(server.machines.weighed) == asked, "of another decision"


def _weighed(moves: tuple[int, ...]) -> Callable[[dict[str, Any]], bool]:
    return lambda scene: [odd["name"] for odd in scene["chosen"]] == [str(moves)]


async def test_moves_that_are_suggested_are_tried_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            scene = await talk.my_turn()
            ask = {"type": "suggest", "decision": scene["decision"]}
            await talk.send(**ask, wanted="nothing")
            assert "nothing can be laid" in (await talk.of("refused"))["sentence"]
            await talk.send(**ask, wanted="wrong")
            assert (await talk.of("refused"))["code"] == "illegal"
            await talk.send(**ask, wanted="first")
            tried = await talk.seen(lambda s: s["draft"] is not None)
            assert tried["draft"]["actions"] == [scene["view"]["legal"][0]["id"]]


async def test_no_advice_where_the_host_allows_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"], hints=False)
        async with server.live(table, ana) as talk:
            await talk.my_turn()
            await talk.send(type="hint")
            await talk.send(type="ping")
            await talk.of("pong")
            assert server.machines.advised == 0
