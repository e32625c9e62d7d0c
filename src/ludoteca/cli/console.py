"""Console output: answers to standard output, everything else to standard error."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ludoteca.core.compiling.code_cache import listen
from ludoteca.core.i18n import _, number_text
from ludoteca.lab.text import duration

if TYPE_CHECKING:
    from rich.console import Console

_FIRST_SECONDS = 1.0  #: after which work is long enough to be shown
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


def announce_compilation(command: str) -> None:
    """Say on standard error, the first time, that ``command`` compiles code."""
    if command not in _announced:
        _announced.add(command)
        text = _("Compiling for 'ludoteca {command}', once (up to a minute)")
        say(text.format(command=command), style="dim")


@contextmanager
def compilation_notice(command: str) -> Iterator[None]:
    """Say once, on standard error, that ``command`` compiles code and does not only load it."""
    stop = listen(lambda _function: announce_compilation(command))
    try:
        yield
    finally:
        stop()


def _per_second(rate: float) -> str:
    return _("{n:,.0f} a second").format(n=rate)


def _line(done: int, total: int | None, words: str, rate: float) -> str:
    """The progress in a line: how far, and how fast or how long to go."""
    if total is None:
        counted = number_text(done, ",") if done else ""
        parts = [f"{words} {counted}".strip(), _per_second(rate) if rate else ""]
    else:
        left = _("about {time} left").format(time=duration((total - done) / rate)) if rate else ""
        parts = [f"{words} {number_text(done, ',')} / {number_text(total, ',')}".strip(), left]
    return ", ".join(filter(None, parts))


class ShownProgress:
    """The progress of long ``work`` on standard error: a bar in a terminal, else lines.

    It is shown from the first second on, whether the work has told anything by then or not.
    """

    def __init__(self, work: str) -> None:
        self._console = stderr()
        self._bar: Any = None
        self._task: Any = None
        self._words = work
        self._last_line = self._begun = time.monotonic()
        self._done = self._before = 0  #: steps finished; those when they began to be counted
        self._total: int | None = None
        self._counted = False
        self._lock = threading.Lock()
        self._first = threading.Timer(_FIRST_SECONDS, self._begin)
        self._first.daemon = True

    def __call__(
        self, done: int, total: int | None = None, words: str = "", share: float | None = None
    ) -> None:
        """Show that ``done`` of ``total`` steps are finished, of a part those of the part."""
        with self._lock:
            now = time.monotonic()
            if not self._counted or total != self._total or done < self._done:
                self._before, self._begun, self._counted = done, now, True
                self._end_task()
            self._done, self._total, self._words = done, total, words
            rate = (done - self._before) / max(now - self._begun, 1e-9)
            if self._console.is_terminal:
                pace = f", {_per_second(rate)}" if total is None and rate else ""
                self._draw(f"{words}{pace}")
            elif now - self._last_line > _LINE_SECONDS:
                self._last_line = now
                say(_line(done, total, words, rate))

    def _begin(self) -> None:
        """Show what is known after the first second."""
        with self._lock:
            if self._first.finished.is_set():  # the work ended while this waited for the lock
                return
            if self._console.is_terminal:
                self._draw(self._words)
            elif self._counted:
                say(_line(self._done, self._total, self._words, 0.0))
            else:
                self._last_line -= _LINE_SECONDS  # the first step is told as soon as it is known
                say(self._words)

    def _draw(self, words: str) -> None:
        if self._bar is None:
            from rich import progress

            self._bar = progress.Progress(
                progress.SpinnerColumn(),
                progress.TextColumn("{task.description}", markup=False),
                progress.BarColumn(),
                progress.MofNCompleteColumn(),
                progress.TimeRemainingColumn(),
                console=self._console,
                transient=True,
            )
            self._bar.start()
        if self._task is None:
            self._task = self._bar.add_task(words, total=self._total)
        self._bar.update(self._task, completed=self._done, description=words)

    def _end_task(self) -> None:
        if self._task is not None:
            self._bar.remove_task(self._task)
            self._task = None

    def __enter__(self) -> ShownProgress:
        self._first.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._first.cancel()
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
