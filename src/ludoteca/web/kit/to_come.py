"""The table before its first deal: the room that hands, fans and scores take once they are there.

A deal of a fixed shuffle, which nobody is dealt, is drawn and not shown, so that nothing at the
table moves when the first cards come.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.table.scene import Scene

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.view import SeatView

TO_COME = "to-come"
"""The class of a table that nothing is dealt at yet; ``table.css`` hides what it draws."""


def with_deal_to_come(scene: Scene) -> Scene:
    """``scene`` with the view that its seat has of a deal of its rules, without moves to make."""
    options = tuple(sorted(scene.options.items()))
    return replace(scene, view=_view(scene.game, options, scene.viewer), phase="playing")


@lru_cache(maxsize=64)
def _view(game: Game, options: tuple[tuple[str, int | str], ...], viewer: int) -> SeatView:
    state = game.new_state(dict(options))
    shoe = Shoe.shuffled(game, state.options, seed=0)
    while state.is_chance():
        state.apply_unchecked(shoe.draw(state))
    return replace(state.view(viewer), legal=())
