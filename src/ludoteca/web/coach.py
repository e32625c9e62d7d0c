"""The coach at a table: the cost of each decision of a seat, computed after it, kept in memory.

Costs follow from the moves of the deal, so nothing of them is in the journal.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from weakref import proxy

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import language
from ludoteca.core.ids import SPECTATOR
from ludoteca.players.advice.review import Decision, Follower, Verdict

if TYPE_CHECKING:
    from ludoteca.core.state import Move
    from ludoteca.table.deal import Deal
    from ludoteca.web.table_actor import TableActor

log = logging.getLogger("ludoteca.web")

_TRIES = 3


class _Asked(NamedTuple):
    """A decision: the number of moves before it, its moves, the seat and the language.

    A move that is taken back and made otherwise is another decision.
    """

    seat: int
    lang: str
    at: int
    moves: tuple[int, ...]


class _Followed:
    """The decisions of a seat in a deal, followed move by move."""

    def __init__(self, deal: Deal, seat: int) -> None:
        self.made: list[Decision] = []
        self._deal, self._seat = deal, seat
        self._moves: list[Move] = []
        self._follower = Follower(deal.at(0), seat)

    def catch_up(self) -> bool:
        """Follow the moves made since the last time; False where some were taken back."""
        moves = self._deal.moves
        done = len(self._moves)
        if moves[:done] != self._moves:
            return False
        self._moves += moves[done:]
        ended = (self._follower.follow(move) for move in moves[done:])
        self.made += [decision for decision in ended if decision is not None]
        return True


class TableCoach:
    """The costs of the decisions of the present deal, as far as they are known."""

    def __init__(self, actor: TableActor) -> None:
        self._actor: TableActor = proxy(actor)  # weak: a table that goes is freed at once
        self._deal: Deal | None = None
        self._followed: dict[int, _Followed] = {}
        self._known: dict[_Asked, Verdict | None] = {}
        self._failures: Counter[_Asked] = Counter()
        self._tasks: dict[_Asked, asyncio.Task[None]] = {}

    def known(self, seat: int) -> tuple[Verdict, ...]:
        """The known costs of the decisions of ``seat``, in order, in the language in use."""
        found = (self._known.get(self._asked(d)) for d in self._decisions(seat))
        return tuple(coached for coached in found if coached is not None)

    def pending(self, seat: int) -> int:
        """The decisions of ``seat`` whose costs are being worked out, in the language in use."""
        return sum(self._asked(decision) in self._tasks for decision in self._decisions(seat))

    def want_for(self, seat: int) -> None:
        """Request the costs of the decisions of ``seat``; those that failed are tried again."""
        for decision in self._decisions(seat):
            asked = self._asked(decision)
            if asked in self._known or asked in self._tasks or self._failures[asked] >= _TRIES:
                continue
            self._tasks[asked] = asyncio.create_task(self._work_out(decision, asked))

    def stop(self) -> None:
        """Cancel the requests under way."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    @staticmethod
    def _asked(decision: Decision) -> _Asked:
        return _Asked(decision.view.seat, language(), decision.at, decision.moves)

    def _decisions(self, seat: int) -> list[Decision]:
        table = self._actor.table
        if seat == SPECTATOR or not table.opening.coach or table.current is None:
            return []
        if table.current is not self._deal:
            self.stop()
            self._deal = table.current
            self._followed.clear()
            self._known.clear()
            self._failures.clear()
        followed = self._followed.get(seat)
        if followed is None or not followed.catch_up():
            followed = self._followed[seat] = _Followed(table.current, seat)
            followed.catch_up()
        return followed.made

    async def _work_out(self, decision: Decision, asked: _Asked) -> None:
        machines = self._actor.services.machines
        try:
            coached = await machines.coach(decision.view, decision.moves, asked.lang)
        except Exception as failure:
            # Unforeseen errors are logged with their traceback; either way it is tried again.
            trace = None if isinstance(failure, LudotecaError) else failure
            log.warning("no coach at %s: %s", self._actor.table.id, failure, exc_info=trace)
            self._failures[asked] += 1
            return
        finally:
            if self._tasks.get(asked) is asyncio.current_task():
                del self._tasks[asked]
        self._known[asked] = coached
        self._actor.refresh_seat(asked.seat)
