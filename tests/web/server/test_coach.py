"""The coach at a table: asked once a decision, again after a failure, never after the end."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from servers import LONG, Running, Talk, opened

from ludoteca.core.state import State
from ludoteca.players.advice.verdicts import decisions
from ludoteca.web.engines.supervisor import MachineFailed
from ludoteca.web.table import TableActor

WISH = {"game": "poker", "seats": ["me", "basic"], "coach": True}


class Coached:
    """A coach that fails ``failures`` times and knows nothing; with ``hold`` it never ends."""

    def __init__(self, failures: int = 0, error: type[Exception] = MachineFailed) -> None:
        self.failures, self.error = failures, error
        self.asked: list[tuple[int, ...]] = []
        self.hold = False
        self.cancelled = 0

    async def __call__(self, view: Any, moves: tuple[int, ...], lang: str) -> None:
        self.asked.append(moves)
        try:
            await asyncio.sleep(60.0 if self.hold else 0.0)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.failures:
            self.failures -= 1
            raise self.error("it was busy")


async def _sat(server: Running, coach: Coached) -> tuple[Any, TableActor]:
    server.machines.coach = coach  # type: ignore[attr-defined]
    ana = await server.person()
    table = (await ana.post("/api/tables", json=WISH)).json()["id"]
    return ana, await server.tables.actor(table)


async def _played(actor: TableActor, talk: Talk, wanted: int) -> None:
    """Play until ``wanted`` decisions of the first seat are over."""
    for n in range(40):
        if len(actor.coach._decisions(0)) >= wanted:
            return
        await talk.play(f"a{n}")
        await asyncio.sleep(0.02)
    raise AssertionError("the deal had too few decisions")


async def test_a_decision_is_asked_about_again_after_a_failure_and_only_then(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        coach = Coached(failures=1)
        ana, actor = await _sat(server, coach)
        async with server.live(actor.table.id, ana) as talk:
            await _played(actor, talk, 1)
        await _idle(actor)
        coach.asked.clear()
        coach.failures = 1
        actor.coach._known.clear()
        actor.coach._failures.clear()
        for _view in range(4):
            actor.coach.want_for(0)
            await _idle(actor)
        made = [decision.moves for decision in actor.coach._decisions(0)]
        assert Counter(coach.asked) == Counter([*made, coach.asked[0]])


@pytest.mark.parametrize("error", [MachineFailed, RuntimeError])
async def test_a_decision_that_fails_each_time_is_given_up(
    tmp_path: Path, error: type[Exception]
) -> None:
    async with opened(tmp_path) as server:
        coach = Coached(failures=1000, error=error)
        ana, actor = await _sat(server, coach)
        async with server.live(actor.table.id, ana) as talk:
            await _played(actor, talk, 1)
        for _view in range(10):
            actor.coach.want_for(0)
            await _idle(actor)
        made = [decision.moves for decision in actor.coach._decisions(0)]
        assert Counter(coach.asked) == Counter(3 * made)
        assert not actor.coach._tasks


async def test_a_cost_that_is_being_worked_out_is_marked_until_it_is_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        coach = Coached()
        coach.hold = True
        ana, actor = await _sat(server, coach)
        async with server.live(actor.table.id, ana) as talk:
            await _played(actor, talk, 1)
        async with server.live(actor.table.id, ana, **{"as": "html"}) as talk:
            await talk.until(lambda m: "The cost is being worked out" in str(m))
        assert actor.scene(0).judging == 1


@pytest.mark.parametrize("how", ["close", "abandon"])
async def test_nothing_is_worked_out_at_a_table_that_has_gone(tmp_path: Path, how: str) -> None:
    async with opened(tmp_path) as server:
        coach = Coached()
        coach.hold = True
        ana, actor = await _sat(server, coach)
        async with server.live(actor.table.id, ana) as talk:
            await _played(actor, talk, 1)
        actor.coach.want_for(0)
        await asyncio.sleep(0.02)
        ended = actor.close() if how == "close" else actor.abandon()
        if ended is not None:
            await ended
        await asyncio.sleep(0.02)
        assert coach.cancelled == len(coach.asked) > 0


async def test_each_move_is_followed_once_and_the_decisions_are_those_of_the_whole_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as server:
        ana, actor = await _sat(server, Coached())
        async with server.live(actor.table.id, ana) as talk:
            await _played(actor, talk, 2)
            deal = actor.table.current
            assert deal is not None
            whole = list(decisions(deal.at(0), deal.moves, 0))
            assert _said(actor.coach._decisions(0)) == _said(whole)
            applied: list[int] = []
            apply = State.apply_unchecked

            def counted(state: State, action: int) -> None:
                applied.append(action)
                apply(state, action)

            with monkeypatch.context() as counting:
                counting.setattr(State, "apply_unchecked", counted)
                actor.coach._decisions(0)
            assert applied == []
            del deal.moves[-1:]
            shorter = list(decisions(deal.at(0), deal.moves, 0))
            assert _said(actor.coach._decisions(0)) == _said(shorter)


async def _idle(actor: TableActor) -> None:
    """Wait until nothing is being worked out."""
    async with asyncio.timeout(LONG):
        while actor.coach._tasks:
            await asyncio.sleep(0.005)


def _said(made: list[Any]) -> list[Any]:
    return [(d.at, d.moves, d.view.record.tobytes()) for d in made]
