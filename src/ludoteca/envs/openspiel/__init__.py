"""Every registered game for OpenSpiel, and players of either library for the other.

>>> import ludoteca.envs.openspiel
>>> import pyspiel
>>> game = pyspiel.load_game("ludoteca_kuhn")
>>> game.num_distinct_actions(), game.min_utility(), game.max_utility()
(2, -2.0, 2.0)

Importing this package registers each game as ``ludoteca_<name>``, the user's own too, with the
game's rule options as parameters: ``pyspiel.load_game("ludoteca_eras", {"players": 3})``. A state
is one deal of a new match. A game whose rules cannot be loaded is left out, with a warning.

==================  ================================================================================
``declarations``    the type of a game, its parameters and its bounds
``states``          ``pyspiel.Game`` and ``pyspiel.State`` over the rules
``observers``       what a seat sees and remembers, as text and as numbers
``bots``            our players as OpenSpiel's bots, its bots as our players
==================  ================================================================================
"""

from __future__ import annotations

import warnings
from functools import partial

try:
    import pyspiel
except ModuleNotFoundError as error:
    lack = "ludoteca.envs.openspiel needs the package open_spiel"
    raise ModuleNotFoundError(lack, name="open_spiel") from error

from ludoteca.core.errors import LudotecaError
from ludoteca.core.registry import games
from ludoteca.envs.openspiel.bots import bot as bot
from ludoteca.envs.openspiel.declarations import PREFIX as PREFIX
from ludoteca.envs.openspiel.declarations import game_type
from ludoteca.envs.openspiel.states import LudotecaGame as LudotecaGame
from ludoteca.envs.openspiel.states import LudotecaState as LudotecaState


def _register() -> None:
    for game in games().values():
        try:
            declared = game_type(game)
        except LudotecaError as error:
            warnings.warn(f"not registered with OpenSpiel: {error}", stacklevel=3)
            continue
        make = partial(LudotecaGame, game)
        # OpenSpiel lets go of it when there is no interpreter any more to free it: a circle stays.
        make.__dict__["itself"] = make
        pyspiel.register_game(declared, make)


_register()
