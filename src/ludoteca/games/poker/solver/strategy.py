"""A strategy as arrays: what any player of simplified poker is turned into.

A player decides twice in each seat: which lot to exchange, and whether to fold. Probabilities are
whole numbers over one unit, so that what is computed from a strategy is exact; arrays of floats
with the unit 1 serve where speed counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .round_paths import FIRST, SECOND, Paths, Round, RoundDeck, paths_of

Numbers: TypeAlias = NDArray[Any]
"""Python integers (dtype object) where all is exact, or float64."""


@dataclass(frozen=True, eq=False)
class SeatStrategy:
    """A player's probabilities in one seat, by the numbers of :class:`~.round_paths.Paths`.

    ``exchange[c, x]``: of exchange x in context c; a second player has one context for each number
    that the first exchanged, a first player only context 0. ``fold[k, p]``: of folding at the end
    of path p when the other exchanged k cards. Over ``exchange_unit`` and ``fold_unit``.
    """

    exchange: Numbers
    fold: Numbers
    exchange_unit: int
    fold_unit: int

    @property
    def unit(self) -> int:
        """The denominator of whatever both decisions lead to."""
        return self.exchange_unit * self.fold_unit

    def context(self, other: int) -> int:
        """The row of ``exchange`` when the other exchanges ``other`` cards."""
        return other if len(self.exchange) > 1 else 0

    def floats(self) -> SeatStrategy:
        """The probabilities as floats over the unit 1."""
        return SeatStrategy(
            (self.exchange / self.exchange_unit).astype(np.float64),
            (self.fold / self.fold_unit).astype(np.float64),
            1,
            1,
        )

    def check(self, paths: Paths, seat: int) -> None:
        """Raise ``ValueError`` unless these are probabilities of all decisions of ``seat``."""
        contexts = paths.sizes if seat == SECOND else 1
        shapes = (contexts, len(paths.exchange_hand)), (paths.sizes, len(paths.path_spot))
        if (self.exchange.shape, self.fold.shape) != shapes:
            raise ValueError(f"arrays of {self.exchange.shape} and {self.fold.shape}, not {shapes}")
        sums = np.add.reduceat(self.exchange, paths.exchange_start[:-1], axis=1)
        if (self.exchange < 0).any() or (sums != self.exchange_unit).any():
            raise ValueError("exchanges of a hand that do not add up to one")
        if (self.fold < 0).any() or (self.fold > self.fold_unit).any():
            raise ValueError("a chance to fold that is not between nought and one")


@dataclass(frozen=True, eq=False)
class Strategy:
    """A player's probabilities in both seats with a deck, whatever the kind of round."""

    name: str
    deck: RoundDeck
    first: SeatStrategy
    second: SeatStrategy

    def __post_init__(self) -> None:
        paths = paths_of(self.deck)
        self.first.check(paths, FIRST)
        self.second.check(paths, SECOND)

    def side(self, seat: int) -> SeatStrategy:
        """The side as first (0) or second (1)."""
        return self.first if seat == FIRST else self.second

    def exchanging(self, seat: int, seen: int, exchanges: slice) -> list[float]:
        """The chances of ``exchanges``, a second player having ``seen`` so many cards go."""
        side = self.side(seat)
        row = side.exchange[side.context(seen), exchanges]
        return [float(Fraction(int(chance), side.exchange_unit)) for chance in row]

    def folding(self, seat: int, other: int, path: int) -> float:
        """The chance to fold at the end of a path, the other having exchanged ``other`` cards."""
        side = self.side(seat)
        return float(Fraction(int(side.fold[other, path]), side.fold_unit))

    def in_round(self, played: Round) -> Strategy:
        """The strategy in a round that leaves fewer decisions: no exchange, or no folding.

        Raises ``ValueError`` where the round is played with other cards.
        """
        if replace(self.deck, most=played.deck.most) != played.deck:
            raise ValueError(f"a strategy for {self.deck} in a round with {played.deck}")
        if played.kind == "rapida":
            return patient(played.deck, self.name)
        if played.may_fold:
            return self
        return replace(self, first=_never_folds(self.first), second=_never_folds(self.second))


def _never_folds(side: SeatStrategy) -> SeatStrategy:
    return replace(side, fold=np.full(side.fold.shape, 0, object), fold_unit=1)


def patient(deck: RoundDeck, name: str) -> Strategy:
    """The strategy that exchanges nothing and never folds."""
    paths = paths_of(deck)
    keeps = (paths.exchange_size == 0).astype(int).astype(object)
    folds = np.full((paths.sizes, len(paths.path_spot)), 0, object)
    first, second = (SeatStrategy(np.tile(keeps, (n, 1)), folds, 1, 1) for n in (1, paths.sizes))
    return Strategy(name, deck, first, second)


def side_of(
    paths: Paths, exchange: Sequence[Mapping[int, Fraction]], fold: Sequence[Mapping[int, Fraction]]
) -> SeatStrategy:
    """The side with these chances, rows as in :class:`SeatStrategy`; what is missing has none."""
    exchanges, exchange_unit = over_unit(exchange, len(paths.exchange_hand))
    folds, fold_unit = over_unit(fold, len(paths.path_spot))
    return SeatStrategy(exchanges, folds, exchange_unit, fold_unit)


def over_unit(rows: Sequence[Mapping[int, Fraction]], columns: int) -> tuple[Numbers, int]:
    """The numerators of all fractions over their least common denominator; 0 for those missing."""
    unit = lcm(*{f.denominator for row in rows for f in row.values()})
    numerators = np.full((len(rows), columns), 0, object)
    for numbers, row in zip(numerators, rows, strict=True):
        for column, f in row.items():
            numbers[column] = f.numerator * (unit // f.denominator)
    return numerators, unit
