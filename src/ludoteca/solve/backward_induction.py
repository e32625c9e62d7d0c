"""Backward induction: the value of every position that can be reached, each computed once.

>>> from ludoteca.core import load_game
>>> start = load_game("nim").new_state({"heaps": 3})
>>> solution = solve_fully(start)
>>> solution.values(start), solution.best(start)
((1.0, -1.0), (19,))

Every seat maximises the expected value of its objective, by default its own payoff (subgame
perfect). Of moves of exactly equal value the one of the lowest id is played, or the first in the
order that is given, which matters where a seat's choice among equals decides what others get.
Everything in the record counts as seen, so more than one seat is accepted only where no field
belongs to one of them; a single player's game against chance is solved as a decision process.

Memory: 8 bytes a seat for each distinct position, and what :mod:`ludoteca.solve.positions` keeps.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.state import State
from ludoteca.solve.minimax import Searchable, is_open
from ludoteca.solve.positions import (
    MAX_POSITIONS,
    ExplorationProgress,
    PositionGraph,
    explore,
)

EQUAL = 1e-12  #: values that differ by less, relative to the larger, are equally good moves

_SLICE = 1_000_000  # positions between two looks at Ctrl-C

Objective = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]
"""A number, larger for what a seat likes better, of its own points and the most of another seat.

All three are of shape (finals,). In a game of one seat the second are zeros.
"""


@dataclass(frozen=True)
class FullSolution:
    """Every reachable position's value.

    Attributes
    ----------
    graph
        The positions, of which the last is the one that was solved.
    worth : float64 [positions, seats]
        What each seat expects of what it wants: points, where no objective was given.
    seconds
        Wall time in seconds.
    """

    graph: PositionGraph
    worth: NDArray[np.float64]
    seconds: float

    @property
    def root(self) -> tuple[float, ...]:
        """Values by seat of the position that was solved: points, or as the objective has it."""
        return tuple(self.worth[-1].tolist())

    def values(self, position: Searchable) -> tuple[float, ...]:
        """Values of ``position`` by seat: points, or as the objective has it.

        Raises
        ------
        BadInput
            For a position never reached.
        """
        return tuple(self.worth[self.graph.find(position.record)].tolist())

    def best(self, state: State) -> tuple[int, ...]:
        """All moves that are best for the seat to move, ascending; empty where no seat moves."""
        player = state.current_player()
        worth = {a: self.values(state.child(a))[player] for a in state.legal_actions()}
        if not worth:
            return ()
        top = max(worth.values())
        return tuple(a for a, v in worth.items() if top - v <= EQUAL * max(1.0, abs(top)))


def solve_fully(
    position: Searchable,
    *,
    objective: Objective | None = None,
    order: Sequence[int] = (),
    max_positions: int = MAX_POSITIONS,
    progress: Callable[[ExplorationProgress], None] | None = None,
) -> FullSolution:
    """The value of ``position`` and of all positions after it.

    ``objective`` says what a seat wants at the end, its own payoff where it is None. ``order[id]``
    is the place of a move where of equal ones not the lowest id is played. ``progress`` is called
    about every 20,000 visits.

    Raises
    ------
    BadInput
        Where information is hidden from one of several seats.
    TooManyPositions
        Where there are more than ``max_positions``.
    """
    game, started = position.game, time.perf_counter()
    if game.num_players(position.options) > 1 and not is_open(game):
        raise BadInput(
            _(
                "{game} hides information from its players: it has no value position by position"
            ).format(game=_(game.info.title))
        )
    graph = explore(position, order=order, max_positions=max_positions, progress=progress)
    wanted = graph.points if objective is None else _wanted(objective, graph.points)
    worth = np.zeros((len(graph), graph.points.shape[1]))
    parts = (graph.actor, graph.first, graph.child, graph.probability, wanted, worth)
    done = np.zeros(3, np.int64)
    for begin in range(0, len(graph), _SLICE):
        _induct(*parts, done, min(begin + _SLICE, len(graph)))
    return FullSolution(graph, worth, time.perf_counter() - started)


def _wanted(objective: Objective, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The worth of ``points`` to each seat, both of shape (finals, seats)."""
    columns = []
    for seat in range(points.shape[1]):
        others = np.delete(points, seat, axis=1)
        most = others.max(axis=1) if others.size else np.zeros(len(points))
        columns.append(objective(points[:, seat], most).astype(np.float64))
    return np.stack(columns, axis=1)


@njit
def _induct(actor, first, child, probability, wanted, worth, done, stop):  # type: ignore[no-untyped-def]
    """Fill ``worth`` up to position ``stop``, in place.

    ``done`` (int64, 3) is how many positions, outcomes of chance and final positions are done.
    """
    seats = worth.shape[1]
    for i in range(done[0], stop):
        player = actor[i]
        if player == TERMINAL:
            for seat in range(seats):
                worth[i, seat] = wanted[done[2], seat]
            done[2] += 1
        elif player == CHANCE:
            for e in range(first[i], first[i + 1]):
                for seat in range(seats):
                    worth[i, seat] += probability[done[1]] * worth[child[e], seat]
                done[1] += 1
        else:
            best = child[first[i]]
            for e in range(first[i] + 1, first[i + 1]):
                if worth[child[e], player] > worth[best, player]:
                    best = child[e]
            for seat in range(seats):
                worth[i, seat] = worth[best, seat]
    done[0] = stop
