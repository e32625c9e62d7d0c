"""A machine that fails loses the deal, and the match goes on.

Where a game's ``files.py`` has ``concede(view)``, the move of one who gives the deal up, a machine
that raises an error or chooses what is not legal plays so to the end of the deal.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.view import SeatView
from ludoteca.players.base import Left, Player, TakeBack


def conceding(game: Game, player: Player, told: Callable[[str], None]) -> Player:
    """``player`` for one deal, but that it concedes where it fails, and ``told`` hears why.

    The player itself where the game knows no conceding.
    """
    concede = getattr(game.room("files"), "concede", None)
    return player if concede is None else _Conceding(player, concede, told)


class _Conceding:
    """A player that may have failed in this deal."""

    def __init__(
        self, player: Player, concede: Callable[[SeatView], int], told: Callable[[str], None]
    ) -> None:
        self.name = player.name
        self.remembers = getattr(player, "remembers", False)
        self._player, self._concede, self._told = player, concede, told
        self._failed = False

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The player's move, or a concession."""
        if not self._failed:
            try:
                action = self._player.choose(view, rng)
                if action in view.legal:
                    return action
                why = _("{player} chose {a}").format(player=self.name, a=action)
            except (Left, TakeBack):
                raise
            except Exception as error:
                why = str(error) or type(error).__name__
            self._failed = True
            self._told(_("{why}. It forfeits the deal.").format(why=why))
        return self._concede(view)
