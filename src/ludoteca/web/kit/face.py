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
``decided(scene)``           what decided the deal: ``rooms.Decided``, or None
``scores(scene)``            the score in the head of the table
``side_points(scene)``       the points of each side in it, which *My games* tells too
``points_words(n, match)``   points there with their unit, where not all have the same
``study_of(seen)``           the question that studies a position, filled in, or None
``pick(text)``               what a question takes as ``text``, to be pressed: a card, a disc
``pick_words(text)``         its name
``picture()``                the game's picture for the lobby, by :mod:`.pictures`
===========================  ==================================================================

With ``COUNTER_CLOCKWISE = True`` the next to play sits at the right of who looks, not at the left.
``face.css``, and further sheets named ``face_*.css``, are added to the pages of the game's tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from ludoteca.core import rooms
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.layout import Field, Visibility
from ludoteca.core.match import deciding_points, parse_standing
from ludoteca.players.turns import turn_words
from ludoteca.table.scene import verdict
from ludoteca.web.kit.buttons import action_button
from ludoteca.web.kit.cards import (
    DECKS,
    back,
    blank_card,
    card,
    card_name,
    cards_in,
    cards_words,
    fan,
    rival_fan,
    row,
)
from ludoteca.web.kit.cards import picture as drawing
from ludoteca.web.kit.html import el, join
from ludoteca.web.kit.pictures import picture_of
from ludoteca.web.kit.scores import points_text, score
from ludoteca.web.kit.seats import names_words, seat_name

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene

_FEW = 8  #: so many moves stand side by side; more are grouped by how their notation begins
_MANY = 24  #: more moves than these get a field that narrows them down
_KEYS = "123456789"
_FACE_DOWN = "?"
_MOVES_ID = "plain-moves"


def board(scene: Scene) -> Markup:
    """The table as text, the cards in the middle, and every field that the viewer may see."""
    if scene.view is None:
        return Markup()
    text = str(scene.game.notation.table_text(seen(scene), scene.view.seat))
    return join(
        [
            # First, so that score and stake are in view wherever the felt is small.
            el("pre", text, class_="plain-table", data_key="plain", tabindex=0),
            _on_table(scene),
            el(
                "details",
                el("summary", _("All visible fields")),
                el("dl", [_field(scene, f) for f in scene.game.state_layout], class_="fields"),
                class_="plain-fields",
                data_key="fields",
            ),
        ]
    )


def _on_table(scene: Scene) -> Markup:
    """The cards in the middle side by side: of nobody, and of seats with their names."""
    on_table = scene.game.hook(rooms.cards_on_table)
    cards = [] if on_table is None else on_table(seen(scene))
    nobodys = _row(scene.game, [card for card in cards if isinstance(card, str)])
    played = [
        el(
            "figure",
            _card(scene.game, card[0]),
            el("figcaption", seat_name(scene.seats[card[1]])),
            class_="plain-played",
        )
        for card in cards
        if not isinstance(card, str)
    ]
    return row([nobodys, *played], look="plain-cards") if played else nobodys


def seen(scene: Scene) -> Any:
    """The record to draw from: what the viewer sees, all of it once the deal is over."""
    if scene.revealed is not None:
        return scene.revealed[0]
    assert scene.view is not None
    return scene.view.record[0]


class Grid(list[Any]):
    """A list of rows that can be indexed as an array: ``grid[row, column]``, or ``grid[row]``."""

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, tuple):
            row, column = place
            return list.__getitem__(self, row)[column]
        return list.__getitem__(self, place)


def reading(record: NDArray[np.void]) -> Any:
    """The one record of the array ``record``, with Python numbers for its fields.

    Un-compiled kernel functions that only read single entries run on it some ten times as fast
    as on NumPy's record. Where functions are compiled they take NumPy's record alone, and get it.
    """
    if JIT_ENABLED:
        return record[0]
    names = record.dtype.names or ()
    return SimpleNamespace(**dict(zip(names, map(_plain, record[0].item()), strict=True)))


