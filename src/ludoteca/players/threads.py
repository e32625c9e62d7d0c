"""How many threads a search shares its work out to: it chooses the same on any number of them.

One, unless the program says otherwise by :func:`use_threads`: where many processes work at once, as
in a tournament or on the page, each has its core already. Compiled code releases the interpreter's
lock, so threads do run at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

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

    ``work`` must not write to what another call reads.
    """
    number = min(_threads, len(parts))
    if number == 1:
        return [work(part) for part in parts]
    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(work, parts))
