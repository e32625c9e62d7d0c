"""Deals that a hand wins, counted exactly: of every lance, alone and with the partner.

All that is asked of the three other hands is counted over the union of the two rivals' cards: what
the partner can hold beside it is tabulated once by class, then every split of the union into two
hands is looked up. With 8 kings there are 5,715 unions and 104,820 splits, so a hand takes tens
of milliseconds where three nested sums (equation 2.40 of the thesis) took over a minute.

All numbers are int64: the deals are at most 43,370,632,305,000, with at most six stones each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

from ..hands import KINDS
from ..ids import JUEGO, LANCES, PARES, PUNTO, SEATS
from .types import Deck, Ints

COUNTS = (
    "individual",
    "pair",
    "individual_and_se_da",
    "pair_and_se_da",
    "se_da",
    "own_stones",
    "rival_stones",
)
"""The columns of :func:`count`.

individual : my hand beats the three others; a hand that takes no part in the lance counts as beaten
pair : the best hand of my pair beats both rivals
individual_and_se_da, pair_and_se_da : the same, and the lance is played
se_da : the lance is played: grande and chica always, pares and juego where somebody of each pair
    has them, punto where nobody has juego
own_stones, rival_stones : stones that the pairs count where nobody bets, summed over the deals

In punto a win always means that nobody has juego.
"""

INDIVIDUAL, PAIR, INDIVIDUAL_SE_DA, PAIR_SE_DA, SE_DA, OWN, RIVALS = range(len(COUNTS))

RIGHT, PARTNER, LEFT = range(3)
"""The three others in the order in which they speak after me."""

_MOST, _MOST_TAKEN = 40, 8  #: cards of a kind at most, in any deck; in two hands


@dataclass(frozen=True, eq=False)
class Splits:
    """All ways to take two hands of types i and j from their union, ordered by the union.

    Attributes
    ----------
    unions : counts by kind of the cards of two hands, of shape (unions, kinds)
    start : the splits of union u are the entries ``start[u]`` to ``start[u + 1]``
    first, second : the types of the two hands of a split
    ways : sets of physical cards of the union that are the first hand
    """

    unions: Ints
    start: Ints
    first: Ints
    second: Ints
    ways: Ints


@cache
def splits_of(deck: Deck) -> Splits:
    """The splits of all unions of two hands of ``deck``."""
    types = deck.types
    n = len(types)
    base = 2 * deck.hand + 1
    codes = types.hands @ base ** np.arange(KINDS)
    sums = (codes[:, None] + codes[None, :]).ravel()
    order = np.argsort(sums, kind="stable")
    found, start = np.unique(sums[order], return_index=True)
    unions = found[:, None] // base ** np.arange(KINDS) % base
    ends = np.append(start, n * n)
    there = (unions <= np.array(deck.cards)).all(axis=1)
    kept = np.repeat(there, np.diff(ends))
    first, second = np.divmod(order[kept], n)
    lengths = np.diff(ends)[there]
    ways = np.prod(CHOOSE[np.repeat(unions[there], lengths, axis=0), types.hands[first]], axis=1)
    return Splits(unions[there], np.concatenate(([0], np.cumsum(lengths))), first, second, ways)


CHOOSE = np.array([[comb(n, k) for k in range(_MOST_TAKEN + 1)] for n in range(_MOST + 1)])
"""Ways to take k of n cards of a kind, int64."""


def count(
    deck: Deck,
    hand: int,
    seats: Sequence[int] = range(SEATS),
    gone: Sequence[int] = (0,) * KINDS,
    allowed: NDArray[np.bool_] | None = None,
    lances: Sequence[int] = range(LANCES),
) -> tuple[Ints, int]:
    """Count the deals of three other hands by what happens in them.

    Returns the counts, of shape (seats, lances, columns of :data:`COUNTS`), and all deals.

    Parameters
    ----------
    hand : index of the own type
    seats : own places from the mano, 0 to 3, for which it is counted
    gone : other cards, by kind, that nobody holds: one's own discards
    allowed : of shape (3, types): the types that the one on the right, the partner and the one on
        the left may hold; without it, any
    lances : those that are counted; the others take no time
    """
    types = deck.types
    if allowed is None:
        allowed = np.ones((3, len(types)), np.bool_)
    left = np.array(deck.cards) - np.array(gone, np.int64) - types.hands[hand]
    wanted = np.array(list(lances), np.int64)
    splits = splits_of(deck)
    sums = np.zeros((len(wanted), 4, 3, 11), np.int64)
    deals = _sums(
        left, hand, allowed, types.hands, wanted, types.classes[wanted], types.cuenta[wanted],
        splits.unions, splits.start, splits.first, splits.second, splits.ways, CHOOSE, sums,
    )  # fmt: skip
    mine = types.classes[:, hand].tolist()
    told = [
        [_told(s, n, seat, mine[n]) for s, n in zip(sums, lances, strict=True)] for seat in seats
    ]
    return np.array(told, np.int64), int(deals)


# A sum is by the class of the better rival, beside mine: nobody takes part, below, equal, above;
# and by who of them has it: the one on the right, the one on the left, or both the same.
NOBODY, BELOW, EQUAL, ABOVE = range(4)
ON_RIGHT, ON_LEFT, TIED = range(3)


def _told(sums: Ints, lance: int, seat: int, mine: int) -> list[int]:
    """The columns :data:`COUNTS` of a lance for the own place ``seat``.

    ``sums[relation, place]`` holds, each summed over the deals of the two rivals' hands: all hands
    of the partner (0), those that lose to mine where the partner wins (1) or loses (2) ties with
    me, the stones of my pair if it wins with any (3), the partner's hands that beat the better
    rival where the partner wins (4) or loses (5) ties with that one, the stones of my pair if it
    wins by these (6, 7), the rivals' stones otherwise (8, 9), partner's hands that take part (10).
    """
    right, partner, left = ((seat + after) % SEATS for after in (1, 2, 3))
    told = dict.fromkeys(COUNTS, 0)
    for relation in (NOBODY, BELOW, EQUAL, ABOVE):
        for place, rival in ((ON_RIGHT, right), (ON_LEFT, left), (TIED, min(right, left))):
            part = [int(n) for n in sums[relation, place]]
            wins = mine > 0 and (
                relation in (NOBODY, BELOW) or (relation == EQUAL and seat < rival)
            )
            alone = part[1 if partner < seat else 2] if wins else 0
            tie = 0 if partner < rival else 1
            pair = part[0] if wins else part[4 + tie]
            told["individual"] += alone
            told["pair"] += pair
            if lance in (PARES, JUEGO):
                told["own_stones"] += part[3] if wins else part[6 + tie]
                told["rival_stones"] += 0 if wins else part[8 + tie]
            else:
                told["own_stones"] += pair
                told["rival_stones"] += part[0] - pair
            if relation != NOBODY:
                told["individual_and_se_da"] += alone
                told["pair_and_se_da"] += pair
                told["se_da"] += part[0] if mine > 0 else part[10]
    return list(told.values())


@njit
def _sums(  # type: ignore[no-untyped-def]
    left, hand, allowed, hands, wanted, classes, cuenta, unions, start, first, second, ways,
    choose, sums,
):  # fmt: skip
    """Add all deals to ``sums``, and return their number.

    ``sums`` is of shape (lances, relations, places, quantities): see :func:`_told`. ``wanted`` are
    the lances, ``classes`` and ``cuenta`` their rows of the types. The rest is as in
    :class:`Splits`.
    """
    types, kinds = hands.shape
    lances = len(wanted)
    most = classes.max() + 3
    # Which kinds a type has, and how many cards of each.
    held = np.zeros((types, kinds), np.int64)
    different = np.zeros(types, np.int64)
    for p in range(types):
        for k in range(kinds):
            if hands[p, k] > 0:
                held[p, different[p]] = k
                different[p] += 1
    # The partner's hands with a class of at least c, and their stones, beside the union in hand.
    above = np.zeros((lances, most), np.int64)
    worth = np.zeros((lances, most), np.int64)
    draws = np.zeros((kinds, choose.shape[1]), np.int64)
    deals = 0
    for u in range(len(unions)):
        taken = 1
        for k in range(kinds):
            if unions[u, k] > left[k]:
                taken = 0
                break
            taken *= choose[left[k], unions[u, k]]
            for n in range(choose.shape[1]):
                draws[k, n] = choose[left[k] - unions[u, k], n]
        if taken == 0:
            continue
        for lance in range(lances):
            for c in range(most):
                above[lance, c] = 0
                worth[lance, c] = 0
        for p in range(types):
            n = 1 if allowed[1, p] else 0
            for at in range(different[p]):
                k = held[p, at]
                n *= draws[k, hands[p, k]]
            if n > 0:
                for lance in range(lances):
                    above[lance, classes[lance, p]] += n
                    worth[lance, classes[lance, p]] += n * cuenta[lance, p]
        for lance in range(lances):
            for c in range(most - 2, -1, -1):
                above[lance, c] += above[lance, c + 1]
                worth[lance, c] += worth[lance, c + 1]
        for e in range(start[u], start[u + 1]):
            i, j = first[e], second[e]
            if allowed[0, i] and allowed[2, j]:
                n = taken * ways[e]
                deals += n * above[0, 0]
                for lance in range(lances):
                    mine = classes[lance, hand]
                    right, left_ = classes[lance, i], classes[lance, j]
                    if wanted[lance] == PUNTO and (mine == 0 or right == 0 or left_ == 0):
                        continue
                    best = max(right, left_)
                    place = TIED if right == left_ else ON_RIGHT if right > left_ else ON_LEFT
                    relation = (
                        NOBODY if best == 0 else BELOW if best < mine else
                        EQUAL if best == mine else ABOVE
                    )  # fmt: skip
                    lowest = 1 if wanted[lance] == PUNTO else 0
                    everything = above[lance, lowest]
                    equal, better = max(best, 1), best + 1
                    own, theirs = cuenta[lance, hand], cuenta[lance, i] + cuenta[lance, j]
                    to = sums[lance, relation, place]
                    to[0] += n * everything
                    to[1] += n * (everything - above[lance, mine])
                    to[2] += n * (everything - above[lance, mine + 1])
                    to[3] += n * (worth[lance, lowest] + own * everything)
                    to[4] += n * above[lance, equal]
                    to[5] += n * above[lance, better]
                    to[6] += n * (worth[lance, equal] + own * above[lance, equal])
                    to[7] += n * (worth[lance, better] + own * above[lance, better])
                    to[8] += n * (everything - above[lance, equal]) * theirs
                    to[9] += n * (everything - above[lance, better]) * theirs
                    to[10] += n * above[lance, 1]
    return deals


def ways_to_take(taken: Ints, left: Ints) -> Ints:
    """Ways to take the cards ``taken`` from ``left``, both counts by kind along the last axis."""
    there = (taken <= left).all(axis=-1)
    return np.where(there, np.prod(CHOOSE[left, np.minimum(taken, left)], axis=-1), 0)


def first_steps(deck: Deck, hand: int, seat: int, lance: int) -> tuple[Fraction, Fraction]:
    """P(A) and P(AB) of the thesis: the chance to beat the next to speak, and the one after too.

    The others are dealt in the order in which they speak after me (equations 2.36 to 2.38). In
    punto those who are beaten have no juego either.
    """
    types, splits = deck.types, splits_of(deck)
    classes, mine = types.classes[lance], types.classes[lance, hand]
    left = np.array(deck.cards) - types.hands[hand]

    def beaten(other: int) -> NDArray[np.bool_]:
        lower: NDArray[np.bool_] = classes < mine + (seat < other)
        return lower & ((classes > 0) if lance == PUNTO else np.bool_(mine > 0))

    one, two = (beaten((seat + after) % SEATS) for after in (1, 2))
    alone = ways_to_take(types.hands, left)
    pairs = np.repeat(ways_to_take(splits.unions, left), np.diff(splits.start)) * splits.ways
    both = one[splits.first] & two[splits.second]
    return (
        Fraction(int(alone[one].sum()), int(alone.sum())),
        Fraction(int(pairs[both].sum()), int(pairs.sum())),
    )
