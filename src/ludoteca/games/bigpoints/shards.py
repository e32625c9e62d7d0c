"""Finished parts of a census on disk: written whole, checked when read, computed again if not."""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.files import whole_file

_DIGEST = hashlib.sha256().digest_size
_SOLVER = ("bits.py", "search*.py", "solver*.py", "tables.py")  #: sources that results depend on


@cache
def solver_hash() -> str:
    """A name of this version of the solver: its results are not mixed with another's."""
    digest = hashlib.sha256()
    for pattern in _SOLVER:
        for path in sorted(Path(__file__).parent.glob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True)
class Plan:
    """What a census computes: its results are told apart by it, and by the solver's sources.

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
        said = json.dumps([asdict(self), solver_hash()])
        kind = "all" if self.sample is None else f"sample{self.sample}"
        digest = hashlib.sha256(said.encode()).hexdigest()[:8]
        return f"{self.colours}x{self.discs}-{kind}-{digest}"


@dataclass(frozen=True)
class Shard:
    """Results of some boards: ``values`` for the first player; ``states`` empty if not counted."""

    boards: NDArray[np.int8]
    values: NDArray[np.int64]
    states: NDArray[np.int64]


def path_of(folder: Path, plan: Plan, index: int) -> Path:
    """The file of the shard number ``index``."""
    return folder / f"{plan.name}-{index:06d}.shard"


def write(path: Path, shard: Shard) -> None:
    """Write ``shard`` with a digest by which :func:`read` knows that it is whole."""
    data = io.BytesIO()
    np.savez(data, boards=shard.boards, values=shard.values, states=shard.states)
    body = data.getvalue()
    with whole_file(path) as file:
        file.write(hashlib.sha256(body).digest() + body)


def read(path: Path, boards: NDArray[np.int8], counted: bool) -> Shard | None:
    """The shard of ``boards`` in the file ``path``; None where it is missing or damaged."""
    try:
        text = path.read_bytes()
    except OSError:
        return None
    digest, body = text[:_DIGEST], text[_DIGEST:]
    if hashlib.sha256(body).digest() != digest:
        return None
    with np.load(io.BytesIO(body), allow_pickle=False) as data:
        shard = Shard(data["boards"], data["values"], data["states"])
    fits = np.array_equal(shard.boards, boards) and shard.values.shape == (len(boards),)
    return shard if fits and shard.states.shape == (len(boards) if counted else 0,) else None
