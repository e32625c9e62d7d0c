"""Threads: the parts of one computation on several cores, and independent tasks on all of them.

A search uses one thread unless the program says otherwise by :func:`use_threads`: where many
processes work at once, as in a tournament or on the page, each has its core already. It chooses the
same on any number of threads. Compiled code releases the interpreter's lock, so threads do run at
once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache
from itertools import count
from typing import TypeVar, cast

Part = TypeVar("Part")
Result = TypeVar("Result")

_threads = 1
_NO_TASK = object()
_PARTING_SECONDS = 1.0


def cores() -> int:
    """The number of cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def use_threads(number: int) -> None:
    """Set the number of threads that each search of this process uses."""
    global _threads
    _threads = max(1, number)


def shared_out(work: Callable[[Part], Result], parts: Sequence[Part]) -> list[Result]:
    """The results of ``work`` on every part, in the order of ``parts``.

    This thread works too; the others stay for the next time. ``work`` must not write to what
    another call reads.
    """
    helpers = min(_threads, len(parts)) - 1
    if helpers < 1:
        return [work(part) for part in parts]
    done: list[Result | None] = [None] * len(parts)
    numbers = count()

    def take_turns() -> None:
        while (number := next(numbers)) < len(parts):
            done[number] = work(parts[number])

    helping = [_helpers(os.getpid(), _threads).submit(take_turns) for _helper in range(helpers)]
    take_turns()
    for one in helping:
        # A thread that has not begun is busy with another search, and nothing is left to do.
        if not one.cancel():
            one.result()
    return cast("list[Result]", done)


def completed(
    work: Callable[[Part], Result], tasks: Iterable[Part], stop: Callable[[], None]
) -> Iterator[tuple[Part, Result]]:
    """``(task, work(task))`` as they are finished, on all cores, tasks begun in their order.

    If the caller stops early, by Ctrl-C too, ``stop`` is called, which should make ``work`` raise,
    and the threads are waited for, but not long: one that compiles notices nothing.
    """
    waiting = iter(tasks)
    workers = cores()
    running: dict[Future[Result], Part] = {}
    pool = ThreadPoolExecutor(workers)
    try:
        while True:
            while len(running) < 2 * workers:
                task = next(waiting, _NO_TASK)
                if task is _NO_TASK:
                    break
                running[pool.submit(work, cast("Part", task))] = cast("Part", task)
            if not running:
                return
            done, _rest = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()
    finally:
        stop()
        pool.shutdown(wait=False, cancel_futures=True)
        wait(running, timeout=_PARTING_SECONDS)


@cache
def _helpers(process: int, number: int) -> ThreadPoolExecutor:
    """The threads of a process; one that was forked off has none of its parent's."""
    return ThreadPoolExecutor(number, "search")
