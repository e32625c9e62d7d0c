"""Positions of the reduced game of the thesis, over records of the kernel.

Two players, one to five colours, no white or black discs left anywhere, reading ``strict``. Any
search of :mod:`ludoteca.solve` takes such a position. Moves are ids of the kernel, in the order of
the document's program.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options
from ludoteca.core.registry import load_game

from ..notation import MOVES
from ..rules import (
    BLACK,
    COLOURS,
    LENIENT,
    MAX_LEGAL,
    MOST_OF_A_KIND,
    OVER,
    OWN_MOVE,
    STAIR,
    START,
    WHITE,
)

MOST_DISCS = 55  #: discs of a row that the solver's sets and stack are laid out for

ORDER = [3 * (a // 2) + a % 2 for a in range(STAIR)] + [3 * c + 2 for c in range(COLOURS)]
"""The place of each move: pawn by pawn, behind before ahead."""


class ReducedPosition:
    """A position between two moves; ``record`` is an array of one record of the kernel.

    >>> position = ReducedPosition.at_start("1122")
    >>> [position.move_text(move) for move in position.moves()]
    ['1+', '2-', '2+']
    """

    def __init__(self, record: NDArray[Any]) -> None:
        self.record = record
        if int(record[0].length) > MOST_DISCS:
            raise BadInput(_("the exact solver takes rows of at most 55 discs, 10 of a colour"))

    @classmethod
    def at_start(cls, board: str, colours: int | None = None) -> ReducedPosition:
        """The start of a game on ``board``, such as ``"1122"``.

        ``colours`` is needed only where the highest colours have no disc on the row. The key of
        the record is no key of a whole game.
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
        if max(map(board.count, "12345")) > MOST_OF_A_KIND:
            raise BadInput(_("the exact solver takes rows of at most 55 discs, 10 of a colour"))
        record = load_game("bigpoints").state_layout.empty()
        s = record[0]
        s.players, s.length, s.phase = 2, len(board), OWN_MOVE
        s.colours = max(map(int, board)) if colours is None else colours
        s.pawn[: s.colours] = START
        for i, digit in enumerate(board):
            s.track[int(digit) - 1] |= 1 << i
        s.vacant = (1 << len(board)) - 1
        return cls(record)

    @classmethod
    def of_record(cls, record: NDArray[Any]) -> ReducedPosition:
        """The position of a record of the kernel (or of its view by a seat), of length 1.

        Raises :class:`BadInput` where it is none of the reduced game.
        """
        s = record[0]
        special = (s.held[0, WHITE], s.held[1, WHITE], s.held[0, BLACK], s.held[1, BLACK])
        if int(s.players) != 2:
            raise BadInput(_("the exact solver plays for two players only"))
        if s.track[WHITE] or s.track[BLACK] or any(special):
            raise BadInput(_("the exact solver needs all white and black discs gone"))
        if int(s.reading) == LENIENT:
            raise BadInput(_("the exact solver knows the strict reading only"))
        if int(s.phase) not in (OWN_MOVE, OVER):
            raise BadInput(_("the exact solver needs the row laid and a turn about to begin"))
        return cls(record.copy())

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
        return int(self.record[0].colours)

    @property
    def to_move(self) -> int:
        """Seat 0 or 1."""
        return int(self.record[0].to_move)

    @property
    def row(self) -> str:
        """The discs from the start to the stair, ``0`` where one was taken."""
        row = ["0"] * int(self.record[0].length)
        for c, track in enumerate(self.record[0].track.tolist()):
            while track:
                row[(track & -track).bit_length() - 1] = str(c + 1)
                track &= track - 1
        return "".join(row)

    @property
    def is_over(self) -> bool:
        """True when all pawns are on the stair."""
        return int(self.record[0].phase) == OVER

    @property
    def points(self) -> tuple[int, int]:
        """Points of seats 0 and 1; colours whose pawn still walks count nothing yet."""
        out = np.zeros(2)
        calls.returns(self.record, 0, out)
        return int(out[0]), int(out[1])

    def moves(self) -> list[int]:
        """The legal moves, in their :data:`ORDER`."""
        ids = np.zeros(MAX_LEGAL, np.int64)
        n = calls.legal_actions(self.record, 0, ids)
        return sorted(ids[:n].tolist(), key=ORDER.__getitem__)

    def move_text(self, move: int) -> str:
        """The move in the game's notation."""
        return MOVES.text(self.record[0], move)

    def after(self, move: int) -> ReducedPosition:
        """The position after a legal move."""
        if move not in self.moves():
            legal = " ".join(map(self.move_text, self.moves()))
            raise BadInput(
                _("{move} is not legal here; legal: {legal}").format(
                    move=self.move_text(move), legal=legal
                )
            )
        record = self.record.copy()
        calls.apply_action(record, 0, move)
        # The kernel leaves the turn where it is when the game is over.
        record[0].to_move = 1 - self.to_move
        return ReducedPosition(record)
