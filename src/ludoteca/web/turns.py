"""Who has to wait: what a person asked for is done at once, everything else in its turn.

A full house has one processor for hundreds of tables. The moves of machines, and views of what
others did, wait here and are let through one at a time, with all that came in meanwhile between
them. So it shows the moves of others a little later, never one's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable


class Turns:
    """Lets one after another through; to be made and used in one event loop."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, asyncio.Future[None]] = {}
        self._turning: asyncio.Task[None] | None = None

    async def wait(self, who: Hashable) -> None:
        """Wait for the turn of ``who``, who waits for no other."""
        self._waiting[who] = asyncio.get_running_loop().create_future()
        if self._turning is None:
            self._turning = asyncio.create_task(self._turn())
        try:
            await self._waiting[who]
        finally:
            self._waiting.pop(who, None)

    def hurry(self, who: Hashable) -> None:
        """Let ``who`` through at once, where they wait."""
        waiting = self._waiting.pop(who, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def _turn(self) -> None:
        while self._waiting:
            # Whatever has come in meanwhile is heard first.
            await asyncio.sleep(0)
            for who in self._waiting:
                self.hurry(who)
                break
        self._turning = None
