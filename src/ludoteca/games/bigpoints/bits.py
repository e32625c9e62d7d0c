# mypy: allow-untyped-defs, allow-untyped-calls
"""Sets of up to 62 discs as bits of one int64: plain functions that also run un-compiled."""

import numpy as np

from ludoteca.core.jit import njit

# 2 is a primitive root of 67: the powers of two below 2**66 have different remainders.
_MODULUS = 67
_EXPONENT = np.zeros(_MODULUS, np.int64)
for _k in range(63):
    _EXPONENT[2**_k % _MODULUS] = _k


@njit
def bit(i):
    """The set that holds ``i`` alone."""
    return 1 << i


@njit
def index(single):
    """The element of a set that holds exactly one."""
    return _EXPONENT[single % _MODULUS]


@njit
def lowest(x):
    """The smallest element of ``x``, as a set; 0 where ``x`` is empty."""
    return x & -x


@njit
def highest(x):
    """The largest element of ``x``, as a set; 0 where ``x`` is empty."""
    x |= x >> 1
    x |= x >> 2
    x |= x >> 4
    x |= x >> 8
    x |= x >> 16
    x |= x >> 32
    return x ^ (x >> 1)


@njit
def count(x):
    """The number of elements of ``x``."""
    # LLVM recognises this loop and compiles it to the processor's own instruction.
    n = 0
    while x:
        x &= x - 1
        n += 1
    return n
