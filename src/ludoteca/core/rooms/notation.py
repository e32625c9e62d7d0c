# mypy: disable-error-code="empty-body"
"""The hooks of ``notation.py``: text in and out."""

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
    """Return a move or an outcome of chance as one word; by default as ``MOVES`` has it."""


@function("notation", required=True)
def table_text(seen: Any, seat: int, /) -> str:
    """Draw the table in text of several lines."""


@function("notation")
def action_words(seen: Any, a: int, /) -> str:
    """Say a move in a few words of the player's language; by default as ``MOVES`` has it."""


@function("notation")
def token_text(s: Any, token: int, /) -> str:
    """Return as one word what a seat saw of a move that it saw in part."""


@function("notation")
def token_words(s: Any, token: int, /) -> str:
    """Say in a few words what a seat saw of a move that it saw in part."""


@function("notation")
def speaker(seen: Any, a: int, /) -> int:
    """Return the seat that says or shows what the chance move ``a`` reveals, or ``CHANCE``."""


@function("notation")
def log_line(
    moves: Sequence[tuple[Any, int]], after: Any, viewer: int, /
) -> tuple[int, str] | None:
    """Tell the moves since the last line of the log in a sentence; None to wait for more.

    ``moves`` are records before each move and the tokens seen of it, ``after`` is the record after
    the last one, all as ``viewer`` (a seat or ``SPECTATOR``) sees them. Returned are whom the line
    is about, a seat or ``CHANCE``, and the sentence; "" where there is nothing to say.
    """


@function("notation")
def deal_part(seen: Any, /) -> str:
    """Name the part of the deal, a trick or a lance, that the next move belongs to.

    It is the heading of its moves in a replay; "" where they need none.
    """


@function("notation")
def question(seen: Any, /) -> str:
    """Ask the seat to move for what it is to do now."""


@function("notation")
def read_line(seen: Any, line: str, /) -> list[str] | None:
    """Turn a typed line into moves in notation; None where it is no answer."""


@function("notation")
def line_text(seen: Any, moves: Sequence[int], /) -> str:
    """Write the moves of a turn as ``read_line`` takes them, for whoever is advised them."""


@function("notation")
def standing_words(standing: Any, /) -> str:
    """Say the score between two deals."""


@function("notation")
def cards_at(seen: Any, seat: int, /) -> Sequence[str]:
    """List the cards that ``seat`` holds or has before it; ``?`` is one face down."""


@function("notation")
def cards_on_table(seen: Any, /) -> Sequence[str | tuple[str, int]]:
    """List the cards that lie in the middle, for everybody; ``?`` is one face down.

    The card of a seat is a pair of the card and the seat, in the order in which they were played.
    """


DECK: Hook[str] = constant(
    "notation",
    name="DECK",
    doc="the deck, french or spanish, by whose names cards are listed: KS, 12O",
)


@function("notation")
def table_styles(text: str, /) -> Iterable[tuple[int, int, str]]:
    """Give the colours of a text of the table: start, end and style of each part."""
