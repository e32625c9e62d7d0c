"""The players of eras, as probabilities computed from what a seat sees.

- ``basic`` lays its best combination where that is a pair or better, and not weaker than what
  the numbers laid so far usually hold; else its lowest card that is no part of it. It does not
  withdraw.
- ``advanced`` weighs every set of cards that it might lay: the chance to win with it, judged by the
  numbers that the others laid; what the cards then add to the groups of the own pile, or of
  another; and which combination it keeps. It lays a set with a probability that falls by a factor
  of e for each ``SPREAD`` points by which the set is worse than the best one, so that nobody can
  read its hand from a number. Numbers and single cards have the probabilities that follow.

A level is a place in ``INFO.levels``. ``LAY_SHARES`` was counted in games of an earlier advanced
player with itself, of two and of four; the points were chosen by a few hundred games with basic.
"""

import math

import numpy as np

from ludoteca.core.jit import njit

from .combinations import (
    GROUP_POINTS,
    MOST_CARDS,
    PAIR,
    RUN_2,
    STRENGTH,
    SUITS,
    VALUES,
    best_cards,
    count,
    lowest,
    strength,
    value_counts,
)
from .rules import choosable, legal_actions
from .state import LAYING, NUMBER, NUMBERING, RETREATING, SHOWING, WITHDRAWING

BASIC, ADVANCED = range(2)

SPREAD = 0.7
"""Points: how much worse a set may be before the advanced player hardly lays it."""

STAKE = 3.5
"""Points that a card of the others adds to a trick for who wins it."""

KEPT = (0.0, 7.0, 9.0, 22.0, 27.0, 45.0, 50.0, 63.0, 72.0, 81.0)
"""Points that the best combination left in the hand is worth, by its type."""

USUAL = (PAIR, PAIR, PAIR, PAIR, RUN_2, RUN_2, RUN_2, RUN_2)
"""The least type with which the basic player tries to win where another laid so many cards."""

LAY_SHARES = (
    (0.48, 0.14, 0.29, 0.05, 0.035, 0.003, 0.002, 0.0, 0.0, 0.0),
    (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.50, 0.24, 0.26, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.28, 0.29, 0.41, 0.02, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.11, 0.265, 0.555, 0.06, 0.01, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.04, 0.17, 0.64, 0.125, 0.025, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.025, 0.115, 0.64, 0.14, 0.08, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.03, 0.135, 0.43, 0.17, 0.20, 0.023, 0.01, 0.002, 0.0, 0.0),
)
"""How often a lay of so many cards is of each type; first, where the number is not known yet."""


@njit
def policy_probs(s, level, out, prob):
    """Ids and probabilities of the moves of the player ``level``."""
    if level == BASIC or s.phase == SHOWING:
        out[0] = _basic(s, out)
        prob[0] = 1.0
        return 1
    return _advanced(s, out, prob)


# -- basic -----------------------------------------------------------------------------------------


@njit
def _basic(s, out):
    """The move of the basic player; ``out`` is scratch."""
    n = legal_actions(s, out)
    if s.phase == NUMBERING:
        return NUMBER + count(_basic_plan(s, s.hand[s.to_move]))
    if s.phase == LAYING:
        me = s.to_move
        plan = _basic_plan(s, s.hand[me] | s.laid[me]) & ~s.laid[me]
        for i in range(n):
            if plan >> out[i] & 1:
                return out[i]
    return out[0]


@njit
def _basic_plan(s, cards):
    """The cards that the basic player would lay of those it had before its lay."""
    best = best_cards(cards)
    if strength(best) // STRENGTH >= USUAL[_most_laid(s)]:
        return best
    rest = cards & ~best
    return 1 << lowest(rest if rest > 0 else cards)


@njit
def _most_laid(s):
    """The largest number that another seat has laid in this trick."""
    most = 0
    for seat in range(s.players):
        if seat != s.to_move:
            most = max(most, s.laid_count[seat])
    return most


# -- advanced --------------------------------------------------------------------------------------


@njit
def _advanced(s, out, prob):
    """Every set of cards with its weight, added up by the move that begins it."""
    n = legal_actions(s, out)
    if n == 1:
        prob[0] = 1.0
        return 1
    me = s.to_move
    numbering = s.phase in (NUMBERING, RETREATING)
    pool = s.hand[me] if s.phase == NUMBERING else s.laid[me] if s.phase == RETREATING else 0
    if not numbering:
        pool = choosable(s)
    sets = np.zeros(1 << MOST_CARDS, np.int64)
    worth = np.zeros(1 << MOST_CARDS)
    found = _list_sets(s, pool, sets)
    best = _weigh_sets(s, sets, found, worth)
    for i in range(n):
        prob[i] = 0.0
    total = 0.0
    for j in range(found):
        weight = math.exp((worth[j] - best) / SPREAD)
        total += weight
        prob[_place(s, out, n, sets[j])] += weight
    for i in range(n):
        prob[i] /= total
    return n


