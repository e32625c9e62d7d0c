"""Services that all tables share: settings, journal, machines, clock, connections."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.table.events import Event
from ludoteca.table.refusal import Refusal
from ludoteca.web.fair_queue import FairQueue
from ludoteca.web.journal import Journal, JournalFailed, TableHead
from ludoteca.web.security import Rates
from ludoteca.web.settings import Settings

if TYPE_CHECKING:
    from ludoteca.core.numbers import Odd
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice.advise import Advice
    from ludoteca.players.advice.review import Verdict
    from ludoteca.web.table_actor import TableActor

T = TypeVar("T")


class Clock:
    """Seconds since the epoch that pass evenly, whatever is done to the clock of the machine.

    It is read from the machine's clock by :meth:`set` and goes on from there by the monotonic
    clock, so that nobody at a table gains or loses time when the machine's is put right.
    """

    def __init__(self) -> None:
        self.set()

    def set(self) -> None:
        """Read the machine's clock again: where no table is awake, nobody's time depends on it."""
        self._epoch = time.time() - time.monotonic()

    def now(self) -> float:
        """Seconds since the epoch."""
        return self._epoch + time.monotonic()


class Machines(Protocol):
    """The interface of :class:`~ludoteca.web.engines.pool.Pool` that tables use."""

    async def prepare(
        self, game_name: str, progress: Progress, machines: Sequence[str] = ()
    ) -> None:
        """Prepare the machines of a game."""

    async def choose(
        self, view: SeatView, spec: str, seed: int, seconds: float, address: str
    ) -> int:
        """Choose a machine's move, in the turn of ``address``."""

    def advises(self, game_name: str) -> bool:
        """True where the advice of a game is prepared."""

    async def advise(
        self, view: SeatView, lang: str, seed: int, progress: Progress = quiet
    ) -> Advice:
        """Odds and advice for a view."""

    async def odds_of_choice(
        self, view: SeatView, moves: Sequence[int], lang: str, seed: int
    ) -> tuple[Odd, ...]:
        """The odds of moves that a seat has chosen and not made yet."""

    async def moves_to_try(self, view: SeatView, wanted: str) -> Sequence[int]:
        """Moves of a kind that the game has, for a seat to try."""

    async def coach(self, view: SeatView, moves: Sequence[int], lang: str) -> Verdict | None:
        """The cost of moves of a seat."""


@dataclass(frozen=True)
class Services:
    """The services of a server; ``drop`` forgets a table whose memory is out of date.

    Work that nobody waits for queues in ``turns``; ``written`` are the shares of addresses in what
    the journal keeps, in bytes.
    """

    settings: Settings
    journal: Journal
    machines: Machines
    drop: Callable[[TableActor], None]
    turns: FairQueue
    written: Rates
    rng: random.Random = field(default_factory=random.SystemRandom)
    clock: Clock = field(default_factory=Clock)

    def now(self) -> float:
        """Seconds since the epoch, by :class:`Clock`."""
        return self.clock.now()

    def seed(self) -> int:
        """A fresh seed."""
        return self.rng.getrandbits(48)

    async def keep(
        self, table_id: str, first_seq: int, events: Sequence[Event], head: TableHead | None
    ) -> int:
        """Write ``events`` to the disk, about so many bytes; raises a refusal ``unsaved``."""
        return await self.saved(self.journal.append(table_id, first_seq, events, head))

    def check_share(self, address: str) -> None:
        """Raise a refusal where too much was written for ``address``."""
        if not self.written.take(address, time.monotonic(), 0.0):
            raise Refusal(
                "too-fast",
                _(
                    "You have played more today than this server stores for one visitor; continue "
                    "later."
                ),
            )

    def charge(self, address: str, length: int) -> None:
        """Charge ``address`` for so many bytes that were written."""
        self.written.spend(address, time.monotonic(), length)

    async def saved(self, work: Awaitable[T]) -> T:
        """Await the journal, as :func:`saved` does."""
        return await saved(work)


async def saved(work: Awaitable[T]) -> T:
    """Await the journal; its failure becomes a refusal ``unsaved`` with its sentence."""
    try:
        return await work
    except JournalFailed as failure:
        raise Refusal("unsaved", str(failure)) from failure
