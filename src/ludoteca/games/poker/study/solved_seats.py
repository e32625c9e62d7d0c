"""The solved rounds as a study looks at them: one seat, the other's play, and how often what comes.

Chances and worths are those that hold when both play the same strategy, in floating point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludoteca.core.i18n import N_, _

from .. import EQUILIBRIUM
from ..solver.compact import Compact
from ..solver.isomorphism import Floats
from ..solver.response import Prospects, prospects
from ..solver.round_paths import FIRST, SEATS, SECOND, Kind, Paths, Round, paths_of
from ..solver.store import shipped
from ..solver.strategy import SeatStrategy, Strategy

SELDOM = 0.001  #: a chance or a share that is left out of the short tables
SOLVED_KINDS: tuple[Kind, ...] = ("estrategica", "completa")

_SEAT_WORDS = (N_("first"), N_("second"))


def seat_word(seat: int) -> str:
    """The seat in words."""
    return _(_SEAT_WORDS[seat])


@dataclass(frozen=True, eq=False)
class Seat:
    """One seat of a round in which both play given strategies, in floats.

    ``mass[k, p]`` is the probability that this side takes path p and the other exchanges k cards.
    """

    played: Round
    seat: int
    own: SeatStrategy
    ahead: Prospects

    @property
    def paths(self) -> Paths:
        """The paths of a side."""
        return paths_of(self.played.deck)

    @cached_property
    def mass(self) -> Floats:
        """The probability of each path, by the number that the other exchanged."""
        return self._over(self.ahead.reached)

    @cached_property
    def asked(self) -> Floats:
        """The probability of each path on which this seat is asked whether it folds."""
        return self._over(self.ahead.asked)

    def _over(self, ways: Floats) -> Floats:
        paths = self.paths
        contexts = [self.own.context(k) for k in range(paths.sizes)]
        going = self.own.exchange[contexts][:, paths.path_exchange] * paths.path_weight
        return going * ways[:, paths.path_spot] / self.ahead.whole

    @property
    def folding(self) -> float:
        """The chance that a round ends because this seat folds."""
        return float((self.asked * self.own.fold).sum()) if self.played.may_fold else 0.0

    @property
    def contexts(self) -> Sequence[int | None]:
        """The numbers that may have been seen when the exchange is chosen; None as first."""
        return (None,) if self.seat == FIRST else range(self.paths.sizes)

    def mass_of(self, seen: int | None) -> Floats:
        """The mass by path of what has been seen."""
        return self.mass.sum(axis=0) if seen is None else self.mass[seen]


def seats_of(played: Round, strategy: Strategy) -> tuple[Seat, Seat]:
    """Both seats when both play ``strategy``."""
    whole = strategy.in_round(played)
    return _seats(played, (whole.first.floats(), whole.second.floats()))


def seats_at(played: Round, solved: Compact) -> tuple[Seat, Seat]:
    """Both seats when both play a solved strategy of this very round."""
    return _seats(played, (solved.side(FIRST), solved.side(SECOND)))


def _seats(played: Round, sides: tuple[SeatStrategy, SeatStrategy]) -> tuple[Seat, Seat]:
    first, second = (
        Seat(played, seat, sides[seat], prospects(played, seat, sides[1 - seat])) for seat in SEATS
    )
    return first, second


def solved_seats(kind: Kind) -> tuple[Seat, Seat]:
    """Both seats of the shipped equilibrium."""
    solved = shipped(kind)
    return seats_of(solved.played, solved.strategy())


def pure(kind: Kind) -> Strategy:
    """The shipped strategy with every chance rounded to nought or one."""
    compact = shipped(kind).compact
    exchange, fold = (
        tuple(np.rint(rows / compact.unit).astype(np.int64) for rows in part)
        for part in (compact.exchange, compact.fold)
    )
    return Compact(
        compact.deck, (exchange[FIRST], exchange[SECOND]), (fold[FIRST], fold[SECOND]), 1
    ).strategy(EQUILIBRIUM)
