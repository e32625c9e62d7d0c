# mypy: allow-untyped-defs, allow-untyped-calls
"""Rollouts: the worth of turns in sampled worlds, each played to its end by the policy.

For every world (``resample_from_infostate``) each legal move, or whole turn, is made and the deal
is played to its end by the game's policy. All are compared in the same luck
(:mod:`ludoteca.players.luck`). Given the world and the policy, runs are independent, and the mean
over worlds is unbiased if *everybody plays the policy from here on, and unseen cards are equally
likely*: what the others' moves say about their cards is not used, and nobody plays better than the
policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView
from ludoteca.players.learned.policy import turn_by
from ludoteca.players.luck import cast, coin, copy_luck, drawn, luck_for
from ludoteca.players.particles import chance_worlds
from ludoteca.players.turns import Turn, make_turn, rows_of

_AS_IT_STANDS: Turn = ()  # in place of a move: play on from the position itself
_AT_ONCE = 16  # worlds between two looks at the moves made


@njit
def play_out(states, i, levels, learned, luck, ids, prob, points):
    """Play ``states[i]`` to its end by the policy, in place; returns the moves made.

    Parameters
    ----------
    states
        records [N]
    levels : int64 [seats]
        of the policy that each seat plays, unless all play ``learned``
    learned
        a policy (:mod:`ludoteca.players.learned.policy`), or None
    luck
        used up
    ids, prob
        int64 and float64, scratch as long as ``game.buffers()`` makes it
    points : float64 [seats]
        gets the points of the deal
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
            made += turn_by(states, i, levels[player], learned, coin(luck, player), ids, prob)


@njit
def play_on(states, i, level, rng, ids, prob, points):
    """Play ``states[i]`` to its end by the policy at ``level``, in place, with the luck of ``rng``.

    ``ids`` and ``prob`` are scratch as of ``game.buffers()``; ``points``, float64 [seats], gets the
    points of the deal.
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


class Ends(NamedTuple):
    """The ends of simulated deals, filled in place.

    Attributes
    ----------
    points
        float64 [..., seats]
    standings : records [...]
        of the match after each deal
    over : bool [...]
        true where that ended the match
    """

    points: NDArray[np.float64]
    standings: NDArray[np.void]
    over: NDArray[np.bool_]

    @classmethod
    def empty(cls, view: SeatView, *shape: int) -> Ends:
        """Room for ``shape`` deals of a view, closed from its standing."""
        standings = np.zeros(shape, view.game.standing_layout.dtype)
        if view.standing is not None:
            standings[...] = view.standing[0]
        return cls(np.zeros((*shape, view.num_players)), standings, np.zeros(shape, np.bool_))

    def part(self, first: int, end: int) -> Ends:
        """Those from ``first`` to before ``end`` on the first axis, not copied."""
        return Ends(self.points[first:end], self.standings[first:end], self.over[first:end])


@njit
def try_turns(
    worlds, first, turns, levels, learned, tried, rng, states, world, luck, ids, prob, points,
    standings, over,
):  # fmt: skip
    """Fill the last three (:class:`Ends`) for the turns ``tried``; returns the moves made.

    The random numbers do not depend on which turns are tried.

    Parameters
    ----------
    worlds : records [W]
        taken from number ``first`` on, round and round; not changed
    turns : int64 [turns, longest]
        rows of moves
    levels : int64 [turns, W, seats]
        of the policy that plays on, unless ``learned`` does
    tried
        bool [turns]
    states
        records [1], scratch; ``ids`` and ``prob`` are scratch as of ``game.buffers()``
    world, luck
        memory for luck
    points, standings, over
        float64 [worlds, turns, seats], records and bool [worlds, turns]; standings hold the score
        before the deal

    Notes
    -----
    It is the only loop over worlds: each that plays deals out is compiled with all of a game's
    rules and its policy.
    """
    made = 0
    for w in range(len(over)):
        at = (first + w) % len(worlds)
        cast(worlds, at, rng, world)
        for t in range(len(turns)):
            if tried[t]:
                states[0] = worlds[at]
                copy_luck(world, luck)
                made += make_turn(states, 0, turns, t)
                made += play_out(states, 0, levels[t, at], learned, luck, ids, prob, points[w, t])
                over[w, t] = kernel.next_standing(states[0], standings[w, t])
    return made


@dataclass(frozen=True)
class Effort:
    """Bounds of a simulation, which depend on no clock.

    Parameters
    ----------
    worlds
        how many at most, at least 2
    moves
        number of moves in all simulated deals together after which no further worlds are begun; inf
        is no bound
    """

    worlds: int
    moves: float = inf


def roll_out(
    view: SeatView,
    level: int,
    rng: np.random.Generator,
    effort: Effort,
    turns: Sequence[Turn] | None = None,
) -> NDArray[np.float64]:
    """Points at the end of simulated deals after each turn: float64 [worlds, turns, seats].

    Rows of one world have one luck for all. Two worlds at least are played, whatever ``effort``
    says.

    Parameters
    ----------
    level
        number of the level of the game's policy that all play on by
    turns
        by default the legal moves; where it is not the seat's turn, there is one "turn", to play on
        as it stands

    Raises
    ------
    NoWorld
        where no worlds are found that fit what the seat sees
    """
    ids, prob = view.game.buffers()
    rows = rows_of(turns or [(move,) for move in view.legal] or [_AS_IT_STANDS])
    every, ends = np.ones(len(rows), np.bool_), Ends.empty(view, effort.worlds, len(rows))
    levels = np.full((len(rows), _AT_ONCE, view.num_players), level)
    scratch = (view.game.state_layout.empty(1), luck_for(view), luck_for(view), ids, prob)
    done, left = 0, effort.moves
    while done < 2 or (done < effort.worlds and left > 0):
        # Always as many, so that a greater effort begins with the worlds of a smaller one.
        worlds = chance_worlds(view, _AT_ONCE, rng)
        part = ends.part(done, min(effort.worlds, done + _AT_ONCE))
        left -= try_turns(worlds, 0, rows, levels, None, every, rng, *scratch, *part)
        done += len(part.over)
    return ends.points[:done]
