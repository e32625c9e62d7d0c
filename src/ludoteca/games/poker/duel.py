"""Matches between players that look at the score: the chances to win, from whole rounds.

No deal is played. At each stage of a match the chance of every number of points follows from the
strategies of both (:mod:`.value`), and the stages follow each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from .match import SolvedMatch, Stage, decided
from .paths import Deck, Round, paths_of
from .sides import Compact
from .strategy import FIRST, SECOND, Numbers, Side, Strategy
from .value import Seen, ahead_chances, seen_by_first, ways_to_end


@dataclass(frozen=True)
class Outcome:
    """How a match ends for its first player; the chances add up to one."""

    win: float
    draw: float
    loss: float

    @property
    def chance(self) -> float:
        """The chance to win, a draw counting half."""
        return self.win + self.draw / 2

    def reversed(self) -> Outcome:
        """The same for the other."""
        return Outcome(self.loss, self.draw, self.win)


class Duellist:
    """A player of matches with this deck: ``number(stage)`` says which strategy it plays there.

    ``side(number, seat)`` is that strategy in a seat, in floats.
    """

    def __init__(
        self, deck: Deck, number: Callable[[Stage], int], side: Callable[[int, int], Side]
    ) -> None:
        self.number = number
        self._deck = deck
        self._side = side
        self._as_first: dict[int, Numbers] = {}
        self._as_second: dict[int, Seen] = {}

    def as_first(self, number: int) -> Numbers:
        """The ways in which a strategy ends a round that it begins."""
        if number not in self._as_first:
            self._as_first[number] = self._ways(number, FIRST)
        return self._as_first[number]

    def as_second(self, number: int) -> Seen:
        """The same where the other begins, as the other sees them."""
        if number not in self._as_second:
            self._as_second[number] = seen_by_first(self._deck, self._ways(number, SECOND))
        return self._as_second[number]

    def _ways(self, number: int, seat: int) -> Numbers:
        return ways_to_end(paths_of(self._deck), self._side(number, seat))


def whatever_the_score(played: Round, strategy: Strategy) -> Duellist:
    """The player that plays every round alike."""
    here = strategy.in_round(played)
    return Duellist(played.deck, lambda _stage: 0, lambda _n, seat: here.side(seat).floats())


def by_the_score(match: SolvedMatch, otherwise: Compact) -> Duellist:
    """The player of a solved match; ``otherwise`` it plays where nothing can be decided."""
    every = (*match.strategies, otherwise)
    return Duellist(
        match.played.deck,
        lambda stage: match.stages.get(stage, len(match.strategies)),
        lambda number, seat: every[number].side(seat),
    )


def duel(played: Round, rounds: int, first: Duellist, second: Duellist) -> Outcome:
    """How a match ends that ``first`` begins."""

    @cache
    def ahead(starts: int, number: int, other: int) -> dict[int, float]:
        """Points of who begins the round above the other's, where ``starts`` begins it."""
        one, two = (first, second) if starts == FIRST else (second, first)
        return ahead_chances(played, one.as_first(number), two.as_second(other))

    reached = {Stage(rounds, 0): 1.0}
    for number in range(rounds):
        later: dict[Stage, float] = {}
        starts = number % 2
        one, two = (first, second) if starts == FIRST else (second, first)
        for stage, chance in reached.items():
            for points, p in ahead(starts, one.number(stage), two.number(stage)).items():
                after = stage.after(points)
                later[after] = later.get(after, 0.0) + chance * p
        reached = later
    # The leads at the end are those of who would begin the next round.
    ends = dict.fromkeys((1.0, 0.0, -1.0), 0.0)
    for stage, chance in reached.items():
        ends[decided(stage)] += chance
    win, draw, loss = (
        ends[sign] for sign in ((1.0, 0.0, -1.0) if rounds % 2 == 0 else (-1.0, 0.0, 1.0))
    )
    return Outcome(win, draw, loss)
