# mypy: allow-untyped-defs, allow-untyped-calls
"""Rollouts: the worth of turns in sampled worlds, each played to its end by the policy.

For every world (``resample_from_infostate``) each legal move, or whole turn, is made and the deal
is played to its end by the game's policy. All are compared in the same luck
(:mod:`ludoteca.players.luck`). Given the world and the policy, runs are independent, and the mean
over worlds is unbiased for *everybody plays the policy from here on, and unseen cards are as chance
made them*: what the others' moves say about their cards is not used, and nobody plays better than
the policy.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView
from ludoteca.players.luck import cast, coin, copy_luck, drawn, luck_for
from ludoteca.players.turns import Turn, make_turn, rows_of

_AS_IT_STANDS: Turn = ()  # in place of a move: play on from the position itself
_AT_ONCE = 16  # worlds between two looks at the clock


@njit
def play_out(states, i, level, luck, ids, prob, points):
    """Play ``states[i]`` to its end by the policy, in place; returns the moves made.

    ``luck`` is used up; ``points`` are the returns.
    """
    made = 0
    while True:
        player = kernel.current_player(states[i])
        if player == TERMINAL:
            kernel.returns(states[i], points)
            return made
        if player == CHANCE:
            kernel.apply_action(states[i], drawn(states, i, luck, ids, prob))
            made += 1
        else:
            made += kernel.policy_turn(states[i], level, coin(luck, player), ids, prob)


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
def _worlds(view, seat, turns, level, rng, states, world, luck, ids, prob, out, first, end, most):
    """Fill ``out[first:end]`` (world, turn, seat) with points; returns (worlds, moves made).

    Stops after the world in which ``most`` moves were made. ``states`` has two records of scratch;
    ``world`` is the luck of a world, ``luck`` what is left of it.
    """
    made = 0
    for w in range(first, end):
        kernel.resample(view, 0, seat, rng, states, 0)
        cast(states, 0, rng, world)
        for t in range(len(turns)):
            states[1] = states[0]
            copy_luck(world, luck)
            made += make_turn(states, 1, turns, t)
            made += play_out(states, 1, level, luck, ids, prob, out[w, t])
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
    view: SeatView,
    level: int,
    rng: np.random.Generator,
    effort: Effort,
    turns: Sequence[Turn] | None = None,
) -> NDArray[np.float64]:
    """Points at the end of simulated deals after each turn, an array (world, turn, seat).

    ``turns`` are by default the legal moves; where it is not the seat's turn, there is one "turn",
    to play on as it stands. Rows of one world have one luck for all. ``level`` is of the game's
    policy. Two worlds at least are played, whatever ``effort`` says.
    """
    ids, prob = view.game.buffers()
    rows = rows_of(turns or [(move,) for move in view.legal] or [_AS_IT_STANDS])
    points = np.zeros((effort.worlds, len(rows), view.num_players))
    scratch = (view.game.state_layout.empty(2), luck_for(view), luck_for(view), ids, prob)
    done, left, end_by = 0, effort.moves, inf
    while done < 2 or (done < effort.worlds and left > 0 and time.perf_counter() < end_by):
        end = min(effort.worlds, done + _AT_ONCE)
        done, made = _worlds(
            view.record, view.seat, rows, level, rng, *scratch, points, done, end, max(1, left)
        )
        left -= made
        # The first worlds may have waited for a compiler.
        if end_by == inf:
            end_by = time.perf_counter() + effort.seconds
    return points[:done]
