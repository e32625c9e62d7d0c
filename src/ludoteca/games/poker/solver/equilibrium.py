"""The equilibrium of a round as a game of zero sum, the difference of points: vector-form CFR+.

The round has some 10^17 endings, but a side's decisions are few and only the cards used couple the
sides (:mod:`.round_paths`); with like things merged (:mod:`.isomorphism`) an iteration is a few
thousand multiplications. The result is a :class:`~.compact.SolvedRound`, a strategy of whole
numbers whose exploitability :mod:`.response` states exactly, on the unmerged round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.i18n import N_
from ludoteca.solve.cfr import CFR_PLUS, CFRVariant, RegretRun, RunProgress

from .. import EQUILIBRIUM
from .compact import Compact, SolvedRound
from .isomorphism import Floats, Form, Merging, form_of, merged
from .regrets import SeatMemory, best_response, fill_ends, iterate, nothing_learned
from .response import exploited
from .round_paths import FIRST, SEATS, SECOND, Integers, Paths, Round, Stakes, paths_of
from .value import round_value

UNIT = 2**30  #: of the probabilities of a solved strategy

_STRAY = 1e-7  # share of the ways to a spot below which its average says nothing


class Solver(RegretRun):
    """A run of regret minimisation over the merged round.

    With ``stakes`` the ends are worth those, not their points: then :meth:`iterate`, :meth:`bounds`
    and :meth:`compact` are of use, while :meth:`solution` is about points.
    """

    OTHER = N_("{path} holds a run of another kind of round")
    learned: tuple[SeatMemory, ...]

    def __init__(
        self,
        played: Round,
        variant: CFRVariant = CFR_PLUS,
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

    def average(self, seat: int) -> SeatMemory:
        """A seat that plays its average strategy; chances alike where it never went."""
        mine, average = self.learned[seat], nothing_learned(self._form, seat)
        if self.iterations:
            starts = self._form.hand_start
            per_hand = np.add.reduceat(mine.exchange_sum, starts[:-1], axis=1)
            average.exchange[:] = mine.exchange_sum / np.repeat(per_hand, np.diff(starts), axis=1)
            reached = np.broadcast_to(mine.reach_sum, mine.fold_sum.shape)
            np.divide(mine.fold_sum, reached, out=average.fold, where=reached > 0.0)
            fill_ends(self._form, average)
        return average

    def bounds(self) -> tuple[float, float]:
        """Bounds of the value to the first, by the best responses to the average."""
        folds = np.zeros(self.learned[FIRST].fold.shape)
        high, low = (
            float(best_response(self._form, seat, self.average(1 - seat).ends, folds))
            for seat in SEATS
        )
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
        averages = [self.average(seat) for seat in SEATS]
        first, second = (self._rounded(average.exchange) for average in averages)
        ways = np.bincount(self._form.spot, self._form.weight, len(self._form.spot_used))
        folds = []
        for seat, average in enumerate(averages):
            best = np.zeros(average.fold.shape)
            best_response(self._form, seat, averages[1 - seat].ends, best)
            fold = np.where(average.reach < _STRAY * ways, best, average.fold)
            folds.append(np.rint(fold * UNIT).astype(np.int64))
        return Compact(self.played.deck, (first, second), (folds[FIRST], folds[SECOND]), UNIT)

    def run(
        self,
        target: float = 1e-6,
        max_iterations: int = 1_000_000,
        progress: Callable[[RunProgress], None] | None = None,
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

    def _rounded(self, exchange: Floats) -> Integers:
        """Chances over ``UNIT``; the likeliest of each hand takes what is missing or over."""
        whole = np.rint(exchange * UNIT).astype(np.int64)
        for row in whole:
            for begin, end in pairwise(self._form.hand_start):
                likeliest = begin + int(np.argmax(row[begin:end]))
                row[likeliest] += UNIT - int(row[begin:end].sum())
        return whole
