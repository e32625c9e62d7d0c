"""The machine that searches, ``expert``; ``basic`` and ``advanced`` are in :mod:`.policy`.

``expert@100n`` tries a turn in 100 worlds at most, ``expert@1s`` thinks for a second a decision, of
which a turn has two: to draw or to take the pile with all that follows, and what to lay and throw.
It tries whole turns (:mod:`.turns`) in worlds weighed by the others' turns (:mod:`.inference`),
which the advanced player plays on. What is played for is the chance of the match, from a closed
form of the score (:mod:`.match_chance`).
"""

from __future__ import annotations

import numpy as np

from ludoteca.core.view import SeatView
from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import Budget, WorldBudget
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.particles import Belief, tells_past

from .inference import read_worlds
from .match_chance import by_score
from .policy import ADVANCED

LEVELS = ("expert",)
DEFAULT = WorldBudget(worlds=400, seconds=0.45)


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``; a budget of positions counts worlds."""
    return BuracoExpert(budget)


def search_over(budget: WorldBudget, learned: LearnedPlayer) -> Player:
    """The search for the chance of the match in which everybody plays a learned policy."""
    return BeliefPlayer(budget, objective=by_score, learned=learned)


class BuracoExpert(BeliefPlayer):
    """A player that tries whole turns in worlds that fit what it saw, within ``budget``.

    Where ``reading``, worlds are weighed by the others' turns.
    """

    def __init__(self, budget: Budget, reading: bool = True) -> None:
        worlds = max(2, budget.nodes) if budget.nodes else None
        wanted = WorldBudget(worlds, budget.seconds) if budget else DEFAULT
        super().__init__(wanted, ADVANCED, reading, objective=by_score)
        self.name = f"expert@{budget}" if budget else "expert"

    def _believed(self, view: SeatView, level: int, rng: np.random.Generator) -> Belief:
        if self._reading and tells_past(view):
            return read_worlds(view, self._size, rng)
        return super()._believed(view, level, rng)
