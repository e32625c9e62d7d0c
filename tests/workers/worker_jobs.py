"""Jobs for worker processes, which import them from here, and a cluster to do them."""

import os
import signal
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ludoteca.arena.round_robin import RoundRobin
from ludoteca.arena.run_log import Outcome
from ludoteca.core.errors import BadInput

_MEMORY = 80 * 2**20  #: of each node's object store, the least that Ray takes
_TRIES = 3  #: to start a cluster


@dataclass(frozen=True)
class Numbers:
    """Every task asks once; ``silent`` never answer, ``dead`` kill, ``before`` without being asked.

    ``refused`` raise an error. ``sent``: tasks in which the process is sent what a closing
    terminal and its like send to all.
    ``here``: the process where the sources are not others.
    """

    silent: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    sent: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    here: int | None = None

    def do(self, task, tracer):
        if task in self.before:
            os._exit(3)
        if task in self.refused:
            raise BadInput(f"number {task} is refused")
        return Outcome({"task": task, "answer": tracer("me", lambda: self._answer(task))})

    def _answer(self, task):
        if task in self.silent:
            time.sleep(1_000)
        if task in self.dead:
            os._exit(3)
        if task in self.sent:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                os.kill(os.getpid(), number)
        return 10 * task

    def died(self, trace):
        return Outcome({"task": trace.task, "who": trace.who, "death": trace.death})

    def sources(self):
        return "same" if self.here in (None, os.getpid()) else "other"


@dataclass(frozen=True)
class Traced:
    """A round robin whose lines say which process sent them; slow until ``go`` is there."""

    round_robin: RoundRobin
    go: Path

    def do(self, task, tracer):
        if not self.go.exists():
            time.sleep(0.3)
        found = self.round_robin.do(task, tracer)
        return replace(found, line=found.line | {"by": os.getppid()})

    def died(self, trace):
        return self.round_robin.died(trace)

    def sources(self):
        return self.round_robin.sources()


@contextmanager
def two_nodes():
    """A Ray cluster of two nodes on this machine, of one core each; all of it ends with this."""
    # Of this process and so of its nodes: where jobs are imported from.
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(Path(__file__).parent)}
    try:
        cluster = _started(_TRIES)
        try:
            yield cluster
        finally:
            cluster.shutdown()
    finally:
        del os.environ["PYTHONPATH"]


def _started(tries):
    """The cluster; Ray gives a node 30 seconds, which a busy machine may need for other work."""
    from ray.cluster_utils import Cluster

    given = {"num_cpus": 1, "object_store_memory": _MEMORY}
    cluster = Cluster()
    try:
        cluster.add_node(**given, include_dashboard=False)
        cluster.add_node(**given)
    except Exception:
        cluster.shutdown()
        if tries == 1:
            raise
        return _started(tries - 1)
    return cluster
