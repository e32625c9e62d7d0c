"""Taking a move back: by agreement of all people, and never past what was hidden.

A move may be taken back where the game has no field of a seat's or a pair's own, and chance has
not moved since: else somebody would keep what they have learned.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE
from ludoteca.core.layout import Visibility
from ludoteca.table.deal import Deal
from ludoteca.table.seats import Chair

_PRIVATE = (Visibility.SEAT, Visibility.PAIR)


@dataclass
class UndoRequest:
    """The request of a seat, and the seats that agreed; it lapses when the position changes."""

    seat: int
    agreed: set[int] = field(default_factory=set)


def keeps_secrets(game: Game) -> bool:
    """True where seats hold something that others do not see."""
    return any(f.visibility in _PRIVATE for f in game.state_layout)


def back_to(deal: Deal, seat: int) -> int | None:
    """Number of moves that remain when ``seat`` takes its last act back; None if it may not."""
    before = deal.last_act(seat)
    if before is None or keeps_secrets(deal.game):
        return None
    if any(move.actor == CHANCE for move in deal.moves[before:]):
        return None
    return before


def still_to_agree(request: UndoRequest, chairs: Iterable[Chair]) -> set[int]:
    """The people who have not agreed yet; machines agree at once."""
    asked = {chair.seat for chair in chairs if chair.attended}
    return asked - request.agreed - {request.seat}
