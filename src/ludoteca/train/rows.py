# mypy: allow-untyped-defs, allow-untyped-calls
"""A table of the different rows of numbers that were seen, found by what is in them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

_ROWS = 1 << 10  # for which there is room at first
_EMPTY = -1  # of a place in the table of rows


class RowTable:
    """Different rows in the order in which they were met, found by what is in them.

    Parameters
    ----------
    size
        numbers of a row
    actions
        of the game

    Attributes
    ----------
    number
        how many rows are known
    rows, masks
        float32 [room, size] and bool [room, actions], of which the first ``number`` count
    """

    def __init__(self, size: int, actions: int) -> None:
        self.number = 0
        self.rows = np.zeros((_ROWS, size), np.float32)
        self.masks = np.zeros((_ROWS, actions), np.bool_)
        self._places = np.full(4 * _ROWS, _EMPTY, np.int64)

    def find(
        self, rows: NDArray[np.float32], masks: NDArray[np.bool_], ids: NDArray[np.int64]
    ) -> None:
        """Write the number of each of ``rows`` into ``ids``; new ones get the next numbers.

        Parameters
        ----------
        rows
            float32 [K, size]
        masks : bool [K, actions]
            what may be done there
        ids : int64 [K]
            changed in place

        Examples
        --------
        >>> table, ids = RowTable(2, 1), np.empty(3, np.int64)
        >>> rows = np.array([[1, 0], [2, 0], [1, 0]], np.float32)
        >>> table.find(rows, np.ones((3, 1), np.bool_), ids)
        >>> ids, table.number
        (array([0, 1, 0]), 2)
        """
        while self.number + len(rows) > len(self.rows):
            self.rows = np.concatenate((self.rows, np.zeros_like(self.rows)))
            self.masks = np.concatenate((self.masks, np.zeros_like(self.masks)))
            self._places = np.full(4 * len(self.rows), _EMPTY, np.int64)
            known = self.rows[: self.number].copy()
            find_rows(known, self.masks, self._places, self.rows, self.masks, 0,
                      np.empty(self.number, np.int64))  # fmt: skip
        self.number = int(
            find_rows(rows, masks, self._places, self.rows, self.masks, self.number, ids)
        )


@njit
def find_rows(rows, masks, places, known, known_masks, number, ids):
    """Write the numbers of ``rows`` into ``ids``; returns how many rows are known then.

    All but ``rows`` and ``masks`` are changed in place.

    Parameters
    ----------
    rows, masks
        float32 [K, size] and bool [K, actions]
    places
        int64 [places], a table of numbers with open addressing, whose length is a power of two; -1
        is empty
    known, known_masks
        float32 [rows, size] and bool [rows, actions] by number, with room for K more
    number
        of rows that are known
    ids
        int64 [K]
    """
    last = len(places) - 1
    size = rows.shape[1]
    for i in range(len(rows)):
        code = 0
        for k in range(size):
            code = (code * 31 + int(rows[i, k])) & 0xFFFFFFFFFFF
            code ^= code >> 17
        place = (code ^ (code >> 23)) & last
        while True:
            found = places[place]
            if found < 0:
                known[number] = rows[i]
                known_masks[number] = masks[i]
                places[place] = found = number
                number += 1
                break
            same = True
            for k in range(size):
                if known[found, k] != rows[i, k]:
                    same = False
                    break
            if same:
                break
            place = (place + 1) & last
        ids[i] = found
    return number
