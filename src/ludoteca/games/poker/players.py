"""The players of poker that look solved strategies up: ``equilíbrio`` and ``campeão``.

``equilíbrio`` plays for points, ``campeão`` to win the match. The game as it is set is solved in
the package; with other cards or prizes a round is solved when it is first played, in a second or
two, and kept on disk, and a match is what ``ludoteca solve poker match`` has left.
"""

from __future__ import annotations

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.registry import load_game
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player
from ludoteca.players.budget import Budget
from ludoteca.players.policy import PolicyPlayer

from . import CHAMPION, EQUILIBRIUM
from .odds import row_of, seat_of
from .rules import FOLD, FOLDING, STAY
from .solver.compact import Compact
from .solver.match import MatchStage
from .solver.match_store import solved_match
from .solver.round_paths import Round, paths_of
from .solver.solved_policy import is_solved
from .solver.store import solved_round
from .turns import goes_on, next_move

LEVELS = (EQUILIBRIUM, CHAMPION)


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``, which searches nothing; raises ``BadInput`` for a budget."""
    if budget:
        raise BadInput(
            _("{name} does not search, so it takes no budget: leave out @{budget}").format(
                name=level, budget=budget
            )
        )
    return EquilibriumPlayer() if level == EQUILIBRIUM else Champion()


class EquilibriumPlayer:
    """The equilibrium of the round at hand, whatever its cards and prizes."""

    name = EQUILIBRIUM

    def __init__(self) -> None:
        self._shipped = PolicyPlayer(load_game("poker"), EQUILIBRIUM)

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move drawn with its chance."""
        strategy = self.strategy(view)
        if strategy is None:
            return self._shipped.choose(view, rng)
        chances = chances_at(view, strategy)
        moves = sorted(chances)
        below = np.cumsum([chances[move] for move in moves])
        place = np.searchsorted(below, rng.random() * below[-1], side="right")
        return moves[min(int(place), len(moves) - 1)]

    def chances(self, view: SeatView) -> dict[int, float]:
        """The chances of the legal moves; those that have none are left out."""
        strategy = self.strategy(view)
        return self._shipped.chances(view) if strategy is None else chances_at(view, strategy)

    def strategy(self, view: SeatView) -> Compact | None:
        """The solved strategy that it follows; None for one that ships, which compiled code has."""
        if is_solved(view.record[0]):
            return None
        return solved_round(Round.of(view.options)).compact


class Champion(EquilibriumPlayer):
    """The equilibrium of the match: what wins it, by the rounds left and the lead.

    In matches that are not solved, and where nothing can be decided any more, it plays the
    equilibrium of the round for points.
    """

    name = CHAMPION

    def strategy(self, view: SeatView) -> Compact | None:
        """The strategy of this stage of the match, else that of the round."""
        match = solved_match(Round.of(view.options), int(view.options["rounds"]))
        found = None if match is None else match.strategy(stage_of(view))
        return super().strategy(view) if found is None else found


def stage_of(view: SeatView) -> MatchStage:
    """The rounds left in the match, and the lead of the one who is first in this round."""
    record = view.record[0]
    first = int(record["first"])
    ahead = int(record["score"][first]) - int(record["score"][1 - first])
    return MatchStage(int(record["rounds"]) - int(record["played"]), ahead // 2)


def chances_at(view: SeatView, strategy: Compact) -> dict[int, float]:
    """The chances of the moves of the seat of ``view``, whose turn it is, under ``strategy``.

    Where the strategy never comes so far, all exchanges that go on from there alike.
    """
    record, paths = view.record[0], paths_of(strategy.deck)
    dealt, given, hand = (row_of(view, name) for name in ("dealt", "given", "hand"))
    seat, other = seat_of(view), int(record["exchanged"][1 - view.seat])
    if int(record["phase"]) == FOLDING:
        fold = strategy.folding(seat, other, paths.path_number(dealt, given, hand))
        both = {FOLD: fold, STAY: 1.0 - fold}
        return {move: chance for move, chance in both.items() if chance > 0.0}
    here = paths.exchanges_of(paths.hand_number(dealt))
    every = map(paths.lot, paths.exchange_lot[here].tolist())
    chances = zip(every, strategy.exchanging(seat, other, here), strict=True)
    lots = {lot: chance for lot, chance in chances if goes_on(lot, given)}
    if not any(lots.values()):
        lots = dict.fromkeys(lots, 1.0)
    whole, moves = sum(lots.values()), dict[int, float]()
    for lot, chance in lots.items():
        if chance:
            move = next_move(given, lot)
            moves[move] = moves.get(move, 0.0) + chance / whole
    return moves
