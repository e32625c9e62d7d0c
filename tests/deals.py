"""Positions of any game: those of a line of play, and those of a seeded deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from ludoteca.core.game import Game
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.players.base import Player

Choose = Callable[[State, np.random.Generator], int]


def uniform(state: State, rng: np.random.Generator) -> int:
    """Any legal move, each as likely as another."""
    return int(rng.choice(state.legal_actions()))


def by(player: Player) -> Choose:
    """What ``player`` chooses, whoever is to move."""
    return lambda state, rng: player.choose(state.view(state.current_player()), rng)


def played(game: Game | str, *lines: str, **options: int | str) -> State:
    """The position after the moves of ``lines`` in notation, cards that come included."""
    return _game(game).new_state(options).play(" ".join(lines))


def positions(
    game: Game | str,
    options: Mapping[str, int | str] | None = None,
    seed: int = 1,
    *,
    standing: np.ndarray[Any, Any] | None = None,
    choose: Choose = uniform,
) -> Iterator[State]:
    """Each decision of one deal from a shuffled shoe, and the end of the deal."""
    state, rng = _game(game).new_state(options, standing), np.random.default_rng(seed)
    shoe = Shoe.shuffled(state.game, state.options, seed)
    while not state.is_terminal():
        if state.is_chance():
            state.apply_unchecked(shoe.draw(state))
            continue
        yield state.clone()
        state.apply_unchecked(choose(state, rng))
    yield state


def decisions(game: Game | str, *given: Any, **more: Any) -> Iterator[State]:
    """The decisions of one deal, as :func:`positions` has them."""
    return (s for s in positions(game, *given, **more) if not s.is_terminal())


def random_position(
    game: Game | str,
    options: Mapping[str, int | str] | None = None,
    moves: int = 0,
    seed: int = 1,
) -> State:
    """The position after ``moves`` decisions of random play (fewer where the deal ends before)."""
    reached = list(islice(positions(game, options, seed), moves + 1))
    return reached[-1]


def _game(game: Game | str) -> Game:
    return load_game(game) if isinstance(game, str) else game
