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
        self._turning = False

    async def wait(self, who: Hashable) -> None:
        """Wait for the turn of ``who``, who waits for no other."""
        loop = asyncio.get_running_loop()
        self._waiting[who] = loop.create_future()
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn, loop)
        try:
            await self._waiting[who]
        finally:
            self._waiting.pop(who, None)

    def hurry(self, who: Hashable) -> None:
        """Let ``who`` through at once, where they wait."""
        waiting = self._waiting.pop(who, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the first through; whatever comes in meanwhile is heard before the next."""
        for who in self._waiting:
            self.hurry(who)
            break
        self._turning = bool(self._waiting)
        if self._turning:
            loop.call_soon(self._turn, loop)
