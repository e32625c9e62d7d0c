"""Fair shares: how much of what is scarce an address gets, and when it is its turn.

What can be counted is taken from a bucket for each address, which fills again. What takes time is
done in turn: people's own requests first, everything else one at a time.

A full server has one processor for hundreds of tables. The moves of machines, and views of what
others did, wait here and are let through one at a time; requests that came in meanwhile are handled
between them. So the moves of others may be shown a little later, a person's own never.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

log = logging.getLogger("ludoteca.web")

_ADDRESSES = 10_000

_ROUNDS = 4
"""Rounds of the event loop between two turns.

An act of a person takes some five rounds from the journal to the view that shows it; a turn in each
would cost it as many drawings of others. A round in which nothing is to be done costs microseconds.
"""


class Bucket:
    """A token bucket of ``at_once``, refilled by ``a_second``; reports once that it ran over."""

    __slots__ = ("_at_once", "_last", "_left", "_rate", "told")

    def __init__(self, a_second: float, at_once: float, now: float) -> None:
        self._rate, self._at_once = a_second, at_once
        self._left, self._last = at_once, now
        self.told = False

    def take(self, now: float, many: float = 1.0) -> bool:
        """Take so many tokens; False where there are fewer."""
        self._left = min(self._at_once, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < many:
            return False
        self._left -= many
        self.told = self.told and self._left < self._at_once / 2
        return True

    def spend(self, now: float, many: float) -> None:
        """Take so many tokens though there may be fewer: what is owed is refilled first."""
        self.take(now, 0.0)
        self._left -= many


class Rates:
    """A bucket for each address; the longest unseen is dropped where there are too many."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float, many: float = 1.0) -> bool:
        """Take so many for ``address``; False, logged once, where it has used its share."""
        bucket = self._of(address, now)
        if bucket.take(now, many):
            return True
        if not bucket.told:
            bucket.told = True
            log.warning("too many requests from %s", address)
        return False

    def spend(self, address: str, now: float, many: float) -> None:
        """Charge ``address`` for what it has used already."""
        self._of(address, now).spend(now, many)

    def _of(self, address: str, now: float) -> Bucket:
        bucket = self._buckets.pop(address, None) or Bucket(self._a_second, self._at_once, now)
        self._buckets[address] = bucket
        if len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket


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


class QueueFull(Exception):
    """Too much of one address waits already."""


class Places:
    """So many places for work that takes long; addresses that wait for one get it in turn.

    ``most_waiting`` of one address wait at once. Belongs to one event loop.
    """

    def __init__(self, places: int, most_waiting: int) -> None:
        self._free = places
        self._most_waiting = most_waiting
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def taken(self) -> bool:
        """True where the next one has to wait."""
        return not self._free

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """Hold a place for ``address``; raises :class:`QueueFull`."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, address: str) -> None:
        own = self._waiting.setdefault(address, deque())
        if len(own) >= self._most_waiting:
            raise QueueFull
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        own.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the place to the first that still waits; its address goes to the end."""
        while self._waiting:
            address, own = self._waiting.popitem(last=False)
            turn = own.popleft()
            if own:
                self._waiting[address] = own
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
