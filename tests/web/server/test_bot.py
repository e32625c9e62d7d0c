"""The example bot takes a seat and plays to the end, as the page's other players do."""

import asyncio
import importlib.util
from pathlib import Path

from servers import limited, opened, run, table_for_two

_PATH = Path(__file__).parents[3] / "examples" / "bot.py"
_SPEC = importlib.util.spec_from_file_location("example_bot", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
bot = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(bot)


def test_a_bot_plays_a_game_of_each_kind_to_its_end(tmp_path: Path) -> None:
    async def body() -> None:
        async with opened(tmp_path, limited(acts_at_once=1000)) as server:
            ana = await server.person()
            for game in ("nim", "leduc", "minirummy"):
                _table, token = await table_for_two(
                    server, ana, game=game, seats=["basic", "friend"], name=""
                )
                result = await bot.play(server.address, token)
                assert len(result) == 2, game

    run(body())


def test_two_bots_play_each_other(tmp_path: Path) -> None:
    async def body() -> None:
        async with opened(tmp_path) as server:
            program = server.visitor()
            wanted = {"game": "leduc", "seats": ["friend", "friend"]}
            tokens = (await program.post("/api/tables", json=wanted)).json()["tokens"]
            results = await asyncio.gather(*(bot.play(server.address, t) for t in tokens.values()))
            assert results[0] == results[1]
            assert sum(results[0]) == 0

    run(body())
