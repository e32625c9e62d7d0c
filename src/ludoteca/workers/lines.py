"""A program that is written to and read from line by line, with a deadline for each line."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ludoteca.workers import process

_CHUNK = 1 << 16
_MOST_UNREAD = 1 << 24
"""Bytes that a program may write before they are read; one that writes more is killed."""


class NoAnswer(Exception):
    """No whole line came within the time."""


class HasEnded(Exception):
    """The program has ended, or has closed its output."""


class LineProcess:
    """The program that ``command`` starts; raises ``OSError`` where it does not start.

    It is ended by :meth:`close`, or when nothing refers to this any more: its input is closed, and
    it is killed ``parting_seconds`` later. One that writes many megabytes which nobody reads is
    killed too.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        own_session: bool = False,
        parting_seconds: float = 0.0,
        longest: int = 1 << 20,
        stderr: int | None = None,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self._process = process.start(
            command, own_session=own_session, stderr=stderr, environment=environment, folder=folder
        )
        self._longest = longest
        self._chunks = _Chunks()
        self._lines: list[bytes] = []
        self._rest = b""
        self._over = False
        reader = threading.Thread(target=_read, args=(self._process, self._chunks), daemon=True)
        reader.start()
        self.close = weakref.finalize(
            self, process.end, self._process, parting_seconds, own_session=own_session
        )

    def write(self, text: str, seconds: float | None = None) -> None:
        """Write whole lines; raises :class:`HasEnded` where nobody reads them.

        A program that has not read them in ``seconds`` is killed.
        """
        assert self._process.stdin is not None
        left = memoryview(text.encode())
        with _killing(self._process, seconds):
            try:
                while left:
                    left = left[self._process.stdin.write(left) :]
            except (OSError, ValueError):
                raise HasEnded from None

    def line(self, seconds: float) -> bytes:
        """The next line without its end, or the beginning of one that is too long.

        Raises :class:`NoAnswer` and :class:`HasEnded`.
        """
        deadline = time.monotonic() + seconds
        while not self._lines:
            if self._over:
                raise HasEnded
            try:
                self._take(self._chunks.get(timeout=max(0.0, deadline - time.monotonic())))
            except queue.Empty:
                raise NoAnswer from None
        return self._lines.pop(0)

    def _take(self, chunk: bytes) -> None:
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        self._lines += lines
        self._over = not chunk
        if self._rest and (self._over or len(self._rest) > self._longest):
            self._lines.append(self._rest)
            self._rest = b""


@contextmanager
def _killing(program: subprocess.Popen[bytes], seconds: float | None) -> Iterator[None]:
    """Kill ``program`` where the block takes longer than so many seconds."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, program.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class _Chunks(queue.Queue[bytes]):
    """Output that was not read yet; ``size`` is its number of bytes."""

    size = 0

    def _put(self, item: bytes) -> None:
        self.size += len(item)
        super()._put(item)

    def _get(self) -> bytes:
        chunk = super()._get()
        self.size -= len(chunk)
        return chunk


def _read(program: subprocess.Popen[bytes], chunks: _Chunks) -> None:
    assert program.stdout is not None
    with program.stdout as out:
        while chunk := out.read(_CHUNK):
            chunks.put(chunk)
            if chunks.size > _MOST_UNREAD:
                program.kill()
                break
    chunks.put(b"")
