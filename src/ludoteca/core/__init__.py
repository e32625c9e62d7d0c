"""The core: what every game, solver, player and page stands on. It knows no game.

Start at :mod:`ludoteca.core.kernel` (how a game is stated), :mod:`ludoteca.core.state` (how people
and programs use one) and :mod:`ludoteca.core.laws` (what every game obeys). Importing this package
loads no compiler.
"""

from ludoteca.core.errors import BadInput, IllegalMove, LudotecaError, UnknownGame
from ludoteca.core.game import Game, GameInfo
from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, SPECTATOR, TERMINAL
from ludoteca.core.layout import Layout, hidden, layout, pair, plain_layout, public, seat
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.options import OptionSchema, choice, whole, yes_no
from ludoteca.core.registry import games, load_game

__all__ = [
    "CHANCE",
    "HIDDEN",
    "NO_DRAW",
    "SPECTATOR",
    "TERMINAL",
    "BadInput",
    "Exact",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Layout",
    "LudotecaError",
    "OptionSchema",
    "Simulated",
    "UnknownGame",
    "choice",
    "games",
    "hidden",
    "layout",
    "load_game",
    "pair",
    "plain_layout",
    "public",
    "seat",
    "whole",
    "yes_no",
]
