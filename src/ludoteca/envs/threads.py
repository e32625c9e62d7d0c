# mypy: allow-untyped-defs, allow-untyped-calls
"""Threads that do short work many thousand times a second.

An order is a word in memory at which a thread looks again and again, in compiled code and without
Python's lock. So it is taken up within a microsecond, where to wake a thread takes up to a hundred.
After :data:`LOOKS` looks in vain a thread sleeps.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit, with_compiler

T = TypeVar("T")

# A thread's word: one of these or an order, to which the last is added where its end is awaited.
FREE, _ASLEEP, NO_ORDER, FIRST_ORDER = range(4)
_AWAITED = 1 << 32

LOOKS = 100_000  #: at a word; some 50 microseconds
_APART = 8  # words from that of a thread to that of the next: they share no line of a cache


class Helpers:
    """``number`` threads beside the caller's, all of which do the same order at once.

    ``obey(words, n)`` is called in thread ``n``, from 1 on. It is compiled code: for each
    :func:`next_order` that is a whole number from ``FIRST_ORDER`` on it does that, and says
    :func:`finished`; it returns what another :func:`next_order` is, and what :func:`finished`
    returns if that is not ``FREE``. ``words`` is for these two functions; the caller, as thread 0,
    may put an order into ``words[0]``. The threads end with this object.
    """

    def __init__(self, number: int, obey: Callable[[NDArray[np.int64], int], int]) -> None:
        self.words = np.full((number + 1) * _APART, _ASLEEP, np.int64)
        self._numbers = range(1, number + 1)
        self._wakings = [SimpleQueue[None]() for _n in range(number + 1)]
        self._ends = [SimpleQueue[None]() for _n in range(number + 1)]
        self._errors = dict[int, BaseException]()
        for n in self._numbers:
            given = n, obey, self.words, self._wakings[n], self._ends[n], self._errors
            Thread(target=_work, args=given, name=f"environments {n}", daemon=True).start()
        # What the threads are given does not hold this object.
        self.close = weakref.finalize(self, _tell_all, self.words, self._wakings, NO_ORDER)

    def do(self, order: int, own: Callable[..., T], *given: object) -> T:
        """Have all threads do ``order`` while this one calls ``own(*given)``, which is returned.

        Raises the error of this thread, else of another, when all are done.
        """
        if self._numbers and not self.close.alive:
            raise RuntimeError("the threads have ended")
        self._wait()  # if the last time was interrupted
        self._errors.clear()
        _tell_all(self.words, self._wakings, order)
        try:
            result = own(*given)
        finally:
            self._wait()
        for error in self._errors.values():
            raise error
        return result

    def _wait(self) -> None:
        for n in self._numbers:
            while not seen_done(self.words, n, LOOKS):
                self._ends[n].get()


def _tell_all(words: NDArray[np.int64], wakings: list[SimpleQueue[None]], order: int) -> None:
    for n in range(1, len(wakings)):
        if not told(words, n, order):
            wakings[n].put(None)


def _work(
    n: int,
    obey: Callable[[NDArray[np.int64], int], int],
    words: NDArray[np.int64],
    waking: SimpleQueue[None],
    ends: SimpleQueue[None],
    errors: dict[int, BaseException],
) -> None:
    """Work as thread ``n`` until ``NO_ORDER`` is given."""
    stands = _ASLEEP
    while stands != NO_ORDER:
        if stands == _ASLEEP:
            waking.get()
        try:
            stands = obey(words, n)
        except Exception as error:
            errors[n] = error
            stands = finished(words, n)
        if stands == _AWAITED:
            ends.put(None)


# -- compiled --------------------------------------------------------------------------------------


@njit
def told(words, n, order):
    """Give thread ``n`` an order; False where it is asleep, and is to be woken."""
    if exchanged(words, n * _APART, FREE, order):
        return True
    words[n * _APART] = order
    return False


@njit
def next_order(words, n, looks):
    """Wait for the next order of thread ``n``; none where it falls asleep, or ends."""
    place = n * _APART
    for _look in range(looks):
        word = word_at(words, place)
        if word != FREE:
            return word % _AWAITED
    if exchanged(words, place, FREE, _ASLEEP):
        return _ASLEEP
    return word_at(words, place) % _AWAITED


@njit
def finished(words, n):
    """Say that thread ``n`` has done its order; true where somebody sleeps until then."""
    place = n * _APART
    order = word_at(words, place)
    if order < FIRST_ORDER:  # the end came before that of the order
        return order
    if order < _AWAITED and exchanged(words, place, order, FREE):
        return FREE
    exchanged(words, place, order % _AWAITED + _AWAITED, FREE)
    return _AWAITED


@njit
def seen_done(words, n, looks):
    """Wait until thread ``n`` has done its order; False where its end is to be waited for."""
    place = n * _APART
    for _look in range(looks):
        if word_at(words, place) < FIRST_ORDER:
            return True
    order = word_at(words, place)
    if order >= _AWAITED:
        return False
    return order < FIRST_ORDER or not exchanged(words, place, order, order + _AWAITED)


def word_at(words: Any, place: int) -> int:
    """The word at a place, and all that its thread wrote before it."""
    return int(words[place])


def exchanged(words: Any, place: int, old: int, new: int) -> bool:
    """Put ``new`` in the place of ``old``, if that is there; other threads see both or neither."""
    if words[place] != old:
        return False
    words[place] = new
    return True


def _overload() -> None:
    """Give compiled code the instructions of the processor for the two functions above."""
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload
    from numba.np.arrayobj import make_array

    def pointer(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        array = make_array(sig.args[0])(context, builder, args[0])
        return cgutils.get_item_pointer(context, builder, sig.args[0], array, [args[1]])

    @intrinsic
    def load(typing: Any, words: Any, place: Any) -> Any:
        def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.load_atomic(pointer(context, builder, sig, args), "acquire", 8)

        return types.int64(words, types.intp), code

    @intrinsic
    def exchange(typing: Any, words: Any, place: Any, old: Any, new: Any) -> Any:
        def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            where = pointer(context, builder, sig, args)
            pair = builder.cmpxchg(where, args[2], args[3], "acq_rel", "acquire")
            return builder.extract_value(pair, 1)

        return types.boolean(words, types.intp, types.int64, types.int64), code

    overload(word_at)(lambda words, place: lambda words, place: load(words, place))
    overload(exchanged)(
        lambda words, place, old, new: (
            lambda words, place, old, new: exchange(words, place, old, new)
        )
    )


with_compiler(_overload)
