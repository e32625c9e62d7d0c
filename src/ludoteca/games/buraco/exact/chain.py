"""The proper chain of one meld: 599 states, the empty one included, whose rows sum to 1.

Each round the pair has every place of the suit independently with its own chance, both aces apart,
and a wild two with another: copies are as independent as in the document. The meld then goes to the
longest state that contains all cards of the present one and else needs only what was had; among
equals to the one with most points, then to the lowest first place, then to the lowest place of the
wild. A wild that is laid stays in its place; in the chain ``moving`` it moves where that makes the
meld longer, as in the document's matrix. P_ij is the chance that this leads from i to j.

A row is kept as disjoint events, *cubes*: places that are had, places that are not. The chance of a
cube is a product, that of a cell a sum of them: so a matrix for other chances takes a millisecond.
The row of the empty state has all 2^15 events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

PLACES = 14
LETTERS = "A23456789DJQKA"
POINTS = (15, 10, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 15)
"""Of the card in each place; a wild has those of its two."""
WILD_POINTS = 10
CANASTRA, CLEAN, DIRTY = 7, 200, 100

WILD = 1 << PLACES
"""The bit of a wild among the bits of places."""
EVENTS = 1 << PLACES + 1
NAMES = tuple("p" + letter for letter in "a23456789djqkhc")
"""Chances by bit, as texts of cells name them: ``ph`` is the high ace, ``pc`` a wild."""

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]


class MeldState(NamedTuple):
    """A meld from place ``first`` to ``last``; ``wild`` is the place that a wild fills, or -1."""

    first: int
    last: int
    wild: int = -1

    @property
    def length(self) -> int:
        """Cards of the meld."""
        return self.last - self.first + 1

    @property
    def name(self) -> str:
        """As the document writes it, C for the wild: ``56C8``; ``-`` for no cards."""
        letters = list(LETTERS)
        if self.wild >= 0:
            letters[self.wild] = "C"
        return "".join(letters[self.first : self.last + 1]) or "-"

    @property
    def points(self) -> int:
        """Points of the cards, and of the canastra if it is one."""
        cards = POINTS[self.first : self.last + 1]
        if self.wild < 0:
            return sum(cards) + (CLEAN if self.length >= CANASTRA else 0)
        total = sum(cards) - POINTS[self.wild] + WILD_POINTS
        return total + (DIRTY if self.length >= CANASTRA else 0)

    @property
    def order(self) -> tuple[int, int, int, int]:
        """The order of preference: the largest is taken."""
        return self.length, self.points, -self.first, -self.wild


EMPTY = MeldState(0, -1)
_RUNS = [(first, last) for first in range(PLACES) for last in range(first + 2, PLACES)]
STATES = (
    EMPTY,
    *(MeldState(first, last) for first, last in _RUNS),
    *(MeldState(first, last, wild) for first, last in _RUNS for wild in range(first, last + 1)),
)
INDEX = {state: index for index, state in enumerate(STATES)}
BY_NAME = {state.name: state for state in STATES}


class Cube(NamedTuple):
    """An event: the bits of what is had and of what is not, and the state that follows."""

    had: int
    lacked: int
    target: MeldState


def _bits(first: int, last: int) -> int:
    """The bits of the places ``first`` to ``last``; 0 where there are none."""
    return (1 << last + 1) - (1 << first) if last >= first else 0


def _reaches(first: int, last: int) -> Iterator[tuple[int, int, int, int]]:
    """Every reach of a meld to both sides: first and last place, bits had, bits lacked."""
    for low in range(first + 1):
        for high in range(last, PLACES):
            had = _bits(low, first - 1) | _bits(last + 1, high)
            lacked = (1 << low) >> 1 | (1 << high + 1) & _bits(0, PLACES - 1)
            yield low, high, had, lacked


def _with_wild(first: int, last: int, laid: Sequence[int]) -> Iterator[Cube]:
    """The cubes of a run of natural cards to which a wild is put.

    ``laid`` are the places that a wild may take where the run takes all 14; without them it is not
    needed there.
    """
    for low, high, had, lacked in _reaches(first, last):
        below = range(low) if low else [None]
        above = range(high + 2, PLACES + 1) if high < PLACES - 1 else [None]
        for left in below:  # the first place once the gap below is filled
            for right in above:  # the place after the last once the gap above is filled
                reached: list[MeldState] = []
                more, less = had, lacked
                if left is not None:
                    more |= _bits(left, low - 2)
                    less |= (1 << left) >> 1
                    reached.append(MeldState(left, high, low - 1))
                if right is not None:
                    more |= _bits(high + 2, right - 1)
                    less |= (1 << right) & _bits(0, PLACES - 1)
                    reached.append(MeldState(low, right - 1, high + 1))
                if not reached:
                    reached += [MeldState(low, high, place) for place in laid] or [
                        MeldState(low, high)
                    ]
                yield Cube(more, less, max(reached, key=lambda state: state.order))


def _cubes(state: MeldState, moving: bool) -> Iterator[Cube]:
    first, last, wild = state
    if state == EMPTY:
        for had, target in enumerate(first_targets().tolist()):
            yield Cube(had, EVENTS - 1 - had, STATES[target])
    elif wild < 0:
        for low, high, had, lacked in _reaches(first, last):
            yield Cube(had, lacked | WILD, MeldState(low, high))
        for had, lacked, target in _with_wild(first, last, ()):
            yield Cube(had | WILD, lacked, target)
    elif not moving:
        for low, high, had, lacked in _reaches(first, last):
            yield Cube(had, lacked, MeldState(low, high, wild))
    elif first < wild < last:
        here = 1 << wild
        for low, high, had, lacked in _reaches(first, last):
            yield Cube(had, lacked | here, MeldState(low, high, wild))
        free = [wild, *range(first), *range(last + 1, PLACES)]
        for had, lacked, target in _with_wild(first, last, free):
            yield Cube(had | here, lacked, target)
    else:
        core = (first + 1, last) if wild == first else (first, last - 1)
        free = [place for place in range(PLACES) if not core[0] <= place <= core[1]]
        yield from _with_wild(*core, free)


@cache
def first_targets() -> Ints:
    """The state to which each of the 2^15 events leads the empty meld."""
    events = np.arange(EVENTS)
    target = np.zeros(EVENTS, np.int64)
    for state in sorted(STATES[1:], key=lambda state: state.order):
        needed = _bits(state.first, state.last)
        if state.wild >= 0:
            needed = needed & ~(1 << state.wild) | WILD
        target[events & needed == needed] = INDEX[state]
    return target


@dataclass(frozen=True)
class Chain:
    """The chain of a meld; ``moving``: a wild that is laid may move."""

    moving: bool = False

    def row(self, state: MeldState) -> tuple[Cube, ...]:
        """The disjoint events of a round, which together are all."""
        return _row(state, self.moving)

    @cached_property
    def _all(self) -> _ClosedStates:
        return _ClosedStates(self, range(len(STATES)))

    def matrix(self, p: Sequence[float], wild: float) -> csr_array:
        """The 599 x 599 matrix; ``p`` are the chances of the 14 places, ``wild`` that of a wild."""
        return self._all.matrix(*_products(p, wild))

    def after(self, state: MeldState, p: Sequence[float], wild: float, rounds: int) -> Floats:
        """The chance of every state after ``rounds`` rounds, by Chapman-Kolmogorov."""
        step = self.matrix(p, wild).T.tocsr()
        chance: NDArray[Any] = np.zeros(len(STATES))
        chance[INDEX[state]] = 1
        for _round in range(rounds):
            chance = step @ chance
        return chance

    def expected_points(
        self, state: MeldState, p: Sequence[float], wild: float, rounds: int
    ) -> float:
        """The mean points of the meld after ``rounds`` rounds."""
        part = _part(state, self.moving)
        step = part.matrix(*_products(p, wild))
        worth: NDArray[Any] = part.points
        for _round in range(rounds):
            worth = step @ worth
        return float(worth[part.place[INDEX[state]]])

    def exact_row(
        self, state: MeldState, p: Sequence[Fraction], wild: Fraction
    ) -> dict[MeldState, Fraction]:
        """The row of a state in fractions."""
        chances = (*p, wild)
        found: dict[MeldState, Fraction] = {}
        products = {(0, 0): Fraction(1)}

        def product(had: int, lacked: int) -> Fraction:
            known = products.get((had, lacked))
            if known is None:
                bit = (had | lacked).bit_length() - 1
                factor = chances[bit] if had >> bit & 1 else 1 - chances[bit]
                known = factor * product(had & ~(1 << bit), lacked & ~(1 << bit))
                products[had, lacked] = known
            return known

        for had, lacked, target in self.row(state):
            found[target] = found.get(target, Fraction(0)) + product(had, lacked)
        return found

    def text(self, state: MeldState, target: MeldState) -> str:
        """The cell as text, each card named once on every branch: ``p8*(1-p4)*(1-p9)*(1-pc)``."""
        events = np.arange(EVENTS)
        there = np.zeros(EVENTS, bool)
        for had, lacked, reached in self.row(state):
            if reached == target:
                there |= (events & had == had) & (events & lacked == 0)
        return _text(there, PLACES) or "0"


def _text(there: NDArray[np.bool_], bit: int) -> str:
    """The chance of the events ``there``, halved by the highest bit; empty where there are none."""
    if not there.any():
        return ""
    if there.all():
        return "1"
    half = there.size // 2
    if (there[:half] == there[half:]).all():
        return _text(there[:half], bit - 1)
    parts = []
    for factor, side in ((NAMES[bit], there[half:]), (f"(1-{NAMES[bit]})", there[:half])):
        rest = _text(side, bit - 1)
        if rest == "1":
            parts.append(factor)
        elif rest:
            parts.append(f"{rest}*{factor}")
    return parts[0] if len(parts) == 1 else f"({parts[0]} + {parts[1]})"


@cache
def _row(state: MeldState, moving: bool) -> tuple[Cube, ...]:
    return tuple(_cubes(state, moving))


class _ClosedStates:
    """Some states that are closed under the chain, with their cubes as arrays."""

    def __init__(self, chain: Chain, states: Sequence[int]) -> None:
        self.place = {index: place for place, index in enumerate(states)}
        self.points = np.array([float(STATES[index].points) for index in states])
        cubes = [
            (place, self.place[INDEX[cube.target]], cube.had, cube.lacked)
            for index, place in self.place.items()
            for cube in chain.row(STATES[index])
        ]
        rows, columns, had, lacked = np.array(cubes, np.int64).T
        order = np.lexsort((columns, rows))
        cells = rows[order] * len(states) + columns[order]
        starts = np.flatnonzero(np.diff(cells, prepend=-1))
        self._had, self._lacked, self._starts = had[order], lacked[order], starts
        self._columns = columns[order][starts].astype(np.int32)
        ends = np.searchsorted(rows[order][starts], np.arange(len(states) + 1))
        self._ends = ends.astype(np.int32)

    def matrix(self, had: Floats, lacked: Floats) -> csr_array:
        """The matrix of these states for the products of all sets of places."""
        data = np.add.reduceat(had[self._had] * lacked[self._lacked], self._starts)
        n = len(self.place)
        return csr_array((data, self._columns, self._ends), shape=(n, n))


@cache
def _part(state: MeldState, moving: bool) -> _ClosedStates:
    """The states that a meld can become."""
    chain, found, new = Chain(moving), {state}, [state]
    while new:
        for cube in chain.row(new.pop()):
            if cube.target not in found:
                found.add(cube.target)
                new.append(cube.target)
    return _ClosedStates(chain, sorted(INDEX[state] for state in found))


def _products(p: Sequence[float], wild: float) -> tuple[Floats, Floats]:
    """For every set of bits the product of the chances, and that of their complements."""
    had, lacked = np.ones(1), np.ones(1)
    for chance in (*p, wild):
        had = np.concatenate([had, had * chance])
        lacked = np.concatenate([lacked, lacked * (1 - chance)])
    return had, lacked
