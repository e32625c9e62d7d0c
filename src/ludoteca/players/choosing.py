"""The odds of moves that a seat has chosen and not made yet, from its view alone.

A game tells them by ``odds_of_choice(view, after, rng)`` in its room ``advice``: ``after`` is what
the seat would see once the moves are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Odd
from ludoteca.core.view import SeatView

_TOLD_BY = "odds_of_choice"

OddsOfChoice = Callable[[SeatView, SeatView, np.random.Generator], tuple[Odd, ...]]


def tells_choices(game: Game) -> bool:
    """True where ``game`` tells the odds of what is chosen."""
    return hasattr(game.room("advice"), _TOLD_BY)


def odds_of_choice(view: SeatView, moves: Sequence[int], seed: int) -> tuple[Odd, ...]:
    """The odds of ``moves``, made one after the other as one choice, in the language in use.

    Equal seeds give equal odds. Raises ``BadInput`` where the seat cannot make the moves.
    """
    told: OddsOfChoice | None = getattr(view.game.room("advice"), _TOLD_BY, None)
    if told is None:
        return ()
    return told(view, _after(view, moves), np.random.default_rng(seed))


def _after(view: SeatView, moves: Sequence[int]) -> SeatView:
    """The view once ``moves`` are made: what is legal follows from what the seat sees."""
    record = view.record.copy()
    legal, _prob = view.game.buffers()
    for move in moves:
        mover = int(calls.current_player(record, 0))
        n = int(calls.legal_actions(record, 0, legal)) if mover == view.seat else 0
        if move not in legal[:n]:
            raise BadInput(_("what is chosen cannot be done now"))
        calls.apply_action(record, 0, move)
    return replace(view, record=record, legal=(), past=None)
