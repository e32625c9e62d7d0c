"""The machines of a server: workers for what people wait for, processes of their own for jobs."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, Verb, quiet
from ludoteca.players.warm import plays_at_once
from ludoteca.web.machines.desk import Desk, Order, stopping
from ludoteca.web.machines.frames import Request
from ludoteca.web.machines.preparing import Preparations
from ludoteca.web.machines.process import LONG_WORK, MachineFailed, WorkerProcess, unread
from ludoteca.web.machines.slot import Slot

if TYPE_CHECKING:
    from ludoteca.core.numbers import Odd
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice import Advice
    from ludoteca.players.coaching import Coached
    from ludoteca.players.review import Review
    from ludoteca.players.why import Why
    from ludoteca.web.machines.answers import AnswerDoc

GRACE_SECONDS = 10.0  #: beyond its thinking time, before a machine is taken to be lost
QUEUE_SECONDS = 60.0  #: that an order waits for a worker at most
ADVICE_SECONDS = 20.0
PREPARING_SECONDS = 600.0
JOB_SECONDS = 3600.0
REVIEW_SECONDS = 600.0


class Pool:
    """``workers`` processes in which machines think, and ``jobs`` at a time for long work.

    A move never waits behind long work, nor behind advice where there are two workers or more.
    Reviews of records have a place of their own, beside the jobs. All coroutines belong to one
    event loop; :meth:`start` and :meth:`stop` are its ends.
    """

    def __init__(self, workers: int = 2, jobs: int = 1) -> None:
        self._workers = max(1, workers)
        self._desk = Desk()
        self._slots: list[Slot] = []
        self._running: list[asyncio.Task[None]] = []
        self._job_places = asyncio.Semaphore(max(1, jobs))
        self._review_place = asyncio.Semaphore(1)
        self._why_place = asyncio.Semaphore(1)
        self._jobs: set[WorkerProcess] = set()
        one_at_a_time = asyncio.Lock()
        self._to_play = Preparations(self._make_ready_to_play, one_at_a_time)
        self._to_search = Preparations(self._make_ready_to_search, one_at_a_time)
        self._to_advise = Preparations(self._make_ready_to_advise, one_at_a_time)
        self._afterwards: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the workers, so that they are there before anybody asks."""
        for number in range(self._workers):
            # Where there are several, the first is kept for moves.
            self._slots.append(Slot(self._desk, advises=number > 0 or self._workers == 1))
            self._running.append(asyncio.create_task(self._slots[-1].run()))

    async def stop(self) -> None:
        """End all workers and jobs; whoever still waits gets :class:`MachineFailed`."""
        preparing = (self._to_play, self._to_search, self._to_advise)
        ending = [*(task for each in preparing for task in each.tasks()), *self._running]
        for task in (*ending, *self._afterwards):
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        for process in list(self._jobs):
            await process.kill()
        for queue in (self._desk.moves, self._desk.advice):
            for order in queue:
                order.fail(stopping())
            queue.clear()
        self._running.clear()
        self._slots.clear()

    def pids(self) -> list[int]:
        """The process ids of the workers that live now, and of the jobs."""
        workers = [slot.process for slot in self._slots if slot.process is not None]
        return [process.pid for process in (*workers, *self._jobs) if process.alive]

    # -- what people wait for -------------------------------------------------------------------

    def is_ready(self, game_name: str) -> bool:
        """True where :meth:`prepare` would return at once."""
        return self._to_play.is_ready(game_name)

    async def prepare(
        self, game_name: str, progress: Progress | None = None, machines: Sequence[str] = ()
    ) -> None:
        """Have all that the game's machines use compiled, and loaded by every worker.

        The general searches are made ready only where they are among ``machines``. Once a game and
        server; further calls wait for the first, or return at once. ``progress`` gets the number of
        functions compiled so far, and words in the language of who asks. Raises
        :class:`MachineFailed`; the next call tries again. What advice uses follows of itself.
        """
        await self._to_play.wait_for(game_name, progress)
        if not all(plays_at_once(spec) for spec in machines):
            await self._to_search.wait_for(game_name, progress)
        if not self._to_advise.is_begun(game_name):
            task = asyncio.create_task(self._prepare_advice(game_name))
            self._afterwards.add(task)
            task.add_done_callback(self._afterwards.discard)

    async def _prepare_advice(self, game_name: str) -> None:
        # Where it fails, who asks for advice is told.
        with contextlib.suppress(LudotecaError):
            await self._to_advise.wait_for(game_name)

    async def choose(self, view: SeatView, spec: str, seed: int, seconds: float) -> int:
        """The move of the machine ``spec``, which thinks for ``seconds`` at most.

        It is one of ``view.legal``, and depends on the view and the seed alone: each move is asked
        of a new player. A machine that reads what it saw before needs a view with its past.
        Prepares the game where nobody has. Raises :class:`MachineFailed`, and ``BadInput`` where
        there is no such machine.
        """
        await self.prepare(view.game.name, machines=(spec,))
        request = Request("choose", (view, spec, seed, seconds))
        action: int = await self._ordered(self._desk.moves, request, seconds + GRACE_SECONDS)
        return action

    async def advise(self, view: SeatView, lang: str, seed: int) -> Advice:
        """Odds and, where it is the seat's turn, the best machine's move and what each is worth.

        Texts are in the language ``lang``; equal seeds give equal advice. Raises
        :class:`MachineFailed`.
        """
        await self.prepare(view.game.name)
        await self._to_advise.wait_for(view.game.name)
        request = Request("advise", (view, lang, seed))
        advice: Advice = await self._ordered(self._desk.advice, request, ADVICE_SECONDS)
        return advice

    async def odds_of_choice(
        self, view: SeatView, moves: Sequence[int], lang: str, seed: int
    ) -> tuple[Odd, ...]:
        """The odds of ``moves``, chosen by the seat of ``view`` and not made yet, told in ``lang``.

        Raises :class:`MachineFailed`, and ``BadInput`` where the seat cannot make them.
        """
        await self.prepare(view.game.name)
        await self._to_advise.wait_for(view.game.name)
        request = Request("odds_of_choice", (view, tuple(moves), lang, seed))
        odds: tuple[Odd, ...] = await self._ordered(self._desk.advice, request, ADVICE_SECONDS)
        return odds

    async def coach(self, view: SeatView, moves: Sequence[int], lang: str) -> Coached | None:
        """What ``moves`` of the seat of ``view`` cost, told in ``lang``, by the game's coach.

        Raises :class:`MachineFailed`.
        """
        request = Request("coach", (view, tuple(moves), lang))
        coached: Coached | None = await self._ordered(self._desk.advice, request, ADVICE_SECONDS)
        return coached

    async def explain(
        self,
        view: SeatView,
        spec: str,
        made: int,
        seed: int,
        seconds: float,
        lang: str,
        progress: Progress = quiet,
    ) -> Why:
        """Why the machine ``spec`` made the move ``made`` where its seat saw ``view``.

        One at a time, among what advice is asked for; ``progress`` is that of the preparation.
        Raises :class:`MachineFailed`, and ``BadInput`` where there is no such machine.
        """
        request = Request("explain", (view, spec, made, seed, seconds, lang))
        async with self._why_place:
            await self.prepare(view.game.name, progress, machines=(spec,))
            why: Why = await self._ordered(self._desk.advice, request, seconds + GRACE_SECONDS)
            return why

    async def _ordered(self, queue: deque[Order], request: Request, seconds: float) -> Any:
        if not self._slots:
            raise stopping()
        order = Order(request, seconds)
        self._desk.put(queue, order)
        try:
            async with asyncio.timeout(seconds + QUEUE_SECONDS):
                return await order.answer
        except TimeoutError:
            raise MachineFailed(_("all machines are busy; try again later")) from None

    # -- long work ------------------------------------------------------------------------------

    async def review(
        self, record_text: str, seat: int | None, lang: str, progress: Progress = quiet
    ) -> Review:
        """The decisions of ``seat`` (None: of all seats) that cost most, worst first.

        A job as :meth:`ask` is, but it waits for other reviews only. Raises ``BadInput`` where the
        record cannot be read.
        """
        request = Request("review", (record_text, seat, lang))
        review: Review = await self._in_turn(self._review_place, request, REVIEW_SECONDS, progress)
        return review

    async def ask(
        self,
        game: str,
        verb: Verb,
        question: str,
        given: Mapping[str, Any],
        options: Mapping[str, Any],
        seed: int,
        lang: str,
        progress: Progress = quiet,
        draft: Callable[[AnswerDoc], None] = unread,
    ) -> AnswerDoc:
        """The answer to a game's question, as plain data in the language ``lang``.

        ``draft`` gets what was found so far, from a question that tells it.

        It runs in a process of its own, which ends when this coroutine is cancelled; a question
        that can be resumed then goes on from there the next time. Raises ``BadInput`` where the
        question refuses what it was given.
        """
        arguments = (game, verb, question, dict(given), dict(options), seed, lang)
        request = Request("ask", arguments)
        answer: AnswerDoc = await self._in_turn(
            self._job_places, request, JOB_SECONDS, progress, draft
        )
        return answer

    async def _in_turn(
        self,
        places: asyncio.Semaphore,
        request: Request,
        seconds: float,
        progress: Progress,
        draft: Callable[[Any], None] = unread,
    ) -> Any:
        if places.locked():
            progress(0, None, _("waiting for other work to end"))
        async with places:
            return await self._alone(request, seconds, progress, draft)

    async def _alone(
        self,
        request: Request,
        seconds: float,
        progress: Progress,
        draft: Callable[[Any], None] = unread,
    ) -> Any:
        """What a process of its own answers."""
        process = await WorkerProcess.started(LONG_WORK)
        self._jobs.add(process)
        try:
            return await process.do(request, seconds, progress, draft)
        except asyncio.CancelledError:
            await asyncio.shield(process.stop())
            raise
        finally:
            await asyncio.shield(process.kill())
            self._jobs.discard(process)

    async def _make_ready_to_play(self, game_name: str, progress: Progress) -> None:
        request = Request("warm_play", (game_name,))
        await self._alone(request, PREPARING_SECONDS, progress)
        await asyncio.gather(*(slot.load(request) for slot in self._slots))

    async def _make_ready_to_search(self, game_name: str, progress: Progress) -> None:
        request = Request("warm_search", (game_name,))
        await self._alone(request, PREPARING_SECONDS, progress)
        await asyncio.gather(*(slot.load(request) for slot in self._slots))

    async def _make_ready_to_advise(self, game_name: str, progress: Progress) -> None:
        request = Request("warm_advice", (game_name,))
        await self._alone(request, PREPARING_SECONDS, progress)
        # One after the other, so that the others are there for moves.
        for slot in self._slots:
            if slot.advises:
                await slot.load(request)
