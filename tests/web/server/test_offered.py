"""Machines that whoever runs a server offers: chosen by name; what a visitor sends is not run."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from servers import LONG, QUICK, opened, table_for_two
from visitors import PAGE, words

from ludoteca.core.errors import BadInput
from ludoteca.web.engines.pool import EnginePool
from ludoteca.web.offered import read_offered

BOT = Path(__file__).parents[3] / "examples" / "remote_bot.py"
COMMAND = f"remote:{sys.executable} {BOT}"
OFFERING = replace(QUICK, machines={"nim": {"Deep Ana": COMMAND}})


def test_a_machine_is_offered_by_game_and_name() -> None:
    written = [
        "nim:Deep Ana=remote:./bot --level=3",
        "nim:Bea=openspiel:uniform_random",
        "mus:Bea=x",
    ]
    assert read_offered(written) == {
        "nim": {"Deep Ana": "remote:./bot --level=3", "Bea": "openspiel:uniform_random"},
        "mus": {"Bea": "x"},
    }


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (["nim"], "GAME:NAME=SPEC"),
        (["nim:=x"], "GAME:NAME=SPEC"),
        (["nim:Ana@2s=x"], "GAME:NAME=SPEC"),
        ([f"nim:{'a' * 25}=x"], "GAME:NAME=SPEC"),
        (["numm:Ana=x"], "there is no game numm"),
        (["nim:Random=x"], "Nim has a player Random already"),
        (["nim:human=x"], "Nim has a player human already"),
        (["nim:friend=x"], "Nim has a player friend already"),
        (["nim:Ana=x", "nim:aná=y"], "Nim has a player aná already"),
    ],
)
def test_a_machine_that_cannot_be_offered_is_refused(written: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_offered(written)


async def test_its_name_alone_is_shown_and_kept(tmp_path: Path) -> None:
    async with opened(tmp_path, OFFERING) as server:
        ana = await server.person()
        games = {game["name"]: game["machines"] for game in (await ana.get("/api/games")).json()}
        assert games["nim"] == ["Deep Ana"]
        assert games["leduc"] == []
        table, _token = await table_for_two(server, ana, seats=["me", "deep ana"])
        async with server.live(table, ana) as talk:
            scene = await talk.my_turn()
            assert scene["seats"][1]["level"] == "Deep Ana"
            await talk.play("a1")
            await talk.my_turn()
        assert set(server.machines.choices) == {(1, "Deep Ana")}
        assert server.machines.views[0].past is not None
        told = (await ana.get("/", headers=PAGE)).text + (await ana.get("/games/nim/new")).text
        assert told.count("Deep Ana") >= 2
        assert "remote" not in told + str(scene)
        events = await server.app.state.journal.events(table)
        assert "Deep Ana" in str(events)
        assert "remote" not in str(events)


@pytest.mark.parametrize(
    "wanted",
    ["remote:touch ran", "remote@1s:touch ran", "remote:./b", "openspiel:b.py:make", "b.py"],
)
async def test_what_a_visitor_sends_is_never_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    """Not even what makes the machine that is offered."""
    monkeypatch.chdir(tmp_path)
    Path("b.py").write_text("open('ran', 'w')")
    async with opened(tmp_path, replace(QUICK, machines={"nim": {"Ana": "remote:./b"}})) as server:
        ana = await server.person()
        asked = {"game": "nim", "seats": ["me", wanted], "name": "Ana"}
        answer = await ana.post("/api/tables", json=asked)
        assert answer.status_code == 422
        name = wanted.partition("@")[0]
        assert answer.json()["sentence"].startswith(f"Nim has no player {name}; there are: basic")
        form = {"seat0": "me", "seat1": wanted}
        answer = await ana.post("/games/nim/new", data=form, headers=PAGE)
        assert answer.status_code == 422
        assert "choose who sits here" in words(answer.text)
        # One click takes the usual machine where there is none of that name.
        answer = await ana.post("/games/nim/play", data={"level": wanted}, headers=PAGE)
        assert answer.status_code == 303
        seats = (await ana.get(f"/api{answer.headers['location']}")).json()["seats"]
        assert seats[1]["level"] == "basic"
    assert not Path("ran").exists()


async def test_a_server_that_does_not_offer_it_says_so_in_one_sentence(tmp_path: Path) -> None:
    async with opened(tmp_path, OFFERING) as server:
        ana = await server.person()
        server.machines.pause = LONG  # its move is left to the other server
        table, token = await table_for_two(server, ana, seats=["Deep Ana", "friend"])
        token = await server.seat(token)
    async with opened(tmp_path, QUICK) as other, other.live(table, token=token) as talk:
        told = await talk.until(lambda message: message.get("code") == "machine")
        assert told["sentence"] == (
            "The machine Deep Ana is missing from this server. The table goes on when it is back."
        )
        assert other.machines.choices == []
        refused = await other.visitor().post(
            "/api/tables", json={"game": "nim", "seats": ["me", "Deep Ana"], "name": ""}
        )
        assert "Nim has no player Deep Ana" in refused.json()["sentence"]


async def test_a_bot_of_ones_own_plays_at_a_table_of_the_page(tmp_path: Path) -> None:
    pool = EnginePool(1, environment={"NUMBA_DISABLE_JIT": "1"}, machines=OFFERING.machines)
    async with opened(tmp_path, OFFERING, pool) as server:
        ana = await server.person()
        answer = await ana.post("/games/nim/play", data={"level": "Deep Ana"}, headers=PAGE)
        async with server.live(answer.headers["location"].removeprefix("/tables/"), ana) as talk:
            await talk.my_turn()
            await talk.play("a1")
            scene = await talk.seen(lambda s: any(line["actor"] == 1 for line in s["log"]))
            assert scene["seats"][1]["level"] == "Deep Ana"
