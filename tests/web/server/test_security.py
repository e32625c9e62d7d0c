"""Attempts of strangers: each is refused with the right code, and nobody else is disturbed."""

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import websockets
from servers import LONG, QUICK, Talk, limited, opened, table_for_two

from ludoteca.table.chairs import clean_name
from ludoteca.web.fair_shares import Bucket
from ludoteca.web.security import HEADERS, Origins, address_of
from ludoteca.web.settings import Settings
from ludoteca.web.sockets import MOST_ACTIONS


async def test_every_answer_carries_the_headers(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        client = server.visitor(accept="text/html")
        for path in ("/", "/nothing", "/api/tables", "/static/ludoteca.js"):
            answer = await client.get(path)
            for name, value in HEADERS.items():
                assert answer.headers[name] == value, path
        policy = HEADERS["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'self'" in policy


async def test_the_person_cookie_is_out_of_reach_of_scripts_and_other_sites(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        answer = await server.visitor().get("/", headers={"accept": "text/html"})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        elsewhere = await server.visitor().get("/", headers={"sec-fetch-site": "cross-site"})
        assert "set-cookie" not in elsewhere.headers, "it may have one that was not sent"


async def test_by_tls_the_cookie_is_of_this_host_alone_and_browsers_are_told_to_stay(
    tmp_path: Path,
) -> None:
    proxied = replace(QUICK, origins=("https://play.example.org",))
    async with opened(tmp_path, proxied) as server:
        https = {"x-forwarded-proto": "https", "accept": "text/html"}
        answer = await server.visitor(**https).get("/")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-ludoteca_person=")
        assert "; Path=/;" in cookie
        assert "; Secure" in cookie
        assert "Domain" not in cookie
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        # What another host of the domain could have set is nobody.
        planted = server.visitor(**https, cookie="ludoteca_person=" + "A" * 32)
        assert (await planted.get("/")).headers["set-cookie"].startswith("__Host-")
        assert (await planted.get("/api/me")).status_code == 401
        known = server.visitor(**https, cookie=cookie.split(";")[0])
        assert "set-cookie" not in (await known.get("/")).headers
        assert (await known.get("/api/me")).status_code == 200
        plain = await server.visitor(accept="text/html").get("/")
        assert "strict-transport-security" not in plain.headers
        assert plain.headers["set-cookie"].startswith("ludoteca_person=")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "http://evil.example", "host": "evil.example"},
    ],
)
async def test_posts_from_other_sites_are_refused(tmp_path: Path, headers: dict[str, str]) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        wanted = {"game": "nim", "seats": ["me", "basic"]}
        answer = await ana.post("/api/tables", json=wanted, headers=headers)
        assert answer.status_code == (421 if "host" in headers else 403)
        assert set(answer.json()) == {"code", "sentence"}
        assert server.tables.awake == 0


async def test_own_pages_and_listed_origins_may_post(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        hidden = {"origin": "null", "sec-fetch-site": "same-origin"}
        for origin in ({"origin": server.address}, hidden):
            wanted = {"game": "nim", "seats": ["me", "basic"]}
            answer = await ana.post("/api/tables", json=wanted, headers=origin)
            assert answer.status_code == 201
    origins = Origins(Settings(origins=("https://play.example.org",)))
    assert origins.allows("https://play.example.org", "inner:8377")
    assert not origins.allows("http://play.example.org", "inner:8377")
    assert origins.knows_host("play.example.org")
    assert not origins.knows_host("evil.example")
    assert origins.knows_host("[::1]:8377")


async def test_a_live_connection_from_another_site_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana)
        async with server.raw(
            f"/live/tables/{table}", ana, origin="https://evil.example"
        ) as socket:
            assert await Talk(socket).closed() == 4403


async def test_a_browser_without_a_cookie_gets_one_with_its_connection(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, listed=True)
        async with server.raw(f"/live/tables/{table}", origin=server.address) as socket:
            cookie = socket.response.headers["set-cookie"]
            assert cookie.startswith("ludoteca_person=")
            talk = Talk(socket)
            await talk.send(type="hello", **{"as": "json"})
            await talk.send(type="sit", seat=1, name="Bruno")
            await talk.seen(lambda s: s["viewer"] == 1)
        bruno = server.visitor(cookie=cookie.split(";")[0])
        assert (await bruno.get(f"/api/tables/{table}")).json()["viewer"] == 1


