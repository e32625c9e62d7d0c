"""Rounds played out: the check of what is exact, and all there is where a player has no table.

Many rounds are played side by side, step by step, so that a file is asked in few batches. Cards are
lists in dealt order. Whoever fails forfeits the round at once.
"""

from __future__ import annotations

import random
import time
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Protocol

from ludoteca.core.numbers import Simulated, simulated_mean, simulated_share

from . import hands
from .asking import Asked, Failure, Question
from .entrants import Entrant
from .paths import Paths, Round, paths_of
from .player_process import FOLD, TRADE
from .strategy import FIRST, SECOND, Side
from .tabulating import Report, counted, exchanged

MATCHES = 2_000
SECONDS = 20.0  # of a sample: a slow player plays fewer matches
_FIRST_BATCH = 4
_LARGEST_BATCH = 1_000


class OutOfTime(Exception):
    """The player was not done in time."""


class Decider(Protocol):
    """One who answers, for many rounds at once; a :class:`Failure` is an answer too."""

    def trades(self, held: Sequence[list[str]], seen: Sequence[int | None]) -> list[Any]:
        """The lots that it exchanges; ``seen`` is what the first exchanged, None for the first."""

    def folds(self, asked: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Whether it folds; ``asked`` are the arguments of ``desistir``."""


@dataclass
class Played:
    """A sample of matches: points of both by round, how the matches ended, what went wrong."""

    led: list[tuple[float, float]] = field(default_factory=list)
    trailed: list[tuple[float, float]] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    reports: tuple[Report, Report] = field(default_factory=lambda: (Report(), Report()))

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return len(self.results)

    @property
    def leading(self) -> tuple[Simulated, Simulated]:
        """Mean points of both in the rounds in which the one is first."""
        return _means(self.led)

    @property
    def trailing(self) -> tuple[Simulated, Simulated]:
        """Mean points of both, the one's first, where the other is first."""
        return _means(self.trailed)

    @property
    def win(self) -> Simulated:
        """The share of matches that the one wins."""
        return simulated_share(self.results.count(1), self.matches)

    @property
    def draw(self) -> Simulated:
        """The share of drawn matches."""
        return simulated_share(self.results.count(0), self.matches)

    @property
    def loss(self) -> Simulated:
        """The share of matches that the other wins."""
        return simulated_share(self.results.count(-1), self.matches)


def _means(points: Sequence[tuple[float, float]]) -> tuple[Simulated, Simulated]:
    own, other = (
        simulated_mean(sum(p[i] for p in points), sum(p[i] ** 2 for p in points), len(points))
        for i in (0, 1)
    )
    return own, other


def play(
    played: Round, one: Entrant, other: Entrant, rounds: int, seed: int, matches: int = MATCHES
) -> Played:
    """Up to ``matches`` matches, as many as there is time for."""
    rng = random.Random(seed)
    until = time.monotonic() + SECONDS
    sample = Played()
    deciders = [
        _decider(entrant, played, rng, until, report)
        for entrant, report in zip((one, other), sample.reports, strict=True)
    ]
    batch = _FIRST_BATCH
    while sample.matches < matches and time.monotonic() < until:
        n = min(batch, matches - sample.matches)
        try:
            _play_matches(played, deciders, rounds, n, rng, sample)
        except OutOfTime:
            break
        batch = min(_LARGEST_BATCH, 4 * batch)
    return sample


def _play_matches(
    played: Round,
    deciders: Sequence[Decider],
    rounds: int,
    n: int,
    rng: random.Random,
    sample: Played,
) -> None:
    one, other = deciders
    odd, even = (rounds + 1) // 2, rounds // 2
    led = play_rounds(played, one, other, n * odd, rng)
    trailed = [(b, a) for a, b in play_rounds(played, other, one, n * even, rng)]
    sample.led += led
    sample.trailed += trailed
    for i in range(n):
        mine = led[i * odd : (i + 1) * odd] + trailed[i * even : (i + 1) * even]
        ahead = sum(a - b for a, b in mine)
        sample.results.append((ahead > 0) - (ahead < 0))


def play_rounds(
    played: Round, first: Decider, second: Decider, n: int, rng: random.Random
) -> list[tuple[float, float]]:
    """The points of both in ``n`` rounds."""
    tables = [_Table(played, rng) for _round in range(n)]
    if played.kind != "rapida":
        for seat, decider in ((FIRST, first), (SECOND, second)):
            live = [t for t in tables if t.points is None]
            held = [list(t.dealt[seat]) for t in live]
            seen = [None if seat == FIRST else len(t.lots[FIRST]) for t in live]
            for table, lot in zip(live, decider.trades(held, seen), strict=True):
                table.trade(seat, lot)
    if played.may_fold:
        for seat, decider in ((FIRST, first), (SECOND, second)):
            live = [t for t in tables if t.points is None]
            answers = decider.folds([t.question(seat) for t in live])
            for table, answer in zip(live, answers, strict=True):
                table.answer(seat, answer)
    return [table.shown() for table in tables]


class _Table:
    """One round as it is played."""

    def __init__(self, played: Round, rng: random.Random) -> None:
        deck = played.deck
        cards = [card for card in hands.SYMBOLS[: deck.ranks] for _copy in range(deck.copies)]
        taken = rng.sample(cards, 2 * deck.hand + 2 * deck.most)
        self.played = played
        self.dealt = [taken[: deck.hand], taken[deck.hand : 2 * deck.hand]]
        self.held = [list(hand) for hand in self.dealt]
        self.lots: list[list[str]] = [[], []]
        self.points: tuple[float, float] | None = None
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

    def shown(self) -> tuple[float, float]:
        if self.points is not None:
            return self.points
        mine, theirs = (hands.value_of(counted(hand)) for hand in self.held)
        if mine == theirs:
            return mine / 2, mine / 2
        return (float(mine), 0.0) if mine > theirs else (0.0, float(theirs))


# -- who decides --------------------------------------------------------------------------------


def _decider(
    entrant: Entrant, played: Round, rng: random.Random, until: float, report: Report
) -> Decider:
    if entrant.asked is not None and not entrant.broken:
        return FileDecider(entrant.asked, entrant.player, report, until)
    if entrant.broken:
        return Absent()
    return TableDecider(paths_of(played.deck), entrant, played, rng)


class Absent:
    """A file that cannot be asked: it fails every time."""

    def trades(self, held: Sequence[list[str]], seen: Sequence[int | None]) -> list[Any]:
        """Failures."""
        return [Failure("died")] * len(held)

    def folds(self, asked: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Failures."""
        return [Failure("died")] * len(asked)


class FileDecider:
    """A file, asked; what fails and what is printed goes into ``report``."""

    def __init__(self, asked: Asked, player: str, report: Report, until: float) -> None:
        self._asked, self._player, self._report, self._until = asked, player, report, until

    def trades(self, held: Sequence[list[str]], seen: Sequence[int | None]) -> list[Any]:
        """The lots, checked; raises :class:`OutOfTime`."""
        questions = [
            Question(TRADE, (hand,) if number is None else (hand, number))
            for hand, number in zip(held, seen, strict=True)
        ]
        return self._ask(questions)

    def folds(self, asked: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Whether it folds; raises :class:`OutOfTime`."""
        return self._ask([Question(FOLD, arguments) for arguments in asked])

    def _ask(self, questions: Sequence[Question]) -> list[Any]:
        replies = self._asked.ask(self._player, questions, self._until)
        if len(replies) < len(questions):
            raise OutOfTime
        return [
            self._report.taken(self._player, question, reply)
            for question, reply in zip(questions, replies, strict=True)
        ]


class TableDecider:
    """A table, sampled."""

    def __init__(self, paths: Paths, entrant: Entrant, played: Round, rng: random.Random) -> None:
        strategy = entrant.strategy(played)
        self._paths, self._rng = paths, rng
        self._sides: tuple[Side, Side] = (strategy.first.floats(), strategy.second.floats())
        self._lots: dict[tuple[int, int, int], tuple[list[float], list[list[str]]]] = {}
        self._numbers: dict[tuple[hands.Cards, ...], int] = {}

    def trades(self, held: Sequence[list[str]], seen: Sequence[int | None]) -> list[Any]:
        """Lots drawn with their chances."""
        return [self._trade(counted(h), n) for h, n in zip(held, seen, strict=True)]

    def _trade(self, cards: hands.Cards, seen: int | None) -> list[str]:
        seat = FIRST if seen is None else SECOND
        key = (seat, seen or 0, self._paths.hand_number(cards))
        if key not in self._lots:
            begin, end = self._paths.exchange_start[key[2] : key[2] + 2].tolist()
            chances = self._sides[seat].exchange[key[1], begin:end].tolist()
            lots = [
                [hands.SYMBOLS[r] for r in hands.ranks_of(self._paths.lot(number))]
                for number in self._paths.exchange_lot[begin:end].tolist()
            ]
            self._lots[key] = (list(accumulate(chances)), lots)
        sums, lots = self._lots[key]
        return lots[min(bisect(sums, self._rng.random()), len(lots) - 1)]

    def folds(self, asked: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Coins tossed with the chances to fold."""
        return [self._fold(*arguments) for arguments in asked]

    def _fold(
        self, final: list[str], hand: list[str], lot: list[str], other: int, second: bool
    ) -> bool:
        key = (counted(hand), counted(lot), counted(final))
        if key not in self._numbers:
            self._numbers[key] = self._paths.path_number(*key)
        chance = float(self._sides[int(second)].fold[other, self._numbers[key]])
        return self._rng.random() < chance
