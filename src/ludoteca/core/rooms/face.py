# mypy: disable-error-code="empty-body"
"""The hooks of ``face.py``: how the table looks in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    from markupsafe import Markup

    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene


@function("face")
def board(scene: Scene, /) -> Markup:
    """Draw what lies in the middle of the table."""


@function("face")
def before(scene: Scene, seat: int, /) -> Markup:
    """Draw what lies before a seat: a fan, discs held, a bid."""


@function("face")
def own_cards(view: SeatView, /) -> tuple[str, Sequence[str]]:
    """Name a deck, and the seat's cards in it in the order of a hand, for pages without a table."""


@function("face")
def hand(scene: Scene, /) -> Markup:
    """Draw the viewer's own hand."""


@function("face")
def ask(scene: Scene, /) -> str:
    """Say in a sentence what the viewer is to do now."""


@function("face")
def actions(scene: Scene, /) -> Markup:
    """Draw the buttons of the action bar; all of them for legal moves."""


@function("face")
def move(view: SeatView, turn: Sequence[int], scene: Scene | None, /) -> Markup:
    """Draw a move, or the moves of a turn, for a button of advice: cards, pawns.

    ``scene`` is the table of ``view``; None where a real game is followed by hand.
    """


@function("face")
def result(scene: Scene, /) -> Markup:
    """Say how the deal ended."""


class Decided(NamedTuple):
    """The thing that decided a deal, in a sentence, and the part of the deal in which it fell.

    ``part`` is a name of ``deal_part``, "" for the end of the deal.
    """

    sentence: str
    part: str = ""


@function("face")
def decided(scene: Scene, /) -> Decided | None:
    """Say what decided the deal, from the record and the points alone; None where nothing did.

    Without it, that is None: the result of the game says it all.
    """


@function("face")
def scores(scene: Scene, /) -> Markup:
    """Draw the score in the head of the table."""


OF_THE_DAY: Hook[bool] = constant(
    "face", name="OF_THE_DAY", doc="true where everybody may play the same deal once a day"
)
COUNTER_CLOCKWISE: Hook[bool] = constant(
    "face", name="COUNTER_CLOCKWISE", doc="true where the next to play sits at the right"
)


@function("face")
def picture() -> Markup:
    """Draw the game's picture for the lobby; see :mod:`ludoteca.web.kit.pictures`."""


@function("face")
def pick(text: str, /) -> tuple[Markup, ...]:
    """Draw what a field of a question takes as ``text``, a card or a disc; () where words do.

    Where there are several that differ, such as a king of each suit, each is drawn.
    """
