"""The REST interface: described, and answering with codes and sentences."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from servers import LONG, opened, table_for_two

from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.table.events import Left, Said, Seated, SeatPlan
from ludoteca.table.results import result_of
from ludoteca.table.setup import TableRequest
from ludoteca.table.state import TableState
from ludoteca.web.journal import JournalBusy
from ludoteca.web.services import Services
from ludoteca.web.table import head_after, head_of


async def test_the_interface_describes_itself(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        described = (await server.visitor().get("/api/openapi.json")).json()
        paths = described["paths"]
        for path in (
            "/api/games", "/api/games/{name}/fields",
            "/api/tables", "/api/tables/{table}", "/api/tables/{table}/acts",
            "/api/tables/{table}/undo", "/api/tables/{table}/ready", "/api/tables/{table}/say",
            "/api/tables/{table}/record", "/api/tables/{table}/report", "/api/seats",
            "/api/records", "/api/me",
        ):  # fmt: skip
            assert path in paths
        assert all(path.startswith("/api/") for path in paths), "pages are no interface"
        undescribed = [
            (path, method)
            for path, methods in paths.items()
            for method, said in methods.items()
            if not said.get("description")
        ]
        assert undescribed == []
        assert "HTTPBearer" in described["components"]["securitySchemes"]


async def test_a_program_is_told_the_meaning_and_the_range_of_each_field(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        told = (await server.visitor().get("/api/games/leduc/fields")).json()
    (board,) = (field for field in told if field["name"] == "board")
    assert board == {
        "name": "board", "meaning": "1 + the public card; 0 before it is dealt",
        "low": 0, "high": 6, "shape": [], "seen_by": "public",
    }  # fmt: skip


async def _dealt(program: httpx.AsyncClient, table: str) -> None:
    async with asyncio.timeout(LONG):
        while (await program.get(f"/api/tables/{table}")).json()["phase"] == "preparing":
            await asyncio.sleep(0.01)


async def test_a_game_is_played_by_requests_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        program = server.visitor()
        wanted = {"game": "nim", "seats": ["me", "friend"], "options": {"heaps": 1}}
        opening = (await program.post("/api/tables", json=wanted)).json()
        table = opening["id"]
        own_tokens = [opening["tokens"]["0"], await server.seat(opening["tokens"]["1"])]
        seats = [{"authorization": f"Bearer {token}"} for token in own_tokens]
        await _dealt(program, table)
        result = None
        for number in range(20):
            own = seats[number % 2]
            scene = (await program.get(f"/api/tables/{table}", headers=own)).json()
            if scene["phase"] != "playing":
                result = scene["result"]
                break
            act = {
                "decision": scene["decision"],
                "id": f"a{number}",
                "actions": [scene["view"]["legal"][0]["id"]],
            }
            path = f"/api/tables/{table}/acts"
            answer = await program.post(path, json=act, headers=own)
            assert answer.status_code == 200, answer.text
            again = await program.post(path, json=act, headers=own)
            assert again.status_code == 200, "an act that was made before is no error"
            assert again.json()["decision"] == answer.json()["decision"]
        assert result is not None
        assert sorted(result) == [-1.0, 1.0]
        record = await program.get(f"/api/tables/{table}/record")
        assert record.text.startswith("game: nim 1")
        assert "\nkey: " in record.text


async def test_refusals_have_a_status_a_code_and_a_sentence(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana, eve = await server.person(), await server.person()
        table, _token = await table_for_two(server, ana)
        here = f"/api/tables/{table}"
        act = {"decision": 1, "id": "x", "actions": [0]}
        for client, method, path, body, status, code in (
            (ana, "GET", "/api/tables/nothing", None, 404, "unknown"),
            (ana, "GET", "/api/nothing", None, 404, "unknown"),
            (ana, "PUT", "/api/tables", {}, 405, "malformed"),
            (ana, "POST", "/api/tables", {"game": "chess", "seats": []}, 422, "malformed"),
            (ana, "POST", "/api/tables", {"game": "nim", "seats": ["me"]}, 422, "malformed"),
            (ana, "POST", "/api/tables", {"game": "nim"}, 422, "malformed"),
            (ana, "POST", "/api/tables", {"game": "nim", "seats": ["me", "wizard"]}, 422,
             "malformed"),
            (ana, "POST", "/api/tables", {"game": "nim", "seats": ["me", "human"]}, 422,
             "malformed"),
            (eve, "POST", f"{here}/acts", act, 403, "forbidden"),
            (ana, "POST", f"{here}/acts", act, 409, "not-now"),
            (ana, "POST", f"{here}/acts", {**act, "actions": "0"}, 422, "malformed"),
            (ana, "POST", f"{here}/undo", None, 409, "not-now"),
            (ana, "POST", f"{here}/say", {"phrase": 99}, 422, "malformed"),
            (ana, "GET", f"{here}/record", None, 409, "not-now"),
            (ana, "POST", "/api/records", {"text": "no record"}, 422, "malformed"),
            (ana, "GET", "/api/records/none", None, 404, "unknown"),
            (server.visitor(), "GET", "/api/me", None, 401, "token"),
            (server.visitor(authorization="Bearer x"), "GET", here, None, 401, "token"),
        ):  # fmt: skip
            answer = await client.request(method, path, json=body)
            told = (path, answer.status_code, answer.text)
            assert answer.status_code == status, told
            assert answer.json()["code"] == code, told
            assert answer.json()["sentence"], told


async def test_refusals_speak_the_visitors_language(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        for wanted in (
            {"game": "chess", "seats": ["me"]},
            {"game": "nim"},
            {"game": "nim", "seats": "me"},
            {"game": "nim" * 64, "seats": ["me"]},
            {"game": "nim", "seats": ["me"], "clock": [0, 0]},
            {"game": "nim", "seats": ["me"], "hints": "perhaps"},
            {"game": "nim", "seats": ["me"], "options": {"heaps": []}},
        ):
            english, *others = [
                (
                    await ana.post("/api/tables", json=wanted, headers={"accept-language": lang})
                ).json()["sentence"]
                for lang in ("en", "pt", "es", "fi")
            ]
            assert english not in others


async def test_the_lobby_lists_what_is_listed_and_tells_nobody_apart(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        listed, _token = await table_for_two(server, ana, listed=True)
        await table_for_two(server, ana)
        lines = (await server.visitor().get("/api/tables")).json()
        assert [line["id"] for line in lines] == [listed]
        assert lines[0]["seats"] == [
            {"name": "Ana", "machine": "", "taken": True},
            {"name": "", "machine": "", "taken": False},
        ]


async def test_a_table_left_alone_for_a_day_leaves_the_lobby_unless_somebody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, listed=True)
        for hours, listed in ((23, [table]), (25, [])):
            later = time.time() + hours * 3600
            monkeypatch.setattr(Services, "now", lambda _office, later=later: later)
            lines = (await ana.get("/api/tables")).json()
            assert [line["id"] for line in lines] == listed
            page = await server.visitor().get("/", headers={"accept": "text/html"})
            assert (table in page.text) == bool(listed)
        async with server.live(table, ana) as talk:
            await talk.hear()
            lines = (await ana.get("/api/tables")).json()
            assert [line["id"] for line in lines] == [table]
        assert (await ana.get(f"/api/tables/{table}")).status_code == 200, "it is still there"


def test_the_lobby_and_results_call_a_seat_that_somebody_left_as_its_table_does() -> None:
    game = load_game("bigpoints")
    plans = [SeatPlan(), SeatPlan(), SeatPlan("basic")]
    opened = TableRequest(game, game.options({"players": 3}), plans).opening(1000.0, 60.0)
    came = [Seated(1001.0, 0, "ana", "Ana"), Seated(1002.0, 1, "bob", "Dina")]
    left = Left(1003.0, 0, "basic")
    table = TableState("t", opened)
    for seq, event in enumerate((*came, left), table.seq + 1):
        table.apply(seq, event)
    names = [chair.name for chair in table.chairs]
    assert names == ["Emil", "Dina", "Aino"]
    head = head_after(head_of("t", opened), [*came, left])
    assert [seat.name for seat in head.seats] == names
    result = result_of("t", table.game, [opened, *came, left], "bob")
    assert result is not None
    assert [other.name for other in result.others] == ["Emil", "Aino"]


def test_what_happens_at_a_table_is_known_to_the_lobby_to_the_hour() -> None:
    opened_at = 1000.0
    nim = load_game("nim")
    wanted = TableRequest(nim, nim.options(), [SeatPlan(), SeatPlan()])
    head = head_of("t", wanted.opening(opened_at, 60.0))
    assert head_after(head, [Said(opened_at + 3599.0, 0, 0)]) is head
    later = opened_at + 3601.0
    assert head_after(head, [Said(later, 0, 0)]) == replace(head, touched_at=later)


async def test_records_are_kept_and_hands_reported(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="leduc", seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
        own = (await ana.get(f"/api/tables/{table}/record")).text
        assert "seen-by: 0" in own
        assert "?" in own
        assert "key:" not in own
        text = "game: nim 1\noptions: heaps=2 largest=3\nstanding: deals=0\n\n"
        kept = (await ana.post("/api/records", json={"text": text})).json()
        assert (await ana.get(f"/api/records/{kept['key']}")).text == text
        answer = await ana.post(f"/api/tables/{table}/report", json={"sentence": "Odd."})
        assert answer.status_code == 204


async def test_a_table_goes_on_only_from_a_whole_record_of_its_own_game(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
        record = (await ana.get(f"/api/tables/{table}/record")).text
        seen = GameRecord.parse(record)
        begun = State.initial(load_game("nim"), load_game("nim").options())
        begun.apply(begun.legal_actions()[0])
        whole = GameRecord.from_state(begun).to_text()
        other = State.initial(load_game("tictactoe"), load_game("tictactoe").options())
        foreign = GameRecord.from_state(other).to_text()
        assert seen.seen_by is not None
        for start in (record, foreign, "nonsense"):
            wanted = {"game": "nim", "seats": ["me", "basic"], "start": start}
            answer = await ana.post("/api/tables", json=wanted)
            assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), start
        wanted = {"game": "nim", "seats": ["basic", "me"], "start": whole}
        opened_table = (await ana.post("/api/tables", json=wanted)).json()["id"]
        async with server.live(opened_table, ana) as talk:
            scene = await talk.my_turn()
            assert scene["view"]["fields"] == begun.view(1).to_json()["fields"]


async def test_who_knows_the_cards_of_a_record_plays_on_against_machines_alone(
    tmp_path: Path,
) -> None:
    """Whoever supplies a record with hidden cards knows them: no guest is dealt in by it."""

    async with opened(tmp_path) as server:
        ana = await server.person()
        game = load_game("kuhn")
        state = State.initial(game, game.options())
        while state.is_chance():
            state.apply(state.chance_outcomes()[0][0])
        start = GameRecord.from_state(state).to_text()
        for seats in (("me", "friend"), ("friend", "friend"), ("friend", "basic")):
            for listed in (False, True):
                wanted = {"game": "kuhn", "seats": seats, "start": start, "listed": listed}
                answer = await ana.post("/api/tables", json=wanted)
                assert answer.status_code == 422, wanted
                assert "whoever opens it knows the cards" in answer.json()["sentence"]
        wanted = {"game": "kuhn", "seats": ["me", "basic"], "start": start}
        listed_table = await ana.post("/api/tables", json={**wanted, "listed": True})
        assert listed_table.status_code == 422
        opening = (await ana.post("/api/tables", json=wanted)).json()
        scene = (await server.visitor().get(f"/api/tables/{opening['id']}")).json()
        assert scene["given"] == len(state.moves), "those who watch are told"


async def test_a_journal_that_fails_is_said_to_programs_by_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_args: object, **_more: object) -> None:
        raise JournalBusy

    async with opened(tmp_path) as server:
        for reading in ("tables", "events_of"):
            monkeypatch.setattr(server.app.state.journal, reading, broken)
        for path in ("/api/tables", "/mine"):
            answer = await server.visitor().get(path)
            assert (answer.status_code, answer.json()["code"]) == (503, "unsaved")
