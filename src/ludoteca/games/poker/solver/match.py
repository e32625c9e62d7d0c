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

from ludoteca.core.storage import Parts

from .equilibrium import Solver
from .isomorphism import Compact, Form, form_of, merging_of, with_stakes
from .regrets import best_value, ends_of
from .round_paths import FIRST, SECOND, Round, Stakes

MOST_ITERATIONS = 200_000  #: at one stage

Told = Callable[[int, int], None]


class Stage(NamedTuple):
    """A round of a match: how many are left with it, and how far its first player leads."""

    left: int
    lead: int

    def after(self, points: int) -> Stage:
        """The next round, where the first of this one, then second, got ``points`` more."""
        return Stage(self.left - 1, -(self.lead + points))


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
    stages: Mapping[Stage, int]
    strategies: tuple[Compact, ...]
    scores: Mapping[Stage, float]

    def strategy(self, stage: Stage) -> Compact | None:
        """The strategy at a stage; None where nothing can be decided any more, or it has none."""
        number = self.stages.get(stage)
        return None if number is None else self.strategies[number]

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


def decided(stage: Stage) -> float:
    """The score of the first at the end of a match."""
    return float((stage.lead > 0) - (stage.lead < 0))


def gains(played: Round) -> list[int]:
    """Every number of points that the first may get above the second in a round."""
    every = Stakes.points(played)
    return sorted({*every.folded, *every.shown.ravel().tolist()})


def stages_of(played: Round, rounds: int) -> list[list[Stage]]:
    """The stages that a match may come to, those of the last round first."""
    reached = [{Stage(rounds, 0)}]
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
    numbers: dict[Stage, int] = {}
    scores: dict[Stage, float] = {}
    known: dict[tuple[float, ...], tuple[int, float]] = {}
    strategies: list[Compact] = []
    points = gains(played)
    for stage in (stage for stages in every for stage in stages):
        after = {g: _score_after(scores, stage.after(g)) for g in points}
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


def _score_after(scores: Mapping[Stage, float], stage: Stage) -> float:
    """The score of the second player at ``stage``, from the stages solved."""
    return -(scores[stage] if stage.left else decided(stage))


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
    points, best = gains(match.played), dict[Stage, float]()
    for stages in stages_of(match.played, match.rounds):
        responder = seat if (match.rounds - stages[0].left) % 2 == 0 else 1 - seat
        known: dict[tuple[int | None, tuple[float, ...]], float] = {}
        for stage in stages:
            after = {g: _best_after(best, stage.after(g), responder) for g in points}
            key = match.stages.get(stage), tuple(after.values())
            if key not in known:
                known[key] = _best_of_round(match, form, stage, responder, after)
            best[stage] = known[key]
    return best[Stage(match.rounds, 0)]


def _best_after(best: Mapping[Stage, float], stage: Stage, responder: int) -> float:
    """The responder's, who had the seat ``responder`` in the round before ``stage``."""
    if stage.left:
        return best[stage]
    return decided(stage) if responder == SECOND else -decided(stage)


def _best_of_round(
    match: SolvedMatch, form: Form, stage: Stage, responder: int, after: Mapping[int, float]
) -> float:
    strategy = match.strategy(stage)
    if strategy is None:  # whatever is done is worth the same
        return max(after.values())
    sign = 1 if responder == FIRST else -1
    stakes = Stakes.of(match.played, lambda g: sign * after[g])
    ends = ends_of(form, 1 - responder, strategy)
    return float(best_value(with_stakes(form, stakes), responder, ends))
