"""The small moves of minirummy: the cards that each spends, and which are legal.

One big move (from the draw to the discard, or to the pick-up of the second hand) lays its cards in
one order only, so that no position is reached in k! ways: runs are opened with ascending ids, then
cards are added run by run, the low side before the high one. A run opened in this big move grows
upwards only: from below it could have been opened lower.
"""

from ludoteca.core.jit import njit

from .state import (
    ADD,
    DISCARD,
    DRAW,
    FILLINGS,
    KINDS,
    LONG,
    MELDS,
    MODES,
    OPEN,
    RANKS,
    RUN,
    SIDE_MODES,
    STARTS,
    SUITS,
    TAKE,
    WILD,
    length,
    longest,
    pile_size,
)


@njit
def spent(s, a, place):
    """The kind of card number ``place`` (0, 1, 2) that the move spends; -1 where it is none."""
    if a >= DISCARD:
        return a - DISCARD if place == 0 else -1
    if a >= ADD:
        return _added(s, a) if place == 0 else -1
    if a >= OPEN:
        return _opened(a, place)
    return -1


@njit
def _opened(a, place):
    filling = (a - OPEN) % FILLINGS
    first = (a - OPEN) // FILLINGS
    if filling > 0 and (filling - 1) // SUITS == place:
        return (filling - 1) % SUITS * RANKS + WILD
    return first // STARTS * RANKS + first % STARTS + place


@njit
def added_rank(s, a):
    """The place in its run that an added card takes."""
    meld = (a - ADD) // MODES
    if (a - ADD) % MODES < SIDE_MODES:
        return s.low[s.to_move, meld] - 1
    return s.high[s.to_move, meld] + 1


@njit
def _added(s, a):
    mode = (a - ADD) % SIDE_MODES
    if mode > 0:
        return (mode - 1) * RANKS + WILD
    return s.meld_suit[s.to_move, (a - ADD) // MODES] * RANKS + added_rank(s, a)


@njit
def order_number(a):
    """Number that may not descend within a big move: each run to open, then each side to add to."""
    if a < ADD:
        return a
    return ADD + (a - ADD) // SIDE_MODES


@njit
def legal_choices(s, out):
    """Draw; or take the pile while the limit of takes is not reached."""
    out[0] = DRAW
    if pile_size(s) == 0 or s.takes >= s.most_takes:
        return 1
    out[1] = TAKE
    return 2


@njit
def legal_plays(s, out):
    """Runs to open, cards to add, cards to discard."""
    n = _legal_opens(s, out, 0)
    n = _legal_adds(s, out, n)
    for kind in range(KINDS):
        if s.hand[s.to_move, kind] > 0 and _may_leave(s, 1, 0, True):
            out[n] = DISCARD + kind
            n += 1
    return n


@njit
def _may_leave(s, cards, run, ends):
    """True where the mover may spend ``cards`` on a run that then has ``run``.

    Nobody may run out of cards without a second hand to pick up or the right to go out; and laying
    must leave a card to discard and one more.
    """
    me = s.to_move
    least = 1 if ends else 2
    if s.in_hand[me] - cards >= least:
        return True
    return s.second[me] == 1 or run >= LONG or longest(s, me) >= LONG


@njit
def _has(s, a):
    """True where the mover holds the cards that the move spends."""
    hand = s.hand[s.to_move]
    for place in range(RUN):
        kind = spent(s, a, place)
        if kind < 0:
            return True
        needed = 1
        for other in range(place):
            if spent(s, a, other) == kind:
                needed += 1
        if hand[kind] < needed:
            return False
    return True


@njit
def _legal_opens(s, out, n):
    me = s.to_move
    if s.melds[me] == MELDS or not _may_leave(s, RUN, RUN, False):
        return n
    for suit in range(s.suits):
        for start in range(s.ranks - RUN + 1):
            for filling in range(FILLINGS):
                a = OPEN + (suit * STARTS + start) * FILLINGS + filling
                if a >= s.reached and not _wild_is_natural(suit, start, filling) and _has(s, a):
                    out[n] = a
                    n += 1
    return n


@njit
def _wild_is_natural(suit, start, filling):
    """True where the filling puts the wild card where it belongs: that is filling 0."""
    if filling == 0:
        return False
    return (filling - 1) % SUITS == suit and start + (filling - 1) // SUITS == WILD


@njit
def _legal_adds(s, out, n):
    me = s.to_move
    for meld in range(s.melds[me]):
        if not _may_leave(s, 1, length(s, me, meld) + 1, False):
            continue
        for mode in range(MODES):
            a = ADD + meld * MODES + mode
            if order_number(a) >= s.reached and _fits(s, a) and _has(s, a):
                out[n] = a
                n += 1
    return n


@njit
def _fits(s, a):
    meld = (a - ADD) // MODES
    mode = (a - ADD) % SIDE_MODES
    rank = added_rank(s, a)
    if rank < 0 or rank >= s.ranks:
        return False
    if meld >= s.fresh and rank < s.low[s.to_move, meld]:
        return False
    if mode == 0:
        return True
    natural = rank == WILD and mode - 1 == s.meld_suit[s.to_move, meld]
    return s.wild[s.to_move, meld] == 0 and not natural
