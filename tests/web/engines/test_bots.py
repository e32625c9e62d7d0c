"""Bots that a server offers, in processes of their own: they play, and fail by themselves."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import speaking
from ludoteca.web.engines import pool as pool_module
from ludoteca.web.engines.pool import EnginePool
from ludoteca.web.engines.supervisor import MachineFailed

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
BOT = Path(__file__).parents[3] / "examples" / "remote_bot.py"


def offering(**commands: str) -> EnginePool:
    """A pool of one worker that offers bots at nim, by name and command."""
    machines = {"nim": {name: f"remote:{command}" for name, command in commands.items()}}
    return EnginePool(1, environment=UNCOMPILED, machines=machines)


def test_a_bot_that_ends_or_hangs_fails_its_own_move_alone(
    runner: asyncio.Runner, first_view: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = sys.executable
    pool = offering(
        Ends=f"{python} -c 'input()'",
        Hangs=f"{python} -c 'input(); input(); input()'",
        Good=f"{python} {BOT}",
    )

    async def played() -> None:
        await pool.start()
        try:
            view = first_view("nim")
            with pytest.raises(BadInput, match="the bot has ended"):
                await pool.choose(view, "Ends", 1, 0.1)
            monkeypatch.setattr(pool_module, "OFFERED_SECONDS", 2.0)
            hanging = asyncio.create_task(pool.choose(view, "Hangs", 1, 0.1))
            assert await pool.choose(view, "basic", 1, 0.1) in view.legal
            assert not hanging.done(), "a machine of the game did not wait for the bot"
            with pytest.raises(MachineFailed, match="did not answer within 2 seconds"):
                await hanging
            monkeypatch.undo()
            assert await pool.choose(view, "Good", 1, 0.1) in view.legal
        finally:
            await pool.stop()

    runner.run(played())


def test_a_worker_makes_no_player_of_a_command_that_is_not_offered(
    runner: asyncio.Runner, first_view: Any, tmp_path: Path
) -> None:
    pool = offering(Good=f"{sys.executable} {BOT}")

    async def asked() -> None:
        await pool.start()
        try:
            for spec in (f"remote:touch {tmp_path / 'ran'}", f"remote:{sys.executable} {BOT}"):
                with pytest.raises(BadInput, match="Nim has no player remote:"):
                    await pool.choose(first_view("nim"), spec, 1, 0.1)
        finally:
            await pool.stop()

    runner.run(asked())
    assert not (tmp_path / "ran").exists()


def test_a_machine_that_cannot_be_made_is_told_before_the_server_starts(
    runner: asyncio.Runner,
) -> None:
    with speaking("en"), pytest.raises(BadInput) as told:
        runner.run(offering(Good=f"{sys.executable} {BOT}", Lost="/nowhere/bot").check_offered())
    assert (
        str(told.value)
        == "nim:Lost: the bot /nowhere/bot does not start: No such file or directory"
    )


def test_a_bot_is_started_once_for_a_seat(
    runner: asyncio.Runner, first_view: Any, tmp_path: Path
) -> None:
    started = tmp_path / "started"
    script = f"open('{started}', 'a').write('x'); exec(open('{BOT}').read())"
    pool = offering(Good=f'{sys.executable} -c "{script}"')

    async def asked() -> None:
        await pool.start()
        try:
            for seed in range(3):
                view = first_view("nim", seed)
                assert await pool.choose(view, "Good", seed, 0.1) in view.legal
        finally:
            await pool.stop()

    runner.run(asked())
    assert started.read_text() == "x"
