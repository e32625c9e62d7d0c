"""The value of a position of the reduced game, the best moves and a result under best play.

``difference`` and ``outcome`` are zero-sum and fast (null windows, see :mod:`.search`); ``margin``,
``ordered`` and ``thesis`` (:mod:`.objectives`) look at every position, for small boards only.

>>> solution = solve(ReducedPosition.at_start("1122"), "thesis")
>>> solution.points, solution.states
((2, 1), 17)
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.solve.backward_induction import solve_fully
from ludoteca.solve.positions import ExplorationProgress, TooManyPositions

from .count import StateCounter
from .objectives import OBJECTIVES
from .position import ORDER, ReducedPosition
from .search import LimitReached, Search, Watch, WindowProgress, table_bits_for
from .table import UNKNOWN

FAST_OBJECTIVES = ("difference", "outcome")


@dataclass(frozen=True)
class ReducedSolution:
    """A result of :func:`solve`, for the player to move.

    ``value``: for ``difference``, ``ordered`` and ``thesis`` own points minus the other's, for
    ``outcome`` 1, 0 or -1, for ``margin`` the own payoff (own points, or own minus other when
    behind). ``points``: own and other's at the end of a line of best play. ``best``: every move
    that keeps the value (for ``ordered``, ``margin`` and ``thesis``: the whole result in the
    player's order; the thesis itself plays the first of them). ``states``: distinct non-final
    positions; where ``pruned``, those written to the table after reduction, which is not the
    number of positions of the game.
    """

    objective: str
    value: int
    outcome: str
    points: tuple[int, int]
    best: tuple[int, ...]
    nodes: int
    states: int
    seconds: float
    pruned: bool


def outcome_of(points: tuple[int, int]) -> str:
    """``win``, ``tie`` or ``loss`` for the owner of the first number."""
    if points[0] == points[1]:
        return "tie"
    return "win" if points[0] > points[1] else "loss"


def solve(
    position: ReducedPosition,
    objective: str = "difference",
    progress: Watch | None = None,
    table_bits: int | None = None,
) -> ReducedSolution:
    """Solve a position exactly.

    ``progress`` is called about ten times a second; an exception from it, or Ctrl-C, stops the
    search at once. ``table_bits`` is the size of the table of the fast objectives, log2 of its
    entries of 16 bytes (default by the length of the row). Raises ``LimitReached`` where there are
    more positions to look at than memory holds, and ``BadInput`` for an unknown objective.
    """
    if objective not in OBJECTIVES:
        raise BadInput(
            _("unknown objective {objective}; choose one of {known}").format(
                objective=objective, known=", ".join(OBJECTIVES)
            )
        )
    began = time.perf_counter()
    if objective not in FAST_OBJECTIVES:
        return _solve_fully(position, objective, progress)
    bits = table_bits_for(len(position.row)) if table_bits is None else table_bits
    search = Search(bits, watch=progress)
    if objective == "difference":
        value = search.value(position)
        at_least, at_most = value, value
    else:
        value = 1 if search.at_least(position, 1) else 0 if search.at_least(position, 0) else -1
        at_least = value if value >= 0 else -UNKNOWN
        at_most = value if value <= 0 else UNKNOWN
    best = search.optimal_moves(position, at_least)
    _moves, end = search.line(position, at_least, at_most)
    points = end.points[position.to_move], end.points[1 - position.to_move]
    return ReducedSolution(
        objective,
        value,
        outcome_of(points),
        points,
        tuple(best),
        search.nodes,
        search.stored,
        time.perf_counter() - began,
        pruned=True,
    )


def _solve_fully(
    position: ReducedPosition, objective: str, progress: Watch | None
) -> ReducedSolution:
    def watch(now: ExplorationProgress) -> None:
        if progress is not None:
            progress(WindowProgress(now.visits, now.seconds))

    try:
        found = solve_fully(position, objective=OBJECTIVES[objective], order=ORDER, progress=watch)
    except TooManyPositions:
        raise LimitReached(
            _("this objective looks at every position, and there are more than fit in memory")
        ) from None

    def equally_good(place: ReducedPosition) -> list[int]:
        seat = place.to_move
        value = found.values(place)[seat]
        return [m for m in place.moves() if found.values(place.after(m))[seat] == value]

    nodes = found.graph.visits - 1  # moves, as those of the other objectives
    best, end = equally_good(position), position
    while not end.is_over:
        end = end.after(equally_good(end)[0])
    own, other = end.points[position.to_move], end.points[1 - position.to_move]
    value = own if objective == "margin" and own >= other else own - other
    return ReducedSolution(
        objective,
        value,
        outcome_of((own, other)),
        (own, other),
        tuple(best),
        nodes,
        found.graph.decisions,
        found.seconds,
        pruned=False,
    )


def count_states(position: ReducedPosition, limit: int | None = None) -> int:
    """The number of distinct non-final positions that can be reached, ``position`` included.

    ``LimitReached`` if there are more than ``limit``, or more than memory holds.
    """
    return StateCounter().count(position, limit)
