"""A terminal that is closed, and a polite kill, end a command as Ctrl-C does: nothing is lost."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from types import FrameType
from typing import NoReturn

_ENDINGS = tuple(
    getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)
)  # fmt: skip
_BY_SIGNAL = 128  #: and the signal's number, as shells count

_came: list[int] = []


def listen() -> None:
    """From now on what asks this process to end raises ``KeyboardInterrupt`` in it, once.

    What the caller had it ignore, as ``nohup`` does, stays ignored.
    """
    for number in _ENDINGS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def let_go() -> None:
    """From now on they end this process as the system has it, unless somebody else listens."""
    for number in _ENDINGS:
        if signal.getsignal(number) is _stop:
            signal.signal(number, signal.SIG_DFL)


def _stop(number: int, _frame: FrameType | None) -> None:
    # A closing terminal says it more than once, and saving must not be stopped half-way.
    for each in _ENDINGS:
        signal.signal(each, signal.SIG_IGN)
    _came.append(number)
    raise KeyboardInterrupt


def leave(code: int) -> NoReturn:
    """End the process with ``code``, or with that of the signal that asked for it."""
    if _came:
        _let_go_of_a_closed_terminal()
    sys.exit(_BY_SIGNAL + _came[0] if _came else code)


def _let_go_of_a_closed_terminal() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            # Python flushes at exit and would complain; the null device takes what is left.
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
