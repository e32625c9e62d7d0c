"""The shards of a census: solved by threads of this machine or by a cluster, and kept on disk."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.storage import (
    digest,
    files_digest,
    read_arrays,
    reading,
    sources_digest,
    write_arrays,
)
from ludoteca.solve import positions
from ludoteca.workers.backend import Backend
from ludoteca.workers.threads import completed
from ludoteca.workers.trace import Trace, Tracer

from ..exact.boards import random_boards
from ..exact.threads import Crew, all_boards


def solver_digest() -> str:
    """A name of this version of the solver: its results are not mixed with another's."""
    game = Path(__file__).parent.parent
    return sources_digest(game / "exact") + files_digest(
        [game / "bits.py", game / "rules.py", Path(positions.__file__)]
    )


@dataclass(frozen=True)
class Plan:
    """The work of a census; results are told apart by it, and by the solver's sources.

    ``sample`` is None where every class is solved; ``size`` is the number of boards in a shard.
    """

    colours: int
    discs: int
    counted: bool
    sample: int | None
    seed: int
    size: int

    @property
    def name(self) -> str:
        """A short name of all this, fit for a file."""
        kind = "all" if self.sample is None else f"sample{self.sample}"
        said = digest(asdict(self), solver_digest(), digits=8)
        return f"{self.colours}x{self.discs}-{kind}-{said}"


@dataclass(frozen=True)
class Shard:
    """Results of some boards: ``values`` for the first player; ``states`` empty if not counted."""

    boards: NDArray[np.int8]
    values: NDArray[np.int64]
    states: NDArray[np.int64]


# -- on disk --------------------------------------------------------------------------------------


def path_of(folder: Path, plan: Plan, index: int) -> Path:
    """The file of the shard number ``index``."""
    return folder / f"{plan.name}-{index:06d}.npz"


def write(path: Path, shard: Shard) -> None:
    """Write ``shard``, whole."""
    write_arrays(path, None, vars(shard))


def read(path: Path, boards: NDArray[np.int8], counted: bool) -> Shard | None:
    """The shard of ``boards`` in the file ``path``; None where it is missing or damaged."""
    try:
        with reading(path, "{path}"):
            shard = Shard(**read_arrays(path)[1])
    except BadInput:
        return None
    fits = np.array_equal(shard.boards, boards) and shard.values.shape == (len(boards),)
    return shard if fits and shard.states.shape == (len(boards) if counted else 0,) else None


# -- solved ---------------------------------------------------------------------------------------

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
    """The results of shard number ``index``; raises ``CrewStopped`` where the crew was stopped."""
    part = parts(plan)[index]
    states = crew.states(part) if plan.counted else np.zeros(0, np.int64)
    return Shard(part, crew.values(part), states)


def on_threads(plan: Plan, missing: Sequence[int]) -> Finished:
    """The shards ``missing`` as they are finished, on all cores of this machine.

    Compiled code runs beside Python, and threads share what their solvers have learned; a process
    would have to load all that first.
    """
    crew = Crew(plan.colours, plan.discs)
    yield from completed(lambda index: shard_of(plan, index, crew), missing, crew.stop)


def on_cluster(plan: Plan, missing: Sequence[int], address: str) -> Finished:
    """The shards ``missing`` in order, on a Ray cluster; raises ``BadInput`` without one."""
    job = Shards(plan, tuple(missing))
    with Backend(cluster=address).pool() as pool:
        for (finished,) in pool.work(job, 0, len(missing), 1):
            yield finished


@dataclass(frozen=True)
class Shards:
    """Shards by number as the tasks of a job (see ``workers.pool``); nobody is asked for a move."""

    plan: Plan
    missing: tuple[int, ...]

    def do(self, task: int, _tracer: Tracer) -> tuple[int, Shard]:
        """One shard, with its number."""
        index = self.missing[task]
        return index, shard_of(self.plan, index, _own_crew(self.plan.colours, self.plan.discs))

    def died(self, trace: Trace) -> tuple[int, Shard]:
        """Never: nobody is asked, so the pool says that a worker was lost."""
        raise AssertionError(f"nobody was asked, yet somebody died: {trace}")

    def sources(self) -> str:
        """See :class:`ludoteca.workers.pool.PoolJob`."""
        return solver_digest()


@lru_cache(maxsize=1)
def _own_crew(colours: int, discs: int) -> Crew:
    """The solvers of this process, kept from task to task: what they learn is kept."""
    return Crew(colours, discs)
