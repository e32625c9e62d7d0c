"""The shards of a census worked out: by threads of this machine, or by those of a cluster."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.asking import Asking, Story
from ludoteca.arena.journal import Outcome
from ludoteca.arena.means import Means

from .crew import Crew, all_boards, in_threads
from .shards import Plan, Shard, solver_hash
from .solver_boards import random_boards

Finished = Generator[tuple[int, Shard], None, None]  #: shards with their numbers; may be closed


@lru_cache(maxsize=2)
def parts(plan: Plan) -> tuple[NDArray[np.int8], ...]:
    """The boards of each shard; a sample is uniform over boards, so also over classes."""
    if plan.sample is None:
        every = all_boards(plan.colours, plan.discs)
        return tuple(every[begin : begin + plan.size] for begin in range(0, len(every), plan.size))
    found = []
    for index, begin in enumerate(range(0, plan.sample, plan.size)):
        rng = np.random.default_rng([plan.seed, index])
        size = min(plan.size, plan.sample - begin)
        found.append(random_boards(plan.colours, plan.discs, size, rng))
    return tuple(found)


def shard_of(plan: Plan, index: int, crew: Crew) -> Shard:
    """The results of shard number ``index``; raises ``Stopped`` where the crew was stopped."""
    part = parts(plan)[index]
    states = crew.states(part) if plan.counted else np.zeros(0, np.int64)
    return Shard(part, crew.values(part), states)


def on_threads(plan: Plan, missing: Sequence[int]) -> Finished:
    """The shards ``missing`` as they are finished, on all cores of this machine.

    Compiled code runs beside Python, and threads share what their solvers have learned; a process
    would have to load all that first.
    """
    crew = Crew(plan.colours, plan.discs)
    yield from in_threads(lambda index: shard_of(plan, index, crew), missing, crew.stop)


def on_cluster(plan: Plan, missing: Sequence[int], address: str) -> Finished:
    """The shards ``missing`` in order, on a Ray cluster; raises ``BadInput`` without one."""
    job = Shards(plan, tuple(missing))
    with Means(cluster=address).crew() as crew:
        for (outcome,) in crew.work(job, 0, len(missing), 1):
            index = outcome.line["index"]
            values, states = (np.array(outcome.line[k], np.int64) for k in ("values", "states"))
            yield index, Shard(parts(plan)[index], values, states)


@dataclass(frozen=True)
class Shards:
    """Shards by number as the tasks of a job (see ``arena.crew``); nobody is asked for a move."""

    plan: Plan
    missing: tuple[int, ...]

    def do(self, task: int, _asking: Asking) -> Outcome:
        """The results of one shard."""
        index = self.missing[task]
        shard = shard_of(self.plan, index, _own_crew(self.plan.colours, self.plan.discs))
        values, states = shard.values.tolist(), shard.states.tolist()
        return Outcome({"index": index, "values": values, "states": states})

    def died(self, story: Story) -> Outcome:
        """Never: without players a process that dies is nobody's doing, and the crew says so."""
        raise AssertionError(f"nobody was asked, yet somebody died: {story}")

    def sources(self) -> str:
        """See :class:`ludoteca.arena.crew.Job`."""
        return solver_hash()


@lru_cache(maxsize=1)
def _own_crew(colours: int, discs: int) -> Crew:
    """The solvers of this process, kept from task to task: what they learn is kept."""
    return Crew(colours, discs)
