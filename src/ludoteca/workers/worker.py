"""A worker process, on the side of its parent: requests and their answers, in order."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import spawn
from typing import Any, BinaryIO, cast

from ludoteca.workers import process
from ludoteca.workers.ipc import (
    Cancel,
    Done,
    Failed,
    Interim,
    Interrupt,
    MainModule,
    ProgressStep,
    Request,
    packed,
    read,
)

NESTED = False
"""True in a worker: its own workers belong to its session, so that they can be ended with it."""

Heard = Callable[[ProgressStep | Interim], None]


def unheard(_message: ProgressStep | Interim) -> None:
    """Ignore the progress and drafts of a request."""


class WorkerDied(Exception):
    """The process ended before it answered."""


class Worker:
    """A fresh interpreter that answers requests, one after the other.

    It imports what this process can import, is out of reach of the terminal's signals, and ends
    with this process, however that ends. One thread at a time may call it. ``most_bytes`` bounds
    its memory, 0 for no bound.
    """

    def __init__(
        self,
        niceness: int = 0,
        environment: Mapping[str, str] | None = None,
        most_bytes: int = 0,
    ) -> None:
        code = (
            f"import sys; sys.path[:] = {sys.path!r}; "
            f"from ludoteca.workers.child import main; main({niceness}, {most_bytes})"
        )
        self._own_session = not NESTED
        with process.signals_blocked():
            self._process = process.start(
                [sys.executable, "-c", code], own_session=self._own_session, environment=environment
            )
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Future[Any], Heard]] = deque()
        self._when_ended: list[Callable[[], None]] = []
        self._over = False
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """False once it is known to have ended."""
        return not self._over

    @property
    def busy(self) -> bool:
        """True where it has requests to answer."""
        return bool(self._waiting)

    def call(self, request: Request, heard: Heard = unheard) -> Future[Any]:
        """The future result of ``request``, done after those before it.

        ``heard`` gets what it tells on the way, in another thread. The future raises
        :class:`WorkerDied`, or the error that the request raised.
        """
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        frame = packed(request)
        with self._lock:
            if self._over:
                future.set_exception(WorkerDied())
                return future
            self._waiting.append((future, heard))
        if b"__main__" in frame:
            self._send(packed(MainModule(_main_module())))
        self._send(frame)
        return future

    def when_ended(self, tell: Callable[[], None]) -> None:
        """Have ``tell`` called when the process has ended, in another thread; or now, if it has."""
        with self._lock:
            if not self._over:
                self._when_ended.append(tell)
                return
        tell()

    def cancel(self) -> None:
        """End the requests under way where they next tell their progress; others go on."""
        self._send(packed(Cancel()))

    def interrupt(self) -> None:
        """Raise ``KeyboardInterrupt`` in the request under way, and have the process end."""
        self._send(packed(Interrupt()))

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, at most so long."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def close_input(self) -> None:
        """Have it end, at the latest a few seconds after this."""
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()

    def end(self, seconds: float = 0.0) -> None:
        """Close its input, and after so many seconds kill it with all that it started."""
        process.end(self._process, seconds, own_session=self._own_session)
        self._ended()

    def kill(self) -> None:
        """End it at once, with all that it started; nothing is left of it afterwards."""
        process.kill(self._process, own_session=self._own_session)
        self._ended()

    def _ended(self) -> None:
        """Take no more requests: the reading thread finds the end of the pipe only later."""
        with self._lock:
            self._over = True

    def _send(self, frame: bytes) -> None:
        assert self._process.stdin is not None
        left = memoryview(frame)
        # Where nobody reads any more, the reading thread tells.
        with suppress(OSError, ValueError):
            while left:
                left = left[self._process.stdin.write(left) :]

    def _read(self) -> None:
        assert self._process.stdout is not None
        raw = cast("io.RawIOBase", self._process.stdout)
        try:
            with suppress(EOFError, OSError), io.BufferedReader(raw) as stream:
                self._take_all(stream)
        finally:
            with self._lock:
                self._over = True
                left = list(self._waiting)
                self._waiting.clear()
            for future, _heard in left:
                future.set_exception(WorkerDied())
            for tell in self._when_ended:
                tell()

    def _take_all(self, stream: BinaryIO) -> None:
        while True:
            message = read(stream)
            if isinstance(message, Done):
                self._waiting.popleft()[0].set_result(message.value)
            elif isinstance(message, Failed):
                self._waiting.popleft()[0].set_exception(message.error)
            else:
                self._waiting[0][1](message)


def _main_module() -> dict[str, str]:
    """The location of the running script, as :mod:`multiprocessing` tells its children."""
    found: dict[str, Any] = spawn.get_preparation_data("worker")
    return {name: value for name, value in found.items() if name.startswith("init_main_from_")}
