"""Odds and advice beside the cards: asked for after the view was sent, and sent when known."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING
from weakref import proxy

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import language
from ludoteca.players.factory import remembers

if TYPE_CHECKING:
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
        game = scene.game
        view = self._room.table.view(scene.viewer, remembers(game, game.info.levels[-1]))
        assert view is not None
        return view

    def forget(self) -> None:
        """The decision is another: what was being worked out is of no use."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._known.clear()

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
