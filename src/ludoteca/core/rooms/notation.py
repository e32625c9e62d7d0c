# mypy: disable-error-code="empty-body"
"""The hooks of ``notation.py``: text in and out.

Texts for people are in the language in use (``_`` of :mod:`ludoteca.core.i18n`); notation, which
records are made of, is the same in all. The laws call these functions for every viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    from ludoteca.core.moves import Moves

MOVES: Hook[Moves] = constant(
    "notation", name="MOVES", doc="the table of moves, from which their texts and words follow"
)


@function("notation")
def action_text(s: Any, a: int, /) -> str:
    """Return a move or an outcome of chance in notation, as records and typed lines name it.

    By default as ``MOVES`` has it; a game without that table must have this function.

    Parameters
    ----------
    s : record of STATE
        The position before ``a``, whole or as a seat sees it; read only.
    a : int
        The id of what a seat or chance may do there.

    Returns
    -------
    str
        One word, unlike that of all else that is possible in the position.
    """


@function("notation", required=True)
def table_text(seen: Any, seat: int, /) -> str:
    """Draw the table in text: for the terminal, playthroughs, and pages whose face has no board.

    Parameters
    ----------
    seen : record of STATE
        What ``seat`` sees; all of it once the deal is over. Read only.
    seat : int
        The viewer: a seat, or ``SPECTATOR``.

    Returns
    -------
    str
        Several lines, score and stake in the first of them, without colours
        (:func:`table_styles`).
    """


@function("notation")
def action_words(seen: Any, a: int, /) -> str:
    """Say a move or an outcome of chance in a few words: on buttons, in logs and advice.

    By default as ``MOVES`` has it, else as :func:`action_text`. It may also be typed.

    Parameters
    ----------
    seen : record of STATE
        The position before ``a`` as somebody sees it who sees all of ``a``; read only.
    a : int
        The id of what a seat or chance may do there.
    """


@function("notation")
def token_text(s: Any, token: int, /) -> str:
    """Return as one word what a seat saw of a move that it saw in part.

    Asked for tokens that ``observed_action`` makes, but for the move itself and ``HIDDEN``. A game
    without such tokens needs it not; where it is missing a record has ``?`` there.

    Parameters
    ----------
    s : record of STATE
        The position before the move, whole or as the seat sees it; read only.
    token : int
        What the seat saw.
    """


@function("notation")
def token_words(s: Any, token: int, /) -> str:
    """Say in a few words what a seat saw of a move that it saw in part: for logs.

    Asked as :func:`token_text`, which is shown where this is missing.

    Parameters
    ----------
    s : record of STATE
        The position before the move, as the seat sees it; read only.
    token : int
        What the seat saw.
    """


@function("notation")
def speaker(seen: Any, a: int, /) -> int:
    """Return the seat that says or shows what a chance move reveals: a declaration, a hand.

    Logs, the terminal and replays name it. By default chance is named.

    Parameters
    ----------
    seen : record of STATE
        The position before ``a`` as somebody sees it who sees all of ``a``; read only.
    a : int
        The id of a chance move.

    Returns
    -------
    int
        A seat, or ``CHANCE`` where nobody says it.
    """


@function("notation")
def log_line(
    moves: Sequence[tuple[Any, int]], after: Any, viewer: int, /
) -> tuple[int, str] | None:
    """Tell the moves since the last line of a log in a sentence: a turn, a trick.

    Asked after each move, by the pages' logs and replays. By default each move is a line.

    Parameters
    ----------
    moves : sequence of (record of STATE, int)
        The position before each move since the last line, and the token seen of the move, as
        ``viewer`` saw them; in a replay with open cards, whole records and the moves.
    after : record of STATE
        The position after the last of them, likewise.
    viewer : int
        The reader, who is called "you": a seat, or ``SPECTATOR``.

    Returns
    -------
    tuple of int and str, or None
        Whom the line is about, a seat or ``CHANCE``, and the sentence, "" where there is nothing
        to say; None to wait for more moves.
    """


@function("notation")
def deal_part(seen: Any, /) -> str:
    """Name the part of the deal, a trick or a lance, that the next move belongs to.

    Moves of a replay stand below it as a heading; by default there are no headings.

    Parameters
    ----------
    seen : record of STATE
        The position before the move as a spectator sees it; read only.

    Returns
    -------
    str
        "" for moves that need no heading.
    """


@function("notation")
def question(seen: Any, /) -> str:
    """Ask the seat to move for what it is to do now: the prompt of the terminal.

    By default the prompt lists the legal moves.

    Parameters
    ----------
    seen : record of STATE
        What the seat to move sees; read only.

    Returns
    -------
    str
        A question without a sign for the cursor at its end.
    """


@function("notation")
def read_line(seen: Any, line: str, /) -> list[str] | None:
    """Turn a typed line into moves: for games in which a person makes several at once.

    By default a line is one move, in notation or in words.

    Parameters
    ----------
    seen : record of STATE
        What the seat to move sees; read only.
    line : str
        As it was typed, in capital letters or not.

    Returns
    -------
    list of str, or None
        The moves in notation, in order; None for a line of another kind, which is then read as one
        move.

    Raises
    ------
    BadInput
        With one sentence, for a line that is meant so and cannot be played.
    """


@function("notation")
def line_text(seen: Any, moves: Sequence[int], /) -> str:
    """Write the moves of a turn as :func:`read_line` takes them, for whoever is advised them.

    By default they stand in notation one after the other.

    Parameters
    ----------
    seen : record of STATE
        What the seat to move sees before the first of them; read only.
    moves : sequence of int
        Ids, in order; at least one.
    """


@function("notation")
def standing_words(standing: Any, /) -> str:
    """Say the score between two deals of a match, in the terminal.

    By default the fields of the standing are named with their numbers.

    Parameters
    ----------
    standing : record of STANDING
        The score after the last deal; read only.
    """


@function("notation")
def cards_at(seen: Any, seat: int, /) -> Sequence[str]:
    """List the cards that a seat holds or has before it, for the page's plain face to draw.

    By default no cards are drawn. Not asked where ``face.py`` draws hands itself.

    Parameters
    ----------
    seen : record of STATE
        What the viewer sees; all of it once the deal is over. Read only.
    seat : int
        Any seat, the viewer's own among them.

    Returns
    -------
    sequence of str
        A short text for each card, of ``DECK`` where the game has that; ``?`` for one face down.
    """


@function("notation")
def cards_on_table(seen: Any, /) -> Sequence[str | tuple[str, int]]:
    """List the cards that lie in the middle, for the page's plain face to draw.

    By default none are drawn.

    Parameters
    ----------
    seen : record of STATE
        What the viewer sees; all of it once the deal is over. Read only.

    Returns
    -------
    sequence of str, or of str and int
        Texts as those of :func:`cards_at`. The card that a seat played is a pair of the text and
        the seat, in the order in which they were played.
    """


DECK: Hook[str] = constant(
    "notation",
    name="DECK",
    doc="the deck, french or spanish, by whose names cards are listed: KS, 12O",
)


@function("notation")
def table_styles(text: str, /) -> Iterable[tuple[int, int, str]]:
    """Give the colours of a text of the terminal; by default it has none.

    Parameters
    ----------
    text : str
        What is about to be printed: a :func:`table_text`, or another line of the deal.

    Returns
    -------
    iterable of (int, int, str)
        The first character of each coloured part, the one after its last, and a style of Rich.
    """
