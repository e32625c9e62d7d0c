"""Several servers on one database: the lease of this one, and requests that another answers.

A table, or a running study, is in the memory of one server. A visitor's request may reach any
server: one that cannot answer it passes it on, with its body, and returns the answer. The address
of the visitor that it passes on is trusted because of a secret in the servers' database.

A server that hangs is waited for until its lease has ended. What only reads is then asked for again
here; of an act nobody knows whether it was done, so the visitor is told to look, after the table
was taken: from then on the one that hung cannot do it any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import h11
from fastapi import WebSocket
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.frames import Close, CloseCode

from ludoteca.core.i18n import _
from ludoteca.table.refusal import Refusal
from ludoteca.web.journal import JournalFailed
from ludoteca.web.journal.leases import LEASE_SECONDS, RENEW_SECONDS, Leases

log = logging.getLogger("ludoteca.web")

FORWARDS = "ludoteca.forwards"
"""In the scope of a request that may be passed on: :class:`Elsewhere` is raised, not answered."""

_ARRIVED = "ludoteca.arrived"
_HEADER = "ludoteca-forwarded"
_PATIENCE = LEASE_SECONDS + 2 * RENEW_SECONDS  #: seconds until a dead server's tables are taken
_PAUSE = 0.3
_CONNECT_SECONDS, _ANSWER_SECONDS = 2.0, 60.0
_LOOK_SECONDS = 1.0
_READING = ("GET", "HEAD")
_PING_SECONDS = 5.0
_PART = 65_536
_OF_A_HOP = frozenset(
    {b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"upgrade"}
    | {_HEADER.encode()}
)
_OF_A_HANDSHAKE = _OF_A_HOP | {
    b"host",
    b"sec-websocket-key",
    b"sec-websocket-version",
    b"sec-websocket-extensions",
}


class Elsewhere(Refusal):
    """Another server, at ``address``, has the table or the study ``name``."""

    def __init__(self, name: str, address: str) -> None:
        super().__init__("unsaved", _("The table has changed in the meantime; look again."))
        self.name = name
        self.address = address


class Neighbours:
    """The other servers on the database, as long as somebody here waits for them.

    Attributes
    ----------
    leases : the leases of all
    """

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self._waits: dict[asyncio.Timeout, str] = {}

    @asynccontextmanager
    async def awaited(self, address: str) -> AsyncIterator[None]:
        """Wait for the server at ``address``; a ``TimeoutError`` soon after its lease has ended."""
        async with asyncio.timeout(None) as wait:
            self._waits[wait] = address
            try:
                yield
            finally:
                self._waits.pop(wait, None)

    async def watch(self) -> None:
        """End the waits for servers whose lease has ended, for good."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            # Those that begin while the database is asked may be for a server that came since.
            begun = list(self._waits.items())
            if not begun:
                continue
            try:
                living = await self.leases.living()
            except JournalFailed:
                continue
            except Exception:
                log.exception("the leases of other servers cannot be read")
                continue
            for wait, address in begun:
                if address not in living and wait in self._waits:
                    del self._waits[wait]
                    wait.reschedule(0.0)


# -- the lease ------------------------------------------------------------------------------------


