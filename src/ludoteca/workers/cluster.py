"""Tasks done by the machines of a Ray cluster, in order; no result is lost with a machine.

Each batch is one task of Ray. If its process or machine is lost, Ray gives it to another; its
outcomes are taken once, whichever machine sent them. Within it one worker (``pool``) does the work,
so that a player that ends or hangs its process can be told from a machine that is gone.

Every machine must have the same games, players and Ludoteca, which a hash checks.
"""

from __future__ import annotations

import atexit
import os
import re
import socket
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from types import TracebackType
from typing import Any, TypeVar

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.workers.pool import AHEAD, LocalPool, PoolJob, WorkerLost

T = TypeVar("T")

_PLACE = re.compile(r"(ray://)?(?P<host>[^:/]+):(?P<port>\d+)")
_SECONDS = 5.0  #: to wait for an address to answer
_TRIES = 20  #: machines that a batch may lose


class RayPool:
    """The cores of a Ray cluster; see :class:`ludoteca.workers.pool.Pool`.

    ``address`` is what ``ray.init`` takes: ``auto``, ``host:6379``, ``ray://host:10001``. Raises
    ``BadInput`` without the extra ``cluster``, and where nobody answers.
    """

    def __init__(self, address: str, patience: float) -> None:
        self._ray, self._patience = _ray(), patience
        try:
            _call(address)
            self._ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except Exception as error:
            why = getattr(error, "strerror", None) or str(error).strip().splitlines()[0]
            sentence = _("there is no cluster at {address}: {why}")
            raise BadInput(sentence.format(address=address, why=why)) from error

    def __enter__(self) -> RayPool:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
        /,
    ) -> None:
        self._ray.shutdown()

    def work(self, job: PoolJob[T], first: int, end: int, batch: int) -> Iterator[list[T]]:
        """See :meth:`ludoteca.workers.pool.Pool.work`."""
        sent = self._ray.put(job)
        do = self._ray.remote(_do).options(num_cpus=1, max_retries=_TRIES)
        sources = job.sources()
        starts = iter(range(first, end, batch))
        given: deque[Any] = deque()
        try:
            while True:
                # Asked for again each time: machines may come and go.
                while len(given) < AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1))):
                    start = next(starts, None)
                    if start is None:
                        break
                    tasks = range(start, min(start + batch, end))
                    given.append(do.remote(sent, tasks, sources, self._patience))
                if not given:
                    return
                yield self._outcomes(given.popleft())
        finally:
            for reference in given:
                self._ray.cancel(reference)

    def _outcomes(self, reference: Any) -> list[Any]:
        errors = self._ray.exceptions
        try:
            found: list[Any] = self._ray.get(reference)
        except errors.RayTaskError as error:
            raise error.cause from None
        except errors.RayError as error:
            why = str(error).strip().splitlines()[0]
            raise WorkerLost(_("the cluster failed: {why}").format(why=why)) from error
        return found


def _call(address: str) -> None:
    """Raise ``OSError`` where nothing listens: Ray would keep trying for minutes."""
    place = _PLACE.fullmatch(address)
    if place is not None:
        socket.create_connection((place["host"], int(place["port"])), timeout=_SECONDS).close()


def _ray() -> Any:
    # Ray would send usage statistics to its makers.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        if error.name != "ray":
            raise
        sentence = _("a cluster needs the extra 'cluster': pip install \"ludoteca[cluster]\"")
        raise BadInput(sentence) from None
    return ray


# -- on the machines of the cluster ---------------------------------------------------------------


def _do(job: PoolJob[T], tasks: Sequence[int], sources: str, patience: float) -> list[T]:
    if job.sources() != sources:
        raise BadInput(
            _("a machine of the cluster has another version of the game or of its players")
        )
    (outcomes,) = _own_pool(patience).work(job, tasks[0], tasks[-1] + 1, len(tasks))
    return outcomes


@cache
def _own_pool(patience: float) -> LocalPool:
    """The worker of this process, kept from batch to batch; it ends with this process."""
    pool = LocalPool(1, patience)
    atexit.register(pool.__exit__, None)
    return pool
