# mypy: allow-untyped-defs, allow-untyped-calls
"""How many positions of the reduced game can be reached: a walk by levels, holdings as sets.

A position is a configuration (row, pawns, stair) with what seat 0 has taken since the start; seat
1 has the rest, and the number of discs gone says who is to move. All holdings of a configuration
are one set of bits, one for each combination of counts, so that a move takes all of them along at
once: shifted by the disc that seat 0 takes, as they are where seat 1 takes it.
"""

import numpy as np

from ludoteca.core.jit import njit

from .search_full import ARRIVED, COLUMNS, HELD, TO_MOVE, keys_of, make_move, packed

KEY = COLUMNS  # 2 columns after those of the position: its exact keys
WIDTH = COLUMNS + 2

_WORD = 64
_EVERY_SECOND = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_MULTIPLIERS = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9], np.uint64)
_HALF = np.uint64(32)
_ONE, _TWO, _FOUR, _TOP_BYTE = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@njit
def _members(words):
    """The number of elements of a set of bits."""
    total = np.int64(0)
    for i in range(words.size):
        x = words[i]
        x -= (x >> _ONE) & _EVERY_SECOND
        x = (x & _PAIRS) + ((x >> _TWO) & _PAIRS)
        x = (x + (x >> _FOUR)) & _NIBBLES
        total += np.int64((x * _BYTES) >> _TOP_BYTE)
    return total


@njit
def _add_shifted(words, shift, out):
    """Add the elements of ``words``, each ``shift`` larger, to the set ``out``."""
    skipped = shift // _WORD
    bits = np.uint64(shift % _WORD)
    carried = np.uint64(_WORD - shift % _WORD)
    for i in range(words.size - 1, skipped - 1, -1):
        word = words[i - skipped] << bits
        if shift % _WORD and i > skipped:
            word |= words[i - skipped - 1] >> carried
        out[i] |= word


@njit
def _slot_of(level, slots, row, rest):
    """Where in ``slots`` the configuration with these keys is, or the 0 where it belongs."""
    x = np.uint64(row) * _MULTIPLIERS[0] ^ np.uint64(rest)
    x = (x ^ (x >> _HALF)) * _MULTIPLIERS[1]
    i = np.int64((x ^ (x >> _HALF)) >> _TWO) & (slots.size - 1)
    while slots[i] != 0:
        found = slots[i] - 1
        if level[found, KEY] == row and level[found, KEY + 1] == rest:
            break
        i = (i + 1) & (slots.size - 1)
    return i


@njit
def index_level(level, n, slots):
    """Fill the empty ``slots`` (a power of two) with the first ``n`` configurations."""
    for j in range(n):
        slots[_slot_of(level, slots, level[j, KEY], level[j, KEY + 1])] = j + 1


@njit
def step(level, sets, begin, end, colours, strides, following, following_sets, slots, n):
    """Make every move of the configurations ``begin`` to ``end - 1`` of a level.

    ``level`` (n, WIDTH) and ``sets`` (n, words) are the level; ``following``, ``following_sets``
    and ``slots`` are filled with the next one, which has ``n`` configurations so far.
    Configurations with all pawns on the stair are left out. Returns the index of the first
    configuration not yet treated (less than ``end`` where there may not be room) and the new
    ``n``.
    """
    rows = np.zeros((2, COLUMNS), np.int64)
    for i in range(begin, end):
        if n + 2 * colours > min(following.shape[0], slots.size // 2):
            return i, n
        seat = level[i, TO_MOVE]
        for move in range(2 * colours):
            for w in range(ARRIVED + 1):
                rows[0, w] = level[i, w]
            if not make_move(rows, 0, colours, move) or rows[1, ARRIVED] == colours:
                continue
            shift = 0
            if seat == 0:
                for c in range(colours):
                    if rows[1, HELD] == packed(1, c):
                        shift = strides[c]
            rows[1, HELD + seat] = 0
            row, rest = keys_of(rows, 1, colours)
            slot = _slot_of(following, slots, row, rest)
            if slots[slot] == 0:
                for w in range(ARRIVED + 1):
                    following[n, w] = rows[1, w]
                following[n, KEY] = row
                following[n, KEY + 1] = rest
                following_sets[n] = np.uint64(0)
                n += 1
                slots[slot] = n
            _add_shifted(sets[i], shift, following_sets[slots[slot] - 1])
    return end, n


@njit
def members_of_level(sets, n):
    """The number of positions of the first ``n`` configurations of a level."""
    total = np.int64(0)
    for i in range(n):
        total += _members(sets[i])
    return total
