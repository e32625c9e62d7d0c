"""``ludoteca serve``, and plain ``ludoteca`` in a terminal: the page on this machine."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ludoteca.cli import signals
from ludoteca.cli.console import write
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _

LOOPBACK = "127.0.0.1"


def start(help_text: Callable[[], str]) -> None:
    """Open the page, or print the help where the terminal is not interactive."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        write(help_text())
        return
    serve()


def serve(
    host: str = LOOPBACK,
    port: int | None = None,
    database: str = "",
    workers: int = 2,
    origins: tuple[str, ...] = (),
    open_browser: bool = True,
) -> None:
    """Serve until Ctrl-C; without ``port``, on the usual one or the next that is free."""
    try:
        from ludoteca.web import server
    except ImportError as error:
        if (error.name or "").startswith("ludoteca"):
            raise
        raise BadInput(
            _("the page needs the extra 'web': pip install \"ludoteca[web]\"")
        ) from error
    from ludoteca.core.registry import games
    from ludoteca.web.settings import Settings

    usual = Settings()
    settings = Settings(
        database=database,
        host=host,
        port=usual.port if port is None else port,
        workers=workers,
        origins=origins,
        made_ready=tuple(name for name, game in games().items() if not game.example),
    )
    signals.restore()  # the server has its own way to end, and nothing to save
    server.run(
        settings,
        open_browser=open_browser,
        port_is_wanted=port is not None,
        say=_say,
    )


def _say(line: str) -> None:
    write(line)
    sys.stdout.flush()
