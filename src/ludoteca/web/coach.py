"""The coach at a table: what each decision of a seat cost, worked out after it and kept in memory.

What is known is made anew from the moves of the deal, so that nothing of it is in the journal.
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
from ludoteca.players.coaching import Coached, Decision, Follower

if TYPE_CHECKING:
    from ludoteca.core.state import Move
    from ludoteca.web.room import Room
    from ludoteca.web.table.deal import Deal

log = logging.getLogger("ludoteca.web")

_TRIES = 3


class _Asked(NamedTuple):
    """A decision by its moves and the number of moves before it, and who is told in what language.

    A move that is taken back and made otherwise is another decision.
    """

    seat: int
    lang: str
    at: int
    moves: tuple[int, ...]


class _Followed:
    """The decisions of a seat in a deal, of which only what is new is played."""

    def __init__(self, deal: Deal, seat: int) -> None:
        self.made: list[Decision] = []
        self._deal, self._seat = deal, seat
        self._moves: list[Move] = []
        self._follower = Follower(deal.start(), seat)

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
    """What the decisions of the present deal cost, as far as it is known."""

    def __init__(self, room: Room) -> None:
        self._room: Room = proxy(room)  # it holds us: memory is free at once when it goes
        self._deal: Deal | None = None
        self._followed: dict[int, _Followed] = {}
        self._known: dict[_Asked, Coached | None] = {}
        self._failures: Counter[_Asked] = Counter()
        self._tasks: dict[_Asked, asyncio.Task[None]] = {}

    def known(self, seat: int) -> tuple[Coached, ...]:
        """What is known of the decisions of ``seat``, in their order, in the language in use."""
        found = (self._known.get(self._asked(d)) for d in self._decisions(seat))
        return tuple(coached for coached in found if coached is not None)

    def want_for(self, seat: int) -> None:
        """Have worked out what the decisions of ``seat`` cost; what failed is tried again."""
        for decision in self._decisions(seat):
            asked = self._asked(decision)
            if asked in self._known or asked in self._tasks or self._failures[asked] >= _TRIES:
                continue
            self._tasks[asked] = asyncio.create_task(self._work_out(decision, asked))

    def stop(self) -> None:
        """Stop what is being worked out."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    @staticmethod
    def _asked(decision: Decision) -> _Asked:
        return _Asked(decision.view.seat, language(), decision.at, decision.moves)

    def _decisions(self, seat: int) -> list[Decision]:
        table = self._room.table
        if seat == SPECTATOR or not table.opening.coach or table.current is None:
            return []
        if table.current is not self._deal:
            self._begin(table.current)
        followed = self._followed.get(seat)
        if followed is None or not followed.catch_up():
            followed = self._followed[seat] = _Followed(table.current, seat)
            followed.catch_up()
        return followed.made

    def _begin(self, deal: Deal) -> None:
        """Another deal: what was known of the last is of no use."""
        self.stop()
        self._deal = deal
        self._followed.clear()
        self._known.clear()
        self._failures.clear()

    async def _work_out(self, decision: Decision, asked: _Asked) -> None:
        machines = self._room.office.machines
        try:
            coached = await machines.coach(decision.view, decision.moves, asked.lang)
        except Exception as failure:
            # What nobody foresaw is told with its trace; either way it is tried again.
            trace = None if isinstance(failure, LudotecaError) else failure
            log.warning("no coach at %s: %s", self._room.table.id, failure, exc_info=trace)
            self._failures[asked] += 1
            return
        finally:
            if self._tasks.get(asked) is asyncio.current_task():
                del self._tasks[asked]
        self._known[asked] = coached
        self._room.refresh_seat(asked.seat)
