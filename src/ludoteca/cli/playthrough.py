"""``ludoteca playthrough``: one deal written out, to read and to compare later ones with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ludoteca.cli.console import write
from ludoteca.cli.flags import named_options
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.laws.playthrough import Chooser, playthrough
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.players.factory import HUMAN, make_player
from ludoteca.players.play import ask


def show(
    name: str, seed: int, option: Sequence[str], player: str | None, save: Path | None
) -> None:
    """Write a deal of the game ``name``, in which ``player`` makes every move, to ``save``.

    Without ``player`` the policy's first level makes them, as in the library's own golden
    playthroughs; without ``save`` it goes to standard output. Raises ``BadInput``.
    """
    game = load_game(name)
    options = game.options(named_options(option))
    choose = None if player is None else _chooser(game, game.num_players(options), player)
    text = playthrough(game, options, seed, choose)
    if save is None:
        write(text)
        return
    try:
        save.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadInput(
            _("{place} cannot be made: {reason}").format(place=save, reason=error.strerror)
        ) from error


def _chooser(game: Game, seats: int, spec: str) -> Chooser:
    players = [make_player(game, spec) for _seat in range(seats)]
    if players[0].name == HUMAN:
        raise BadInput(_("people play at a table, not here: name machines"))

    def choose(state: State, rng: np.random.Generator) -> int:
        seat = state.current_player()
        return ask(players[seat], state, seat, rng)

    return choose
