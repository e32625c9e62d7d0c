# mypy: allow-untyped-defs, allow-untyped-calls
"""Positions of the reduced game as the exact search sees them: only what can still matter.

A position is one row of int64 (columns below), seen by the player to move. The search asks for
``W``, the points that the mover will gain on the other from here on, which depends on less than
the position does:

- Discs taken from the row vanish: the row is the sequence of discs that still lie on it.
- Of the holdings only the difference per colour counts (mover's minus other's), and only for the
  colours whose pawn still walks; discs of the others have their value and count when taken.
- Colours are renumbered so that a colour on the stair is numbered by its value. With ``k`` pawns
  still walking, colours ``0..k-1`` are theirs and colour ``v >= k`` is worth ``v`` points a disc.
- At most as many discs are still taken from the row as own discs lie ahead of the walking pawns
  (every such move uses up a landing), so discs farther than that beyond the first or the last
  possible landing cannot be reached and are dropped.

A move is ``2 * colour + side`` in these colours, with side 0 behind and 1 ahead; a pawn that goes
to the stair has side 1.

Where a pawn goes and what it takes is said by :mod:`..rules`; here is only how a position is kept.
``tests/games_bigpoints/test_solver_kernel.py`` walks it beside the kernel.
"""

import numpy as np

from ludoteca.core.jit import njit

from ..bits import count, highest, lowest
from ..rules import COLOURS, disc_beside, discs_ahead

MOST_MOVES = 2 * COLOURS

# Columns of a position.
TRACK = 0  # 5 columns: discs of each colour on the row, bit i the i-th disc that still lies there
PAWNS = 5  # discs under the walking pawns that have entered the row
LENGTH = 6  # discs on the row
WALKING = 7  # k, the number of pawns not on the stair
LEAD = 8  # 5 columns: discs held by the mover minus those of the other, for colours below k
GAIN = 13  # points that the move leading here settled for its mover
MOVE = 14  # the move leading here
SCORE = 15  # how promising that move looks to its mover
INDEX = 16  # hash of the row, pawns and walking count: where to look in the table
CHECK = 17  # a second, independent hash of the same, never 0: what is compared there
COLUMNS = 18

# Worth of a disc in the ordering of moves (sixteenths of a point), for each other walking colour,
# by how many more own discs (-3 to 3) that colour still has ahead of its pawn: the colour with
# fewer to go will be worth more. Found by local search for the fewest nodes on ten boards.
_EXPECTED = np.array([0, 3, 4, 6, 10, 12, 15], np.int64)
_STAIR_BONUS = 5
_BEHIND_PENALTY = 4

_RNG = np.random.default_rng(0x5017E)
_WORDS = WALKING + 1
_FIRST = _RNG.integers(0, 2**64, size=_WORDS, dtype=np.uint64) | np.uint64(1)
_SECOND = _RNG.integers(0, 2**64, size=(2, _WORDS), dtype=np.uint64) | np.uint64(1)
_LAST = _RNG.integers(0, 2**64, size=2, dtype=np.uint64) | np.uint64(1)
_HALF = np.uint64(32)
_FEW = np.uint64(2)


@njit
def own_ahead(rows, a, c):
    """The discs of walking colour ``c`` that lie ahead of its pawn, as a set."""
    own = rows[a, TRACK + c]
    return discs_ahead(own, rows[a, PAWNS] & own)


@njit
def _without(x, disc):
    """The set ``x`` after the place of the single ``disc`` has been closed up."""
    below = disc - 1
    return (x & below) | ((x >> 1) & ~below)


@njit
def _climb(rows, a, b, c):
    """Copy position ``a`` to ``b`` with pawn ``c`` on the stair, the mover taking its disc."""
    value = rows[a, WALKING] - 1
    own = rows[a, TRACK + c]
    for e in range(COLOURS):
        old = e + 1 if c <= e < value else e
        rows[b, TRACK + e] = rows[a, TRACK + old]
        rows[b, LEAD + e] = rows[a, LEAD + old]
    rows[b, TRACK + value] = own
    rows[b, LEAD + value] = 0
    rows[b, PAWNS] = rows[a, PAWNS] & ~own
    rows[b, LENGTH] = rows[a, LENGTH]
    rows[b, WALKING] = value
    rows[b, GAIN] = value * (rows[a, LEAD + c] + 1)


@njit
def _walk(rows, a, b, c, landing, side):
    """Copy ``a`` to ``b`` with pawn ``c`` on ``landing`` and the disc on that side taken.

    Returns False where no disc is free on that side; ``b`` is then undefined.
    """
    pawns = (rows[a, PAWNS] & ~rows[a, TRACK + c]) | landing
    free = ((1 << rows[a, LENGTH]) - 1) & ~pawns
    taken = disc_beside(free, landing, side)
    if taken == 0:
        return False
    walking = rows[a, WALKING]
    rows[b, GAIN] = 0
    for e in range(COLOURS):
        own = rows[a, TRACK + e]
        lead = rows[a, LEAD + e]
        if own & taken:
            if e < walking:
                lead += 1
            else:
                rows[b, GAIN] = e
        rows[b, TRACK + e] = _without(own & ~taken, taken)
        rows[b, LEAD + e] = lead
    rows[b, PAWNS] = _without(pawns, taken)
    rows[b, LENGTH] = rows[a, LENGTH] - 1
    rows[b, WALKING] = walking
    return True


