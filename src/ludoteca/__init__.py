"""Ludoteca: a laboratory for card and board games.

The rules of a game are stated once, as functions over one flat record; odds, solvers, players
and studies are derived from them.

>>> import ludoteca
>>> game = ludoteca.load_game("bigpoints")
>>> game.new_state({"players": 3}).num_players
3

The names below are what most programs need; each is loaded, with the compiler where it takes one,
when it is first used. ``docs/python.md`` shows them at work, :mod:`ludoteca.core` is the place to
read on.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ludoteca.arena.tournament import compare
    from ludoteca.core.answers import Answer
    from ludoteca.core.errors import BadInput, IllegalMove, LudotecaError
    from ludoteca.core.game import Game
    from ludoteca.core.match import Match
    from ludoteca.core.numbers import Exact, Simulated
    from ludoteca.core.record import GameRecord
    from ludoteca.core.registry import load_game
    from ludoteca.core.shuffles.shoe import Shoe
    from ludoteca.core.state import State
    from ludoteca.core.view import SeatView
    from ludoteca.players import make_player
    from ludoteca.players.advice.advise import advise
    from ludoteca.players.play import play_deal, play_match
    from ludoteca.solve.questions import ask

__all__ = [
    "Answer",
    "BadInput",
    "Exact",
    "Game",
    "GameRecord",
    "IllegalMove",
    "LudotecaError",
    "Match",
    "SeatView",
    "Shoe",
    "Simulated",
    "State",
    "advise",
    "ask",
    "compare",
    "load_game",
    "make_player",
    "play_deal",
    "play_match",
]

_HOMES = {
    "arena.tournament": ("compare",),
    "core.errors": ("BadInput", "IllegalMove", "LudotecaError"),
    "core.game": ("Game",),
    "core.match": ("Match",),
    "core.numbers": ("Exact", "Simulated"),
    "core.questions": ("Answer",),
    "core.record": ("GameRecord",),
    "core.registry": ("load_game",),
    "core.shuffles.shoe": ("Shoe",),
    "core.state": ("State",),
    "core.view": ("SeatView",),
    "players": ("make_player",),
    "players.advice.advise": ("advise",),
    "players.play": ("play_deal", "play_match"),
    "solve.questions": ("ask",),
}
_HOME = {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
