# mypy: disable-error-code="empty-body"
"""The hooks of ``face.py``: how the table looks in the browser.

Each is a pure function of a :class:`~ludoteca.table.scene.Scene`, all that one viewer is told, in
the language in use. They are called anew for every view of the table; where one is missing, the
plain face of :mod:`ludoteca.web.kit.face` draws its part. A ``data-key`` names an element that
stays when the page changes, ``data-piece`` what flies from place to place; both stand once on a
table. ``scene.view`` is None before the first deal, and ``scene.revealed`` is the whole record
once a deal is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    from markupsafe import Markup

    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene


@function("face")
def board(scene: Scene, /) -> Markup:
    """Draw what lies in the middle of the table.

    By default :func:`~ludoteca.core.rooms.notation.table_text`, the cards that the notation lists
    there, and all fields that the viewer may see.

    Parameters
    ----------
    scene
        The table; before the first deal it has no view, and nothing lies there.
    """


@function("face")
def before(scene: Scene, seat: int, /) -> Markup:
    """Draw what lies before a seat: a fan, discs held, a bid.

    By default the cards that the notation lists for the seat, nothing for the viewer's own.

    Parameters
    ----------
    scene
        The table.
    seat
        Any seat; for the viewer's own this stands above the hand.
    """


@function("face")
def own_cards(view: SeatView, /) -> tuple[str, Sequence[str]]:
    """Name the seat's cards for pages without a table: the assistant for a real game.

    By default no cards are drawn there.

    Parameters
    ----------
    view
        What the seat sees.

    Returns
    -------
    tuple of str and sequence of str
        The deck, ``french`` or ``spanish``, and the cards by their names in it (``KS``, ``12O``),
        in the order of a hand.
    """


@function("face")
def hand(scene: Scene, /) -> Markup:
    """Draw the viewer's own hand; nothing for a spectator.

    By default the cards that the notation lists for the seat. Cards that are to be chosen are
    buttons.

    Parameters
    ----------
    scene
        The table; ``scene.draft`` has what the viewer tries and has not made yet.
    """


@function("face")
def ask(scene: Scene, /) -> str:
    """Say in a sentence what the viewer is to do now.

    By default nothing beside "Your turn": the buttons name the moves.

    Parameters
    ----------
    scene
        The table, at a turn of the viewer.
    """


@function("face")
def actions(scene: Scene, /) -> Markup:
    """Draw the buttons of the action bar.

    By default a button for each legal move, in words; many are grouped, or narrowed by typing.

    Parameters
    ----------
    scene
        The table, at a turn of the viewer: ``scene.view.legal`` are the moves.

    Returns
    -------
    Markup
        Buttons for legal moves alone, such as
        :func:`~ludoteca.web.kit.buttons.action_button` makes; a move that is made by touching the
        table needs none.
    """


@function("face")
def move(view: SeatView, turn: Sequence[int], scene: Scene | None, /) -> Markup:
    """Draw a move, or the moves of a turn, for a button of advice: cards, pawns.

    By default the moves in words, with French cards among them drawn.

    Parameters
    ----------
    view
        What the seat sees before the first of them.
    turn
        Ids, in order; at least one.
    scene
        The table of ``view``; None where a real game is followed by hand.

    Returns
    -------
    Markup
        What may stand within a button.
    """


@function("face")
def result(scene: Scene, /) -> Markup:
    """Say how the deal ended.

    By default who won, and the points of each side.

    Parameters
    ----------
    scene
        The table after a deal: ``scene.result`` are the points by seat, ``scene.revealed`` is the
        whole record.
    """


class Decided(NamedTuple):
    """The thing that decided a deal, in a sentence, and the part of the deal in which it fell.

    ``part`` is a name of ``deal_part``, "" for the end of the deal.
    """

    sentence: str
    part: str = ""


@function("face")
def decided(scene: Scene, /) -> Decided | None:
    """Say what decided the deal; it stands beside the table, with a link into the replay.

    By default nothing: the result of the game says it all.

    Parameters
    ----------
    scene
        The table after a deal. The sentence follows from the record and the points alone, not
        from a search.

    Returns
    -------
    Decided or None
        None where no single thing did.
    """


@function("face")
def scores(scene: Scene, /) -> Markup:
    """Draw the score of the match in the head of the table.

    By default the name and the ``side_points`` of each side.
    """


@function("face")
def side_points(scene: Scene, /) -> Sequence[float]:
    """Return the points of the match as they stand now, for each side.

    The head of the table and a person's own games tell them beside the names of the sides. By
    default the points by which the match is decided, from the second deal on.

    Parameters
    ----------
    scene
        The table: ``scene.standing`` is the standing as text, ``scene.totals`` are the points of
        all finished deals by seat.

    Returns
    -------
    sequence of float
        In the order of the sides; () where there are none to tell.
    """


@function("face")
def points_words(points: float, of_match: bool, /) -> str:
    """Say points with their unit, where not all points of the game have the same.

    A person's own games tell them beside the names of the sides. By default the number alone.

    Parameters
    ----------
    points
        The points of a side, in the unit that is to be said.
    of_match
        True for what decides a match, False for ``side_points`` and the points of a deal.
    """


OF_THE_DAY: Hook[bool] = constant(
    "face", name="OF_THE_DAY", doc="true where everybody may play the same deal once a day"
)
COUNTER_CLOCKWISE: Hook[bool] = constant(
    "face", name="COUNTER_CLOCKWISE", doc="true where the next to play sits at the right"
)


@function("face")
def picture() -> Markup:
    """Draw the game's picture for the lobby, as :mod:`ludoteca.web.kit.pictures` frames it.

    By default tokens and a die. It has no words, and is the same in every language.
    """


@function("face")
def study_of(seen: Any, /) -> tuple[str, Mapping[str, str]] | None:
    """Name the question that studies a position, and fill it in.

    A link beside the advice and in a replay leads to it; by default there is none.

    Parameters
    ----------
    seen : record of STATE
        What the viewer sees; read only.

    Returns
    -------
    tuple of str and mapping, or None
        The verb and the name of the question, ``"solve/position"``, and the texts of its
        parameters; None where it cannot ask about this position.
    """


@function("face")
def pick_words(text: str, /) -> str:
    """Return the name of a card or disc that a question takes, in the language in use.

    Parameters
    ----------
    text
        What is written: a card, a disc.
    """


@function("face")
def pick(text: str, /) -> tuple[Markup, ...]:
    """Draw what a field of a question takes, on buttons that write into the field.

    By default the card with that name, of ``DECK`` or else of the French deck.

    Parameters
    ----------
    text
        What is written: a card, a disc.

    Returns
    -------
    tuple of Markup
        One picture for each thing that is meant where several differ, such as a king of each suit;
        () where there is none, for the words.
    """
