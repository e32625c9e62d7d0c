"""What waits for a worker: moves before everything, advice last."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.web.machines.frames import Request
from ludoteca.web.machines.process import MachineFailed, WorkerProcess


@dataclass
class Order:
    """A request and who waits for it; to be made where an event loop runs."""

    request: Request
    seconds: float
    progress: Progress = quiet
    answer: asyncio.Future[Any] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    async def carry_out(self, process: WorkerProcess) -> None:
        """Have ``process`` do it, and tell who waits; a failure is told, not raised."""
        if self.answer.done():
            return
        try:
            value = await process.do(self.request, self.seconds, self.progress)
        except LudotecaError as failure:
            self.fail(failure)
        except BaseException:
            self.fail(stopping())
            raise
        else:
            if not self.answer.done():
                self.answer.set_result(value)

    def fail(self, failure: LudotecaError) -> None:
        """Tell who waits, if anybody still does, that nothing comes of it."""
        if not self.answer.done():
            self.answer.set_exception(failure)


class Desk:
    """Orders in waiting, and a bell for the workers."""

    def __init__(self) -> None:
        self.moves: deque[Order] = deque()
        self.advice: deque[Order] = deque()
        self._bell = asyncio.Event()

    def put(self, queue: deque[Order], order: Order) -> None:
        """Add an order to ``queue``: one of the desk's, or a worker's own."""
        queue.append(order)
        self.ring()

    def ring(self) -> None:
        """Have every idle worker look again."""
        self._bell.set()
        self._bell = asyncio.Event()

    async def next_of(
        self, queues: tuple[deque[Order], ...], unless: Callable[[], bool]
    ) -> Order | None:
        """The first order of the first queue that has one; None as soon as ``unless()``."""
        while not unless():
            for queue in queues:
                if queue:
                    return queue.popleft()
            await self._bell.wait()
        return None


def stopping() -> MachineFailed:
    """Why nothing comes of an order when the server stops."""
    return MachineFailed(_("the machines are being stopped"))
