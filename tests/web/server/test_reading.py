"""What visitors send is read in another process, in turn, and within the share of an address."""

import asyncio
import io
import zipfile
from pathlib import Path
from typing import Any, NoReturn

import pytest
from servers import Running, limited, opened, table_for_two

from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.table.proposals import GameTable
from ludoteca.web.engines import reading
from ludoteca.web.fair_shares import Places, QueueFull

PAGE = {"accept": "text/html"}


def record(name: str = "nim", moves: int = 2) -> str:
    """A running deal of a game without chance."""
    state = State.initial(load_game(name))
    for _move in range(moves):
        state.apply_unchecked(state.legal_actions()[0])
    return GameRecord.from_state(state, ("Ana", "basic")).to_text()


def nowhere(*_arguments: Any, **_more: Any) -> NoReturn:
    raise AssertionError("in the web process")


async def sent(server: Running, text: str) -> list[int]:
    """The statuses of all ways to send a record."""
    client = await server.person()
    wanted = {"game": "nim", "seats": ["me", "basic"], "start": text}
    answers = [
        await client.post("/api/records", json={"text": text}),
        await client.post("/records", data={"record": text}, headers=PAGE),
        await client.post("/api/tables", json=wanted),
    ]
    return [answer.status_code for answer in answers]


async def test_records_are_not_read_in_the_web_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = record()
    monkeypatch.setattr(GameRecord, "replay", nowhere)
    monkeypatch.setattr("ludoteca.table.setup.GameRecord", nowhere)

    async with opened(tmp_path) as server:
        # The table itself, which then plays on from the record, is not the visitor's request.
        monkeypatch.setattr(server.tables, "_admit", lambda actor: actor)
        assert await sent(server, text) == [201, 303, 201]
        key = (await server.visitor().post("/api/records", json={"text": text})).json()["key"]
        assert (await server.visitor().get(f"/records/{key}", headers=PAGE)).status_code == 200


async def test_what_is_wrong_with_a_record_is_said_all_the_same(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        assert await sent(server, record() + "1 zz\n") == [201, 422, 422]
        assert await sent(server, "game: chess 1\n") == [422, 422, 422]
        answer = await server.visitor().post("/api/records", json={"text": "no record"})
        assert answer.json()["code"] == "malformed"
        assert "line 1 of the record is no head line" in answer.json()["sentence"]
        spoken = server.visitor(**{"accept-language": "fi"})
        answer = await spoken.post("/api/records", json={"text": "no record"})
        assert "line 1" not in answer.json()["sentence"]


async def test_a_record_with_too_many_lines_is_refused_before_anybody_reads_it(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as server:
        long = record() + "0 a1\n" * 20_000
        assert (await sent(server, long))[:2] == [422, 422]
        assert server.app.state.reader._engine is None
        many = record() + ("0" + " a1" * 100 + "\n") * 60
        assert (await sent(server, many))[:2] == [422, 422]


async def test_ones_own_deals_are_written_down_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
        monkeypatch.setattr(GameTable, "record_for", nowhere)
        given = await ana.get("/api/me")
        with zipfile.ZipFile(io.BytesIO(given.content)) as archive:
            assert archive.namelist() == [f"nim-{table}-1.txt", "results.csv"]
            assert archive.read(f"nim-{table}-1.txt").startswith(b"game: nim ")


async def test_an_address_is_charged_what_its_requests_cost(tmp_path: Path) -> None:
    bounds = limited(reading_seconds_a_second=1e-9, reading_seconds_at_once=1e-6)
    async with opened(tmp_path, bounds) as server:
        ana = await server.person()
        first = await ana.post("/api/records", json={"text": record()})
        assert first.status_code == 201
        # The first one is done, and not paid for.
        for answer in (
            await ana.post("/api/records", json={"text": record()}),
            await ana.post("/records", data={"record": record()}),
            await ana.get("/api/me"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
        async with server.raw(f"/live/records/{first.json()['key']}") as socket:
            await socket.send('{"type": "hello", "as": "json"}')
            await socket.wait_closed()
            assert socket.close_code == 4429


async def test_a_record_that_takes_too_long_ends_and_the_next_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as server:
        client = server.visitor()
        monkeypatch.setattr(reading, "READING_SECONDS", 0.001)
        answer = await client.post("/api/records", json={"text": record()})
        assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
        monkeypatch.setattr(reading, "READING_SECONDS", 60.0)
        assert (await client.post("/api/records", json={"text": record()})).status_code == 201


async def test_addresses_get_a_place_in_turn() -> None:
    order: list[str] = []

    async def work(places: Places, address: str) -> None:
        async with places.of(address):
            order.append(address)
            await asyncio.sleep(0)

    places = Places(1, 3)
    tasks = [asyncio.create_task(work(places, address)) for address in "aaaabcb"]
    await asyncio.gather(*tasks)
    assert "".join(order) == "aabcaba"
    assert not places.taken


async def test_of_an_address_only_so_many_wait_and_who_gives_up_waits_no_more() -> None:
    async def hold(places: Places, address: str) -> None:
        async with places.of(address):
            await asyncio.sleep(3600)

    places = Places(1, 2)
    tasks = [asyncio.create_task(hold(places, "a")) for _one in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(QueueFull):
        async with places.of("a"):
            pass
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(120), places.of("b"):
        assert places.taken
    assert not places.taken
