"""The example bot takes a seat and plays to the end, as the page's other players do."""

import asyncio
import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from servers import LONG, QUICK, Running, limited, opened, table_for_two

from ludoteca.core.shuffles.sealed_shoe import Seal
from ludoteca.table.events import Event
from ludoteca.table.proposals import GameTable

_PATH = Path(__file__).parents[3] / "examples" / "bot.py"
_SPEC = importlib.util.spec_from_file_location("example_bot", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
bot = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(bot)


async def test_a_bot_plays_a_game_of_each_kind_to_its_end(tmp_path: Path) -> None:
    async with opened(tmp_path, limited(acts_at_once=1000)) as server:
        ana = await server.person()
        for game in ("nim", "leduc", "minirummy"):
            _table, token = await table_for_two(
                server, ana, game=game, seats=["basic", "friend"], name=""
            )
            result = await bot.play(server.address, token)
            assert len(result) == 2, game


async def test_a_bot_says_where_its_part_of_the_shuffle_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def played(server: Running) -> str:
        ana = await server.person()
        _table, token = await table_for_two(server, ana, seats=["basic", "friend"])
        await bot.play(server.address, token)
        return capsys.readouterr().err

    def ignored(table: GameTable, seat: int, value: str, now: float) -> list[Event]:
        return add(table, seat, "ab" if seat else value, now)

    add = GameTable.add_nonce
    async with opened(tmp_path, replace(QUICK, nonce_seconds=LONG)) as server:
        assert await played(server) == ""
        monkeypatch.setattr(GameTable, "add_nonce", ignored)
        assert "was left out, or came too late" in await played(server)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"commitment": "12" * 32}, "not the one that was promised"),
        ({"key": "12" * 32}, "does not open"),
        ({"deal": 2}, "does not open"),
        ({"given": 3}, "does not open"),
        ({"nonces": ["", ""]}, "left out"),
        ({"nonces": ["aa", ""]}, "left out"),
    ],
)
def test_a_bot_holds_the_server_to_its_promise(change: dict[str, Any], said: str) -> None:
    seal = Seal.made("t", 1, "ab" * 32, ("", "aa")).to_json()
    fault = bot.fault({**seal, **change}, seal["commitment"], ["bb", "aa"], 1)
    assert said in fault
    assert bool(said) == bool(fault)


async def test_two_bots_play_each_other(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        program = server.visitor()
        wanted = {"game": "leduc", "seats": ["friend", "friend"]}
        tokens = (await program.post("/api/tables", json=wanted)).json()["tokens"]
        results = await asyncio.gather(*(bot.play(server.address, t) for t in tokens.values()))
        assert results[0] == results[1]
        assert sum(results[0]) == 0
