"""``ludoteca serve``, and plain ``ludoteca`` in a terminal: the page on this machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.cli import endings
from ludoteca.cli.console import write
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line; ``port`` is None for the usual one or a free one."""

    host: str = LOOPBACK
    port: int | None = None
    database: str = ""
    workers: int = 2
    origins: tuple[str, ...] = ()
    open_browser: bool = True


def start(help_text: Callable[[], str]) -> None:
    """Open the page, or print the help where nobody can answer."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        write(help_text())
        return
    serve(Wishes())


def serve(wishes: Wishes) -> None:
    """Serve until Ctrl-C."""
    try:
        from ludoteca.web import serving
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
        database=wishes.database,
        host=wishes.host,
        port=usual.port if wishes.port is None else wishes.port,
        workers=wishes.workers,
        origins=wishes.origins,
        made_ready=tuple(games()),
    )
    endings.let_go()  # the server has its own way to end, and nothing to save
    serving.run(
        settings,
        open_browser=wishes.open_browser,
        port_is_wanted=wishes.port is not None,
        say=_say,
    )


def _say(line: str) -> None:
    write(line)
    sys.stdout.flush()
