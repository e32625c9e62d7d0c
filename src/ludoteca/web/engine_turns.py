"""Automatic turns: shuffle, deal, and play the machines' moves.

There is one task, and only while there is something to do. A machine is asked at once, and its
move is shown after a random delay that was drawn before. A move that comes later than that, because
many wait for machines, is shown at the next step of a coarse clock. A machine is asked even for an
only legal move, so that the time it takes reveals next to nothing.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple
from weakref import proxy

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _
from ludoteca.players.factory import remembers
from ludoteca.table.refusal import Refusal

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.view import SeatView
    from ludoteca.web.sockets import Line
    from ludoteca.web.table_actor import TableActor

log = logging.getLogger("ludoteca.web")

_STROKE = 0.5  # of the clock for late moves, in seconds: coarse, and under two seconds
_LONG = 3.0  # seconds beyond its time to think after which people are told of the delay
_PATIENCE = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)


class Goal(NamedTuple):
    """The next step: ``commit``, ``deal`` or ``move``, for the current decision."""

    kind: str
    decision: int
    seat: int = -1
    machine: str = ""


class EngineTurns:
    """The automatic turns of one table."""

    def __init__(self, actor: TableActor) -> None:
        self._actor: TableActor = proxy(actor)  # weak: a table that goes is freed at once
        self._goal: Goal | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._steps: tuple[int, int] | None = None
        self._trouble: tuple[str, Callable[[], str]] | None = None

    def preparing(self) -> str:
        """The preparation that the table waits for, in the language in use; "" for none."""
        if self._steps is None:
            return ""
        done, total = self._steps
        return _("Getting the machines ready (only this once): step {n} of {total}").format(
            n=min(done + 1, total), total=total
        )

    def tell_trouble(self, line: Line) -> None:
        """Tell a new connection of a failure that still lasts."""
        if self._trouble is not None:
            self._actor.tell(*self._trouble, to=[line])

    def settle(self) -> None:
        """Start the next step, and stop one that is no longer due."""
        self._changed.set()
        goal = self._next()
        if goal == self._goal and (goal is None or self._busy):
            return
        self.stop()
        self._goal = goal
        if goal is not None:
            self._task = asyncio.create_task(self._drive(goal))

    def stop(self) -> None:
        """Cancel the step under way."""
        if self._task is not None:
            self._task.cancel()
        self._task = self._goal = self._trouble = None

    @property
    def _busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def _next(self) -> Goal | None:
        table = self._actor.table
        if self._actor.full:
            return None
        if table.due:
            return Goal(table.due, table.decision)
        turn = table.turn()
        if turn is None or not turn.machine:
            return None
        if not self._actor.watched and not any(chair.attended for chair in table.chairs):
            return None
        return Goal("move", turn.decision, turn.seat, turn.machine)

    async def _drive(self, goal: Goal) -> None:
        """Reach one goal after another until there is none; failures are told and tried again."""
        failures = 0
        while True:
            try:
                await self._reach(goal)
                failures, self._trouble = 0, None
            except Refusal as refusal:
                if refusal.code == "unsaved":
                    self._tell("unsaved", partial(str, refusal.__cause__ or refusal))
                await self._rest(failures, refusal)
                failures += 1
            except Exception as error:
                if not isinstance(error, LudotecaError):
                    log.exception("%s failed at %s", goal.kind, self._actor.table.id)
                self._tell("machine", _trouble)
                await self._rest(failures, error)
                failures += 1
            # No variable has the task: the frame of one that is cancelled would keep itself alive.
            if self._task is not asyncio.current_task():
                return
            following = self._next()
            self._goal = following
            if following is None:
                return
            goal = following

    def _tell(self, code: str, sentence: Callable[[], str]) -> None:
        """Tell everybody of a failure, and every new connection until it is over."""
        self._trouble = (code, sentence)
        self._actor.tell(code, sentence)

    async def _rest(self, failures: int, why: Exception) -> None:
        log.warning("at table %s: %s", self._actor.table.id, why)
        await asyncio.sleep(_PATIENCE[min(failures, len(_PATIENCE) - 1)])

    async def _reach(self, goal: Goal) -> None:
        if goal.kind == "commit":
            day, services = self._actor.table.opening.day, self._actor.services
            keys = await services.saved(services.journal.day_keys([day])) if day else {}
            await self._actor.keep(partial(self._actor.table.commit, key=keys.get(day)))
            for seat in self.without_nonce():
                for line in self._actor.lines_of(seat):
                    self.ask_for_nonce(line)
        elif goal.kind == "deal":
            await self._deal()
        else:
            await self._move(goal)

    # -- shuffles and deals ---------------------------------------------------------------------

    def ask_for_nonce(self, line: Line) -> None:
        """Ask a connection for its nonce for the coming shuffle, and send it the commitment.

        Views may come later, and a server that had not committed before it knew the nonces could
        choose the cards.
        """
        table = self._actor.table
        if table.next_shuffle is not None:
            deal, commitment = table.next_shuffle.deal, table.next_shuffle.commitment
            promise = {"table": table.id, "deal": deal, "commitment": commitment}
            line.post({"type": "nonce-wanted", **promise})

    def without_nonce(self) -> list[int]:
        """Seats of people who have not added to the shuffle being prepared.

        People who are not connected count: they take a seat by a request, and connect after it.
        """
        table = self._actor.table
        if table.next_shuffle is None or table.opening.day:
            return []
        nonces = table.next_shuffle.nonces
        return [chair.seat for chair in table.chairs if chair.attended and not nonces[chair.seat]]

    async def _deal(self) -> None:
        await self._prepare()
        loop = asyncio.get_running_loop()
        until = loop.time() + self._actor.services.settings.nonce_seconds
        while self.without_nonce() and (left := until - loop.time()) > 0:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                break
        await self._actor.keep(self._actor.table.deal)

    async def _prepare(self) -> None:
        """Prepare the machines before cards are seen, so that no first move is late.

        A table without machines waits for nothing: advice comes when it can.
        """
        table = self._actor.table
        machines = [chair.mover for chair in table.chairs if chair.mover]
        if not machines:
            return
        try:
            await self._actor.services.machines.prepare(table.game.name, self._heard, machines)
        finally:
            self._steps = None

    def _heard(self, done: int, total: int | None = None, words: str = "") -> None:
        self._steps = (done, total) if total else None
        self._actor.refresh()

    # -- machines -------------------------------------------------------------------------------

    async def _move(self, goal: Goal) -> None:
        actor, loop = self._actor, asyncio.get_running_loop()
        delays = actor.services.settings.delays
        due = loop.time() + actor.services.rng.uniform(delays.shortest, delays.longest)
        await actor.services.turns.wait(self)
        view = actor.table.view(goal.seat, _remembers(actor.table.game, goal.machine))
        assert view is not None
        action = await self._choice(view, goal.machine)
        stroke = min(_STROKE, delays.longest)
        await asyncio.sleep(shown_after(loop.time() - due, stroke))
        await actor.services.turns.wait(self)
        await actor.keep(
            lambda now: actor.table.act(goal.seat, goal.decision, [action], "", "machine", now)
        )

    async def _choice(self, view: SeatView, machine: str) -> int:
        """The machine's move, asked for even where only one is legal: a quick answer would tell."""
        services = self._actor.services
        seconds = services.settings.delays.thinking
        loop = asyncio.get_running_loop()
        telling = loop.call_later(seconds + _LONG, self._actor.tell, "slow", _late)
        try:
            seed, address = services.seed(), self._actor.payer
            return await services.machines.choose(view, machine, seed, seconds, address)
        finally:
            telling.cancel()


@lru_cache(maxsize=256)
def _remembers(game: Game, machine: str) -> bool:
    """:func:`~ludoteca.players.factory.remembers`, cached: it makes the player to see it."""
    return remembers(game, machine)


def _trouble() -> str:
    """The notice of a machine that failed; the reason could name cards that people do not see."""
    return _("A machine failed; trying again.")


def _late() -> str:
    """The notice of a machine that is restarted, or waits for many others."""
    return _("The machine takes longer than usual; nothing is lost.")


def shown_after(late: float, stroke: float) -> float:
    """The seconds until a move is shown that comes ``late`` seconds after its time.

    Before its time: until then. After it: until the next multiple of ``stroke``.

    >>> shown_after(-0.5, 2.0), shown_after(0.5, 2.0)
    (0.5, 1.5)
    """
    if late <= 0 or stroke <= 0:
        return max(0.0, -late)
    return math.ceil(late / stroke) * stroke - late
