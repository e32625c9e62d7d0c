# mypy: allow-untyped-defs, allow-untyped-calls
"""Rows of numbers of what a seat sees of a position, made by compiled code from the layout.

A row has the entries of the public fields, the seat's own entries of the fields that each seat or
side sees of its own, and which seat looks. Nothing else is ever read, so that a row cannot tell
what its seat may not see.

Each number is the entry itself, not scaled: ``low`` and ``high`` say between which values it lies.
An entry with more values than the type of the row holds exactly (a set of cards as a mask of bits,
above all) is spread over its bits, counted from its least value.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.jit import njit
from ludoteca.core.layout import Field, Visibility
from ludoteca.core.options import Value

Kind: TypeAlias = Literal["float32", "int8"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_EXACT = {"float32": (-(2**24), 2**24), "int8": (-128, 127)}  # what each type holds exactly
_FEW = 64  # entries that are sooner copied one by one than found as neighbours


class _Entries(NamedTuple):
    """Neighbouring entries of a record, and their place in a row.

    ``word`` is the size of an entry in bytes, ``first`` its place in the record in such words.
    With ``bits`` it is one entry, of which that many bits above ``low`` are given. ``kept`` are the
    bits that the type has, where it is unsigned; else all.
    """

    word: int
    first: int
    place: int
    number: int
    bits: int
    low: int
    kept: int

    def is_plain(self) -> bool:
        """True for words of 8 bytes that are given as they are."""
        return self.word == 8 and self.bits == 0


class ObservationSpace:
    """Rows of what a seat of ``game`` with ``options`` sees, of the type ``kind``.

    Attributes
    ----------
    names
        what each number of a row is: ``seat[1]`` (1 where that seat looks), ``hand[3]``,
        ``shown.5`` (bit 5 of the field ``shown``); of fields by seat or side the own entry is named
    low, high
        arrays [size] of the least and the greatest value of each number
    sources, plan
        int64 arrays [seats, entries] and [seats, parts, 7] from which compiled code makes a row:
        the words of 8 bytes that come first in it, one by one, and all other parts

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> game = load_game("tictactoe")
    >>> seen = ObservationSpace(game, kind="int8")
    >>> seen.of(game.new_state().record, 0).dtype.name, seen.names[:3]
    ('int8', ['seat[0]', 'seat[1]', 'cell[0]'])
    """

    def __init__(
        self, game: Game, options: Mapping[str, Value | bool] | None = None, kind: Kind = "float32"
    ) -> None:
        complete = game.options(options)
        self.game, self.kind, self.dtype = game, kind, np.dtype(kind)
        self._teams = game.teams(complete)
        seats = game.num_players(complete)
        self.names = [f"seat[{seat}]" for seat in range(seats)]
        self._ranges = [(0, 1)] * seats
        dtype = game.state_layout.dtype
        shown = [field for field in game.state_layout if field.visibility is not Visibility.HIDDEN]
        shown.sort(key=lambda field: (self._bits(field) > 0, offset_of(dtype, field.name)))
        for field in shown:
            self._describe(field)
        plans = [self._plan(seat, shown) for seat in range(seats)]
        plain = [[part for part in plan if part.is_plain()] for plan in plans]
        others = [[part for part in plan if not part.is_plain()] for plan in plans]
        if sum(part.number for part in plain[0]) > _FEW:
            plain, others = [[] for _plan in plans], plans
        words = [[part.first + n for part in parts for n in range(part.number)] for parts in plain]
        self.sources: NDArray[np.int64] = np.array(words, np.int64)
        # The rows of one seat may have more parts than those of another: filled up with nothing.
        longest = max(map(len, others))
        nothing = _Entries(8, 0, 0, 0, 0, 0, 0)
        self.plan: NDArray[np.int64] = np.array(
            [parts + [nothing] * (longest - len(parts)) for parts in others], np.int64
        ).reshape(seats, longest, len(nothing))
        self.low, self.high = np.array(self._ranges, self.dtype).T.copy()

    @property
    def size(self) -> int:
        """Length of a row."""
        return len(self.names)

    def of(self, record: NDArray[np.void], seat: int) -> NDArray[Any]:
        """The row of ``seat`` of ``record``: float32 [size], or of ``kind``.

        ``record`` is records [1], whole or as the seat sees it: the row is the same.
        """
        return self.rows_of(record, seat)[0]

    def rows_of(self, records: NDArray[np.void], seat: int) -> NDArray[Any]:
        """The rows of ``seat`` of ``records`` [N]: float32 [N, size], or of ``kind``."""
        n = len(records)
        out = np.zeros((n, self.size), self.dtype)
        seats = np.full(n, seat, np.int32)
        write_rows(words_of(records), self.sources, self.plan, 0, n, seats, out)
        return out

    def _bits(self, field: Field) -> int:
        """Bits over which an entry is spread; 0 where it is given as it is."""
        low, high = _EXACT[self.kind]
        if low <= field.low and field.high <= high:
            return 0
        return int(field.high - field.low).bit_length()

    def _describe(self, field: Field) -> None:
        own = field.visibility is not Visibility.PUBLIC
        bits = self._bits(field)
        for index in product(*map(range, field.shape[1 if own else 0 :])):
            name = field.name + (f"[{','.join(map(str, index))}]" if index else "")
            self.names += [f"{name}.{bit}" for bit in range(bits)] if bits else [name]
            self._ranges += [(0, 1)] * bits if bits else [(field.low, field.high)]

    def _plan(self, seat: int, shown: list[Field]) -> list[_Entries]:
        """The parts of the row of ``seat``, those merged that are neighbours in record and row."""
        parts, place = list[_Entries](), sum(map(len, self._teams))
        for field in shown:
            entries, skipped = int(np.prod(field.shape)), 0
            if field.visibility is not Visibility.PUBLIC:
                own = seat
                if field.visibility is Visibility.PAIR:
                    own = next(n for n, team in enumerate(self._teams) if seat in team)
                entries //= field.shape[0]
                skipped = own * entries
            word, bits = field.dtype.itemsize, self._bits(field)
            first = offset_of(self.game.state_layout.dtype, field.name) // word + skipped
            kept = -1 if field.dtype.kind == "i" or word == 8 else (1 << 8 * word) - 1
            if bits:
                for n in range(entries):
                    parts.append(_Entries(word, first + n, place, 1, bits, field.low, kept))
                    place += bits
                continue
            part = _Entries(word, first, place, entries, 0, 0, kept)
            last = parts[-1] if parts else None
            if (
                last is not None
                and last.bits == 0
                and (last.word, last.kept) == (word, kept)
                and last.first + last.number == first
            ):
                parts[-1] = last._replace(number=last.number + entries)
            else:
                parts.append(part)
            place += entries
        return parts


def words_of(records: NDArray[np.void]) -> tuple[NDArray[Any], ...]:
    """The memory of ``records`` [N] as words of 1, 2, 4 and 8 bytes; each an array [N, words].

    No copies: they change with the records. There are none of a size that no field of theirs has
    and by which they do not end.
    """
    n, size = len(records), records.dtype.itemsize
    found = []
    for kind in (np.int8, np.int16, np.int32, np.int64):
        fits = size % np.dtype(kind).itemsize == 0
        found.append(records.view(kind).reshape(n, -1) if fits else np.zeros((n, 0), kind))
    return tuple(found)


@njit
def write_rows(words, sources, plan, begin, stop, seats, out):
    """Write what ``seats[i]`` sees of record ``i`` into ``out[i]``, from ``begin`` to ``stop`` - 1.

    Parameters
    ----------
    words
        those of :func:`words_of` of the records [N]
    sources, plan
        those of an :class:`ObservationSpace`, int64 [seats, entries] and [seats, parts, 7]
    seats
        int32 [N] or other whole numbers
    out
        float32 [N, size] or int8, as the space has it; changed in place
    """
    w1, w2, w4, w8 = words
    players = np.uintp(len(plan))
    for i in range(begin, stop):
        # Compiled, a signed index is looked at whether it counts from the end.
        row, seat = np.uintp(i), np.uintp(seats[i])
        for other in range(players):
            out[row, other] = other == seat
        for k in range(np.uintp(sources.shape[1])):
            out[row, players + k] = w8[row, np.uintp(sources[seat, k])]
        for n in range(np.uintp(plan.shape[1])):
            word, bits, kept = plan[seat, n, 0], plan[seat, n, 4], plan[seat, n, 6]
            first, place = np.uintp(plan[seat, n, 1]), np.uintp(plan[seat, n, 2])
            number = np.uintp(plan[seat, n, 3])
            if bits > 0:
                if word == 8:
                    entry = int(w8[row, first])
                elif word == 4:
                    entry = int(w4[row, first]) & kept
                elif word == 2:
                    entry = int(w2[row, first]) & kept
                else:
                    entry = int(w1[row, first]) & kept
                entry -= int(plan[seat, n, 5])  # un-compiled, a Python number: no overflow
                for bit in range(bits):
                    out[row, place + np.uintp(bit)] = np.int32(entry >> bit & 1)
            elif word == 8:
                for k in range(number):
                    out[row, place + k] = w8[row, first + k]
            elif word == 4:
                for k in range(number):
                    out[row, place + k] = w4[row, first + k] & kept
            elif word == 2:
                for k in range(number):
                    out[row, place + k] = w2[row, first + k] & kept
            elif kept == -1:
                for k in range(number):
                    out[row, place + k] = w1[row, first + k]
            else:
                for k in range(number):
                    out[row, place + k] = w1[row, first + k] & kept


def offset_of(dtype: np.dtype[np.void], name: str) -> int:
    """The first byte of the field ``name`` in a record of ``dtype``.

    Raises
    ------
    KeyError
        where it has no such field
    """
    assert dtype.fields is not None
    return int(dtype.fields[name][1])
