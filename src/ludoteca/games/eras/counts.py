"""Exact counts: the best type over all subsets of a deck; lays that stay below a strength."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

from .combinations import (
    GROUP_OF,
    KINDS,
    MOST_CARDS,
    RUN_OF,
    SINGLE,
    STRENGTH,
    SUITS,
    TYPES,
    count,
    random_subset,
    strength,
)
from .rules import deck_kinds

STRENGTHS = TYPES * STRENGTH
"""One more than the greatest strength at most."""


@cache
def subsets_by_type(values: int, suits: int) -> tuple[tuple[int, ...], ...]:
    """``[k][type]``: sets of k cards, 0 to MOST_CARDS, whose best combination is of each type.

    The values are taken one after the other. What came before matters by the number of cards, the
    best type so far, and how long a run ends in each suit; suits are alike, so their runs are
    sorted. No set is enumerated.
    """
    states = Counter({(0, SINGLE, (0,) * suits): 1})
    lots = [lot for n in range(suits + 1) for lot in combinations(range(suits), n)]
    for _value in range(values):
        after: Counter[tuple[int, int, tuple[int, ...]]] = Counter()
        for (n, best, runs), ways in states.items():
            for lot in lots:
                if n + len(lot) <= MOST_CARDS:
                    longer = tuple(runs[k] + 1 if k in lot else 0 for k in range(suits))
                    made = max(best, GROUP_OF[len(lot)], RUN_OF[max(longer)])
                    after[n + len(lot), made, tuple(sorted(longer))] += ways
        states = after
    table = [[0] * TYPES for _size in range(MOST_CARDS + 1)]
    for (n, best, _runs), ways in states.items():
        table[n][best] += ways
    return tuple(tuple(row) for row in table)


@cache
def all_strengths(values: int, suits: int) -> tuple[int, ...]:
    """The strength of every combination of a deck, one for each set of cards that is one."""
    deck = deck_kinds(values, suits)
    there = set(deck)
    found = [
        int(strength(sum(1 << kind for kind in group)))
        for value in range(values)
        for n in range(1, suits + 1)
        for group in combinations([k for k in deck if k // SUITS == value], n)
    ]
    for low in deck:
        run = [low]
        while len(run) < MOST_CARDS and run[-1] + SUITS in there:
            run.append(run[-1] + SUITS)
            found.append(int(strength(sum(1 << kind for kind in run))))
    return tuple(sorted(found, reverse=True))


# -- lays of the others ----------------------------------------------------------------------------


def ways_below(unseen: int, n: int, bound: int) -> int:
    """In how many ways somebody can have laid ``n`` cards that are weaker than ``bound``.

    For the page, which runs uncompiled code: as in :func:`subsets_by_type`, no set is enumerated.
    """
    states = Counter({(0, (0,) * SUITS): 1})
    for low in range(0, KINDS, SUITS):
        there = [suit for suit in range(SUITS) if unseen >> (low + suit) & 1]
        lots = [lot for k in range(1, len(there) + 1) for lot in combinations(there, k)]
        lots = [lot for lot in lots if GROUP_OF[len(lot)] * STRENGTH + low + lot[-1] < bound]
        after: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (held, runs), ways in states.items():
            after[held, (0,) * SUITS] += ways
            for lot in lots:
                longer = tuple(runs[k] + 1 if k in lot else 0 for k in range(SUITS))
                if held + len(lot) <= n and all(
                    RUN_OF[longer[k]] * STRENGTH + low + k < bound for k in lot
                ):
                    after[held + len(lot), longer] += ways
        states = after
    return sum(ways for (held, _runs), ways in states.items() if held == n)


def assignments(unseen: int, numbers: tuple[int, ...]) -> int:
    """In how many ways the others can have laid so many cards each."""
    left, ways = int(count(unseen)), 1
    for n in numbers:
        ways *= comb(left, n)
        left -= n
    return ways


def ways_by_strength(
    unseen: int, numbers: tuple[int, ...], shown: tuple[int, ...] = ()
) -> NDArray[np.int64]:
    """Of the :func:`assignments`, how many have each strength as that of the strongest lay.

    ``shown`` are cards that lie open in each lay besides the unseen ones.
    """
    kinds = np.array([k for k in range(KINDS) if unseen >> k & 1], np.int64)
    begins = np.array([k == 0 for n in numbers for k in range(n)], np.int64)
    lays = list(zip(numbers, shown or (0,) * len(numbers), strict=True))
    whole = max((int(strength(mask)) for n, mask in lays if n == 0), default=-1)
    ways = np.zeros(STRENGTHS, np.int64)
    if len(begins) == 0:
        ways[whole] = 1
    else:
        opens = np.array([mask for n, mask in lays if n], np.int64)
        _count_ways(kinds, begins, opens, whole, ways)
    return ways


@njit
def _count_ways(
    kinds: NDArray[np.int64],
    begins: NDArray[np.int64],
    shown: NDArray[np.int64],
    least: int,
    ways: NDArray[np.int64],
) -> None:
    """Choose card after card; ``begins`` has a 1 for each card that is the first of a lay.

    Within a lay cards ascend; ``least`` is the strength of a lay that is seen whole. Adds to
    ``ways`` in place. The stack is our own: a compiled function that calls itself may crash when
    it is loaded from the cache.
    """
    cards = len(begins)
    reached = np.zeros(cards, np.int64)  # the next place in kinds to try for each card
    laid = np.zeros(cards, np.int64)  # of the same lay, before each card
    gone = np.zeros(cards, np.int64)  # in the lays before
    strongest = np.zeros(cards, np.int64)  # of the lays before
    lays = np.zeros(cards, np.int64)  # how many lays came before
    card = 0
    laid[0] = shown[0]
    strongest[0] = least
    while card >= 0:
        if reached[card] == len(kinds):
            card -= 1
            continue
        bit = 1 << kinds[reached[card]]
        reached[card] += 1
        if gone[card] & bit:
            continue
        lay = laid[card] | bit
        following = card + 1
        if following < cards and not begins[following]:
            reached[following] = reached[card]
            laid[following] = lay
            gone[following] = gone[card]
            strongest[following] = strongest[card]
            lays[following] = lays[card]
            card = following
            continue
        best = max(strongest[card], strength(lay))
        if following == cards:
            ways[best] += 1
            continue
        reached[following] = 0
        lays[following] = lays[card] + 1
        laid[following] = shown[lays[following]]
        gone[following] = gone[card] | lay
        strongest[following] = best
        card = following


@njit
def sampled_by_strength(
    unseen: int, numbers: NDArray[np.int64], shown: NDArray[np.int64], n: int, rng: Any
) -> Any:
    """Of ``n`` random assignments, how many have each strength as that of the strongest lay."""
    found = np.zeros(STRENGTHS, np.int64)
    for _sample in range(n):
        left = unseen
        best = 0
        for k in range(len(numbers)):
            lay = random_subset(left, numbers[k], rng)
            left ^= lay
            best = max(best, strength(lay | shown[k]))
        found[best] += 1
    return found