@njit
def _drop_unreachable(rows, b):
    """Remove from ``b`` the discs that can no longer be taken or landed on."""
    landings = 0
    most_takes = 0
    for c in range(rows[b, WALKING]):
        ahead = own_ahead(rows, b, c)
        landings |= ahead
        most_takes += count(ahead)
    if most_takes == 0:
        for e in range(COLOURS):
            rows[b, TRACK + e] = 0
        rows[b, PAWNS] = 0
        rows[b, LENGTH] = 0
        return
    pawns = rows[b, PAWNS]
    last = count(2 * highest(landings | pawns) - 1)
    if rows[b, LENGTH] > last + most_takes:
        rows[b, LENGTH] = last + most_takes
        kept = (1 << (last + most_takes)) - 1
        for e in range(COLOURS):
            rows[b, TRACK + e] &= kept
    behind = ~pawns & (lowest(landings) - 1)
    excess = count(behind) - most_takes
    if excess > 0:
        for _i in range(excess):
            behind &= behind - 1
        shift = count(lowest(behind) - 1)
        for e in range(COLOURS):
            rows[b, TRACK + e] >>= shift
        rows[b, PAWNS] >>= shift
        rows[b, LENGTH] -= shift


@njit
def _hash(rows, b):
    """Fill in ``INDEX`` and ``CHECK``."""
    first = np.uint64(0)
    second = np.uint64(0)
    for i in range(_WORDS):
        x = np.uint64(rows[b, TRACK + i]) * _FIRST[i]
        x ^= x >> _HALF
        first += x * _SECOND[0, i]
        second += (x ^ (x >> _HALF)) * _SECOND[1, i]
    first = (first ^ (first >> _HALF)) * _LAST[0]
    second = (second ^ (second >> _HALF)) * _LAST[1]
    rows[b, INDEX] = np.int64(first >> _FEW)
    rows[b, CHECK] = np.int64(second >> _FEW) | 1


@njit
def _score(rows, b, side, climbed):
    """A rough value for the mover of having moved to ``b``, in sixteenths of a point."""
    walking = rows[b, WALKING]
    total = 16 * rows[b, GAIN]
    for c in range(walking):
        if rows[b, LEAD + c] == 0:
            continue
        to_go = count(own_ahead(rows, b, c))
        worth = 0
        for e in range(walking):
            if e != c:
                more = count(own_ahead(rows, b, e)) - to_go
                worth += _EXPECTED[min(max(more, -3), 3) + 3]
        total += rows[b, LEAD + c] * worth
    if climbed:
        total += _STAIR_BONUS
    elif side == 0:
        total -= _BEHIND_PENALTY
    return total


@njit
def complete(rows, b):
    """Bring position ``b``, whose leads and row are set, to its smallest form and hash it."""
    _drop_unreachable(rows, b)
    _hash(rows, b)


@njit
def make_move(rows, a, b, move):
    """Write to row ``b`` of ``rows`` the position after ``move`` in row ``a``; False if not legal.

    ``b`` is seen by the other player: its leads are turned round. Colours are renumbered when a
    pawn climbs the stair.
    """
    c = move >> 1
    side = move & 1
    landing = lowest(own_ahead(rows, a, c))
    if landing == 0:
        if side == 0:
            return False
        _climb(rows, a, b, c)
    elif not _walk(rows, a, b, c, landing, side):
        return False
    rows[b, MOVE] = move
    rows[b, SCORE] = _score(rows, b, side, landing == 0)
    for e in range(rows[b, WALKING]):
        rows[b, LEAD + e] = -rows[b, LEAD + e]
    complete(rows, b)
    return True


@njit
def least(rows, a, other, walking):
    """The least that leads ``rows[a] - other`` can be worth over all orders of the walking colours.

    The sum over pairs of colours of the smaller difference: sorted in descending order, the r-th
    difference gets value r and is the smaller one of r pairs.
    """
    total = 0
    for i in range(walking):
        for j in range(i):
            total += min(rows[a, LEAD + i] - other[i], rows[a, LEAD + j] - other[j])
    return total


@njit
def most(rows, a, other, walking):
    """The most that leads ``rows[a] - other`` can be worth; see :func:`least`."""
    total = 0
    for i in range(walking):
        for j in range(i):
            total += max(rows[a, LEAD + i] - other[i], rows[a, LEAD + j] - other[j])
    return total


@njit
def _best_takes(number, counts):
    """The points of the ``number`` best discs of which ``counts[v]`` are worth ``v``."""
    total = 0
    left = number
    for value in range(COLOURS - 1, 0, -1):
        taken = min(left, counts[value])
        total += taken * value
        left -= taken
    return total


@njit
def bounds(rows, a, counts):
    """``low <= W <= high`` of position ``a`` without search.

    The players take one disc each in turn, at most one for each landing and each pawn; suppose
    that one of them gets the best of what is left and the other nothing, under the order of the
    colours that favours him. ``counts`` (int64, at least 5) is overwritten.
    """
    walking = rows[a, WALKING]
    plies = walking
    for c in range(walking):
        counts[c] = count(rows[a, TRACK + c])
        plies += count(own_ahead(rows, a, c))
        # Colours with more discs left get the higher values: sort upwards by insertion.
        j = c
        while j > 0 and counts[j - 1] > counts[j]:
            counts[j - 1], counts[j] = counts[j], counts[j - 1]
            j -= 1
    for c in range(walking):
        counts[c] += 1  # the disc beside the stair
    for value in range(walking, COLOURS):
        counts[value] = count(rows[a, TRACK + value])
    plies = min(plies, rows[a, LENGTH] + walking)
    low = -_best_takes(plies // 2, counts)
    high = _best_takes((plies + 1) // 2, counts)
    for i in range(walking):
        for j in range(i):
            low += min(rows[a, LEAD + i], rows[a, LEAD + j])
            high += max(rows[a, LEAD + i], rows[a, LEAD + j])
    return low, high
