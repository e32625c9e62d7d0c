"""Connections that send too much, too slowly or nothing: they end, and others are served."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from servers import LONG, Running, limited, opened, table_for_two
from websockets.frames import Frame, Opcode

HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = b'{"ok":true}'
PATIENT = 3600.0  #: seconds of a deadline that a test does not meet


@contextlib.asynccontextmanager
async def connected(
    server: Running,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A bare connection to the server."""
    host, _colon, port = server.address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def all_read(reader: asyncio.StreamReader) -> bytes:
    """All that the server sends until it ends the connection."""
    parts = []
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(LONG):
            while part := await reader.read(65_536):
                parts.append(part)
    return b"".join(parts)


async def sent_before_the_end(server: Running, *parts: bytes, most: int) -> int:
    """The bytes of ``parts``, the last repeated, that a connection takes; ``most`` are sent."""
    sent = 0
    async with connected(server) as (reader, writer):
        ended = asyncio.create_task(all_read(reader))
        with contextlib.suppress(ConnectionError):
            for part in parts[:-1]:
                writer.write(part)
            while sent < most and not ended.done():
                writer.write(parts[-1])
                sent += len(parts[-1])
                await writer.drain()
                await asyncio.sleep(0)
        if sent < most:
            await ended
        ended.cancel()
    return sent


@pytest.mark.parametrize(
    "parts",
    [
        (HEAD, b"".join(b"X-%d: %d\r\n" % (n, n) for n in range(4000))),
        (HEAD + b"X-Long: ", b"x" * 60_000),
        (b"GET /", b"x" * 60_000),
    ],
    ids=["many headers", "one header", "an address"],
)
async def test_a_head_without_end_is_cut_off(tmp_path: Path, parts: tuple[bytes, ...]) -> None:
    most = 40_000_000
    async with opened(tmp_path) as server:
        # What is sent beyond the bound lies in the buffers of the system.
        assert await sent_before_the_end(server, *parts, most=most) < most // 2
        assert (await server.visitor().get("/health")).status_code == 200


@pytest.mark.parametrize(
    ("bounds", "sent"),
    [
        ({"head_seconds": 0.2}, b""),
        ({"head_seconds": 0.2}, HEAD),
        (
            {"body_seconds": 0.2},
            b"POST /records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nrec",
        ),
    ],
    ids=["nothing", "half a head", "half a body"],
)
async def test_who_sends_half_a_request_is_not_waited_for(
    tmp_path: Path, bounds: dict[str, float], sent: bytes
) -> None:
    async with (
        opened(tmp_path, limited(**bounds)) as server,
        connected(server) as (reader, own),
    ):
        own.write(sent)
        assert await all_read(reader) == b""


async def test_a_head_that_comes_a_letter_at_a_time_is_not_waited_for(tmp_path: Path) -> None:
    async with opened(tmp_path, limited(head_seconds=0.3)) as server:
        assert await sent_before_the_end(server, HEAD, b"X", most=100_000_000) < 100_000_000


async def test_a_connection_that_is_kept_serves_one_request_after_the_other(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, connected(server) as (reader, own):
        for _request in range(3):
            own.write(HEAD + b"\r\n")
            await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(len(BODY))
        own.write(HEAD + b"Connection: close\r\n\r\n")
        assert (await all_read(reader)).endswith(b"\r\n\r\n" + BODY)


async def test_who_does_not_read_the_answer_is_not_waited_for(tmp_path: Path) -> None:
    bounds = limited(answer_seconds=0.2, requests_a_second=1e6, requests_at_once=1_000_000)
    async with opened(tmp_path, bounds) as server:
        host, _colon, port = server.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as own:
            own.settimeout(LONG)
            # Until the buffers of the system are full, the server waits, and gives up.
            with pytest.raises(ConnectionError):
                await asyncio.to_thread(_ask_and_ask, own)


def _ask_and_ask(own: socket.socket) -> None:
    while True:
        own.sendall(b"GET /static/ludoteca.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)


async def test_an_address_has_so_many_connections_and_its_share_comes_back(tmp_path: Path) -> None:
    bounds = limited(http_connections_an_address=3, head_seconds=PATIENT)
    async with opened(tmp_path, bounds) as server:
        async with contextlib.AsyncExitStack() as idle:
            for _one in range(3):
                await idle.enter_async_context(connected(server))
            async with connected(server) as (reader, _own):
                assert (await all_read(reader)).startswith(b"HTTP/1.1 503 ")
        async with asyncio.timeout(LONG):
            while (await server.visitor().get("/health")).status_code != 200:
                await asyncio.sleep(0.01)


async def test_a_live_connection_does_not_count_as_a_request_under_way(tmp_path: Path) -> None:
    bounds = limited(http_connections_an_address=1, head_seconds=0.2)
    async with opened(tmp_path, bounds) as server, contextlib.AsyncExitStack() as live:
        client = server.visitor(connection="close")
        table, _token = await table_for_two(server, client)
        talks = [await live.enter_async_context(server.live(table)) for _one in range(3)]
        await asyncio.sleep(0.5)
        for talk in talks:
            await talk.send(type="ping")
            await talk.of("pong")


async def test_a_proxy_that_is_believed_brings_more_connections_than_one_visitor(
    tmp_path: Path,
) -> None:
    bounds = limited(http_connections_an_address=1, head_seconds=PATIENT)
    proxied = replace(bounds, origins=("https://play.example.org",))
    async with opened(tmp_path, proxied) as server, connected(server), connected(server):
        assert (await server.visitor().get("/health")).status_code == 200


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT])
async def test_frames_that_are_no_messages_are_counted_too(tmp_path: Path, opcode: Opcode) -> None:
    begin = [Frame(Opcode.TEXT, b"", fin=False)] if opcode is Opcode.CONT else []
    frames = [*begin, *[Frame(opcode, b"", fin=opcode is not Opcode.CONT)] * 1000]

    async with opened(tmp_path) as server:
        table, _token = await table_for_two(server, server.visitor())
        async with server.live(table) as talk:
            await talk.seen(lambda s: True)
            talk.socket.transport.write(b"".join(f.serialize(mask=True) for f in frames))
            assert await talk.closed() == 1008
