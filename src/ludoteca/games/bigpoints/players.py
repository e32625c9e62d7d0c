"""Players of Big Points by level, with a budget of positions or of time for each move.

``basic`` and ``advanced`` are levels of :mod:`.policy` and take no budget. ``expert`` searches
as deep as its budget allows: alpha-beta for two players, max-n for more. In the reduced game of two
players it also asks the exact solver, and plays what that finds within the same budget.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player
from ludoteca.players.budget import Budget

from .exact.position import ReducedPosition
from .exact.search import LimitReached, Search, table_bits_for
from .lookahead import AlphaBeta, MaxN

DEFAULT = Budget(nodes=20_000)

_T = TypeVar("_T")

_FIRST_SLICE = 2_000  # positions that measure how fast this machine is
_LONGEST_SLICE = 0.05  # seconds between two looks at the clock
_SOLVER_SLICE = 10_000  # positions of the exact solver between two looks at the clock, at first
_SEARCH_SHARE = 0.1  # of a time budget goes to alpha-beta where the exact solver is asked too
_LARGEST_TABLE = 20  # log2 of the places of the exact solver's table


@dataclass(frozen=True)
class SearchedMove:
    """A choice with what it rests on.

    ``value`` is the expected result for the player under its objective; ``exact`` says whether it
    is proved. ``reasons`` are sentences for people.
    """

    action: int
    value: float | None
    exact: bool
    nodes: int
    depth: int
    reasons: tuple[str, ...]


class LookaheadPlayer:
    """A player that searches.

    ``budget`` limits each move by positions or, where it names no positions, by seconds. With
    positions its play depends on nothing else. Of two players each wants points above the other's,
    of more the document's margin.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget or DEFAULT
        self.name = f"expert@{self.budget}"
        self._engine: AlphaBeta | MaxN | None = None
        self._seats = 0
        self._solver: Search | None = None

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The move that the search prefers; of moves proved equal, one at random."""
        return self.think(view, rng).action

    def think(self, view: SeatView, rng: np.random.Generator) -> SearchedMove:
        """The move with its reasons."""
        if len(view.legal) == 1:
            return SearchedMove(view.legal[0], None, False, 0, 0, (_("it is the only move"),))
        position = _solvable(view)
        thought = self._search(view, _SEARCH_SHARE if position else 1.0)
        if position is None or thought.exact:
            return thought
        return self._solve(view, position, rng) or thought

    def _search(self, view: SeatView, share: float) -> SearchedMove:
        if self._engine is None or self._seats != view.num_players:
            self._seats = view.num_players
            self._engine = AlphaBeta(self.budget.nodes) if self._seats == 2 else MaxN()
        engine = self._engine
        engine.start(view)
        if self.budget.nodes is not None:
            engine.run(self.budget.nodes)
        elif self.budget.seconds is not None:
            _run_for(engine, self.budget.seconds * share)
        sentence = _sentence(engine.exact, engine.depth, engine.value)
        return SearchedMove(
            engine.action, engine.value, engine.exact, engine.nodes, engine.depth, (sentence,)
        )

    def _solve(
        self, view: SeatView, position: ReducedPosition, rng: np.random.Generator
    ) -> SearchedMove | None:
        """The exact solver's move within the budget, or None."""
        solver = self._solver
        if solver is None:
            bits = min(_LARGEST_TABLE, table_bits_for(len(position.row)))
            solver = self._solver = Search(bits)
        before = solver.nodes
        question = _Question(solver, self.budget)
        try:
            value = question.ask(lambda: solver.value(position))
            best = question.ask(lambda: solver.optimal_moves(position, value))
        except LimitReached:
            return None
        sentence = _("solved: best play from here ends {value:+d} points").format(value=value)
        nodes = solver.nodes - before
        return SearchedMove(int(rng.choice(sorted(best))), value, True, nodes, 0, (sentence,))


def _solvable(view: SeatView) -> ReducedPosition | None:
    """The position as the exact solver takes it; None where it is not of the reduced game."""
    try:
        return ReducedPosition.of_record(view.record)
    except BadInput:
        return None


class _Question:
    """Questions to the exact solver that together keep within a budget."""

    def __init__(self, solver: Search, budget: Budget) -> None:
        self._solver = solver
        self._began = time.perf_counter()
        self._from = solver.nodes
        self._budget = budget
        # Alpha-beta has had its share.
        self._seconds = (1.0 - _SEARCH_SHARE) * (budget.seconds or 0.0)

    def ask(self, question: Callable[[], _T]) -> _T:
        """The answer; raises :class:`LimitReached` when the budget is used up."""
        if self._budget.nodes is not None:
            self._solver.limit = self._from + self._budget.nodes
            return question()
        while True:
            used = self._solver.nodes - self._from
            self._solver.limit = self._solver.nodes + max(_SOLVER_SLICE, used // 8)
            try:
                return question()
            except LimitReached:
                # What it has found is in its table: asked again it goes on from there.
                if time.perf_counter() - self._began > self._seconds:
                    raise


def _run_for(engine: AlphaBeta | MaxN, seconds: float) -> None:
    """Let ``engine`` search for ``seconds``, in slices between which it looks at the clock."""
    began = time.perf_counter()
    target = _FIRST_SLICE
    while not engine.run(target):
        used = time.perf_counter() - began
        if used >= seconds:
            return
        ahead = min(_LONGEST_SLICE, seconds - used)
        target = engine.nodes + max(_FIRST_SLICE, int(engine.nodes / used * ahead))


def _sentence(exact: bool, depth: int, value: float | None) -> str:
    if exact and value is not None:
        return _("looked to the end of the game: {value:+.0f} points").format(value=value)
    if exact:
        return _("looked to the end of the game")
    if value is None:
        return _("looked {depth} moves ahead").format(depth=depth)
    return _("looked {depth} moves ahead: about {value:+.1f} points").format(
        depth=depth, value=value
    )


LEVELS = ("expert",)


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``."""
    return LookaheadPlayer(budget)
