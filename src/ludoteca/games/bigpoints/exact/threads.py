"""Many reduced boards solved at once, on all cores, in a way that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.questions import Progress, quiet
from ludoteca.workers.threads import completed

from .boards import BoardSolver, first_board, next_boards, number_of_classes

_AT_ONCE = 16  #: boards between two looks at whether to stop
_LONG = 16  #: discs of a board that is shared out alone
_WORDS = "boards"


class CrewStopped(Exception):
    """The crew was told to stop before this work was done."""


class Crew:
    """Solvers of boards of one size, one for each thread that asks; what they learn is kept."""

    def __init__(self, colours: int, discs: int) -> None:
        self.colours, self.discs = colours, discs
        self._own = threading.local()
        self._stop = threading.Event()

    def stop(self) -> None:
        """Make all threads raise :class:`CrewStopped`, each within a second or so."""
        self._stop.set()

    def values(self, boards: NDArray[np.int8]) -> NDArray[np.int64]:
        """Points of the first player above the second on each board (n, discs), int64 (n,)."""
        return self._in_parts(self._solver().values, boards, _AT_ONCE)

    def states(self, boards: NDArray[np.int8]) -> NDArray[np.int64]:
        """The number of distinct non-final positions of each board (n, discs), int64 (n,)."""
        return self._in_parts(self._solver().states, boards, 1)

    def _in_parts(
        self,
        work: Callable[[NDArray[np.int8]], NDArray[np.int64]],
        boards: NDArray[np.int8],
        size: int,
    ) -> NDArray[np.int64]:
        out = np.zeros(len(boards), np.int64)
        for begin in range(0, len(boards), size):
            self._let_go()
            out[begin : begin + size] = work(boards[begin : begin + size])
        return out

    def _let_go(self, _now: object = None) -> None:
        if self._stop.is_set():
            raise CrewStopped

    def _solver(self) -> BoardSolver:
        if not hasattr(self._own, "solver"):
            self._own.solver = BoardSolver(self.colours, self.discs, self._let_go)
        return self._own.solver


def all_boards(colours: int, discs: int) -> NDArray[np.int8]:
    """The first board of every class of renamed colours, ascending, shape (classes, discs)."""
    first = first_board(colours, discs)
    rest = next_boards(first, number_of_classes(colours, discs) - 1)
    return np.concatenate([first[None], rest])


def values_of(
    boards: NDArray[np.int8], colours: int, progress: Progress = quiet, words: str = _WORDS
) -> NDArray[np.int64]:
    """Points of the first player above the second on each of ``boards``, on all cores."""
    crew = Crew(colours, boards.shape[1] // colours)
    out = np.zeros(len(boards), np.int64)
    size = 1 if boards.shape[1] > _LONG else 64
    blocks = [slice(begin, begin + size) for begin in range(0, len(boards), size)]
    done = 0
    for block, values in completed(lambda part: crew.values(boards[part]), blocks, crew.stop):
        out[block] = values
        done += len(values)
        progress(done, len(boards), words)
    return out
