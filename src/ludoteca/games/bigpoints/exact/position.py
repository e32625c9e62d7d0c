"""Positions of the reduced game of the thesis, as people and programs write them.

Two players, one to five colours, no white or black discs left anywhere, reading ``strict``. The
rules are those of the kernel: a position is played on over a record of its state, and any search
of :mod:`ludoteca.solve` takes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options
from ludoteca.core.registry import load_game

from .. import rules
from ..rules import BLACK, COLOURS, LENIENT, ON_STAIR, OVER, OWN_MOVE, START, WHITE

AHEAD, BEHIND, STAIR = "ahead", "behind", "stair"
MOST_DISCS = 55  #: discs of a row that the solver's sets and stack are laid out for
MOST_OF_A_COLOUR = 10

Move = tuple[int, str]
"""A pawn, by the digit of its colour (1 to 5), and ``ahead``, ``behind`` or ``stair``."""

_GONE = "0.·"  # the thesis writes 0 for a disc that is no longer there
_SIGN = {AHEAD: "+", BEHIND: "-", STAIR: "^"}
_SIDE = {AHEAD: rules.AHEAD, BEHIND: rules.BEHIND}


@cache
def _move_of(action: int) -> Move:
    """The move of the kernel's ``action``."""
    side = {rules.AHEAD: AHEAD, rules.BEHIND: BEHIND}.get(int(rules.side_of(action)), STAIR)
    return int(rules.pawn_of(action)) + 1, side


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
        special = (s.held[0, WHITE], s.held[1, WHITE], s.held[0, BLACK], s.held[1, BLACK])
        if int(s.players) != 2:
            raise BadInput(_("the exact solver plays for two players only"))
        if s.track[WHITE] or s.track[BLACK] or any(special):
            raise BadInput(_("the exact solver needs all white and black discs gone"))
        if int(s.reading) == LENIENT:
            raise BadInput(_("the exact solver knows the strict reading only"))
        if int(s.phase) not in (OWN_MOVE, OVER):
            raise BadInput(_("the exact solver needs the row laid and a turn about to begin"))
        position = cls._read(s)
        position.__post_init__()
        return position

    @classmethod
    def _read(cls, s: Any) -> Position:
        """The position of a record of the reduced game, which needs no check."""
        n = int(s.colours)
        row = ["0"] * int(s.length)
        for c, track in enumerate(s.track.tolist()):
            while track:
                row[(track & -track).bit_length() - 1] = str(c + 1)
                track &= track - 1
        arrived = sorted((place, c) for c, place in enumerate(s.place.tolist()) if place)
        held = tuple(s.held[0, :n].tolist()), tuple(s.held[1, :n].tolist())
        pawns = tuple(s.pawn[:n].tolist())
        stair = "".join(str(c + 1) for _place, c in arrived)
        position = cls.__new__(cls)
        position.__dict__.update(
            row="".join(row), pawns=pawns, stair=stair, held=held, to_move=int(s.to_move)
        )
        return position

    @property
    def game(self) -> Game:
        """Big Points."""
        return load_game("bigpoints")

    @property
    def options(self) -> Options:
        """The rule options of the reduced game, complete."""
        return self.game.options({"colours": self.colours, "white": 0, "black": 0})

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
        out = np.zeros(2)
        calls.returns(self.record, 0, out)
        return int(out[0]), int(out[1])

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, by colour, behind before ahead."""
        return self._moves

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        ids = np.zeros(rules.MAX_LEGAL, np.int64)
        n = calls.legal_actions(self.record, 0, ids)
        return tuple(
            sorted(map(_move_of, ids[:n].tolist()), key=lambda move: (move[0], move[1] != BEHIND))
        )

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
        # NumPy copies records field by field; the bytes are copied in a quarter of the time.
        record = self.record.view(np.uint8).copy().view(rules.STATE.dtype)
        action = rules.STAIR + c if move[1] == STAIR else 2 * c + _SIDE[move[1]]
        calls.apply_action(record, 0, action)
        # The kernel leaves the turn where it is when the game is over.
        record[0].to_move = 1 - self.to_move
        position = Position._read(record[0])
        position.__dict__["record"] = record  # as the property would make it again
        return position

    @cached_property
    def record(self) -> NDArray[Any]:
        """The position as a record of the kernel; its key is no key of a whole game."""
        n, tracks = self.colours, [0] * self.colours
        for i, digit in enumerate(self.row):
            if digit not in _GONE:
                tracks[int(digit) - 1] |= 1 << i
        under = sum(1 << i for i in self.pawns if i >= 0)
        record = self.game.state_layout.empty()
        s = record[0]
        s.players, s.colours, s.length, s.to_move = 2, n, len(self.row), self.to_move
        s.phase = OVER if self.is_over else OWN_MOVE
        s.pawn[:n] = self.pawns
        s.track[:n] = tracks
        s.vacant = sum(tracks) & ~under
        s.held[:2, :n] = self.held
        for place, digit in enumerate(self.stair, start=1):
            s.place[int(digit) - 1] = place
        s.arrived = len(self.stair)
        return record


def _fault(p: Position) -> str | None:
    """The fault of a position, in a sentence; None if it has none."""
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
