"""The transposition table of the minimax search: what is known of a position, found by its key.

A plain array of 32-byte entries in buckets of four (open addressing within a bucket). A full bucket
gives up the entry that took the least work. Keys are compared whole; two positions of one key are
one position to the table, so with the 62-bit hash that kernels have by default ``n`` positions
share a key by accident with a probability of about ``n**2 / 2**63``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

SOLVED = 32767  #: the ``depth`` of an entry that no cut-off search and no estimate went into
NOT_FOUND = -1

ENTRY = np.dtype(
    (
        np.record,
        [
            ("key", "u8"),  # kernel.state_key of the position
            ("lower", "f8"),  # lower <= value <= upper, of seat 0's points minus seat 1's
            ("upper", "f8"),
            ("work", "i4"),  # nodes that it took, at least 1; 0: the entry is empty
            ("depth", "i2"),  # plies looked ahead, or SOLVED
            ("move", "i2"),  # place of the best move known among the legal ones, or -1
        ],
    )
)

_BUCKET = 4
_LOW_HALF = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
# Odd 32-bit constants: neither product overflows 64 bits, compiled or not.
_MIX_LOW = np.uint64(0x9E3779B1)
_MIX_HIGH = np.uint64(0x85EBCA77)
_FOLD = np.uint64(23)


def new_table(bits: int) -> NDArray[np.record]:
    """An empty table, records [2**bits] (32 bytes each; untouched pages cost no memory)."""
    return np.zeros(1 << max(bits, 2), ENTRY)


@njit
def place(key, slots):  # type: ignore[no-untyped-def]
    """The first place of the uint64 ``key`` in ``slots`` (a power of two), from all of its bits."""
    mixed = (key & _LOW_HALF) * _MIX_LOW ^ (key >> _HALF) * _MIX_HIGH
    mixed = mixed ^ (mixed >> _FOLD)
    return np.int64(mixed & np.uint64(slots - 1))


@njit
def find(table, key):  # type: ignore[no-untyped-def]
    """The index of the entry of ``key`` in ``table``, records [2**bits]; ``NOT_FOUND`` for none."""
    first = place(key, len(table)) // _BUCKET * _BUCKET
    for i in range(first, first + _BUCKET):
        if table[i].work > 0 and table[i].key == key:
            return i
    return NOT_FOUND


@njit
def store(table, key, lower, upper, depth, move, work):  # type: ignore[no-untyped-def]
    """Write what is known of ``key`` into ``table``, records [2**bits], in place.

    Intervals of the same depth are intersected; a deeper one replaces a shallower one.
    """
    first = place(key, len(table)) // _BUCKET * _BUCKET
    chosen = first
    for i in range(first, first + _BUCKET):
        entry = table[i]
        if entry.work > 0 and entry.key == key:
            if entry.depth > depth:
                return
            if entry.depth == depth:
                lower = max(lower, entry.lower)
                upper = min(upper, entry.upper)
            chosen = i
            break
        if entry.work < table[chosen].work:
            chosen = i
    entry = table[chosen]
    entry.key = key
    entry.lower = lower
    entry.upper = upper
    entry.depth = depth
    entry.move = move
    entry.work = max(1, min(work, 2_000_000_000))
