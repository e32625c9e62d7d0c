"""The records of a deal after each of its moves, kept as the bytes that each move changed.

A record has hundreds of bytes, of which a move changes a few: a deal of 600 moves takes some tens
of kilobytes here and would take a megabyte as an array. A reader rebuilds only the records that it
reads.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

Packed = tuple[bytes, bytes, bytes, bytes]
"""The first record, and of all changes: the places, the values, and how many there are by then."""


class Past(Sequence[NDArray[np.void]]):
    """Records in order, the one before any move first; each is a new array of length 1."""

    def __init__(self, first: NDArray[np.void]) -> None:
        self._first, self._last = first.copy(), first.copy()
        # Two bytes for a place in the record, four where it is larger than that.
        self._places = array("H" if first.dtype.itemsize <= 1 << 16 else "I")
        self._values = bytearray()
        self._ends = array("I")

    @classmethod
    def of(cls, records: Sequence[NDArray[np.void]]) -> Past:
        """The past of ``records``, of which there must be one."""
        past = cls(records[0])
        for record in records[1:]:
            past.append(record)
        return past

    def append(self, record: NDArray[np.void]) -> None:
        """Add the record after the next move."""
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
        """The same as a viewer sees it: every byte zeroed that ``mask`` does not show."""
        places, values = self._changes()
        shown = mask[places] != 0  # a change that is not seen leaves no trace
        by_then = np.concatenate(([0], np.cumsum(shown)))
        ends = by_then[np.frombuffer(self._ends, self._ends.typecode)]
        first = (self._first.view(np.uint8) & mask).tobytes()
        parts = (places[shown], values[shown], ends.astype(self._ends.typecode))
        return Past.unpacked(self._first.dtype, (first, *(part.tobytes() for part in parts)))

    def packed(self) -> Packed:
        """The past as bytes, equal where all records are."""
        places, ends = self._places.tobytes(), self._ends.tobytes()
        return self._first.tobytes(), places, bytes(self._values), ends

    @classmethod
    def unpacked(cls, dtype: np.dtype[np.void], packed: Packed) -> Past:
        """The past that :meth:`packed` made of records of ``dtype``."""
        first, places, values, ends = packed
        past = cls(np.frombuffer(first, dtype))
        past._places.frombytes(places)
        past._values += values
        past._ends.frombytes(ends)
        record = past._last.view(np.uint8)
        record[past._changes()[0]] = past._changes()[1]
        return past
