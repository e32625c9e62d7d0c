"""How many threads a search shares its work out to: it chooses the same on any number of them.

One, unless the program says otherwise by :func:`use_threads`: where many processes work at once, as
in a tournament or on the page, each has its core already. Compiled code releases the interpreter's
lock, so threads do run at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from typing import TypeVar, cast

Part = TypeVar("Part")
Result = TypeVar("Result")

_threads = 1


def cores() -> int:
    """Cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def use_threads(number: int) -> None:
    """Let the searches of this process use so many threads each."""
    global _threads
    _threads = max(1, number)


def shared_out(work: Callable[[Part], Result], parts: Sequence[Part]) -> list[Result]:
    """``work`` done on every part, results in the order of ``parts``.

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
        # Who has not begun is busy with another search, and nothing is left to do.
        if not one.cancel():
            one.result()
    return cast("list[Result]", done)


@cache
def _helpers(process: int, number: int) -> ThreadPoolExecutor:
    """The threads of a process; one that was forked off has none of its parent's."""
    return ThreadPoolExecutor(number, "search")
