"""Networks that learned nothing, for any game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.view import SeatView
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.features import features_of
from ludoteca.players.learned.model import Model, Network
from ludoteca.players.learned.observation import ObservationSpace
from ludoteca.players.learned.player import LearnedPlayer

UNITS = 8


def model_of(
    game: Game, units: int = UNITS, spread: float = 1.0, level: str | None = None
) -> Model:
    """A network with random weights of 16 bits; with a small ``spread`` no move is rare.

    It corrects ``level``, if there is one.
    """
    options = game.options()
    features, inputs = features_of(ObservationSpace(game, options))
    actions, rng = ActionSpace(game).num_actions, np.random.default_rng(4)
    shapes = ((inputs, units), units, (units, units), units, (actions, units), actions)
    weights = [
        rng.normal(0, spread, shape).astype(np.float16).astype(np.float32) for shape in shapes
    ]
    return Model(game, options, Network(features, *weights), {"seed": 4}, level)


def chances_in(player: LearnedPlayer, view: SeatView, record: np.ndarray) -> dict[int, float]:
    """The chances of the moves of whoever is to move in ``record``, at the table of ``view``."""
    ids, _prob = view.game.buffers()
    legal = tuple(ids[: int(calls.legal_actions(record, 0, ids))].tolist())
    seat = int(calls.current_player(record, 0))
    return player.chances(replace(view, record=record, seat=seat, legal=legal))
