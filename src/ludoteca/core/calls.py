"""The kernel called from Python: compiled once a game, over one-element arrays of records.

Passing an array costs 0.2 us a call, passing a record 1.4 us. Everything here takes an array of
records ``states`` and the index ``i`` of the one that is meant.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.core import kernel
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit


def init(states: Any, i: int, options: Any, standing: Any) -> None:
    """Zero ``states[i]`` and make it the position before a deal; the others have length 1."""
    # Once a deal, from Python alone: to compile this too takes longer than the rules' own part.
    states[i : i + 1].view(np.uint8)[:] = 0
    kernel.fill_same_fields(states, i, standing)
    kernel.fill_same_fields(states, i, options)
    _begin(states, i, options, standing)


@njit
def _begin(states, i, options, standing):
    kernel.init_state(states[i], options[0], standing[0])


@njit
def current_player(states, i):
    """The seat to move, ``CHANCE`` or ``TERMINAL``."""
    return kernel.current_player(states[i])


@njit
def legal_actions(states, i, out):
    """Number of legal ids, written ascending into ``out``."""
    return kernel.legal_actions(states[i], out)


@njit
def chance_outcomes(states, i, out, prob):
    """Number of chance ids, written with their probabilities."""
    return kernel.chance_outcomes(states[i], out, prob)


@njit
def sample_chance(states, i, rng, ids, prob):
    """A chance id; ``ids`` and ``prob`` are scratch."""
    return kernel.sample_chance(states[i], rng, ids, prob)


@njit
def apply_action(states, i, action):
    """Apply ``action`` to ``states[i]`` in place, unchecked."""
    kernel.apply_action(states[i], action)


@njit
def returns(states, i, out):
    """Points of the finished deal into ``out``, by seat."""
    kernel.returns(states[i], out)


@njit
def next_standing(states, i, standing):
    """Close the deal into ``standing[0]`` in place; True when the match is over."""
    return kernel.next_standing(states[i], standing[0])


@njit
def observed_action(states, i, action, seat):
    """The token of ``action``, about to be made in ``states[i]``, for ``seat``."""
    return kernel.observed_action(states[i], action, seat)


def resample(states: Any, i: int, seat: int, rng: np.random.Generator, out: Any, j: int) -> None:
    """Fill ``out[j]`` with a world that ``seat`` cannot tell from ``states[i]``.

    Raises ``NoWorld`` as :func:`resample_all` does.
    """
    resample_all(states, i, seat, rng, out[j : j + 1])


@njit
def resample_all(states, i, seat, rng, out):
    """Fill every place of ``out`` with a world that ``seat`` cannot tell from ``states[i]``.

    Raises ``NoWorld`` where the game finds none.
    """
    kernel.resample(states, i, seat, rng, out)


@njit
def policy_probs(states, i, level, out, prob):
    """Number of moves of the game's policy at ``level``, with their probabilities."""
    return kernel.policy_probs(states[i], level, out, prob)


@njit
def policy_turn(states, i, level, u, ids, prob):
    """Play ``states[i]`` on by the policy's turn that ``u`` draws; returns the moves made."""
    return kernel.policy_turn(states[i], level, u, ids, prob)


@njit
def draw_source(states, i):
    """The order of cards that the coming draw is from, or ``NO_DRAW``."""
    return kernel.draw_source(states[i])


@njit
def hidden_ways(states, i, action):
    """Ways with physical cards of making a hidden move."""
    return kernel.hidden_ways(states[i], action)


@njit
def state_key(states, i):
    """The solver's key of ``states[i]``."""
    return kernel.state_key(states, i)


@njit
def playout(states, i, rng, ids, prob, moves, limit):
    """Play ``states[i]`` to its end with uniformly random moves, in place.

    The ids played are written into ``moves`` (length at least ``limit``). Returns their number, or
    -1 where the deal did not end within ``limit`` moves.
    """
    for n in range(limit):
        player = kernel.current_player(states[i])
        if player == TERMINAL:
            return n
        if player == CHANCE:
            action = kernel.sample_chance(states[i], rng, ids, prob)
        else:
            count = kernel.legal_actions(states[i], ids)
            action = ids[int(rng.random() * count)]
        moves[n] = action
        kernel.apply_action(states[i], action)
    return limit if kernel.current_player(states[i]) == TERMINAL else -1
