"""What nobody at a table does by hand: shuffles, deals, and the moves of machines.

There is one task, and only while there is something to do. A machine is asked at once, and its
move shown when a delay that was drawn before is over; a move that comes late is shown at the next
stroke of a coarse clock, so that how long was thought tells next to nothing.
"""

from __future__ import annotations

import asyncio
import logging
import math
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple
from weakref import proxy

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _, ngettext
from ludoteca.players.factory import remembers
from ludoteca.web.table.refusal import Refusal

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.view import SeatView
    from ludoteca.web.room import Room

log = logging.getLogger("ludoteca.web")

_STROKE = 0.5  # of the clock for late moves, in seconds: coarse, and under two seconds in all
_LONG = 3.0  # seconds beyond its time to think, after which people are told why nothing happens
_PATIENCE = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)


class Goal(NamedTuple):
    """What is to be done next: ``commit``, ``deal`` or ``move``, for the decision of now."""

    kind: str
    decision: int
    seat: int = -1
    machine: str = ""


class Driver:
    """The hand of the house at one table."""

    def __init__(self, room: Room) -> None:
        self._room: Room = proxy(room)  # it holds us: memory is free at once when it goes
        self._goal: Goal | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._compiled: int | None = None

    def preparing(self) -> str:
        """What is being waited for, in the language in use; "" for nothing."""
        if not self._compiled:
            return ""
        return ngettext(
            "The machines are being made ready, once: {n} part done",
            "The machines are being made ready, once: {n} parts done",
            self._compiled,
        ).format(n=self._compiled)

    def settle(self) -> None:
        """Something changed: do what is to be done now, and stop what no longer is."""
        self._changed.set()
        goal = self._next()
        if goal == self._goal and (goal is None or self._busy):
            return
        self.stop()
        self._goal = goal
        if goal is not None:
            self._task = asyncio.create_task(self._drive(goal))

    def stop(self) -> None:
        """Stop what goes on."""
        if self._task is not None:
            self._task.cancel()
        self._task = self._goal = None

    @property
    def _busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def _next(self) -> Goal | None:
        table = self._room.table
        if table.due:
            return Goal(table.due, table.decision)
        turn = table.turn()
        if turn is None or not turn.machine:
            return None
        if not self._room.watched and not any(chair.attended for chair in table.chairs):
            return None
        return Goal("move", turn.decision, turn.seat, turn.machine)

    async def _drive(self, goal: Goal) -> None:
        """Reach one goal after another until there is none; failures are told and tried again."""
        failures = 0
        me = asyncio.current_task()
        while True:
            try:
                await self._reach(goal)
                failures = 0
            except Refusal as refusal:
                if refusal.code == "unsaved":
                    self._room.tell("unsaved", partial(str, refusal.__cause__ or refusal))
                await self._rest(failures, refusal)
                failures += 1
            except Exception as error:
                if not isinstance(error, LudotecaError):
                    log.exception("the house could not %s at %s", goal.kind, self._room.table.id)
                self._room.tell("machine", _trouble)
                await self._rest(failures, error)
                failures += 1
            if self._task is not me:
                return
            following = self._next()
            self._goal = following
            if following is None:
                return
            goal = following

    async def _rest(self, failures: int, why: Exception) -> None:
        log.warning("at table %s: %s", self._room.table.id, why)
        await asyncio.sleep(_PATIENCE[min(failures, len(_PATIENCE) - 1)])

    async def _reach(self, goal: Goal) -> None:
        if goal.kind == "commit":
            await self._room.keep(self._room.table.commit)
            self._ask_for_nonces()
        elif goal.kind == "deal":
            await self._deal()
        else:
            await self._move(goal)

    # -- shuffles and deals ---------------------------------------------------------------------

    def _ask_for_nonces(self) -> None:
        for seat in self.without_nonce():
            for line in self._room.lines_of(seat):
                line.post({"type": "nonce-wanted"})

    def without_nonce(self) -> list[int]:
        """Seats of people who are here and have not added to the shuffle being prepared."""
        promise = self._room.table.promise
        if promise is None:
            return []
        return [seat for seat in self._room.present() if not promise.nonces[seat]]

    async def _deal(self) -> None:
        await self._prepare()
        loop = asyncio.get_running_loop()
        until = loop.time() + self._room.office.settings.nonce_seconds
        while self.without_nonce() and (left := until - loop.time()) > 0:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                break
        await self._room.keep(self._room.table.deal)

    async def _prepare(self) -> None:
        """Have the machines ready before cards are seen, so that no first move is late.

        A table without machines waits for nothing: advice comes when it can.
        """
        table = self._room.table
        machines = [chair.mover for chair in table.chairs if chair.mover]
        if not machines:
            return
        try:
            await self._room.office.machines.prepare(table.game.name, self._heard, machines)
        finally:
            self._compiled = None

    def _heard(self, done: int, total: int | None = None, words: str = "") -> None:
        self._compiled = done
        self._room.refresh()

    # -- machines -------------------------------------------------------------------------------

    async def _move(self, goal: Goal) -> None:
        room, loop = self._room, asyncio.get_running_loop()
        delays = room.office.settings.delays
        due = loop.time() + room.office.rng.uniform(delays.shortest, delays.longest)
        await room.office.turns.wait(self)
        view = room.table.view(goal.seat, _remembers(room.table.game, goal.machine))
        assert view is not None
        action = await self._choice(view, goal.machine)
        stroke = min(_STROKE, delays.longest)
        await asyncio.sleep(shown_after(loop.time() - due, stroke))
        await room.office.turns.wait(self)
        await room.keep(
            lambda now: room.table.act(goal.seat, goal.decision, [action], "", "machine", now)
        )

    async def _choice(self, view: SeatView, machine: str) -> int:
        if len(view.legal) == 1:
            return view.legal[0]
        office = self._room.office
        seconds = office.settings.delays.thinking
        loop = asyncio.get_running_loop()
        telling = loop.call_later(seconds + _LONG, self._room.tell, "slow", _late)
        try:
            return await office.machines.choose(view, machine, office.seed(), seconds)
        finally:
            telling.cancel()


@lru_cache(maxsize=256)
def _remembers(game: Game, machine: str) -> bool:
    """As :func:`~ludoteca.players.factory.remembers`, which makes the player to see it."""
    return remembers(game, machine)


def _trouble() -> str:
    """What people are told of a machine that failed: why may name cards that they do not see."""
    return _("A machine is in trouble; it is tried again.")


def _late() -> str:
    """What people are told while a machine is begun anew, or many others are asked before it."""
    return _("The machine takes longer than usual; nothing is lost.")


def shown_after(late: float, stroke: float) -> float:
    """How long to wait before a move is shown that comes ``late`` after its time.

    Before its time: until then. After it: until the next multiple of ``stroke``.

    >>> shown_after(-0.5, 2.0), shown_after(0.5, 2.0)
    (0.5, 1.5)
    """
    if late <= 0 or stroke <= 0:
        return max(0.0, -late)
    return math.ceil(late / stroke) * stroke - late
