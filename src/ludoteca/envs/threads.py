# mypy: allow-untyped-defs, allow-untyped-calls
"""Threads that do short work many thousand times a second.

An order is a word in memory at which a thread looks again and again, in compiled code and without
Python's lock. So it is taken up within a microsecond, where to wake a thread takes up to a hundred.
After many looks in vain a thread sleeps. What no thread has begun when the caller is done with its
own part the caller does itself: on a busy machine it waits for nobody who waits for a processor.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit, with_compiler
from ludoteca.workers.threads import cores

# A thread's word: one of these or an order; to that is added that it is begun, and that somebody
# sleeps until it is done.
FREE, _ASLEEP, NO_ORDER, FIRST_ORDER = range(4)
_BEGUN, _AWAITED = 1 << 32, 1 << 33

_LOOKS = 100_000  # at a word; some 50 microseconds
_APART = 8  # words from that of a thread to that of the next: they share no line of a cache


class Helpers:
    """``number`` threads beside the caller's, each of which does its part of an order.

    The threads end with this object.

    Parameters
    ----------
    obey
        ``obey(words, n, looks)``, with ``words`` as int64 [8 * (number + 1)], is called in thread
        ``n``, from 1 on. It is compiled code: for each :func:`next_order` that is a whole number
        from ``FIRST_ORDER`` on it does that, and says :func:`finished`; it returns what another
        :func:`next_order` is, and what :func:`finished` returns if that is not ``FREE``

    Attributes
    ----------
    words : int64 [8 * (number + 1)]
        for these two functions; the caller, as thread 0, may put an order into ``words[0]``
    """

    def __init__(self, number: int, obey: Callable[[NDArray[np.int64], int, int], int]) -> None:
        self.words = np.full((number + 1) * _APART, _ASLEEP, np.int64)
        self._numbers = range(1, number + 1)
        self._looks = _LOOKS if number < cores() else 0  # who looks takes a processor
        self._wakings = [SimpleQueue[None]() for _n in range(number + 1)]
        self._ends = [SimpleQueue[None]() for _n in range(number + 1)]
        self._errors = dict[int, BaseException]()
        for n in self._numbers:
            given = n, obey, self._looks, self.words, self._wakings[n], self._ends[n], self._errors
            Thread(target=_work, args=given, name=f"environments {n}", daemon=True).start()
        # What the threads are given does not hold this object.
        self.close = weakref.finalize(self, _tell_all, self.words, self._wakings, NO_ORDER)

    def do(self, order: int, part: Callable[[int, int], object]) -> None:
        """Have ``order`` done by all; this thread calls ``part(order, n)`` for part 0.

        And for the parts of threads that have not begun then. An error of this thread, else of
        another, is raised when all is done.

        Raises
        ------
        RuntimeError
            where the threads have ended
        """
        if not self._numbers:
            part(order, 0)
            return
        if not self.close.alive:
            raise RuntimeError("the threads have ended")
        self._wait()  # if the last time was interrupted
        self._errors.clear()
        _tell_all(self.words, self._wakings, order)
        try:
            part(order, 0)
            for n in self._numbers:
                if taken_back(self.words, n):
                    part(order, n)
        finally:
            self._wait()
        for error in self._errors.values():
            raise error

    def _wait(self) -> None:
        for n in self._numbers:
            while not seen_done(self.words, n, self._looks):
                self._ends[n].get()


def _tell_all(words: NDArray[np.int64], wakings: list[SimpleQueue[None]], order: int) -> None:
    for n in range(1, len(wakings)):
        if not told(words, n, order):
            wakings[n].put(None)


def _work(
    n: int,
    obey: Callable[[NDArray[np.int64], int, int], int],
    looks: int,
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
            stands = obey(words, n, looks)
        except Exception as error:
            errors[n] = error
            stands = finished(words, n)
        if stands == _AWAITED:
            ends.put(None)


# -- compiled --------------------------------------------------------------------------------------


@njit
def told(words, n, order):
    """Give thread ``n`` an order; False where it is asleep, and is to be woken.

    ``words``, here and below, is int64 [8 * threads] of :class:`Helpers`, changed in place.
    """
    if exchanged(words, n * _APART, FREE, order):
        return True
    words[n * _APART] = order
    return False


@njit
def taken_back(words, n):
    """Take back the order of thread ``n``; False where it is begun, or done."""
    word = word_at(words, n * _APART)
    return FIRST_ORDER <= word < _BEGUN and exchanged(words, n * _APART, word, FREE)


@njit
def next_order(words, n, looks):
    """Wait for the next order of thread ``n`` and begin it; none where it falls asleep, or ends."""
    place = n * _APART
    while True:
        word = word_at(words, place)
        if word == FREE:
            looks -= 1
            if looks < 0 and exchanged(words, place, FREE, _ASLEEP):
                return _ASLEEP
        elif word < FIRST_ORDER or exchanged(words, place, word, word + _BEGUN):
            return word


@njit
def finished(words, n):
    """Say that thread ``n`` has done its order; not ``FREE`` where somebody sleeps until then."""
    place = n * _APART
    order = word_at(words, place)
    if order < FIRST_ORDER:  # the end came before that of the order
        return order
    if order < _AWAITED and exchanged(words, place, order, FREE):
        return FREE
    exchanged(words, place, word_at(words, place), FREE)
    return _AWAITED


@njit
def seen_done(words, n, looks):
    """Wait for thread ``n`` to do what it has begun; False where its end is to be waited for.

    What it has not begun is dropped.
    """
    place = n * _APART
    while True:
        word = word_at(words, place)
        if word < FIRST_ORDER:
            return True
        if word < _BEGUN:
            exchanged(words, place, word, FREE)
            continue
        looks -= 1
        if looks < 0 and (word >= _AWAITED or exchanged(words, place, word, word + _AWAITED)):
            return False


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
