"""Drafts: moves that a person tries on their own view of the table before they make them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView


@dataclass(frozen=True)
class Draft:
    """Moves of the seat to act that are not made yet; nobody else is told of them.

    Attributes
    ----------
    actions : the moves, in order; all of them are legal
    picked : numbers of what is picked for the next move; what they mean is up to the game's face
    view : the seat's view after ``actions``
    """

    actions: tuple[int, ...]
    picked: tuple[int, ...]
    view: SeatView

    def to_json(self) -> dict[str, Any]:
        """The draft as plain data."""
        return {
            "actions": list(self.actions),
            "picked": list(self.picked),
            "view": self.view.to_json(),
        }