@njit
def _list_sets(s, pool, sets):
    """The sets of ``pool`` that may be laid or withdrawn, or that complete what was begun."""
    least = 1 if s.phase == NUMBERING else 0
    most = MOST_CARDS
    if s.phase == RETREATING:
        most = s.laid_count[s.to_move] // 2
    elif s.phase != NUMBERING:
        least = s.to_come
        most = s.to_come
    found = 0
    part = pool
    while True:
        if least <= count(part) <= most:
            sets[found] = part
            found += 1
        if part == 0:
            return found
        part = (part - 1) & pool


@njit
def _place(s, out, n, cards):
    """The place in ``out[:n]`` of the move that begins the choice of ``cards``."""
    if s.phase == NUMBERING:
        return count(cards) - 1
    if s.phase == RETREATING:
        return count(cards)
    first = lowest(cards)
    for i in range(n):
        if out[i] == first:
            return i
    return 0


@njit
def _weigh_sets(s, sets, found, worth):
    """Fill in what each choice is worth in points; returns the most."""
    me = s.to_move
    gains = np.zeros((2, VALUES, SUITS + 1))
    _fill_gains(s, gains)
    beaten = np.ones(10 * STRENGTH // SUITS)
    _fill_beaten(s, beaten)
    others = _cards_of_others(s)
    back = s.phase in (RETREATING, WITHDRAWING)
    best = -math.inf
    for j in range(found):
        if back:
            laid = s.laid[me] & ~sets[j]
            kept = s.hand[me] | sets[j]
        else:
            laid = s.laid[me] | sets[j]
            kept = s.hand[me] & ~sets[j]
        chance = beaten[strength(laid) // SUITS]
        won = STAKE * others + _sum_gains(gains[0], laid)
        value = chance * won + (1.0 - chance) * _sum_gains(gains[1], laid)
        if kept > 0:
            value += KEPT[strength(kept) // STRENGTH]
        worth[j] = value
        best = max(best, value)
    return best


@njit
def _sum_gains(gains, cards):
    """The gains of all values of a set."""
    n = value_counts(cards)
    total = 0.0
    value = 0
    while n > 0:
        total += gains[value, n & 0xF]
        n >>= SUITS
        value += 1
    return total


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
def _fill_beaten(s, beaten):
    """The chance that a lay beats all others, by its strength without the suit.

    Each other lay is of a type with the frequency of ``LAY_SHARES``, its highest card any.
    """
    for seat in range(s.players):
        if seat == s.to_move or s.in_hand[seat] + s.laid_count[seat] == 0:
            continue
        below = 0.0
        shares = LAY_SHARES[s.laid_count[seat]]
        for kind in range(10):
            for value in range(STRENGTH // SUITS):
                place = kind * (STRENGTH // SUITS) + value
                within = min(1.0, (value + 0.5) / s.values)
                beaten[place] *= below + shares[kind] * within
            below += shares[kind]


@njit
def _fill_gains(s, gains):
    """What so many cards of a value in the trick change: in the own pile, and in another's.

    A pile counts what its group of the value is expected to score if each card of it that is in
    no pile goes to any seat alike; the others' gains count as losses, shared by their number.
    """
    me = s.to_move
    share = 1.0 / s.players
    for value in range(s.values):
        shift = value * SUITS
        inside = 0
        before = 0.0
        for seat in range(s.players):
            inside += count(s.pile[seat] >> shift & 0xF)
        for seat in range(s.players):
            part = 1.0 if seat == me else -1.0 / (s.players - 1)
            n = count(s.pile[seat] >> shift & 0xF)
            before += part * _expected(n, s.suits - inside, share)
        for laid in range(1, s.suits - inside + 1):
            outside = s.suits - inside - laid
            won = 0.0
            lost = 0.0
            for seat in range(s.players):
                n = count(s.pile[seat] >> shift & 0xF)
                none = _expected(n, outside, share)
                all_of_it = _expected(n + laid, outside, share)
                if seat == me:
                    won += all_of_it
                    lost += none
                else:
                    won -= none / (s.players - 1)
                    each = all_of_it + (s.players - 2) * none
                    lost -= each / (s.players - 1) / (s.players - 1)
            gains[0, value, laid] = won - before
            gains[1, value, laid] = lost - before


@njit
def _expected(n, outside, share):
    """The expected points of a group of ``n`` cards if ``outside`` more come with chance share."""
    total = 0.0
    chance = (1.0 - share) ** outside
    for more in range(outside + 1):
        total += chance * GROUP_POINTS[n + more]
        chance *= share / (1.0 - share) * (outside - more) / (more + 1)
    return total
