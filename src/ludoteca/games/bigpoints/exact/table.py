# mypy: allow-untyped-defs, allow-untyped-calls
"""The transposition table of the exact search: buckets of four entries in one flat array.

An entry is two int64: a check (0 = empty) and packed data. All entries of one row of discs share
a bucket whatever the leads, because bounds carry over from one set of leads to another: with
``x`` the difference of the two sets of leads, ``W`` differs by at least the least and at most the
most that ``x`` can be worth over all orders of the walking colours (whoever keeps to the strategy
that secured the one bound secures the other).

The place in the table and the check come from two hash functions, so a wrong match needs 62 equal
bits in one bucket: less than one chance in 10**8 in a search of 10**10 nodes.
"""

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

from ..rules import COLOURS
from .reduced import CHECK, INDEX, LEAD, WALKING, least, most

WAYS = 4
_BUCKET = 2 * WAYS
_LINE = 64  # bytes of a cache line, which is one bucket

# Packed data from the lowest bit: 5 leads, low and high bound, best move, log2 of the work.
_LEAD_BITS = 6
_LEAD_BIAS = 32
_BOUND_BITS = 10
_BOUND_BIAS = 512
_MOVE_BITS = 4
_LOW_SHIFT = COLOURS * _LEAD_BITS
_HIGH_SHIFT = _LOW_SHIFT + _BOUND_BITS
_MOVE_SHIFT = _HIGH_SHIFT + _BOUND_BITS
_WORK_SHIFT = _MOVE_SHIFT + _MOVE_BITS

UNKNOWN = 511  # a bound of -UNKNOWN or UNKNOWN says nothing
NO_MOVE = 15

# What a probe answers, in an array.
FOUND_LOW, FOUND_HIGH, FOUND_MOVE = range(3)


def new_table(bits: int) -> NDArray[np.int64]:
    """An empty table of ``2**bits`` entries of 16 bytes, aligned to cache lines."""
    words = 2 << max(bits, 2)
    raw = np.zeros(words + _LINE // 8, np.int64)
    start = -raw.ctypes.data % _LINE // 8
    return raw[start : start + words]


@njit
def bucket(table, index):
    """The first word of the bucket for a hash."""
    return (index & (table.size // _BUCKET - 1)) * _BUCKET


@njit
def _unpack_leads(data, out):
    for c in range(COLOURS):
        out[c] = ((data >> (c * _LEAD_BITS)) & ((1 << _LEAD_BITS) - 1)) - _LEAD_BIAS


@njit
def _low(data):
    return ((data >> _LOW_SHIFT) & ((1 << _BOUND_BITS) - 1)) - _BOUND_BIAS


@njit
def _high(data):
    return ((data >> _HIGH_SHIFT) & ((1 << _BOUND_BITS) - 1)) - _BOUND_BIAS


@njit
def probe(table, rows, a, leads, found):
    """Write to ``found`` what the table knows of position ``a``: low bound, high bound, best move.

    ``leads`` (int64, 5) is overwritten.
    """
    walking = rows[a, WALKING]
    found[FOUND_LOW] = -UNKNOWN
    found[FOUND_HIGH] = UNKNOWN
    found[FOUND_MOVE] = NO_MOVE
    start = bucket(table, rows[a, INDEX])
    for i in range(WAYS):
        if table[start + i] != rows[a, CHECK]:
            continue
        data = table[start + WAYS + i]
        _unpack_leads(data, leads)
        smallest = least(rows, a, leads, walking)
        largest = most(rows, a, leads, walking)
        low = _low(data)
        high = _high(data)
        if low > -UNKNOWN:
            found[FOUND_LOW] = max(found[FOUND_LOW], low + smallest)
        if high < UNKNOWN:
            found[FOUND_HIGH] = min(found[FOUND_HIGH], high + largest)
        if smallest == largest:
            found[FOUND_MOVE] = (data >> _MOVE_SHIFT) & ((1 << _MOVE_BITS) - 1)


@njit
def _pack(rows, a, low, high, move, work):
    data = np.int64(0)
    for c in range(COLOURS):
        lead = rows[a, LEAD + c] if c < rows[a, WALKING] else 0
        data |= (lead + _LEAD_BIAS) << (c * _LEAD_BITS)
    data |= (low + _BOUND_BIAS) << _LOW_SHIFT
    data |= (high + _BOUND_BIAS) << _HIGH_SHIFT
    data |= move << _MOVE_SHIFT
    return data | work << _WORK_SHIFT


@njit
def store(table, rows, a, low, high, move, nodes, leads):
    """Record bounds of position ``a`` (``UNKNOWN`` where there is none) and its best move.

    An entry with equivalent leads is improved; else an empty one is used or the one that cost the
    fewest nodes is given up. Returns 1 for an entry that was not there, else 0. ``leads`` (int64,
    5) is overwritten.
    """
    walking = rows[a, WALKING]
    start = bucket(table, rows[a, INDEX])
    work = 0
    while nodes > 0 and work < 31:
        nodes >>= 1
        work += 1
    victim = start
    cheapest = 1 << 62
    for i in range(start, start + WAYS):
        data = table[i + WAYS]
        if table[i] == 0:
            if cheapest >= 0:
                victim = i
                cheapest = -1
            continue
        if table[i] == rows[a, CHECK]:
            _unpack_leads(data, leads)
            shift = least(rows, a, leads, walking)
            if shift == most(rows, a, leads, walking):
                if _low(data) > -UNKNOWN:
                    low = max(low, _low(data) + shift)
                if _high(data) < UNKNOWN:
                    high = min(high, _high(data) + shift)
                if move == NO_MOVE:
                    move = (data >> _MOVE_SHIFT) & ((1 << _MOVE_BITS) - 1)
                work = max(work, data >> _WORK_SHIFT)
                table[i + WAYS] = _pack(rows, a, low, high, move, work)
                return 0
        if data >> _WORK_SHIFT < cheapest:
            cheapest = data >> _WORK_SHIFT
            victim = i
    table[victim] = rows[a, CHECK]
    table[victim + WAYS] = _pack(rows, a, low, high, move, work)
    return 1
