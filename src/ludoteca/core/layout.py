"""The flat record of a game: its fields, what they mean, and who may see them.

A game declares its state once::

    STATE = layout(
        __file__,
        public("to_move", "seat whose turn it is", 0, PLAYERS - 1),
        seat("hand", "number of cards of each kind held, by owner", 0, COPIES, (PLAYERS, KINDS)),
        hidden("deck", "number of undealt cards of each kind", 0, COPIES, KINDS),
    )

The two numbers are the least and the greatest value that an entry of the field takes in any
position. The dtype, the mask that makes a seat's view, the ranges of observations and the
documentation of the fields come from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ludoteca.core.ids import SPECTATOR
from ludoteca.core.sources import folder_hash

PADDING = "padding"  #: the bytes at the end of a record that are no field of the game, always 0

# Attributes that records have anyway: `s.size` would be the field compiled and 1 interpreted.
_TAKEN = frozenset(dir(np.record))


def is_taken(name: str) -> bool:
    """True where records have an attribute of that name, so that no field may be called so."""
    return name in _TAKEN or name == PADDING


class Record(np.void):  # type: ignore[misc]  # NumPy's own np.record is one, too
    """A record whose fields un-compiled code reads as attributes, as compiled code does.

    ``np.record`` does the same with a search in Python at every access, which takes six times as
    long. Here every name that some layout has is a property of the one class; the field itself is
    found in the record's dtype, so records of different layouts do not meet. Being importable by
    its name, the class lets arrays of records be pickled.
    """

    __slots__ = ()


def _make_attribute(name: str) -> None:
    """Let records have the field ``name`` as an attribute."""

    def write(record: Record, value: Any) -> None:
        record[name] = value

    if not hasattr(Record, name):
        setattr(Record, name, property(itemgetter(name), write))


class Visibility(StrEnum):
    """The viewers of a field."""

    PUBLIC = "public"  #: everybody
    SEAT = "seat"  #: the owner alone; the first axis is the owner's seat
    PAIR = "pair"  #: the owner's team alone; the first axis is the team
    HIDDEN = "hidden"  #: nobody


@dataclass(frozen=True)
class Field:
    """One field of a record.

    Attributes
    ----------
    name, doc
        What it is called and what its entries mean.
    low, high
        The least and the greatest value that an entry takes, in any position.
    shape
        Of its entries; () for a single one.
    dtype
        Of an entry.
    visibility
        Who may see it.

    Raises
    ------
    ValueError
        Where the name is that of an attribute of ``np.record``, a hidden field has no axis of
        seats or does not take 0, or the bounds are not those of a type of whole numbers.
    """

    name: str
    doc: str
    low: int
    high: int
    shape: tuple[int, ...]
    dtype: np.dtype[np.generic]
    visibility: Visibility

    def __post_init__(self) -> None:
        if is_taken(self.name):
            raise ValueError(
                f"no field may be called {self.name!r}: np.record has an attribute of that name, "
                "and un-compiled code would read it instead of the field"
            )
        if self.visibility in (Visibility.SEAT, Visibility.PAIR) and not self.shape:
            raise ValueError(
                f"field {self.name!r} belongs to a seat or pair: it needs a first axis"
            )
        if self.visibility is not Visibility.PUBLIC and not self.low <= 0 <= self.high:
            raise ValueError(
                f"field {self.name!r}: whoever may not see it sees 0, which is not between "
                f"{self.low} and {self.high}"
            )
        if self.low > self.high:
            raise ValueError(
                f"field {self.name!r}: least value {self.low} is above greatest {self.high}"
            )
        if not np.issubdtype(self.dtype, np.integer):
            raise ValueError(f"field {self.name!r}: {self.dtype} is no type of whole numbers")
        room = np.iinfo(self.dtype)  # type: ignore[type-var]
        if not room.min <= self.low <= self.high <= room.max:
            raise ValueError(
                f"field {self.name!r}: {self.dtype} has no room for {self.low} to {self.high}"
            )

    def described(self) -> str:
        """The meaning and the range of values."""
        return f"{self.doc}; {self.low} to {self.high}"

    def to_json(self) -> dict[str, Any]:
        """The field as plain data, for programs that read views."""
        return {
            "name": self.name,
            "meaning": self.doc,
            "low": self.low,
            "high": self.high,
            "shape": list(self.shape),
            "seen_by": str(self.visibility),
        }


Shape: TypeAlias = int | tuple[int, ...]


def _field(
    visibility: Visibility,
    name: str,
    doc: str,
    low: int,
    high: int,
    shape: Shape,
    dtype: DTypeLike,
) -> Field:
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    return Field(name, doc, int(low), int(high), shape, np.dtype(dtype), visibility)


def public(
    name: str, doc: str, low: int, high: int, shape: Shape = (), dtype: DTypeLike = np.int64
) -> Field:
    """A field that everybody sees."""
    return _field(Visibility.PUBLIC, name, doc, low, high, shape, dtype)


def seat(
    name: str, doc: str, low: int, high: int, shape: Shape, dtype: DTypeLike = np.int64
) -> Field:
    """A field of which each seat sees its own entry of the first axis."""
    return _field(Visibility.SEAT, name, doc, low, high, shape, dtype)


def pair(
    name: str, doc: str, low: int, high: int, shape: Shape, dtype: DTypeLike = np.int64
) -> Field:
    """A field of which each team sees its own entry of the first axis."""
    return _field(Visibility.PAIR, name, doc, low, high, shape, dtype)


def hidden(
    name: str, doc: str, low: int, high: int, shape: Shape = (), dtype: DTypeLike = np.int64
) -> Field:
    """A field that nobody sees."""
    return _field(Visibility.HIDDEN, name, doc, low, high, shape, dtype)


@dataclass(frozen=True)
class Layout:
    """The fields of a record and the NumPy dtype made of them."""

    fields: tuple[Field, ...]
    dtype: np.dtype[np.void]

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def empty(self, n: int = 1) -> NDArray[np.void]:
        """``n`` zeroed records: records [n] of the layout."""
        return np.zeros(n, self.dtype)

    def mask(self, viewer: int, teams: tuple[tuple[int, ...], ...]) -> NDArray[np.uint8]:
        """Bytes of the record that ``viewer``, a seat or ``SPECTATOR``, may see.

        Returns uint8 [dtype.itemsize], 255 where the byte is seen and 0 where it is not.
        """
        shown = np.zeros(1, self.dtype)
        for field in self.fields:
            view = shown[field.name].view(np.uint8)
            if field.visibility is Visibility.PUBLIC:
                view[...] = 255
            elif viewer == SPECTATOR:
                continue
            elif field.visibility is Visibility.SEAT:
                shown[field.name][0, viewer : viewer + 1].view(np.uint8)[...] = 255
            elif field.visibility is Visibility.PAIR:
                team = next(i for i, members in enumerate(teams) if viewer in members)
                shown[field.name][0, team : team + 1].view(np.uint8)[...] = 255
        return shown.view(np.uint8).copy()

    def outside(self, records: NDArray[np.void]) -> tuple[Field, int] | None:
        """The first field with a value out of its bounds, and the value; None for none.

        ``records`` are records [n] of the layout, at least one.
        """
        for field in self.fields:
            values = records[field.name]
            for value in (int(values.min()), int(values.max())):
                if not field.low <= value <= field.high:
                    return field, value
        return None


def layout(file: str, *fields: Field) -> Layout:
    """The layout of the game whose ``rules.py`` is ``file``.

    Record types are structural for Numba: two games with equal fields would be one game to it,
    in memory and in its cache. A zero-length field named after the game and a hash of its folder
    tells them apart, and makes an edited game a new type; it takes no bytes.
    """
    folder = Path(file).resolve().parent
    marker = (f"{folder.name}_{folder_hash(folder)}", "u1", (0,))
    return Layout(fields, _dtype(fields, [marker]))


def plain_layout(*fields: Field) -> Layout:
    """A layout that no function is dispatched on: options, standings."""
    return Layout(fields, _dtype(fields, []))


def _dtype(
    fields: tuple[Field, ...], extra: list[tuple[str, str, tuple[int, ...]]]
) -> np.dtype[np.void]:
    names = [field.name for field in fields]
    repeated = {name for name in names if names.count(name) > 1}
    if repeated:
        raise ValueError(f"declared twice: {', '.join(sorted(repeated))}")
    for name in names:
        _make_attribute(name)
    # Fields of large entries come first in memory: each is where a processor (a graphics processor
    # above all) can load it, and padding is needed at the end alone. It is a field, too: NumPy
    # leaves bytes between fields as they were when it copies records into new memory.
    placed = sorted(fields, key=lambda field: -field.dtype.itemsize)
    spec: list[Any] = [(f.name, f.dtype, f.shape) if f.shape else (f.name, f.dtype) for f in placed]
    largest, size = placed[0].dtype.itemsize, np.dtype(spec).itemsize
    if size % largest:
        spec.append((PADDING, "u1", (largest - size % largest,)))
    return np.dtype((Record, np.dtype([*spec, *extra], align=True)))
