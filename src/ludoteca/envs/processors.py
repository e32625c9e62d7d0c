"""The processors that step a vector of environments, of which this computer's own is one."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.envs.arrays import TOGETHER, Arrays, Setting
from ludoteca.envs.generator import CHANCE_STREAM, OPPONENT_STREAM, generators
from ludoteca.envs.sampling import first_illegal, sample_legal, sample_policy
from ludoteca.envs.stepping import CHECK, RESET, SAMPLE, STEP, obey
from ludoteca.envs.threads import Helpers
from ludoteca.players.learned.model import write_level_chances

VIEWS = ("words", "standing_bytes", "deciding")  #: of arrays that are views of others

_ALIGNMENT = 64  # bytes


class CpuProcessor:
    """The environments in the memory of this process, divided among ``threads``.

    The calling thread has the first share. Un-compiled it has all, for
    Python would run the others in its place only. ``tables`` (records [N] and so on) are changed in
    place.
    """

    def __init__(self, game: Game, tables: Arrays, setting: Setting, threads: int) -> None:
        self.tables = tables
        number, seats = tables.reward.shape
        self._actions = aligned((number,), np.int64)
        shares = threads if JIT_ENABLED else 1
        ids, prob = game.buffers()
        self._given = [
            (
                tables,
                setting,
                number * n // shares,
                number * (n + 1) // shares,
                self._actions,
                # Of two threads, no line of a cache is shared.
                aligned(ids.shape, ids.dtype),
                aligned(prob.shape, prob.dtype),
                aligned((seats,), np.float64),
                aligned((TOGETHER,), np.int64),
                aligned((TOGETHER,), np.float64),
                aligned((1,), np.int64),
            )
            for n in range(shares)
        ]
        self._helpers = Helpers(shares - 1, partial(_obey, self._given))

    def reset(self, seed: int | None) -> None:
        """Begin a new match in all environments: the first of ``seed``, or the one that follows."""
        if seed is not None:
            reset_tables(self.tables, seed)
        self._helpers.do(RESET, self._share)

    def take(self, actions: ArrayLike) -> None:
        """Take the actions of the next step, which are copied.

        ``actions`` are int64 [N] or of another type of whole numbers.

        Raises
        ------
        BadInput
            where they are no such array
        """
        self._actions[:] = checked_actions(np.asarray(actions), len(self._actions))

    def first_illegal(self) -> int:
        """The first environment whose action is not legal; -1 for none."""
        self._helpers.do(CHECK, self._share)
        wrong = (int(given[-1][0]) for given in self._given)
        return next((env for env in wrong if env >= 0), -1)

    def step(self) -> None:
        """Make the actions that were taken."""
        self._helpers.do(STEP, self._share)

    def sample(self) -> NDArray[np.int32]:
        """Draw a legal action of each environment, each as likely: int32 [N], written in place."""
        self._helpers.do(SAMPLE, self._share)
        return self.tables.sampled

    def sample_policy(self, level: int) -> NDArray[np.int32]:
        """Draw an action of each environment by a level of the policy: int32 [N], in place."""
        t = self.tables
        ids, prob, uniform = self._given[0][5], self._given[0][6], self._given[0][9]
        sample_policy(
            t.chance, t.deals, t.asked, t.drawn, t.states, t.places, level, ids, prob, uniform,
            t.sampled,
        )  # fmt: skip
        return t.sampled

    def level_chances(self, level: int) -> NDArray[np.float32]:
        """The chances that a level of the policy gives each action: float32 [N, actions], new."""
        t = self.tables
        found = np.zeros(t.action_mask.shape, np.float32)
        write_level_chances(t.states, level, t.places, *self._given[0][5:7], found)
        return found

    def of_environment(self, env: int) -> tuple[NDArray[np.void], int, list[int]]:
        """The record of an environment, an array of shape [1], its action and the legal ones."""
        t = self.tables
        legal = t.listed[env, : t.num_listed[env]].tolist()
        return t.states[env : env + 1], int(self._actions[env]), legal

    def close(self) -> None:
        """End the threads."""
        self._helpers.close()

    def copied(self) -> dict[str, NDArray[Any]]:
        """Copies of all that tells how the environments stand, by name: records [N] and so on."""
        return {
            name: getattr(self.tables, name).copy() for name in Arrays._fields if name not in VIEWS
        }

    def put_back(self, copied: dict[str, NDArray[Any]]) -> None:
        """Stand as another processor of as many environments did when its arrays were ``copied``.

        They are records [N] and so on, as of :meth:`copied`.
        """
        for name, array in copied.items():
            getattr(self.tables, name)[...] = array

    def _share(self, order: int, n: int) -> None:
        """Do an order for the share ``n``, in this thread."""
        t, _setting, first, last, actions, *_scratch, uniform, wrong = given = self._given[n]
        if order == SAMPLE:
            numbers = t.chance, t.deals, t.asked, t.drawn
            sample_legal(*numbers, t.listed, t.num_listed, first, last, uniform, t.sampled)
        elif order == CHECK:
            wrong[0] = first_illegal(t.allowed, actions, first, last)
        else:
            words = self._helpers.words
            words[0] = order
            obey(words, 0, 0, *given)  # compiled once for all threads


def _obey(given: list[tuple[Any, ...]], words: NDArray[np.int64], n: int, looks: int) -> int:
    return int(obey(words, n, looks, *given[n]))


def reset_tables(t: Arrays, seed: int) -> None:
    """Set generators and counters of ``t`` to before the first deals of ``seed``, in place.

    They are its records [N] ``chance`` and ``luck``, and ``deals`` and ``asked``.
    """
    for stream, held in ((CHANCE_STREAM, t.chance), (OPPONENT_STREAM, t.luck)):
        held[:] = generators(seed, len(held), stream)
    t.deals[:] = t.asked[:] = -1


def checked_actions(actions: Any, number: int) -> Any:
    """``actions``, if they are whole numbers [number], one for each environment.

    Raises
    ------
    BadInput
        for other shapes and types

    Examples
    --------
    >>> checked_actions(np.array([0, 1]), 2)
    array([0, 1])
    """
    if tuple(actions.shape) != (number,) or np.dtype(actions.dtype).kind not in "iu":
        raise BadInput(
            _("actions are {number} whole numbers, one for each environment").format(number=number)
        )
    return actions


def aligned(shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """A zeroed array of ``shape``, contiguous, whose memory begins at a multiple of 64 bytes.

    JAX takes no other without a copy. It is of any type ``dtype`` [shape].

    Examples
    --------
    >>> made = aligned((3, 5), np.float32)
    >>> made.shape, made.ctypes.data % 64
    ((3, 5), 0)
    """
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    memory = np.zeros(size + _ALIGNMENT, np.uint8)
    begin = -memory.ctypes.data % _ALIGNMENT
    return memory[begin : begin + size].view(kind).reshape(shape)
