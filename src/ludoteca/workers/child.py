"""The side of a worker process: requests in, answers out, until the input ends.

Where the input ends in the middle of a request, the process ends soon after all the same: a parent
that was killed leaves none behind.
"""

from __future__ import annotations

import importlib
import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from multiprocessing import spawn
from pathlib import Path
from typing import Any, BinaryIO

from ludoteca.core.errors import LudotecaError
from ludoteca.workers import worker
from ludoteca.workers.ipc import (
    Cancel,
    Cancelled,
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
from ludoteca.workers.process import TERMINATING

_STEP_SECONDS = 0.1
_PARTING_SECONDS = 2.0  #: for a request under way when the input ends


class _Reports:
    """See :class:`ludoteca.workers.ipc.Report`; steps are thinned out.

    Requests have numbers from 1 on: ``number`` is the one under way, ``received`` the last one that
    came, and those up to ``cancelled`` are to end.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._last_step = 0.0
        self.number = self.received = self.cancelled = 0

    def send(self, message: Any) -> None:
        """Send one message, at once."""
        self._stream.write(packed(message))
        self._stream.flush()

    def progress(
        self, done: int, total: int | None = None, words: str = "", share: float | None = None
    ) -> None:
        """See :class:`ludoteca.workers.ipc.Report`."""
        if self.number <= self.cancelled:
            raise Cancelled
        now = time.monotonic()
        if done == total or now - self._last_step >= _STEP_SECONDS:
            self._last_step = now
            self.send(ProgressStep(done, total, words, share))

    def draft(self, value: Any) -> None:
        """See :class:`ludoteca.workers.ipc.Report`."""
        self.send(Interim(value))


def main(niceness: int, most_bytes: int = 0) -> None:
    """Answer requests until the input ends; ``most_bytes`` bounds the memory, 0 for no bound."""
    worker.NESTED = True
    requests, output = _private_pipes()
    reports = _Reports(output)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    if most_bytes:
        _bound_memory(most_bytes)
    interrupted = _hold_signals()
    inbox: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
    # A thread of its own: the end of the input is noticed in the middle of a request too.
    listening = (requests, inbox, interrupted, reports)
    threading.Thread(target=_listen, args=listening, daemon=True).start()
    try:
        while (request := inbox.get()) is not None:
            reports.number += 1
            reports.send(_answer(request, reports, interrupted))
    except (BrokenPipeError, KeyboardInterrupt):
        # Nobody is left to answer. Threads may still be in compiled code.
        os._exit(0)


def _bound_memory(most_bytes: int) -> None:
    """Refuse memory beyond ``most_bytes`` to this process and to each that it starts.

    Where the machine has none left, these are ended before any other.
    """
    with suppress(ImportError, OSError, ValueError):  # Windows; a lower bound that is set already
        import resource

        # Not of addresses: what draws plots reserves more of them than any machine has memory.
        _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, hard))
    with suppress(OSError):  # only Linux has it
        Path("/proc/self/oom_score_adj").write_text("1000")


def _private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes from and to the parent; requests read nothing, and print to standard error."""
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return requests, output


def _hold_signals() -> threading.Event:
    """Leave signals to the parent: a worker ended by a signal would seem to have crashed.

    Once the event is set, an interrupt raises ``KeyboardInterrupt``.
    """
    interrupted = threading.Event()

    def handle(number: int, _frame: Any) -> None:
        if number == signal.SIGINT and interrupted.is_set():
            raise KeyboardInterrupt

    for number in TERMINATING:
        signal.signal(number, handle)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, TERMINATING)
    return interrupted


def _listen(
    requests: BinaryIO,
    inbox: queue.SimpleQueue[Request | None],
    interrupted: threading.Event,
    reports: _Reports,
) -> None:
    try:
        while True:
            message = read(requests)
            if isinstance(message, Interrupt):
                interrupted.set()
                _interrupt_main_thread()
            elif isinstance(message, Cancel):
                reports.cancelled = reports.received
            elif isinstance(message, MainModule):
                spawn.prepare(message.found_by)
            else:
                reports.received += 1
                inbox.put(message)
    except EOFError:
        while not inbox.empty():
            inbox.get()
        inbox.put(None)
        time.sleep(_PARTING_SECONDS)
        os._exit(0)
    except BaseException:  # a message that cannot be read has no answer
        traceback.print_exc()
        os._exit(1)


def _interrupt_main_thread() -> None:
    main_thread = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main_thread is not None:
        signal.pthread_kill(main_thread, signal.SIGINT)  # ends a wait too
    else:
        import _thread

        _thread.interrupt_main()


def _answer(request: Request, reports: _Reports, interrupted: threading.Event) -> Done | Failed:
    module, _colon, name = request.function.partition(":")
    try:
        function = getattr(importlib.import_module(module), name)
        return Done(function(reports, *request.arguments))
    except Exception as error:
        if interrupted.is_set():
            # Python drops an interrupt in a callback of the compiler, which then misses something.
            raise KeyboardInterrupt from error
        if not isinstance(error, LudotecaError):
            traceback.print_exc()
        return Failed(_picklable(error))


def _picklable(error: Exception) -> Exception:
    """``error``, or its text where it cannot be pickled and read again."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
