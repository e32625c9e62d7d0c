"""Use once whatever people wait for at a table, so that it is compiled, or loaded from the cache."""

from __future__ import annotations

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.questions import VERBS
from ludoteca.players.deals import play_match
from ludoteca.players.factory import make_player

_NODES = 100


def warm(game: Game) -> None:
    """Play a deal with each machine of ``game``, then use what its rooms ask for.

    A room of questions may have a function ``warm()`` that uses what its questions compile.
    """
    for level in game.info.levels:
        spec = _short_of_breath(game, level)
        seats = game.num_players(game.options())
        players = [make_player(game, spec) for _seat in range(seats)]
        play_match(game, None, players, np.random.SeedSequence(1), max_deals=1)
    for verb in VERBS:
        getattr(game.room(verb), "warm", _nothing)()


def words(game: Game, functions: int) -> str:
    """What is being waited for while ``game`` is warmed."""
    text = _("compiling {game}, function {n} ...")
    return text.format(game=_(game.info.title), n=functions)


def _short_of_breath(game: Game, level: str) -> str:
    """The machine with the least to think about, where it takes a budget at all."""
    spec = f"{level}@{_NODES}n"
    try:
        make_player(game, spec)
    except BadInput:
        return level
    return spec


def _nothing() -> None:
    """A room that has nothing to compile."""
