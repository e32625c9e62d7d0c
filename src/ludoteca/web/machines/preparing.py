"""Games made ready once a server: compiled in a process of its own, then loaded by every worker."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ludoteca.core.i18n import language, speaking
from ludoteca.core.questions import Progress
from ludoteca.core.registry import load_game
from ludoteca.players.warm import compiling_words


class Preparations:
    """Each game's preparation, shared by all who wait for it.

    ``make_ready(name, progress)`` does it; one at a time by ``lock``, and again where it failed.
    """

    def __init__(
        self, make_ready: Callable[[str, Progress], Awaitable[None]], lock: asyncio.Lock
    ) -> None:
        self._make_ready = make_ready
        self._lock = lock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._listeners: dict[str, list[tuple[str, Progress]]] = {}

    def is_ready(self, name: str) -> bool:
        """True where the game ``name`` has been prepared."""
        task = self._tasks.get(name)
        return task is not None and task.done() and not task.cancelled() and not task.exception()

    def is_begun(self, name: str) -> bool:
        """True where it has been prepared, or is being."""
        return name in self._tasks

    async def wait_for(self, name: str, progress: Progress | None = None) -> None:
        """Return when the game ``name`` is ready; raises what its preparation raised.

        ``progress`` is told, in the language of who asks, how many functions were compiled.
        """
        if self.is_ready(name):
            return
        task = self._tasks.get(name)
        if task is None or task.done():
            task = self._tasks[name] = asyncio.create_task(self._prepare(name))
        heard = self._listeners.setdefault(name, [])
        listener = (language(), progress) if progress is not None else None
        if listener is not None:
            heard.append(listener)
        try:
            # Others may wait for it too: who goes away does not end it.
            await asyncio.shield(task)
        finally:
            if listener is not None:
                heard.remove(listener)

    async def _prepare(self, name: str) -> None:
        game = load_game(name)

        def tell(done: int, total: int | None = None, words: str = "") -> None:
            for spoken, progress in list(self._listeners.get(name, ())):
                with speaking(spoken):
                    progress(done, total, compiling_words(game, done))

        async with self._lock:
            tell(0)
            await self._make_ready(name, tell)

    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """What is under way or done."""
        return tuple(self._tasks.values())
