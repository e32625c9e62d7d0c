"""A request for a new table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options
from ludoteca.table.events import Opened, SeatPlan
from ludoteca.table.proposals import GameTable
from ludoteca.table.setup import open_table
from ludoteca.table.undo import keeps_secrets


@dataclass(frozen=True)
class TableRequest:
    """A request for a new table.

    Attributes
    ----------
    start : a whole record of the game to play on from, whose options then count; "" for none
    me : the seat that they take themselves, None to watch
    ready : they are ready for the first deal as soon as the others are
    tokens_for : seats for which they get an invitation to hand on
    day : the date whose shuffle is dealt, "" for one of the table's own
    """

    game: Game
    options: Options
    plans: Sequence[SeatPlan]
    hints: bool = True
    clock: list[float] | None = None
    listed: bool = False
    start: str = ""
    lesson: bool = False
    coach: bool = False
    name: str = ""
    me: int | None = None
    ready: bool = True
    tokens_for: tuple[int, ...] = field(default=())
    day: str = ""

    def opening(self, now: float, sit_in: float) -> Opened:
        """The event that opens the table; raises ``BadInput`` with one sentence."""
        opened = open_table(
            self.game.name,
            self.options,
            [plan.machine for plan in self.plans],
            now,
            hints=self.hints,
            clock=self.clock,
            sit_in=sit_in,
            listed=self.listed,
            start=self.start,
            lesson=self.lesson,
            coach=self.coach,
            day=self.day,
        )
        others = [n for n, plan in enumerate(opened.plans) if not plan.machine and n != self.me]
        if self.start and keeps_secrets(self.game) and (others or self.listed):
            raise BadInput(
                _(
                    "a game with hidden cards goes on from a record only at an unlisted table of "
                    "one person and machines: whoever opens it knows the cards"
                )
            )
        for seat in {*self.tokens_for, *(() if self.me is None else (self.me,))}:
            if not 0 <= seat < len(opened.plans) or opened.plans[seat].machine:
                raise BadInput(_("seat {n} is not for a person").format(n=seat + 1))
        return opened


def again(table: GameTable, me: int, name: str) -> TableRequest:
    """The same game at a new table, everybody a seat further, from its beginning.

    ``me`` is the seat there of who asks for it, under ``name``.
    """
    machines = [chair.machine for chair in table.chairs]
    return TableRequest(
        table.game,
        table.options,
        [SeatPlan(machine) for machine in (*machines[-1:], *machines[:-1])],
        hints=table.opening.hints,
        clock=table.opening.clock,
        listed=table.opening.listed,
        coach=table.opening.coach,
        name=name,
        me=me,
    )
