"""One line of reason for a move: the worth of what it takes, and of what the seat holds.

A first disc of a colour, black being one, also adds a point to each white disc that is held.
"""

from __future__ import annotations

from typing import Any

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.view import SeatView

from .bits import count
from .notation import kind_name
from .rules import BLACK, NOTHING, PASS, STAIR, WHITE, pawn_of, taken_kind, white_worth


def reason_words(view: SeatView, action: int) -> str:
    """The reason for ``action`` from what the seat sees."""
    s, me = view.record[0], view.seat
    if action == PASS:
        return _("a black disc is worth more at a later turn than an extra move now")
    pawn = int(pawn_of(action))
    if STAIR <= action < NOTHING:
        return _of_arrival(s, me, pawn) + _of_whites(s, me, pawn)
    kind = int(taken_kind(s, action))
    if kind < 0:
        text = _("no disc is taken, but the {pawn} pawn comes nearer the stair")
        return text.format(pawn=kind_name(pawn))
    if kind == BLACK:
        return _("a black disc buys an extra move at a later turn") + _of_whites(s, me, BLACK)
    if kind == WHITE:
        n = int(white_worth(s, me))
        text = ngettext(
            "a white disc counts a point for each colour that is held, {n} so far",
            "a white disc counts a point for each colour that is held, {n} so far",
            n,
        )
        return text.format(n=n)
    return _of_colour(s, me, kind) + _of_whites(s, me, kind)


def _of_whites(s: Any, me: int, kind: int) -> str:
    """The points that a disc of a new colour adds to the white ones held; "" where it adds none."""
    whites = int(s.held[me, WHITE])
    if whites == 0 or s.held[me, kind] > 0:
        return ""
    text = ngettext(
        "each white disc counts 1 more with a new colour, and {n} is held",
        "each white disc counts 1 more with a new colour, and {n} are held",
        whites,
    )
    return "; " + text.format(n=whites)


def _of_arrival(s: Any, me: int, pawn: int) -> str:
    """The worth that the colour of a pawn gets now, and who holds its discs."""
    mine = int(s.held[me, pawn]) + 1
    most = max(int(s.held[seat, pawn]) for seat in range(int(s.players)) if seat != me)
    text = _(
        "{colour} becomes worth {worth} for each disc: {mine} of them are held with this one, "
        "{most} by another"
    )
    worth = int(s.colours - 1 - s.arrived)
    return text.format(colour=kind_name(pawn), worth=worth, mine=mine, most=most)


def _of_colour(s: Any, me: int, kind: int) -> str:
    """The worth of a disc of a colour: settled, or by the place of its pawn in the race."""
    held = int(s.held[me, kind])
    if s.place[kind] > 0:
        worth = int(s.colours - s.place[kind])
        text = _("{colour} is settled: each of its discs is worth {worth}")
        return text.format(colour=kind_name(kind), worth=worth)
    ahead = sum(
        s.place[c] > 0 or _steps(s, c) < _steps(s, kind) for c in range(int(s.colours)) if c != kind
    )
    worth = int(s.colours) - 1 - int(ahead)
    text = ngettext(
        "{colour} would be worth {worth} as the pawns stand, and {n} disc of it is held so far",
        "{colour} would be worth {worth} as the pawns stand, and {n} discs of it are held so far",
        held,
    )
    return text.format(colour=kind_name(kind), worth=worth, n=held)


def _steps(s: Any, c: int) -> int:
    """Discs of the own colour that are still ahead of a pawn."""
    return int(count(s.track[c] >> (s.pawn[c] + 1)))