MALFORMED = [
    "",
    "{",
    "[]",
    "null",
    "[" * 5000,
    '{"type": "nothing"}',
    '{"type": "act"}',
    '{"type": "act", "decision": 1, "id": "", "actions": [1]}',
    '{"type": "act", "decision": 1, "id": "x", "actions": []}',
    '{"type": "act", "decision": 1, "id": "x", "actions": [1.5]}',
    '{"type": "act", "decision": true, "id": "x", "actions": [1]}',
    '{"type": "act", "decision": 1, "id": "x", "actions": [-1]}',
    '{"type": "act", "decision": 1, "id": "x", "actions": [1e400]}',
    '{"type": "act", "decision": 1, "id": "x", "actions": [%s]}' % ("9" * 4000),
    json.dumps({"type": "act", "decision": 1, "id": "x", "actions": [1] * (MOST_ACTIONS + 1)}),
    '{"type": "say", "phrase": "hi"}',
    '{"type": "nonce", "value": "xyz"}',
    '{"type": "nonce", "value": "%s"}' % ("a" * 65),
    '{"type": "undo-answer", "yes": "yes"}',
    b"\x00\x01\x02",
]


async def test_malformed_messages_end_the_connection_and_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, limited(requests_at_once=1000)) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as quiet:
            await quiet.my_turn()
            for text in MALFORMED:
                async with server.live(table) as talk:
                    await talk.seen(lambda s: True)
                    caplog.clear()
                    await talk.socket.send(text)
                    assert await talk.closed() == 4400, text
                logged = [r for r in caplog.records if r.name == "ludoteca.web"]
                assert len(logged) == 1, text
            async with server.raw(f"/live/tables/{table}") as socket:
                await socket.send('{"type": "ping"}')
                assert await Talk(socket).closed() == 4400, "the first message is hello"
            assert (await quiet.play("still-here"))["type"] == "ack"


async def test_oversized_messages_and_unknown_tables_and_tokens(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana)
        async with server.live(table) as talk:
            await talk.socket.send('{"type": "ping", "x": "%s"}' % ("x" * 20_000))
            assert await talk.closed() == 4413
        async with server.live(table) as talk:
            await talk.socket.send("x" * 200_000)
            assert await talk.closed() == 1009
        for name in ("nothing", "x" * 300, "%00", "%2e%2e", "%27%3B%20DROP%20TABLE%20events"):
            async with server.live(name) as talk:
                assert await talk.closed() == 4404, name
        for token in ("", "x", "A" * 32, "\u0000"):
            async with server.live(table, token=token) as talk:
                assert await talk.closed() == 4401, token
        async with server.live(table, token="A" * 65) as talk:
            assert await talk.closed() == 4400


async def test_a_connection_that_never_says_hello_is_ended(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(QUICK, heartbeat_seconds=0.1)) as server:
        table, _token = await table_for_two(server, await server.person())
        async with server.raw(f"/live/tables/{table}") as socket:
            assert await Talk(socket).closed() == 4408


async def test_who_has_said_hello_may_be_silent_for_long(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana)
        async with server.live(table, ana) as talk:
            await talk.seen(lambda s: True)
            (line,) = (await server.tables.actor(table)).lines_of(0)
            line.beat(line.heard + 1e6)
            await talk.send(type="ping")
            await talk.of("pong")


