"""A server on this machine: its socket, its address, the browser, a clean shutdown, and its log."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
import sys
import time
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.web import gc_tuning
from ludoteca.web.protocols import Peers, http_protocol, websocket_protocol
from ludoteca.web.settings import Settings

WINDOW_SECONDS = 60.0
MOST_A_WINDOW = 5
_MOST_KINDS = 1000


@dataclass
class _Kind:
    """Records of one kind in one window: how many there were, and how many were left out."""

    since: float
    count: int = 0
    left_out: int = 0


class RepeatFilter(logging.Filter):
    """Passes a few records of a kind in each minute, the first of them with its traceback.

    A kind is a logger, a level and a message before its arguments are put in. The next record that
    passes says how many were left out. For a handler: filters of loggers do not see what comes from
    the loggers below.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: dict[tuple[str, int, str], _Kind] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """True where ``record`` is to be written; it may be changed."""
        now = self._now()
        key = (record.name, record.levelno, str(record.msg)[:200])
        kind = self._kinds.get(key)
        if kind is None or now - kind.since >= WINDOW_SECONDS:
            if len(self._kinds) >= _MOST_KINDS:
                self._kinds.clear()
            before = kind.left_out if kind is not None else 0
            kind = self._kinds[key] = _Kind(now)
            if before:
                record.msg = f"{record.getMessage()} (and {before} more like it before)"
                record.args = None
        kind.count += 1
        if kind.count > MOST_A_WINDOW:
            kind.left_out += 1
            return False
        if kind.count > 1:
            record.exc_info = record.exc_text = None
        return True


try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_TRIED_PORTS = 20
_BACKLOG = 512
_KEEP_ALIVE_SECONDS = 30
_MOST_FILES = 65_536
_OWN_FILES = 256  #: files of the process itself: workers, database, files that it sends


def listen(settings: Settings, port_is_wanted: bool) -> socket.socket:
    """A socket that listens where the settings say.

    Where the port was not asked for and is taken, the next free one is used. Raises ``BadInput``
    with one sentence.
    """
    last = settings.port if port_is_wanted else settings.port + _TRIED_PORTS - 1
    for port in range(settings.port, min(last, 65535) + 1):
        try:
            return _bound(settings.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise BadInput(
                    _("this machine cannot listen on {host}, port {port}: {reason}").format(
                        host=settings.host, port=port, reason=error.strerror or error
                    )
                ) from None
    raise BadInput(
        _("port {port} of {host} is taken; choose another with --port").format(
            port=settings.port, host=settings.host
        )
    )


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there it would let two servers have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening


def address_of(listening: socket.socket) -> str:
    """The address of the page, as a browser on this machine opens it."""
    host, port = listening.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
    return f"http://{f'[{name}]' if ':' in name and not name.startswith('[') else name}:{port}"


def address_for_others(listening: socket.socket) -> str | None:
    """The address of the page for other machines, where it is served to them and this has one."""
    host, port = listening.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: it only chooses the network card that leads outside.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        own: str = probe.getsockname()[0]
    return f"http://{own}:{port}"


def config_of(settings: Settings, app: FastAPI) -> uvicorn.Config:
    """The configuration of uvicorn."""
    limits = settings.limits
    config = uvicorn.Config(
        app,
        lifespan="on",
        h11_max_incomplete_event_size=limits.head_bytes,
        # Bounded buffers both ways, and no compression: with it a connection costs 64 KiB.
        ws=websocket_protocol(limits),
        ws_per_message_deflate=False,
        ws_max_size=4 * settings.limits.message_bytes,
        ws_ping_interval=settings.heartbeat_seconds,
        ws_ping_timeout=2 * settings.heartbeat_seconds,
        # Only a server whose page's origin was named has a proxy in front that forwards addresses.
        proxy_headers=bool(settings.origins),
        server_header=False,
        access_log=False,
        log_level="warning",
        log_config=None,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        backlog=_BACKLOG,
    )
    # A proxy that is believed brings the connections of many; it bounds them itself.
    application: Any = app
    believed: Any = ProxyHeadersMiddleware(application, config.forwarded_allow_ips).trusted_hosts
    trusted = believed if settings.origins else ()
    config.http = http_protocol(Peers(limits, most_connections(), trusted))
    return config


def most_connections() -> int:
    """The number of connections for which this process may open files; some are left for itself."""
    if resource is None:
        return _MOST_FILES
    files = min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], _MOST_FILES)
    return max(files - _OWN_FILES, files // 2)


def raise_file_limit() -> None:
    """Let this process open as many files as its user may: each connection is one."""
    if resource is None:
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def compile_nothing() -> dict[str, str]:
    """Have this process run its kernels as plain Python; returns the environment of machines.

    That is fast enough for single moves, and keeps the process small. It is called before any
    kernel is imported, for the variable is read then. Machines compile, unless it was set before.
    """
    given = {name: os.environ[name] for name in ("NUMBA_DISABLE_JIT",) if name in os.environ}
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    return given


def run(
    settings: Settings,
    *,
    open_browser: bool,
    port_is_wanted: bool,
    say: Callable[[str], None],
    environment: Mapping[str, str] | None = None,
) -> None:
    """Serve until somebody presses Ctrl-C. ``say`` is told the address once the page is there.

    ``environment`` is what :func:`compile_nothing` gave, where it was called before. Raises a
    ``LudotecaError`` with one sentence where the address or the journal cannot be used, or an
    offered machine cannot be made.
    """
    given = compile_nothing() if environment is None else environment
    from ludoteca.web.app import create_app, pool_of
    from ludoteca.web.journal import open_journal

    pool = pool_of(settings, environment=given)
    asyncio.run(pool.check_offered())
    listening = listen(settings, port_is_wanted)
    address = address_of(listening)
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    for handler in logging.getLogger().handlers:
        handler.addFilter(RepeatFilter())

    def ready() -> None:
        gc_tuning.settle()
        # The journal's thread needs the interpreter for a moment at each row that it writes, and
        # would wait up to 5 ms for every one of them while the loop is busy.
        sys.setswitchinterval(0.0005)
        say(_("Ludoteca is at {address} (Ctrl-C ends it)").format(address=address))
        if others := address_for_others(listening):
            say(_("for other machines at {address}").format(address=others))
        if open_browser:
            webbrowser.open(address)

    raise_file_limit()
    reached = address_for_others(listening) or address
    told = replace(
        settings,
        port=listening.getsockname()[1],
        peer_address=reached.removeprefix("http://"),
    )
    server = uvicorn.Server(config_of(told, create_app(told, pool=pool, listening=ready)))
    with contextlib.closing(listening), contextlib.suppress(KeyboardInterrupt):
        # A failure of the journal is one sentence here; a running server logs a traceback.
        open_journal(told.database).close()
        server.run(sockets=[listening])
    if not server.started:
        raise BadInput(_("the server could not start; what it wrote above says why"))
