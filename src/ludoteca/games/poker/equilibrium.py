"""The equilibrium of a round as a game of zero sum, the difference of points: vector-form CFR+.

The round has some 10^17 endings, but a side's decisions are few and only the cards used couple the
sides (:mod:`.paths`); with like things merged (:mod:`.sides`) an iteration is a few thousand
multiplications. What comes out is a :class:`~.strategy.Strategy` of whole numbers, whose
exploitability :mod:`.response` then states exactly, on the unmerged round.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.solve.cfr import CFR_PLUS, Progress, Variant
from ludoteca.solve.checkpoint import save_run, saved_run, take_over

from .paths import Integers, Paths, Round, paths_of
from .regrets import best_folds, best_value, fill_ends, iterate, nothing_learned
from .response import exploited
from .sides import Compact, Floats, Form, Merging, form_of, merged
from .stakes import Stakes
from .store import NAME, Solved
from .strategy import FIRST, SEATS, SECOND
from .value import round_value

UNIT = 2**30  #: of the probabilities of a solved strategy

_STRAY = 1e-7  # share of the ways to a spot below which its average says nothing
_SLICE_SECONDS = 0.25
_SAVE_SECONDS = 10.0


@dataclass(frozen=True, eq=False)
class Average:
    """The average strategy of one seat over the merged round: chances by exchange and spot."""

    exchange: Floats
    fold: Floats


@dataclass(frozen=True, eq=False)
class Solution:
    """What a run has found, and how; ``seconds`` is wall time, compilation not included."""

    solved: Solved
    seconds: float
    history: tuple[Progress, ...]


class Solver:
    """A run that can be continued, saved, restored and asked how far it is.

    Interrupted (Ctrl-C), :meth:`run` keeps what it has, in its file too, and goes on when asked.
    With ``stakes`` the ends are worth those, not their points: then :meth:`iterate`, :meth:`bounds`
    and :meth:`compact` are of use, while :meth:`solution` is about points.
    """

    def __init__(
        self,
        played: Round,
        variant: Variant = CFR_PLUS,
        merge: Callable[[Paths], Merging] = merged,
        stakes: Stakes | None = None,
    ) -> None:
        self.played = played
        self.variant = variant
        self.seconds = 0.0
        self.history: list[Progress] = []
        self._merging = merge(paths_of(played.deck))
        self._form: Form = form_of(played, self._merging, stakes)
        self._learned = tuple(nothing_learned(self._form, seat) for seat in SEATS)
        self._clock = np.zeros(1, np.int64)
        # Compile before the clock starts.
        self.iterate(0)
        self.exploitability()
        self.seconds = 0.0

    @property
    def iterations(self) -> int:
        """How many iterations were done."""
        return int(self._clock[0])

    def iterate(self, n: int) -> None:
        """Do ``n`` iterations."""
        began = time.perf_counter()
        v = self.variant
        first, second = self._learned
        iterate(self._form, first, second, self._clock, n, v.alpha, v.beta, v.gamma, v.prediction)
        self.seconds += time.perf_counter() - began

    def average(self, seat: int) -> Average:
        """The average strategy of a seat; chances alike where it never went."""
        mine = self._learned[seat]
        if self.iterations == 0:
            return Average(mine.exchange, mine.fold)
        exchange = mine.exchange_sum / self._per_hand(mine.exchange_sum)
        reached = np.broadcast_to(mine.reach_sum, mine.fold_sum.shape)
        half = 0.5 if self._form.may_fold else 0.0
        fold = np.full(mine.fold.shape, half)
        np.divide(mine.fold_sum, reached, out=fold, where=reached > 0.0)
        return Average(exchange, fold)

    def _average_ends(self) -> list[Floats]:
        """How both seats end under their averages."""
        ends = []
        for seat in SEATS:
            mine, average = nothing_learned(self._form, seat), self.average(seat)
            mine.exchange[:], mine.fold[:] = average.exchange, average.fold
            fill_ends(self._form, mine)
            ends.append(mine.ends)
        return ends

    def bounds(self) -> tuple[float, float]:
        """Between what the value to the first lies, by the best responses to the average."""
        ends = self._average_ends()
        high, low = (float(best_value(self._form, s, ends[1 - s])) for s in SEATS)
        return -low, high

    def exploitability(self) -> float:
        """Of the average strategy: half of what both best responses win."""
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
            best_folds(self._form, seat, ends[1 - seat], best)
            fold = np.where(self._strays(averages[seat].exchange), best, averages[seat].fold)
            folds.append(np.rint(fold * UNIT).astype(np.int64))
        return Compact(self.played.deck, (first, second), (folds[FIRST], folds[SECOND]), UNIT)

    def run(
        self,
        target: float = 1e-6,
        max_iterations: int = 1_000_000,
        progress: Callable[[Progress], None] | None = None,
        checkpoint: Path | None = None,
    ) -> Solution:
        """Iterate until the average's exploitability is at most ``target``.

        Stops at ``max_iterations`` in all, too. ``progress`` is called whenever the exploitability
        has been computed, at least every quarter of a second or so. The run is saved in
        ``checkpoint`` now and then and when it is interrupted; a finished one removes the file.
        """
        saved = time.perf_counter()
        try:
            while not self._stands(target, max_iterations, progress):
                self.iterate(min(self._slice(), max_iterations - self.iterations))
                if checkpoint is not None and time.perf_counter() - saved > _SAVE_SECONDS:
                    self.save(checkpoint)
                    saved = time.perf_counter()
        except KeyboardInterrupt:
            if checkpoint is not None:
                self.save(checkpoint)
            raise
        if checkpoint is not None:
            checkpoint.unlink(missing_ok=True)
        return self.solution()

    def _stands(
        self, target: float, most: int, progress: Callable[[Progress], None] | None
    ) -> bool:
        """Measure how far the run is, tell it, and say whether it is far enough."""
        began = time.perf_counter()
        reached = self.exploitability()
        self.seconds += time.perf_counter() - began
        now = Progress(self.iterations, reached, self.seconds)
        self.history.append(now)
        if progress is not None:
            progress(now)
        return reached <= target or self.iterations >= most

    def _slice(self) -> int:
        """So many iterations until the next look: a tenth of the past, a quarter of a second."""
        if not self.iterations:
            return 10
        in_time = 1 + int(_SLICE_SECONDS * self.iterations / max(self.seconds, 1e-9))
        return min(max(10, self.iterations // 10), in_time)

    def solution(self) -> Solution:
        """What has been found so far; the numbers of its proof are exact."""
        compact = self.compact()
        strategy = compact.strategy(NAME, self._merging)
        won = exploited(self.played, strategy)
        solved = Solved(
            played=self.played,
            compact=compact,
            value=round_value(self.played, strategy, strategy).difference,
            low=-won.as_first,
            high=won.as_second,
            iterations=self.iterations,
            method=self.variant.name,
        )
        return Solution(solved, self.seconds, tuple(self.history))

    def save(self, path: Path) -> None:
        """Write all that is needed to continue into the file ``path`` (NumPy's npz)."""
        about = {
            "round": asdict(self.played),
            "variant": asdict(self.variant),
            "iterations": self.iterations,
            "seconds": self.seconds,
            "history": [asdict(p) for p in self.history],
        }
        save_run(path, about, self._learned)

    @classmethod
    def restore(cls, played: Round, path: Path) -> Solver:
        """The run saved in ``path``; raises ``BadInput`` if there is none, or one of another round.

        A damaged file, or one of another version, is none.
        """
        with saved_run(path) as (about, learned):
            if about["round"] != asdict(played):
                raise BadInput(_("{path} holds a run of another kind of round").format(path=path))
            solver = cls(played, Variant(**about["variant"]))
            take_over(solver._learned, learned)
            solver._clock[0] = about["iterations"]
            solver.seconds = about["seconds"]
            solver.history = [Progress(**entry) for entry in about["history"]]
        return solver

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
