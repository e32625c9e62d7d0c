"""Deals of a lance: how the hands of four seats go together, and who wins.

Seats are counted from the mano here: 0 and 2 are the mano's pair. The hands are those of the first
deal, from the full deck with eight kings; what the mus and the lances before tell is left out. For
pares, juego and punto the joint chances of the classes of four hands are exact, from all of the
10^10 ordered hand types; for grande and chica, where each of the 330 types is a class, hands are
sampled and only the chance of a seat's own hand, given the three others, is exact.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.solve.public_game import TableDeals
from ludoteca.solve.public_tree import Integers

from ..exact.types import Deck
from ..exact.wins import CHOOSE
from ..hands import COPIES_8_KINGS, HAND, KINDS, SOTA
from ..ids import JUEGO, PUNTO, SEATS

Floats = NDArray[np.float64]

DECK = Deck()
_TENS = Deck((*COPIES_8_KINGS[:SOTA], sum(COPIES_8_KINGS[SOTA:]), 0, 0))
"""The same deck for juego and punto, where ten-point cards are alike: 126 types instead of 330."""

_BINOMIALS = CHOOSE.astype(float)

_CUENTAS = 7  # 0 to 6 stones: of two hands with duples, or with 31
OUTCOMES = 2 * _CUENTAS**2


def outcome_parts(number: int) -> tuple[int, int, int]:
    """Of an outcome: the pair that wins, and what the hands of either pair count."""
    rest, theirs = divmod(number, _CUENTAS)
    return (*divmod(rest, _CUENTAS), theirs)


def lance_deck(lance: int) -> Deck:
    """The deck whose hand types are looked at in a lance."""
    return _TENS if lance in (JUEGO, PUNTO) else DECK


@cache
def joint_classes(lance: int) -> Floats:
    """Chances of the classes of four hands in ``lance``, with an axis for each seat.

    Class 0 has no pares, no juego or, in punto, juego.
    """
    deck = lance_deck(lance)
    types = deck.types
    order = np.argsort(types.classes[lance], kind="stable")
    classes = types.classes[lance][order]
    n = int(classes[-1]) + 1
    found = np.zeros((n, n, n, n))
    _count(types.hands[order], classes, np.array(deck.cards), _BINOMIALS, found)
    _symmetric(found)
    found /= found.sum()
    return found


@njit
def _ways(left, hand, binomials):  # type: ignore[no-untyped-def]
    ways = 1.0
    for kind in range(KINDS):
        if hand[kind] > 0:
            ways *= binomials[left[kind], hand[kind]]
    return ways


@njit
def _take(left, hand, rest):  # type: ignore[no-untyped-def]
    for kind in range(KINDS):
        rest[kind] = left[kind] - hand[kind]


@njit
def _count(hands, classes, deck, binomials, found):  # type: ignore[no-untyped-def]
    """Add the ways of four hand types, in any order, to the cell of their classes, ascending."""
    n = len(hands)
    left1, left2, left3 = np.empty_like(deck), np.empty_like(deck), np.empty_like(deck)
    for a in range(n):
        ways1 = _ways(deck, hands[a], binomials)
        _take(deck, hands[a], left1)
        for b in range(a, n):
            ways2 = ways1 * _ways(left1, hands[b], binomials)
            if ways2 == 0.0:
                continue
            _take(left1, hands[b], left2)
            for c in range(b, n):
                ways3 = ways2 * _ways(left2, hands[c], binomials)
                if ways3 == 0.0:
                    continue
                _take(left2, hands[c], left3)
                row = found[classes[a], classes[b], classes[c]]
                for d in range(c, n):
                    ways4 = ways3 * _ways(left3, hands[d], binomials)
                    if ways4 > 0.0:
                        row[classes[d]] += ways4 * _orders(a, b, c, d)


@njit
def _orders(a, b, c, d):  # type: ignore[no-untyped-def]
    """The number of different orders of four numbers that ascend."""
    orders = 24
    alike = 1
    for equal in (a == b, b == c, c == d):
        alike = alike + 1 if equal else 1
        orders //= alike
    return orders


@njit
def _symmetric(found):  # type: ignore[no-untyped-def]
    """Spread each cell of ascending classes evenly over their orders, in place."""
    n = len(found)
    at = np.empty(4, np.int64)
    for a in range(n):
        for b in range(a, n):
            for c in range(b, n):
                for d in range(c, n):
                    share = found[a, b, c, d] / _orders(a, b, c, d)
                    at[0], at[1], at[2], at[3] = a, b, c, d
                    for i in range(4):
                        for j in range(4):
                            for k in range(4):
                                if i != j and i != k and j != k:
                                    found[at[i], at[j], at[k], at[6 - i - j - k]] = share


def outcomes(lance: int) -> NDArray[np.int16]:
    """The outcome of each four classes: who wins, ties by the distance from the mano; cuentas."""
    types = lance_deck(lance).types
    classes = types.classes[lance]
    cuenta = np.zeros(int(classes.max()) + 1, np.int64)
    cuenta[classes] = types.cuenta[lance]
    keys = np.arange(len(cuenta)) * SEATS
    held = np.meshgrid(
        *[keys + SEATS - 1 - seat for seat in range(SEATS)], indexing="ij", sparse=True
    )
    winner = np.maximum(held[1], held[3]) > np.maximum(held[0], held[2])
    counts = np.meshgrid(*[cuenta] * SEATS, indexing="ij", sparse=True)
    pairs = counts[0] + counts[2], counts[1] + counts[3]
    return np.asarray((winner * _CUENTAS + pairs[0]) * _CUENTAS + pairs[1], np.int16)


def table_deals(lance: int, holders: tuple[bool, ...]) -> TableDeals:
    """Deals of pares, juego or punto in which the seats of ``holders`` take part.

    The types of these are the classes from 1 on, less 1; the others have a single type.
    """
    joint = joint_classes(lance)
    n = len(joint)
    own = np.ix_(*[np.arange(1, n) if holds else np.zeros(1, np.int64) for holds in holders])
    return TableDeals(joint[own], outcomes(lance)[own])


class HandDeals:
    """Deals of grande or chica: types are the hand types, from the worst in the lance."""

    outcomes = OUTCOMES

    def __init__(self, lance: int) -> None:
        types = DECK.types
        order = np.argsort(types.classes[lance])
        self.types = (len(order),) * SEATS
        self._hands = types.hands[order]
        self._chances = types.ways[order] / types.ways.sum()
        self._deck = np.array(DECK.cards)
        self._card = np.repeat(np.arange(KINDS), self._deck)
        # Where a hand stands, by its four kinds ascending as digits.
        self._type = np.zeros((KINDS,) * HAND, np.int64)
        for number, hand in enumerate(self._hands):
            self._type[tuple(np.repeat(np.arange(KINDS), hand))] = number

    def every(self, seats: tuple[int, ...]) -> tuple[Integers, Floats] | None:
        """All hand types of one seat; None for several seats."""
        if len(seats) > 1:
            return None
        return np.arange(len(self._hands))[:, None], self._chances

    def sample(self, seats: tuple[int, ...], n: int, rng: np.random.Generator) -> Integers:
        """``n`` times the hands of ``seats``, dealt from the full deck."""
        cards = rng.permuted(np.tile(self._card, (n, 1)), axis=1)[:, : HAND * len(seats)]
        held = np.sort(cards.reshape(n, len(seats), HAND), axis=2)
        return self._type[tuple(np.moveaxis(held, 2, 0))]

    def given(
        self, seats: tuple[int, ...], rows: Integers, others: Integers
    ) -> tuple[Floats, Integers]:
        """Chances of the hands ``rows`` given those of ``others``, and which pair wins."""
        rest = [seat for seat in range(SEATS) if seat not in seats]
        chances = np.empty((len(others), len(rows)))
        winners = np.empty((len(others), len(rows)), np.int64)
        _given(
            np.array(seats), np.array(rest), rows, others, self._hands, self._deck,
            _BINOMIALS, chances, winners,
        )  # fmt: skip
        return chances, winners * _CUENTAS**2


@njit
def _given(seats, rest, rows, others, hands, deck, binomials, chances, winners):  # type: ignore[no-untyped-def]
    """Fill ``chances`` and ``winners``, others x rows."""
    left, after = np.empty_like(deck), np.empty_like(deck)
    best = np.empty(2, np.int64)  # of each pair: its best type and its place
    for i in range(len(others)):
        for kind in range(KINDS):
            left[kind] = deck[kind]
        best[0] = best[1] = -1
        for j in range(len(rest)):
            held = others[i, j]
            _take(left, hands[held], left)
            best[rest[j] % 2] = max(best[rest[j] % 2], held * 4 + 3 - rest[j])
        cards = left.sum()
        ways = 1.0
        for _j in range(len(seats)):
            for k in range(HAND):
                ways *= (cards - k) / (k + 1)
            cards -= HAND
        for r in range(len(rows)):
            for kind in range(KINDS):
                after[kind] = left[kind]
            chance = 1.0 / ways
            mine, theirs = best[0], best[1]
            for j in range(len(seats)):
                held = rows[r, j]
                chance *= _ways(after, hands[held], binomials)
                if chance == 0.0:
                    break
                _take(after, hands[held], after)
                key = held * 4 + 3 - seats[j]
                if seats[j] % 2 == 0:
                    mine = max(mine, key)
                else:
                    theirs = max(theirs, key)
            chances[i, r] = chance
            winners[i, r] = 1 if theirs > mine else 0
