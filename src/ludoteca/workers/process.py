"""Child processes with pipes to and from them: started, and ended with all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

TERMINATING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals that a terminal or a service manager sends to many processes at once."""


def start(
    command: Sequence[str],
    *,
    own_session: bool,
    stderr: int | None = None,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> subprocess.Popen[bytes]:
    """Start ``command`` in ``folder`` with unbuffered pipes to its input and from its output.

    In a session of its own it is out of reach of the terminal's signals, and :func:`end` reaches
    all that it started.
    """
    return subprocess.Popen(
        command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=None if environment is None else dict(environment),
        cwd=folder,
        start_new_session=own_session,
    )


def end(process: subprocess.Popen[bytes], seconds: float, *, own_session: bool) -> None:
    """Close the input of ``process``, wait ``seconds`` for it to end, then kill it.

    In a session of its own, whatever it started and left is killed as well.
    """
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    kill(process, own_session=own_session)


def kill(process: subprocess.Popen[bytes], *, own_session: bool) -> None:
    """Kill ``process`` at once, and wait until it has ended."""
    with suppress(OSError):
        if own_session and hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Processes started in the block hold :data:`TERMINATING` back until they unblock them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, TERMINATING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
