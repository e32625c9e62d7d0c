"""A seat's view: all that a player, a worker process or a browser ever gets of a position."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import IllegalMove
from ludoteca.core.i18n import _
from ludoteca.core.ids import HIDDEN
from ludoteca.core.layout import Visibility
from ludoteca.core.moves import read
from ludoteca.core.options import Options
from ludoteca.core.past import Packed, Past

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.state import Token


@dataclass(frozen=True)
class SeatView:
    """The knowledge of one seat.

    Attributes
    ----------
    record : structured array of length 1 with all that the seat may not see zeroed
    tokens : what the seat saw of each move of the deal, its information state
    current_player : a seat, ``CHANCE`` or ``TERMINAL``
    legal : the legal ids, ascending, when it is this seat's turn; else empty
    past : for players that read the others' moves: ``record`` as it was before each of ``tokens``
        and as it is after them, or None where nobody asked for it
    standing : array of length 1, the score before this deal, or None where it is not told
    """

    game: Game
    options: Options
    seat: int
    record: NDArray[np.void]
    tokens: tuple[Token, ...]
    current_player: int
    legal: tuple[int, ...]
    past: Past | None = field(default=None, compare=False, repr=False)
    standing: NDArray[np.void] | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle in few pieces: a busy server sends hundreds a second to its workers."""
        tokens = array("q", chain.from_iterable(self.tokens)).tobytes()
        record = self.record.tobytes()
        given = (self.game.name, self.options, self.seat, record, tokens)
        past = None if self.past is None else self.past.packed()
        standing = None if self.standing is None else self.standing.tobytes()
        return _unpacked, (*given, self.current_player, self.legal, past, standing)

    @property
    def num_players(self) -> int:
        """Seats at this table."""
        return self.game.num_players(self.options)

    def after(self, actions: Sequence[int]) -> SeatView:
        """The view after moves that the seat has not made yet, as far as it can tell.

        The rules run on the masked record, so nothing is learned by trying; what these moves would
        show is still unknown there. Nothing is legal where chance or another seat comes next.
        Raises :class:`IllegalMove` at the first move that is not legal; the view stays as it is.
        """
        record, legal, seat = self.record.copy(), self.legal, self.current_player
        ids, _prob = self.game.buffers()
        for action in actions:
            if action not in legal:
                raise IllegalMove(_("this move is not possible here"))
            calls.apply_action(record, 0, action)
            seat = int(calls.current_player(record, 0))
            n = calls.legal_actions(record, 0, ids) if seat == self.seat else 0
            legal = tuple(ids[:n].tolist())
        return replace(self, record=record, current_player=seat, legal=legal, past=None)

    def action_text(self, action: int) -> str:
        """A legal move in the game's notation."""
        return str(self.game.action_text(self.record[0], action))

    def action_words(self, action: int) -> str:
        """A legal move in a few words of the player's language, where the game has them."""
        return str(self.game.action_words(self.record[0], action))

    def named(self, text: str) -> int | None:
        """The legal move that somebody typed in notation or in words; None for none."""
        return read(((a, self.game.names(self.record[0], a)) for a in self.legal), text)

    def table_text(self) -> str:
        """The table as this seat sees it, in text of several lines."""
        return str(self.game.notation.table_text(self.record[0], self.seat))

    def to_json(self) -> dict[str, Any]:
        """The view as plain data: one schema for every game."""
        return {
            "game": self.game.name,
            "rules_version": self.game.info.rules_version,
            "options": self.options,
            "seat": self.seat,
            "current_player": self.current_player,
            "fields": {
                field.name: self.record[field.name][0].tolist()
                for field in self.game.state_layout
                if field.visibility is not Visibility.HIDDEN
            },
            "tokens": [
                {"actor": t.actor, "token": None if t.token == HIDDEN else t.token}
                for t in self.tokens
            ],
            "legal": [{"id": a, "text": self.action_text(a)} for a in self.legal],
        }


def _unpacked(
    name: str,
    options: Options,
    seat: int,
    record: bytes,
    tokens: bytes,
    current_player: int,
    legal: tuple[int, ...],
    past: Packed | None,
    standing: bytes | None,
) -> SeatView:
    from ludoteca.core.registry import load_game
    from ludoteca.core.state import Token

    game = load_game(name)
    numbers = iter(array("q", tokens))
    return SeatView(
        game=game,
        options=options,
        seat=seat,
        # A read-only array would be another type to the compiler.
        record=np.frombuffer(bytearray(record), game.state_layout.dtype),
        tokens=tuple(Token(actor, token) for actor, token in zip(numbers, numbers, strict=True)),
        current_player=current_player,
        legal=legal,
        past=None if past is None else Past.unpacked(game.state_layout.dtype, past),
        standing=None if standing is None else np.frombuffer(standing, game.standing_layout.dtype),
    )
