"""The equilibrium of a round as a game of zero sum, the difference of points: vector-form CFR+.

The round has some 10^17 endings, but a side's decisions are few and only the cards used couple the
sides (:mod:`.round_paths`); with like things merged (:mod:`.isomorphism`) an iteration is a few
thousand multiplications. The result is a :class:`~.strategy.Strategy` of whole numbers, whose
exploitability :mod:`.response` states exactly, on the unmerged round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import N_
from ludoteca.solve.cfr import CFR_PLUS, Progress, RegretRun, Variant

from .. import EQUILIBRIUM
from .compact import Compact, SolvedRound
from .isomorphism import Floats, Form, Merging, form_of, merged
from .regrets import Learned, best_response, fill_ends, iterate, nothing_learned
from .response import exploited
from .round_paths import FIRST, SEATS, SECOND, Integers, Paths, Round, Stakes, paths_of
from .value import round_value

UNIT = 2**30  #: of the probabilities of a solved strategy

_STRAY = 1e-7  # share of the ways to a spot below which its average says nothing


@dataclass(frozen=True, eq=False)
class Average:
    """The average strategy of one seat over the merged round: chances by exchange and spot."""

    exchange: Floats
    fold: Floats


class Solver(RegretRun):
    """A run of regret minimisation over the merged round.

    With ``stakes`` the ends are worth those, not their points: then :meth:`iterate`, :meth:`bounds`
    and :meth:`compact` are of use, while :meth:`solution` is about points.
    """

    OTHER = N_("{path} holds a run of another kind of round")
    learned: tuple[Learned, ...]

    def __init__(
        self,
        played: Round,
        variant: Variant = CFR_PLUS,
        merge: Callable[[Paths], Merging] = merged,
        stakes: Stakes | None = None,
    ) -> None:
        self.played = played
        self._merging = merge(paths_of(played.deck))
        self._form: Form = form_of(played, self._merging, stakes)
        self.learned = tuple(nothing_learned(self._form, seat) for seat in SEATS)
        super().__init__(variant)

    @property
    def subject(self) -> dict[str, Any]:
        """The round."""
        return {"round": asdict(self.played)}

    def advance(self, n: int) -> None:
        """Do ``n`` iterations, both seats in turn."""
        v = self.variant
        iterate(self._form, *self.learned, self.clock, n, v.alpha, v.beta, v.gamma, v.prediction)

    def average(self, seat: int) -> Average:
        """The average strategy of a seat; chances alike where it never went."""
        mine = self.learned[seat]
        if self.iterations == 0:
            return Average(mine.exchange, mine.fold)
        exchange = mine.exchange_sum / self._per_hand(mine.exchange_sum)
        reached = np.broadcast_to(mine.reach_sum, mine.fold_sum.shape)
        half = 0.5 if self._form.may_fold else 0.0
        fold = np.full(mine.fold.shape, half)
        np.divide(mine.fold_sum, reached, out=fold, where=reached > 0.0)
        return Average(exchange, fold)

    def _average_ends(self) -> list[Floats]:
        """The ``ends`` of both seats under their averages."""
        ends = []
        for seat in SEATS:
            mine, average = nothing_learned(self._form, seat), self.average(seat)
            mine.exchange[:], mine.fold[:] = average.exchange, average.fold
            fill_ends(self._form, mine)
            ends.append(mine.ends)
        return ends

    def bounds(self) -> tuple[float, float]:
        """Bounds of the value to the first, by the best responses to the average."""
        ends = self._average_ends()
        folds = np.zeros(self.learned[FIRST].fold.shape)
        high, low = (float(best_response(self._form, s, ends[1 - s], folds)) for s in SEATS)
        return -low, high

    def exploitability(self) -> float:
        """The exploitability of the average: half of what both best responses win."""
        low, high = self.bounds()
        return (high - low) / 2.0

    def compact(self) -> Compact:
        """The average strategy in whole numbers over ``UNIT``.

        At spots to which a seat's own exchanges all but never lead, where its average is made of
        the run's first steps, it does what is best against the other's average.
        """
        averages, ends = [self.average(seat) for seat in SEATS], self._average_ends()
        first, second = (self._rounded(average.exchange) for average in averages)
        folds = []
        for seat in SEATS:
            best = np.zeros(averages[seat].fold.shape)
            best_response(self._form, seat, ends[1 - seat], best)
            fold = np.where(self._strays(averages[seat].exchange), best, averages[seat].fold)
            folds.append(np.rint(fold * UNIT).astype(np.int64))
        return Compact(self.played.deck, (first, second), (folds[FIRST], folds[SECOND]), UNIT)

    def run(
        self,
        target: float = 1e-6,
        max_iterations: int = 1_000_000,
        progress: Callable[[Progress], None] | None = None,
        checkpoint: Path | None = None,
    ) -> SolvedRound:
        """The solution when the run has come so far; see :meth:`reach`."""
        self.reach(target, max_iterations, progress, checkpoint)
        return self.solution()

    def solution(self) -> SolvedRound:
        """The solution so far; the numbers of its proof are exact."""
        compact = self.compact()
        strategy = compact.strategy(EQUILIBRIUM, self._merging)
        won = exploited(self.played, strategy)
        return SolvedRound(
            played=self.played,
            compact=compact,
            value=round_value(self.played, strategy, strategy).difference,
            low=-won.as_first,
            high=won.as_second,
            iterations=self.iterations,
            method=self.variant.name,
        )

    def _per_hand(self, numbers: Floats) -> Floats:
        """The sum over the hand of each exchange."""
        starts = self._form.hand_start
        sums: Floats = np.repeat(
            np.add.reduceat(numbers, starts[:-1], axis=1), np.diff(starts), axis=1
        )
        return sums

    def _strays(self, exchange: Floats) -> NDArray[np.bool_]:
        """The spots, rows by context, that ``exchange`` reaches in hardly any of all ways."""
        steps = np.repeat(np.arange(exchange.shape[1]), np.diff(self._form.step_start))
        spots = len(self._form.spot_used)
        ways = np.bincount(self._form.spot, self._form.weight, spots)
        reached = [
            np.bincount(self._form.spot, self._form.weight * row[steps], spots) for row in exchange
        ]
        strays: NDArray[np.bool_] = np.array(reached) < _STRAY * ways
        return strays

    def _rounded(self, exchange: Floats) -> Integers:
        """Chances over ``UNIT``; the likeliest of each hand takes what is missing or over."""
        whole = np.rint(exchange * UNIT).astype(np.int64)
        for row in whole:
            for begin, end in pairwise(self._form.hand_start):
                likeliest = begin + int(np.argmax(row[begin:end]))
                row[likeliest] += UNIT - int(row[begin:end].sum())
        return whole
