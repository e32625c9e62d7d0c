"""Racing: candidates compared in the same worlds with the same luck until one is clearly best.

A candidate that is clearly worse than the best in the same worlds is dropped, and where one is left
the race is over: so a machine chooses its move, and a review the turn with which it compares the
one that was played. The worth that a person is told rests on all worlds. The worlds are done in
parts, each with the luck of a generator of its own, so that threads may share them, and which
thread does a part changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.view import SeatView
from ludoteca.players.budget import WorldBudget
from ludoteca.players.objectives import Objective, Points
from ludoteca.players.rollout import Ends
from ludoteca.workers.threads import shared_out

_PART = 10  #: worlds whose luck comes from one generator
_LEAST = 4  #: parts before the first look at what is clearly worse, and at the clock
_OFTEN = 0.5  #: of the worlds done so far, at most so many more are done until the next look

CLEARLY = 4.0
"""Standard errors of the difference in the same worlds by which one must be worse to be dropped.
It is looked at again and again; at 4, eight looks drop the better of two one time in some 5,000."""

TEMPERATURE = 0.6
"""Standard deviations of the worth of a candidate by which one must be worse than the best for its
chance to fall by the factor e, as against that which a policy gives it."""

_TINY = 1e-9  # of a temperature where worlds tell no candidate from itself

_MOST = 100_000  #: worlds that any time may take


class PlaysTurns(Protocol):
    """Plays the candidates ``tried`` in the worlds from ``first`` on, and fills ``ends`` in place.

    ``tried`` is bool [candidates]. ``ends`` are [worlds, candidates]; those of candidates not tried
    do not count. The luck of ``rng`` may not depend on which are tried. Called from several threads
    at once.
    """

    def __call__(
        self, tried: NDArray[np.bool_], first: int, rng: np.random.Generator, ends: Ends
    ) -> None:
        """Play."""


class Tried(NamedTuple):
    """The results of each candidate in the first worlds, those in which it was tried.

    Attributes
    ----------
    worth
        float64 [worlds] of each candidate, in the unit of the objective
    points
        float64 [worlds] of each candidate, points of the deal
    """

    worth: list[NDArray[np.float64]]
    points: list[NDArray[np.float64]]

    def ranked(self) -> list[int]:
        """The numbers of the candidates, best first."""
        return sorted(range(len(self.worth)), key=lambda k: rank(self.worth[k]), reverse=True)

    def least(self, owners: Sequence[int]) -> Tried:
        """Of the candidates of each owner, 0, 1, ..., the one that is worth least.

        ``owners`` has the number of the owner of each candidate.

        Examples
        --------
        >>> worth = [np.array([3.0]), np.array([1.0]), np.array([2.0])]
        >>> Tried(worth, worth).least([0, 0, 1]).worth
        [array([1.]), array([2.])]
        """
        worst = {owners[k]: k for k in self.ranked()}
        return Tried(*([of[worst[owner]] for owner in sorted(worst)] for of in self))

    def best_in_points(self) -> int:
        """The candidate that points alone would choose."""
        return max(range(len(self.points)), key=lambda k: rank(self.points[k]))


@dataclass(frozen=True)
class Race:
    """A number of ``candidates``, how they are ``played``, for what, with the luck of ``seed``.

    Parameters
    ----------
    candidates
        number of turns
    played
        plays them, in several threads
    objective
        makes of ends the worth, float64 [worlds, candidates], by which they are compared
    view
        of the seat to move
    seed
        equal seeds give equal luck to all candidates
    clearly
        standard errors of the difference by which one must be worse than the best to be dropped;
        where it is None all are tried in all worlds
    keep
        so many of the best go on after the first look; where it is None all that are not dropped
    stay
        the numbers of those that go on beside them
    """

    candidates: int
    played: PlaysTurns
    objective: Objective
    view: SeatView
    seed: int
    clearly: float | None = None
    keep: int | None = None
    stay: Sequence[int] = ()

    def run(
        self,
        budget: WorldBudget,
        begun: float,
        among: Sequence[int] | None = None,
        progress: Progress = quiet,
    ) -> Tried:
        """The results of each candidate in the worlds that it was tried in: the first ones.

        The same on any number of threads, but where the clock ends it. At least two worlds are
        tried, where there is a race at all.

        Parameters
        ----------
        begun
            of the clock, a time of ``time.perf_counter`` in seconds
        among
            the numbers of the candidates to try, by default all; the others have no worlds
        progress
            gets the worlds that are done; an error that it raises ends the race
        """
        most, in_points = budget.worlds or _MOST, Points(self.view)
        tried = np.zeros(self.candidates, np.bool_)
        tried[slice(None) if among is None else list(among)] = True
        values, plain = np.zeros((2, 0, self.candidates))
        counts = np.zeros(self.candidates, np.int64)
        while len(values) < most and (self.clearly is None or tried.sum() > 1):
            parts = max(_LEAST, int(_OFTEN * len(values) / _PART))
            end = min(most, len(values) + parts * _PART)
            if _would_be_late(budget, begun, len(values), end):
                break
            progress(len(values), budget.worlds, _("thinking"))
            ends = self._ends(tried, len(values), end)
            values = np.concatenate([values, self.objective.worth(ends)])
            plain = np.concatenate([plain, in_points.worth(ends)])
            counts[tried] = len(values)
            if self.clearly is not None and len(values) >= _LEAST * _PART:
                tried &= ~_worse(values, tried, self.clearly)
                if self.keep is not None:
                    best = np.argsort(np.where(tried, -values.mean(axis=0), np.inf), kind="stable")
                    tried &= np.isin(np.arange(self.candidates), [*best[: self.keep], *self.stay])
        return Tried(
            [values[:count, k] for k, count in enumerate(counts)],
            [plain[:count, k] for k, count in enumerate(counts)],
        )

    def _ends(self, tried: NDArray[np.bool_], first: int, end: int) -> Ends:
        ends = Ends.empty(self.view, end - first, self.candidates)
        parts = [(at, ends.part(at - first, at - first + _PART)) for at in range(first, end, _PART)]
        shared_out(partial(self._part, tried), parts)
        return ends

    def _part(self, tried: NDArray[np.bool_], part: tuple[int, Ends]) -> None:
        first, ends = part
        # As the generators that ``SeedSequence.spawn`` makes, of which any may be asked for.
        seed = np.random.SeedSequence(self.seed, spawn_key=(first // _PART,))
        self.played(tried, first, np.random.default_rng(seed), ends)


def _would_be_late(budget: WorldBudget, begun: float, done: int, end: int) -> bool:
    """True where the time is likely to be over before world ``end``, and some are done."""
    if budget.seconds is None or done == 0:
        return False
    return (time.perf_counter() - begun) * end > budget.seconds * done


def _worse(
    values: NDArray[np.float64], tried: NDArray[np.bool_], clearly: float
) -> NDArray[np.bool_]:
    """Mark the candidates that are worse than the best by ``clearly`` standard errors."""
    means = np.where(tried, values.mean(axis=0), -np.inf)
    best = int(means.argmax())
    lost = values[:, best : best + 1] - values
    error = lost.std(axis=0, ddof=1) / sqrt(len(values))
    mean = lost.mean(axis=0)
    return tried & (mean > clearly * error) & (mean > 0)


def drawn_best(samples: Sequence[NDArray[np.float64]], rng: np.random.Generator) -> int:
    """The number of the candidate that is best in worlds drawn of those tried, with replacement.

    So each is drawn with about the chance that it is the best, as far as the worlds tell: those
    that they hardly tell apart nearly evenly, one that is clearly worse nearly never.

    Parameters
    ----------
    samples : float64 [worlds]
        of each candidate, in the same worlds; of longer ones the first count
    """
    n = min(map(len, samples))
    drawn = rng.integers(n, size=n)
    return max(range(len(samples)), key=lambda k: float(samples[k][drawn].mean()))


def chances_near(
    prior: Sequence[float] | NDArray[np.float64], samples: Sequence[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Chances of candidates, float64 [candidates], that win more than those of a policy.

    Each is that of the policy times exp(worth / temperature): one step of mirror descent from the
    policy, and the chances of the most worth on average less a price for leaving the policy. What
    wins most against simulated players may lose much against others; what is near a policy that
    was trained against many loses little more than it does. To :data:`TEMPERATURE` is added the
    standard error of the difference from the best, so that noise moves little.

    Parameters
    ----------
    prior : float64 [candidates]
        chances that the policy gives them, of which one at least is not 0
    samples : float64 [worlds]
        of each candidate the worth in the first worlds, those in which it was tried

    References
    ----------
    A. Jacob et al., Modeling strong and human-like gameplay with KL-regularized search (ICML 2022);
    S. Sokota et al., The update equivalence framework for decision-time planning (ICLR 2024).

    Examples
    --------
    >>> worth = np.array([0.0, 1.0] * 200)
    >>> chances_near([0.9, 0.1, 0.0], [worth, worth + 1.0, worth + 9.0]).round(2)
    array([0.24, 0.76, 0.  ])
    """
    possible = [k for k, chance in enumerate(prior) if chance > 0.0]
    best = max(possible, key=lambda k: rank(samples[k]))
    spread = float(np.mean([samples[k].std() for k in possible]))
    scores = np.full(len(prior), -np.inf)
    for k in possible:
        n = len(samples[k])
        lost = samples[best][:n] - samples[k]
        temperature = TEMPERATURE * spread + float(lost.std()) / sqrt(n)
        scores[k] = np.log(prior[k]) - float(lost.mean()) / max(temperature, _TINY)
    found: NDArray[np.float64] = np.exp(scores - scores.max())
    return found / found.sum()


def rank(sample: NDArray[np.float64]) -> tuple[int, float]:
    """A key to sort by: candidates tried longest come first, then the best in points or chance.

    ``sample`` is float64 [worlds], the worth in each; the greatest key is of the best candidate.

    Examples
    --------
    >>> rank(np.array([1.0, 2.0]))
    (2, 1.5)
    """
    return len(sample), float(sample.mean()) if len(sample) else 0.0
