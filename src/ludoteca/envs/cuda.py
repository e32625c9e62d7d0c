"""The loop of a vector of environments on a graphics processor, by numba-cuda (extra ``cuda``).

The text of the rules and of the loop is the same as on the processor. What numba-cuda has to be
told is how functions of this library are met in code for the device: those that are compiled when
they are called, and those that are dispatched on the type of a record.

Rules that allocate memory, as those of buraco do, need ``NUMBA_CUDA_ENABLE_NRT=1`` in the
environment, which slows all others down. ``NUMBA_ENABLE_CUDASIM=1`` with ``NUMBA_DISABLE_JIT=1``
runs the same in Python, without a device.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ludoteca.core.compiling.dispatch import GENERIC, function_of
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import JIT_ENABLED, Compiled
from ludoteca.envs.arrays import NO_SEAT, RANDOM, Arrays, Setting
from ludoteca.envs.generator import GENERATOR, next_uniform
from ludoteca.envs.processors import checked_actions, reset_tables
from ludoteca.envs.sampling import sample_legal
from ludoteca.envs.stepping import run

_BLOCK = 128  # threads of a block

_NO_POLICIES = N_("on a device opponents are random, or none: policies run on the cpu")


class CudaProcessor:
    """The environments in the memory of a device, each stepped by a thread of it.

    It has the methods of :class:`~ludoteca.envs.processors.CpuProcessor`; arrays are on the device.

    Parameters
    ----------
    tables
        of the host, records [N] and so on; those of the device are made of them

    Raises
    ------
    BadInput
        where there is no device or no numba-cuda, and for policies, which are not compiled for one
    """

    def __init__(self, game: Game, tables: Arrays, setting: Setting) -> None:
        if find_spec("numba_cuda") is None:  # Numba's own module numba.cuda is no longer kept
            raise BadInput(_("this needs the extra 'cuda': pip install \"ludoteca[cuda]\""))
        if setting.learner != NO_SEAT and setting.level != RANDOM:
            raise BadInput(_(_NO_POLICIES))
        if not cuda.is_available():
            raise BadInput(_("no graphics processor is found here: leave out device, or say cpu"))
        _prepare()
        self._host, self._setting = tables, setting
        self.tables = _copied(tables)
        number, seats = tables.reward.shape
        self._number = number
        ids, prob = game.buffers()
        self._scratch = (
            cuda.to_device(np.zeros((number, len(ids)), ids.dtype)),
            cuda.to_device(np.zeros((number, len(prob)), prob.dtype)),
            cuda.to_device(np.zeros((number, seats))),
            cuda.to_device(np.zeros((number, 1), np.int64)),
        )
        self._uniform = cuda.to_device(np.zeros((number, 1)))
        self._blocks = -(-number // _BLOCK)
        self._actions = self._own_actions = cuda.to_device(np.zeros(number, np.int64))
        self._wrong = cuda.to_device(np.zeros(1, np.int64))

    def reset(self, seed: int | None) -> None:
        """Begin a new match in all environments: the first of ``seed``, or the one that follows."""
        if seed is not None:
            reset_tables(self._host, seed)
            for name in ("chance", "luck", "deals", "asked"):
                getattr(self.tables, name).copy_to_device(getattr(self._host, name))
        self._run(True)

    def take(self, actions: ArrayLike) -> None:
        """Take the actions of the next step; those that are on the device stay there.

        ``actions`` are int64 [N] or of another type of whole numbers.

        Raises
        ------
        BadInput
            where they are no such array
        """
        if hasattr(actions, "__cuda_array_interface__"):
            self._actions = checked_actions(cuda.as_cuda_array(actions), self._number)
        else:
            given = checked_actions(np.asarray(actions), self._number)
            self._actions = self._own_actions
            self._actions.copy_to_device(np.ascontiguousarray(given, np.int64))

    def first_illegal(self) -> int:
        """The first environment whose action is not legal; -1 for none."""
        self._wrong.copy_to_device(np.array([self._number]))
        _find_illegal[self._blocks, _BLOCK](self.tables.allowed, self._actions, self._wrong)
        found = int(self._wrong.copy_to_host()[0])
        return -1 if found == self._number else found

    def step(self) -> None:
        """Make the actions that were taken."""
        self._run(False)

    def sample(self) -> NDArray[np.int32]:
        """Draw a legal action of each environment: int32 [N] on the device, written in place."""
        t = self.tables
        _sample[self._blocks, _BLOCK](
            t.chance, t.deals, t.asked, t.drawn, t.listed, t.num_listed, self._uniform, t.sampled
        )
        return t.sampled

    def sample_policy(self, level: int) -> NDArray[np.int32]:
        """Refuse: policies, which would give int32 [N], are not compiled for a device.

        Raises
        ------
        BadInput
            always
        """
        raise BadInput(_(_NO_POLICIES))

    def level_chances(self, level: int) -> NDArray[np.float32]:
        """Refuse, as :meth:`sample_policy` does, to tell chances, float32 [N, actions].

        Raises
        ------
        BadInput
            always
        """
        raise BadInput(_(_NO_POLICIES))

    def of_environment(self, env: int) -> tuple[NDArray[np.void], int, list[int]]:
        """The record of an environment, its action and the legal ones, copied to the host.

        The record is an array of shape [1].
        """
        t, row = self.tables, slice(env, env + 1)
        number = int(t.num_listed[row].copy_to_host()[0])
        legal = t.listed[row].copy_to_host()[0, :number].tolist()
        action = int(self._actions[row].copy_to_host()[0])
        return t.states[row].copy_to_host(), action, legal

    def close(self) -> None:
        """Do nothing: the device's memory is given back with this object."""

    def copied(self) -> dict[str, NDArray[Any]]:
        """Refuse to copy records [N] and other arrays: what is on a device stays there.

        Raises
        ------
        BadInput
            always
        """
        raise BadInput(_("environments on a device are neither copied nor pickled"))

    def put_back(self, copied: dict[str, NDArray[Any]]) -> None:
        """Do nothing with ``copied``, records [N] and such: none are :meth:`copied` here."""

    def _run(self, fresh: bool) -> None:
        _step[self._blocks, _BLOCK](
            self.tables, self._setting, fresh, self._actions, *self._scratch
        )


