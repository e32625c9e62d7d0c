"""HTTP and WebSocket connections with bounds, below the application: uvicorn's own have none.

A request reaches the application, and its guard, once its head is whole. What may be sent before
that, how long it may take, and how many connections an address may hold, is bounded here.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Container
from functools import partial
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ludoteca.web.fair_shares import Bucket
from ludoteca.web.security import address_of
from ludoteca.web.settings import Limits

_SLICE, _BODY_SLICE = 2048, 65_536
"""Bytes that are parsed at a time: what one read from a socket holds may be 256 KiB."""

_POLICY_VIOLATION = 1008
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"retry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
)


class Peers:
    """The open connections of a server, in all and by address.

    Parameters
    ----------
    connections : all connections, kept by uvicorn, WebSockets among them
    most : so many of them are open at once
    trusted : addresses of proxies, which bring the connections of many
    """

    def __init__(self, limits: Limits, most: int, trusted: Container[str]) -> None:
        self.limits = limits
        self._most = most
        self._trusted = trusted
        self._http: Counter[str] = Counter()

    def admit(self, host: str, open_now: int) -> str | None:
        """Count an HTTP connection; the address to :meth:`release`, None where it is one too many.

        ``open_now`` is the number of all connections of the server.
        """
        address = address_of({"client": (host, 0)})
        is_full = self._http[address] >= self.limits.http_connections_an_address
        if open_now >= self._most or (is_full and host not in self._trusted):
            return None
        self._http[address] += 1
        return address

    def release(self, address: str) -> None:
        """Stop counting a connection."""
        self._http[address] -= 1
        if not self._http[address]:
            del self._http[address]


class BoundedHttp(H11Protocol):
    """An HTTP connection: bounded by address, with deadlines for each head, body and answer."""

    def __init__(self, peers: Peers, **given: Any) -> None:
        super().__init__(**given)
        self._peers = peers
        self._limits = peers.limits
        self._address: str | None = None
        self._awaited = ""
        self._is_over = False
        self._reading: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or end it with a status where there are too many."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._address = self._peers.admit(host, len(self.connections) - 1)
        if self._address is None:
            transport.write(_FULL)
            transport.close()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._forget()

    def data_received(self, data: bytes) -> None:
        """Parse what came, a slice at a time, so that nothing is parsed after a refusal."""
        start = 0
        while start < len(data) and not self.transport.is_closing() and not self._is_over:
            size = _BODY_SLICE if self.conn.their_state is h11.SEND_BODY else _SLICE
            super().data_received(data[start : start + size])
            start += size
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket, which is bounded by the application."""
        self._forget()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Expect the peer to read within a time."""
        super().pause_writing()
        self._writing = self.loop.call_later(self._limits.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Expect nothing: the peer has read."""
        super().resume_writing()
        _cancel(self._writing)

    def _watch(self) -> None:
        """Set the deadline of what is awaited now, where that has changed."""
        awaited, seconds = self._awaited_now()
        if awaited != self._awaited:
            self._awaited = awaited
            _cancel(self._reading)
            if awaited:
                self._reading = self.loop.call_later(seconds, self.transport.abort)

    def _awaited_now(self) -> tuple[str, float]:
        limits = self._limits
        if self._is_over:
            return "", 0.0
        if self.transport.is_closing():
            return "closing", limits.answer_seconds
        if self.conn.their_state is h11.SEND_BODY:
            return "body", limits.body_seconds
        if self.conn.their_state is h11.IDLE:
            # The next request of a connection that is kept may begin later than the first.
            kept = self.cycle is not None
            return "head", limits.head_seconds + (self.timeout_keep_alive if kept else 0)
        return "", 0.0

    def _forget(self) -> None:
        """Expect nothing more: the connection is lost, or is a WebSocket now."""
        self._is_over = True
        _cancel(self._reading)
        _cancel(self._writing)
        if self._address is not None:
            self._peers.release(self._address)
            self._address = None


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket on which every frame that is no message of its own costs of a bucket too.

    Messages are counted by the application (:class:`~ludoteca.web.sockets.Line`).
    """

    def __init__(self, limits: Limits, **given: Any) -> None:
        super().__init__(**given)
        self._bucket = Bucket(limits.acts_a_second, limits.acts_at_once, self.loop.time())

    def data_received(self, data: bytes) -> None:
        """Parse what came, a slice at a time, so that nothing is parsed after the end."""
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _SLICE])

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the connection's parser, which would keep itself in memory for long."""
        super().connection_lost(exc)
        self.conn.parser.close()

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._take():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, asked for or not."""
        if self._take():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further part of a message."""
        if self._take():
            super().handle_cont(event)

    def _take(self) -> bool:
        if self.close_sent or self.transport.is_closing():
            return False
        if self._bucket.take(self.loop.time()):
            return True
        self.conn.fail(_POLICY_VIOLATION, "too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": _POLICY_VIOLATION})
        self.close_sent = True
        self.transport.close()
        return False


def http_protocol(peers: Peers) -> type[asyncio.Protocol]:
    """The protocol of HTTP connections, as uvicorn's setting ``http`` takes it."""
    # Uvicorn calls what it is given with keywords, and asks nothing else of it.
    return cast("type[asyncio.Protocol]", partial(BoundedHttp, peers))


def websocket_protocol(limits: Limits) -> type[asyncio.Protocol]:
    """The protocol of WebSockets, as uvicorn's setting ``ws`` takes it."""
    return cast("type[asyncio.Protocol]", partial(BoundedWebSocket, limits))
