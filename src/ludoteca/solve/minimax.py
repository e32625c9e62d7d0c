"""The best move in a two-player game of perfect information: solved to the end, or within a budget.

>>> from ludoteca.core import load_game
>>> start = load_game("nim").new_state({"heaps": 3})
>>> found = solve(start)
>>> found.value, found.proven
(2.0, True)
>>> search(start, nodes=10_000).best == found.best
True

Works on every registered game of two seats that see the same, and in which nothing is hidden and
chance plays no part after the position given (dealing a board first is fine).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nextafter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.layout import Visibility
from ludoteca.core.options import Options
from ludoteca.solve import alphabeta
from ludoteca.solve.alphabeta import UNLIMITED, WorkSpace

SOLVE_TABLE_BITS = 22  #: 4 million entries, 128 MiB when full
SEARCH_TABLE_BITS = 18  #: 8 MiB

_FIRST_SLICE = 1_000
_SLICE_SECONDS = 0.02
_NO_LIMIT = 2**62


class Searchable(Protocol):
    """A position to search: a ``State``, or the ``SeatView`` of a seat that sees everything."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def options(self) -> Options:
        """Its options, complete."""

    @property
    def record(self) -> NDArray[Any]:
        """The kernel's record, an array of length 1."""


@dataclass(frozen=True)
class SearchProgress:
    """Progress of a search: positions entered, and seconds."""

    nodes: int
    seconds: float


@dataclass(frozen=True)
class MinimaxResult:
    """The result of a search, for the side to move.

    Attributes
    ----------
    value
        Points of the side to move minus the other's at the end; an estimate if not ``proven``.
    best
        The best move; with ``all_best`` every best move, ascending; empty at the end.
    variation
        Best play from here, as ids to apply one after the other; only the first move if not
        ``proven``.
    proven
        True if no estimate of an unfinished game went into ``value`` and ``best``.
    plies
        How far the last finished iteration looked ahead; 0 if to the end.
    nodes
        Positions entered, repetitions included.
    seconds
        Wall time in seconds.
    """

    value: float
    best: tuple[int, ...]
    variation: tuple[int, ...]
    proven: bool
    plies: int
    nodes: int
    seconds: float


Watcher = Callable[[SearchProgress], None]


def solve(
    position: Searchable,
    *,
    all_best: bool = False,
    table_bits: int = SOLVE_TABLE_BITS,
    progress: Watcher | None = None,
) -> MinimaxResult:
    """The value of ``position`` and best play from it, searched to the end of the game.

    ``progress`` is called a few times a second. Raises :class:`BadInput` where the game is not one
    of two players, perfect information and no chance.
    """
    searcher = _Searcher(position, table_bits, _NO_LIMIT, inf, progress)
    if searcher.player == TERMINAL:
        return searcher.finished()
    searcher.run(position.record, -inf, inf, UNLIMITED)
    value, first = searcher.value, searcher.move
    best = searcher.equally_good(position.record, value) if all_best else (first,)
    return searcher.result(value, best, searcher.variation(position.record, first, value), True, 0)


def search(
    position: Searchable,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
) -> MinimaxResult:
    """The best move found within ``nodes`` positions and ``seconds`` by iterative deepening.

    A budget of nodes gives the same answer on every machine. The clock starts after compilation.
    An iteration that the budget cuts short still counts if its first move was searched: that move
    was the best of the iteration before. The search stops early once its result is proven.
    """
    limit = _NO_LIMIT if nodes is None else nodes
    until = inf if seconds is None else seconds
    searcher = _Searcher(position, SEARCH_TABLE_BITS, limit, until)
    if searcher.player == TERMINAL:
        return searcher.finished()
    move, value, proven, plies = searcher.any_move(position.record), 0.0, False, 0
    while not proven:
        finished = searcher.run(position.record, -inf, inf, plies + 1)
        if searcher.move >= 0:
            move, value = searcher.move, searcher.value
        if not finished:
            break
        plies += 1
        proven = searcher.proven
    return searcher.result(value, (move,), (move,), proven, plies)


def is_open(game: Game) -> bool:
    """True if no field belongs to one seat or pair: what one seat sees, all see.

    A field that is hidden from everybody may be there, such as a deck that is dealt from.
    """
    private = (Visibility.SEAT, Visibility.PAIR)
    return not any(field.visibility in private for field in game.state_layout)


