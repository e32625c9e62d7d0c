"""Console output: answers to standard output, everything else to standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import _, number_text
from ludoteca.lab.text import duration

if TYPE_CHECKING:
    from rich.console import Console

_LINE_SECONDS = 10.0
_announced: set[str] = set()  #: whose compilation was announced by this process


class Format(StrEnum):
    """The form of an answer: for people, or plain data for programs."""

    table = "table"
    json = "json"
    csv = "csv"


def stdout() -> Console:
    """The console that answers are drawn on."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def stderr() -> Console:
    """The console for progress, notices and refusals."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False)


def say(text: str, style: str = "") -> None:
    """One line to standard error."""
    stderr().print(text, style=style or None, soft_wrap=True)


def write(text: str) -> None:
    """Plain text to standard output, as it is."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def accept_any_text() -> None:
    """UTF-8 out; what a terminal cannot show becomes a question mark, never a failure."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


@contextmanager
def compilation_notice(command: str) -> Iterator[None]:
    """Say once, on standard error, that ``command`` compiles code and does not only load it."""

    def heard(_function: str) -> None:
        if command not in _announced:
            _announced.add(command)
            text = _("Compiling for 'ludoteca {command}', once (up to a minute)")
            say(text.format(command=command), style="dim")

    # Whether a process compiles is settled when this is imported: the server has not said so yet.
    from ludoteca.core import jit

    stop = jit.listen(heard)
    try:
        yield
    finally:
        stop()


def _per_second(rate: float) -> str:
    return _("{n:,.0f} a second").format(n=rate)


def _line(done: int, total: int | None, words: str, rate: float) -> str:
    """The progress in a line: how far, and how fast or how long to go."""
    if total is None:
        parts = [f"{words} {number_text(done, ',')}".strip(), _per_second(rate) if rate else ""]
    else:
        left = _("about {time} left").format(time=duration((total - done) / rate)) if rate else ""
        parts = [f"{words} {number_text(done, ',')} / {number_text(total, ',')}".strip(), left]
    return ", ".join(filter(None, parts))


class ShownProgress:
    """A question's progress on standard error: a bar in a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._console = stderr()
        self._bar: Any = None
        self._task: Any = None
        self._last_line = self._begun = time.monotonic()
        self._before: int | None = None  #: steps that were finished when the work began

    def __call__(self, done: int, total: int | None = None, words: str = "") -> None:
        """Show that ``done`` of ``total`` steps are finished."""
        now = time.monotonic()
        if self._before is None:
            self._before, self._begun = done, now
        rate = (done - self._before) / max(now - self._begun, 1e-9)
        if self._console.is_terminal:
            pace = f", {_per_second(rate)}" if total is None and rate else ""
            self._draw(done, total, f"{words}{pace}")
        elif now - self._last_line > _LINE_SECONDS:
            self._last_line = now
            say(_line(done, total, words, rate))

    def _draw(self, done: int, total: int | None, words: str) -> None:
        if self._bar is None:
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeRemainingColumn,
            )

            self._bar = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=self._console,
                transient=True,
            )
            self._task = self._bar.add_task(words, total=total)
            self._bar.start()
        self._bar.update(self._task, completed=done, total=total, description=words)

    def __enter__(self) -> ShownProgress:
        return self

    def __exit__(self, *_exception: object) -> None:
        if self._bar is not None:
            self._bar.stop()
