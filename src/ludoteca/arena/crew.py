"""Tasks done by a pool of processes, in order; a process that dies takes nothing with it.

What a dead process leaves undone is done again one task at a time, each in a process of its own,
watched: a task that kills its process again is told whom it was asking when it died.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Protocol

from ludoteca.arena.journal import Outcome
from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _

_AHEAD = 3  #: batches given out for each worker before the first of them is back


class Job(Protocol):
    """Numbered tasks; travels to worker processes, so it can be pickled."""

    def do(self, task: int) -> Outcome:
        """The outcome of a task; depends on nothing but its number."""

    def do_watched(self, task: int, told: Path) -> Outcome:
        """The same, with who is about to be asked written into the file ``told`` beforehand."""

    def died(self, task: int, who: str) -> Outcome:
        """The outcome of a task whose process died while ``who`` was asked."""


class WorkerLost(LudotecaError):
    """A process died and no player had to do with it; what was finished is kept."""


def cores() -> int:
    """Cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Crew:
    """Worker processes, started at the first task and again whenever one died.

    With one worker too, tasks run in a process of their own.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._end()

    def work(self, job: Job, first: int, end: int, batch: int) -> Iterator[list[Outcome]]:
        """Outcomes of the tasks from ``first`` up to ``end``, in order, a batch at a time.

        Closing the iterator gives up what is not done.
        """
        starts = deque(range(first, end, batch))
        while starts:
            try:
                yield from self._together(job, starts, end, batch)
            except BrokenProcessPool:
                self._end()
                start = starts.popleft()
                yield [_alone(job, task) for task in range(start, min(start + batch, end))]

    def _together(
        self, job: Job, starts: deque[int], end: int, batch: int
    ) -> Iterator[list[Outcome]]:
        """Take batches off ``starts`` as they are done."""
        if self._pool is None:
            self._pool = _pool(self.workers)
        given: deque[Future[list[Outcome]]] = deque()
        left = iter(list(starts))
        try:
            while starts:
                while (
                    len(given) < _AHEAD * self.workers and (start := next(left, None)) is not None
                ):
                    given.append(self._pool.submit(_do, job, start, min(start + batch, end)))
                done = given.popleft().result()
                starts.popleft()
                yield done
        finally:
            for future in given:
                future.cancel()

    def _end(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def _pool(workers: int) -> ProcessPoolExecutor:
    # Threads of compiled code and progress bars do not survive a fork.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, initializer=_leave_stopping_to_the_parent)


def _leave_stopping_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(job: Job, first: int, end: int) -> list[Outcome]:
    return [job.do(task) for task in range(first, end)]


def _alone(job: Job, task: int) -> Outcome:
    """A task in a process of its own, which may die."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "asked"
        pool = _pool(1)
        try:
            return pool.submit(_watched, job, task, told).result()
        except BrokenProcessPool:
            if not told.exists():
                sentence = _("a worker process was lost before anybody was asked: out of memory?")
                raise WorkerLost(sentence) from None
            return job.died(task, told.read_text(encoding="utf-8"))
        finally:
            pool.shutdown(cancel_futures=True)


def _watched(job: Job, task: int, told: Path) -> Outcome:
    return job.do_watched(task, told)
