"""The declaration of a game to OpenSpiel: its type, its parameters and its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from ludoteca.core import calls, rooms
from ludoteca.core.game import Game
from ludoteca.core.layout import Visibility
from ludoteca.core.options import Options, Parameter
from ludoteca.players.learned.actions import MOST_REMEMBERED, ActionSpace
from ludoteca.solve.minimax import is_open

PREFIX = "ludoteca_"  #: before the names of our games

_UTILITY = {
    "zero-sum": pyspiel.GameType.Utility.ZERO_SUM,
    "constant-sum": pyspiel.GameType.Utility.CONSTANT_SUM,
    "general": pyspiel.GameType.Utility.GENERAL_SUM,
}


def game_type(game: Game) -> pyspiel.GameType:
    """The type of ``game``, which is the same for all options. Loads its rules, compiles nothing.

    Information is perfect where nothing but an undealt deck is hidden from anybody.

    Raises
    ------
    GameDefinitionError
        where the rules cannot be loaded
    """
    fewest, most = game.info.players
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_chance(game) else chance.DETERMINISTIC,
        information=(
            information.PERFECT_INFORMATION
            if is_seen_by_all(game)
            else information.IMPERFECT_INFORMATION
        ),
        utility=_UTILITY[game.info.utility],
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=is_remembered(game),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=has_private_part(game),
        parameter_specification={
            option.name: parameter_of(option, option.default) for option in game.schema
        },
    )


def game_info(game: Game, options: Options) -> pyspiel.GameInfo:
    """The bounds of ``game`` with complete ``options``.

    The greatest length counts chance moves too, which OpenSpiel does not: it is reached by none.
    Where the rules state no ``RETURNS`` the utilities are unbounded.
    """
    least, most = game.hook(rooms.RETURNS) or (-np.inf, np.inf)
    return pyspiel.GameInfo(
        num_distinct_actions=ActionSpace(game).num_actions,
        max_chance_outcomes=game.rules.MAX_CHANCE if has_chance(game) else 0,
        num_players=game.num_players(options),
        min_utility=float(least),
        max_utility=float(most),
        utility_sum=_utility_sum(game, options),
        max_game_length=game.rules.MAX_LENGTH,
    )


def has_chance(game: Game) -> bool:
    """True where chance moves: the rules say how, or there is a deck to draw from."""
    stated = hasattr(game.rules, rooms.chance_outcomes.name)
    return stated or any(field.name == "deck" for field in game.state_layout)


def is_seen_by_all(game: Game) -> bool:
    """True where nothing but an undealt deck is hidden from anybody."""
    dealt_to_seats = game.hook(rooms.card_seen_by) is not None
    fields = [field for field in game.state_layout if field.name != "deck"]
    return not dealt_to_seats and all(field.visibility is Visibility.PUBLIC for field in fields)


def has_private_part(game: Game) -> bool:
    """True where a seat or pair sees what others do not."""
    return not is_open(game)


def is_remembered(game: Game) -> bool:
    """True where the moves of a deal are few enough for the information state as a tensor."""
    return bool(game.rules.MAX_LENGTH <= MOST_REMEMBERED)


def _utility_sum(game: Game, options: Options) -> float | None:
    """The sum of all returns, where it is the same for every deal with these options."""
    if game.info.utility == "zero-sum":
        return 0.0
    if game.info.utility == "general":
        return None
    state, (ids, prob) = game.new_state(options), game.buffers()
    limit = game.rules.MAX_LENGTH
    moves = np.zeros(limit, np.int64)
    calls.playout(state.record, 0, np.random.default_rng(0), ids, prob, moves, limit)
    return float(np.sum(state.returns()))


# -- options and parameters ------------------------------------------------------------------------


def parameter_of(option: Parameter, value: Any) -> int | str:
    """The value of an option as a parameter of OpenSpiel.

    OpenSpiel reads what looks like a whole number as one, so choices that all do are numbers.
    """
    if option.choices and all(choice.isdecimal() for choice in option.choices):
        return int(value)
    return str(value) if option.choices else int(value)


def parameters_of(game: Game, options: Options) -> dict[str, int | str]:
    """The parameters of OpenSpiel for complete ``options``."""
    return {option.name: parameter_of(option, options[option.name]) for option in game.schema}


def options_of(game: Game, parameters: Mapping[str, Any]) -> Options:
    """The options that OpenSpiel's ``parameters`` say.

    Raises
    ------
    BadInput
        for values that the game does not take
    """
    known = {option.name for option in game.schema}
    return game.options({name: value for name, value in parameters.items() if name in known})
