"""Preparation of games, once a server: compiled in a process apart, then loaded by every worker."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from ludoteca.core.i18n import language, speaking
from ludoteca.core.questions import Progress
from ludoteca.core.registry import load_game
from ludoteca.players.warm import Stage, preparing_words

Part: TypeAlias = tuple[str, Stage]  #: of a game, by name
Prepare: TypeAlias = Callable[[str, Stage, Progress], Awaitable[None]]


class Steps(NamedTuple):
    """The state of a preparation: steps done, of how many; ``total`` is 0 before it begins."""

    done: int = 0
    total: int = 0


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
        self._tasks: dict[tuple[str, Stage], asyncio.Task[None]] = {}
        self._steps: dict[tuple[str, Stage], Steps] = {}
        self._waiting: defaultdict[tuple[str, Stage], list[tuple[str, Progress]]] = defaultdict(
            list
        )

    def is_ready(self, name: str, stage: Stage = Stage.PLAY) -> bool:
        """True where the stage of the game ``name`` has been prepared."""
        task = self._tasks.get((name, stage))
        return task is not None and task.done() and not task.cancelled() and not task.exception()

    def is_begun(self, name: str, stage: Stage) -> bool:
        """True where it has been prepared, or is being."""
        return (name, stage) in self._tasks

    def steps(self, name: str, stage: Stage = Stage.PLAY) -> Steps:
        """The progress of the preparation."""
        return self._steps.get((name, stage), Steps())

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
        game = load_game(name)

        def tell(done: int, total: int | None = None, words: str = "") -> None:
            self._steps[name, stage] = Steps(done, total or 0)
            for spoken, progress in list(self._waiting[name, stage]):
                with speaking(spoken):
                    progress(done, total, preparing_words(game))
            self._changed()

        try:
            async with self._one_game[name], self._places:
                tell(0)
                await self._prepare(name, stage, tell)
        finally:
            # After the task has ended, so that listeners find it so.
            asyncio.get_running_loop().call_soon(self._changed)

    def _changed(self) -> None:
        for listener in list(self.listeners):
            listener()

    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """The preparations under way or done."""
        return tuple(self._tasks.values())
