# mypy: allow-untyped-defs, allow-untyped-calls
"""All boards of a size, one for each class of renamed colours, and the solution of many at once.

Renaming colours changes no value (the rules treat all alike), so of the ``colours!`` boards that
differ in names only one is listed: that in which the colours first appear in the order 1, 2, 3...
All classes are equally large, because every colour is on every board.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.jit import njit

from ..rules import COLOURS, MOST_OF_A_KIND
from . import search
from .count import StateCounter
from .position import ReducedPosition
from .reduced import LEAD, LENGTH, TRACK, WALKING, complete
from .search import Search, Watch, table_bits_for, wrapping

_BLOCK = 256  # boards solved between two looks at Ctrl-C
_LONGEST_QUICK = 12  # longer boards take so long that each is solved in slices
_SHORT = 16  # discs at most of boards that share much of what is learned


def number_of_boards(colours: int, discs: int) -> int:
    """Distinct boards with ``discs`` discs of each colour.

    >>> number_of_boards(3, 4)
    34650
    """
    return int(factorial(colours * discs) // factorial(discs) ** colours)


def class_size(colours: int) -> int:
    """Boards in each class of renamed colours."""
    return factorial(colours)


def number_of_classes(colours: int, discs: int) -> int:
    """Classes of boards that differ in more than the names of colours.

    >>> number_of_classes(3, 4)
    5775
    """
    return number_of_boards(colours, discs) // class_size(colours)


def first_board(colours: int, discs: int) -> NDArray[np.int8]:
    """The first board in the order of :func:`next_boards`: ``111222...``, digits as int8."""
    if not (1 <= colours <= COLOURS and 1 <= discs <= MOST_OF_A_KIND):
        raise BadInput(
            _("a reduced board has 1 to {colours} colours and 1 to {discs} discs of each").format(
                colours=COLOURS, discs=MOST_OF_A_KIND
            )
        )
    return np.repeat(np.arange(1, colours + 1, dtype=np.int8), discs)


@njit
def advance(board):
    """Turn ``board`` (int8 digits) into the next one of its size; False at the last, unchanged.

    Boards are in ascending order, each with colours first appearing as 1, 2, 3...
    """
    n = board.size
    left = np.zeros(COLOURS + 2, np.int64)
    for i in range(n - 1, -1, -1):
        left[board[i]] += 1
        opened = 0
        for j in range(i):
            opened = max(opened, board[j])
        for digit in range(board[i] + 1, min(opened + 1, COLOURS) + 1):
            if left[digit] == 0:
                continue
            board[i] = digit
            left[digit] -= 1
            place = i + 1
            for rest in range(1, COLOURS + 1):
                for _k in range(left[rest]):
                    board[place] = rest
                    place += 1
            return True
    return False


@njit
def _fill(board, out):
    """Write the boards after ``board`` to the rows of ``out``; returns how many there were."""
    for i in range(out.shape[0]):
        if not advance(board):
            return i
        out[i] = board
    return out.shape[0]


def next_boards(after: NDArray[np.int8], n: int) -> NDArray[np.int8]:
    """At most ``n`` boards that follow ``after``, int8 of shape (n, length); fewer at the end."""
    out = np.zeros((n, after.size), np.int8)
    found = _fill(after.copy(), out)
    return out[:found]


def boards(colours: int, discs: int) -> Iterator[str]:
    """Every class of boards by its first member, in ascending order.

    >>> list(boards(2, 2))
    ['1122', '1212', '1221']
    """
    board = first_board(colours, discs)
    more = True
    while more:
        yield board_text(board)
        more = bool(advance(board))


def board_text(board: NDArray[np.int8]) -> str:
    """A board of digits as a string."""
    return "".join(str(int(d)) for d in board)


def random_boards(colours: int, discs: int, n: int, rng: np.random.Generator) -> NDArray[np.int8]:
    """``n`` boards drawn uniformly from all of that size, int8 of shape (n, colours * discs)."""
    return rng.permuted(np.tile(first_board(colours, discs), (n, 1)), axis=1)


@njit
def _values(some, colours, table, rows, frames, control, scratch, found, out):
    """Fill ``out`` with the values of the boards ``some``."""
    for b in range(some.shape[0]):
        for i in range(LENGTH):
            rows[0, i] = 0
        for c in range(COLOURS):
            rows[0, LEAD + c] = 0
        for i in range(some.shape[1]):
            rows[0, TRACK + some[b, i] - 1] |= 1 << i
        rows[0, LENGTH] = some.shape[1]
        rows[0, WALKING] = colours
        complete(rows, 0)
        out[b] = search.whole_value(table, rows, frames, control, scratch, found, 1)


class BoardSolver:
    """Solves boards of one size, keeping what it learns from one to the next; one per thread.

    ``watch`` is called now and then while a long board is searched; an exception from it stops.
    """

    def __init__(self, colours: int, discs: int, watch: Watch | None = None):
        self.colours = colours
        # What many short boards have in common is worth a larger table.
        shared = 2 if colours * discs <= _SHORT else 0
        self._search = Search(table_bits_for(colours * discs) + shared, watch=watch)
        self._counter = StateCounter()

    def values(self, some: NDArray[np.int8]) -> NDArray[np.int64]:
        """The difference of points for the first player on each board, int64 of shape (n,).

        Its sign is the outcome: 1 the first player wins, 0 a tie, -1 he loses.
        """
        if some.shape[1] > _LONGEST_QUICK:
            one_by_one = [ReducedPosition.at_start(board_text(b), self.colours) for b in some]
            return np.array([self._search.value(p) for p in one_by_one], np.int64)
        out = np.zeros(some.shape[0], np.int64)
        with wrapping():
            for begin in range(0, some.shape[0], _BLOCK):
                block = slice(begin, begin + _BLOCK)
                _values(some[block], self.colours, *self._search.workspace, out[block])
        return out

    def states(self, some: NDArray[np.int8]) -> NDArray[np.int64]:
        """The number of distinct non-final positions of each board, int64 of shape (n,)."""
        places = [ReducedPosition.at_start(board_text(b), self.colours) for b in some]
        return np.array([self._counter.count(p) for p in places], np.int64)
