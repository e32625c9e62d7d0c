"""Matches between players that look at the score: chances and points, from whole rounds.

No deal is played. At each stage of a match the chance of every number of points follows from the
strategies of both (:mod:`.value`), and the stages follow each other: dynamic programming over the
leads of the match, in double precision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from .compact import Compact
from .match import MatchStage, SolvedMatch, decided
from .round_paths import FIRST, SECOND, Round, RoundDeck, paths_of
from .strategy import Numbers, Strategy
from .value import Seen, left_before, outcome_chances, seen_by_first, ways_to_end, won_already

RoundStrategy: TypeAlias = Strategy | Compact
"""A way to play a round, whatever the score."""


@dataclass(frozen=True)
class MatchOutcome:
    """The end of a match for its first player; the chances add up to one.

    ``led`` are the expected points of both in all rounds that it begins, its own first, and
    ``trailed`` those in the others.
    """

    win: float
    draw: float
    loss: float
    led: tuple[float, float]
    trailed: tuple[float, float]

    @property
    def chance(self) -> float:
        """The chance to win, a draw counting half."""
        return self.win + self.draw / 2

    def reversed(self) -> MatchOutcome:
        """The outcome for the other player."""
        return MatchOutcome(self.loss, self.draw, self.win, self.trailed[::-1], self.led[::-1])


class Duellist:
    """A player of matches with this deck: ``number(stage)`` says which of its strategies it plays.

    ``failing[context, hand]`` is the chance that it forfeits the round as second when it is asked
    for its exchange. Only one of two players may be such.
    """

    def __init__(
        self,
        deck: RoundDeck,
        strategies: Sequence[RoundStrategy],
        number: Callable[[MatchStage], int] = lambda _stage: 0,
        failing: Numbers | None = None,
    ) -> None:
        self.number = number
        self.failing = failing
        self._deck, self._strategies = deck, strategies
        self._as_first: dict[int, Numbers] = {}
        self._as_second: dict[int, Seen] = {}

    def strategy(self, stage: MatchStage) -> RoundStrategy:
        """The strategy that it plays at a stage."""
        return self._strategies[self.number(stage)]

    def as_first(self, number: int) -> Numbers:
        """The ways in which a strategy ends a round that it begins."""
        if number not in self._as_first:
            self._as_first[number] = self._ways(number, FIRST)
        return self._as_first[number]

    def as_second(self, number: int) -> Seen:
        """The ways in which it ends a round that the other begins, as the other sees them."""
        if number not in self._as_second:
            self._as_second[number] = seen_by_first(self._deck, self._ways(number, SECOND))
        return self._as_second[number]

    def _ways(self, number: int, seat: int) -> Numbers:
        return ways_to_end(paths_of(self._deck), self._strategies[number].side(seat).floats())


def whatever_the_score(
    played: Round, strategy: Strategy, failing: Numbers | None = None
) -> Duellist:
    """The player that plays every round alike; ``failing`` as in :class:`Duellist`."""
    return Duellist(played.deck, (strategy.in_round(played),), failing=failing)


@cache
def by_the_score(match: SolvedMatch, otherwise: Compact) -> Duellist:
    """The player of a solved match; ``otherwise`` it plays where nothing can be decided.

    One for all that it meets: its strategies as they end a round are worked out once.
    """
    return Duellist(
        match.played.deck,
        (*match.strategies, otherwise),
        lambda stage: match.stages.get(stage, len(match.strategies)),
    )


def duel(played: Round, rounds: int, first: Duellist, second: Duellist) -> MatchOutcome:
    """The outcome of a match that ``first`` begins."""

    @cache
    def outcomes(starts: int, number: int, other: int) -> dict[tuple[int, int], float]:
        """The outcomes of a round that ``starts`` begins, in half points, its own first."""
        one, two = (first, second) if starts == FIRST else (second, first)
        return _round(played, one, number, two, other)

    # Half points of both players of the match, in the rounds that each of them begins.
    points = [[0.0, 0.0], [0.0, 0.0]]
    reached = {MatchStage(rounds, 0): 1.0}
    for number in range(rounds):
        later: dict[MatchStage, float] = {}
        starts = number % 2
        one, two = (first, second) if starts == FIRST else (second, first)
        for stage, chance in reached.items():
            for (won, lost), p in outcomes(starts, one.number(stage), two.number(stage)).items():
                after = stage.after((won - lost) // 2)
                later[after] = later.get(after, 0.0) + chance * p
                points[starts][starts] += chance * p * won
                points[starts][1 - starts] += chance * p * lost
        reached = later
    # The leads at the end are those of who would begin the next round.
    ends = dict.fromkeys((1.0, 0.0, -1.0), 0.0)
    for stage, chance in reached.items():
        ends[decided(stage)] += chance
    win, draw, loss = (
        ends[sign] for sign in ((1.0, 0.0, -1.0) if rounds % 2 == 0 else (-1.0, 0.0, 1.0))
    )
    led, trailed = ((own / 2, other / 2) for own, other in points)
    return MatchOutcome(win, draw, loss, led, trailed)


def _round(
    played: Round, one: Duellist, number: int, two: Duellist, other: int
) -> dict[tuple[int, int], float]:
    """The chance of each pair of half points of a round, forfeits included."""
    ways = one.as_first(number)
    found = outcome_chances(played, ways, two.as_second(other))
    if two.failing is None or not played.may_fold:
        return found
    early = float(left_before(played, ways[0, :, 0], two.failing)) / played.deck.orders
    return won_already(played, found, early)
