"""A solved strategy as probabilities of a seat's small moves, and as a player."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ludoteca.core.view import SeatView

from .coaching import goes_on, next_move, row_of, seat_of
from .hands import Cards
from .paths import paths_of
from .rules import FOLD, FOLDING, STAY
from .sides import Compact


class Strategist:
    """The player ``name``: ``strategy(view)`` is the solved strategy that it follows there."""

    def __init__(self, name: str, strategy: Callable[[SeatView], Compact]) -> None:
        self.name = name
        self._strategy = strategy

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move drawn with its chance."""
        chances = self.chances(view)
        moves = sorted(chances)
        below = np.cumsum([chances[move] for move in moves])
        place = np.searchsorted(below, rng.random() * below[-1], side="right")
        return moves[min(int(place), len(moves) - 1)]

    def chances(self, view: SeatView) -> dict[int, float]:
        """The chances of the legal moves; those that have none are left out."""
        return chances_at(view, self._strategy(view))


def chances_at(view: SeatView, strategy: Compact) -> dict[int, float]:
    """The chances of the moves of the seat of ``view``, whose turn it is, under ``strategy``.

    Where the strategy never comes so far, all exchanges that go on from there alike.
    """
    record = view.record[0]
    if int(record["phase"]) == FOLDING:
        fold = _folding(view, strategy)
        both = {FOLD: fold, STAY: 1.0 - fold}
        return {move: chance for move, chance in both.items() if chance > 0.0}
    given = row_of(view, "given")
    lots = {lot: c for lot, c in _exchanges(view, strategy).items() if goes_on(lot, given)}
    if not any(lots.values()):
        lots = dict.fromkeys(lots, 1.0)
    whole, moves = sum(lots.values()), dict[int, float]()
    for lot, chance in lots.items():
        if chance:
            move = next_move(given, lot)
            moves[move] = moves.get(move, 0.0) + chance / whole
    return moves


def _exchanges(view: SeatView, strategy: Compact) -> dict[Cards, float]:
    """The chance of each lot from the hand that was dealt."""
    paths = paths_of(strategy.deck)
    here = paths.exchanges_of(paths.hand_number(row_of(view, "dealt")))
    chances = strategy.exchanging(seat_of(view), _other(view), here)
    lots = map(paths.lot, paths.exchange_lot[here].tolist())
    return dict(zip(lots, chances, strict=True))


def _folding(view: SeatView, strategy: Compact) -> float:
    paths = paths_of(strategy.deck)
    path = paths.path_number(*(row_of(view, name) for name in ("dealt", "given", "hand")))
    return strategy.folding(seat_of(view), _other(view), path)


def _other(view: SeatView) -> int:
    """How many cards the other has exchanged."""
    return int(view.record[0]["exchanged"][1 - view.seat])
