"""What every table needs from its house: the settings, the journal, the machines, the clock."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from ludoteca.web.journal import Journal, JournalFailed, TableHead
from ludoteca.web.settings import Settings
from ludoteca.web.table.events import Event
from ludoteca.web.table.refusal import Refusal
from ludoteca.web.turns import Turns

if TYPE_CHECKING:
    from ludoteca.core.numbers import Odd
    from ludoteca.core.questions import Progress
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice import Advice
    from ludoteca.players.coaching import Coached
    from ludoteca.web.room import Room

T = TypeVar("T")


class Machines(Protocol):
    """What is asked of :class:`~ludoteca.web.machines.Pool`."""

    async def prepare(
        self, game_name: str, progress: Progress, machines: Sequence[str] = ()
    ) -> None:
        """Have the machines of a game ready."""

    async def choose(self, view: SeatView, spec: str, seed: int, seconds: float) -> int:
        """The move of a machine."""

    async def advise(self, view: SeatView, lang: str, seed: int) -> Advice:
        """Odds and advice for a view."""

    async def odds_of_choice(
        self, view: SeatView, moves: Sequence[int], lang: str, seed: int
    ) -> tuple[Odd, ...]:
        """The odds of moves that a seat has chosen and not made yet."""

    async def coach(self, view: SeatView, moves: Sequence[int], lang: str) -> Coached | None:
        """What moves of a seat cost."""


@dataclass(frozen=True)
class Office:
    """The services of a house; ``drop`` forgets a room whose table is out of date.

    What nobody is waiting for takes its turn in ``turns``.
    """

    settings: Settings
    journal: Journal
    machines: Machines
    drop: Callable[[Room], None]
    turns: Turns
    rng: random.Random = field(default_factory=random.SystemRandom)

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    def seed(self) -> int:
        """A fresh seed."""
        return self.rng.getrandbits(48)

    async def keep(
        self, table_id: str, first_seq: int, events: Sequence[Event], head: TableHead | None
    ) -> None:
        """Have ``events`` on the disk; raises a refusal ``unsaved`` where they are not."""
        await self.saved(self.journal.append(table_id, first_seq, events, head))

    async def saved(self, work: Awaitable[T]) -> T:
        """See :func:`saved`."""
        return await saved(work)


async def saved(work: Awaitable[T]) -> T:
    """What the journal answers; its failure is a refusal ``unsaved`` with its sentence."""
    try:
        return await work
    except JournalFailed as failure:
        raise Refusal("unsaved", str(failure)) from failure
