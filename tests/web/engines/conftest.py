"""A pool for all tests of a module, of processes that compile nothing, and views for it."""

import asyncio
from collections.abc import Iterator

import pytest

from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.view import SeatView
from ludoteca.web.engines.pool import EnginePool

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as loop:
        yield loop


@pytest.fixture(scope="module")
def pool(runner) -> Iterator[EnginePool]:
    async def started() -> EnginePool:
        made = EnginePool(workers=2, jobs=1, environment=UNCOMPILED)
        await made.start()
        return made

    made = runner.run(started())
    yield made
    runner.run(made.stop())


@pytest.fixture
def first_view():
    """``first_view(name, seed=1)``: what the first seat to move sees, with its past."""

    def view(name: str, seed: int = 1) -> SeatView:
        game = load_game(name)
        state = game.new_state()
        shoe = Shoe.shuffled(game, state.options, seed)
        while state.is_chance():
            state.apply_unchecked(shoe.draw(state))
        return state.view(state.current_player(), remembering=True)

    return view
