"""A fair queue: people's own requests first, everything else in turn.

A full server has one processor for hundreds of tables. The moves of machines, and views of what
others did, wait here and are let through one at a time, with all that came in meanwhile between
them. So it shows the moves of others a little later, never one's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

_ROUNDS = 4
"""Rounds of the event loop between two turns.

An act of a person takes some five rounds from the journal to the view that shows it; a turn in each
would cost it as many drawings of others. A round in which nothing is to be done costs microseconds.
"""


class FairQueue:
    """A queue of waiting tasks, let through one by one; belongs to one event loop."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, asyncio.Future[None]] = {}
        self._turning = False

    async def wait(self, who: Hashable) -> None:
        """Wait for the turn of ``who``, which waits for nothing else."""
        loop = asyncio.get_running_loop()
        self._waiting[who] = loop.create_future()
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn, loop, 0)
        try:
            await self._waiting[who]
        finally:
            self._waiting.pop(who, None)

    def hurry(self, who: Hashable) -> None:
        """Let ``who`` through at once if it waits."""
        waiting = self._waiting.pop(who, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def _turn(self, loop: asyncio.AbstractEventLoop, rounds: int) -> None:
        """Let the first through after ``rounds`` rounds of the loop, in which requests come in."""
        if not rounds:
            for who in self._waiting:
                self.hurry(who)
                break
            rounds = _ROUNDS
        self._turning = bool(self._waiting)
        if self._turning:
            loop.call_soon(self._turn, loop, rounds - 1)
