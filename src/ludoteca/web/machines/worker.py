"""A worker process: ``python -m ludoteca.web.machines.worker NICENESS``, tasks in, answers out.

It ends when its input ends, whatever it is doing: a server that was killed leaves none behind.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
import traceback
from typing import Any, BinaryIO

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.web.machines.frames import Done, Draft, Failed, Request, Step, packed, read

_STEP_SECONDS = 0.1


class Replies:
    """The way back to the web process; steps are thinned out."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._last_step = 0.0

    def send(self, message: Any) -> None:
        """One message, at once."""
        self._stream.write(packed(message))
        self._stream.flush()

    def step(self, done: int, total: int | None = None, words: str = "") -> None:
        """The progress of a question."""
        now = time.monotonic()
        if done == total or now - self._last_step >= _STEP_SECONDS:
            self._last_step = now
            self.send(Step(done, total, words))

    def draft(self, value: Any) -> None:
        """What a question has found so far."""
        self.send(Draft(value))


def main(niceness: int) -> None:
    """Answer requests until the input ends."""
    requests, output = _private_pipes()
    replies = Replies(output)
    if hasattr(os, "nice"):
        os.nice(niceness)
    inbox: queue.SimpleQueue[Request] = queue.SimpleQueue()
    # A thread of its own: the end of the input is noticed in the middle of a task too.
    threading.Thread(target=_listen, args=(requests, inbox), daemon=True).start()
    try:
        while True:
            replies.send(_answer(inbox.get(), replies))
    except (BrokenPipeError, KeyboardInterrupt):
        # Told to stop, or nobody is left to answer. Threads may still be in compiled code.
        os._exit(0)


def _private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes from and to the server; tasks read nothing, and print to standard error."""
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return requests, output


def _listen(requests: BinaryIO, inbox: queue.SimpleQueue[Request]) -> None:
    try:
        while True:
            inbox.put(read(requests))
    except EOFError:
        os._exit(0)


def _answer(request: Request, replies: Replies) -> Done | Failed:
    from ludoteca.web.machines import tasks

    task = getattr(tasks, request.task)
    drafts = {"draft": replies.draft} if request.task in tasks.DRAFTING else {}
    try:
        return Done(task(replies.step, *request.arguments, **drafts))
    except LudotecaError as error:
        return Failed(str(error), refused=isinstance(error, BadInput))
    except Exception:
        traceback.print_exc()
        return Failed("", refused=False)


if __name__ == "__main__":
    main(int(sys.argv[1]))
