"""Expected values, exact best responses and exploitability of strategies over a game tree.

A strategy is an array by sequence (see :mod:`ludoteca.solve.tree`): the probability of each move
at its information set, entry 0 being 1. It holds a strategy for every seat. Everything is exact up
to rounding: whole tree, any number of seats, any payoffs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.jit import njit
from ludoteca.solve.tree import Floats, GameTree

_TOLERANCE = 1e-6


@dataclass(frozen=True)
class BestResponse:
    """The most that ``seat`` can get against the others' strategies, and a pure way to get it.

    Attributes
    ----------
    seat
        The seat that responds.
    value
        Points that it expects.
    strategy : float64 [sequences]
        The given strategy with that seat's part replaced; at information sets that the others'
        strategies never reach its first move is taken.
    """

    seat: int
    value: float
    strategy: Floats


def expected_values(tree: GameTree, strategy: Floats) -> Floats:
    """Expected points of each seat, float64 [seats], when all follow ``strategy``.

    ``strategy`` has the probability of each move by sequence, float64 [sequences].
    """
    plan = _plan(tree, strategy)
    return _expected(tree.terminal_sequence, tree.terminal_chance, tree.terminal_returns, plan)


def best_response(tree: GameTree, strategy: Floats, seat: int) -> BestResponse:
    """A best response of ``seat`` to what ``strategy`` says for the others.

    ``strategy`` is float64 [sequences].
    """
    values = _values_for(
        tree.terminal_sequence,
        tree.terminal_chance,
        tree.terminal_returns,
        _plan(tree, strategy),
        seat,
    )
    response = strategy.copy()
    value = _best(tree.infosets, values, seat, response)
    return BestResponse(seat, float(value), response)


def nash_conv(tree: GameTree, strategy: Floats) -> float:
    """Sum over the seats of what each would gain by a best response; 0 exactly in equilibrium.

    In points; ``strategy`` has the probability of each move by sequence, float64 [sequences].
    """
    values = expected_values(tree, strategy)
    best = [best_response(tree, strategy, seat).value for seat in range(tree.seats)]
    return float(np.sum(np.array(best) - values))


def exploitability(tree: GameTree, strategy: Floats) -> float:
    """:func:`nash_conv` divided by the number of seats, in points.

    For two seats and constant sum: how much less than the value of the game ``strategy``,
    float64 [sequences], gets against its strongest opponent, on average over the seats.
    """
    return nash_conv(tree, strategy) / tree.seats


def policy_strategy(tree: GameTree, level: int = 0) -> Floats:
    """The strategy by which every seat follows the game's own policy at ``level``.

    It is float64 [sequences]. With it, :func:`exploitability` says how much a perfect opponent
    gains on that policy.
    """
    strategy = np.zeros(tree.n_sequences)
    strategy[0] = 1.0
    ids, prob = tree.game.buffers()
    for k, node in enumerate(tree.infosets["node"].tolist()):
        state = tree.position(node)
        count = calls.policy_probs(state, 0, level, ids, prob)
        moves = tree.moves(k)
        sequence = dict(
            zip(tree.sequence_action[moves].tolist(), range(moves.start, moves.stop), strict=True)
        )
        for action, probability in zip(ids[:count].tolist(), prob[:count].tolist(), strict=True):
            strategy[sequence[action]] = probability
    return strategy


def _plan(tree: GameTree, strategy: Floats) -> Floats:
    """The realisation plan: for each sequence, the product of its owner's probabilities."""
    if strategy.shape != (tree.n_sequences,):
        raise BadInput(
            f"a strategy for this tree is an array of {tree.n_sequences} numbers, "
            f"not of shape {strategy.shape}"
        )
    starts = tree.infosets["first"].astype(np.int64)
    sums = np.add.reduceat(strategy, starts) if len(starts) else np.ones(1)
    if strategy.min() < -_TOLERANCE or np.abs(sums - 1.0).max() > _TOLERANCE:
        raise BadInput("a strategy's probabilities are not negative and sum to 1 everywhere")
    plan = np.ones(tree.n_sequences)
    _fill_plan(tree.infosets, strategy, plan)
    return plan


@njit
def _fill_plan(infosets, strategy, plan):  # type: ignore[no-untyped-def]
    """``plan`` in place from ``strategy``; parents come before children."""
    for k in range(infosets.shape[0]):
        infoset = infosets[k]
        for s in range(infoset.first, infoset.first + infoset.moves):
            plan[s] = plan[infoset.parent] * strategy[s]


@njit
def _expected(terminal_sequence, terminal_chance, terminal_returns, plan):  # type: ignore[no-untyped-def]
    seats = terminal_sequence.shape[1]
    values = np.zeros(seats)
    for i in range(terminal_chance.shape[0]):
        reach = terminal_chance[i]
        for seat in range(seats):
            reach *= plan[terminal_sequence[i, seat]]
        for seat in range(seats):
            values[seat] += reach * terminal_returns[i, seat]
    return values


@njit
def _values_for(terminal_sequence, terminal_chance, terminal_returns, plan, me):  # type: ignore[no-untyped-def]
    """For each last sequence of seat ``me``: its points there, weighed by chance and the others."""
    values = np.zeros(plan.shape[0])
    for i in range(terminal_chance.shape[0]):
        reach = terminal_chance[i]
        for seat in range(terminal_sequence.shape[1]):
            if seat != me:
                reach *= plan[terminal_sequence[i, seat]]
        values[terminal_sequence[i, me]] += reach * terminal_returns[i, me]
    return values


@njit
def _best(infosets, values, me, response):  # type: ignore[no-untyped-def]
    """Fold ``values`` up the information sets of ``me`` by their maximum, in place.

    Writes the moves chosen into ``response`` in place; returns the value of the whole deal.
    """
    for k in range(infosets.shape[0] - 1, -1, -1):
        infoset = infosets[k]
        if infoset.owner != me:
            continue
        first = infoset.first
        chosen = first
        for s in range(first, first + infoset.moves):
            response[s] = 0.0
            if values[s] > values[chosen]:
                chosen = s
        response[chosen] = 1.0
        values[infoset.parent] += values[chosen]
    return values[0]
