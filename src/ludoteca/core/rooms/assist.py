# mypy: disable-error-code="empty-body"
"""The hooks of ``assist.py``: a real table followed by hand from one seat.

A game without the file is followed, too: what happens is typed in notation or in words. See
:mod:`ludoteca.table.followed` and :mod:`ludoteca.table.assistant`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    import numpy as np

    from ludoteca.core.options import Options


@function("assist")
def read_event(seen: Any, actor: int, text: str, /) -> Sequence[int | range] | None:
    """Turn what somebody typed about the next move into tokens.

    By default it is the notation or the words of one move.

    Parameters
    ----------
    seen : record of STATE
        What the followed seat sees; read only.
    actor : int
        The seat to move, or ``CHANCE``.
    text : str
        As it was typed.

    Returns
    -------
    sequence of int or range, or None
        What the followed seat saw: several tokens are moves of ``actor`` one after the other, a
        range is a token of it that nobody noted. None for a text of another kind, which is then
        read as notation or words.

    Raises
    ------
    BadInput
        With one sentence for the person who typed it.
    """


@function("assist")
def assume(seen: Any, seat: int, token: int, /) -> bool:
    """Write into ``seen`` what ``seat`` knows once it saw ``token``.

    Worlds are drawn from the record in which ``token`` can come next. By default they are drawn
    until one fits, which fails for tokens that random worlds hardly ever allow, such as a hand
    that is shown.

    Parameters
    ----------
    seen : record of STATE
        What the seat sees before the token; fields that ``resample_from_infostate`` reads may be
        changed in place, and all that the seat sees is put back in each world.
    seat : int
        The followed seat.
    token : int
        What it saw of the move of another seat, or of chance.

    Returns
    -------
    bool
        False where the token cannot come.
    """


@function("assist")
def known_of(seen: Any, seat: int, token: int, /) -> str:
    """Say in one sentence why ``token`` cannot come: what is known of its cards.

    By default the sentence says that no deal fits.

    Parameters
    ----------
    seen : record of STATE
        What the seat sees; read only.
    seat : int
        The followed seat.
    token : int
        What was typed.

    Returns
    -------
    str
        "" where nothing is known, for the usual sentence.
    """


@function("assist")
def chance_words(seen: Any, seat: int, /) -> str:
    """Name what chance brings next in a few words, as what the assistant waits for.

    By default "what is dealt or shown".

    Parameters
    ----------
    seen : record of STATE
        What the seat sees, where chance is to move; read only.
    seat : int
        The followed seat.

    Returns
    -------
    str
        "" for the usual words.
    """


@function("assist")
def unseen_cards(seen: Any, seat: int, /) -> Sequence[tuple[str, int]]:
    """List the cards that a seat cannot place: the assistant's table of what is out.

    Forms of questions offer the cards of a game so, in the position before a deal. By default
    neither is shown.

    Parameters
    ----------
    seen : record of STATE
        What the seat sees; read only.
    seat : int
        The followed seat.

    Returns
    -------
    sequence of (str, int)
        Each kind of card as notation has it, and how many of it there are; those of 0 may be left
        out.
    """


@function("assist")
def read_position(text: str, options: Options, rng: np.random.Generator, out: Any, /) -> int:
    """Fill a record with a position typed as one seat sees it; return the seat.

    By default a position is what the seat saw of the deal
    (:meth:`ludoteca.table.assistant.Assistant.from_position`). The form is described in
    ``POSITION``.

    Parameters
    ----------
    text : str
        As it was typed, perhaps several lines.
    options : dict
        The values of all options.
    rng : numpy.random.Generator
        The only source of chance: it draws what is not known from what is possible.
    out : record of STATE
        Zeroed; filled in place.

    Raises
    ------
    BadInput
        With one sentence for the person who typed it.
    """


POSITION: Hook[str] = constant(
    "assist", name="POSITION", doc="how a position is typed, a message id of several lines"
)
