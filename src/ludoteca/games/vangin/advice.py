"""What stands beside the table: the exact chance of the patience coming out."""

from __future__ import annotations

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.view import SeatView
from ludoteca.games.vangin.odds import CONDITION_UNSEEN, chance_of_winning


def odds_at(view: SeatView, _rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance of winning, given what the player sees."""
    return (Odd(_("chance of winning"), Exact(chance_of_winning(view), _(CONDITION_UNSEEN))),)
