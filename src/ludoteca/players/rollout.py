# mypy: allow-untyped-defs, allow-untyped-calls
"""Rollouts: the worth of legal moves in sampled worlds, each played to its end by the policy.

For every world (``resample_from_infostate``) each legal move is made and the deal is played to its
end by the game's policy, with the same random numbers for every move: one stream for chance and one
for the players' coins, so that moves are compared in the same luck. Given the world and the policy,
runs are independent, and the mean over worlds is unbiased for *everybody plays the policy from
here on, and unseen cards are as chance made them*: what the others' moves say about their cards is
not used, and nobody plays better than the policy.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView

AS_IT_STANDS = -1  #: in place of a move: play on from the position itself
_AT_ONCE = 16  # worlds between two looks at the clock


@njit
def play_out(states, i, level, luck, coins, ids, prob, points):
    """Play ``states[i]`` to its end by the policy, in place; returns the moves made.

    Uniform numbers for chance come from ``luck``, for the players' turns from ``coins`` (float64,
    again from the start where they are used up). ``points`` are the returns.
    """
    made = 0
    chances = 0
    turns = 0
    while True:
        player = kernel.current_player(states[i])
        if player == TERMINAL:
            kernel.returns(states[i], points)
            return made
        if player == CHANCE:
            n = kernel.chance_outcomes(states[i], ids, prob)
            u = luck[chances % len(luck)]
            kernel.apply_action(states[i], ids[kernel.sample_index(prob, n, u)])
            chances += 1
            made += 1
        else:
            u = coins[turns % len(coins)]
            made += kernel.policy_turn(states[i], level, u, ids, prob)
            turns += 1


@njit
def play_on(states, i, level, rng, ids, prob, points):
    """Play ``states[i]`` to its end by the policy, in place, with the luck of ``rng``.

    ``points`` are the returns.
    """
    while True:
        player = kernel.current_player(states[i])
        if player == TERMINAL:
            kernel.returns(states[i], points)
            return
        if player == CHANCE:
            kernel.apply_action(states[i], kernel.sample_chance(states[i], rng, ids, prob))
        else:
            kernel.policy_turn(states[i], level, rng.random(), ids, prob)


@njit
def _worlds(view, seat, legal, level, rng, states, luck, coins, ids, prob, out, first, end, most):
    """Fill ``out[first:end]`` (world, move, seat) with points; returns (worlds, moves made).

    Stops after the world in which ``most`` moves were made. ``states`` has two records of scratch.
    """
    made = 0
    for w in range(first, end):
        kernel.resample(view, 0, seat, rng, states, 0)
        for k in range(len(luck)):
            luck[k] = rng.random()
            coins[k] = rng.random()
        for m in range(len(legal)):
            states[1] = states[0]
            if legal[m] != AS_IT_STANDS:
                kernel.apply_action(states[1], legal[m])
            made += 1 + play_out(states, 1, level, luck, coins, ids, prob, out[w, m])
        if made >= most:
            return w + 1, made
    return end, made


@dataclass(frozen=True)
class Effort:
    """Bounds of a simulation; only ``seconds`` makes results depend on the machine.

    Attributes
    ----------
    worlds : how many at most, at least 2
    moves : made in all simulated deals together, at most (but for the last world's)
    seconds : after the first few worlds, when no further ones are begun
    """

    worlds: int = 4_000
    moves: int = 300_000
    seconds: float = 1.0


def roll_out(
    view: SeatView, level: int, rng: np.random.Generator, effort: Effort
) -> NDArray[np.float64]:
    """Points at the end of simulated deals after each legal move, an array (world, move, seat).

    Rows of one world have one luck for all moves. ``level`` is of the game's policy. Where it is
    not the seat's turn there is one "move", to play on as it stands. Two worlds at least are
    played, whatever ``effort`` says.
    """
    ids, prob = view.game.buffers()
    length = int(view.game.rules.MAX_LENGTH)
    legal = np.array(view.legal or (AS_IT_STANDS,), np.int64)
    points = np.zeros((effort.worlds, len(legal), view.num_players))
    scratch = (view.game.state_layout.empty(2), np.zeros(length), np.zeros(length), ids, prob)
    done, left, end_by = 0, effort.moves, inf
    while done < 2 or (done < effort.worlds and left > 0 and time.perf_counter() < end_by):
        end = min(effort.worlds, done + _AT_ONCE)
        done, made = _worlds(
            view.record, view.seat, legal, level, rng, *scratch, points, done, end, max(1, left)
        )
        left -= made
        # The first worlds may have waited for a compiler.
        if end_by == inf:
            end_by = time.perf_counter() + effort.seconds
    return points[:done]