def _copied(host: Arrays) -> Arrays:
    """The tables on the device; what are views of others on the host are views there."""
    states, standings = cuda.to_device(host.states), cuda.to_device(host.standings)
    totals = cuda.to_device(host.totals)
    views = {
        "states": states,
        "standings": standings,
        "totals": totals,
        "words": tuple(_view(states, each.dtype, each.shape) for each in host.words),
        "standing_bytes": _view(standings, host.standing_bytes.dtype, host.standing_bytes.shape),
        "deciding": totals
        if host.deciding is host.totals
        else _view(standings, host.deciding.dtype, host.deciding.shape),
    }
    return Arrays(
        **{
            name: views[name] if name in views else cuda.to_device(array)
            for name, array in host._asdict().items()
        }
    )


def _view(array: Any, kind: DTypeLike, shape: tuple[int, ...]) -> Any:
    if 0 in shape:  # no field has words of this size: nothing is read
        return cuda.to_device(np.zeros((1, 1), kind))
    return array.view(kind).reshape(*shape)


# -- on the device ---------------------------------------------------------------------------------


@cuda.jit
def _step(t, setting, fresh, actions, ids, prob, points, waiting):  # type: ignore[no-untyped-def]
    k = cuda.grid(1)
    if k < len(actions):
        run(t, setting, k, k + 1, fresh, actions, ids[k], prob[k], points[k], waiting[k])


@cuda.jit
def _find_illegal(allowed, actions, wrong):  # type: ignore[no-untyped-def]
    k = cuda.grid(1)
    if k < len(actions):
        a = actions[k]
        if a < 0 or a >= allowed.shape[1] or not allowed[k, a]:
            cuda.atomic.min(wrong, 0, k)


@cuda.jit
def _sample(chance, deals, asked, drawn, listed, num_listed, uniform, out):  # type: ignore[no-untyped-def]
    k = cuda.grid(1)
    if k < len(out):
        sample_legal(chance, deals, asked, drawn, listed, num_listed, k, k + 1, uniform[k], out)


@cache
def _prepare() -> None:
    """Tell numba-cuda of the functions of this library; once."""
    if not JIT_ENABLED:
        return  # the simulator calls them as Python does
    from numba.cuda import types
    from numba.cuda.cudadecl import registry
    from numba.cuda.dispatcher import CUDADispatcher
    from numba.cuda.extending import overload_method
    from numba.cuda.np.numpy_support import from_dtype
    from numba.cuda.typing.templates import AbstractTemplate
    from numba.cuda.typing.typeof import typeof_impl

    @cache
    def on_device(function: Callable[..., Any]) -> Any:
        return CUDADispatcher(
            getattr(function, "py_func", function), {"device": True, "debug": False, "opt": True}
        )

    typeof_impl.register(Compiled, lambda function, _c: types.Dispatcher(on_device(function)))

    def dispatch(called: Callable[..., Any], name: str, default: Callable[..., Any] | None) -> None:
        def function_for(record: Any) -> Any:
            # A policy may allocate memory, which the device has not; it is asked for no policy.
            found = default if name == "policy_probs" else function_of(record, name, default)
            return None if found is None else on_device(found)

        class DeviceTemplate(AbstractTemplate):  # type: ignore[misc]
            key = called

            def generic(self, args: Any, kws: Any) -> Any:
                function = function_for(args[0])
                if function is None:
                    return None
                kind = self.context.resolve_value_type(function)
                return kind.get_call_type(self.context, args, kws)

            def get_impl_key(self, sig: Any) -> Any:
                function = function_for(sig.args[0])
                return self.context.resolve_value_type(function).get_impl_key(sig)

        registry.register_global(called, types.Function(DeviceTemplate))

    for name, (called, default) in GENERIC.items():
        dispatch(called, name, default)

    generator = from_dtype(GENERATOR)

    def random(rng: Any) -> Callable[[Any], Any] | None:
        return (lambda rng: next_uniform(rng)) if rng == generator else None

    overload_method(types.Record, "random", strict=False)(random)