async def test_ten_thousand_messages_a_second_are_cut_off_and_nobody_notices(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def flood(talk: Talk) -> None:
        with suppress(websockets.ConnectionClosed):
            for _message in range(10_000):
                await talk.socket.send('{"type": "ping"}')
        assert await talk.closed() == 4429

    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as quiet, server.live(table) as loud:
            await quiet.my_turn()
            await loud.seen(lambda s: True)
            flooding = asyncio.create_task(flood(loud))
            assert (await quiet.play("calm"))["type"] == "ack"
            await flooding
            await quiet.my_turn()
        assert len([r for r in caplog.records if r.name == "ludoteca.web"]) == 1


async def test_a_browser_that_comes_too_fast_is_shown_a_page_that_asks_again(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, limited(requests_at_once=5, requests_a_second=0.001)) as server:
        ana = await server.person()
        wanted = {"accept": "text/html,*/*"}
        for _number in range(6):
            answer = await ana.get("/", headers=wanted)
        assert answer.status_code == 429
        assert answer.headers["content-type"].startswith("text/html")
        assert 'http-equiv="refresh"' in answer.text
        assert (await ana.get("/")).json()["code"] == "too-fast"


async def test_too_many_requests_tables_and_connections(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bounds = limited(
        requests_at_once=30, requests_a_second=0.001, tables_an_address=2,
        connections_an_address=3, connections_a_table=2,
    )  # fmt: skip
    async with opened(tmp_path, bounds) as server:
        ana = await server.person()
        tables = [(await table_for_two(server, ana))[0] for _number in range(2)]
        wanted = {"game": "nim", "seats": ["me", "basic"]}
        third = await ana.post("/api/tables", json=wanted)
        assert (third.status_code, third.json()["code"]) == (429, "too-fast")
        async with server.live(tables[0]) as one, server.live(tables[0]) as two:
            for talk in (one, two):
                await talk.seen(lambda s: True)
            async with server.live(tables[0]) as crowd:
                assert await crowd.closed() == 4429
            async with server.live(tables[1]) as three:
                await three.seen(lambda s: True)
                async with server.live(tables[1]) as four:
                    assert await four.closed() == 4429
        caplog.clear()
        codes = [(await ana.get("/api/tables")).status_code for _number in range(40)]
        assert codes[-1] == 429
        async with server.live(tables[0]) as talk:
            assert await talk.closed() == 4429
        logged = [r for r in caplog.records if "too many requests" in r.getMessage()]
        assert len(logged) == 1


async def test_tables_opened_at_once_are_no_more_than_are_allowed(tmp_path: Path) -> None:
    async with opened(tmp_path, limited(tables_an_address=2)) as server:
        ana = await server.person()
        wanted = {"game": "nim", "seats": ["me", "basic"]}
        answers = await asyncio.gather(
            *(ana.post("/api/tables", json=wanted) for _number in range(6))
        )
        assert sorted(a.status_code for a in answers) == [201, 201, 429, 429, 429, 429]


async def test_a_newcomer_has_no_part_in_the_limit_of_another_person(tmp_path: Path) -> None:
    bounds = limited(tables_a_person=1, tables_an_address=2)
    async with opened(tmp_path, bounds) as server:
        wanted = {"game": "nim", "seats": ["me", "basic"]}
        told = []
        for _number in range(3):
            visitor = await server.person()
            told += [await visitor.post("/api/tables", json=wanted) for _again in range(2)]
        assert [a.status_code for a in told] == [201, 429, 201, 429, 429, 429]
        assert "You have 1 tables" in told[1].text
        assert "your network" in told[-1].text
        assert "You" not in told[-1].text


async def test_a_table_that_sleeps_makes_room(tmp_path: Path) -> None:
    bounds = replace(limited(tables_an_address=1), sleep_seconds=0.1)
    async with opened(tmp_path, bounds) as server:
        wanted = {"game": "nim", "seats": ["me", "basic"]}
        assert (await (await server.person()).post("/api/tables", json=wanted)).status_code == 201
        async with asyncio.timeout(LONG):
            while server.app.state.tables.awake:
                await asyncio.sleep(0.02)
        assert (await (await server.person()).post("/api/tables", json=wanted)).status_code == 201


async def test_a_table_that_is_over_does_not_count_when_it_sleeps(tmp_path: Path) -> None:
    bounds = replace(limited(tables_an_address=1), sleep_seconds=0.1)
    async with opened(tmp_path, bounds) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            for number in range(20):
                if (await talk.seen(over_or_mine))["phase"] == "over":
                    break
                await talk.play(f"a{number}")
        async with asyncio.timeout(LONG):
            while server.app.state.tables.awake:
                await asyncio.sleep(0.02)
        wanted = {"game": "nim", "seats": ["me", "basic"]}
        assert (await ana.post("/api/tables", json=wanted)).status_code == 201


def over_or_mine(scene: dict) -> bool:
    """True for the end of a match, and where it is the viewer's turn."""
    return scene["phase"] == "over" or bool(scene["view"] and scene["view"]["legal"])


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("a socket", "a socket"),
    ],
)
def test_one_visitor_is_counted_as_one(client: str, counted: str) -> None:
    assert address_of({"client": (client, 1)}) == counted


