"""The engines of a server: workers for requests that people wait for, a process for a long job.

A game is prepared once a server: compiled in a process apart, then loaded by every worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _, language, ngettext, speaking
from ludoteca.core.questions import Progress, Verb, in_parts, quiet
from ludoteca.core.registry import load_game
from ludoteca.players.warm import Stage, plays_at_once, preparing_words
from ludoteca.web.engines.supervisor import (
    LONG_WORK,
    Drafts,
    Engine,
    MachineFailed,
    Order,
    OrderQueue,
    Orders,
    Supervisor,
    TimeUp,
    stopping,
    unread,
)
from ludoteca.web.fair_shares import Places
from ludoteca.workers.ipc import Request

if TYPE_CHECKING:
    from ludoteca.core.answers import Document
    from ludoteca.core.numbers import Odd
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice.advise import Advice
    from ludoteca.players.advice.review import Review
    from ludoteca.players.advice.verdicts import Verdict
    from ludoteca.players.advice.why import Why

Part: TypeAlias = tuple[str, Stage]  #: of a game, by name
Prepare: TypeAlias = Callable[[str, Stage, Progress], Awaitable[None]]


class Steps(NamedTuple):
    """The state of a preparation: steps done, of how many; ``total`` is 0 before it begins."""

    done: int = 0
    total: int = 0

    @property
    def share(self) -> float:
        """The share that is done, 0 before it begins."""
        return self.done / self.total if self.total else 0.0


class Preparations:
    """The stages of each game's preparation, shared by all who wait for them.

    ``prepare(name, stage, progress)`` does the work. ``at_once`` games are prepared side by side,
    the stages of one game in turn; where a stage failed, the next who asks tries again.
    ``listeners`` are called at every step.
    """

    def __init__(self, prepare: Prepare, at_once: int) -> None:
        self.listeners: set[Callable[[], None]] = set()
        self._prepare = prepare
        self._places = asyncio.Semaphore(at_once)
        self._one_game: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._tasks: dict[Part, asyncio.Task[None]] = {}
        self._steps: dict[Part, Steps] = {}
        self._failed: set[Part] = set()
        self._waiting: defaultdict[Part, list[tuple[str, Progress]]] = defaultdict(list)

    def is_ready(self, name: str, stage: Stage = Stage.PLAY) -> bool:
        """True where the stage of the game ``name`` has been prepared."""
        task = self._tasks.get((name, stage))
        return task is not None and task.done() and not task.cancelled() and not task.exception()

    def is_begun(self, name: str, stage: Stage) -> bool:
        """True where it has been prepared, or is being."""
        return (name, stage) in self._tasks

    def share(self, name: str, stage: Stage = Stage.PLAY) -> float:
        """The share of the stage that is prepared: from 0 to 1, and 1 only once it is ready.

        It never falls: of what is begun anew only steps beyond those done before are told.
        """
        if self.is_ready(name, stage):
            return 1.0
        return min(0.99, self._steps.get((name, stage), Steps()).share)

    def has_failed(self, name: str, stage: Stage) -> bool:
        """True where the stage has failed, and has not succeeded since."""
        return (name, stage) in self._failed

    async def wait_for(self, name: str, stage: Stage, progress: Progress | None = None) -> None:
        """Wait until the stage is ready; raises what its preparation raised.

        ``progress`` is told of the steps in the language of the caller.
        """
        if self.is_ready(name, stage):
            return
        task = self._tasks.get((name, stage))
        if task is None or task.done():
            task = asyncio.create_task(self._run(name, stage))
            self._tasks[name, stage] = task
        waiting = self._waiting[name, stage]
        listener = (language(), progress) if progress is not None else None
        if listener is not None:
            waiting.append(listener)
        try:
            # Others may wait for it too: a cancelled caller does not end it.
            await asyncio.shield(task)
        finally:
            if listener is not None:
                waiting.remove(listener)

    async def _run(self, name: str, stage: Stage) -> None:
        game, part = load_game(name), (name, stage)
        self._steps.setdefault(part, Steps())

        def tell(
            done: int, total: int | None = None, words: str = "", share: float | None = None
        ) -> None:
            steps = max(self._steps[part], Steps(done, total or 0), key=lambda steps: steps.share)
            self._steps[part] = steps
            for spoken, progress in list(self._waiting[part]):
                with speaking(spoken):
                    progress(steps.done, steps.total or None, preparing_words(game))
            self._changed()

        try:
            async with self._one_game[name], self._places:
                tell(0)
                await self._prepare(name, stage, tell)
            self._failed.discard(part)
        except Exception:
            self._failed.add(part)
            raise
        finally:
            # After the task has ended, so that listeners find it so.
            asyncio.get_running_loop().call_soon(self._changed)

    def _changed(self) -> None:
        for listener in list(self.listeners):
            listener()

    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """The preparations under way or done."""
        return tuple(self._tasks.values())


GRACE_SECONDS = 10.0  #: beyond its thinking time, before a machine is taken to be lost
QUEUE_SECONDS = 60.0  #: that a move waits for a worker at most; advice waits until it is there
LOST_SECONDS = 600.0
"""After which an engine that works advice out is taken to be lost; far longer than any takes, since
advice is bounded by its work, and comes later on a busy machine."""
PREPARING_SECONDS = 600.0
STUDY_SECONDS = 3600.0
OFFERED_SECONDS = 30.0  #: for a move of a machine that the server offers, which keeps its own time
MOST_WAITING = 100  #: long works of one address


def _task(name: str, *arguments: Any) -> Request:
    """The request for a function of :mod:`ludoteca.web.engines.tasks`."""
    return Request(f"ludoteca.web.engines.tasks:{name}", arguments)


class EnginePool:
    """A pool of ``workers`` engines, and of ``jobs`` processes at a time for long work.

    A move never waits behind long work, nor behind advice where there are two workers or more; nor,
    with two or more, behind all that an address asks for beyond its share of their time. Odds and
    reviews of records have places of their own, beside the jobs; addresses get each in turn.
    ``environment`` adds to that of the processes; a study or odds take ``study_seconds`` at most.
    ``machines`` are those that the server offers beside a game's own, by game and name: what they
    run, which may be slow or crash, has as many engines of its own.
    All coroutines belong to one event loop; :meth:`start` and :meth:`stop` are its ends.
    """

    def __init__(
        self,
        workers: int = 2,
        jobs: int = 1,
        environment: Mapping[str, str] | None = None,
        study_seconds: float = STUDY_SECONDS,
        machines: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._workers = max(1, workers)
        self._environment = dict(environment or {})
        self._machines = machines or {}
        self._orders, self._offered = OrderQueue(), OrderQueue()
        self._supervisors: list[Supervisor] = []
        self._apart: list[Supervisor] = []
        self._running: list[asyncio.Task[None]] = []
        self._study_seconds = study_seconds
        self._job_places = Places(max(1, jobs), MOST_WAITING)
        self._odds_place = Places(1, MOST_WAITING)
        self._review_place = Places(1, MOST_WAITING)
        self._why_place = Places(1, MOST_WAITING)
        self._jobs: set[Engine] = set()
        self.preparations = Preparations(self._prepare, at_once=os.cpu_count() or 1)
        self._afterwards: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the workers, so that they are there before the first request."""
        for number in range(self._workers):
            # Where there are several, the first is kept for moves.
            advises = number > 0 or self._workers == 1
            self._supervisors.append(Supervisor(self._orders, advises, self._environment))
            if self._machines:
                self._apart.append(Supervisor(self._offered, True, self._environment))
        everybody = (*self._supervisors, *self._apart)
        self._running += [asyncio.create_task(supervisor.run()) for supervisor in everybody]

    async def stop(self) -> None:
        """End all workers and jobs; whoever still waits gets :class:`MachineFailed`."""
        ending = [*self.preparations.tasks(), *self._running]
        for task in (*ending, *self._afterwards):
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        for job in list(self._jobs):
            await job.kill()
        for queue in (self._orders.moves, self._orders.advice, self._offered.moves):
            for order in queue:
                order.fail(stopping())
            queue.clear()
        self._running.clear()
        self._supervisors.clear()
        self._apart.clear()

    @property
    def moves_waiting(self) -> int:
        """The number of moves that no engine has begun to choose."""
        return sum(1 for queue in (self._orders, self._offered) for _order in queue.moves)

    def pids(self) -> list[int]:
        """The process ids of the workers that live now, and of the jobs."""
        supervisors = (*self._supervisors, *self._apart)
        thinking = [each.engine for each in supervisors if each.engine is not None]
        return [engine.pid for engine in (*thinking, *self._jobs) if engine.alive]

    # -- requests that people wait for ----------------------------------------------------------

    async def prepare(
        self, game_name: str, progress: Progress | None = None, machines: Sequence[str] = ()
    ) -> None:
        """Compile everything that the game's machines use, and load it in every worker.

        The general searches are made ready only where they are among ``machines``. Once a game and
        server; further calls wait for the first, or return at once. ``progress`` gets the steps
        done and their number, and words in the language of the caller. Raises
        :class:`MachineFailed`; the next call tries again. What advice uses follows of itself.
        """
        stages = [Stage.PLAY]
        if not all(plays_at_once(spec) for spec in machines):
            stages.append(Stage.SEARCH)
        parts = in_parts(progress or quiet, *(1.0 for _stage in stages))
        for stage, part in zip(stages, parts, strict=True):
            await self.preparations.wait_for(game_name, stage, part)
        if not self.preparations.is_begun(game_name, Stage.ADVICE):
            task = asyncio.create_task(self._prepare_advice(game_name))
            self._afterwards.add(task)
            task.add_done_callback(self._afterwards.discard)

    async def _prepare_advice(self, game_name: str) -> None:
        # A failure is reported to the next request for advice.
        with contextlib.suppress(LudotecaError):
            await self.preparations.wait_for(game_name, Stage.ADVICE)

    async def choose(
        self, view: SeatView, spec: str, seed: int, seconds: float, address: str = ""
    ) -> int:
        """The move of the machine ``spec``, which thinks for ``seconds`` at most.

        It waits in turn with the moves of other addresses, and takes as long where there is only
        one legal move: the wait tells nothing of the cards. It is one of ``view.legal``, and
        depends on the view and the seed alone: each move is asked of a new player. A machine that
        reads what it saw before needs a view with its past. Of all this, one that the server offers
        is only known to make a legal move. Prepares the game where nobody has.
        Raises :class:`MachineFailed`, and ``BadInput`` where there is no such machine.
        """
        offered = self._machines.get(view.game.name, {}).get(spec)
        await self.prepare(view.game.name, machines=(offered or spec,))
        if offered is not None:
            orders, bound = self._offered, OFFERED_SECONDS
            task = _task("choose_offered", view, offered, seed)
        else:
            orders, bound = self._orders, seconds + GRACE_SECONDS
            task = _task("choose", view, spec, seed, seconds)
        try:
            async with asyncio.timeout(bound + QUEUE_SECONDS):
                action: int = await self._put(orders, orders.moves, Order(task, bound, address))
        except TimeoutError:
            raise MachineFailed(_("all machines are busy; try again later")) from None
        return action

    def advises(self, game_name: str) -> bool:
        """True where :meth:`advise` need not wait until the game's advice is prepared."""
        return self.preparations.is_ready(game_name, Stage.ADVICE)

    async def advise(
        self, view: SeatView, lang: str, seed: int, progress: Progress = quiet
    ) -> Advice:
        """Odds and, where it is the seat's turn, the best machine's move and what each is worth.

        Texts are in the language ``lang``; equal seeds give equal advice, however busy the machine
        is. ``progress`` gets the worlds that are done. Raises :class:`MachineFailed`.
        """
        await self.prepare(view.game.name)
        await self.preparations.wait_for(view.game.name, Stage.ADVICE)
        advice: Advice = await self._advice("advise", view, lang, seed, progress=progress)
        return advice

    async def odds_of_choice(
        self, view: SeatView, moves: Sequence[int], lang: str, seed: int
    ) -> tuple[Odd, ...]:
        """The odds of ``moves``, chosen by the seat of ``view`` and not made yet, told in ``lang``.

        Raises :class:`MachineFailed`, and ``BadInput`` where the seat cannot make them.
        """
        await self.prepare(view.game.name)
        await self.preparations.wait_for(view.game.name, Stage.ADVICE)
        odds: tuple[Odd, ...] = await self._advice("odds_of_choice", view, tuple(moves), lang, seed)
        return odds

    async def moves_to_try(self, view: SeatView, wanted: str, address: str = "") -> Sequence[int]:
        """Moves of the kind ``wanted`` for the seat of ``view`` to try; none where there are none.

        A button waits for them: they are found among the moves of machines, and wait behind no
        advice, nor for its preparation where they were compiled before. Raises
        :class:`MachineFailed`.
        """
        await self.prepare(view.game.name)
        moves = await self._tried(view, wanted, self.advises(view.game.name), address)
        if moves is None:
            await self.preparations.wait_for(view.game.name, Stage.ADVICE)
            moves = await self._tried(view, wanted, True, address)
        return moves or ()

    async def _tried(
        self, view: SeatView, wanted: str, compiles: bool, address: str
    ) -> Sequence[int] | None:
        order = Order(_task("moves_to_try", view, wanted, compiles), GRACE_SECONDS, address)
        moves: Sequence[int] | None = await self._put(self._orders, self._orders.moves, order)
        return moves

    async def coach(self, view: SeatView, moves: Sequence[int], lang: str) -> Verdict | None:
        """The cost of ``moves`` of the seat of ``view``, told in ``lang``, by the game's coach.

        Raises :class:`MachineFailed`.
        """
        verdict: Verdict | None = await self._advice("coach", view, tuple(moves), lang)
        return verdict

    async def explain(
        self,
        view: SeatView,
        spec: str,
        turn: Sequence[int],
        seed: int,
        lang: str,
        progress: Progress = quiet,
        address: str = "",
    ) -> Why:
        """The reasons of the machine ``spec`` for a move, given the view of its seat.

        ``turn`` is the move, and what follows it as one. One at a time, among what advice is asked
        for; ``progress`` is that of the preparation, then of its thinking. Raises
        :class:`MachineFailed`, and ``BadInput`` where there is no such machine.
        """
        async with self._why_place.of(address):
            await self.prepare(view.game.name, progress, machines=(spec,))
            asked = (view, spec, tuple(turn), seed, lang)
            why: Why = await self._advice("explain", *asked, progress=progress)
            return why

    async def _advice(self, task: str, *arguments: Any, progress: Progress = quiet) -> Any:
        """The answer to a task among what advice is asked for, however long that takes.

        Where this is cancelled the engine ends it as soon as it can.
        """
        order = Order(_task(task, *arguments), LOST_SECONDS, progress=progress)
        return await self._put(self._orders, self._orders.advice, order)

    async def _put(self, orders: OrderQueue, queue: Orders, order: Order) -> Any:
        if not self._supervisors:
            raise stopping()
        orders.put(queue, order)
        return await order.answer

    # -- long work ------------------------------------------------------------------------------

    async def review(
        self,
        record_text: str,
        seat: int | None,
        lang: str,
        progress: Progress = quiet,
        address: str = "",
        draft: Drafts = unread,
        reader: int | None = None,
    ) -> Review:
        """The decisions of ``seat`` (None: of all seats) that cost most, worst first.

        Those of the ``reader`` are looked at before the others. ``draft`` gets what was found so
        far, as plain data, each time that there is more.

        A job as :meth:`ask` is, but it waits for other reviews only, and is bounded by the number
        of decisions; after an hour its process is taken to be lost. Raises ``BadInput`` where the
        record cannot be read.
        """
        request = _task("review", record_text, seat, lang, reader)
        turn = self._review_place, address
        review: Review = await self._in_turn(*turn, request, STUDY_SECONDS, progress, draft)
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
        draft: Callable[[Document], None] = unread,
        address: str = "",
    ) -> Document:
        """The answer to a game's question, as plain data in the language ``lang``.

        ``draft`` gets what was found so far, from a question that tells it.

        It runs in a process of its own, which ends when this coroutine is cancelled; a question
        that can be resumed then goes on from there the next time. Raises ``BadInput`` where the
        question refuses what it was given.
        """
        arguments = (game, verb, question, dict(given), dict(options), seed, lang)
        request = _task("ask", *arguments)
        places = self._odds_place if verb == "odds" else self._job_places
        try:
            answer: Document = await self._in_turn(
                places, address, request, self._study_seconds, progress, draft
            )
        except TimeUp:
            minutes = round(self._study_seconds / 60)
            raise TimeUp(
                ngettext(
                    "a study may take {n} minute at most here; ask for less",
                    "a study may take {n} minutes at most here; ask for less",
                    minutes,
                ).format(n=minutes)
            ) from None
        return answer

    async def check_offered(self) -> None:
        """Make each offered machine once, apart; raises ``BadInput`` where one cannot be made."""
        if self._machines:
            request = _task("check_offered", self._machines, language())
            await self._alone(request, PREPARING_SECONDS, quiet)

    async def _in_turn(
        self,
        places: Places,
        address: str,
        request: Request,
        seconds: float,
        progress: Progress,
        draft: Drafts = unread,
    ) -> Any:
        if places.taken:
            progress(0, None, _("waiting in the queue"))
        async with places.of(address):
            return await self._alone(request, seconds, progress, draft)

    async def _alone(
        self,
        request: Request,
        seconds: float,
        progress: Progress,
        draft: Drafts = unread,
    ) -> Any:
        """The answer of a process started for this request."""
        engine = Engine(LONG_WORK, self._environment)
        self._jobs.add(engine)
        try:
            return await engine.answer(request, seconds, progress, draft)
        except asyncio.CancelledError:
            await asyncio.shield(engine.stop())
            raise
        finally:
            await asyncio.shield(engine.kill())
            self._jobs.discard(engine)

    async def _prepare(self, game_name: str, stage: Stage, progress: Progress) -> None:
        """Load a stage in the workers; compile it before, apart from them, where it was never."""
        request = _task("warm", game_name, str(stage))
        advising = [each for each in self._supervisors if each.advises]
        loading = advising if stage is Stage.ADVICE else list(self._supervisors)
        if advising and await self._was_kept(advising[-1], game_name, stage, progress):
            loading.remove(advising[-1])
        else:
            await self._alone(request, PREPARING_SECONDS, progress)
        if stage is not Stage.ADVICE:
            await asyncio.gather(*(each.load(request) for each in loading))
            return
        # One engine at a time, so that the others are there for moves.
        for supervisor in loading:
            await supervisor.load(request)

    async def _was_kept(
        self, supervisor: Supervisor, game_name: str, stage: Stage, progress: Progress
    ) -> bool:
        """Try to load a stage from the cache alone; False where that fails, for whatever reason."""
        try:
            return await supervisor.load(_task("load", game_name, str(stage)), progress)
        except LudotecaError:
            return False
