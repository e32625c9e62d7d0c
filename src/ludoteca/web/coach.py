"""The coach at a table: what each decision of a seat cost, worked out after it and kept in memory.

What is known is made anew from the moves of the deal, so that nothing of it is in the journal.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import language
from ludoteca.core.ids import SPECTATOR
from ludoteca.players.coaching import Coached, Decision, decisions

if TYPE_CHECKING:
    from ludoteca.web.room import Room

log = logging.getLogger("ludoteca.web")


class _Asked(NamedTuple):
    """A decision by its moves and the number of moves before it, and who is told in what language.

    A move that is taken back and made otherwise is another decision.
    """

    seat: int
    lang: str
    at: int
    moves: tuple[int, ...]


class TableCoach:
    """What the decisions of the present deal cost, as far as it is known."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._deal = 0
        self._made: dict[int, tuple[int, list[Decision]]] = {}
        self._known: dict[_Asked, Coached | None] = {}
        self._tasks: dict[_Asked, asyncio.Task[None]] = {}

    def known(self, seat: int) -> tuple[Coached, ...]:
        """What is known of the decisions of ``seat``, in their order, in the language in use."""
        found = (self._known.get(self._asked(d)) for d in self._decisions(seat))
        return tuple(coached for coached in found if coached is not None)

    def want_for(self, seat: int) -> None:
        """Have worked out what the decisions of ``seat`` cost."""
        for decision in self._decisions(seat):
            asked = self._asked(decision)
            if asked not in self._known and asked not in self._tasks:
                self._tasks[asked] = asyncio.create_task(self._work_out(decision, asked))

    @staticmethod
    def _asked(decision: Decision) -> _Asked:
        return _Asked(decision.view.seat, language(), decision.at, decision.moves)

    def _decisions(self, seat: int) -> list[Decision]:
        table = self._room.table
        if seat == SPECTATOR or not table.opening.coach or table.current is None:
            return []
        if table.current.number != self._deal:
            self._begin(table.current.number)
        moves = table.current.moves
        n, made = self._made.get(seat, (-1, []))
        if n != len(moves):
            made = list(decisions(table.current.start(), moves, seat))
            self._made[seat] = len(moves), made
        return made

    def _begin(self, deal: int) -> None:
        """Another deal: what was known of the last is of no use."""
        for task in self._tasks.values():
            task.cancel()
        self._deal = deal
        self._made.clear()
        self._known.clear()
        self._tasks.clear()

    async def _work_out(self, decision: Decision, asked: _Asked) -> None:
        machines = self._room.office.machines
        try:
            coached = await machines.coach(decision.view, decision.moves, asked.lang)
        except LudotecaError as failure:
            log.warning("no coach at %s: %s", self._room.table.id, failure)
            return
        if self._tasks.pop(asked, None) is asyncio.current_task():
            self._known[asked] = coached
            self._room.refresh_seat(asked.seat)
