# mypy: allow-untyped-defs, allow-untyped-calls
"""The value to the advanced player of each set of cards that might be laid, in points.

The chance to win with it, what its cards then add to the groups of the own pile or of another's,
and which combination stays in the hand.
"""

import math
from itertools import accumulate

import numpy as np

from ludoteca.core.jit import njit

from .combinations import (
    GROUP_OF,
    GROUP_POINTS,
    MOST_CARDS,
    RUN_OF,
    STRENGTH,
    SUITS,
    count,
    lowest,
    strength,
)
from .rules import NUMBERING, RETREATING, SEATS, WITHDRAWING, choosable

MOST_SETS = 1 << MOST_CARDS

BITS = tuple(mask.bit_count() for mask in range(1 << SUITS))
"""Number of cards in a mask of suits."""

SIZES = np.array([mask.bit_count() for mask in range(MOST_SETS)])
"""Number of cards in each subset of a hand, in binary order."""

STAKE, GAIN, WIN, CARD, SPREAD = range(5)
"""Columns of ``TASTES``."""

TASTES = np.zeros((SEATS + 1, 2, 5))
TASTES[2] = (
    (23, 0.49, 27.3, 1.47, 0.81),
    (11.4, 0.21, 19.9, -4.42, 0.15),
)
TASTES[3] = (
    (9.28, 0.58, 2.8, 0.95, 0.92),
    (5.06, 0.67, 24.5, -3.85, 0.47),
)
TASTES[4] = (
    (5.55, 0.41, 6.61, -0.16, 1.66),
    (0.89, 1.07, 27.5, -4.88, 0.42),
)
TASTES[5] = (
    (3.74, 0.69, 13.4, -2.92, 1.84),
    (0.08, 1.2, 28.7, -3.51, 0.15),
)
"""Tastes of the advanced player by number of players, while there are cards to draw and after.

Points that a card of the others adds to a trick for who wins it; the weight of what the cards add
to the groups of piles; points for winning the trick, and so for leading, apart from its cards; for
each card laid; by how many points a set must be worse to be laid e times less often. Found by a
random search (the cross-entropy method) for the most points against ``basic`` and against earlier
advanced players, half a million to two million duplicate deals for each number of players.
"""

KEPT = np.zeros((SEATS + 1, 2, 10))
KEPT[2] = (
    (0, 8.69, 14.2, 15.5, 29, 30, 32, 36, 40, 44),
    (1, 0.65, 1.85, 12.8, 1.85, 15, 15, 18, 20, 22),
)
KEPT[3] = (
    (0, 11.2, 14.9, 20, 24.4, 28, 32, 36, 40, 44),
    (1, 12.6, 10.4, 12.6, 20.3, 15, 15, 18, 20, 22),
)
KEPT[4] = (
    (0, 12.9, 16.2, 15.4, 15.4, 28, 32, 36, 40, 44),
    (1, 8.8, 11.4, 8.8, 11.4, 15, 15, 18, 20, 22),
)
KEPT[5] = (
    (0, 7.51, 18.8, 24.8, 24.8, 28, 32, 36, 40, 44),
    (1, 7.51, 11.8, 13.3, 13.1, 15, 15, 18, 20, 22),
)
"""Points that the best combination left in the hand is worth: players and deck as above, its type.

What is rare was set by hand.
"""

LAY_SHARES = (
    (0.514, 0.161, 0.242, 0.049, 0.031, 0.002, 0.001, 0.0, 0.0, 0.0),
    (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.154, 0.494, 0.352, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.275, 0.238, 0.304, 0.123, 0.06, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.14, 0.213, 0.466, 0.101, 0.076, 0.002, 0.002, 0.0, 0.0, 0.0),
    (0.048, 0.094, 0.49, 0.195, 0.162, 0.007, 0.004, 0.0, 0.0, 0.0),
    (0.057, 0.109, 0.442, 0.2, 0.174, 0.011, 0.007, 0.0, 0.0, 0.0),
    (0.012, 0.05, 0.34, 0.293, 0.258, 0.034, 0.013, 0.0, 0.0, 0.0),
)
"""Share of each type in lays of so many cards; first, where the number is not known yet.

Counted in rounds of the advanced player with itself, as many of 2, 3, 4 and 5 players, by
``benchmarks/eras_lays.py``.
"""

BELOW = np.array([list(accumulate(row, initial=0.0)) for row in LAY_SHARES])
"""Share of weaker types in lays of so many cards; the last column is 1."""


def _mean_points(players: int, n: int, outside: int) -> float:
    share = 1.0 / players
    return sum(
        math.comb(outside, more)
        * share**more
        * (1.0 - share) ** (outside - more)
        * GROUP_POINTS[n + more]
        for more in range(outside + 1)
    )


EXPECTED = np.zeros((SEATS + 1, SUITS + 1, SUITS + 1))
"""Expected points of a group: players, cards of it in the pile, cards of it in no pile.

Each card in no pile goes to any seat alike.
"""
for _players in range(2, SEATS + 1):
    for _n in range(SUITS + 1):
        for _outside in range(SUITS + 1 - _n):
            EXPECTED[_players, _n, _outside] = _mean_points(_players, _n, _outside)


