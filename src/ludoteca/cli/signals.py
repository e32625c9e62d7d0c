"""Signals: a closed terminal and SIGTERM end a command as Ctrl-C does, so nothing is lost."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

_HANDLED = tuple(
    getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)
)  # fmt: skip
STOPPED = 130  #: the exit code after Ctrl-C
_BY_SIGNAL = 128  #: and the signal's number, as shells count
_AGAIN_SECONDS = 0.05

_received: list[int] = []
_dropped: list[threading.Timer] = []  #: that will repeat interrupts which Python had to drop


def handle() -> None:
    """Make a signal that asks this process to end raise ``KeyboardInterrupt`` in it, once.

    What the caller had it ignore, as ``nohup`` does, stays ignored.
    """
    for number in _HANDLED:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _interrupt)
    sys.unraisablehook = _raise_later


def restore() -> None:
    """Undo :func:`handle`, unless somebody else handles these signals by now."""
    for number in _HANDLED:
        if signal.getsignal(number) is _interrupt:
            signal.signal(number, signal.SIG_DFL)
    sys.unraisablehook = sys.__unraisablehook__


def _raise_later(unraisable: sys.UnraisableHookArgs) -> None:
    """Interrupt the main thread again where Python had to drop its ``KeyboardInterrupt``.

    It does so in callbacks of weak references, of which the compiler runs thousands, and in those
    by which the compiler is given its object code.
    """
    if not issubclass(unraisable.exc_type, KeyboardInterrupt) or not hasattr(
        signal, "pthread_kill"
    ):
        sys.__unraisablehook__(unraisable)
        return
    again = threading.Timer(_AGAIN_SECONDS, _interrupt_again)
    again.daemon = True
    _dropped.append(again)
    again.start()


def _interrupt_again() -> None:
    _dropped.clear()
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGINT)


@contextlib.contextmanager
def failure_after_interrupt_is_one() -> Iterator[None]:
    """Raise ``KeyboardInterrupt`` for an error that comes of an interrupt which Python dropped.

    What the compiler was not given then, it misses before the interrupt is repeated.
    """
    try:
        yield
    except Exception as error:
        if not _dropped:
            raise
        for timer in _dropped:
            timer.cancel()
        _dropped.clear()
        raise KeyboardInterrupt from error


def _interrupt(number: int, _frame: FrameType | None = None) -> NoReturn:
    # A closing terminal says it more than once, and saving must not be stopped half-way.
    for each in _HANDLED:
        signal.signal(each, signal.SIG_IGN)
    _received.append(number)
    raise KeyboardInterrupt


@contextlib.contextmanager
def closed_terminal_is_a_hangup(alone: bool = True) -> Iterator[None]:
    """Treat an input/output error as the SIGHUP that a terminal sends which is being closed.

    The error can come before the signal, or without one. ``alone``: the block reads from and writes
    to the terminal alone; otherwise a terminal must have been closed, for disks fail so too.
    """
    try:
        yield
    except OSError as error:
        if error.errno != errno.EIO or not hasattr(signal, "SIGHUP"):
            raise
        if not alone and not _terminal_is_closed():
            raise
        _interrupt(signal.SIGHUP)


def _terminal_is_closed() -> bool:
    import termios

    for stream in (0, 1, 2):
        try:
            termios.tcgetattr(stream)
        except termios.error as error:
            if error.args[0] == errno.EIO:
                return True
    return False


def leave(code: int) -> NoReturn:
    """End the process with ``code``, or with that of the signal that asked for it.

    One that was stopped ends at once: threads may still be in compiled code or in the compiler,
    which Python would wait for, or fall over as it takes itself down.
    """
    if not _received and code != STOPPED:
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # the terminal may be gone
            stream.flush()
    os._exit(_BY_SIGNAL + _received[0] if _received else code)
