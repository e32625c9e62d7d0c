"""Alpha-beta as a player, for any game of two seats that both see everything."""

from __future__ import annotations

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import HIDDEN
from ludoteca.core.view import SeatView
from ludoteca.players.base import Told
from ludoteca.players.budget import Budget
from ludoteca.solve.minimax import search

DEFAULT = Budget(nodes=10_000)


class SearchPlayer:
    """The best move that iterative deepening finds within ``budget``, for the difference of points.

    Far from the end it judges by the game's ``bounds``, or not at all where the game has none. With
    an empty budget it is :data:`DEFAULT`.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget or DEFAULT
        self.name = f"search@{self.budget}"

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The move; raises as :meth:`think` does."""
        return self.think(view, rng).action

    def think(self, view: SeatView, rng: np.random.Generator) -> Told:
        """The move, and a sentence with the depth of the search and the points that it found.

        Raises
        ------
        BadInput
            where something was hidden in this deal, or the game is not one of two seats that see
            everything
        """
        if any(token.token == HIDDEN for token in view.tokens):
            raise BadInput(_("something was hidden in this deal: a search cannot see through it"))
        if len(view.legal) == 1:
            return Told(view.legal[0], (_("it is the only move"),))
        found = search(view, nodes=self.budget.nodes, seconds=self.budget.seconds)
        if found.proven:
            said = _("looked to the end of the game: {value:+.0f} points").format(value=found.value)
        else:
            said = _("looked {depth} moves ahead: about {value:+.1f} points").format(
                depth=found.plies, value=found.value
            )
        return Told(found.best[0], (said,))
