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


class Generator(np.record):  # type: ignore[misc]
    """A record of :data:`GENERATOR`, as un-compiled code uses it."""

    __slots__ = ()

    def random(self) -> float:
        """The next number of the stream, uniform in [0, 1)."""
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

    Returns records of :data:`GENERATOR` [number]. ``seed`` is taken modulo 2**64; ``stream`` is one
    of the constants above.
    """
    made = np.zeros(number, GENERATOR)
    made["seed_low"], made["seed_high"] = seed & _MASK, seed >> 32 & _MASK
    made["env"], made["stream"] = np.arange(number), stream
    return made


@njit
def philox(c0, c1, c2, c3, k0, k1):
    """Four words of 32 bits from a counter of four and a key of two."""
    for _round in range(_ROUNDS):
        # Products wrap in compiled code and grow in Python: the 64 bits that count are the same.
        first = 0xD2511F53 * c0
        second = 0xCD9E8D57 * c2
        c0, c1 = (second >> 32 & _MASK) ^ c1 ^ k0, second & _MASK
        c2, c3 = (first >> 32 & _MASK) ^ c3 ^ k1, first & _MASK
        k0 = (k0 + 0x9E3779B9) & _MASK
        k1 = (k1 + 0xBB67AE85) & _MASK
    return c0, c1, c2, c3


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
        bits = (first >> 5) * 67108864 + (second >> 6)
        rng.kept = (third >> 5) * 67108864 + (fourth >> 6)
    return bits * (1.0 / 9007199254740992.0)


@njit
def begin_deal(rng, deal):
    """Set the generator ``rng`` to the first number of a deal."""
    rng.deal = deal & _MASK
    rng.drawn = 0


def _overload() -> None:
    """Give compiled code the method ``random`` of a generator."""
    from numba import from_dtype, types
    from numba.extending import overload_method

    kind = from_dtype(GENERATOR)

    def random(rng: Any) -> Callable[[Any], Any] | None:
        return (lambda rng: next_uniform(rng)) if rng == kind else None

    overload_method(types.Record, "random", strict=False)(random)


with_compiler(_overload)
