"""The queue of requests to engines: moves first, advice last."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.questions import Progress, quiet
from ludoteca.workers.ipc import Request


@dataclass
class Order:
    """A request and the future of its answer; to be made where an event loop runs."""

    request: Request
    seconds: float
    progress: Progress = quiet
    answer: asyncio.Future[Any] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def fail(self, failure: LudotecaError) -> None:
        """Fail the future, where it still waits."""
        if not self.answer.done():
            self.answer.set_exception(failure)


class OrderQueue:
    """Orders by priority, and an event that wakes the engines."""

    def __init__(self) -> None:
        self.moves: deque[Order] = deque()
        self.advice: deque[Order] = deque()
        self._changed = asyncio.Event()

    def put(self, queue: deque[Order], order: Order) -> None:
        """Add an order to ``queue``: one of these, or an engine's own."""
        queue.append(order)
        self.wake()

    def wake(self) -> None:
        """Have every idle engine look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def next_of(
        self, queues: tuple[deque[Order], ...], unless: Callable[[], bool]
    ) -> Order | None:
        """The first order of the first queue that has one; None as soon as ``unless()``."""
        while not unless():
            for queue in queues:
                if queue:
                    return queue.popleft()
            await self._changed.wait()
        return None
