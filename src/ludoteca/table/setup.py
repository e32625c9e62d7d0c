"""Requests for new tables: validation of their settings, before the first event."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, fold
from ludoteca.core.options import Options
from ludoteca.core.record import GameRecord
from ludoteca.core.rooms import Room
from ludoteca.core.state import State
from ludoteca.players.budget import Budget, WorldBudget
from ludoteca.players.factory import make_player
from ludoteca.players.human import HumanPlayer
from ludoteca.table.deal import keeps_secrets
from ludoteca.table.events import A_DAY, Opened, SeatPlan
from ludoteca.table.proposals import GameTable

LONGEST_CLOCK = 24 * 3600.0
_SHOWN_BY: tuple[Room, ...] = ("rules", "notation", "policy", "face")
"""The rooms by which a table is followed and drawn; the others are for those who think."""
MOST_SECONDS, MOST_NODES, MOST_WORLDS = 2.0, 100_000, 1_000


@dataclass(frozen=True)
class TableRequest:
    """A request for a new table.

    Attributes
    ----------
    start : a whole record of the game to play on from, whose options then count; "" for none
    me : the seat that they take themselves, None to watch
    ready : they are ready for the first deal as soon as the others are
    tokens_for : seats for which they get an invitation to hand on
    day : the date whose shuffle is dealt, with a game after it where several have one; "" for a
        shuffle of the table's own
    taught : the name of the taught hand that is dealt, as a lesson; "" for none
    unhurried : no machine plays on for somebody who is away for less than a day
    """

    game: Game
    options: Options
    plans: Sequence[SeatPlan]
    hints: bool = True
    clock: Sequence[float] | None = None
    listed: bool = False
    start: str = ""
    lesson: bool = False
    coach: bool = False
    name: str = ""
    me: int | None = None
    ready: bool = True
    tokens_for: tuple[int, ...] = field(default=())
    day: str = ""
    taught: str = ""
    unhurried: bool = False

    def checked_settings(self, now: float, sit_in: float, offered: Collection[str] = ()) -> Opened:
        """The event that opens a table with these settings, which are checked.

        ``offered`` are the names of machines that there are beside the game's own.

        Raises :class:`BadInput` with one sentence, and ``GameDefinitionError`` where the game
        cannot be shown.
        """
        game, options = self.game, self.options
        if self.start:
            options = _start(GameRecord.parse(self.start), game).options
        for room in _SHOWN_BY:
            game.room(room)
        seats = game.num_players(options)
        if len(self.plans) != seats:
            raise BadInput(
                _("this game has {seats} seats, not {given}").format(
                    seats=seats, given=len(self.plans)
                )
            )
        return Opened(
            at=now,
            game=game.name,
            options=options,
            plans=[
                SeatPlan(p.machine and checked_machine(game, p.machine, offered))
                for p in self.plans
            ],
            hints=self.hints,
            clock=_checked_clock(self.clock),
            # At a table of the day the one try is the person's own.
            sit_in=A_DAY if self.day or self.unhurried else sit_in,
            listed=self.listed,
            start=self.start,
            lesson=self.lesson,
            coach=self.coach,
            day=self.day,
            taught=self.taught,
        )

    def opening(self, now: float, sit_in: float, offered: Collection[str] = ()) -> Opened:
        """The event that opens the table for who asks, whose seats are checked too.

        Raises what :meth:`checked_settings` raises.
        """
        opened = self.checked_settings(now, sit_in, offered)
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
        unhurried=table.unhurried,
    )


def _start(record: GameRecord, game: Game) -> State:
    """The position from which ``game`` goes on; raises :class:`BadInput`."""
    if record.seen_by is not None:
        raise BadInput(_("this record shows what one seat saw; go on from a whole record"))
    state = unfinished(record)
    if record.game.name != game.name:
        raise BadInput(
            _("the record is of {found}, not of {wanted}").format(
                found=record.game.name, wanted=game.name
            )
        )
    return state


def unfinished(record: GameRecord) -> State:
    """The position at the end of a record; raises :class:`BadInput` where the deal is over."""
    state = record.replay()
    if state.is_terminal():
        raise BadInput(_("the game in this record is finished"))
    return state


def checked_machine(game: Game, spec: str, offered: Collection[str] = ()) -> str:
    """The normal form of ``spec``; how long a machine without a budget thinks is left to the table.

    It names a machine of the game, or one of the names ``offered``; no command or file is taken.
    All tables share the machines, so budgets are limited. Raises :class:`BadInput` where there is
    no such machine, or its budget is above the limit.
    """
    for name in offered:
        if fold(name) == fold(spec.strip()):
            return name
    player = make_player(game, spec)
    if isinstance(player, HumanPlayer):
        raise BadInput(_("a machine is needed here, not a person"))
    name, at, effort = spec.strip().partition("@")
    if at:
        _check_effort(effort)
    return f"{name.casefold()}{at}{effort}"


def _check_effort(written: str) -> None:
    try:
        positions = Budget.parse(written)
        seconds, too_many = positions.seconds, (positions.nodes or 0) > MOST_NODES
    except BadInput:
        worlds = WorldBudget.parse(written)
        seconds, too_many = worlds.seconds, (worlds.worlds or 0) > MOST_WORLDS
    if (seconds or 0.0) > MOST_SECONDS or too_many:
        raise BadInput(
            _(
                "a machine thinks for {seconds:g}s, {nodes}n or {worlds} worlds a move at most here"
            ).format(seconds=MOST_SECONDS, nodes=MOST_NODES, worlds=MOST_WORLDS)
        )


def _checked_clock(clock: Sequence[float] | None) -> list[float] | None:
    if clock is None:
        return None
    start, added = float(clock[0]), float(clock[1])
    if not 1.0 <= start <= LONGEST_CLOCK or not 0.0 <= added <= LONGEST_CLOCK:
        raise BadInput(_("a clock starts with 1 second to 24 hours"))
    return [start, added]
