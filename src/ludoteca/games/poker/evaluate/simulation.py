"""Matches played out: the check of exact values, and all there is for a player without a table.

Many matches are played side by side on the kernel, step by step, so that a student's file is asked
in few batches. A player that fails forfeits the round at once. Cards are lists in the order dealt,
as the functions of a file get them.
"""

from __future__ import annotations

import random
import time
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np

from ludoteca.core.numbers import Simulated, simulated_mean, simulated_share
from ludoteca.core.registry import load_game

from .. import hands
from ..hands import SYMBOLS
from ..rules import EXCHANGING, FOLD, FOLDING, FORFEIT, STAY, STOP
from ..solver.match import MatchStage
from ..solver.match_value import Duellist, RoundStrategy
from ..solver.round_paths import FIRST, SEATS, SECOND, Paths, Round, paths_of
from ..students import player_process
from ..students.answers import FileReport
from ..students.messages import Call, Failure
from ..students.student_file import StudentFile
from ..students.tabulation import counted, exchanged
from .batch import NO_MOVE, apply_all, end_all
from .entrants import Entrant

MATCHES = 2_000
FEWEST = 4  # matches: two of each order have an interval
SECONDS = 20.0  # of a sample: a slow player plays fewer matches
_FIRST_BATCH = 2
_LARGEST_BATCH = 1_000
_RANK = {card: rank for rank, card in enumerate(SYMBOLS)}

Points: TypeAlias = tuple[float, float]
"""Points of both players in a round."""

Decider: TypeAlias = Callable[[Sequence[Call], Sequence[MatchStage]], Sequence[Any]]
"""The decisions of a player, for many rounds at once; a :class:`Failure` is one too.

It is asked as a student's file is, and told where in its match each of the rounds is.
"""


@dataclass
class PlayedMatches:
    """Matches that were played, as many begun by the one as by the other, as they went for the one.

    ``led`` and ``trailed`` are the points of both, the one's first, in the rounds that the one and
    that the other began; ``begun`` and ``answered`` how the matches ended that they began: 1 where
    the one won, 0 for a draw, -1. ``slower`` is the player that was waited for longer, 0 or 1.
    """

    led: list[Points] = field(default_factory=list)
    trailed: list[Points] = field(default_factory=list)
    begun: list[int] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    reports: tuple[FileReport, FileReport] = field(
        default_factory=lambda: (FileReport(), FileReport())
    )
    slower: int = 0

    @property
    def matches(self) -> int:
        """The number of matches played."""
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

    def add(self, begun: list[list[Points]], answered: list[list[Points]]) -> None:
        """Take in matches: round after round the points of who began the match, then the other."""
        for points in begun:
            self.led += points[::2]
            self.trailed += points[1::2]
            self.begun.append(_end(points))
        for points in answered:
            mine = [(own, other) for other, own in points]
            self.trailed += mine[::2]
            self.led += mine[1::2]
            self.answered.append(_end(mine))


def share_of(ends: Sequence[int], sign: int) -> Simulated:
    """The share of matches that ended so."""
    return simulated_share(ends.count(sign), len(ends))


def score_of(ends: Sequence[int]) -> Simulated:
    """The share of matches won, a draw counting half."""
    return simulated_share(sum((1 + end) / 2 for end in ends), len(ends))


def _means(points: Sequence[Points]) -> tuple[Simulated, Simulated]:
    own, other = (
        simulated_mean(sum(p[i] for p in points), sum(p[i] ** 2 for p in points), len(points))
        for i in (0, 1)
    )
    return own, other


def _end(points: Sequence[Points]) -> int:
    ahead = sum(a - b for a, b in points)
    return (ahead > 0) - (ahead < 0)


