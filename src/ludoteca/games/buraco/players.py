"""The machine that searches, ``expert``; ``basic`` and ``advanced`` are in :mod:`.policy`.

``expert@100n`` tries a turn in 100 worlds at most, ``expert@1s`` thinks for a second a decision, of
which a turn has two: to draw or to take the pile with all that follows, and what to lay and throw.
It tries whole turns (:mod:`.turns`) in worlds weighed by the others' turns (:mod:`.inference`),
which the advanced player plays on; the rivals may be ``basic``, which their turns tell. What is
played for is the chance of the match, from a closed form of the score (:mod:`.match_chance`).
"""

from __future__ import annotations

from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import Budget, WorldBudget, in_worlds, spec_of
from ludoteca.players.learned.player import LearnedPlayer

from .inference import read_worlds
from .match_chance import by_score
from .policy import ADVANCED, BASIC

LEVELS = ("expert",)
DEFAULT = WorldBudget(worlds=400, seconds=0.45)

MODELS = {ADVANCED: 0.9, BASIC: 0.1}
"""The levels that the rivals may have, with their chances before their turns."""


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``; a budget of positions counts worlds."""
    return expert(budget)


def expert(budget: Budget, reading: bool = True) -> BeliefPlayer:
    """A player that tries whole turns in worlds that fit what it saw, within ``budget``.

    Where ``reading``, worlds are weighed by the others' turns.
    """
    return BeliefPlayer(
        in_worlds(budget, DEFAULT), ADVANCED, MODELS, reading, read_worlds, objective=by_score,
        name=spec_of("expert", budget),
    )  # fmt: skip


def search_over(budget: WorldBudget, learned: LearnedPlayer) -> BeliefPlayer:
    """The search for the chance of the match in which everybody plays a learned policy."""
    return BeliefPlayer(budget, objective=by_score, learned=learned)
