"""Counterfactual regret minimisation over a game tree, for two seats and a constant sum.

The tree is turned into its sequence form: each seat's counterfactual values are then one sparse
matrix times the other's realisation plan, folded up that seat's own information sets. One
iteration updates seat 0 against seat 1's plan and then seat 1 against seat 0's new plan
(alternating updates). The weighted average of the plans approaches an equilibrium, and its
exploitability is computed exactly.

The algorithms are one family (:class:`CFRVariant`):

- CFR: M. Zinkevich and others, Regret minimization in games with incomplete information (2007)
- CFR+: O. Tammelin, Solving large imperfect information games using CFR+, arXiv:1407.5042 (2014)
- DCFR: N. Brown and T. Sandholm, Solving imperfect-information games via discounted regret
  minimization, AAAI (2019)
- PCFR+: G. Farina, C. Kroer and T. Sandholm, Faster game solving via predictive Blackwell
  approachability, AAAI (2021)
- DCFR+ and PDCFR+: H. Xu and others, Minimizing weighted counterfactual regret with optimistic
  online mirror descent, IJCAI (2024)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import njit
from ludoteca.core.questions import Progress
from ludoteca.core.storage import checkpointed, read_arrays, reading, write_arrays
from ludoteca.solve.best_response import expected_values
from ludoteca.solve.sequence_form import (
    SequenceSide,
    best_value,
    fill_plan,
    row_value,
    sequence_form,
)
from ludoteca.solve.tree import Floats, GameTree


@dataclass(frozen=True)
class CFRVariant:
    """One member of the family, by how it weighs the past.

    After iteration t, regrets above zero are multiplied by ``t**alpha / (t**alpha + 1)`` and those
    below by ``t**beta / (t**beta + 1)`` (infinity keeps them, minus infinity forgets them);
    iteration t counts ``t**gamma`` in the average. ``prediction`` times the latest regrets are
    added when the next strategy is chosen.
    """

    name: str
    alpha: float
    beta: float
    gamma: float
    prediction: float = 0.0


CFR = CFRVariant("CFR", math.inf, math.inf, 0.0)
CFR_PLUS = CFRVariant("CFR+", math.inf, -math.inf, 1.0)
DCFR = CFRVariant("DCFR", 1.5, 0.0, 2.0)
PCFR_PLUS = CFRVariant("PCFR+", math.inf, -math.inf, 2.0, 1.0)
DCFR_PLUS = CFRVariant("DCFR+", 1.5, -math.inf, 4.0)
PDCFR_PLUS = CFRVariant("PDCFR+", 2.3, -math.inf, 5.0, 1.0)
VARIANTS = {v.name: v for v in (CFR, CFR_PLUS, DCFR, PCFR_PLUS, DCFR_PLUS, PDCFR_PLUS)}


@dataclass(frozen=True)
class RunProgress:
    """Progress of a run: shown while it goes, and kept as its history.

    Attributes
    ----------
    iterations
        Done in all.
    exploitability
        Of the average strategy, in points.
    seconds
        Wall time so far, in seconds.
    """

    iterations: int
    exploitability: float
    seconds: float


def shown_by(progress: Progress, most: int | None = None) -> Callable[[RunProgress], None]:
    """Make a function that tells ``progress`` how far a run of ``most`` iterations is."""
    words = _("exploitability {x:.2g}")
    return lambda now: progress(now.iterations, most, words.format(x=now.exploitability))


@dataclass(frozen=True, eq=False)
class CfrSolution:
    """An approximate equilibrium with the proof of how near it is.

    Attributes
    ----------
    tree
        The tree that was solved.
    method
        The name of the variant of regret minimisation.
    iterations
        Done in all.
    exploitability
        Of ``strategy``, in points, exactly.
    values : float64 [2]
        Expected points of each seat under ``strategy``, within ``2 * exploitability`` of the value
        of the game.
    seconds
        Wall time in seconds; compilation and the walk of the tree are not included.
    strategy : float64 [sequences]
        The average strategy of both seats, by sequence of ``tree``.
    history
        The progress, in order.
    """

    tree: GameTree
    method: str
    iterations: int
    exploitability: float
    values: Floats
    seconds: float
    strategy: Floats = field(repr=False)
    history: tuple[RunProgress, ...] = field(repr=False)

    def table(self) -> dict[str, dict[str, float]]:
        """The strategy for people: information state to move to probability, all in text."""
        return self.tree.strategy_table(self.strategy)


class Learned(NamedTuple):
    """The regrets and strategy of one seat by sequence, the last axis: changed in place.

    Attributes
    ----------
    regret : float64 [..., sequences]
        The cumulative regret of each move.
    strategy : float64 [..., sequences]
        The present probability of each move.
    plan : float64 [..., sequences]
        The product of these along each sequence.
    total : float64 [..., sequences]
        The weighted sum of the plans so far.
    """

    regret: Floats
    strategy: Floats
    plan: Floats
    total: Floats

    @classmethod
    def nothing(cls, start: NDArray[Any], shape: tuple[int, ...]) -> Learned:
        """All moves of an information set equally likely, the plan still to be filled.

        The moves of information set k are ``start[k]`` to ``start[k + 1] - 1``: ``start`` is of any
        type of whole numbers [sets + 1]; ``shape`` are the axes of the arrays before the sequences.
        """
        moves, shape = np.diff(start), (*shape, int(start[-1]))
        strategy = np.ones(shape)
        strategy[..., 1:] = np.repeat(1.0 / moves, moves)
        return cls(np.zeros(shape), strategy, np.empty(shape), np.zeros(shape))


class RegretRun:
    """A run of regret minimisation that can be continued, saved, restored and asked how far it is.

    A subclass is made of what is solved. It sets what it has ``learned`` (a named tuple of arrays
    for each seat) before it calls ``__init__``, and does the iterations. Interrupted (Ctrl-C),
    :meth:`reach` stops between two slices of iterations, keeps what it has, in its file too, and
    goes on when asked to.
    """

    OTHER: ClassVar[str]  #: a message id: the file ``{path}`` is of a run over something else
    SLICE_SECONDS: ClassVar[float] = 0.25  #: the most between two looks at the exploitability
    LONGER: ClassVar[int] = 10  #: a look when the run is longer by one part in so many
    learned: Sequence[NamedTuple]

    def __init__(self, variant: CFRVariant) -> None:
        self.variant = variant
        self.seconds = 0.0
        self.history: list[RunProgress] = []
        self.clock = np.zeros(1, np.int64)
        # Compile before the clock starts.
        self.iterate(0)
        self.exploitability()
        self.seconds = 0.0

    @property
    def subject(self) -> dict[str, Any]:
        """The game or round that is solved, in plain data."""
        raise NotImplementedError

    def advance(self, n: int) -> None:
        """Do ``n`` iterations on what was learned, and count them on the clock."""
        raise NotImplementedError

    def exploitability(self) -> float:
        """The exploitability of the average strategy, in points."""
        raise NotImplementedError

    @property
    def iterations(self) -> int:
        """The number of iterations done."""
        return int(self.clock[0])

    def iterate(self, n: int) -> None:
        """Do ``n`` iterations; an interrupt leaves what was learned as it was before them."""
        began = time.perf_counter()
        arrays = [*self._arrays().values(), self.clock]
        before = [array.copy() for array in arrays]
        try:
            self.advance(n)
        except KeyboardInterrupt:
            # It finds un-compiled code in the middle of an iteration, which would be saved.
            for array, kept in zip(arrays, before, strict=True):
                array[:] = kept
            raise
        self.seconds += time.perf_counter() - began

    def reach(
        self,
        target: float,
        max_iterations: int,
        progress: Callable[[RunProgress], None] | None = None,
        checkpoint: Path | None = None,
    ) -> None:
        """Iterate until the average's exploitability is at most ``target`` points.

        Stops at ``max_iterations`` in all, too. ``progress`` is called whenever the exploitability
        has been computed: after the 10th iteration, then each time the run is longer by one part
        in ``LONGER``, and at least every ``SLICE_SECONDS``. The run is saved in ``checkpoint`` now
        and then and when it is interrupted; a finished one removes the file.
        """
        with checkpointed(checkpoint, self.save) as step:
            while True:
                began = time.perf_counter()
                reached = self.exploitability()
                self.seconds += time.perf_counter() - began
                now = RunProgress(self.iterations, reached, self.seconds)
                self.history.append(now)
                if progress is not None:
                    progress(now)
                if reached <= target or self.iterations >= max_iterations:
                    return
                some = max(10, self.iterations // self.LONGER)
                if self.iterations:
                    in_time = int(self.SLICE_SECONDS * self.iterations / max(self.seconds, 1e-9))
                    some = min(some, 1 + in_time)
                self.iterate(min(some, max_iterations - self.iterations))
                step()

    def save(self, path: Path) -> None:
        """Write all that is needed to continue into the file ``path`` (NumPy's npz)."""
        about = {
            **self.subject,
            "variant": asdict(self.variant),
            "iterations": self.iterations,
            "seconds": self.seconds,
            "history": [asdict(p) for p in self.history],
        }
        write_arrays(path, about, self._arrays())

    @classmethod
    def restore(cls, solved: Any, path: Path) -> Self:
        """The run over ``solved`` saved in ``path``.

        Raises
        ------
        BadInput
            Where there is none; a damaged file, or one of another version, is none.
        """
        with reading(path, _("{path} holds no run that can go on")):
            about, arrays = read_arrays(path)
            run = cls(solved)
            if any(about[name] != value for name, value in run.subject.items()):
                raise BadInput(_(cls.OTHER).format(path=path))
            run.variant = CFRVariant(**about["variant"])
            for name, array in run._arrays().items():
                array[:] = arrays[name]
            run.clock[0] = about["iterations"]
            run.seconds = about["seconds"]
            run.history = [RunProgress(**entry) for entry in about["history"]]
        return run

    @classmethod
    def going_on(cls, solved: Any, path: Path, *variant: CFRVariant) -> Self:
        """The run that :meth:`restore` finds, else a new one."""
        try:
            return cls.restore(solved, path)
        except BadInput:
            return cls(solved, *variant)

    def _arrays(self) -> dict[str, Any]:
        """The arrays that each seat has learned, by their names and the seat's number."""
        return {
            f"{name}{seat}": array
            for seat, own in enumerate(self.learned)
            for name, array in own._asdict().items()
        }


class CfrSolver(RegretRun):
    """A run of CFR over ``tree``, which must have two seats whose points have a constant sum.

    Raises ``BadInput`` otherwise.
    """

    OTHER = N_("{path} holds a run over another game or other options")
    learned: tuple[Learned, Learned]

    def __init__(self, tree: GameTree, variant: CFRVariant = CFR_PLUS) -> None:
        self.tree = tree
        self._sides = sequence_form(tree)
        self.learned = (_nothing_learned(self._sides[0]), _nothing_learned(self._sides[1]))
        super().__init__(variant)

    @property
    def subject(self) -> dict[str, Any]:
        """The fingerprint of the tree."""
        return {"tree": self.tree.fingerprint}

    def advance(self, n: int) -> None:
        """Do ``n`` iterations, both seats in turn."""
        v = self.variant
        _iterate(*self._sides, *self.learned, self.clock, n, v.alpha, v.beta, v.gamma, v.prediction)

    def exploitability(self) -> float:
        """Half the sum of what best responses gain on the average strategy, in points: exact."""
        first, second = self.learned
        if self.iterations == 0:
            against = (second.plan, first.plan)
        else:
            against = (second.total / second.total[0], first.total / first.total[0])
        pairs = zip(self._sides, against, strict=True)
        gains = [best_value(s, p, np.empty(len(s.sequence))) for s, p in pairs]
        return float(sum(gains)) / 2.0

    def average_strategy(self) -> Floats:
        """The average strategy of both seats, float64 [sequences], by sequence of the tree.

        Moves at information sets that their owner's average never reaches are equally likely.
        """
        strategy = self.tree.uniform_strategy()
        for side, learned in zip(self._sides, self.learned, strict=True):
            above = np.repeat(learned.total[side.parent], np.diff(side.start))
            reached = above > 0.0
            own = side.sequence[1:][reached]
            strategy[own] = learned.total[1:][reached] / above[reached]
        return strategy

    def run(
        self,
        target: float = 1e-3,
        max_iterations: int = 1_000_000,
        progress: Callable[[RunProgress], None] | None = None,
        checkpoint: Path | None = None,
    ) -> CfrSolution:
        """The solution when the run has come to ``target`` points; see :meth:`reach`."""
        self.reach(target, max_iterations, progress, checkpoint)
        return self.solution()

    def solution(self) -> CfrSolution:
        """The solution so far."""
        strategy = self.average_strategy()
        return CfrSolution(
            tree=self.tree,
            method=self.variant.name,
            iterations=self.iterations,
            exploitability=self.exploitability(),
            values=expected_values(self.tree, strategy),
            seconds=self.seconds,
            strategy=strategy,
            history=tuple(self.history),
        )


def solve_cfr(
    tree: GameTree,
    target: float = 1e-3,
    max_iterations: int = 1_000_000,
    variant: CFRVariant = CFR_PLUS,
    progress: Callable[[RunProgress], None] | None = None,
) -> CfrSolution:
    """Solve a two-seat constant-sum tree to an exploitability of ``target`` points.

    See :class:`CfrSolver` for the rest.
    """
    return CfrSolver(tree, variant).run(target, max_iterations, progress)


def _nothing_learned(side: SequenceSide) -> Learned:
    learned = Learned.nothing(side.start, ())
    fill_plan(side, learned.strategy, learned.plan)
    return learned


@njit
def discount(t, power):  # type: ignore[no-untyped-def]
    """``t**power / (t**power + 1)`` with its limits, 1 and 0, for an infinite power."""
    if power == np.inf:
        return 1.0
    if power == -np.inf:
        return 0.0
    raised = float(t) ** power
    return raised / (raised + 1.0)


@njit
def _iterate(side0, side1, mine0, mine1, clock, n, alpha, beta, gamma, prediction):  # type: ignore[no-untyped-def]
    """``n`` more iterations, in place on ``mine0`` and ``mine1``.

    ``clock`` holds how many there were: it is kept here so that an interrupt, which waits for
    compiled code, never finds it behind what was learned.
    """
    values0 = np.empty(mine0.plan.shape[0])
    values1 = np.empty(mine1.plan.shape[0])
    for now in range(clock[0] + 1, clock[0] + n + 1):
        # Nothing was learned before iteration 1, so its discount is of no account.
        above = discount(max(now - 1, 1), alpha)
        below = discount(max(now - 1, 1), beta)
        next_above = discount(now, alpha)
        weight = float(now) ** gamma
        _learn(side0, mine0, mine1.plan, values0, above, below, next_above, prediction)
        _advance(side0, mine0, weight)
        _learn(side1, mine1, mine0.plan, values1, above, below, next_above, prediction)
        _advance(side1, mine1, weight)
        clock[0] = now


@njit
def _learn(side, mine, plan, values, above, below, next_above, prediction):  # type: ignore[no-untyped-def]
    """Update regrets and strategy of one seat against the other's ``plan``, in place.

    ``values`` is scratch. Old regrets above zero are multiplied by ``above``, those below by
    ``below``; the next strategy sees the new ones multiplied by ``next_above``.
    """
    start, parent = side.start, side.parent
    row, other, pay = side.row, side.other, side.pay
    regret, strategy = mine.regret, mine.strategy
    values[:] = 0.0
    for k in range(parent.shape[0] - 1, -1, -1):
        begin = start[k]
        end = start[k + 1]
        expected = 0.0
        for s in range(begin, end):
            values[s] += row_value(row, other, pay, s, plan)
            expected += strategy[s] * values[s]
        values[parent[k]] += expected
        total = 0.0
        for s in range(begin, end):
            gain = values[s] - expected
            old = regret[s]
            regret[s] = old * (above if old > 0.0 else below) + gain
            chosen = max(max(regret[s], 0.0) * next_above + prediction * gain, 0.0)
            strategy[s] = chosen
            total += chosen
        for s in range(begin, end):
            strategy[s] = strategy[s] / total if total > 0.0 else 1.0 / (end - begin)


@njit
def _advance(side, mine, weight):  # type: ignore[no-untyped-def]
    """The seat's new plan, and ``weight`` times it added to the total, in place."""
    fill_plan(side, mine.strategy, mine.plan)
    for s in range(mine.plan.shape[0]):
        mine.total[s] += weight * mine.plan[s]
