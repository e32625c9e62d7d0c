"""A place for a worker process, which is replaced when it is lost."""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial

from ludoteca.web.machines.desk import Desk, Order
from ludoteca.web.machines.frames import Request
from ludoteca.web.machines.process import THINKING, WorkerProcess

LOADING_SECONDS = 120.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 5.0


class Slot:
    """Takes orders from a desk, one at a time, for as long as :meth:`run` runs.

    Attributes
    ----------
    advises : it takes requests for advice too
    loaded : what its worker, and any that replaces it, loads before it is asked
    """

    def __init__(self, desk: Desk, advises: bool) -> None:
        self.advises = advises
        self.loaded: set[Request] = set()
        self._desk = desk
        self._loads: deque[Order] = deque()
        mine = (desk.moves, self._loads)
        self._queues = (*mine, desk.advice) if advises else mine
        self._pause = _FIRST_PAUSE
        self.process: WorkerProcess | None = None

    async def load(self, request: Request) -> None:
        """Have the worker do ``request``, which loads something; raises ``MachineFailed``."""
        if request not in self.loaded:
            await self._ordered(request).answer
            self.loaded.add(request)

    def _ordered(self, request: Request) -> Order:
        order = Order(request, LOADING_SECONDS)
        self._desk.put(self._loads, order)
        return order

    async def run(self) -> None:
        """Keep a worker and give it work, until cancelled."""
        while True:
            try:
                await self._live_of_a_worker()
            except OSError:
                # No process can be started now; perhaps in a moment.
                self._pause = _LONGEST_PAUSE
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    async def _live_of_a_worker(self) -> None:
        process = self.process = await WorkerProcess.started(THINKING)
        watch = process.when_it_ends(self._desk.ring)
        self._reload()
        try:
            while process.alive:
                order = await self._desk.next_of(self._queues, lambda: not process.alive)
                if order is None:
                    return
                await order.carry_out(process)
                if process.alive:
                    self._pause = _FIRST_PAUSE
        finally:
            watch.cancel()
            await process.kill()

    def _reload(self) -> None:
        """What the worker before had loaded; what cannot be loaded any more is left."""
        for request in self.loaded:
            self._ordered(request).answer.add_done_callback(partial(self._loaded, request))

    def _loaded(self, request: Request, done: asyncio.Future[None]) -> None:
        if done.cancelled() or done.exception() is not None:
            self.loaded.discard(request)
