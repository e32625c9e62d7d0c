"""Odds and advice at a table: requested after a view is sent, and sent when they are there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import proxy

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import language
from ludoteca.players.advice.advise import has_odds_of_choice, reads_past

if TYPE_CHECKING:
    from ludoteca.core.numbers import Odd
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice.advise import Advice
    from ludoteca.table.scene import Scene
    from ludoteca.web.table_actor import TableActor

log = logging.getLogger("ludoteca.web")

Asked = tuple[int, str]
"""A seat and its language."""


class Advisor:
    """The advice for the current decision of a table, and the request for it."""

    def __init__(self, actor: TableActor) -> None:
        self._actor: TableActor = proxy(actor)  # weak: a table that goes is freed at once
        self._known: dict[Asked, Advice] = {}
        self._tasks: dict[Asked, asyncio.Task[None]] = {}
        self._chosen: dict[Asked, tuple[int, ...]] = {}
        self._of_choice: dict[Asked, tuple[Odd, ...]] = {}
        self._following: dict[Asked, asyncio.Task[None]] = {}

    def known(self, seat: int, lang: str) -> Advice | None:
        """The advice for ``seat``, None until it is there."""
        return self._known.get((seat, lang))

    def want_for(self, scene: Scene) -> None:
        """Request advice for the decision in ``scene``, where there is one."""
        key = (scene.viewer, language())
        if not scene.hints or scene.view is None or not scene.view.legal:
            return
        if key not in self._known and key not in self._tasks:
            view = self._view(scene)
            self._tasks[key] = asyncio.create_task(self._work_out(view, key))

    def _view(self, scene: Scene) -> SeatView:
        """The view of the seat of ``scene``, with its past where the adviser reads that."""
        view = self._actor.table.view(scene.viewer, reads_past(scene.game))
        assert view is not None
        return view

    def choose(self, seat: int, decision: int, moves: Sequence[int]) -> None:
        """Request the odds of ``moves``, which ``seat`` has picked and not made yet.

        One request at a time: choices made while it runs are skipped but for the last.
        """
        table, key = self._actor.table, (seat, language())
        wanted = table.opening.hints and has_odds_of_choice(table.game)
        if not wanted or decision != table.decision:
            return
        self._chosen[key] = tuple(moves)
        if key not in self._following:
            self._following[key] = asyncio.create_task(self._follow(key))

    def known_of_choice(self, seat: int, lang: str) -> tuple[Odd, ...]:
        """The odds of the moves that ``seat`` has picked, None until they are there."""
        return self._of_choice.get((seat, lang), ())

    def forget(self) -> None:
        """Drop all answers and requests: they belong to an earlier decision."""
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
                self._actor.refresh_seat(key[0])
        del self._following[key]

    async def _odds_of(self, moves: tuple[int, ...], key: Asked) -> tuple[Odd, ...]:
        view, services = self._actor.table.view(key[0]), self._actor.services
        if view is None or not view.legal:
            return ()
        try:
            return await services.machines.odds_of_choice(view, moves, key[1], services.seed())
        except LudotecaError as failure:
            log.info("no odds of a choice at %s: %s", self._actor.table.id, failure)
            return ()

    async def _work_out(self, view: SeatView, key: Asked) -> None:
        services = self._actor.services
        try:
            advice = await services.machines.advise(view, key[1], services.seed())
        except LudotecaError as failure:
            log.warning("no advice at %s: %s", self._actor.table.id, failure)
            return
        if self._tasks.get(key) is asyncio.current_task():
            self._known[key] = advice
            self._actor.refresh_seat(key[0])
