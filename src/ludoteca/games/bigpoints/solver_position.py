"""Positions of the reduced game of the thesis, as people and programs write them.

Two players, one to five colours, no white or black discs left anywhere; a disc is worth the number
of colours minus the place of its pawn on the stair. Reading ``strict``: a pawn may not move where
it leaves no free disc to take.

Source: M. M. Furquim Mendonça, Big Points: uma análise baseada na teoria dos jogos, UnB 2016,
sections 2.4, 3.2 and 3.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _

from .keys import COLOURS, KINDS
from .record import BLACK, LENIENT, ON_STAIR, OVER, OWN_MOVE, START, WHITE

AHEAD, BEHIND, STAIR = "ahead", "behind", "stair"
MOST_DISCS = 55  #: discs of a row that the solver's sets and stack are laid out for
MOST_OF_A_COLOUR = 10

Move = tuple[int, str]
"""A pawn, by the digit of its colour (1 to 5), and ``ahead``, ``behind`` or ``stair``."""

_GONE = "0.·"  # the thesis writes 0 for a disc that is no longer there
_SIGN = {AHEAD: "+", BEHIND: "-", STAIR: "^"}


def move_text(move: Move) -> str:
    """The move in the game's notation.

    >>> move_text((3, "ahead"))
    '3+'
    """
    return f"{move[0]}{_SIGN[move[1]]}"


@dataclass(frozen=True)
class Position:
    """A position between two moves.

    ``row``: discs from the start to the stair, ``0`` where one was taken. ``pawns``: for each
    colour the index of the disc under its pawn, ``START`` or ``ON_STAIR``. ``stair``: the digits
    of the pawns there, first arrival first. ``held``: for each of two seats the discs of each
    colour. ``to_move``: seat 0 or 1.

    >>> Position.at_start("1122").moves()
    ((1, 'ahead'), (2, 'behind'), (2, 'ahead'))
    """

    row: str
    pawns: tuple[int, ...]
    stair: str
    held: tuple[tuple[int, ...], tuple[int, ...]]
    to_move: int = 0

    def __post_init__(self) -> None:
        if fault := _fault(self):
            raise BadInput(fault)

    @classmethod
    def at_start(cls, board: str, colours: int | None = None) -> Position:
        """The start of a game on ``board``, such as ``"1122"``.

        ``colours`` is needed only where the highest colours have no disc on the row.
        """
        if set(board) & set("WBwb"):
            raise BadInput(
                _("the exact solver has no white or black discs; write a row of the digits 1 to 5")
            )
        if not board or not set(board) <= set("12345"):
            raise BadInput(
                _("{board!r} is not a row: write the digits 1 to 5, such as 33545221551224441133")
                .format(board=board)
            )  # fmt: skip
        n = max(int(d) for d in board) if colours is None else colours
        nothing = (0,) * n
        return cls(board, (START,) * n, "", (nothing, nothing))

    @classmethod
    def of_record(cls, s: Any) -> Position:
        """The position of a state record of the kernel (one element or its view by a seat)."""
        n = int(s.colours)
        special = (s.held[0, WHITE], s.held[1, WHITE], s.held[0, BLACK], s.held[1, BLACK])
        if int(s.players) != 2:
            raise BadInput(_("the exact solver plays for two players only"))
        if s.track[WHITE] or s.track[BLACK] or any(special):
            raise BadInput(_("the exact solver needs all white and black discs gone"))
        if int(s.reading) == LENIENT:
            raise BadInput(_("the exact solver knows the strict reading only"))
        if int(s.phase) not in (OWN_MOVE, OVER):
            raise BadInput(_("the exact solver needs the row laid and a turn about to begin"))
        row = ["0"] * int(s.length)
        for c in range(KINDS):
            for i in range(len(row)):
                if int(s.track[c]) >> i & 1:
                    row[i] = str(c + 1)
        arrived = sorted((int(s.place[c]), c) for c in range(n) if s.place[c])
        held = [tuple(int(s.held[seat, c]) for c in range(n)) for seat in range(2)]
        pawns = tuple(int(s.pawn[c]) for c in range(n))
        stair = "".join(str(c + 1) for _place, c in arrived)
        return cls("".join(row), pawns, stair, (held[0], held[1]), int(s.to_move))

    @property
    def colours(self) -> int:
        """The number of colours and pawns."""
        return len(self.pawns)

    @property
    def is_over(self) -> bool:
        """True when all pawns are on the stair."""
        return len(self.stair) == self.colours

    @property
    def points(self) -> tuple[int, int]:
        """Points of seats 0 and 1; colours whose pawn still walks count nothing yet."""
        worth = {int(d) - 1: self.colours - 1 - place for place, d in enumerate(self.stair)}
        first, second = (sum(h[c] * v for c, v in worth.items()) for h in self.held)
        return first, second

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, by colour, behind before ahead."""
        found: list[Move] = []
        for c in range(self.colours):
            if self.pawns[c] == ON_STAIR:
                continue
            landing = self._landing(c)
            if landing is None:
                found.append((c + 1, STAIR))
                continue
            sides = (BEHIND, AHEAD)
            found += [(c + 1, side) for side in sides if self._taken(c, landing, side) is not None]
        return tuple(found)

    def after(self, move: Move) -> Position:
        """The position after a legal move."""
        if move not in self.moves():
            legal = " ".join(move_text(m) for m in self.moves())
            raise BadInput(
                _("{move} is not legal here; legal: {legal}").format(
                    move=move_text(move), legal=legal
                )
            )
        c = move[0] - 1
        landing = self._landing(c)
        pawns, held = list(self.pawns), [list(h) for h in self.held]
        row, stair, gained = self.row, self.stair, c
        if landing is None:
            pawns[c] = ON_STAIR
            stair += str(move[0])
        else:
            taken = self._taken(c, landing, move[1])
            assert taken is not None
            pawns[c] = landing
            gained = int(row[taken]) - 1
            row = f"{row[:taken]}0{row[taken + 1 :]}"
        held[self.to_move][gained] += 1
        return replace(
            self,
            row=row,
            pawns=tuple(pawns),
            stair=stair,
            held=(tuple(held[0]), tuple(held[1])),
            to_move=1 - self.to_move,
        )

    def _landing(self, c: int) -> int | None:
        i = self.row.find(str(c + 1), self.pawns[c] + 1)
        return None if i < 0 else i

    def _taken(self, c: int, landing: int, side: str) -> int | None:
        occupied = {*self.pawns[:c], landing, *self.pawns[c + 1 :]}
        indices: Sequence[int] = range(landing + 1, len(self.row))
        if side == BEHIND:
            indices = range(landing - 1, -1, -1)
        for i in indices:
            if self.row[i] not in _GONE and i not in occupied:
                return i
        return None


