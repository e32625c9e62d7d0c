"""Players that draw their moves: a game's own policy at one level, and random play."""

from __future__ import annotations

import numpy as np

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.kernel import sample_index
from ludoteca.core.view import SeatView


class PolicyPlayer:
    """``game``'s policy at ``level``, one of ``game.info.levels``.

    Raises
    ------
    ValueError
        where there is no such level; :func:`~ludoteca.players.factory.make_player` says it to
        people
    """

    def __init__(self, game: Game, level: str) -> None:
        self.name = level
        self._level = game.info.levels.index(level)
        self._ids, self._prob = game.buffers()

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move drawn with the policy's probabilities."""
        n = calls.policy_probs(view.record, 0, self._level, self._ids, self._prob)
        return int(self._ids[sample_index(self._prob, n, rng.random())])

    def chances(self, view: SeatView) -> dict[int, float]:
        """The policy's probability of each move, by its id; those left out are 0."""
        n = calls.policy_probs(view.record, 0, self._level, self._ids, self._prob)
        return dict(zip(self._ids[:n].tolist(), self._prob[:n].tolist(), strict=True))


class RandomPlayer:
    """Every legal move with the same probability."""

    name = "random"

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """One of the legal moves."""
        return view.legal[int(rng.integers(len(view.legal)))]

    def chances(self, view: SeatView) -> dict[int, float]:
        """The same probability for every legal move, by its id."""
        return dict.fromkeys(view.legal, 1 / len(view.legal))