class _Searcher:
    """One work space, its budget, and the result of the search run last."""

    def __init__(
        self,
        position: Searchable,
        table_bits: int,
        node_limit: int,
        seconds: float,
        progress: Watcher | None = None,
    ) -> None:
        self.game = position.game
        self.player = int(calls.current_player(position.record, 0))
        self._refuse_unsearchable(position)
        self.work: WorkSpace = alphabeta.new_work_space(self.game, table_bits)
        self.root = position.record
        self.node_limit = node_limit
        self.seconds = seconds
        self.progress = progress
        self.value, self.move, self.proven = 0.0, -1, False
        self._slice = _FIRST_SLICE
        # Compile or load the search before the clock starts.
        alphabeta.begin(self.work, -inf, inf, 1)
        alphabeta.advance(self.work, 0)
        self.started = time.perf_counter()

    def _refuse_unsearchable(self, position: Searchable) -> None:
        if self.player == CHANCE:
            self._check(alphabeta.MET_CHANCE)
        seats = self.game.num_players(position.options)
        hidden = any(
            field.visibility is Visibility.HIDDEN and np.any(position.record[field.name])
            for field in self.game.state_layout
        )
        if seats != 2 or not is_open(self.game) or hidden:
            raise BadInput(
                _("{game} cannot be searched: only two players who both see everything can").format(
                    game=_(self.game.info.title)
                )
            )

    @property
    def nodes(self) -> int:
        return int(self.work.progress[0].nodes)

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self.started

    def run(self, record: NDArray[Any], alpha: float, beta: float, plies: int) -> bool:
        """Search ``record``; False if the budget ended it (``move`` is -1 if it found none)."""
        self.work.states[0:1] = record
        alphabeta.begin(self.work, alpha, beta, plies)
        while True:
            status = self._advance()
            if status != alphabeta.PAUSED:
                break
            if self.nodes >= self.node_limit or self.elapsed > self.seconds:
                break
        self._check(status)
        finished = status == alphabeta.FINISHED
        # The root's frame is filled by its first move: before that there is nothing to read.
        root, progress = self.work.frames[0], self.work.progress[0]
        place = int(root.best_move)
        self.move = int(self.work.actions[0, place]) if place >= 0 else -1
        self.value = float(progress.result) if finished else float(root.best)
        self.proven = finished and bool(progress.proven)
        return finished

    def _advance(self) -> int:
        before, begun = self.nodes, time.perf_counter()
        status = int(alphabeta.advance(self.work, min(self.node_limit, before + self._slice)))
        spent = max(time.perf_counter() - begun, 1e-6)
        if status == alphabeta.PAUSED:
            rate = (self.nodes - before) / spent
            wanted = min(_SLICE_SECONDS, max(0.001, (self.seconds - self.elapsed) / 2))
            self._slice = int(min(max(rate * wanted, 100), 10_000_000))
        if self.progress is not None:
            self.progress(SearchProgress(self.nodes, self.elapsed))
        return status

    def _check(self, status: int) -> None:
        title = _(self.game.info.title)
        if status == alphabeta.MET_CHANCE:
            raise BadInput(
                _("{game} has a chance move here: search a position after the deal").format(
                    game=title
                )
            )
        if status == alphabeta.TOO_DEEP:
            raise BadInput(_("{game} did not end within its MAX_LENGTH").format(game=title))

    def any_move(self, record: NDArray[Any]) -> int:
        """The first legal move, for a budget too small to search any."""
        ids, _prob = self.game.buffers()
        calls.legal_actions(record, 0, ids)
        return int(ids[0])

    def _reaches(self, record: NDArray[Any], value: float, player: int) -> bool:
        """True if ``record`` is worth at least ``value`` (seat 0's sense) to ``player``."""
        if player == 0:
            self.run(record, nextafter(value, -inf), value, UNLIMITED)
            return self.value >= value
        self.run(record, value, nextafter(value, inf), UNLIMITED)
        return self.value <= value

    def equally_good(self, record: NDArray[Any], value: float) -> tuple[int, ...]:
        """Every move of ``record`` that keeps ``value`` (seat 0's sense), ascending."""
        player = int(calls.current_player(record, 0))
        ids, _prob = self.game.buffers()
        legal = ids[: calls.legal_actions(record, 0, ids)].copy()
        return tuple(int(a) for a in legal if self._reaches(_after(record, a), value, player))

    def variation(self, record: NDArray[Any], first: int, value: float) -> tuple[int, ...]:
        """Best play to the end of a position of ``value``, forced chance moves included."""
        moves, now, move = [], record, first
        while True:
            moves.append(move)
            now = _after(now, move)
            forced = self._forced_chance(now)
            moves += forced
            for outcome in forced:
                now = _after(now, outcome)
            player = int(calls.current_player(now, 0))
            if player == TERMINAL:
                return tuple(moves)
            # A window that closes on the value proves a move that keeps it, and its place.
            self._reaches(now, value, player)
            move = self.move

    def _forced_chance(self, record: NDArray[Any]) -> list[int]:
        outcomes, now = [], record
        ids, prob = self.game.buffers()
        while calls.current_player(now, 0) == CHANCE:
            calls.chance_outcomes(now, 0, ids, prob)
            outcomes.append(int(ids[0]))
            now = _after(now, outcomes[-1])
        return outcomes

    def finished(self) -> MinimaxResult:
        """The result at the end of a game: seat 0's points minus seat 1's."""
        payoff = np.zeros(2)
        calls.returns(self.root, 0, payoff)
        return MinimaxResult(float(payoff[0] - payoff[1]), (), (), True, 0, 0, self.elapsed)

    def result(
        self,
        value: float,
        best: tuple[int, ...],
        variation: tuple[int, ...],
        proven: bool,
        plies: int,
    ) -> MinimaxResult:
        """``value`` (seat 0's sense) and the rest as the side to move sees it."""
        own = -value if self.player == 1 else value
        return MinimaxResult(
            own + 0.0, best, variation, proven, 0 if proven else plies, self.nodes, self.elapsed
        )


def _after(record: NDArray[Any], action: int) -> NDArray[Any]:
    after = record.copy()
    calls.apply_action(after, 0, action)
    return after
