# mypy: allow-untyped-defs, allow-untyped-calls
"""What a move of Big Points does to the row, asked before it is made, and what hands are worth."""

from ludoteca.core.jit import njit

from .bits import bit, highest, lowest
from .keys import KINDS
from .record import (
    BACK,
    BEHIND,
    BLACK,
    MOST_BEHIND,
    NOTHING,
    PASS,
    STAIR,
    WHITE,
)


@njit
def next_disc(s, c):
    """The next disc ahead of pawn ``c`` in its colour, as a set; empty where there is none."""
    return lowest(s.track[c] >> (s.pawn[c] + 1) << (s.pawn[c] + 1))


@njit
def vacant_without(s, c):
    """The discs that are free once pawn ``c`` has left its own."""
    return s.vacant | bit(s.pawn[c]) if s.pawn[c] >= 0 else s.vacant


@njit
def kind_of(s, disc):
    """The kind of the one disc in the set ``disc``, which lies on the row."""
    for kind in range(KINDS):
        if s.track[kind] & disc:
            return kind
    return -1


@njit
def own_disc_behind(s, c, k):
    """The ``k``-th own disc behind pawn ``c``, 0 the nearest, as a set."""
    behind = s.track[c] & (bit(s.pawn[c]) - 1)
    for _i in range(k):
        behind ^= highest(behind)
    return highest(behind)


@njit
def taken_disc(s, disc, side, c):
    """The disc that pawn ``c`` frees for the mover by standing on ``disc``, as a set."""
    vacant = vacant_without(s, c)
    if side == BEHIND:
        return highest(vacant & (disc - 1))
    return lowest(vacant & ~(disc | (disc - 1)))


@njit
def pawn_of(a):
    """The pawn that the move ``a`` moves; -1 for ``PASS``."""
    if a < STAIR:
        return a // 2
    if a < NOTHING:
        return a - STAIR
    if a < PASS:
        return a - NOTHING
    if a == PASS:
        return -1
    return (a - BACK) // (2 * MOST_BEHIND)


@njit
def side_of(a):
    """``BEHIND`` or ``AHEAD``: where the move ``a`` takes its disc; -1 where it takes none."""
    if a < STAIR:
        return a % 2
    if a < BACK:
        return -1
    return (a - BACK) % 2


@njit
def target_of(s, a):
    """The disc that the move ``a`` leads its pawn to, as a set; 0 for the stair and ``PASS``."""
    c = pawn_of(a)
    if a >= BACK:
        return own_disc_behind(s, c, (a - BACK) // 2 % MOST_BEHIND)
    if c < 0 or STAIR <= a < NOTHING:
        return 0
    return next_disc(s, c)


@njit
def white_worth(s, seat):
    """What each white disc of ``seat`` is worth now: different colours held, black being one."""
    different = 1 if s.held[seat, BLACK] > 0 else 0
    for c in range(s.colours):
        if s.held[seat, c] > 0:
            different += 1
    return different


@njit
def points(s, seat):
    """Points of ``seat``, colours whose pawn is not on the stair counting nothing yet."""
    total = s.held[seat, WHITE] * white_worth(s, seat)
    for c in range(s.colours):
        if s.place[c] > 0:
            total += s.held[seat, c] * (s.colours - s.place[c])
    return total
