"""Who answers for a player while rounds are played: its table, its file, or nobody.

Cards are lists in dealt order.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Protocol

from . import hands
from .asking import Asked, Failure, Question
from .entrants import Chances, Entrant
from .match import Stage
from .paths import Paths, Round, paths_of
from .player_process import FOLD, TRADE
from .strategy import FIRST, SECOND
from .tabulating import Report, counted


class OutOfTime(Exception):
    """The player was not done in time."""


class Decider(Protocol):
    """One who answers, for many rounds at once; a :class:`Failure` is an answer too.

    ``stages`` say where in its match each of the rounds is.
    """

    def trades(
        self, held: Sequence[list[str]], seen: Sequence[int | None], stages: Sequence[Stage]
    ) -> list[Any]:
        """The lots that it exchanges; ``seen`` is what the first exchanged, None for the first."""

    def folds(self, asked: Sequence[tuple[Any, ...]], stages: Sequence[Stage]) -> list[Any]:
        """Whether it folds; ``asked`` are the arguments of ``desistir``."""


def decider_of(
    entrant: Entrant, played: Round, rng: random.Random, until: float, report: Report
) -> Decider:
    """Who answers for ``entrant``, until that time; what goes wrong is noted in ``report``."""
    if entrant.asked is not None and not entrant.broken:
        return FileDecider(entrant.asked, entrant.player, report, until)
    if entrant.broken:
        return Absent()
    return TableDecider(paths_of(played.deck), entrant.plays(played), rng)


class Absent:
    """A file that cannot be asked: it fails every time."""

    def trades(
        self, held: Sequence[list[str]], seen: Sequence[int | None], stages: Sequence[Stage]
    ) -> list[Any]:
        """Failures."""
        return [Failure("died")] * len(held)

    def folds(self, asked: Sequence[tuple[Any, ...]], stages: Sequence[Stage]) -> list[Any]:
        """Failures."""
        return [Failure("died")] * len(asked)


class FileDecider:
    """A file, asked; what fails and what is printed goes into ``report``."""

    def __init__(self, asked: Asked, player: str, report: Report, until: float) -> None:
        self._asked, self._player, self._report, self._until = asked, player, report, until

    def trades(
        self, held: Sequence[list[str]], seen: Sequence[int | None], stages: Sequence[Stage]
    ) -> list[Any]:
        """The lots, checked; raises :class:`OutOfTime`."""
        questions = [
            Question(TRADE, (hand,) if number is None else (hand, number))
            for hand, number in zip(held, seen, strict=True)
        ]
        return self._ask(questions)

    def folds(self, asked: Sequence[tuple[Any, ...]], stages: Sequence[Stage]) -> list[Any]:
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
    """Tables, sampled: ``plays(stage)`` is what is played there."""

    def __init__(self, paths: Paths, plays: Callable[[Stage], Chances], rng: random.Random) -> None:
        self._paths, self._plays, self._rng = paths, plays, rng
        self._lots: dict[tuple[Chances, int, int, int], tuple[list[float], list[list[str]]]] = {}
        self._numbers: dict[tuple[hands.Cards, ...], int] = {}

    def trades(
        self, held: Sequence[list[str]], seen: Sequence[int | None], stages: Sequence[Stage]
    ) -> list[Any]:
        """Lots drawn with their chances."""
        return [
            self._trade(self._plays(stage), counted(hand), number)
            for hand, number, stage in zip(held, seen, stages, strict=True)
        ]

    def _trade(self, table: Chances, cards: hands.Cards, seen: int | None) -> list[str]:
        seat = FIRST if seen is None else SECOND
        key = (table, seat, seen or 0, self._paths.hand_number(cards))
        if key not in self._lots:
            exchanges = self._paths.exchanges_of(key[3])
            lots = [
                [hands.SYMBOLS[r] for r in hands.ranks_of(self._paths.lot(number))]
                for number in self._paths.exchange_lot[exchanges].tolist()
            ]
            self._lots[key] = (list(accumulate(table.exchanging(*key[1:3], exchanges))), lots)
        sums, lots = self._lots[key]
        return lots[min(bisect(sums, self._rng.random()), len(lots) - 1)]

    def folds(self, asked: Sequence[tuple[Any, ...]], stages: Sequence[Stage]) -> list[Any]:
        """Coins tossed with the chances to fold."""
        return [
            self._fold(self._plays(stage), *arguments)
            for arguments, stage in zip(asked, stages, strict=True)
        ]

    def _fold(
        self,
        table: Chances,
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
