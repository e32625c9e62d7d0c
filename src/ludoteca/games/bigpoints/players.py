"""Players of Big Points by level, with a budget of positions or of time for each move.

``basic`` and ``advanced`` are levels of :mod:`.policy` and take no budget. ``expert`` searches
as deep as its budget allows: alpha-beta for two players, max-n for more. In the reduced game of two
players it also asks the exact solver, and plays what that finds within the same budget.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.registry import load_game
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player
from ludoteca.players.budget import Budget
from ludoteca.players.policy import PolicyPlayer

from . import lookahead, maxn
from .evaluation import DIFFERENCE, MARGIN, default_objective, weights_for
from .record import STATE
from .solver import LimitReached, Position, move_text
from .solver_search import Search, table_bits_for

OBJECTIVES = {"difference": DIFFERENCE, "margin": MARGIN}
DEFAULT = Budget(nodes=20_000)

_T = TypeVar("_T")

_FIRST_SLICE = 2_000  # positions that measure how fast this machine is
_LONGEST_SLICE = 0.05  # seconds between two looks at the clock
_SOLVER_SLICE = 10_000  # positions of the exact solver between two looks at the clock, at first
_SEARCH_SHARE = 0.1  # of a time budget goes to alpha-beta where the exact solver is asked too
_LARGEST_TABLE = 20  # log2 of the places of a table


@dataclass(frozen=True)
class Thought:
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


class Expert:
    """A player that searches.

    ``budget`` limits each move by positions or, where it names no positions, by seconds. With
    positions its play depends on nothing else. ``objective`` is ``difference`` (points above the
    best other) or ``margin``; by default the first for two players and the second for more.
    """

    def __init__(self, budget: Budget | None = None, objective: str | None = None) -> None:
        if objective is not None and objective not in OBJECTIVES:
            raise BadInput(
                _("unknown objective {objective}; choose one of {known}").format(
                    objective=objective, known=", ".join(OBJECTIVES)
                )
            )
        self.objective = objective
        self.budget = budget or DEFAULT
        self.name = f"expert@{self.budget}"
        self._engine: _Engine | None = None
        self._seats = 0
        self._solver: Search | None = None

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The move that the search prefers; of moves proved equal, one at random."""
        return self.think(view, rng).action

    def think(self, view: SeatView, rng: np.random.Generator) -> Thought:
        """The move with its reasons."""
        if len(view.legal) == 1:
            return Thought(view.legal[0], None, False, 0, 0, (_("it is the only move"),))
        objective = (
            default_objective(view.num_players)
            if self.objective is None
            else OBJECTIVES[self.objective]
        )
        position = _solvable(view) if objective == DIFFERENCE else None
        thought = self._search(view, objective, _SEARCH_SHARE if position else 1.0)
        if position is None or thought.exact:
            return thought
        return self._solve(view, position, rng) or thought

    def _search(self, view: SeatView, objective: int, share: float) -> Thought:
        engine = self._engine_for(view.num_players)
        engine.start(view, objective)
        if self.budget.nodes is not None:
            engine.run(self.budget.nodes)
        elif self.budget.seconds is not None:
            _run_for(engine, self.budget.seconds * share)
        return engine.thought()

    def _engine_for(self, players: int) -> _Engine:
        if self._engine is None or self._seats != players:
            self._engine = AlphaBeta(self.budget) if players == 2 else MaxN(self.budget)
            self._seats = players
        return self._engine

    def _solve(
        self, view: SeatView, position: Position, rng: np.random.Generator
    ) -> Thought | None:
        """What the exact solver finds within the budget, or None."""
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
        texts = [move_text(m) for m in best]
        actions = [a for a in view.legal if view.action_text(a) in texts]
        sentence = _("solved: best play from here ends {value:+d} points").format(value=value)
        nodes = solver.nodes - before
        return Thought(int(rng.choice(actions)), value, True, nodes, 0, (sentence,))


def _solvable(view: SeatView) -> Position | None:
    """The position as the exact solver takes it; None where it is not of the reduced game."""
    try:
        return Position.of_record(view.record[0])
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


class _Engine(Protocol):
    """A search that can be given more nodes."""

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""

    def start(self, view: SeatView, objective: int) -> None:
        """Begin with the position of ``view``."""

    def run(self, nodes: int) -> bool:
        """Search until ``nodes`` in all are used up; True when there is nothing left to search."""

    def thought(self) -> Thought:
        """The best move found."""


