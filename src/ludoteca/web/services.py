"""Services that all tables share, and a live table as its machines see it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ludoteca.core.i18n import _
from ludoteca.table.refusal import Refusal
from ludoteca.web.engines.pool import EnginePool
from ludoteca.web.fair_shares import FairQueue, Rates
from ludoteca.web.journal import Journal
from ludoteca.web.settings import Settings

if TYPE_CHECKING:
    from ludoteca.table.events import Event
    from ludoteca.table.proposals import GameTable
    from ludoteca.web.sockets import Line

Proposal = Callable[[float], "Sequence[Event]"]
"""Given the time: what is to happen, or a refusal; it changes nothing."""


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


@dataclass(frozen=True)
class Services:
    """The services of a server; ``drop`` forgets a table whose memory is out of date.

    Work that nobody waits for queues in ``turns``; ``written`` are the shares of addresses in what
    the journal keeps, in bytes.
    """

    settings: Settings
    journal: Journal
    machines: EnginePool
    drop: Callable[[LiveTable], None]
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

    def check_share(self, address: str) -> None:
        """Raise a refusal where too much was written for ``address``."""
        if not self.written.take(address, time.monotonic(), 0.0):
            raise Refusal(
                "too-fast",
                _(
                    "You have played more today than this server stores for one "
                    "visitor; please go on later."
                ),
            )

    def charge(self, address: str, length: int) -> None:
        """Charge ``address`` for so many bytes that were written."""
        self.written.spend(address, time.monotonic(), length)


class LiveTable(Protocol):
    """A table in memory: the interface of its owner that the work of machines uses."""

    table: GameTable
    services: Services
    payer: str

    @property
    def full(self) -> bool:
        """True where the table has as many events as a table may have."""

    @property
    def watched(self) -> bool:
        """True while somebody is connected."""

    @property
    def pace(self) -> float:
        """The factor of machines' delays."""

    async def keep(self, propose: Proposal) -> None:
        """Journal, apply and show the events of ``propose``; raises its refusal."""

    def try_moves(
        self, seat: int, decision: int, actions: Sequence[int], picked: Sequence[int]
    ) -> None:
        """Show ``seat`` alone the table after ``actions``, which it has not made yet."""

    def lines_of(self, seat: int) -> list[Line]:
        """The connections of the person at ``seat``."""

    def refresh(self) -> None:
        """Send everybody a new view."""

    def refresh_seat(self, seat: int) -> None:
        """Send a new view to ``seat`` alone."""

    def tell(
        self, code: str, sentence: Callable[[], str], to: Sequence[Line] | None = None
    ) -> None:
        """Send everybody, or those of ``to``, a sentence about a failure."""
