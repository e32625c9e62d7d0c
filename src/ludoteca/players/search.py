"""Alpha-beta as a player, for any game of two seats that both see everything."""

from __future__ import annotations

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import HIDDEN
from ludoteca.core.view import SeatView
from ludoteca.players.budget import Budget
from ludoteca.solve.minimax import search

DEFAULT = Budget(nodes=10_000)


class SearchPlayer:
    """The best move that iterative deepening finds within ``budget``, for the difference of points.

    Far from the end it judges by the game's ``bounds``, or not at all where the game has none.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget or DEFAULT
        self.name = f"search@{self.budget}"

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The move; raises ``BadInput`` where the game is not one to search."""
        if any(token.token == HIDDEN for token in view.tokens):
            raise BadInput(_("something was hidden in this deal: a search cannot see through it"))
        if len(view.legal) == 1:
            return view.legal[0]
        return search(view, nodes=self.budget.nodes, seconds=self.budget.seconds).best[0]