@asynccontextmanager
async def lease_held(
    neighbours: Neighbours, address: str, renewed: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Hold the lease of this server, which others reach at ``address``; give it back at the end.

    ``renewed`` is awaited each time that it was renewed: others may have taken tables meanwhile.
    Nothing is done where the database has one server only.
    """
    leases = neighbours.leases
    if not leases.shared or not address:
        yield
        return
    await leases.join(address)
    keeping = asyncio.create_task(_keep(leases, address, renewed))
    watching = asyncio.create_task(neighbours.watch())
    try:
        yield
    finally:
        keeping.cancel()
        watching.cancel()
        with contextlib.suppress(JournalFailed):
            await leases.leave()


async def _keep(leases: Leases, address: str, renewed: Callable[[], Awaitable[None]]) -> None:
    """Renew the lease, for good."""
    while True:
        await asyncio.sleep(RENEW_SECONDS)
        try:
            if not await leases.renew():
                log.warning("this server hung for long, or another has its address %s", address)
                await leases.join(address)
            await renewed()
        except JournalFailed as failure:
            log.warning("the lease of this server was not renewed: %s", failure)
        except Exception:
            log.exception("the lease of this server was not renewed")


# -- requests -------------------------------------------------------------------------------------


class Forwarding:
    """ASGI middleware: pass requests on to the server that has their table or study.

    ``said`` makes an answer of a request, a status, a code and a sentence.
    """

    def __init__(self, app: ASGIApp, said: Callable[[Request, int, str, str], Response]) -> None:
        self._app = app
        self._said = said

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request (ASGI)."""
        if scope["type"] == "lifespan" or not (leases := _neighbours(scope).leases).server:
            await self._app(scope, receive, send)
            return
        scope = _as_sent(scope, leases)
        if scope["type"] != "http" or _ARRIVED in scope:
            await self._app(scope, receive, send)
            return
        body = _Body(receive)
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                # After so long the application answers itself that it cannot.
                waits = time.monotonic() < until
                await self._app({**scope, FORWARDS: waits}, body.again(), send)
                return
            except Elsewhere as elsewhere:
                name, address = elsewhere.name, elsewhere.address
            try:
                async with asyncio.timeout(_CONNECT_SECONDS):
                    reader, writer = await asyncio.open_connection(*_host_and_port(address))
            except OSError:  # a timeout is one: it died, and its lease will end
                await asyncio.sleep(_PAUSE)
                continue
            reads = scope["method"] in _READING
            with contextlib.closing(writer):
                asked = body.again() if reads else body.rest()
                if await _pass_on(scope, address, asked, send, reader, writer):
                    return
            if reads:
                await asyncio.sleep(_PAUSE)
                continue
            with contextlib.suppress(JournalFailed):
                await leases.take(name)
            sentence = _("Another server did not answer. See whether it was done, and try again.")
            unsaved = self._said(Request(scope), 503, "unsaved", sentence)
            await unsaved(scope, receive, send)
            return


def _neighbours(scope: Scope) -> Neighbours:
    neighbours: Neighbours = scope["app"].state.neighbours
    return neighbours


def _as_sent(scope: Scope, leases: Leases) -> Scope:
    """The scope of a request with the scheme and the address of its visitor."""
    given = Headers(scope=scope).get(_HEADER, "").split(" ", 2)
    if len(given) != 3 or not hmac.compare_digest(given[0].encode(), leases.secret.encode()):
        return scope
    return {**scope, "scheme": given[1], "client": (given[2], 0), _ARRIVED: True}


def _header(scope: Scope, leases: Leases) -> bytes:
    """The header from which :func:`_as_sent` reads scheme and address."""
    client = scope.get("client")
    return f"{leases.secret} {scope['scheme']} {client[0] if client else ''}".encode()


class _Body:
    """A request's body, remembered while this server reads it, to be read again or passed on."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._read: list[Message] = []

    def again(self) -> Receive:
        """The body from its beginning."""
        earlier = iter(list(self._read))

        async def receive() -> Message:
            message = next(earlier, None)
            if message is None:
                message = await self._receive()
                self._read.append(message)
            return message

        return receive

    def rest(self) -> Receive:
        """The body from its beginning for the last time: what is new is not kept in memory."""
        earlier = iter(self._read)

        async def receive() -> Message:
            return next(earlier, None) or await self._receive()

        return receive


def _host_and_port(address: str) -> tuple[str, int]:
    host, _colon, port = address.rpartition(":")
    return host.strip("[]"), int(port)


async def _pass_on(
    scope: Scope,
    address: str,
    receive: Receive,
    send: Send,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> bool:
    """Send a request to the server at ``address``, and its answer to the visitor.

    False where no answer came, so that the visitor has got nothing yet.
    """
    connection = h11.Connection(h11.CLIENT)
    neighbours = _neighbours(scope)
    started = False
    try:
        async with neighbours.awaited(address):
            writer.write(_head(scope, neighbours.leases, connection))
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return True
                writer.write(connection.send(h11.Data(message.get("body", b""))) or b"")
                await writer.drain()
                more = message.get("more_body", False)
            writer.write(connection.send(h11.EndOfMessage()) or b"")
            async for part in _answer(connection, reader):
                started = True
                await send(part)
    except (OSError, h11.RemoteProtocolError) as error:
        if started:
            raise
        log.warning("the server at %s did not answer a request: %r", address, error)
        return False
    return True


def _head(scope: Scope, leases: Leases, connection: h11.Connection) -> bytes:
    target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
    headers = [(name, value) for name, value in scope["headers"] if name not in _OF_A_HOP]
    headers += [(_HEADER.encode(), _header(scope, leases)), (b"connection", b"close")]
    request = h11.Request(method=scope["method"].encode(), target=target, headers=headers)
    return connection.send(request) or b""


async def _answer(
    connection: h11.Connection, reader: asyncio.StreamReader
) -> AsyncIterator[Message]:
    """The parts of an answer, as ASGI sends them."""
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            async with asyncio.timeout(_ANSWER_SECONDS):
                connection.receive_data(await reader.read(_PART))
        elif isinstance(event, h11.Response):
            ours = _OF_A_HOP | {b"transfer-encoding", b"date"}
            headers = [(name, value) for name, value in event.headers if name not in ours]
            yield {"type": "http.response.start", "status": event.status_code, "headers": headers}
        elif isinstance(event, h11.Data):
            yield {"type": "http.response.body", "body": bytes(event.data), "more_body": True}
        elif isinstance(event, h11.EndOfMessage):
            yield {"type": "http.response.body", "body": b"", "more_body": False}
            return
        elif isinstance(event, h11.ConnectionClosed):
            raise h11.RemoteProtocolError("the connection was closed before the answer was whole")


# -- live connections -----------------------------------------------------------------------------


async def relayed(socket: WebSocket, name: str) -> bool:
    """Join a visitor's connection with the server that has ``name``, until one end closes it.

    False, and nothing is done, where this server is to serve it.
    """
    scope, neighbours = socket.scope, _neighbours(socket.scope)
    leases = neighbours.leases
    until = time.monotonic() + _PATIENCE
    while _ARRIVED not in scope:
        try:
            if not (address := await leases.elsewhere(name)):
                break
            async with neighbours.awaited(address):
                other = await _live(scope, leases, address)
        except JournalFailed:  # which the visitor is told when they say hello
            break
        except (OSError, EOFError, InvalidHandshake, InvalidMessage):  # it died
            if time.monotonic() > until:
                break
            await asyncio.sleep(_PAUSE)
        else:
            async with other:
                try:
                    async with neighbours.awaited(address):
                        await _join(socket, other)
                except TimeoutError:  # it hangs; the visitor comes back, to another server
                    await socket.close(CloseCode.SERVICE_RESTART)
            return True
    return False


def _live(scope: Scope, leases: Leases, address: str) -> connect:
    """The connection that a visitor asks for, to another server."""
    host, port = _host_and_port(address)
    named = Headers(scope=scope).get("host", address)
    headers = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in scope["headers"]
        if name not in _OF_A_HANDSHAKE
    ]
    return connect(
        f"ws://{named}{scope['raw_path'].decode('ascii')}",
        host=host,
        port=port,
        additional_headers=[*headers, (_HEADER, _header(scope, leases).decode())],
        user_agent_header=None,
        compression=None,
        proxy=None,
        open_timeout=_PATIENCE,
        # One that disappeared without closing is noticed about when its lease ends.
        ping_interval=_PING_SECONDS,
        ping_timeout=_PING_SECONDS,
        max_size=None,
    )


async def _join(socket: WebSocket, other: ClientConnection) -> None:
    assert other.response is not None
    cookies = other.response.headers.get_all("set-cookie")
    await socket.accept(headers=[(b"set-cookie", cookie.encode("latin-1")) for cookie in cookies])
    ways = [
        asyncio.create_task(_to_other(socket, other)),
        asyncio.create_task(_back(socket, other)),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _to_other(socket: WebSocket, other: ClientConnection) -> None:
    """Pass on what the visitor sends, until they close."""
    try:
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            data = message.get("text")
            await other.send(message["bytes"] if data is None else data)
    except ConnectionClosed:  # which the way back tells the visitor, with the code
        await asyncio.Event().wait()


async def _back(socket: WebSocket, other: ClientConnection) -> None:
    """Pass on what the other server sends; close as it does, or to come back where it died."""
    try:
        while True:
            await socket.send_text(await other.recv(decode=True))
    except ConnectionClosed as closed:
        end = closed.rcvd or Close(CloseCode.SERVICE_RESTART, "")
        await socket.close(end.code, end.reason)
