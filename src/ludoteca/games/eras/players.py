"""The machine that searches, ``expert``; ``basic`` and ``advanced`` are in :mod:`.policy`.

``expert@400n`` tries a lay in 400 worlds at most, ``expert@1s`` thinks for a second. It tries lays
as a whole, those that the advanced player thinks best (:mod:`.turns`), in worlds weighed by the
others' lays (:mod:`.inference`), and keeps to the one it chose. The others are ``advanced`` or
``basic``: their lays tell which.
"""

from __future__ import annotations

import numpy as np

from ludoteca.core.view import SeatView
from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import Budget, WorldBudget, in_worlds, spec_of
from ludoteca.players.particles import Belief, Models

from .inference import read_worlds
from .policy import ADVANCED, BASIC

LEVELS = ("expert",)
DEFAULT = WorldBudget(worlds=250)

MODELS = {ADVANCED: 0.8, BASIC: 0.2}
"""The levels that another player may have, with their chances before its lays."""


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``; a budget of positions counts worlds."""
    return expert(budget)


def expert(budget: Budget, reading: bool = True) -> BeliefPlayer:
    """A player that tries whole lays in worlds that fit what it saw, within ``budget``.

    Where ``reading``, worlds are weighed by the others' lays: ``docs/players.md`` has what that was
    worth.
    """
    return BeliefPlayer(
        in_worlds(budget, DEFAULT), ADVANCED, MODELS, reading, _read, name=spec_of("expert", budget)
    )


def _read(view: SeatView, size: int, models: Models, rng: np.random.Generator) -> Belief | None:
    """Worlds by the others' lays; None in rounds with retreat, whose lays are not followed back."""
    return None if view.record["retreat"][0] else read_worlds(view, size, models, rng)