def _fault(p: Position) -> str | None:
    """What is wrong with a position, in a sentence; None if nothing is."""
    n = p.colours
    digits = [str(c + 1) for c in range(n)]
    if not 1 <= n <= COLOURS:
        return _("a position has 1 to 5 pawns, this one {n}").format(n=n)
    if not set(p.row) <= {*digits, *_GONE}:
        return _("the row {row} has other discs than 1 to {n}, and 0 for a taken one").format(
            row=p.row, n=n
        )
    if len(p.row) > MOST_DISCS or any(p.row.count(d) > MOST_OF_A_COLOUR for d in digits):
        return _("the exact solver takes rows of at most 55 discs, 10 of a colour")
    if len(set(p.stair)) != len(p.stair) or not set(p.stair) <= set(digits):
        return _("the stair {stair} must name pawns 1 to {n}, each once").format(stair=p.stair, n=n)
    if len(p.held) != 2 or any(len(h) != n or min(h) < 0 for h in p.held):
        return _("discs held are {n} counts for each of two seats").format(n=n)
    if any(sum(h[c] for h in p.held) > MOST_OF_A_COLOUR + 1 for c in range(n)):
        return _("no more than 11 discs of a colour can be held")
    if p.to_move not in (0, 1):
        return _("the seat to move is 0 or 1")
    for c, index in enumerate(p.pawns):
        walking = digits[c] not in p.stair
        on_own_disc = 0 <= index < len(p.row) and p.row[index] == digits[c]
        if walking and index != START and not on_own_disc:
            return _("pawn {pawn} must stand on a disc of its colour, before the row or on the stair").format(  # noqa: E501
                pawn=digits[c]
            )  # fmt: skip
        if not walking and index != ON_STAIR:
            return _("pawn {pawn} is named on the stair and stands elsewhere").format(
                pawn=digits[c]
            )
    return None
