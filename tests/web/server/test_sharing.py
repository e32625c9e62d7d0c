"""Shared records: written once, and no address takes the place of everybody's."""

import hashlib
from pathlib import Path
from typing import Any

import httpx
import pytest
from servers import Running, limited, opened, table_for_two

LARGEST = [3, 4, 5, 6]


def _record(largest: int) -> str:
    return f"game: nim 1\noptions: heaps=2 largest={largest}\nstanding: deals=0\n\n"


async def test_an_address_shares_only_so_much_and_what_it_has_kept_costs_nothing(
    tmp_path: Path,
) -> None:
    settings = limited(shared_bytes_at_once=10_000.0, shared_bytes_a_second=0.0)
    async with opened(tmp_path, settings) as server:
        ana = server.visitor()
        other = httpx.AsyncClient(
            base_url=server.address,
            transport=httpx.AsyncHTTPTransport(local_address="127.0.0.2"),
        )
        server.clients.append(other)

        async def shared(who: httpx.AsyncClient, largest: int) -> int:
            return (await who.post("/api/records", json={"text": _record(largest)})).status_code

        assert [await shared(ana, n) for n in LARGEST] == [201, 201, 429, 429]
        assert [await shared(ana, n) for n in LARGEST[:2]] == [201, 201], "kept already"
        form = await ana.post("/records", data={"record": _record(LARGEST[2])})
        assert form.status_code == 429
        assert [await shared(other, n) for n in LARGEST[2:]] == [201, 201]
        assert await shared(ana, LARGEST[2]) == 429, "that another has it is not told"
        assert await shared(other, LARGEST[0]) == 429, "and costs as one that nobody has"


async def test_tries_at_puzzles_are_of_the_same_share(tmp_path: Path) -> None:
    settings = limited(shared_bytes_at_once=10_000.0, shared_bytes_a_second=0.0)
    async with opened(tmp_path, settings) as server:
        codes = []
        for number in range(3):
            person = server.visitor()
            codes += [
                (await person.post("/puzzle/2026-01-01", data={"choice": "0"})).status_code
                for _again in range(2 - number)
            ]
        assert codes == [303, 303, 303], "a second try is not kept"
        refused = await server.visitor().post("/puzzle/2026-01-01", data={"choice": "0"})
        assert refused.status_code == 429


async def test_a_long_record_takes_more_of_a_share_than_a_short_one(tmp_path: Path) -> None:
    settings = limited(shared_bytes_at_once=10_000.0, shared_bytes_a_second=0.0)
    async with opened(tmp_path, settings) as server:
        seats = "".join(f"seat: {'x' * 900}{n}.\n" for n in range(10))
        long = _record(3).replace("standing", f"{seats}standing")
        ana = server.visitor()
        codes = []
        for text in (long, _record(3)):
            codes.append((await ana.post("/api/records", json={"text": text})).status_code)
        assert codes == [201, 429]


async def _until_over(server: Running, ana: httpx.AsyncClient) -> str:
    """A table of one heap of one: its deal is over after the first move."""
    table, _token = await table_for_two(
        server, ana, seats=["me", "basic"], options={"heaps": 1, "largest": 2}
    )
    async with server.live(table, ana) as talk:
        await talk.my_turn()
        await talk.act(talk.scene["view"]["legal"][-1]["id"])
        await talk.seen(lambda s: s["result"] is not None)
    return str(table)


async def test_a_replay_that_is_asked_for_again_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table = await _until_over(server, ana)
        journal = server.app.state.journal
        written, keep = [], journal.keep_record

        async def counted(text: str) -> Any:
            written.append(text)
            return await keep(text)

        monkeypatch.setattr(journal, "keep_record", counted)
        where = {(await ana.get(f"/tables/{table}/replay")).headers["location"] for _ in "abc"}
        assert len(where) == len(written) == 1


async def test_a_deal_that_is_still_played_here_is_not_kept(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, game="leduc", seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
        own = (await ana.get(f"/api/tables/{table}/record")).text
        for answer in (
            await ana.get(f"/tables/{table}/replay"),
            await ana.post("/api/records", json={"text": own}),
            await ana.post("/records", data={"record": own}),
        ):
            assert answer.status_code == 409, answer.url
            assert "when it is over" in answer.json()["sentence"]
        foreign = own.replace(table, "elsewhere")
        assert (await ana.post("/api/records", json={"text": foreign})).status_code == 201


async def test_nobody_finds_a_kept_record_by_a_hash_of_its_text(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = server.visitor()
        text = _record(3)
        key = (await ana.post("/api/records", json={"text": text})).json()["key"]
        assert (await ana.get(f"/api/records/{key}")).text == text
        guess = hashlib.sha256(text.encode()).hexdigest()[: len(key)]
        assert (await ana.get(f"/api/records/{guess}")).status_code == 404
