"""The proxy, the unit and the backups of ``docs/hosting.md``, as they stand there."""

import asyncio
import json
import os
import shutil
import ssl
import stat
import subprocess
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from proxies import HOST, Proxy, block, free_port, needed
from servers import LONG, QUICK, opened, table_for_two
from websockets.asyncio.client import connect

from ludoteca.table.events import Event, Opened, Said, Seated, SeatPlan
from ludoteca.web.journal import SeatKey, open_journal

ORIGIN = f"https://{HOST}"
SOONER = (
    # So that a test meets them on a busy machine.
    ("client_header_timeout 10s", "client_header_timeout 1s"),
    ("rate=30r/s", "rate=1r/m"),
    ("burst=200", "burst=20"),
)


@pytest.fixture
def trusting() -> ssl.SSLContext:
    """TLS that takes the certificate that the test made."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def test_a_server_behind_the_proxy_of_the_page(
    tmp_path: Path, trusting: ssl.SSLContext
) -> None:
    needed("nginx", "openssl")

    async with opened(tmp_path, replace(QUICK, origins=(ORIGIN,))) as server:
        # As for two servers, which here are one.
        proxy = await asyncio.to_thread(Proxy, tmp_path, 2 * [server.reached], SOONER)
        try:
            await played_through(proxy, server, trusting)
            await refused_by(proxy)
        finally:
            proxy.stop()


async def played_through(proxy: Proxy, server, trusting: ssl.SSLContext) -> None:
    """Open a table and move at it through the proxy."""
    async with proxy.visitor(accept="text/html") as ana:
        page = await ana.get("/")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"]
        cookie = page.headers["set-cookie"].split(";")[0]
        assert cookie.startswith("__Host-ludoteca_person=")
        headers = {"cookie": cookie, "origin": ORIGIN, "x-forwarded-for": "192.0.2.9"}
        wanted = {"game": "nim", "seats": ["me", "basic"]}
        table = (await ana.post("/api/tables", json=wanted, headers=headers)).json()["id"]
        evil = {**headers, "origin": "https://evil.example"}
        assert (await ana.post("/api/tables", json=wanted, headers=evil)).status_code == 403
    async with connect(
        f"wss://{HOST}/live/tables/{table}", host="127.0.0.1", port=proxy.port, ssl=trusting,
        origin=ORIGIN, additional_headers={"Cookie": cookie, "X-Forwarded-For": "192.0.2.9"},
    ) as live:  # fmt: skip
        await live.send('{"type": "hello", "as": "json"}')
        while True:
            message = json.loads(await live.recv())
            scene = message.get("scene")
            if scene and scene["view"] and scene["view"]["legal"]:
                break
        assert scene["viewer"] == 0
        (line,) = server.app.state.lines._lines
        assert line.address == "127.0.0.1", "not the address that the visitor named"


async def refused_by(proxy: Proxy) -> None:
    """Try what the proxy is to keep away."""
    async with proxy.visitor() as client:
        assert (await client.get("/", headers={"x-long": "x" * 20_000})).status_code == 400
        assert (await client.post("/records", content=b"x" * 2_000_000)).status_code == 413
        codes = [(await client.get("/health")).status_code for _request in range(60)]
        assert {200, 429} == set(codes)
    plain = await asyncio.to_thread(
        httpx.get, f"http://127.0.0.1:{proxy.plain}/", headers={"host": HOST}
    )
    assert (plain.status_code, plain.headers["location"]) == (301, f"{ORIGIN}/")
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.plain)
    writer.write(b"GET / HTTP/1.1\r\nHost: ")
    async with asyncio.timeout(LONG):
        assert b"200" not in await reader.read()
    writer.close()


def test_the_unit_of_the_page_is_one(tmp_path: Path) -> None:
    needed("systemd-analyze")
    unit = tmp_path / "ludoteca@8377.service"
    program = shutil.which("true") or "/bin/true"
    unit.write_text(block("ini").replace("/opt/ludoteca/bin/ludoteca", program))
    found = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60
    )
    assert [line for line in found.stderr.splitlines() if "ludoteca@8377.service" in line] == []


# -- backups --------------------------------------------------------------------------------------


def shell(number: int, folder: Path, **environment: str) -> None:
    """Run a command of the page in ``folder``, as a user whose files others may read."""
    subprocess.run(
        ["sh", "-ec", block("sh", number)],
        check=True, cwd=folder, env={**os.environ, **environment}, umask=0o022, timeout=60,
    )  # fmt: skip


def readable_by_others(file: Path) -> bool:
    """True where another user of the machine may do anything with the file."""
    return stat.S_IMODE(file.stat().st_mode) & 0o077 != 0


async def test_a_backup_of_sqlite_made_while_the_server_runs_is_played_on(tmp_path: Path) -> None:
    needed("sqlite3")

    async with opened(tmp_path) as server:
        ana = await server.person()
        cookie = f"ludoteca_person={ana.cookies['ludoteca_person']}"
        table, _token = await table_for_two(server, ana, seats=["me", "basic"])
        async with server.live(table, ana) as talk:
            await talk.play("a1")
            await talk.my_turn()
            saved = await server.app.state.journal.events(table)
            await asyncio.to_thread(shell, 0, tmp_path)
            await talk.play("a2")
    assert not readable_by_others(tmp_path / "copy.sqlite")
    restored = tmp_path / "restored"
    restored.mkdir()
    (tmp_path / "copy.sqlite").rename(restored / "journal.sqlite")
    async with opened(restored) as server:
        assert await server.app.state.journal.events(table) == saved
        back = server.visitor(cookie=cookie)
        back.cookies.set("ludoteca_person", cookie.partition("=")[2])
        async with server.live(table, back) as talk:
            assert (await talk.play("a2"))["type"] == "ack"


def test_a_dump_of_postgresql_is_loaded_into_an_empty_database(
    postgres, postgres_url: str, tmp_path: Path
) -> None:
    needed("pg_dump", "pg_restore")
    empty = f"restored_{free_port()}"
    postgres.run(f"CREATE DATABASE {empty}")
    target = postgres.dsn(empty)
    try:
        journal = open_journal(postgres_url)
        opening = Opened(1.0, "nim", {"heaps": 3, "largest": 5}, [SeatPlan(), SeatPlan("basic")])

        async def fill() -> list[tuple[int, Event]]:
            await journal.append("a", 1, [opening, Seated(2.0, 0, "p", "Zoë")])
            await journal.add_token("hash", "a", 0)
            shell(1, tmp_path, LUDOTECA_DATABASE=postgres_url)
            return await journal.events("a")

        kept = asyncio.run(fill())
        journal.close()
        assert not readable_by_others(tmp_path / "journal.dump")
        shell(2, tmp_path, LUDOTECA_DATABASE=target)
        restored = open_journal(target)

        async def check() -> None:
            assert await restored.events("a") == kept
            assert await restored.find_token("hash") == SeatKey("a", 0)
            await restored.append("a", 3, [Said(3.0, 0, 1)])

        asyncio.run(check())
        restored.close()
    finally:
        postgres.run(f"DROP DATABASE {empty} WITH (FORCE)")
