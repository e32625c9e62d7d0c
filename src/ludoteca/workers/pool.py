"""Numbered tasks done by worker processes, in order; no result is lost when one dies.

Each worker writes a trace of whom it asks (``trace``). When it dies, or the one it asks is silent
for too long and it is killed, a new worker takes its place, the job is told how far the task was,
and the other tasks of its batch are done again.
"""

from __future__ import annotations

import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, TypeVar

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _
from ludoteca.workers.ipc import Report, Request
from ludoteca.workers.trace import FileTracer, Trace, Tracer, read_trace
from ludoteca.workers.worker import Worker, WorkerDied

AHEAD = 3  #: batches given out for each worker before the first of them is back

PATIENCE = 300.0
"""Seconds that a player may be silent, unless somebody says otherwise.

A first move may wait for its game and player to be compiled, which on a busy machine takes a
minute or two.
"""

_LOOK_SECONDS = 0.5  #: between two looks at who is silent
_PARTING_SECONDS = 3.0  #: for workers to end in good order

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class PoolJob(Protocol[T_co]):
    """Numbered tasks; travels to worker processes, so it can be pickled."""

    def do(self, task: int, tracer: Tracer) -> T_co:
        """The outcome of a task; depends on nothing but its number."""

    def died(self, trace: Trace) -> T_co:
        """The outcome of a task whose process died while somebody was asked."""

    def sources(self) -> str:
        """A hash of what the outcomes depend on beside the job, such as the code of players."""


class Pool(Protocol):
    """Workers for the tasks of jobs; a context that is left when all is done."""

    def __enter__(self) -> Pool:
        """The pool, ready to work."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None:
        """Give up what is not done."""

    def work(self, job: PoolJob[T], first: int, end: int, batch: int) -> Iterator[list[T]]:
        """Outcomes of the tasks from ``first`` up to ``end``, in order, a batch at a time.

        Closing the iterator gives up what is not done. Raises :class:`WorkerLost`, and the error
        of a task that failed.
        """


class WorkerLost(LudotecaError):
    """A process died and nobody was asked; what was finished before is not lost."""


class LocalPool:
    """Worker processes of this machine; one alone is a process of its own, too.

    ``patience``: seconds after which the process of a silent player is killed.
    """

    def __init__(self, workers: int, patience: float = PATIENCE) -> None:
        self._folder = tempfile.TemporaryDirectory()
        files = [Path(self._folder.name) / str(k) for k in range(workers)]
        self._places = [_Place(file, patience) for file in files]

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_exception: object) -> None:
        for place in self._places:
            place.close_input()
        # Somebody who stopped the work does not wait for workers that compile.
        until = time.monotonic() + (0.0 if kind is not None else _PARTING_SECONDS)
        for place in self._places:
            place.end(max(0.0, until - time.monotonic()))
        self._folder.cleanup()

    def work(self, job: PoolJob[T], first: int, end: int, batch: int) -> Iterator[list[T]]:
        """See :meth:`Pool.work`."""
        starts = iter(range(first, end, batch))
        given: deque[tuple[_Place, _Given]] = deque()
        number = 0
        for place in self._places:
            place.drop_work()
        while True:
            while len(given) < AHEAD * len(self._places):
                start = next(starts, None)
                if start is None:
                    break
                place = self._places[number % len(self._places)]
                number += 1
                tasks = range(start, min(start + batch, end))
                given.append((place, place.give(job, tasks)))
            if not given:
                return
            place, batch_given = given.popleft()
            yield place.outcomes(job, batch_given, self._look)

    def _look(self) -> None:
        for place in self._places:
            place.look()


@dataclass(frozen=True)
class _Given:
    """Tasks that a worker was given; ``life`` counts the processes of its place."""

    tasks: Sequence[int]
    future: Future[Any]
    life: int


class _Place:
    """A place for a worker, which is replaced when it dies; ``file`` takes its trace."""

    def __init__(self, file: Path, patience: float) -> None:
        self._file, self._patience = file, patience
        self._life = 0
        self._worker: Worker | None = None
        self._seen: tuple[Trace, float] | None = None
        self._killed: Trace | None = None

    def give(self, job: PoolJob[T], tasks: Sequence[int]) -> _Given:
        """Have ``tasks`` done after those given before."""
        if self._worker is None:
            self._worker = Worker()
        request = Request(f"{__name__}:do_tasks", (job, tasks, self._file))
        return _Given(tasks, self._worker.call(request), self._life)

    def outcomes(self, job: PoolJob[T], given: _Given, look: Callable[[], None]) -> list[T]:
        """The outcomes of what was given, done again where the process died.

        ``look`` is called now and then until they are there.
        """
        dead: dict[int, T] = {}
        while True:
            try:
                while not wait([given.future], timeout=_LOOK_SECONDS).done:
                    look()
                alive = iter(given.future.result())
                every = sorted([*given.tasks, *dead])
                return [dead[task] if task in dead else next(alive) for task in every]
            except WorkerDied:
                if given.life == self._life:
                    trace = self._reap()
                    if trace.task in given.tasks:
                        dead[trace.task] = job.died(trace)
                given = self.give(job, [task for task in given.tasks if task not in dead])

    def look(self) -> None:
        """Kill the process if the one it asks has been silent for too long."""
        if self._worker is None:
            return
        trace, now = read_trace(self._file), time.monotonic()
        if trace is None or not trace.waiting:
            self._seen = None
        elif self._seen is None or self._seen[0] != trace:
            self._seen = (trace, now)
        elif self._killed is None and now - self._seen[1] >= self._patience:
            self._killed = trace
            self._worker.kill()

    def _reap(self) -> Trace:
        """End a dead process; returns how far it was."""
        self.end()
        self._life += 1
        trace, killed = read_trace(self._file), self._killed
        self._seen = self._killed = None
        self._file.unlink(missing_ok=True)
        if trace is None or not trace.who:
            raise WorkerLost(_("a worker process was lost and nobody was asked: out of memory?"))
        return replace(trace, death="late") if trace == killed else trace

    def drop_work(self) -> None:
        """Give up tasks that were given before and that nobody waits for."""
        if self._worker is not None and self._worker.busy:
            self.end()
            self._life += 1

    def close_input(self) -> None:
        """Have the process end."""
        if self._worker is not None:
            self._worker.close_input()

    def end(self, seconds: float = 0.0) -> None:
        """End the process, at the latest after so many seconds."""
        if self._worker is not None:
            self._worker.end(seconds)
            self._worker = None


def do_tasks(_report: Report, job: PoolJob[T], tasks: Sequence[int], file: Path) -> list[T]:
    """The outcomes of ``tasks``, in a worker; ``file`` takes the trace."""
    with file.open("wb", buffering=0) as opened:
        return [job.do(task, FileTracer(opened, task)) for task in tasks]
