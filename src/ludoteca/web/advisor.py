"""Odds and advice beside the cards: asked for after the view was sent, and sent when known."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import proxy

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import language
from ludoteca.players.advising import reads_past
from ludoteca.players.choosing import tells_choices

if TYPE_CHECKING:
    from ludoteca.core.numbers import Odd
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice import Advice
    from ludoteca.web.room import Room
    from ludoteca.web.table.scene import Scene

log = logging.getLogger("ludoteca.web")

Asked = tuple[int, str]
"""A seat, and the language in which it is told."""


class Advisor:
    """What is known, and being worked out, for the present decision of a table."""

    def __init__(self, room: Room) -> None:
        self._room: Room = proxy(room)  # it holds us: memory is free at once when it goes
        self._known: dict[Asked, Advice] = {}
        self._tasks: dict[Asked, asyncio.Task[None]] = {}
        self._chosen: dict[Asked, tuple[int, ...]] = {}
        self._of_choice: dict[Asked, tuple[Odd, ...]] = {}
        self._following: dict[Asked, asyncio.Task[None]] = {}

    def known(self, seat: int, lang: str) -> Advice | None:
        """The advice for ``seat``, where it is known."""
        return self._known.get((seat, lang))

    def want_for(self, scene: Scene) -> None:
        """Have advice worked out for the decision in ``scene``, where there is one."""
        key = (scene.viewer, language())
        if not scene.hints or scene.view is None or not scene.view.legal:
            return
        if key not in self._known and key not in self._tasks:
            view = self._view(scene)
            self._tasks[key] = asyncio.create_task(self._work_out(view, key))

    def _view(self, scene: Scene) -> SeatView:
        """What the seat of ``scene`` sees, with its past where the adviser reads that."""
        view = self._room.table.view(scene.viewer, reads_past(scene.game))
        assert view is not None
        return view

    def choose(self, seat: int, decision: int, moves: Sequence[int]) -> None:
        """Have the odds of ``moves`` worked out, which ``seat`` has chosen and not made yet.

        One choice at a time: what was chosen in between is passed over.
        """
        table, key = self._room.table, (seat, language())
        if not table.opening.hints or decision != table.decision or not tells_choices(table.game):
            return
        self._chosen[key] = tuple(moves)
        if key not in self._following:
            self._following[key] = asyncio.create_task(self._follow(key))

    def known_of_choice(self, seat: int, lang: str) -> tuple[Odd, ...]:
        """The odds of what ``seat`` has chosen, where they are known."""
        return self._of_choice.get((seat, lang), ())

    def forget(self) -> None:
        """The decision is another: what was being worked out is of no use."""
        for task in (*self._tasks.values(), *self._following.values()):
            task.cancel()
        for kept in (self._tasks, self._known, self._chosen, self._following, self._of_choice):
            kept.clear()

    async def _follow(self, key: Asked) -> None:
        told: tuple[int, ...] | None = None
        while self._chosen[key] != told:
            told = self._chosen[key]
            odds = await self._odds_of(told, key) if told else ()
            if self._following.get(key) is not asyncio.current_task():
                return
            if odds != self._of_choice.get(key, ()):
                self._of_choice[key] = odds
                self._room.refresh_seat(key[0])
        del self._following[key]

    async def _odds_of(self, moves: tuple[int, ...], key: Asked) -> tuple[Odd, ...]:
        view, office = self._room.table.view(key[0]), self._room.office
        if view is None or not view.legal:
            return ()
        try:
            return await office.machines.odds_of_choice(view, moves, key[1], office.seed())
        except LudotecaError as failure:
            log.info("no odds of a choice at %s: %s", self._room.table.id, failure)
            return ()

    async def _work_out(self, view: SeatView, key: Asked) -> None:
        office = self._room.office
        try:
            advice = await office.machines.advise(view, key[1], office.seed())
        except LudotecaError as failure:
            log.warning("no advice at %s: %s", self._room.table.id, failure)
            return
        if self._tasks.get(key) is asyncio.current_task():
            self._known[key] = advice
            self._room.refresh_seat(key[0])