def play(
    played: Round,
    one: Entrant,
    other: Entrant,
    rounds: int,
    rng: random.Random,
    matches: int = MATCHES,
    seconds: float = SECONDS,
) -> PlayedMatches:
    """Up to ``matches`` matches, an even number, as many as there is time for.

    Files are loaded anew, and have ended afterwards.
    """
    # Compile, and make tables, before the clock starts.
    _Rounds(played, 1, rng).points()
    for entrant in (one, other):
        if entrant.known:
            entrant.duellist(played)
    sample, until = PlayedMatches(), time.monotonic() + seconds
    waited = [entrant.waited for entrant in (one, other)]
    mine, theirs = (
        decider_of(entrant, played, rng, until, report)
        for entrant, report in zip((one, other), sample.reports, strict=True)
    )
    batch = _FIRST_BATCH
    try:
        while sample.matches + 1 < matches and time.monotonic() < until:
            n = min(batch, matches // 2 - len(sample.begun))
            begun = play_matches(played, mine, theirs, rounds, n, rng)
            sample.add(begun, play_matches(played, theirs, mine, rounds, n, rng))
            batch = min(_LARGEST_BATCH, 4 * batch)
    except OutOfTime:
        pass
    finally:
        for entrant in (one, other):
            entrant.close()
    sample.slower = int(other.waited - waited[1] > one.waited - waited[0])
    return sample


def play_matches(
    played: Round, first: Decider, second: Decider, rounds: int, n: int, rng: random.Random
) -> list[list[Points]]:
    """The points of both in every round of ``n`` matches that ``first`` begins, its own first."""
    went: list[list[Points]] = [[] for _match in range(n)]
    for number in range(rounds):
        leads = [int(sum(a - b for a, b in points)) for points in went]
        if number % 2 == 0:
            stages = [MatchStage(rounds - number, lead) for lead in leads]
            came = play_rounds(played, first, second, stages, rng)
        else:
            stages = [MatchStage(rounds - number, -lead) for lead in leads]
            came = [(b, a) for a, b in play_rounds(played, second, first, stages, rng)]
        for points, two in zip(went, came, strict=True):
            points.append(two)
    return went


def play_rounds(
    played: Round, first: Decider, second: Decider, stages: Sequence[MatchStage], rng: random.Random
) -> list[Points]:
    """The points of both in a round at each of ``stages``."""
    rounds = _Rounds(played, len(stages), rng)
    for phase in (EXCHANGING, FOLDING):
        for seat, decider in zip(SEATS, (first, second), strict=True):
            asked = rounds.waiting(phase, seat)
            calls = [rounds.call(phase, i, seat) for i in asked]
            answers = decider(calls, [stages[i] for i in asked])
            if phase == EXCHANGING:
                rounds.exchange(asked, seat, answers)
            else:
                moves = [
                    FORFEIT if isinstance(answer, Failure) else FOLD if answer else STAY
                    for answer in answers
                ]
                rounds.apply(asked, [[move] for move in moves])
    return rounds.points()


class _Rounds:
    """Rounds side by side: the kernel's records, and the cards as lists in the order dealt."""

    def __init__(self, played: Round, n: int, rng: random.Random) -> None:
        deck = played.deck
        cards = [card for card in SYMBOLS[: deck.ranks] for _copy in range(deck.copies)]
        self._dealt: list[tuple[list[str], list[str]]] = []
        self._held: list[list[list[str]]] = []
        self._lots: list[list[list[str]]] = [[[], []] for _round in range(n)]
        self._records = np.repeat(load_game("poker").new_state(played.options).record, n)
        self._most = deck.most
        self._stock: list[list[str]] = []
        for _round in range(n):
            taken = rng.sample(cards, 2 * deck.hand + 2 * deck.most)
            own, other = taken[: deck.hand], taken[deck.hand : 2 * deck.hand]
            self._dealt.append((own, other))
            self._held.append([own, other])
            self._stock.append(taken[2 * deck.hand :])
        every = [
            [card for pair in zip(*both, strict=True) for card in pair] for both in self._dealt
        ]
        self.apply(range(n), [list(map(_RANK.__getitem__, dealt)) for dealt in every])

    def apply(self, rounds: Sequence[int], moves: Sequence[list[int]]) -> None:
        """Make ``moves[j]``, one after the other, in round ``rounds[j]``."""
        longest = max(map(len, moves), default=0)
        padded = [[*row, *[NO_MOVE] * (longest - len(row))] for row in moves]
        if padded:
            apply_all(self._records, np.array(rounds), np.array(padded))

    def waiting(self, phase: int, seat: int) -> list[int]:
        """The rounds in which ``seat`` is to decide."""
        here = (self._records["phase"] == phase) & (self._records["to_move"] == seat)
        return np.flatnonzero(here).tolist()

    def call(self, phase: int, i: int, seat: int) -> Call:
        """The question to ``seat`` in round ``i``: what it exchanges, or whether it folds."""
        dealt, lots = self._dealt[i][seat], self._lots[i]
        other = len(lots[1 - seat])
        if phase == EXCHANGING:
            return Call(player_process.TRADE, (dealt,) if seat == FIRST else (dealt, other))
        final = self._held[i][seat]
        return Call(player_process.FOLD, (final, dealt, lots[seat], other, seat == SECOND))

    def exchange(self, rounds: Sequence[int], seat: int, lots: Sequence[Any]) -> None:
        """Discard a lot in each of ``rounds`` and draw as many cards; a failure forfeits it."""
        moves = []
        for i, lot in zip(rounds, lots, strict=True):
            if isinstance(lot, Failure):
                moves.append([FORFEIT])
                continue
            new = [self._stock[i].pop() for _card in lot]
            stop = [STOP] * (len(lot) < self._most)
            drawn = [_RANK[card] for card in new]
            moves.append([*sorted(_RANK[card] for card in lot), *stop, *drawn])
            self._lots[i][seat] = list(lot)
            self._held[i][seat] = exchanged(self._dealt[i][seat], lot, new)
        self.apply(rounds, moves)

    def points(self) -> list[Points]:
        """The points of both in every round, after the showdown where there is one."""
        out = np.zeros((len(self._records), len(SEATS)))
        end_all(self._records, out)
        return [(first, second) for first, second in out.tolist()]


# -- players' answers ------------------------------------------------------------------------------


class OutOfTime(Exception):
    """A player did not answer in time."""


def decider_of(
    entrant: Entrant, played: Round, rng: random.Random, until: float, report: FileReport
) -> Decider:
    """The decider of ``entrant``, until that time; failures are noted in ``report``."""
    if entrant.broken:  # a file that cannot be run fails every time
        return lambda calls, _stages: [Failure("died")] * len(calls)
    if entrant.file is not None:
        return partial(_answers_of, entrant.file, entrant.player, report, until)
    return TableDecider(paths_of(played.deck), entrant.duellist(played), rng)


def _answers_of(
    asked: StudentFile,
    player: str,
    report: FileReport,
    until: float,
    calls: Sequence[Call],
    _stages: Sequence[MatchStage],
) -> list[Any]:
    """The answers of a file, noted in ``report``; raises :class:`OutOfTime`."""
    replies = asked.ask(player, calls, until)
    if len(replies) < len(calls):
        raise OutOfTime
    for call, reply in zip(calls, replies, strict=True):
        report.note(player, call, reply)
    return [reply.answer for reply in replies]


class TableDecider:
    """A player sampled from its tables."""

    def __init__(self, paths: Paths, player: Duellist, rng: random.Random) -> None:
        self._paths, self._player, self._rng = paths, player, rng
        self._lots: dict[
            tuple[RoundStrategy, int, int, int], tuple[list[float], list[list[str]]]
        ] = {}
        self._numbers: dict[tuple[hands.Cards, ...], int] = {}

    def __call__(self, calls: Sequence[Call], stages: Sequence[MatchStage]) -> list[Any]:
        """Lots and answers drawn with their chances."""
        return [
            (self._trade if call.part == player_process.TRADE else self._fold)(
                self._player.strategy(stage), *call.arguments
            )
            for call, stage in zip(calls, stages, strict=True)
        ]

    def _trade(self, table: RoundStrategy, hand: list[str], seen: int | None = None) -> list[str]:
        seat = FIRST if seen is None else SECOND
        key = (table, seat, seen or 0, self._paths.hand_number(counted(hand)))
        if key not in self._lots:
            exchanges = self._paths.exchanges_of(key[3])
            lots = [
                [SYMBOLS[r] for r in hands.ranks_of(self._paths.lot(number))]
                for number in self._paths.exchange_lot[exchanges].tolist()
            ]
            self._lots[key] = (list(accumulate(table.exchanging(*key[1:3], exchanges))), lots)
        sums, lots = self._lots[key]
        return lots[min(bisect(sums, self._rng.random()), len(lots) - 1)]

    def _fold(
        self,
        table: RoundStrategy,
        final: list[str],
        hand: list[str],
        lot: list[str],
        other: int,
        second: bool,
    ) -> bool:
        key = (counted(hand), counted(lot), counted(final))
        if key not in self._numbers:
            self._numbers[key] = self._paths.path_number(*key)
        return self._rng.random() < table.folding(int(second), other, self._numbers[key])
