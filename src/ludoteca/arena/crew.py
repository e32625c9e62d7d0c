"""Tasks done by worker processes, in order; a process that dies takes nothing with it.

Each worker writes down whom it asks and what it is told (``asking``). When it dies, or its player
is silent for too long and it is ended, a new one takes its place, the task is told how far it had
come, and the other tasks of its batch are done again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Protocol

from ludoteca.arena.asking import Asking, Diary, Story, read
from ludoteca.arena.journal import Outcome
from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _
from ludoteca.players.threads import cores as cores

_AHEAD = 3  #: batches given out for each worker before the first of them is back

PATIENCE = 300.0
"""Seconds that a player may be silent, unless somebody says otherwise.

A first move may wait for its game and player to be compiled, which on a busy machine takes a
minute or two.
"""

_LOOK = 0.5  #: seconds between two looks at who is silent

# What a terminal or a supervisor sends to all processes at once: a worker that ended of it would
# be taken for one that its player ended.
_ENDINGS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class Job(Protocol):
    """Numbered tasks; travels to worker processes, so it can be pickled."""

    def do(self, task: int, asking: Asking) -> Outcome:
        """The outcome of a task; depends on nothing but its number."""

    def died(self, story: Story) -> Outcome:
        """The outcome of a task whose process died while a player was asked."""

    def sources(self) -> str:
        """A hash of what the outcomes depend on beside the job: the code of game and players."""


class Crew(Protocol):
    """Whoever does the tasks of a job; a context that is left when all is done."""

    def __enter__(self) -> Crew:
        """The crew, ready to work."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None:
        """Let go of what is not done."""

    def work(self, job: Job, first: int, end: int, batch: int) -> Iterator[list[Outcome]]:
        """Outcomes of the tasks from ``first`` up to ``end``, in order, a batch at a time.

        Closing the iterator gives up what is not done. Raises :class:`WorkerLost`.
        """


class WorkerLost(LudotecaError):
    """A process died and no player had to do with it; what was finished is kept."""


class Processes:
    """Worker processes of this machine; with one worker too, tasks run in a process of their own.

    ``patience``: seconds after which a silent player's process is ended.
    """

    def __init__(self, workers: int, patience: float = PATIENCE) -> None:
        self._folder = tempfile.TemporaryDirectory()
        places = [Path(self._folder.name) / str(k) for k in range(workers)]
        self._workers = [_Worker(place, patience) for place in places]

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_exception: object) -> None:
        for worker in self._workers:
            worker.end()
        self._folder.cleanup()

    def work(self, job: Job, first: int, end: int, batch: int) -> Iterator[list[Outcome]]:
        """See :meth:`Crew.work`."""
        starts = iter(range(first, end, batch))
        given: deque[tuple[_Worker, _Given]] = deque()
        number = 0
        try:
            while True:
                while len(given) < _AHEAD * len(self._workers):
                    start = next(starts, None)
                    if start is None:
                        break
                    worker = self._workers[number % len(self._workers)]
                    number += 1
                    tasks = range(start, min(start + batch, end))
                    given.append((worker, worker.give(job, tasks)))
                if not given:
                    return
                worker, batch_given = given.popleft()
                yield worker.outcomes(job, batch_given, self._look)
        finally:
            for _worker, batch_given in given:
                batch_given.future.cancel()

    def _look(self) -> None:
        for worker in self._workers:
            worker.look()


@dataclass(frozen=True)
class _Given:
    """Tasks that a worker was given; ``life`` counts the processes it has had."""

    tasks: Sequence[int]
    future: Future[list[Outcome]]
    life: int


class _Worker:
    """One process, renewed when it dies; ``diary`` is the file in which it writes whom it asks."""

    def __init__(self, diary: Path, patience: float) -> None:
        self._diary, self._patience = diary, patience
        self._life = 0
        self._process: ProcessPoolExecutor | None = None
        self._seen: tuple[Story, float] | None = None
        self._ended: Story | None = None

    def give(self, job: Job, tasks: Sequence[int]) -> _Given:
        """Have ``tasks`` done after those given before."""
        if self._process is None:
            # Threads of compiled code and progress bars do not survive a fork.
            context = multiprocessing.get_context("spawn")
            with _left_alone():  # it may start a helper of Python's, which then unblocks signals
                self._process = ProcessPoolExecutor(1, context, initializer=_serve_one_parent)
        try:
            with _left_alone():  # the first task starts the process
                future = self._process.submit(_do, job, tasks, self._diary)
        except BrokenProcessPool as broken:
            future = Future()
            future.set_exception(broken)
        return _Given(tasks, future, self._life)

    def outcomes(self, job: Job, given: _Given, look: Callable[[], None]) -> list[Outcome]:
        """The outcomes of what was given, done again where the process died.

        ``look`` is called now and then until they are there.
        """
        dead: dict[int, Outcome] = {}
        while True:
            try:
                alive = iter(_waited_for(given.future, look))
                left = (dead[t] if t in dead else next(alive) for t in self._all(given, dead))
                return list(left)
            except BrokenProcessPool:
                if given.life == self._life:
                    story = self._bury()
                    if story.task in given.tasks:
                        dead[story.task] = job.died(story)
                given = self.give(job, [t for t in given.tasks if t not in dead])

    @staticmethod
    def _all(given: _Given, dead: dict[int, Outcome]) -> list[int]:
        return sorted([*given.tasks, *dead])

    def look(self) -> None:
        """End the process if its player has been silent for too long."""
        if self._process is None:
            return
        story, now = read(self._diary), time.monotonic()
        if story is None or not story.waiting:
            self._seen = None
        elif self._seen is None or self._seen[0] != story:
            self._seen = (story, now)
        elif self._ended is None and now - self._seen[1] >= self._patience:
            self._ended = story
            os.kill(story.process, getattr(signal, "SIGKILL", signal.SIGTERM))

    def _bury(self) -> Story:
        """End a dead process; returns how far it had come."""
        self.end()
        self._life += 1
        story, ended = read(self._diary), self._ended
        self._seen = self._ended = None
        self._diary.unlink(missing_ok=True)
        if story is None or not story.who:
            raise WorkerLost(_("a worker process was lost and nobody was asked: out of memory?"))
        return replace(story, death="late") if story == ended else story

    def end(self) -> None:
        """End the process when it is done with what it is at."""
        if self._process is not None:
            self._process.shutdown(cancel_futures=True)
            self._process = None


def _waited_for(future: Future[list[Outcome]], look: Callable[[], None]) -> list[Outcome]:
    while not wait([future], timeout=_LOOK).done:
        look()
    return future.result()


@contextmanager
def _left_alone() -> Iterator[None]:
    """Processes started in the block hear nothing of :data:`_ENDINGS` before they say so too."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve_one_parent() -> None:
    """Leave Ctrl-C and the like to the parent process, and end with it, however it ends."""
    for number in _ENDINGS:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(job: Job, tasks: Sequence[int], diary: Path) -> list[Outcome]:
    with diary.open("wb", buffering=0) as file:
        return [job.do(task, Diary(file, task)) for task in tasks]
