"""Actions of a vector of environments: the check that they are legal, and legal ones drawn.

Everything is written in place. ``i`` is the number of an environment.
"""

from __future__ import annotations

import numpy as np

from ludoteca.core import kernel
from ludoteca.core.jit import njit
from ludoteca.envs.arrays import TOGETHER
from ludoteca.envs.generator import ACTION_STREAM, fill_uniform


@njit
def first_illegal(allowed, actions, first, last):
    """The first of the environments ``first`` to ``last`` - 1 with an illegal action; else -1.

    ``allowed`` is bool [N, num_actions], ``actions`` whole numbers [N].
    """
    for i in range(first, last):
        row = np.uintp(i)  # compiled, a signed index is looked at whether it counts from the end
        a = actions[row]
        if a < 0 or a >= allowed.shape[1] or not allowed[row, np.uintp(a)]:
            return i
    return -1


@njit
def sample_legal(chance, deals, asked, drawn, listed, num_listed, first, last, uniform, out):
    """Write a legal action of the environments ``first`` to ``last`` - 1 into ``out``.

    Each legal one is as likely.

    Parameters
    ----------
    chance
        records [N] of generators, not changed
    deals, asked, drawn
        int64 [N]; the last two count what is drawn, in place
    listed, num_listed
        int32 [N, most] and [N], what is legal
    uniform
        float64 [:data:`TOGETHER`], scratch
    out
        int32 [N]
    """
    low, high = chance[first].seed_low, chance[first].seed_high
    for begin in range(first, last, TOGETHER):
        end = min(begin + TOGETHER, last)
        _count_draws(deals, asked, drawn, begin, end)
        fill_uniform(low, high, begin, ACTION_STREAM, deals[begin:end], drawn[begin:end], uniform)
        for i in range(begin, end):
            row = np.uintp(i)
            out[row] = listed[row, np.uintp(uniform[i - begin] * num_listed[row])]


@njit
def sample_policy(chance, deals, asked, drawn, states, places, level, ids, prob, uniform, out):
    """Write an action of each environment into ``out``, drawn by a level of the game's policy.

    Parameters
    ----------
    chance
        records [N] of generators, not changed
    deals, asked, drawn
        int64 [N]; the last two count what is drawn, in place
    states
        records [N], not changed
    places
        int32 [greatest id + 1], the action of each id
    ids, prob
        int64 [most] and float64 [most], the game's buffers, scratch
    uniform
        float64 [:data:`TOGETHER`], scratch
    out
        int32 [N]
    """
    low, high = chance[0].seed_low, chance[0].seed_high
    for begin in range(0, len(out), TOGETHER):
        end = min(begin + TOGETHER, len(out))
        _count_draws(deals, asked, drawn, begin, end)
        fill_uniform(low, high, begin, ACTION_STREAM, deals[begin:end], drawn[begin:end], uniform)
        for i in range(begin, end):
            n = kernel.policy_probs(states[i], level, ids, prob)
            out[i] = places[ids[kernel.sample_index(prob, n, uniform[i - begin])]]


@njit
def _count_draws(deals, asked, drawn, begin, end):
    """Count that an action is drawn in the environments ``begin`` to ``end`` - 1."""
    for i in range(begin, end):
        row = np.uintp(i)
        drawn[row] = drawn[row] + 1 if asked[row] == deals[row] else 0
        asked[row] = deals[row]
