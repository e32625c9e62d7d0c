"""The queue of requests to engines: moves first, advice last; an address that used least first."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ludoteca.core.errors import LudotecaError
from ludoteca.core.questions import Progress, quiet
from ludoteca.workers.ipc import Request

SHARE = 30.0
"""Seconds of machines that an address may owe and still have the first worker."""

_ADDRESSES = 10_000


@dataclass
class Order:
    """A request and the future of its answer; to be made where an event loop runs.

    ``address`` is charged for the time that the answer takes; "" for nobody.
    """

    request: Request
    seconds: float
    address: str = ""
    progress: Progress = quiet
    answer: asyncio.Future[Any] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def fail(self, failure: LudotecaError) -> None:
        """Fail the future, where it still waits."""
        if not self.answer.done():
            self.answer.set_exception(failure)


class Debts:
    """Seconds of machines that addresses have used; each is forgiven one second a second."""

    def __init__(self) -> None:
        self._paid_at: dict[str, float] = {}

    def of(self, address: str) -> float:
        """The seconds that ``address`` owes."""
        return max(0.0, self._paid_at.get(address, 0.0) - time.monotonic())

    def charge(self, address: str, seconds: float) -> None:
        """Add seconds that an engine worked for ``address``; nothing for nobody ("")."""
        now = time.monotonic()
        if address:
            self._paid_at[address] = max(now, self._paid_at.get(address, 0.0)) + seconds
        if len(self._paid_at) > _ADDRESSES:
            self._paid_at = {who: at for who, at in self._paid_at.items() if at > now}


class Orders:
    """Orders that wait: the address that owes least first, those that owe alike in turn.

    Those of one address stay in their order.
    """

    def __init__(self, debts: Debts) -> None:
        self._waiting: OrderedDict[str, deque[Order]] = OrderedDict()
        self._debts = debts

    def __iter__(self) -> Iterator[Order]:
        return (order for own in self._waiting.values() for order in own)

    def put(self, order: Order) -> None:
        """Add an order."""
        self._waiting.setdefault(order.address, deque()).append(order)

    def take(self) -> Order | None:
        """Remove the next order; None for none."""
        return self._next(math.inf)

    def take_within_share(self) -> Order | None:
        """Remove the next order of an address that owes no more than its share; None for none."""
        return self._next(SHARE)

    def _next(self, most: float) -> Order | None:
        address = min(self._waiting, key=self._debts.of, default=None)
        if address is None or self._debts.of(address) > most:
            return None
        own = self._waiting.pop(address)
        order = own.popleft()
        if own:
            self._waiting[address] = own  # behind the others
        return order

    def clear(self) -> None:
        """Remove all orders."""
        self._waiting.clear()


Source: TypeAlias = Callable[[], Order | None]
"""Removes the next order of a queue, None where there is none."""


class OrderQueue:
    """Orders by priority, and an event that wakes the engines."""

    def __init__(self) -> None:
        self.debts = Debts()
        self.moves = Orders(self.debts)
        self.advice = Orders(self.debts)
        self._changed = asyncio.Event()

    def put(self, queue: Orders, order: Order) -> None:
        """Add an order to ``queue``: one of these, or an engine's own."""
        queue.put(order)
        self.wake()

    def wake(self) -> None:
        """Have every idle engine look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def next_of(
        self, sources: tuple[Source, ...], unless: Callable[[], bool]
    ) -> Order | None:
        """The first order of the first source that has one; None as soon as ``unless()``."""
        while not unless():
            for source in sources:
                order = source()
                if order is not None:
                    return order
            await self._changed.wait()
        return None