async def test_long_bodies_are_refused_whether_or_not_they_say_so(tmp_path: Path) -> None:
    async def chunks():
        for _chunk in range(100):
            yield b"x" * 10_000

    async with opened(tmp_path) as server:
        ana = await server.person()
        for content in (b"x" * 100_000, chunks()):
            answer = await ana.post("/api/tables", content=content)
            assert (answer.status_code, answer.json()["code"]) == (413, "too-big")
        answer = await ana.post("/api/records", json={"text": "x" * 300_000})
        assert answer.status_code == 413


LONE = "\ud800"
DIGITS = "game: nim 1\n\n" + "1" * 5000 + " a1\n"
TABLE = {"game": "nim", "seats": ["me", "basic"]}
WRONG_TEXTS = [
    ("/api/records", {"text": LONE}),
    ("/api/records", {"text": "game: nim 1\nseat: A\0na\n\n0 a1\n"}),
    ("/api/records", {"text": DIGITS}),
    ("/api/tables", TABLE | {"game": LONE}),
    ("/api/tables", TABLE | {"seats": ["me", LONE]}),
    ("/api/tables", TABLE | {"options": {LONE: 1}}),
    ("/api/tables", TABLE | {"options": {"heaps": LONE}}),
    ("/api/tables", TABLE | {"start": LONE}),
    ("/api/tables", TABLE | {"start": DIGITS}),
]


async def test_what_is_no_text_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        headers = {"content-type": "application/json"}
        for path, sent in WRONG_TEXTS:
            text = json.dumps(sent)  # half of a pair as an escape, which no UTF-8 can hold
            answer = await server.visitor().post(path, content=text, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), (path, sent)
            assert 0 < len(answer.json()["sentence"]) < 300


@pytest.mark.parametrize(
    "host",
    [
        "localhost:8200, evil",
        "localhost evil",
        "evil@localhost",
        "localhost/evil",
        "[::1",
        "",
        "a:b",
    ],
)
def test_a_host_is_a_name_and_a_port_and_nothing_else(host: str) -> None:
    assert not Origins(Settings()).knows_host(host)


async def test_a_report_is_kept_without_what_no_database_takes(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.my_turn()
        kept = []

        async def report(_table: str, _seat: int, sentence: str, _record: str) -> None:
            kept.append(sentence)

        server.app.state.journal.report = report
        sent = {"sentence": "not\0 \n right"}
        answer = await ana.post(f"/api/tables/{table}/report", json=sent)
        assert (answer.status_code, kept) == (204, ["not right"])


async def test_scripts_in_names_are_shown_as_text(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        name = "<script>alert(1)</script>"
        table, _token = await table_for_two(server, ana, name=name, seats=["me", "basic"])
        async with server.live(table, ana, **{"as": "html"}) as talk:
            view = await talk.until(lambda m: m["type"] == "view" and m["decision"] > 1)
            assert "<script" not in view["html"]


def test_names_are_cleaned() -> None:
    assert clean_name("a" * 100) == "a" * 24
    assert clean_name("\x00\x1b[31mred\u202e\u2066\u200b") == "[31mred"
    assert clean_name(" \t\n ") == ""
    assert clean_name("Z" + "\u0300\u0301\u0302\u0303\u0304" * 50) in ("Z\u0300\u0301",)
    assert clean_name("Joa\u0303o") == "João"
    assert clean_name("👩‍👩‍👧 Äiti") != ""


def test_a_bucket_refills() -> None:
    bucket = Bucket(a_second=2.0, at_once=3, now=0.0)
    assert [bucket.take(0.0) for _time in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]
    assert [bucket.take(100.0) for _time in range(4)] == [True, True, True, False]


logging.getLogger("websockets").setLevel(logging.ERROR)
