"""Exact best responses: the perfect opponent of a strategy, and what it wins.

A side that knows the other's strategy weighs, at each spot, folding against staying, and at each
hand the exchanges against each other. The same passes serve whole numbers (all is exact) and
floats (milliseconds).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from ..hands import Cards
from .round_paths import FIRST, SECOND, Paths, Round, Stakes, paths_of
from .strategy import Numbers, SeatStrategy, Strategy
from .value import COLUMNS, coupled, ways_to_end


@dataclass(frozen=True, eq=False)
class Prospects:
    """The worth of each decision of ``seat`` against a strategy of the other seat.

    Points of this seat less the other's, times the ways that lead there: ``staying[k, s]`` and
    ``folding[k, s]`` at spot s when the other exchanges k cards, and ``given[k, s]`` what is
    settled before (the first has folded already). ``reached[k, s]`` counts the ways themselves,
    ``asked[k, s]`` those in which this seat is asked whether it folds. Ways are those of the deck
    and of the other side; ``whole`` is what they are over. ``ends[k, s]`` are those in which the
    other folds, and then those in which it shows a hand of each class.
    """

    played: Round
    seat: int
    staying: Numbers
    folding: Numbers
    given: Numbers
    reached: Numbers
    asked: Numbers
    whole: int
    ends: Numbers

    @property
    def paths(self) -> Paths:
        """The paths of this side."""
        return paths_of(self.played.deck)

    @cached_property
    def folds(self) -> Numbers:
        """True where folding is better than staying, by number exchanged and spot."""
        if not self.played.may_fold:
            return np.zeros(self.staying.shape, bool)
        return self.folding > self.staying

    @cached_property
    def exchanging(self) -> Numbers:
        """The worth of each exchange, rows by context, if all that follows is best."""
        best = self.given + np.where(self.folds, self.folding, self.staying)
        return self._by_exchange(best)

    @cached_property
    def exchange_reached(self) -> Numbers:
        """The ways in which each exchange is reached, if chosen: those of its hand."""
        return self._by_exchange(self.reached)

    def _by_exchange(self, at_spots: Numbers) -> Numbers:
        """Numbers by spot summed over the draws of each exchange, and contexts merged."""
        paths = self.paths
        contexts = at_spots.sum(axis=0)[None] if self.seat == FIRST else at_spots
        ends = contexts[:, paths.path_spot] * paths.path_weight
        return np.add.reduceat(ends, paths.path_start[:-1], axis=1)

    @cached_property
    def choice(self) -> Numbers:
        """The best exchange of each hand, rows by context: the first of equals."""
        starts = self.paths.exchange_start
        return np.array(
            [
                [begin + int(np.argmax(row[begin:end])) for begin, end in pairwise(starts)]
                for row in self.exchanging
            ]
        )

    @property
    def best(self) -> Any:
        """Points of the best response above the other, per round: a Fraction, or a float."""
        total = np.take_along_axis(self.exchanging, self.choice, axis=1).sum()
        return _ratio(total, self.whole)

    def of_exchanges(self, cards: Cards, other: int | None = None) -> dict[Cards, Any]:
        """The worth of each exchange from a hand, points above the other, if the rest is best.

        ``other`` is the number that the first exchanged, for a second player. Empty where the other
        never exchanges so many.
        """
        paths, context = self.paths, other or 0
        here = paths.exchanges_of(paths.hand_number(cards))
        ways = self.exchange_reached[context, here.start]  # the same for all exchanges of a hand
        if not ways:
            return {}
        worth = self.exchanging[context, here]
        lots = map(paths.lot, paths.exchange_lot[here].tolist())
        return {lot: _ratio(value, ways) for lot, value in zip(lots, worth, strict=True)}

    def of_folding(
        self, cards: Cards, lot: Cards, final: Cards, other: int
    ) -> tuple[Any, Any] | None:
        """The worth of folding and of staying, points above the other, after this very path.

        ``other`` is the number that the other exchanged. None where it never comes so far.
        """
        spot = self._spot(cards, lot, final)
        asked = self.asked[other, spot]
        if not asked:
            return None
        return _ratio(self.folding[other, spot], asked), _ratio(self.staying[other, spot], asked)

    def of_ends(
        self, cards: Cards, lot: Cards, final: Cards, other: int
    ) -> tuple[Any, Any, Any] | None:
        """The chances that who stays after this path sees the other fold, wins, and ties.

        None where it never comes so far.
        """
        spot = self._spot(cards, lot, final)
        asked = self.asked[other, spot]
        if not asked:
            return None
        folds, *shown = self.ends[other, spot].tolist()
        mine = int(self.paths.spot_class[spot])
        folds = folds if self.seat == FIRST else 0  # the first has stayed
        return _ratio(folds, asked), _ratio(sum(shown[:mine]), asked), _ratio(shown[mine], asked)

    def _spot(self, cards: Cards, lot: Cards, final: Cards) -> int:
        return int(self.paths.path_spot[self.paths.path_number(cards, lot, final)])

    def response(self) -> SeatStrategy:
        """The pure strategy that gets :attr:`best`; it stays and keeps where all is equal."""
        exchange = np.zeros(self.exchanging.shape, object)
        np.put_along_axis(exchange, self.choice, 1, axis=1)
        folds = self.folds[:, self.paths.path_spot].astype(int).astype(object)
        return SeatStrategy(exchange, folds, 1, 1)


def prospects(played: Round, seat: int, other: SeatStrategy) -> Prospects:
    """The points of decisions of ``seat`` against ``other``, a side in this very round."""
    paths = paths_of(played.deck)
    own_fold, others_fold, won = Stakes.points(played).for_seat(seat)
    ways = ways_to_end(paths, other)
    dtype = ways.dtype
    seen = np.zeros((paths.sizes, len(paths.used), COLUMNS), dtype)
    for own in range(paths.sizes):
        rows = paths.used_of(own)
        for k in range(paths.sizes):
            seen[k, rows] = coupled(played.deck, own, k, ways[own][paths.used_of(k)])
    seen = seen[:, paths.spot_used]
    shown = (seen[:, :, 1:] * won[paths.spot_class].astype(dtype)).sum(axis=2)
    gone, stayed = seen[:, :, 0], seen[:, :, 1:].sum(axis=2)
    nothing = np.zeros(gone.shape, dtype)
    if seat == FIRST:
        staying = others_fold * gone + shown
        folding, given = own_fold * (gone + stayed), nothing
        asked = gone + stayed
    else:
        staying, folding = shown, own_fold * stayed
        given, asked = others_fold * gone, stayed
    whole = played.deck.orders * other.unit
    return Prospects(played, seat, staying, folding, given, gone + stayed, asked, whole, seen)


def _ratio(worth: Any, ways: Any) -> Any:
    """A Fraction of whole numbers, or a float."""
    if isinstance(worth, float):
        return float(worth) / float(ways)
    return Fraction(int(worth), int(ways))


@dataclass(frozen=True)
class Exploited:
    """Points of a perfect opponent above a strategy, per round: by seat of the strategy."""

    as_first: Fraction
    as_second: Fraction

    @property
    def mean(self) -> Fraction:
        """The exploitability: what it loses on average when both orders are played.

        Half the sum of both best responses' gains, as in a game of zero sum; nought for an
        equilibrium, whatever the game is worth to the first.
        """
        return (self.as_first + self.as_second) / 2


def exploited(played: Round, strategy: Strategy) -> Exploited:
    """The winnings of the best responses to ``strategy``, exactly."""
    own = strategy.in_round(played)
    against_first = prospects(played, SECOND, own.first)
    against_second = prospects(played, FIRST, own.second)
    return Exploited(against_first.best, against_second.best)
