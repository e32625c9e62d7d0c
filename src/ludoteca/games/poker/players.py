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

from .match import Stage
from .match_store import NAME as CHAMPION
from .match_store import solved_match
from .mixing import is_solved
from .paths import Round
from .sides import Compact
from .store import NAME, solved_round
from .strategist import Strategist

LEVELS = (NAME, CHAMPION)


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``, which searches nothing; raises ``BadInput`` for a budget."""
    if budget:
        raise BadInput(
            _("{name} does not search, so it takes no budget: leave out @{budget}").format(
                name=level, budget=budget
            )
        )
    return Equilibrium() if level == NAME else Champion()


class Equilibrium:
    """The equilibrium of the round at hand, whatever its cards and prizes."""

    name = NAME

    def __init__(self) -> None:
        self._shipped = PolicyPlayer(load_game("poker"), NAME)
        self._solved = Strategist(NAME, _of_the_round)

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move drawn with its chance."""
        return self._player(view).choose(view, rng)

    def chances(self, view: SeatView) -> dict[int, float]:
        """The chances of the legal moves."""
        return self._player(view).chances(view)

    def _player(self, view: SeatView) -> PolicyPlayer | Strategist:
        # Compiled code knows the strategies that ship.
        return self._shipped if is_solved(view.record[0]) else self._solved


def _of_the_round(view: SeatView) -> Compact:
    return solved_round(Round.of(view.options)).compact


class Champion:
    """The equilibrium of the match: what wins it, by the rounds left and the lead.

    Of matches that nobody has solved, and where nothing can be decided any more, the equilibrium of
    the round for points.
    """

    name = CHAMPION

    def __init__(self) -> None:
        self._points = Equilibrium()

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move drawn with its chance."""
        return self._player(view).choose(view, rng)

    def chances(self, view: SeatView) -> dict[int, float]:
        """The chances of the legal moves."""
        return self._player(view).chances(view)

    def _player(self, view: SeatView) -> Equilibrium | Strategist:
        played, rounds = Round.of(view.options), int(view.options["rounds"])
        match = solved_match(played, rounds)
        found = None if match is None else match.strategy(stage_of(view))
        return self._points if found is None else Strategist(self.name, lambda _view: found)


def stage_of(view: SeatView) -> Stage:
    """The rounds left in the match, and the lead of the one who is first in this round."""
    record = view.record[0]
    first = int(record["first"])
    ahead = int(record["score"][first]) - int(record["score"][1 - first])
    return Stage(int(record["rounds"]) - int(record["played"]), ahead // 2)
