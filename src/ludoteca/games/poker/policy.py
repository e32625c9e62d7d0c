"""The players of simplified poker, as probabilities computed from what a seat sees.

- ``ganancioso`` exchanges what does not contribute, and folds weak hands;
- ``cauteloso`` exchanges alike, and believes what the number that the other exchanged says;
- ``blefe`` exchanges at most one card, to look strong, and folds like ganancioso;
- ``aleatório`` tosses a coin for each card, until it has chosen all it may, and one for folding;
- ``nosso``, the player of our own, exchanges like ganancioso, but two cards alone where it has
  nothing, as if it had three of a kind; it folds a pair or less, and seldom even those;
- ``equilíbrio`` plays the solved strategy that ships, with the game's own cards and prizes. With
  others compiled code has none: there it plays like nosso, and at a table the strategy is solved
  (:mod:`.players`).

A level is a place in ``INFO.levels``. Source: B. Costa, Projeto Poker simplificado, Computação I,
UFRJ (2022), questions 3 and 5 to 8.
"""

import numpy as np

from ludoteca.core.jit import njit

from .hands import MOST, RANKS
from .reasons import reason_words as reason_words
from .reasons import turn_reason as turn_reason
from .rules import EXCHANGING, FOLD, STAY, STOP, hand_value, lowest_to_discard
from .solver.solved_policy import is_solved, solved_chance, solved_folding

GANANCIOSO, CAUTELOSO, BLEFE, ALEATORIO, NOSSO, EQUILIBRIO = range(6)

OURS_OF_NOTHING = 2
"""The number of cards that ``nosso`` exchanges of a hand that is worth nothing."""

FOLD_BELOW = ((2, 2, 2, 0), (2, 0, 2, 0))
"""The least value with which ``nosso`` stays: as first and as second, by the number that the other
exchanged. Who exchanged three had a pair or less, and to lose to two pairs or three of a kind costs
no more than to fold."""

ASSUMED_FOUR, ASSUMED_TRIPLE = 10, 3
GREEDY_FIRST, GREEDY_SECOND = 2, 3


@njit
def policy_probs(s, level, out, prob):
    """Ids and probabilities of the moves of the player ``level``."""
    if s.phase != EXCHANGING:
        return _answers(folding_chance(s, level), out, prob)
    if level == ALEATORIO or (level == EQUILIBRIO and is_solved(s)):
        n = _by_exchanges(s, level, out, prob)
        if n > 0:
            return n
    out[0] = _towards(s, _most_exchanged(s, level))
    prob[0] = 1.0
    return 1


# -- exchanging ------------------------------------------------------------------------------------


@njit
def _most_exchanged(s, level):
    """The most cards that the player ``level`` exchanges from the hand that it was dealt."""
    if level == BLEFE:
        return min(s.most, 1)
    if level >= NOSSO and hand_value(s.dealt[s.to_move]) == 0:
        return min(s.most, OURS_OF_NOTHING)
    return s.most


@njit
def _towards(s, most):
    """The next discard of the lowest ``most`` cards that do not contribute, or ``STOP``.

    A seat that has not followed this rule so far goes on as near to it as it can.
    """
    me = s.to_move
    singles = 0
    for rank in range(RANKS):
        if s.dealt[me, rank] == 1:
            singles += 1
    skipped = max(0, singles - most)
    reached = lowest_to_discard(s)
    for rank in range(RANKS):
        if s.dealt[me, rank] != 1:
            continue
        if skipped > 0:
            skipped -= 1
        elif rank >= reached and s.hand[me, rank] == 1:
            return rank
    return STOP


@njit
def _choose(n, k):
    """C(n, k)."""
    if k < 0 or k > n:
        return 0.0
    ways = 1.0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways


@njit
def _subset_weight(s, k):
    """The chance that the coins choose one given set of ``k`` physical cards.

    A coin for each card in the order of the hand until ``most`` are chosen; all orders of the hand
    are equally likely, so sets of one size are.
    """
    n = s.hand_size
    if k < s.most:
        return 0.5**n
    share = 0.0
    for heads in range(s.most, n + 1):
        share += _choose(n, heads) * 0.5**n
    return share / _choose(n, s.most)


@njit
def _coins_chance(s, lot):
    """The chance that the coins choose ``lot``."""
    ways = 1.0
    size = 0
    for rank in range(RANKS):
        ways *= _choose(s.dealt[s.to_move, rank], lot[rank])
        size += lot[rank]
    return ways * _subset_weight(s, size) if size <= s.most else 0.0


@njit
def _by_exchanges(s, level, out, prob):
    """The next card, or ``STOP``, by the chances of all exchanges that begin as this one did.

    Returns 0 where the player ``level`` never begins so.
    """
    reached = lowest_to_discard(s)
    chance = np.zeros(RANKS + 1)
    lot = np.zeros(RANKS, np.int64)
    for rank in range(RANKS):
        lot[rank] = s.given[s.to_move, rank]
    total = 0.0
    more = True
    while more:
        p = _coins_chance(s, lot) if level == ALEATORIO else solved_chance(s, lot)
        chance[_next_card(s, lot)] += p
        total += p
        more = _count_up(s, lot, reached)
    n = 0
    for a in range(RANKS + 1):
        if chance[a] > 0.0:
            out[n] = a
            prob[n] = chance[a] / total
            n += 1
    return n


@njit
def _next_card(s, lot):
    """The first card of ``lot`` that was not discarded yet, or ``STOP``."""
    for rank in range(RANKS):
        if lot[rank] > s.given[s.to_move, rank]:
            return rank
    return STOP


@njit
def _count_up(s, lot, reached):
    """The next lot that may follow from what was discarded, in place; False after the last."""
    for rank in range(reached, RANKS):
        if lot[rank] < s.dealt[s.to_move, rank]:
            lot[rank] += 1
            return True
        lot[rank] = s.given[s.to_move, rank]
    return False


# -- folding ---------------------------------------------------------------------------------------


@njit
def _answers(folding, out, prob):
    """Fold with the probability ``folding``; a move of probability 0 is left out."""
    n = 0
    if folding > 0.0:
        out[n] = FOLD
        prob[n] = folding
        n += 1
    if folding < 1.0:
        out[n] = STAY
        prob[n] = 1.0 - folding
        n += 1
    return n


@njit
def folding_chance(s, level):
    """The probability that the seat to move folds."""
    if level == ALEATORIO:
        return 0.5
    if level == EQUILIBRIO and is_solved(s):
        return solved_folding(s)
    return 1.0 if hand_value(s.hand[s.to_move]) < needed_to_stay(s, level) else 0.0


@njit
def needed_to_stay(s, level):
    """The least value of a hand with which the player ``level`` does not fold."""
    second = 1 if s.to_move != s.first else 0
    number = s.exchanged[1 - s.to_move]
    if level >= NOSSO:
        return FOLD_BELOW[second][min(number, MOST)]
    if level == CAUTELOSO and number == 1:
        return ASSUMED_FOUR
    if level == CAUTELOSO and number == 2:
        return ASSUMED_TRIPLE
    return GREEDY_SECOND if second else GREEDY_FIRST
