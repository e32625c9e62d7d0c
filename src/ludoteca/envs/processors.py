"""The processors that step a vector of environments, of which this computer's own is one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.envs.generator import ACTION_STREAM, CHANCE_STREAM, OPPONENT_STREAM, generators
from ludoteca.envs.stepping import TOGETHER, Arrays, Setting, first_illegal, run, sample_legal, sample_policy

VIEWS = ("words", "standing_bytes", "deciding")  #: of arrays that are views of others

_OWN = ("_actions", "_sampled", "_sampling")  # arrays of a processor that it keeps to itself
_ALIGNMENT = 64  # bytes


class Processor(Protocol):
    """A processor that steps environments: this computer's own, or a graphics processor."""

    tables: Arrays  #: as the processor has them

    def reset(self, seed: int | None) -> None:
        """Begin a new match in all environments: the first of ``seed``, or the one that follows."""

    def take(self, actions: ArrayLike) -> None:
        """Take the actions of the next step."""

    def first_illegal(self) -> int:
        """The first environment whose action is not legal; -1 for none."""

    def step(self) -> None:
        """Make the actions that were taken."""

    def sample(self) -> NDArray[np.int32]:
        """Draw a legal action of each environment."""

    def sample_policy(self, level: int) -> NDArray[np.int32]:
        """Draw an action of each environment by a level of the game's policy."""

    def of_environment(self, env: int) -> tuple[NDArray[np.void], int, list[int]]:
        """The record of an environment (array of length 1), its action and the legal ones."""

    def copied(self) -> dict[str, NDArray[Any]]:
        """Copies of all that tells how the environments stand."""

    def put_back(self, copied: dict[str, NDArray[Any]]) -> None:
        """Stand as a processor of the same environments did that was :meth:`copied`."""

    def close(self) -> None:
        """Give back what is used."""


class CpuProcessor:
    """The environments in the memory of this process, divided among ``threads``."""

    def __init__(self, game: Game, tables: Arrays, setting: Setting, threads: int) -> None:
        self.tables, self._setting = tables, setting
        number, seats = tables.reward.shape
        self._actions = aligned((number,), np.int64)
        self._sampled = aligned((number,), np.int32)
        self._sampling = generators(0, number, ACTION_STREAM)
        self._shares = np.array_split(np.arange(number), threads)
        self._scratch = [
            (*game.buffers(), np.zeros(seats), np.zeros(TOGETHER, np.int64))
            for _share in self._shares
        ]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def reset(self, seed: int | None) -> None:
        """Begin a new match in all environments: the first of ``seed``, or the one that follows."""
        if seed is not None:
            reset_tables(self.tables, self._sampling, seed)
        self._run(True)

    def take(self, actions: ArrayLike) -> None:
        """Take the actions of the next step."""
        self._actions[:] = checked_actions(np.asarray(actions), len(self._actions))

    def first_illegal(self) -> int:
        """The first environment whose action is not legal; -1 for none."""
        return int(first_illegal(self.tables.allowed, self._actions))

    def step(self) -> None:
        """Make the actions that were taken."""
        self._run(False)

    def sample(self) -> NDArray[np.int32]:
        """Draw a legal action of each environment."""
        t = self.tables
        for share in self._shares:
            sample_legal(self._sampling, t.deals, t.listed, t.num_listed, share, self._sampled)
        return self._sampled

    def sample_policy(self, level: int) -> NDArray[np.int32]:
        """Draw an action of each environment by a level of the game's policy."""
        t = self.tables
        for share, scratch in zip(self._shares, self._scratch, strict=True):
            sample_policy(
                t.states, self._sampling, t.deals, t.places, level, share, *scratch[:2],
                self._sampled,
            )  # fmt: skip
        return self._sampled

    def of_environment(self, env: int) -> tuple[NDArray[np.void], int, list[int]]:
        """The record of an environment (array of length 1), its action and the legal ones."""
        t = self.tables
        legal = t.listed[env, : t.num_listed[env]].tolist()
        return t.states[env : env + 1], int(self._actions[env]), legal

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def copied(self) -> dict[str, NDArray[Any]]:
        """Copies of all that tells how the environments stand."""
        held = {
            name: getattr(self.tables, name).copy() for name in Arrays._fields if name not in VIEWS
        }
        return held | {name: getattr(self, name).copy() for name in _OWN}

    def put_back(self, copied: dict[str, NDArray[Any]]) -> None:
        """Stand as a processor of the same environments did that was :meth:`copied`."""
        for name, array in copied.items():
            getattr(self if name in _OWN else self.tables, name)[...] = array

    def _run(self, fresh: bool) -> None:
        others = []
        if self._pool is not None:
            numbers = range(1, len(self._shares))
            others = [self._pool.submit(self._run_share, n, fresh) for n in numbers]
        try:
            self._run_share(0, fresh)
        finally:
            wait(others)  # also where this share failed
        for other in others:
            other.result()

    def _run_share(self, n: int, fresh: bool) -> None:
        scratch = self._scratch[n]
        run(self.tables, self._setting, self._shares[n], fresh, self._actions, *scratch)


def reset_tables(t: Arrays, sampling: NDArray[np.void], seed: int) -> None:
    """Set generators and counters to before the first deals of ``seed``, in place.

    ``sampling`` are the generators of sampled actions, records [N] that are no part of ``t``.
    """
    for stream, held in (
        (CHANCE_STREAM, t.chance),
        (OPPONENT_STREAM, t.luck),
        (ACTION_STREAM, sampling),
    ):
        held[:] = generators(seed, len(held), stream)
    t.deals[:] = -1


def checked_actions(actions: Any, number: int) -> Any:
    """An array of whole numbers, one for each environment; raises ``BadInput`` for other things."""
    if tuple(actions.shape) != (number,) or np.dtype(actions.dtype).kind not in "iu":
        raise BadInput(
            _("actions are {number} whole numbers, one for each environment").format(number=number)
        )
    return actions


def aligned(shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """A zeroed array of ``shape``, contiguous, whose memory begins at a multiple of 64 bytes.

    JAX takes no other without a copy.
    """
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    memory = np.zeros(size + _ALIGNMENT, np.uint8)
    begin = -memory.ctypes.data % _ALIGNMENT
    return memory[begin : begin + size].view(kind).reshape(shape)