@njit
def weigh_sets(s, sets, worth):
    """The sets of cards that may be laid or withdrawn now, or that complete what was begun.

    Fills ``sets`` with masks and ``worth`` with points, in units of the player's spread, both of
    length ``MOST_SETS``; returns how many there are.
    """
    me = s.to_move
    pool = _pool(s)
    back = s.phase in (RETREATING, WITHDRAWING)
    # What is on the table, and in the hand, whatever is chosen.
    table = s.laid[me] & ~pool
    hand = s.hand[me] & ~pool
    strengths = np.empty(MOST_SETS, np.int64)
    chances = np.empty(MOST_SETS)
    gains = np.empty((2, MOST_SETS))
    every = every_set(s, table, pool, sets, strengths, chances, gains)
    stage = 0 if s.undealt > 0 else 1
    taste = TASTES[s.players, stage]
    won = taste[WIN] + taste[STAKE] * _cards_of_others(s)
    there = count(table)
    found = 0
    for j in range(every):
        # Sets number j and every - 1 - j are complements.
        other = every - 1 - j
        if not _allowed(s, SIZES[other if back else j]):
            continue
        kept = strengths[other]
        if hand != table:
            kept = strength(hand | (pool ^ sets[j]))
        lost = taste[GAIN] * gains[1, j]
        value = lost + chances[j] * (won + taste[GAIN] * gains[0, j] - lost)
        value += taste[CARD] * (there + SIZES[j])
        if kept >= 0:
            value += KEPT[s.players, stage, kept // STRENGTH]
        worth[found] = value / taste[SPREAD]
        sets[found] = pool ^ sets[j] if back else sets[j]
        found += 1
    return found


@njit
def _pool(s):
    """The cards from which a set is chosen; they are higher than those chosen before."""
    if s.phase == NUMBERING:
        return s.hand[s.to_move]
    return s.laid[s.to_move] if s.phase == RETREATING else choosable(s)


@njit
def _allowed(s, number):
    """True if so many cards may be chosen."""
    if s.phase == NUMBERING:
        return number > 0
    if s.phase == RETREATING:
        return number <= s.laid_count[s.to_move] // 2
    return number == s.to_come


@njit
def every_set(s, table, pool, sets, strengths, chances, gains):
    """All subsets of ``pool`` in binary order; returns how many.

    Fills in, for each together with ``table``, whose cards are lower: its strength, the chance to
    win with it, and what it changes, ``gains[0]`` where the trick is won, ``gains[1]`` where
    another wins it.
    """
    steps = np.empty((2, SUITS + 1))
    sets[0] = 0
    gains[0, 0] = 0.0
    gains[1, 0] = 0.0
    strengths[0] = strength(table)
    chances[0] = _chance_to_win(s, strengths[0])
    every = 1
    value = -1
    left = table | pool
    while left != 0:
        kind = lowest(left)
        left &= left - 1
        if kind // SUITS != value:
            value = kind // SUITS
            shift = value * SUITS
            there = BITS[table >> shift & 0xF]
            _fill_steps(s, value, steps)
            for n in range(there):
                for j in range(every):
                    gains[0, j] += steps[0, n]
                    gains[1, j] += steps[1, n]
        if pool >> kind & 1:
            for j in range(every):
                cards = table | sets[j] | 1 << kind
                n = BITS[cards >> shift & 0xF]
                k = every + j
                sets[k] = sets[j] | 1 << kind
                gains[0, k] = gains[0, j] + steps[0, n - 1]
                gains[1, k] = gains[1, j] + steps[1, n - 1]
                strengths[k] = max(strengths[j], _strength_up_to(cards, kind, n))
                same = strengths[k] == strengths[j]
                chances[k] = chances[j] if same else _chance_to_win(s, strengths[k])
            every *= 2
    return every


@njit
def _strength_up_to(cards, kind, same):
    """Of the combinations whose highest card is ``kind``, the highest of the set, the strength.

    ``same`` cards of the set have its value.
    """
    run = 1
    below = kind - SUITS
    while below >= 0 and cards >> below & 1 and run < MOST_CARDS:
        run += 1
        below -= SUITS
    return max(GROUP_OF[same], RUN_OF[run]) * STRENGTH + kind


@njit
def _fill_steps(s, value, steps):
    """Fill in the change by one card more of a value on the table, by the number of those there.

    A pile counts what its group of the value is expected to score; the others' gains count as
    losses, shared by their number.
    """
    me = s.to_move
    others = s.players - 1
    shift = value * SUITS
    outside = s.suits
    for seat in range(s.players):
        outside -= BITS[s.pile[seat] >> shift & 0xF]
    won_before = 0.0
    lost_before = 0.0
    for laid in range(outside + 1):
        left = outside - laid
        won = 0.0
        lost = 0.0
        for seat in range(s.players):
            n = BITS[s.pile[seat] >> shift & 0xF]
            without = EXPECTED[s.players, n, left]
            with_all = EXPECTED[s.players, n + laid, left]
            if seat == me:
                won += with_all
                lost += without
            else:
                won -= without / others
                lost -= (with_all + (others - 1) * without) / others / others
        if laid > 0:
            steps[0, laid - 1] = won - won_before
            steps[1, laid - 1] = lost - lost_before
        won_before = won
        lost_before = lost


@njit
def _cards_of_others(s):
    """Cards that the others lay in this trick, two where it is not known."""
    total = 0
    for seat in range(s.players):
        if seat == s.to_move:
            continue
        if s.laid_count[seat] > 0:
            total += s.laid_count[seat]
        else:
            total += min(2, s.in_hand[seat])
    return total


@njit
def _chance_to_win(s, lay):
    """The chance that a lay of this strength beats all others.

    Each other lay is of a type with the frequency of ``LAY_SHARES``, its highest card any.
    """
    if lay < 0:
        return 0.0
    kind = lay // STRENGTH
    within = min(1.0, (lay % STRENGTH // SUITS + 0.5) / s.values)
    chance = 1.0
    for seat in range(s.players):
        laid = s.laid_count[seat]
        if seat != s.to_move and s.in_hand[seat] + laid > 0:
            below = BELOW[laid, kind]
            chance *= below + (BELOW[laid, kind + 1] - below) * within
    return chance
