"""Positions of any game: of a line of play, of a seeded deal, and all worlds of a view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.players.base import Player
from ludoteca.players.particles import DOUBT

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


Chances = Callable[[Any], dict[int, float]]


def policy_of(game: Game, level: int) -> Chances:
    """The chances of the moves in a record by the game's policy."""

    def probs(record: Any) -> dict[int, float]:
        ids, prob = game.buffers()
        n = int(calls.policy_probs(record, 0, level, ids, prob))
        return dict(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))

    return probs


def exact_weights(state: State, seat: int, probs: Chances) -> dict[bytes, float]:
    """Every world with the chance that it comes about and looks so, token by token.

    The others' moves have the chances of ``probs``, but for the doubt.
    """
    game, (ids, prob) = state.game, state.game.buffers()
    worlds = {game.new_state(state.options).record.tobytes(): 1.0}
    for actor, token in state.tokens(seat):
        after = dict[bytes, float]()
        for blob, weight in worlds.items():
            record = np.frombuffer(bytearray(blob), game.state_layout.dtype)
            if actor == CHANCE:
                n = calls.chance_outcomes(record, 0, ids, prob)
                chances = dict(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))
            else:
                n = calls.legal_actions(record, 0, ids)
                chances = dict.fromkeys(ids[:n].tolist(), DOUBT / n if actor != seat else 1.0)
                for action, p in (probs(record) if actor != seat else {}).items():
                    chances[action] += (1 - DOUBT) * p
            for action, p in chances.items():
                if calls.observed_action(record, 0, action, seat) == token:
                    child = record.copy()
                    calls.apply_action(child, 0, action)
                    after[child.tobytes()] = after.get(child.tobytes(), 0.0) + weight * p
        worlds = after
    return worlds


def _game(game: Game | str) -> Game:
    return load_game(game) if isinstance(game, str) else game
