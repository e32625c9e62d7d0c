"""The face of a game, which draws its table; the plain face fills in what ``face.py`` leaves out.

A game's ``face.py`` may have, each a pure function of the :class:`~ludoteca.table.scene.Scene`:

===========================  ==================================================================
``board(scene)``             the middle of the table
``before(scene, seat)``      the place before a seat: a fan, discs held, a bid
``hand(scene)``              the viewer's own hand
``ask(scene)``               the prompt to the viewer, in a sentence
``actions(scene)``           the buttons of the action bar; all of them for legal moves
``move(view, turn, scene)``  a move, or a whole turn, on a button of advice: cards, pawns
``result(scene)``            the result, when the deal is over
``scores(scene)``            the score in the head of the table
``picture()``                the game's picture for the lobby: SVG without text
===========================  ==================================================================

With ``COUNTER_CLOCKWISE = True`` the next to play sits at the right of who looks, not at the left.
``face.css``, and further sheets named ``face_*.css``, are added to the pages of the game's tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from ludoteca.core import rooms
from ludoteca.web.kit import plain

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene


@dataclass(frozen=True)
class Face:
    """The functions of a face; see the module's docstring."""

    board: Callable[[Scene], Markup]
    before: Callable[[Scene, int], Markup]
    hand: Callable[[Scene], Markup]
    ask: Callable[[Scene], str]
    actions: Callable[[Scene], Markup]
    move: Callable[[SeatView, Sequence[int], Scene | None], Markup]
    result: Callable[[Scene], Markup]
    picture: Callable[[], Markup]
    scores: Callable[[Scene], Markup]
    counter_clockwise: bool = False


PLAIN = Face(
    board=plain.board,
    before=plain.before,
    hand=plain.hand,
    ask=plain.ask,
    actions=plain.actions,
    move=plain.move,
    result=plain.result,
    picture=plain.picture,
    scores=plain.scores,
)


@cache
def face_of(game: Game) -> Face:
    """The face of ``game``."""
    return Face(
        board=game.hook(rooms.board) or plain.board,
        before=game.hook(rooms.before) or plain.before,
        hand=game.hook(rooms.hand) or plain.hand,
        ask=game.hook(rooms.ask) or plain.ask,
        actions=game.hook(rooms.actions) or plain.actions,
        move=game.hook(rooms.move) or plain.move,
        result=game.hook(rooms.result) or plain.result,
        picture=game.hook(rooms.picture) or plain.picture,
        scores=game.hook(rooms.scores) or plain.scores,
        counter_clockwise=bool(game.hook(rooms.COUNTER_CLOCKWISE)),
    )


@cache
def sheets(game: Game) -> tuple[str, ...]:
    """The style sheets in the game's folder: ``face.css``, then those named ``face_*.css``."""
    return tuple(sorted(path.name for path in game.folder.glob("face*.css")))
