"""One worker process, seen from the web process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.web.machines.frames import Done, Draft, Failed, Request, Step, packed, receive

_COMMAND = ("-P", "-m", "ludoteca.web.machines.worker")
_SECONDS_TO_STOP = 3.0

THINKING, LONG_WORK = 5, 15
"""Niceness: the page is answered before machines think, and they before long work goes on."""


def unread(_value: Any) -> None:
    """Reads no draft."""


class MachineFailed(LudotecaError):
    """A machine gave no answer: it crashed, was killed, took too long, or said why."""


class WorkerProcess:
    """A fresh interpreter that does one task at a time.

    It is in a session of its own, so that Ctrl-C at the terminal reaches the server alone, and it
    compiles, whatever the web process does.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._has_work_to_keep = False

    @classmethod
    async def started(cls, niceness: int) -> WorkerProcess:
        """A new worker; it takes a task at once, and answers when it has started."""
        environment = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *_COMMAND,
            str(niceness),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """False once it is known to have ended."""
        return self._process.returncode is None

    def when_it_ends(self, tell: Callable[[], None]) -> asyncio.Task[None]:
        """A task that calls ``tell`` when the process has ended."""

        async def watch() -> None:
            await self._process.wait()
            tell()

        return asyncio.create_task(watch())

    async def do(
        self,
        request: Request,
        seconds: float,
        progress: Progress = quiet,
        draft: Callable[[Any], None] = unread,
    ) -> Any:
        """What the task returns; ``draft`` gets what it has found so far, where it tells that.

        Raises :class:`MachineFailed` where it does not within ``seconds`` (then, as where it
        crashed, the process has ended), and ``BadInput`` where the task refuses what it was given.
        """
        try:
            async with asyncio.timeout(seconds):
                reply = await self._reply(request, progress, draft)
        except TimeoutError:
            await self.kill()
            raise MachineFailed(
                _("the machine did not answer within {seconds:g} seconds").format(seconds=seconds)
            ) from None
        except (EOFError, ConnectionError):
            await self.kill()
            raise MachineFailed(_("the machine's process ended before it answered")) from None
        if isinstance(reply, Failed):
            sentence = reply.sentence or _("It broke off by a mistake of ours.")
            raise (BadInput if reply.refused else MachineFailed)(sentence)
        return reply.value

    async def _reply(
        self, request: Request, progress: Progress, draft: Callable[[Any], None]
    ) -> Done | Failed:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(packed(request))
        await self._process.stdin.drain()
        while True:
            message = await receive(self._process.stdout)
            if isinstance(message, Step):
                self._has_work_to_keep = True
                progress(message.done, message.total, message.words)
            elif isinstance(message, Draft):
                draft(message.value)
            else:
                reply: Done | Failed = message
                return reply

    async def stop(self) -> None:
        """Ask it to keep what it has and end, then end it."""
        if self.alive and self._has_work_to_keep:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_SECONDS_TO_STOP):
                    await self._process.wait()
        await self.kill()

    async def kill(self) -> None:
        """End it at once, with all that it started; nothing is left of it afterwards."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        await self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
