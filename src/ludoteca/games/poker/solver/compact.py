"""Solved strategies of the merged round, and the proof of how near to an equilibrium one is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from .. import EQUILIBRIUM
from .isomorphism import Merging, merged, merging_of
from .round_paths import Integers, Round, RoundDeck, paths_of
from .strategy import SeatStrategy, Strategy


@dataclass(frozen=True, eq=False)
class Compact:
    """A strategy of the merged round over ``unit``: by seat, rows as in ``SeatStrategy``."""

    deck: RoundDeck
    exchange: tuple[Integers, Integers]
    fold: tuple[Integers, Integers]
    unit: int

    def strategy(self, name: str, merging: Merging | None = None) -> Strategy:
        """The strategy on all paths; raises ``ValueError`` where the arrays do not fit the deck.

        ``merging`` says what was merged; without it all that a renaming of the ranks makes equal.
        """
        paths = paths_of(self.deck)
        merging = merging or merged(paths)
        common = lcm(*set(merging.alike.tolist()))
        shares = (common // merging.alike).astype(object)
        first, second = (
            SeatStrategy(
                exchange.astype(object)[:, merging.exchange] * shares,
                fold.astype(object)[:, merging.spot[paths.path_spot]],
                self.unit * common,
                self.unit,
            )
            for exchange, fold in zip(self.exchange, self.fold, strict=True)
        )
        return Strategy(name, self.deck, first, second)

    def exchanging(self, seat: int, seen: int, exchanges: slice) -> list[float]:
        """The chances of ``exchanges``, a second player having ``seen`` so many cards go."""
        merging = merging_of(self.deck)
        row = self.exchange[seat][seen if seat else 0]
        chances = row[merging.exchange[exchanges]] / merging.alike[exchanges]
        return [float(chance) / self.unit for chance in chances]

    def folding(self, seat: int, other: int, path: int) -> float:
        """The chance to fold at the end of a path, the other having exchanged ``other`` cards."""
        spot = merging_of(self.deck).spot[paths_of(self.deck).path_spot[path]]
        return float(self.fold[seat][other, spot]) / self.unit

    def side(self, seat: int) -> SeatStrategy:
        """The strategy of one seat on all paths, in floats."""
        paths, merging = paths_of(self.deck), merging_of(self.deck)
        exchange = self.exchange[seat][:, merging.exchange] / (merging.alike * float(self.unit))
        fold = self.fold[seat][:, merging.spot[paths.path_spot]] / float(self.unit)
        return SeatStrategy(exchange, fold, 1, 1)


@dataclass(frozen=True, eq=False)
class SolvedRound:
    """A solved round: its strategy and the exact numbers that go with it.

    ``value`` is what the first gets above the second when both play it; the value of the game lies
    from ``low`` to ``high``, and ``exploitability`` is half their distance.
    """

    played: Round
    compact: Compact
    value: Fraction
    low: Fraction
    high: Fraction
    iterations: int
    method: str

    @property
    def exploitability(self) -> Fraction:
        """Half of what both best responses win."""
        return (self.high - self.low) / 2

    def strategy(self) -> Strategy:
        """The strategy on all paths."""
        return self.compact.strategy(EQUILIBRIUM)