class AlphaBeta:
    """The two-player search of :mod:`.lookahead`."""

    def __init__(self, budget: Budget) -> None:
        bits = _LARGEST_TABLE if budget.nodes is None else max(10, budget.nodes.bit_length() + 1)
        self._table = lookahead.new_table(min(_LARGEST_TABLE, bits))
        self._stack = lookahead.new_stack()
        self._counters = np.zeros(lookahead.NUM_COUNTERS, np.int64)
        self._value = np.zeros(1)
        self._warm_up()

    def _warm_up(self) -> None:
        # The first call compiles or loads compiled code; no move's time should pay for it.
        record = STATE.empty()
        record["players"] = 2
        self._counters[lookahead.LIMIT] = 0
        self._exact = False
        self._n = lookahead.start(record[0], self._stack)
        self._objective = DIFFERENCE
        self._deepen()

    def start(self, view: SeatView, objective: int) -> None:
        """Begin with the position of ``view``."""
        # Values are those of one seat under one objective.
        self._table[0][:] = 0
        self._counters[:] = 0
        self._objective = objective
        self._exact = False
        self._n = lookahead.start(view.record[0], self._stack)

    def run(self, nodes: int) -> bool:
        """Search until ``nodes`` in all are used up; True when the value is exact."""
        self._counters[lookahead.LIMIT] = nodes
        self._counters[lookahead.STOPPED] = 0
        self._deepen()
        return self._exact

    def _deepen(self) -> None:
        self._exact = bool(
            lookahead.deepen(
                self._stack,
                self._n,
                self._objective,
                weights_for(2),
                self._table,
                self._counters,
                lookahead.DEEPEST,
                self._value,
            )
        )

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._counters[lookahead.NODES])

    def thought(self) -> Thought:
        """The best move found."""
        depth = int(self._counters[lookahead.DEPTH])
        value = float(self._value[0])
        action = int(self._stack[1][0, 0])
        return Thought(
            action, value, self._exact, self.nodes, depth, _reasons(self._exact, depth, value)
        )


class MaxN:
    """The search of :mod:`.maxn` for more than two players."""

    def __init__(self, _budget: Budget) -> None:
        self._stack = maxn.new_stack()
        self._counters = np.zeros(maxn.NUM_COUNTERS, np.int64)
        self._objective = MARGIN
        self._done = False
        record = STATE.empty()
        record["players"] = 3
        maxn.start(record[0], self._stack, self._counters)
        self.run(0)

    def start(self, view: SeatView, objective: int) -> None:
        """Begin with the position of ``view``."""
        maxn.start(view.record[0], self._stack, self._counters)
        self._objective = objective
        self._done = False

    def run(self, nodes: int) -> bool:
        """Search until ``nodes`` in all are used up; True when every line reached the end."""
        self._counters[lookahead.LIMIT] = nodes
        self._done = bool(
            maxn.deepen(
                self._stack,
                self._objective,
                weights_for(3),
                self._counters,
                lookahead.DEEPEST,
            )
        )
        return self._done

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._counters[lookahead.NODES])

    def thought(self) -> Thought:
        """The best move found."""
        depth = int(self._counters[lookahead.DEPTH])
        action = int(self._counters[maxn.CHOICE])
        sentences = _reasons(self._done, depth, None)
        return Thought(action, None, self._done, self.nodes, depth, sentences)


def _run_for(engine: _Engine, seconds: float) -> None:
    """Let ``engine`` search for ``seconds``, in slices between which it looks at the clock."""
    began = time.perf_counter()
    target = _FIRST_SLICE
    while not engine.run(target):
        used = time.perf_counter() - began
        if used >= seconds:
            return
        ahead = min(_LONGEST_SLICE, seconds - used)
        target = engine.nodes + max(_FIRST_SLICE, int(engine.nodes / used * ahead))


def _reasons(exact: bool, depth: int, value: float | None) -> tuple[str, ...]:
    if exact and value is not None:
        return (_("looked to the end of the game: {value:+.0f} points").format(value=value),)
    if exact:
        return (_("looked to the end of the game"),)
    if value is None:
        return (_("looked {depth} moves ahead").format(depth=depth),)
    return (
        _("looked {depth} moves ahead: about {value:+.1f} points").format(depth=depth, value=value),
    )


LEVELS = ("basic", "advanced", "expert")


def make(level: str, budget: Budget | None = None) -> Player:
    """The player of a level; raises :class:`BadInput` for a budget where it does not search."""
    if level == "expert":
        return Expert(budget)
    if budget:
        raise BadInput(
            _("{name} does not search, so it takes no budget: leave out @{budget}").format(
                name=level, budget=budget
            )
        )
    return PolicyPlayer(load_game("bigpoints"), level)
