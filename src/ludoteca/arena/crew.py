"""Tasks done by worker processes, in order; a process that dies takes nothing with it.

Each worker writes down whom it is about to ask. When it dies, a new one takes its place, the task
that killed it is told who was being asked, and the other tasks of its batch are done again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from ludoteca.arena.journal import Outcome
from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _

_AHEAD = 3  #: batches given out for each worker before the first of them is back

Asking = Callable[[str], None]  #: told who is about to be asked, by any name without blanks


class Job(Protocol):
    """Numbered tasks; travels to worker processes, so it can be pickled."""

    def do(self, task: int, asking: Asking) -> Outcome:
        """The outcome of a task; depends on nothing but its number."""

    def died(self, task: int, who: str) -> Outcome:
        """The outcome of a task whose process died while ``who`` was asked."""


class WorkerLost(LudotecaError):
    """A process died and no player had to do with it; what was finished is kept."""


def cores() -> int:
    """Cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def nobody(_who: str) -> None:
    """Told who is asked where nobody needs to know."""


class Crew:
    """Worker processes; with one worker too, tasks run in a process of their own."""

    def __init__(self, workers: int) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._workers = [_Worker(Path(self._folder.name) / str(k)) for k in range(workers)]

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_exception: object) -> None:
        for worker in self._workers:
            worker.end()
        self._folder.cleanup()

    def work(self, job: Job, first: int, end: int, batch: int) -> Iterator[list[Outcome]]:
        """Outcomes of the tasks from ``first`` up to ``end``, in order, a batch at a time.

        Closing the iterator gives up what is not done. Raises :class:`WorkerLost`.
        """
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
                yield worker.outcomes(job, batch_given)
        finally:
            for _worker, batch_given in given:
                batch_given.future.cancel()


@dataclass(frozen=True)
class _Given:
    """Tasks that a worker was given; ``life`` counts the processes it has had."""

    tasks: Sequence[int]
    future: Future[list[Outcome]]
    life: int


class _Worker:
    """One process, renewed when it dies; ``told`` is the file in which it writes whom it asks."""

    def __init__(self, told: Path) -> None:
        self._told = told
        self._life = 0
        self._process: ProcessPoolExecutor | None = None

    def give(self, job: Job, tasks: Sequence[int]) -> _Given:
        """Have ``tasks`` done after those given before."""
        if self._process is None:
            # Threads of compiled code and progress bars do not survive a fork.
            context = multiprocessing.get_context("spawn")
            self._process = ProcessPoolExecutor(1, context, initializer=_serve_one_parent)
        try:
            future = self._process.submit(_do, job, tasks, self._told)
        except BrokenProcessPool as broken:
            future = Future()
            future.set_exception(broken)
        return _Given(tasks, future, self._life)

    def outcomes(self, job: Job, given: _Given) -> list[Outcome]:
        """The outcomes of what was given, done again where the process died."""
        dead: dict[int, Outcome] = {}
        while True:
            try:
                alive = iter(given.future.result())
                left = (dead[t] if t in dead else next(alive) for t in self._all(given, dead))
                return list(left)
            except BrokenProcessPool:
                if given.life == self._life:
                    task, who = self._bury()
                    if task in given.tasks:
                        dead[task] = job.died(task, who)
                given = self.give(job, [t for t in given.tasks if t not in dead])

    @staticmethod
    def _all(given: _Given, dead: dict[int, Outcome]) -> list[int]:
        return sorted([*given.tasks, *dead])

    def _bury(self) -> tuple[int, str]:
        """End a dead process; returns the task that it was at, and whom it was asking."""
        self.end()
        self._life += 1
        text = self._told.read_text(encoding="utf-8") if self._told.exists() else ""
        task, _space, who = text.strip().partition(" ")
        if not who:
            raise WorkerLost(_("a worker process was lost and nobody was asked: out of memory?"))
        return int(task), who

    def end(self) -> None:
        """End the process when it is done with what it is at."""
        if self._process is not None:
            self._process.shutdown(cancel_futures=True)
            self._process = None


def _serve_one_parent() -> None:
    """Leave Ctrl-C to the parent process, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(job: Job, tasks: Sequence[int], told: Path) -> list[Outcome]:
    # The file outlives the process, not the machine: no need to wait for the disk.
    with told.open("wb", buffering=0) as file:

        def asking(task: int, who: str) -> None:
            file.seek(0)
            file.truncate()
            file.write(f"{task} {who}".encode())

        outcomes = []
        for task in tasks:
            file.truncate(0)
            outcomes.append(job.do(task, partial(asking, task)))
        return outcomes
