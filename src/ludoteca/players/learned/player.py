"""The player ``learned:FILE``: it draws its moves by a learned policy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.kernel import sample_index
from ludoteca.core.options import Options
from ludoteca.core.view import SeatView
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.model import Model, chances, scratch_of
from ludoteca.players.learned.observation import ObservationSpace


class LearnedPlayer:
    """A player by ``model``; ``name`` is the spec that makes it again."""

    def __init__(self, name: str, model: Model) -> None:
        self.name = name
        self._model = model
        self._actions = ActionSpace(model.game)
        self._scratch = scratch_of(model.network)
        self._seats = model.game.num_players(model.options)
        self._seen: tuple[Options, ObservationSpace] | None = None

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move drawn with the chances of the policy."""
        prob = self._chances(view)
        return view.legal[sample_index(prob, len(prob), rng.random())]

    def chances(self, view: SeatView) -> dict[int, float]:
        """The chance of each legal move."""
        return dict(zip(view.legal, self._chances(view).tolist(), strict=True))

    def _chances(self, view: SeatView) -> NDArray[np.float64]:
        if view.num_players != self._seats:
            raise BadInput(
                _("{player} was trained for {n} players").format(player=self.name, n=self._seats)
            )
        if self._seen is None or self._seen[0] is not view.options:
            self._seen = view.options, ObservationSpace(view.game, view.options)
        row = self._seen[1].of(view.record, view.seat)
        legal = self._actions.places[list(view.legal)]
        chances(self._model.network, row, legal, len(legal), self._scratch)
        return self._scratch.prob[: len(legal)]


def learned_player(game: Game, file: str) -> LearnedPlayer:
    """The player of the spec ``learned:FILE``; raises ``BadInput``."""
    path = Path(file.strip()).expanduser()
    return LearnedPlayer(f"learned:{file.strip()}", Model.load(game, path))
