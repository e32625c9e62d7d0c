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
    """The seat to move in ``states[i]``, of ``states``, records [n]; ``CHANCE`` or ``TERMINAL``."""
    return kernel.current_player(states[i])


@njit
def legal_actions(states, i, out):
    """Write the legal ids of ``states[i]``, ascending; return their number.

    Parameters
    ----------
    states : records [n]
        Positions of one game.
    i : int
        The one that is meant.
    out : int64 [MAX_LEGAL]
        Written in place up to the number that is returned.
    """
    return kernel.legal_actions(states[i], out)


@njit
def chance_outcomes(states, i, out, prob):
    """Write the ids of the chance move in ``states[i]``, ascending; return their number.

    Parameters
    ----------
    states : records [n]
        Positions of one game.
    i : int
        The one that is meant.
    out : int64 [MAX_CHANCE]
        Written in place up to the number that is returned.
    prob : float64 [MAX_CHANCE]
        The probability of each, written likewise.
    """
    return kernel.chance_outcomes(states[i], out, prob)


@njit
def sample_chance(states, i, rng, ids, prob):
    """Draw a chance id of ``states[i]``, of ``states``, records [n].

    ``ids``, int64 [MAX_CHANCE], and ``prob``, float64 [MAX_CHANCE], are scratch.
    """
    return kernel.sample_chance(states[i], rng, ids, prob)


@njit
def apply_action(states, i, action):
    """Apply ``action`` to ``states[i]`` (``states`` are records [n]) in place, unchecked."""
    kernel.apply_action(states[i], action)


@njit
def returns(states, i, out):
    """Write the points of the finished deal ``states[i]`` into ``out``, float64 [seats].

    ``states`` are records [n].
    """
    kernel.returns(states[i], out)


@njit
def next_standing(states, i, standing):
    """Close the deal ``states[i]`` into ``standing[0]`` in place; True when the match is over.

    ``states`` are records [n], ``standing`` is a record of the game's standing, as records [1].
    """
    return kernel.next_standing(states[i], standing[0])


@njit
def observed_action(states, i, action, seat):
    """The token of ``action``, about to be made in ``states[i]`` (records [n]), for ``seat``."""
    return kernel.observed_action(states[i], action, seat)


def resample(states: Any, i: int, seat: int, rng: np.random.Generator, out: Any, j: int) -> None:
    """Fill ``out[j]`` with a world that ``seat`` cannot tell from ``states[i]``.

    Raises
    ------
    NoWorld
        As :func:`resample_all` does.
    """
    resample_all(states, i, seat, rng, out[j : j + 1])


@njit
def resample_all(states, i, seat, rng, out):
    """Fill every place of ``out`` with a world that ``seat`` cannot tell from ``states[i]``.

    Both are records [n] of one game.

    Raises
    ------
    NoWorld
        Where the game finds none.
    """
    kernel.resample(states, i, seat, rng, out)


@njit
def policy_probs(states, i, level, out, prob):
    """Write the moves of the game's policy in ``states[i]``; return their number.

    Parameters
    ----------
    states : records [n]
        Positions of one game.
    i : int
        The one that is meant.
    level : int
        The place of the level in ``INFO.levels``.
    out : int64 [MAX_LEGAL]
        The ids, written in place up to the number that is returned.
    prob : float64 [MAX_LEGAL]
        The probability of each, written likewise.
    """
    return kernel.policy_probs(states[i], level, out, prob)


@njit
def policy_turn(states, i, level, u, ids, prob):
    """Play ``states[i]`` on, in place; return the number of moves made. ``states`` are records [n].

    The turn is the one of the policy at ``level`` that the uniform number ``u`` in [0, 1) draws;
    ``ids``, int64 [MAX_LEGAL], and ``prob``, float64 [MAX_LEGAL], are scratch.
    """
    return kernel.policy_turn(states[i], level, u, ids, prob)


@njit
def draw_source(states, i):
    """The order of cards that the coming draw in ``states[i]`` is from, or ``NO_DRAW``.

    ``states`` are records [n].
    """
    return kernel.draw_source(states[i])


@njit
def hidden_ways(states, i, action):
    """Ways with physical cards of making a hidden move in ``states[i]``, of records [n]."""
    return kernel.hidden_ways(states[i], action)


@njit
def state_key(states, i):
    """The solver's key of ``states[i]``."""
    return kernel.state_key(states, i)


@njit
def playout(states, i, rng, ids, prob, moves, limit):
    """Play ``states[i]`` to its end with uniformly random moves, in place.

    Parameters
    ----------
    states : records [n]
        Positions of one game.
    i : int
        The one that is meant.
    rng : numpy.random.Generator
        Draws the moves and chance.
    ids : int64 [most legal moves or outcomes]
        Scratch.
    prob : float64 [most legal moves or outcomes]
        Scratch.
    moves : int64 [limit or more]
        The ids played, written in place.
    limit : int
        Moves at most.

    Returns
    -------
    int
        The number of moves played, or -1 where the deal did not end within ``limit``.
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
