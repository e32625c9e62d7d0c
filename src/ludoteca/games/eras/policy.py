"""The machines ``basic`` and ``advanced``, as probabilities computed from what a seat sees.

- ``basic`` lays its best combination if that is a pair or better, and not weaker than lays of the
  numbers laid so far usually are; else its lowest card that is not part of it. It does not
  withdraw.
- ``advanced`` weighs every set of cards that it might lay: the chance to win with it, judged by the
  numbers that the others laid; what the cards then add to the groups of its own pile, or of
  another; and which combination it keeps. The probability of a set falls exponentially with the
  points by which it is worse than the best one, so that nobody can read its hand from a number. The
  probabilities of numbers and single cards follow.

A level is a place in ``INFO.levels``.
"""

import math

import numpy as np

from ludoteca.core.jit import njit
from ludoteca.core.kernel import policy_move

from .combinations import PAIR, RUN_2, STRENGTH, best_cards, count, lowest, strength
from .lay_values import MOST_SETS, weigh_sets
from .reasons import reason_words as reason_words
from .rules import (
    LAYING,
    NUMBER,
    NUMBERING,
    RETREATING,
    SHOWING,
    apply_action,
    legal_actions,
)

BASIC, ADVANCED = range(2)

FAR = 12.0
"""In units of its spread: sets that are worse by as much are not laid."""

USUAL = (PAIR, PAIR, PAIR, PAIR, RUN_2, RUN_2, RUN_2, RUN_2)
"""The least type with which the basic player tries to win where another laid so many cards."""


@njit
def policy_probs(s, level, out, prob):
    """Ids and probabilities of the moves of the player ``level``."""
    if level == BASIC or s.phase == SHOWING:
        out[0] = _basic(s, out)
        prob[0] = 1.0
        return 1
    n = legal_actions(s, out)
    if n == 1:
        prob[0] = 1.0
        return 1
    # Every set of cards, its probability added up by the move that begins it.
    sets = np.empty(MOST_SETS, np.int64)
    chances = np.empty(MOST_SETS)
    found = lay_chances(s, ADVANCED, sets, chances)
    for i in range(n):
        prob[i] = 0.0
    for j in range(found):
        if chances[j] > 0.0:
            prob[_place(s, out, n, sets[j])] += chances[j]
    return n


@njit
def policy_turn(s, level, u, ids, prob):
    """A whole lay of the advanced player at once; see :mod:`ludoteca.core.kernel`."""
    if level == BASIC or s.phase != NUMBERING:
        return policy_move(s, level, u, ids, prob)
    lay = draw_lay(s, u, np.empty(MOST_SETS, np.int64), np.empty(MOST_SETS))
    return lay_cards(s, lay)


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
def draw_lay(s, u, sets, weight):
    """A whole lay of the advanced player, who is to name its number, by the uniform number ``u``.

    ``sets`` and ``weight`` are scratch, of length ``MOST_SETS``.
    """
    found = weigh_sets(s, sets, weight)
    left = u * _into_weights(weight, found)
    drawn = 0
    for j in range(found):
        if weight[j] > 0.0:
            drawn = j
            left -= weight[j]
            if left < 0.0:
                break
    return sets[drawn]


@njit
def lay_chances(s, level, sets, prob):
    """The sets of cards that a player may choose now, with their probabilities.

    Whole lays where it is to name a number; the basic player is asked there alone. Fills both, of
    length ``MOST_SETS``; returns how many there are.
    """
    if level == BASIC:
        sets[0], prob[0] = _basic_plan(s, s.hand[s.to_move]), 1.0
        return 1
    found = weigh_sets(s, sets, prob)
    total = _into_weights(prob, found)
    for j in range(found):
        prob[j] /= total
    return found


@njit
def lay_cards(s, lay):
    """Make the moves that are left until the seat to move has laid ``lay``; returns how many."""
    me = s.to_move
    rest = lay & ~s.laid[me]
    made = 0
    if s.phase == NUMBERING:
        whole = rest == s.hand[me]
        apply_action(s, NUMBER + count(rest))
        made += 1
        if whole:
            return made
    while rest != 0:
        apply_action(s, lowest(rest))
        rest &= rest - 1
        made += 1
    return made


@njit
def _into_weights(worth, found):
    """Turn points into relative probabilities, in place; returns their sum."""
    best = worth[0]
    for j in range(1, found):
        best = max(best, worth[j])
    total = 0.0
    for j in range(found):
        behind = best - worth[j]
        worth[j] = math.exp(-behind) if behind < FAR else 0.0
        total += worth[j]
    return total


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