def _plain(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    return Grid(value.tolist()) if value.ndim > 1 else value.tolist()


def before(scene: Scene, seat: int) -> Markup:
    """The cards of a seat; the viewer's own are the hand."""
    return Markup() if seat == scene.viewer else _row(scene.game, _cards_at(scene, seat))


def hand(scene: Scene) -> Markup:
    """The viewer's cards."""
    cards = _cards_at(scene, scene.viewer) if scene.viewer >= 0 else ()
    if not cards:
        return Markup()
    return fan([_card(scene.game, text) for text in cards], _("Your hand"), look="loose")


def _cards_at(scene: Scene, seat: int) -> Sequence[str]:
    """The cards of a seat as the game lists them; none where it does not."""
    cards_at = scene.game.hook(rooms.cards_at)
    return () if cards_at is None or scene.view is None else cards_at(seen(scene), seat)


def _row(game: Game, cards: Sequence[str]) -> Markup:
    """Open cards side by side, and those face down as one fan."""
    shown = [_card(game, text) for text in cards if text != _FACE_DOWN]
    hidden = len(cards) - len(shown)
    fans = [rival_fan(_deck(game), hidden)] if hidden else []
    words = cards_words(len(cards)) if shown else ""  # a fan says itself how many it holds
    return row([*shown, *fans], words, look="plain-cards") if cards else Markup()


def _card(game: Game, text: str) -> Markup:
    deck = _deck(game)
    if text == _FACE_DOWN:
        return back(deck)
    known = game.hook(rooms.DECK) is not None and text in DECKS[deck].cards
    return card(deck, text) if known else blank_card(text)


def _deck(game: Game) -> str:
    return game.hook(rooms.DECK) or "french"


def plain_look(game: Game) -> str:
    """The class of a table with these buttons, for which less room is kept where they are few."""
    return " plain few" if game.rules.MAX_LEGAL <= _FEW else " plain"


def ask(scene: Scene) -> str:
    """No prompt: the buttons name the moves."""
    return ""


def actions(scene: Scene) -> Markup:
    """A button for each legal move; where they are many, in notation too, grouped or narrowed."""
    view = scene.view
    if view is None or not view.legal:
        return Markup()
    buttons = [_move(view, action, n) for n, action in enumerate(view.legal)]
    if len(buttons) <= _FEW:
        return el("div", buttons, class_="moves", data_key="moves")
    if len(buttons) <= _MANY:
        return el("div", _groups(view, buttons), class_="moves grouped", data_key="moves")
    words = ngettext("Search {n} move", "Search {n} moves", len(buttons))
    words = words.format(n=len(buttons))
    narrow = el(
        "input",
        type="search",
        class_="narrow-moves",
        placeholder=words,
        aria_label=words,
        autocomplete="off",
        data_filter=_MOVES_ID,
        data_key="narrow",
    )
    listed = el("div", buttons, id=_MOVES_ID, class_="moves listed", data_key="moves")
    return join([narrow, listed])


def _move(view: SeatView, action: int, n: int) -> Markup:
    text, words = view.action_text(action), view.action_words(action)
    shortcut = _KEYS[n] if n < len(_KEYS) else ""
    if words == text or len(view.legal) <= _FEW:
        return action_button(action, words, shortcut)
    return action_button(action, f"{text} · {words}", shortcut)


def _groups(view: SeatView, buttons: Sequence[Markup]) -> list[Markup]:
    """Rows of the moves whose notation begins with the same sign."""
    begin = [view.action_text(action)[:1] for action in view.legal]
    # Moves that begin alike stand together even where their ids do not.
    order = sorted(range(len(buttons)), key=lambda i: (begin.index(begin[i]), i))
    return [
        el("div", [buttons[i] for i in row], class_="move-row", data_key=f"row-{sign}")
        for sign, row in groupby(order, key=lambda i: begin[i])
    ]


def move(view: SeatView, turn: Sequence[int], scene: Scene | None) -> Markup:
    """A turn in words, its French cards drawn."""
    return cards_in(turn_words(view, turn))


def result(scene: Scene) -> Markup:
    """The winner, and the points of each side."""
    points = scene.result
    if points is None:
        return Markup()
    rows = [
        el(
            "tr",
            el("th", side_label(scene, team), scope="row"),
            el("td", points_text(points[team[0]])),
        )
        for team in scene.game.teams(scene.options)
    ]
    table = el("table", el("tbody", rows), class_="points")
    return join([el("p", verdict(points, scene.viewer), class_="verdict"), table])


def decided(scene: Scene) -> rooms.Decided | None:
    """Nothing: the result says it all."""
    return None


def side_points(scene: Scene) -> Sequence[float]:
    """The points that decide the match, from the second deal on: before, there are none."""
    game = scene.game
    if scene.deal < 2 or (game.match_field is None and not scene.totals):
        return ()
    totals, standing = np.array(scene.totals), parse_standing(game, scene.standing)
    return tuple(deciding_points(game, scene.options, totals, standing).tolist())


def scores(scene: Scene) -> Markup:
    """A score for each side."""
    points = face_of(scene.game).side_points(scene)
    return join(
        score(side_label(scene, team), points_text(held), side=n)
        for n, (team, held) in enumerate(zip(scene.game.teams(scene.options), points, strict=False))
    )


def side_label(scene: Scene, team: tuple[int, ...]) -> str:
    """A side as the viewer calls it: ``Us`` and ``Them``, ``You``, or the names of its seats."""
    if len(team) > 1 and scene.viewer >= 0:
        return _("Us") if scene.viewer in team else _("Them")
    if scene.viewer in team:
        return _("You")
    return names_words([seat_name(scene.seats[seat]) for seat in team])


@cache
def picture() -> Markup:
    """Three tokens and a die, for a game without a picture of its own."""
    return picture_of(
        Markup(
            '<g fill="#c98f1e"><circle cx="92" cy="48" r="17"/></g>'
            '<g fill="#f6cf6b"><circle cx="92" cy="43" r="17"/></g>'
            '<g fill="#3a70ab"><circle cx="124" cy="32" r="17"/></g>'
            '<g fill="#79aee3"><circle cx="124" cy="27" r="17"/></g>'
            '<g transform="rotate(12 154 48)">'
            '<rect x="138" y="30" width="34" height="34" rx="6" fill="#fffdf4"/>'
            '<g fill="#1d2530"><circle cx="147" cy="39" r="3"/><circle cx="155" cy="47" r="3"/>'
            '<circle cx="163" cy="55" r="3"/></g></g>'
        )
    )


def _field(scene: Scene, field: Field) -> Markup | None:
    value = _visible(scene, field)
    if value is None:
        return None
    name = field.name.replace("_", " ")
    return el("div", el("dt", name, title=field.described()), el("dd", value))


def _visible(scene: Scene, field: Field) -> str | None:
    """A field's value as far as the viewer may see it, as text; None where it is not theirs."""
    value = np.asarray(seen(scene)[field.name])
    if scene.revealed is not None or field.visibility is Visibility.PUBLIC:
        return _numbers(value)
    if field.visibility is Visibility.HIDDEN or scene.viewer < 0:
        return None
    owner = scene.viewer
    if field.visibility is Visibility.PAIR:
        teams = scene.game.teams(scene.options)
        owner = next(i for i, members in enumerate(teams) if scene.viewer in members)
    return _numbers(value[owner])


def _numbers(value: Any) -> str:
    """Numbers in a line; rows of an array apart."""
    if value.ndim <= 1:
        return " ".join(str(n) for n in np.ravel(value).tolist())
    return " / ".join(_numbers(row) for row in value)


# -- faces ----------------------------------------------------------------------------------------


def pick(game: Game, text: str) -> tuple[Markup, ...]:
    """The ``text`` that a field of a question takes, drawn: the cards of the deck that it means."""
    draw = game.hook(rooms.pick)
    if draw is not None:
        return draw(text)
    deck = game.hook(rooms.DECK) or "french"
    return (drawing(deck, text),) if text in DECKS[deck].cards else ()


def pick_words(game: Game, text: str) -> str:
    """The name of what :func:`pick` draws; the ``text`` itself where nothing names it."""
    name = game.hook(rooms.pick_words)
    if name is not None:
        return name(text)
    deck = game.hook(rooms.DECK) or "french"
    return card_name(deck, text) if text in DECKS[deck].cards else text


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
    decided: Callable[[Scene], rooms.Decided | None]
    scores: Callable[[Scene], Markup]
    side_points: Callable[[Scene], Sequence[float]]
    counter_clockwise: bool = False


PLAIN = Face(board, before, hand, ask, actions, move, result, picture, decided, scores, side_points)
_PARTS: tuple[rooms.Hook[Any], ...] = (
    rooms.board,
    rooms.before,
    rooms.hand,
    rooms.ask,
    rooms.actions,
    rooms.move,
    rooms.result,
    rooms.picture,
    rooms.decided,
    rooms.scores,
    rooms.side_points,
)


@cache
def face_of(game: Game) -> Face:
    """The face of ``game``."""
    own = {part.name: game.hook(part) for part in _PARTS}
    drawn = {name: function for name, function in own.items() if function is not None}
    return replace(PLAIN, **drawn, counter_clockwise=bool(game.hook(rooms.COUNTER_CLOCKWISE)))


@cache
def sheets(game: Game) -> tuple[str, ...]:
    """The style sheets in the game's folder: ``face.css``, then those named ``face_*.css``."""
    return tuple(sorted(path.name for path in game.folder.glob("face*.css")))
