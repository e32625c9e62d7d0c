# mypy: allow-untyped-defs, allow-untyped-calls
"""Any player that tells its chances as a strategy of a round, and what can be won from it.

It is asked at every decision of a round, some 230,000 with the usual cards, which takes seconds. It
is shown what its seat would see, without the moves that led there: of a player whose chances depend
on more than that this is another strategy.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.options import Options
from ludoteca.core.registry import load_game
from ludoteca.core.state import seen_alone
from ludoteca.players.base import Mixer
from ludoteca.players.learned.player import LearnedPlayer

from ..hands import Cards
from ..rules import EXCHANGING, FOLD, STAY, STOP
from .response import Prospects, prospects
from .round_paths import FIRST, SEATS, SECOND, Paths, Round, paths_of
from .strategy import SeatStrategy

Record = NDArray[np.void]


def won_by_best(played: Round, machine: tuple[SeatStrategy, SeatStrategy]) -> float:
    """Points a round of the best response above the machine, the mean of both orders."""
    return float(np.mean([prospects(played, 1 - seat, machine[seat]).best for seat in SEATS]))


def won(
    played: Round,
    machine: tuple[SeatStrategy, SeatStrategy],
    opponent: tuple[SeatStrategy, SeatStrategy],
) -> float:
    """Points a round of the opponent above the machine, the mean of both orders."""
    worths = [
        _worth(prospects(played, 1 - seat, machine[seat]), opponent[1 - seat]) for seat in SEATS
    ]
    return float(np.mean(worths))


def _worth(found: Prospects, own: SeatStrategy) -> float:
    paths = found.paths
    total = 0.0
    for k in range(paths.sizes):
        given, staying, folding = (
            part[k, paths.path_spot] for part in (found.given, found.staying, found.folding)
        )
        ends = given + own.fold[k] * folding + (1.0 - own.fold[k]) * staying
        row = own.exchange[own.context(k), paths.path_exchange] * paths.path_weight
        total += float(row @ ends)
    return total / found.whole


def sides_of(player: Mixer, options: Options) -> tuple[SeatStrategy, SeatStrategy]:
    """The chances of ``player`` as first and as second, as floats over the unit 1."""
    first, second = (_AskedSeat(player, options, seat).side() for seat in SEATS)
    return first, second


class _AskedSeat:
    """A player in one seat of a round, 0 the first, asked at every decision."""

    def __init__(self, player: Mixer, options: Options, seat: int) -> None:
        self._player, self._options, self._seat = player, options, seat
        self._game: Game = load_game("poker")
        self._played = Round.of(options)
        self._paths: Paths = paths_of(self._played.deck)
        contexts = self._paths.sizes if seat == SECOND else 1
        self._exchange = np.zeros((contexts, len(self._paths.exchange_hand)))
        self._fold = np.zeros((self._paths.sizes, len(self._paths.path_spot)))
        self._open: list[tuple[int, int, Record]] = []

    def side(self) -> SeatStrategy:
        """The strategy of the seat."""
        most = self._played.deck.most
        for hand in range(len(self._paths.hands)):
            cards = self._paths.cards(hand)
            dealt = self._dealt(cards)
            if self._seat == FIRST:
                for lot, record in self._exchanged(dealt, cards, 0):
                    for final, drawn in self._drawn(record, cards, lot):
                        for k in range(most + 1):
                            self._ask_fold(self._other_exchanges(drawn, k), cards, lot, final, k)
            else:
                for k in range(most + 1):
                    for lot, record in self._exchanged(self._other_exchanges(dealt, k), cards, k):
                        for final, drawn in self._drawn(record, cards, lot):
                            self._ask_fold(self._other_stays(drawn), cards, lot, final, k)
            self._answer_folds()
        return SeatStrategy(self._exchange, self._fold, 1, 1)

    def _dealt(self, cards: Cards) -> Record:
        """The position after the deal of ``cards``, and of any cards to the other."""
        record = self._game.new_state(self._options).record.copy()
        left = record["deck"][0] - np.array(cards)
        own = [rank for rank, n in enumerate(cards) for _card in range(n)]
        others = [rank for rank, n in enumerate(left.tolist()) for _card in range(n)]
        for card, other in zip(own, others, strict=False):
            for seat in SEATS:
                calls.apply_action(record, 0, card if seat == self._seat else other)
        return record

    def _exchanged(self, record: Record, cards: Cards, seen: int) -> Iterator[tuple[Cards, Record]]:
        """Every lot that may be exchanged with the position after it; keeps their chances.

        The other has exchanged ``seen`` cards.
        """
        context = seen if self._seat == SECOND else 0
        waiting = [(record, (0,) * len(cards), 1.0)]
        while waiting:
            before, lot, chance = waiting.pop()
            if int(before["phase"][0]) != EXCHANGING or int(before["to_move"][0]) != self._seat:
                self._exchange[context, self._paths.exchange_number(cards, lot)] = chance
                yield lot, before
                continue
            view = seen_alone(self._game, self._options, before, self._seat)
            chances = self._player.chances(view)
            for move in view.legal:
                after = before.copy()
                calls.apply_action(after, 0, move)
                more = tuple(n + (rank == move) for rank, n in enumerate(lot))
                waiting.append(
                    (after, more if move != STOP else lot, chance * chances.get(move, 0.0))
                )

    def _drawn(self, record: Record, cards: Cards, lot: Cards) -> Iterator[tuple[Cards, Record]]:
        """Every final hand with the position after its draw."""
        exchange = self._paths.exchange_number(cards, lot)
        start, end = self._paths.path_start[exchange : exchange + 2].tolist()
        for path in range(start, end):
            final = self._paths.cards(int(self._paths.path_final[path]))
            drawn = [f - (c - x) for f, c, x in zip(final, cards, lot, strict=True)]
            after = record.copy()
            for rank, n in enumerate(drawn):
                for _card in range(n):
                    calls.apply_action(after, 0, rank)
            yield final, after

    def _other_exchanges(self, record: Record, size: int) -> Record:
        """The position after the other exchanged so many cards, any, and drew as many."""
        after = record.copy()
        if int(after["phase"][0]) != EXCHANGING:
            return after
        other = 1 - self._seat
        for _card in range(size):
            calls.apply_action(after, 0, int(np.flatnonzero(after["hand"][0, other])[-1]))
        if int(after["phase"][0]) == EXCHANGING and int(after["to_move"][0]) == other:
            calls.apply_action(after, 0, STOP)
        for _card in range(size):
            calls.apply_action(after, 0, int(np.flatnonzero(after["deck"][0])[0]))
        return after

    def _other_stays(self, record: Record) -> Record:
        after = record.copy()
        if self._played.may_fold:
            calls.apply_action(after, 0, STAY)
        return after

    def _ask_fold(self, record: Record, cards: Cards, lot: Cards, final: Cards, k: int) -> None:
        if self._played.may_fold:
            self._open.append((k, self._paths.path_number(cards, lot, final), record))

    def _answer_folds(self) -> None:
        """Ask what was noted, a learned player all at once."""
        if not self._open:
            return
        numbers, paths, records = zip(*self._open, strict=True)
        if isinstance(self._player, LearnedPlayer):
            every = np.concatenate(records)
            chances = self._player.chances_at(every, self._seat, (FOLD, STAY))[:, 0].tolist()
        else:
            views = (seen_alone(self._game, self._options, one, self._seat) for one in records)
            chances = [self._player.chances(view).get(FOLD, 0.0) for view in views]
        self._fold[numbers, paths] = chances
        self._open.clear()
