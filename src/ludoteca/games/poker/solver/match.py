"""The match as a game of who wins it, whatever the points: solved backwards, round by round.

Whoever leads protects the lead and whoever trails takes risks, so how a round is played depends on
the rounds left and on the lead. At each such stage a round is a game of zero sum in which an end is
worth what the rest of the match is worth after it, and the solver of rounds (:mod:`.equilibrium`)
solves it for those stakes. Hands are dealt anew each round and the points are open, so nothing else
of the past matters, and what is best at each stage is best in the match.

A *score* is the chance to win less the chance to lose: of zero sum, 0 for equals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from ludoteca.core.storage import Parts

from .compact import Compact
from .equilibrium import Solver
from .isomorphism import Form, form_of, merging_of, with_stakes
from .regrets import best_response, ends_of
from .round_paths import FIRST, SECOND, Round, Stakes

MOST_ITERATIONS = 200_000  #: at one stage

Told = Callable[[int, int], None]


class MatchStage(NamedTuple):
    """A round of a match: how many are left with it, and how far its first player leads."""

    left: int
    lead: int

    def after(self, points: int) -> MatchStage:
        """The next round, where the first of this one, then second, got ``points`` more."""
        return MatchStage(self.left - 1, -(self.lead + points))


@dataclass(frozen=True, eq=False)
class SolvedMatch:
    """The strategies of a match of at most ``rounds``.

    Attributes
    ----------
    stages : what to play at each stage at which something can still be decided, by its number
    strategies : those strategies; stages with equal stakes share one
    scores : of the first at each of these stages, as they were solved
    """

    played: Round
    rounds: int
    stages: Mapping[MatchStage, int]
    strategies: tuple[Compact, ...]
    scores: Mapping[MatchStage, float]

    def strategy(self, stage: MatchStage) -> Compact | None:
        """The strategy at a stage; None where nothing can be decided any more, or it has none."""
        number = self.stages.get(stage)
        return None if number is None else self.strategies[number]

    def chance(self, stage: MatchStage) -> float:
        """The chance of the first at a stage to win, a draw counting half."""
        return chance_of(self.scores[stage])

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """Bounds of the match's score to its first, by best responses to the whole."""
        return -best_score(self, SECOND), best_score(self, FIRST)

    @property
    def exploitability(self) -> float:
        """The score of a perfect opponent against it, on average of both orders."""
        low, high = self.bounds
        return (high - low) / 2


def chance_of(score: float) -> float:
    """The chance to win, a draw counting half."""
    return min(max((1 + score) / 2, 0.0), 1.0)


def decided(stage: MatchStage) -> float:
    """The score of the first at the end of a match."""
    return float((stage.lead > 0) - (stage.lead < 0))


def gains(played: Round) -> list[int]:
    """Every number of points that the first may get above the second in a round."""
    every = Stakes.points(played)
    return sorted({*every.folded, *every.shown.ravel().tolist()})


def stages_of(played: Round, rounds: int) -> list[list[MatchStage]]:
    """The stages that a match may come to, those of the last round first."""
    reached = [{MatchStage(rounds, 0)}]
    for _round in range(rounds - 1):
        reached.append({stage.after(g) for stage in reached[-1] for g in gains(played)})
    return [sorted(stages) for stages in reversed(reached)]


# -- solving ------------------------------------------------------------------------------------


def solve_match(
    played: Round, rounds: int, target: float, parts: Parts | None = None, told: Told | None = None
) -> SolvedMatch:
    """The equilibrium of a match, each round within ``target`` of its stakes' score.

    ``parts`` keeps the stages that are done, ``told(done, of)`` is called with their number.
    """
    parts = parts or Parts()
    every = stages_of(played, rounds)
    numbers: dict[MatchStage, int] = {}
    scores: dict[MatchStage, float] = {}
    known: dict[tuple[float, ...], tuple[int, float]] = {}
    strategies: list[Compact] = []
    points = gains(played)
    for stage in (stage for stages in every for stage in stages):
        followed = {g: stage.after(g) for g in points}
        after = {g: -(scores[s] if s.left else decided(s)) for g, s in followed.items()}
        stakes = tuple(round(after[g], 12) for g in points)
        if len(set(stakes)) == 1:
            scores[stage] = stakes[0]
            continue
        if stakes not in known:
            solve = partial(_solve_stage, played, after, target)
            found, score = parts.part(solve, "stage", played, stakes, target)
            known[stakes] = len(strategies), score
            strategies.append(found)
        numbers[stage], scores[stage] = known[stakes]
        if told is not None:
            told(len(scores), sum(map(len, every)))
    open_scores = {stage: scores[stage] for stage in numbers}
    return SolvedMatch(played, rounds, numbers, tuple(strategies), open_scores)


def _solve_stage(played: Round, after: Mapping[int, float], target: float) -> tuple[Compact, float]:
    """The strategy, and the score to the first, where n points more are worth ``after[n]``."""
    solver = Solver(played, stakes=Stakes.of(played, after.__getitem__))
    low, high = solver.bounds()
    while high - low > 2 * target and solver.iterations < MOST_ITERATIONS:
        solver.iterate(max(10, solver.iterations // 10))
        low, high = solver.bounds()
    return solver.compact(), (low + high) / 2


# -- proof --------------------------------------------------------------------------------------


def best_score(match: SolvedMatch, seat: int) -> float:
    """The score of the best response to ``match``, with ``seat`` in the first round.

    Worked out backwards over the whole match, with no use of how it was solved.
    """
    form = form_of(match.played, merging_of(match.played.deck))
    points, best = gains(match.played), dict[MatchStage, float]()
    for stages in stages_of(match.played, match.rounds):
        responder = seat if (match.rounds - stages[0].left) % 2 == 0 else 1 - seat
        sign = 1 if responder == FIRST else -1
        known: dict[tuple[int | None, tuple[float, ...]], float] = {}
        for stage in stages:
            followed = {g: stage.after(g) for g in points}
            # The first of this round is the second of the next.
            after = {g: best[s] if s.left else -sign * decided(s) for g, s in followed.items()}
            key = match.stages.get(stage), tuple(after.values())
            if key not in known:
                known[key] = _best_of_round(match, form, stage, responder, after)
            best[stage] = known[key]
    return best[MatchStage(match.rounds, 0)]


def _best_of_round(
    match: SolvedMatch, form: Form, stage: MatchStage, responder: int, after: Mapping[int, float]
) -> float:
    """The responder's best score in a round after which it has the scores ``after``."""
    strategy = match.strategy(stage)
    if strategy is None:  # whatever is done is worth the same
        return max(after.values())
    sign = 1 if responder == FIRST else -1
    stakes = Stakes.of(match.played, lambda g: sign * after[g])
    ends = ends_of(form, 1 - responder, strategy)
    folds = np.zeros(strategy.fold[responder].shape)
    return float(best_response(with_stakes(form, stakes), responder, ends, folds))
