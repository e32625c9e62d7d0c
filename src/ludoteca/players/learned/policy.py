# mypy: allow-untyped-defs, allow-untyped-calls
"""A learned policy in compiled code, in place of the game's own: in rollouts, weights and habits.

A simulation takes ``learned``, a :class:`LearnedPolicy` or None. Which of them is decided when it
is compiled: without a network it is the same code as if there were none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel
from ludoteca.core.jit import njit
from ludoteca.players.learned.model import (
    Model,
    Network,
    Scratch,
    chances,
    scratch_of,
    write_level_chances,
)
from ludoteca.players.learned.observation import words_of, write_rows


class LearnedPolicy(NamedTuple):
    """A network with all that is needed to ask it about a record; for one thread.

    Attributes
    ----------
    state
        records [1], scratch
    words
        its memory, int8 [1, bytes] and so on
    sources, plan
        of the rows that the network reads: int64 [seats, entries] and [seats, parts, 7]
    seats : int32 [1]
        scratch: who looks
    row : float32 [1, size or size + actions]
        scratch: what it sees
    level
        the number of the level that the network corrects; -1 for none
    usual : float32 [1, actions or 0]
        the part of ``row`` that has the chances of that level
    ids : int64 [most]
        scratch: the moves of that level
    places : int32 [greatest id + 1]
        the action of each id
    legal : int64 [actions]
        scratch: the legal actions
    network
        the weights
    scratch
        memory for :func:`.model.chances`
    """

    state: NDArray[np.void]
    words: tuple[NDArray[Any], ...]
    sources: NDArray[np.int64]
    plan: NDArray[np.int64]
    seats: NDArray[np.int32]
    row: NDArray[np.float32]
    level: int
    usual: NDArray[np.float32]
    ids: NDArray[np.int64]
    places: NDArray[np.int32]
    legal: NDArray[np.int64]
    network: Network
    scratch: Scratch


def learned_policy(model: Model) -> LearnedPolicy:
    """The policy of ``model``, with memory of its own."""
    seen, actions = model.observations, model.actions
    state = model.game.state_layout.empty(1)
    level = -1 if model.level is None else model.game.info.levels.index(model.level)
    row = np.zeros((1, seen.size + (actions.num_actions if level >= 0 else 0)), np.float32)
    return LearnedPolicy(
        state,
        words_of(state),
        seen.sources,
        seen.plan,
        np.zeros(1, np.int32),
        row,
        level,
        row[:, seen.size :],
        model.game.buffers()[0],
        actions.places,
        np.zeros(actions.num_actions, np.int64),
        model.network,
        scratch_of(model.network),
    )


@njit
def learned_probs(states, i, learned, out, prob):
    """Number of the legal moves of ``states[i]``, with the chances that the network gives them.

    ``out`` (int64) gets their ids and ``prob`` (float64) their probabilities, in place; both are as
    long as ``game.buffers()`` makes them. ``states`` are records [N], not changed.
    """
    n = kernel.legal_actions(states[i], out)
    if n == 1:
        prob[0] = 1.0
        return n
    state, words, sources, plan, seats, row, level, usual, ids, places, legal, network, scratch = (
        learned
    )
    state[0] = states[i]
    seats[0] = kernel.current_player(states[i])
    write_rows(words, sources, plan, 0, 1, seats, row)
    if level >= 0:
        write_level_chances(state, level, places, ids, prob, usual)
    for k in range(n):
        legal[k] = places[out[k]]
    chances(network, row[0], legal, n, scratch)
    own = scratch.prob
    for k in range(n):
        prob[k] = own[k]
    return n


@njit
def probs_by(states, i, level, learned, out, prob):
    """``kernel.policy_probs`` of ``states[i]`` at ``level``, or those of ``learned``.

    ``states`` are records [N]; ``out`` (int64 [most]) and ``prob`` (float64 [most]) are filled, and
    the number of moves returned.
    """
    if learned is None:
        return kernel.policy_probs(states[i], level, out, prob)
    return learned_probs(states, i, learned, out, prob)


@njit
def turn_by(states, i, level, learned, u, ids, prob):
    """``kernel.policy_turn`` of ``states[i]`` at ``level``, or a move of ``learned``.

    The number of moves is returned. ``states`` are records [N], changed in place; ``u`` is a random
    number in [0, 1); ``ids`` and ``prob`` are int64 [most] and float64 [most], scratch.
    """
    if learned is None:
        return kernel.policy_turn(states[i], level, u, ids, prob)
    n = learned_probs(states, i, learned, ids, prob)
    kernel.apply_action(states[i], ids[kernel.sample_index(prob, n, u)])
    return 1
