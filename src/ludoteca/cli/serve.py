"""``ludoteca serve``, and plain ``ludoteca`` in a terminal: the page on this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from ludoteca.cli import signals
from ludoteca.cli.console import say, write
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _

LOOPBACK = "127.0.0.1"


def start(help_text: Callable[[], str]) -> None:
    """Open the page, or print the help where input or output is not a terminal."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        write(help_text())
        say(_("Input or output is not a terminal, so no page was opened: ludoteca serve opens it."))
        return
    serve()


def serve(
    host: str = LOOPBACK,
    port: int | None = None,
    database: str | None = None,
    workers: int = 2,
    origin: Sequence[str] = (),
    machine: Sequence[str] = (),
    no_browser: bool = False,
    keep: float | None = None,
    export: Path | None = None,
    contact: str | None = None,
) -> None:
    """Serve until Ctrl-C; without ``port``, on the usual one or the next that is free.

    Each ``machine`` is offered at the tables of its game: ``GAME:NAME=SPEC``. Tables that nobody
    touched for ``keep`` seconds are removed.
    """
    server = import_server()
    environment = server.compile_nothing()  # before what is imported here
    from ludoteca.core.registry import games
    from ludoteca.web.offered import read_offered
    from ludoteca.web.settings import Settings

    usual = Settings()
    settings = Settings(
        database=database or database_named(),
        host=host,
        port=usual.port if port is None else port,
        workers=workers,
        origins=tuple(origin),
        keep_seconds=keep or 0.0,
        export=export,
        contact=_contact(contact or ""),
        machines=read_offered(machine),
        made_ready=tuple(name for name, game in games().items() if not game.example),
    )
    signals.restore()  # the server has its own way to end, and nothing to save
    server.run(
        settings,
        open_browser=not no_browser,
        port_is_wanted=port is not None,
        say=_say,
        environment=environment,
    )


def _contact(written: str) -> str:
    """An address to link to: that of a page, or to write to; raises ``BadInput`` for another."""
    address = f"mailto:{written}" if "@" in written and ":" not in written else written
    if not address or address.startswith(("mailto:", "https://")):
        return address
    raise BadInput(
        _("{text!r} is no contact: write a mail address, or one that begins with https://").format(
            text=written
        )
    )


def import_server() -> ModuleType:
    """The module of the server; raises ``BadInput`` where its libraries are not installed."""
    try:
        from ludoteca.web import server
    except ImportError as error:
        if (error.name or "").startswith("ludoteca"):
            raise
        raise BadInput(
            _("the page needs the extra 'web': pip install \"ludoteca[web]\"")
        ) from error
    return server


def database_named() -> str:
    """The database that the environment names; its password is then in no list of processes."""
    return os.environ.get("LUDOTECA_DATABASE", "")


def _say(line: str) -> None:
    write(line)
    sys.stdout.flush()
