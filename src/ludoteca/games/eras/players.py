"""The player of eras that searches: ``expert``; ``basic`` and ``advanced`` are in :mod:`.policy`.

``expert@400n`` tries every move in 400 worlds at most, ``expert@1s`` thinks for a second.
"""

from __future__ import annotations

from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import Budget, WorldBudget

LEVELS = ("expert",)
DEFAULT = WorldBudget(worlds=100)


class Expert(BeliefPlayer):
    """Searches the worlds that it believes in."""

    def __init__(self, budget: Budget) -> None:
        worlds = max(2, budget.nodes) if budget.nodes else None
        super().__init__(WorldBudget(worlds, budget.seconds) if budget else DEFAULT)
        self.name = f"expert@{budget}" if budget else "expert"


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``; a budget of positions counts worlds."""
    return Expert(budget)
