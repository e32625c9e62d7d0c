"""Rounds played out: the check of what is exact, and all there is where a player has no table.

Many matches are played side by side, step by step, so that a file is asked in few batches. Whoever
fails forfeits the round at once.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ludoteca.core.numbers import Simulated, simulated_mean, simulated_share

from . import hands
from .asking import Failure
from .deciders import Decider, OutOfTime, decider_of
from .entrants import Entrant
from .match import Stage
from .paths import Round
from .strategy import FIRST, SECOND
from .tabulating import Report, counted, exchanged

MATCHES = 2_000
FEWEST = 4  # matches: two of each order have an interval
SECONDS = 20.0  # of a sample: a slow player plays fewer matches
_FIRST_BATCH = 4
_LARGEST_BATCH = 1_000


Points: TypeAlias = tuple[float, float]
"""Of both in a round."""


@dataclass
class Played:
    """A sample of matches, as many begun by the one as by the other, as they went for the one.

    ``led`` and ``trailed`` are the points of both, the one's first, in the rounds that the one and
    that the other began; ``begun`` and ``answered`` how the matches ended that they began: 1 where
    the one won, 0 for a draw, -1.
    """

    led: list[Points] = field(default_factory=list)
    trailed: list[Points] = field(default_factory=list)
    begun: list[int] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    reports: tuple[Report, Report] = field(default_factory=lambda: (Report(), Report()))

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return len(self.begun) + len(self.answered)

    @property
    def enough(self) -> bool:
        """True where there is enough for intervals."""
        return self.matches >= FEWEST

    @property
    def leading(self) -> tuple[Simulated, Simulated]:
        """Mean points of both in the rounds in which the one is first."""
        return _means(self.led)

    @property
    def trailing(self) -> tuple[Simulated, Simulated]:
        """Mean points of both, the one's first, where the other is first."""
        return _means(self.trailed)


def share_of(ends: Sequence[int], sign: int) -> Simulated:
    """The share of matches that ended so."""
    return simulated_share(ends.count(sign), len(ends))


def score_of(ends: Sequence[int]) -> Simulated:
    """The share of matches won, a draw counting half."""
    scores = [(1 + end) / 2 for end in ends]
    return simulated_mean(sum(scores), sum(score**2 for score in scores), len(scores))


def _means(points: Sequence[Points]) -> tuple[Simulated, Simulated]:
    own, other = (
        simulated_mean(sum(p[i] for p in points), sum(p[i] ** 2 for p in points), len(points))
        for i in (0, 1)
    )
    return own, other


def play(
    played: Round, one: Entrant, other: Entrant, rounds: int, seed: int, matches: int = MATCHES
) -> Played:
    """Up to ``matches`` matches, an even number, as many as there is time for."""
    rng = random.Random(seed)
    until = time.monotonic() + SECONDS
    sample = Played()
    mine, theirs = (
        decider_of(entrant, played, rng, until, report)
        for entrant, report in zip((one, other), sample.reports, strict=True)
    )
    batch = _FIRST_BATCH
    while sample.matches + 1 < matches and time.monotonic() < until:
        n = min(batch, matches // 2 - len(sample.begun))
        try:
            begun = play_matches(played, mine, theirs, rounds, n, rng)
            answered = play_matches(played, theirs, mine, rounds, n, rng)
        except OutOfTime:
            break
        _take_in(sample, begun, [[(b, a) for a, b in points] for points in answered])
        batch = min(_LARGEST_BATCH, 4 * batch)
    return sample


def _take_in(sample: Played, begun: list[list[Points]], answered: list[list[Points]]) -> None:
    """Add matches, round after round the points of the one and of the other."""
    for points in begun:
        sample.led += points[::2]
        sample.trailed += points[1::2]
        sample.begun.append(_end(points))
    for points in answered:
        sample.trailed += points[::2]
        sample.led += points[1::2]
        sample.answered.append(_end(points))


def _end(points: Sequence[Points]) -> int:
    ahead = sum(a - b for a, b in points)
    return (ahead > 0) - (ahead < 0)


def play_matches(
    played: Round, first: Decider, second: Decider, rounds: int, n: int, rng: random.Random
) -> list[list[Points]]:
    """The points of both in every round of ``n`` matches that ``first`` begins, its own first."""
    went: list[list[Points]] = [[] for _match in range(n)]
    for number in range(rounds):
        leads = [int(sum(a - b for a, b in points)) for points in went]
        if number % 2 == 0:
            stages = [Stage(rounds - number, lead) for lead in leads]
            came = play_rounds(played, first, second, stages, rng)
        else:
            stages = [Stage(rounds - number, -lead) for lead in leads]
            came = [(b, a) for a, b in play_rounds(played, second, first, stages, rng)]
        for points, two in zip(went, came, strict=True):
            points.append(two)
    return went


def play_rounds(
    played: Round, first: Decider, second: Decider, stages: Sequence[Stage], rng: random.Random
) -> list[Points]:
    """The points of both in a round at each of ``stages``."""
    tables = [_Table(played, stage, rng) for stage in stages]
    if played.kind != "rapida":
        for seat, decider in ((FIRST, first), (SECOND, second)):
            live = [t for t in tables if t.points is None]
            held = [list(t.dealt[seat]) for t in live]
            seen = [None if seat == FIRST else len(t.lots[FIRST]) for t in live]
            lots = decider.trades(held, seen, [t.stage for t in live])
            for table, lot in zip(live, lots, strict=True):
                table.trade(seat, lot)
    if played.may_fold:
        for seat, decider in ((FIRST, first), (SECOND, second)):
            live = [t for t in tables if t.points is None]
            answers = decider.folds([t.question(seat) for t in live], [t.stage for t in live])
            for table, answer in zip(live, answers, strict=True):
                table.answer(seat, answer)
    return [table.shown() for table in tables]


class _Table:
    """One round as it is played."""

    def __init__(self, played: Round, stage: Stage, rng: random.Random) -> None:
        deck = played.deck
        cards = [card for card in hands.SYMBOLS[: deck.ranks] for _copy in range(deck.copies)]
        taken = rng.sample(cards, 2 * deck.hand + 2 * deck.most)
        self.played, self.stage = played, stage
        self.dealt = [taken[: deck.hand], taken[deck.hand : 2 * deck.hand]]
        self.held = [list(hand) for hand in self.dealt]
        self.lots: list[list[str]] = [[], []]
        self.points: Points | None = None
        self._stock = taken[2 * deck.hand :]

    def trade(self, seat: int, lot: Any) -> None:
        if isinstance(lot, Failure):
            self._leave(seat)
            return
        new = [self._stock.pop() for _card in lot]
        self.lots[seat] = list(lot)
        self.held[seat] = exchanged(self.dealt[seat], lot, new)

    def question(self, seat: int) -> tuple[Any, ...]:
        """The arguments of ``desistir``, in lists of their own."""
        own = list(self.held[seat]), list(self.dealt[seat]), list(self.lots[seat])
        return (*own, len(self.lots[1 - seat]), seat == SECOND)

    def answer(self, seat: int, answer: Any) -> None:
        if isinstance(answer, Failure) or answer:
            self._leave(seat)

    def _leave(self, seat: int) -> None:
        first, second = self.played.left_by(seat)
        self.points = float(first), float(second)

    def shown(self) -> Points:
        if self.points is not None:
            return self.points
        mine, theirs = (hands.value_of(counted(hand)) for hand in self.held)
        if mine == theirs:
            return mine / 2, mine / 2
        return (float(mine), 0.0) if mine > theirs else (0.0, float(theirs))
