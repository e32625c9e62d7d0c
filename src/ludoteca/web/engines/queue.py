"""The queue of requests to engines: moves first, advice last, and addresses in turn."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ludoteca.core.errors import LudotecaError
from ludoteca.core.questions import Progress, quiet
from ludoteca.web.security import Rates
from ludoteca.workers.ipc import Request

SHARE_A_SECOND, SHARE_AT_ONCE = 1.0, 60.0
"""Seconds of machines that an address may use a second, and at once, before others go first."""


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


class Orders:
    """Orders that wait: each address in turn, those of one address in their order."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Order]] = OrderedDict()

    def __iter__(self) -> Iterator[Order]:
        return (order for own in self._waiting.values() for order in own)

    def put(self, order: Order) -> None:
        """Add an order."""
        self._waiting.setdefault(order.address, deque()).append(order)

    def take(self, serves: Callable[[str], bool] | None = None) -> Order | None:
        """Remove the next order, of the addresses that ``serves`` is true of; None for none."""
        address = next((a for a in self._waiting if serves is None or serves(a)), None)
        if address is None:
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
        self.moves = Orders()
        self.advice = Orders()
        self._shares = Rates(SHARE_A_SECOND, SHARE_AT_ONCE)
        self._changed = asyncio.Event()

    def put(self, queue: Orders, order: Order) -> None:
        """Add an order to ``queue``: one of these, or an engine's own."""
        queue.put(order)
        self.wake()

    def wake(self) -> None:
        """Have every idle engine look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    def move_within_share(self) -> Order | None:
        """Remove the next move of an address that has not used up its share; None for none."""
        now = time.monotonic()
        return self.moves.take(lambda address: self._shares.take(address, now, 0.0))

    def charge(self, order: Order, seconds: float) -> None:
        """Charge the address of ``order`` for the time that an engine spent on it."""
        if order.address:
            self._shares.spend(order.address, time.monotonic(), seconds)

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
