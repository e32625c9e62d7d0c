"""A small random number generator that counts: Philox 4x32-10.

Each number follows from a key (the seed), an environment, a stream, a deal and how many numbers
were drawn in it. So the same seed plays the same deals in any number of threads and on a graphics
processor, and deal number 7 of an environment has the same cards whatever was played before.
A generator is a record, with a method ``random`` as NumPy's generators have, and may be given to
the kernel's functions in their place.

Source: J. Salmon, M. Moraes, R. Dror, D. Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC11).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit, with_compiler

CHANCE_STREAM, OPPONENT_STREAM, ACTION_STREAM = 0, 1, 2  #: chance, opponents, sampled actions

_MASK = 0xFFFFFFFF
_ROUNDS = 10
_FACTOR_0, _FACTOR_2 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_STEP_0, _STEP_1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_TINY = 1.0 / 9007199254740992.0  # 2**-53
_LOW, _HALF = np.uint64(_MASK), np.uint64(32)
_ONE, _FIVE, _SIX, _TWENTY_SIX = np.uint64(1), np.uint64(5), np.uint64(6), np.uint64(26)


class Generator(np.record):  # type: ignore[misc]
    """A record of :data:`GENERATOR`, as un-compiled code uses it."""

    __slots__ = ()

    def random(self) -> float:
        """The next number of the stream, uniform in [0, 1); the record counts it, in place."""
        return float(next_uniform(self))


GENERATOR = np.dtype(
    (
        Generator,
        [
            (name, "i8")
            for name in ("seed_low", "seed_high", "env", "stream", "deal", "drawn", "kept")
        ],
    )
)
"""``seed_low`` and ``seed_high`` are the key, of 32 bits each; ``drawn`` numbers of the deal have
been given. The counter is half of that, ``deal``, ``env`` and ``stream``: two numbers come from one
block of words, of which the second is ``kept``."""


def generators(seed: int, number: int, stream: int) -> NDArray[np.void]:
    """The generators of the environments 0 to ``number`` - 1, at the first number of deal 0.

    Parameters
    ----------
    seed
        taken modulo 2**64
    stream
        one of the constants above

    Returns
    -------
    records [number]
        of the type :data:`GENERATOR`

    Examples
    --------
    >>> one, other = generators(7, 2, CHANCE_STREAM)
    >>> one.random() == generators(7, 1, CHANCE_STREAM)[0].random(), one.random() == other.random()
    (True, False)
    """
    made = np.zeros(number, GENERATOR)
    made["seed_low"], made["seed_high"] = seed & _MASK, seed >> 32 & _MASK
    made["env"], made["stream"] = np.arange(number), stream
    return made


@njit
def philox(c0, c1, c2, c3, k0, k1):
    """Four words of 32 bits from a counter of four and a key of two; all are uint64.

    References
    ----------
    J. Salmon, M. Moraes, R. Dror, D. Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC11).

    Examples
    --------
    >>> [hex(word) for word in philox(0, 0, 0, 0, 0, 0)]
    ['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8']
    """
    c0, c1, c2, c3 = np.uint64(c0), np.uint64(c1), np.uint64(c2), np.uint64(c3)
    k0, k1 = np.uint64(k0), np.uint64(k1)
    for _round in range(_ROUNDS):
        c0, c1, c2, c3, k0, k1 = _round_of_philox(c0, c1, c2, c3, k0, k1)
    return c0, c1, c2, c3


@njit
def _round_of_philox(c0, c1, c2, c3, k0, k1):
    """The counter after a round, and the key of the next; unsigned, no product overflows."""
    c1, c3, k0, k1 = np.uint64(c1), np.uint64(c3), np.uint64(k0), np.uint64(k1)
    first = _FACTOR_0 * np.uint64(c0)
    second = _FACTOR_2 * np.uint64(c2)
    return (
        (second >> _HALF) ^ c1 ^ k0,
        second & _LOW,
        (first >> _HALF) ^ c3 ^ k1,
        first & _LOW,
        (k0 + _STEP_0) & _LOW,
        (k1 + _STEP_1) & _LOW,
    )


@njit
def next_uniform(rng):
    """The next number of the generator ``rng`` in [0, 1), a multiple of 2**-53; counts it."""
    drawn = int(rng.drawn)
    rng.drawn = drawn + 1
    if drawn & 1:
        bits = int(rng.kept)
    else:
        first, second, third, fourth = philox(
            drawn >> 1,
            int(rng.deal),
            int(rng.env),
            int(rng.stream),
            int(rng.seed_low),
            int(rng.seed_high),
        )
        bits = joined(first, second)
        rng.kept = joined(third, fourth)
    return bits * _TINY


@njit
def joined(first, second):
    """A whole number of 53 bits (int64) from two of 32 (uint64)."""
    return np.int64(((first >> _FIVE) << _TWENTY_SIX) | (second >> _SIX))


@njit
def fill_uniform(seed_low, seed_high, begin, stream, deals, drawn, out):
    """Write a number in [0, 1) of each of the environments from ``begin`` on into ``out``.

    Each is what its generator gives in the deal ``deals[k]`` after ``drawn[k]`` numbers; no
    generator counts it.

    Parameters
    ----------
    seed_low, seed_high
        the key, of 32 bits each
    deals, drawn
        int64 [n]
    out : float64 [n]
        changed in place
    """
    low, high, stream = np.uint64(seed_low), np.uint64(seed_high), np.uint64(stream)
    for k in range(len(deals)):  # a loop in the loop, not a call: so some are made at once
        number = np.uint64(drawn[k])
        c0, c1, c2, c3 = number >> _ONE, np.uint64(deals[k]) & _LOW, np.uint64(begin + k), stream
        k0, k1 = low, high
        for _round in range(_ROUNDS):
            c0, c1, c2, c3, k0, k1 = _round_of_philox(c0, c1, c2, c3, k0, k1)
        odd = number & _ONE != 0
        out[k] = joined(c2 if odd else c0, c3 if odd else c1) * _TINY


@njit
def begin_deal(rng, deal):
    """Set the generator ``rng`` to the first number of a deal, in place."""
    rng.deal = deal & _MASK
    rng.drawn = 0


def _overload() -> None:
    """Give compiled code the method ``random`` of a generator."""
    from numba import from_dtype, types
    from numba.core.registry import cpu_target
    from numba.extending import overload_method

    kind = from_dtype(GENERATOR)

    def random(rng: Any) -> Callable[[Any], Any] | None:
        return (lambda rng: next_uniform(rng)) if rng == kind else None

    overload_method(types.Record, "random", strict=False)(random)
    # Numba asks the templates of records in turn, and its own raises for what is no field: ours
    # comes first, also where something was compiled before this module was imported.
    context = cpu_target.typing_context
    context.refresh()
    context._attributes[types.Record].sort(key=lambda made: getattr(made, "_attr", "") != "random")


with_compiler(_overload)
