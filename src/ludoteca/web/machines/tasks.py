"""What workers do: each task gets the progress to tell and its arguments, and returns plain data.

A task about a seat gets that seat's view and nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import speaking
from ludoteca.core.questions import Progress, Verb
from ludoteca.core.registry import load_game
from ludoteca.core.view import SeatView
from ludoteca.players import Player, make_player
from ludoteca.players.advice import Advice


def prepare(progress: Progress, game_name: str) -> None:
    """Compile whatever a game's machines use; tells how many functions were compiled."""
    from ludoteca.core import compiling
    from ludoteca.players.warm import warm

    compiled = 0

    def heard(_function: str) -> None:
        nonlocal compiled
        compiled += 1
        progress(compiled)

    stop = compiling.listen(heard)
    try:
        warm(load_game(game_name))
    finally:
        stop()


def load(_progress: Progress, game_name: str) -> None:
    """Load what is compiled, so that the first move is quick."""
    from ludoteca.players.warm import warm

    warm(load_game(game_name))


def choose(_progress: Progress, view: SeatView, spec: str, seed: int, seconds: float) -> int:
    """A legal move of the machine ``spec``."""
    _register(view)
    player = _within(view.game, spec, seconds)
    action = int(player.choose(view, np.random.default_rng(seed)))
    if action not in view.legal:
        raise ValueError(f"{spec} chose {action}, which is not legal")
    return action


def _within(game: Game, spec: str, seconds: float) -> Player:
    """The machine with so much time for a move, where it takes a budget and names none."""
    if "@" not in spec:
        try:
            return make_player(game, f"{spec}@{seconds:.3f}s")
        except BadInput:
            pass
    return make_player(game, spec)


def _register(view: SeatView) -> None:
    """Load the rules, by which the kernel knows the record that came in the view."""
    _rules = view.game.rules
