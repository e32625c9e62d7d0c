"""Odds and advice at a table: requested after a view is sent, and sent when they are there."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, cast
from weakref import proxy

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _, language
from ludoteca.players.advice.advise import has_odds_of_choice, reads_past
from ludoteca.table.refusal import Refusal

if TYPE_CHECKING:
    from ludoteca.core.numbers import Odd
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice.advise import Advice
    from ludoteca.table.scene import Scene
    from ludoteca.web.sockets import Line
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
        self._done: dict[Asked, tuple[int, int]] = {}
        self._chosen: dict[Asked, tuple[int, ...]] = {}
        self._of_choice: dict[Asked, tuple[Odd, ...]] = {}
        self._following: dict[Asked, asyncio.Task[None]] = {}
        self._suggesting: dict[int, asyncio.Task[None]] = {}

    def known(self, seat: int, lang: str) -> Advice | None:
        """The advice for ``seat``, None until it is there."""
        return self._known.get((seat, lang))

    def preparing(self, seat: int) -> str:
        """Words for what the advice of ``seat`` waits for, in the language in use; "" for none."""
        table, key = self._actor.table, (seat, language())
        if not table.opening.hints or table.phase != "playing":
            return ""
        if not self._actor.services.machines.advises(table.game.name):
            return _("The machines are being prepared; odds and advice come by themselves.")
        if key not in self._done:
            return ""
        done, of = self._done[key]
        return _("Thinking: {done} of {of} simulated deals for each move.").format(done=done, of=of)

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

    def suggest(self, line: Line, seat: int, decision: int, wanted: str) -> None:
        """Request moves of the kind ``wanted``, and let ``seat`` try them once they are there.

        One request at a time; where there are no such moves ``line`` is told.
        """
        view = self._actor.table.view(seat)
        if seat in self._suggesting or view is None or decision != self._actor.table.decision:
            return
        self._suggesting[seat] = asyncio.create_task(
            self._suggest(line, seat, decision, view, wanted)
        )

    async def _suggest(
        self, line: Line, seat: int, decision: int, view: SeatView, wanted: str
    ) -> None:
        try:
            moves = await self._actor.services.machines.moves_to_try(view, wanted)
            if self._suggesting.pop(seat, None) is not asyncio.current_task():
                return
            if moves:
                self._actor.try_moves(seat, decision, moves, ())
            else:
                line.refuse(Refusal("not-now", _("nothing can be laid now")))
        except LudotecaError as failure:
            self._suggesting.pop(seat, None)
            line.refuse(failure)

    def forget(self) -> None:
        """Drop all answers and requests: they belong to an earlier decision."""
        running = (self._tasks, self._following, self._suggesting)
        for task in chain.from_iterable(tasks.values() for tasks in running):
            task.cancel()
        for kept in (*running, self._known, self._done, self._chosen, self._of_choice):
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
        # A variable that had the task would keep both alive where it is cancelled.
        of_this = weakref.ref(cast(asyncio.Task[None], asyncio.current_task()))

        def is_asked() -> bool:
            task = self._tasks.get(key)
            return task is not None and task is of_this()

        def progress(done: int, total: int | None = None, words: str = "") -> None:
            if is_asked() and total is not None:
                self._done[key] = done, total
                self._actor.refresh_seat(key[0])

        try:
            advice = await services.machines.advise(view, key[1], services.seed(), progress)
        except LudotecaError as failure:
            log.warning("no advice at %s: %s", self._actor.table.id, failure)
            return
        finally:
            if is_asked():
                self._done.pop(key, None)
        if is_asked():
            self._known[key] = advice
            self._actor.refresh_seat(key[0])
