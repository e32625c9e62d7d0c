"""Worker processes driven from the event loop: supervisors, which replace lost ones, and orders.

Orders wait in a queue: moves first, advice last; an address that used least first.
"""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.workers.ipc import Interim, ProgressStep, Request
from ludoteca.workers.worker import Heard, Worker, WorkerDied

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


THINKING, LONG_WORK = 5, 15
"""Niceness: the page is answered before machines think, and they before long work goes on."""

LOADING_SECONDS = 120.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 5.0
_SECONDS_TO_STOP = 3.0
_LEAST_MEMORY = 2**31

Drafts = Callable[[Any], None]


def unread(_value: Any) -> None:
    """Ignore a draft."""


class MachineFailed(LudotecaError):
    """A machine gave no answer: it crashed, was killed, took too long, or says why."""


def stopping() -> MachineFailed:
    """The failure of an order that is open when the server stops."""
    return MachineFailed(_("the machines are being stopped"))


class TimeUp(MachineFailed):
    """There was no answer within the time."""


@cache
def memory_for_long_work() -> int:
    """The bytes of memory that a process for long work may ask for: half of the machine's."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if os.name != "nt" else 0
    with suppress(OSError, ValueError):  # no control group, or no bound
        total = min(total, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return max(total // 2, _LEAST_MEMORY)


class Engine:
    """A worker process that answers one request at a time; it compiles, unlike the web process.

    ``environment`` adds to that of this process. To be made where an event loop runs. Raises
    :class:`MachineFailed` where no process can be started.
    """

    def __init__(self, niceness: int, environment: Mapping[str, str]) -> None:
        own = {name: v for name, v in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
        self._loop = asyncio.get_running_loop()
        # Long requests, such as records, fill the pipe until they are read, which may take a while.
        self._sender = ThreadPoolExecutor(1, "sender") if niceness == LONG_WORK else None
        try:
            most_bytes = memory_for_long_work() if niceness == LONG_WORK else 0
            self._worker = Worker(niceness, own | dict(environment), most_bytes)
        except OSError as error:
            raise MachineFailed(
                _("no process can be started just now: {reason}").format(reason=error.strerror)
            ) from error
        self._has_work_to_keep = False

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._worker.pid

    @property
    def alive(self) -> bool:
        """False once it is known to have ended."""
        return self._worker.alive

    def when_ended(self, tell: Callable[[], None]) -> None:
        """Call ``tell`` in the event loop when the process has ended."""
        self._worker.when_ended(partial(self._in_loop, tell))

    def _in_loop(self, function: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed, and nobody waits
            self._loop.call_soon_threadsafe(function, *arguments)

    async def answer(
        self,
        request: Request,
        seconds: float,
        progress: Progress = quiet,
        draft: Drafts = unread,
    ) -> Any:
        """The answer to ``request``; ``draft`` gets what it has found so far, where it tells that.

        Raises :class:`TimeUp` where there is none within ``seconds`` and :class:`MachineFailed`
        where it crashed (in both, the process has ended), and ``BadInput`` where the request is
        refused.
        """

        def take(message: ProgressStep | Interim) -> None:
            if isinstance(message, Interim):
                draft(message.value)
            else:
                self._has_work_to_keep = True
                progress(message.done, message.total, message.words, message.share)

        try:
            async with asyncio.timeout(seconds):
                call = await self._called(request, partial(self._in_loop, take))
                return await asyncio.wrap_future(call)
        except TimeoutError:
            await self.stop()
            raise TimeUp(
                _("the machine did not answer within {seconds:g} seconds").format(seconds=seconds)
            ) from None
        except WorkerDied:
            await self.kill()
            raise MachineFailed(_("the machine's process ended before it answered")) from None
        except BadInput:
            raise
        except LudotecaError as error:
            raise MachineFailed(str(error)) from None
        except MemoryError:
            raise MachineFailed(_("this needs more memory than there is for it here")) from None
        except Exception:
            raise MachineFailed(_("An internal error stopped it.")) from None

    async def _called(self, request: Request, heard: Heard) -> Future[Any]:
        """The future answer to ``request``, which has been sent."""
        if self._sender is None:
            return self._worker.call(request, heard)
        return await self._loop.run_in_executor(self._sender, self._worker.call, request, heard)

    def cancel(self) -> None:
        """End the request under way where it next tells its progress: nobody waits for it."""
        self._worker.cancel()

    async def stop(self) -> None:
        """End it after it has stored the work that it has done."""
        if self.alive and self._has_work_to_keep:
            self._worker.interrupt()
            await asyncio.to_thread(self._worker.wait, _SECONDS_TO_STOP)
        await self.kill()

    async def kill(self) -> None:
        """Kill it at once, with all processes that it started."""
        await asyncio.to_thread(self._worker.kill)
        if self._sender is not None:
            self._sender.shutdown(wait=False)


class Supervisor:
    """Keeps an engine running and gives it orders, one at a time, for as long as it runs.

    Attributes
    ----------
    advises : it takes requests for advice too, and moves of addresses that used their share up
    loaded : requests for what its engine, and any that replaces it, loads before it is asked
    """

    def __init__(self, orders: OrderQueue, advises: bool, environment: Mapping[str, str]) -> None:
        self.advises = advises
        self.loaded: set[Request] = set()
        self.engine: Engine | None = None
        self._orders = orders
        self._environment = environment
        self._loads = Orders(orders.debts)
        mine = (orders.moves.take_within_share, self._loads.take)
        self._sources = (*mine, orders.moves.take, orders.advice.take) if advises else mine
        self._pause = _FIRST_PAUSE

    async def load(self, request: Request, progress: Progress = quiet) -> bool:
        """Have the engine carry out ``request``, which loads something; raises like it.

        True where it did: the answer may be False.
        """
        if request not in self.loaded:
            if await self._ordered(request, progress).answer is False:
                return False
            self.loaded.add(request)
        return True

    def _ordered(self, request: Request, progress: Progress = quiet) -> Order:
        order = Order(request, LOADING_SECONDS, progress=progress)
        self._orders.put(self._loads, order)
        return order

    async def run(self) -> None:
        """Keep an engine and give it work, until cancelled."""
        while True:
            try:
                await self._life_of_an_engine()
            except MachineFailed:
                # No process can be started now; perhaps in a moment.
                self._pause = _LONGEST_PAUSE
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    async def _life_of_an_engine(self) -> None:
        engine = self.engine = Engine(THINKING, self._environment)
        engine.when_ended(self._orders.wake)
        for request in self.loaded:
            self._ordered(request).answer.add_done_callback(partial(self._loaded, request))
        try:
            while engine.alive:
                order = await self._orders.next_of(self._sources, lambda: not engine.alive)
                if order is None:
                    return
                began = time.monotonic()
                await _carry_out(order, engine)
                self._orders.debts.charge(order.address, time.monotonic() - began)
                if engine.alive:
                    self._pause = _FIRST_PAUSE
        finally:
            await engine.kill()

    def _loaded(self, request: Request, done: asyncio.Future[None]) -> None:
        if done.cancelled() or done.exception() is not None:
            self.loaded.discard(request)


async def _carry_out(order: Order, engine: Engine) -> None:
    """Have ``engine`` answer an order; a failure goes to its future.

    It is cancelled where its answer is.
    """
    if order.answer.done():
        return

    ended = False

    def answered(answer: asyncio.Future[Any]) -> None:
        if answer.cancelled() and not ended:  # else it would be the next order that is cancelled
            engine.cancel()

    order.answer.add_done_callback(answered)
    try:
        value = await engine.answer(order.request, order.seconds, order.progress)
    except LudotecaError as failure:
        order.fail(failure)
    except BaseException:
        order.fail(stopping())
        raise
    else:
        if not order.answer.done():
            order.answer.set_result(value)
    finally:
        ended = True
        order.answer.remove_done_callback(answered)
