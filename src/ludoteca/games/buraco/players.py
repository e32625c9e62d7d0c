"""The machine that searches, ``expert``; ``basic`` and ``advanced`` are in :mod:`.policy`.

``expert@100n`` tries a turn in 100 worlds at most, ``expert@1s`` thinks for a second a decision, of
which a turn has two: to draw or to take the pile with all that follows, and what to lay and throw.
It tries whole turns (:mod:`.turns`) in worlds weighed by the others' turns (:mod:`.reading`), which
the advanced player plays on. What is played for is the chance of the match, from a closed form of
the score: to make the equity table takes most of a minute.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import _
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import CHANCE_IN_WORLDS
from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import Budget, WorldBudget
from ludoteca.players.objectives import Ends, Objective
from ludoteca.players.particles import Belief, tells_past

from .ids import PAIRS
from .policy import ADVANCED
from .reading import read_worlds

LEVELS = ("expert",)
DEFAULT = WorldBudget(worlds=400, seconds=0.45)


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``; a budget of positions counts worlds."""
    return Expert(budget)


class Expert(BeliefPlayer):
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


# -- what is played for ----------------------------------------------------------------------------

SPREAD = 520.0
"""Standard deviation of the difference that a deal makes, as the match feels it."""

PACE = 600.0
"""Points by which a deal brings the leader nearer to the target."""

_probability = np.vectorize(lambda z: (1 + erf(z / sqrt(2))) / 2, otypes=[np.float64])


def by_score(view: SeatView, level: int) -> Objective:
    """The chance of the match as :class:`ByScore` tells it."""
    return ByScore(view.seat % PAIRS, int(view.record["target"][0]))


@dataclass(frozen=True)
class ByScore:
    """The chance of the match, were the deals that are left as many draws of a normal difference.

    Attributes
    ----------
    pair : the own one
    target : points that win
    """

    pair: int
    target: int
    line: str = CHANCE_IN_WORLDS

    @property
    def unit(self) -> str:
        """A chance."""
        return _("chance of winning the match")

    def worth(self, ends: Ends) -> NDArray[np.float64]:
        """The chance at each end."""
        score = ends.standings["score"].astype(np.float64)
        own, other = score[..., self.pair], score[..., 1 - self.pair]
        left = np.maximum(1.0, (self.target - np.maximum(own, other)) / PACE)
        chance = _probability((own - other) / (SPREAD * np.sqrt(left)))
        found: NDArray[np.float64] = np.where(ends.over, own > other, chance)
        return found
