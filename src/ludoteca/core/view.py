"""A seat's view: all that a player, a worker process or a browser ever gets of a position.

It may come with the past, which is the records of the deal so far as the seat saw them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import IllegalMove
from ludoteca.core.i18n import _
from ludoteca.core.ids import HIDDEN
from ludoteca.core.layout import Visibility
from ludoteca.core.moves import read
from ludoteca.core.options import Options
from ludoteca.core.shuffles.look import Look, look_in_use, looking

if TYPE_CHECKING:
    from ludoteca.core.game import Game


_Packed: TypeAlias = tuple[bytes, bytes, bytes, bytes]
"""The first record, and of all changes: the places, the values, and how many there are by then."""


class Past(Sequence[NDArray[np.void]]):
    """The records of a deal after each of its moves, kept as the bytes that each move changed.

    ``first``, the one before any move, is the first; each that is read is a new array, records [1].
    A record has hundreds of bytes, of which a move changes a few: a deal of 600 moves takes some
    tens of kilobytes here and would take a megabyte as an array. A reader rebuilds only the records
    that it reads.
    """

    def __init__(self, first: NDArray[np.void]) -> None:
        self._first, self._last = first.copy(), first.copy()
        # Two bytes for a place in the record, four where it is larger than that.
        self._places = array("H" if first.dtype.itemsize <= 1 << 16 else "I")
        self._values = bytearray()
        self._ends = array("I")

    @classmethod
    def of(cls, records: Sequence[NDArray[np.void]]) -> Past:
        """The past of ``records``, each records [1], of which there must be one."""
        past = cls(records[0])
        for record in records[1:]:
            past.append(record)
        return past

    def append(self, record: NDArray[np.void]) -> None:
        """Add the ``record`` after the next move, as records [1]."""
        now = record.view(np.uint8)
        changed = np.flatnonzero(self._last.view(np.uint8) != now)
        self._places.frombytes(changed.astype(self._places.typecode).tobytes())
        self._values += now[changed].tobytes()
        self._ends.append(len(self._values))
        self._last[:] = record

    def __len__(self) -> int:
        return len(self._ends) + 1

    @overload
    def __getitem__(self, number: int) -> NDArray[np.void]: ...
    @overload
    def __getitem__(self, number: slice) -> list[NDArray[np.void]]: ...
    def __getitem__(self, number: Any) -> Any:
        """The record after ``number`` moves; raises ``IndexError``."""
        numbers = range(len(self))[number]
        if isinstance(numbers, range):
            return [self[n] for n in numbers]
        if numbers == len(self) - 1:
            return self._last.copy()
        record = self._first.copy()
        end = self._ends[numbers - 1] if numbers else 0
        # Of changes of the same byte the last one counts.
        record.view(np.uint8)[self._changes()[0][:end]] = self._changes()[1][:end]
        return record

    def __iter__(self) -> Iterator[NDArray[np.void]]:
        record = self._first.copy()
        yield record.copy()
        places, values = self._changes()
        begin = 0
        for end in self._ends:
            record.view(np.uint8)[places[begin:end]] = values[begin:end]
            yield record.copy()
            begin = end

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Past) and self.packed() == other.packed()

    def __hash__(self) -> int:
        return hash(self.packed())

    def _changes(self) -> tuple[NDArray[Any], NDArray[np.uint8]]:
        places = np.frombuffer(self._places, self._places.typecode)
        return places, np.frombuffer(self._values, np.uint8)

    def copy(self) -> Past:
        """An independent copy."""
        return Past.unpacked(self._first.dtype, self.packed())

    def seen(self, mask: NDArray[np.uint8]) -> Past:
        """The same as a viewer sees it: every byte zeroed that ``mask`` does not show.

        ``mask`` is uint8 [bytes of a record], 255 where the byte is seen.
        """
        places, values = self._changes()
        shown = mask[places] != 0  # a change that is not seen leaves no trace
        by_then = np.concatenate(([0], np.cumsum(shown)))
        ends = by_then[np.frombuffer(self._ends, self._ends.typecode)]
        first = (self._first.view(np.uint8) & mask).tobytes()
        parts = (places[shown], values[shown], ends.astype(self._ends.typecode))
        return Past.unpacked(self._first.dtype, (first, *(part.tobytes() for part in parts)))

    def packed(self) -> _Packed:
        """The past as bytes, equal where all records are."""
        places, ends = self._places.tobytes(), self._ends.tobytes()
        return self._first.tobytes(), places, bytes(self._values), ends

    @classmethod
    def unpacked(cls, dtype: np.dtype[np.void], packed: _Packed) -> Past:
        """The past that :meth:`packed` made of records of ``dtype``."""
        first, places, values, ends = packed
        past = cls(np.frombuffer(first, dtype))
        past._places.frombytes(places)
        past._values += values
        past._ends.frombytes(ends)
        record = past._last.view(np.uint8)
        record[past._changes()[0]] = past._changes()[1]
        return past


class Memory(IntEnum):
    """The part of a match that a player reads, beside the position: none, the deal, or all deals.

    ``True`` is as good as ``DEAL``.
    """

    NOTHING = 0
    DEAL = 1
    MATCH = 2


EARLIER = 6  #: deals before the present one that ``Memory.MATCH`` goes back, at most


class Token(NamedTuple):
    """A move as one seat saw it: who made it, and the token (``HIDDEN``, coarse, or the id)."""

    actor: int
    token: int


@dataclass(frozen=True)
class SeatView:
    """The knowledge of one seat.

    Attributes
    ----------
    record : records [1]
        With all that the seat may not see zeroed.
    tokens
        What the seat saw of each move of the deal, its information state.
    current_player
        A seat, ``CHANCE`` or ``TERMINAL``.
    legal
        The legal ids, ascending, when it is this seat's turn; else empty.
    past
        For players that read the others' moves: ``record`` as it was before each of ``tokens`` and
        as it is after them, or None where nobody asked for it.
    standing : records [1] or None
        The score before this deal; None where it is not told.
    earlier
        For players that read the match: the ends of its last deals before this one, as this seat
        saw them, each with its ``past``; else empty.
    look
        How the cards look at the table, for words about them; None elsewhere.
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
    earlier: tuple[SeatView, ...] = field(default=(), compare=False, repr=False)
    look: Look | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle in few pieces: a busy server sends hundreds a second to its workers."""
        tokens = array("q", chain.from_iterable(self.tokens)).tobytes()
        record = self.record.tobytes()
        given = (self.game, self.options, self.seat, record, tokens)
        past = None if self.past is None else self.past.packed()
        standing = None if self.standing is None else self.standing.tobytes()
        now = (self.current_player, self.legal)
        return _unpacked, (*given, *now, past, standing, self.earlier, self.look)

    @property
    def num_players(self) -> int:
        """Seats at this table."""
        return self.game.num_players(self.options)

    def after(self, actions: Sequence[int]) -> SeatView:
        """The view after moves that the seat has not made yet, as far as it can tell.

        The rules run on the masked record, so nothing is learned by trying; what these moves would
        show is still unknown there. Nothing is legal where chance or another seat comes next.

        Raises
        ------
        IllegalMove
            At the first move that is not legal; the view stays as it is.
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
        with looking(self.look or look_in_use()):
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
    game: Game,
    options: Options,
    seat: int,
    record: bytes,
    tokens: bytes,
    current_player: int,
    legal: tuple[int, ...],
    past: _Packed | None,
    standing: bytes | None,
    earlier: tuple[SeatView, ...],
    look: Look | None,
) -> SeatView:
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
        earlier=earlier,
        look=look,
    )
