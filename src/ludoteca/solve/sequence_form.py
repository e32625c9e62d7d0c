"""The sequence form of a tree for two seats: plans, sparse payoffs, and passes over one side.

With each seat's sequences numbered by themselves (0 the empty one), the expected points are
``x A y`` for realisation plans ``x`` and ``y`` and a sparse matrix A with at most one entry for
each end of the deal, chance included. Source: B. von Stengel, Efficient computation of behavior
strategies, Games and Economic Behavior 14 (1996).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.jit import njit
from ludoteca.solve.tree import Floats, GameTree

Unsigned = NDArray[np.uint32]

_TOLERANCE = 1e-9


class SequenceSide(NamedTuple):
    """One seat's part of the sequence form.

    Numbers are unsigned: compiled code then need not ask of each index whether it counts from the
    end.

    Attributes
    ----------
    sequence : uint32 [sequences]
        The tree's number of each local sequence.
    start : uint32 [information sets + 1]
        The moves of information set k are ``start[k]`` to ``start[k + 1] - 1``.
    parent : uint32 [information sets]
        The sequence that leads to each.
    row : uint32 [sequences + 1]
        Row s of the payoffs has entries ``row[s]`` to ``row[s + 1] - 1``.
    other : uint32 [entries]
        The sequence of the other seat.
    pay : float64 [entries]
        Points of this seat, weighed by chance.
    """

    sequence: Unsigned
    start: Unsigned
    parent: Unsigned
    row: Unsigned
    other: Unsigned
    pay: Floats


def constant_sum(tree: GameTree) -> float:
    """The sum of both seats' points, the same at every end of the deal.

    Raises
    ------
    BadInput
        For another number of seats, or a sum that varies.
    """
    if tree.seats != 2:
        raise BadInput(
            _("this solver needs two seats; {game} has {seats}").format(
                game=tree.game.name, seats=tree.seats
            )
        )
    sums = tree.terminal_returns.sum(axis=1)
    scale = max(1.0, float(np.abs(tree.terminal_returns).max()))
    if float(np.ptp(sums)) > _TOLERANCE * scale:
        raise BadInput(
            _("this solver needs points whose sum is constant; in {game} it varies").format(
                game=tree.game.name
            )
        )
    return float(sums[0])


def sequence_form(tree: GameTree) -> tuple[SequenceSide, SequenceSide]:
    """Both sides of a two-seat constant-sum tree; payoffs are shifted so that they sum to zero."""
    half = constant_sum(tree) / 2.0
    owned = [np.flatnonzero(tree.infosets["owner"] == seat) for seat in (0, 1)]
    local = np.zeros(tree.n_sequences, np.int64)
    sequences = []
    for sets in owned:
        moves = tree.infosets["moves"][sets]
        first = np.repeat(tree.infosets["first"][sets], moves)
        ends = np.cumsum(moves)
        within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - moves, moves)
        sequence = np.concatenate(([0], first + within)).astype(np.int64)
        local[sequence] = np.arange(len(sequence))
        sequences.append(sequence)
    last = local[tree.terminal_sequence]
    sides = []
    for me, (sets, sequence) in enumerate(zip(owned, sequences, strict=True)):
        n_other = len(sequences[1 - me])
        pay = tree.terminal_chance * (tree.terminal_returns[:, me] - half)
        cells, cell = np.unique(last[:, me] * n_other + last[:, 1 - me], return_inverse=True)
        moves = tree.infosets["moves"][sets]
        sides.append(
            SequenceSide(
                sequence.astype(np.uint32),
                np.concatenate(([1], 1 + np.cumsum(moves))).astype(np.uint32),
                local[tree.infosets["parent"][sets]].astype(np.uint32),
                np.searchsorted(cells // n_other, np.arange(len(sequence) + 1)).astype(np.uint32),
                (cells % n_other).astype(np.uint32),
                np.bincount(cell, pay).astype(np.float64),
            )
        )
    return sides[0], sides[1]


@njit
def row_value(row, other, pay, s, plan):  # type: ignore[no-untyped-def]
    """Points of a seat at the ends that follow its sequence ``s``, against the other's plan.

    Takes the arrays of a :class:`SequenceSide` one by one: handed on whole, they are counted as
    references in the innermost loop, which then takes three times as long.

    Parameters
    ----------
    row : uint32 [sequences + 1]
        Of the side.
    other : uint32 [entries]
        Of the side.
    pay : float64 [entries]
        Of the side.
    s : int
        A sequence of the seat.
    plan : float64 [sequences of the other]
        The other's realisation plan.
    """
    value = 0.0
    for e in range(row[s], row[s + 1]):
        value += pay[e] * plan[other[e]]
    return value


@njit
def fill_plan(side, strategy, plan):  # type: ignore[no-untyped-def]
    """Fill ``plan``, in place, from ``strategy``, both by local sequence: float64 [sequences]."""
    start, parent = side.start, side.parent
    plan[0] = 1.0
    for k in range(parent.shape[0]):
        above = plan[parent[k]]
        for s in range(start[k], start[k + 1]):
            plan[s] = above * strategy[s]


@njit
def best_value(side, plan, values):  # type: ignore[no-untyped-def]
    """The most points this seat can get against the other's ``plan``.

    ``plan`` is float64 [the other's sequences]; ``values``, float64 [sequences], is scratch.
    """
    start, parent = side.start, side.parent
    row, other, pay = side.row, side.other, side.pay
    values[:] = 0.0
    for k in range(parent.shape[0] - 1, -1, -1):
        best = -np.inf
        for s in range(start[k], start[k + 1]):
            best = max(best, values[s] + row_value(row, other, pay, s, plan))
        values[parent[k]] += best
    return values[0] + row_value(row, other, pay, 0, plan)
