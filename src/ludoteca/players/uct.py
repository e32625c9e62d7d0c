# mypy: allow-untyped-defs, allow-untyped-calls
"""Monte Carlo tree search over the kernel: UCT, with its tree in plain arrays.

Each simulation walks down the tree, adds the first position that is not in it, plays the deal to
its end by the game's policy, and adds each seat's result to every position on its way. A
seat takes the moves that were never tried first, then the one with the largest mean plus
``EXPLORE * sqrt(log(visits of the position) / visits of the move)``, means being scaled to the
range seen so far, from 0 for the worst end to 1 for the best. Chance, and what is hidden from all,
is drawn again each time. Each seat maximises its own result, so any number of seats will do.

Source: L. Kocsis, C. Szepesvari, Bandit based Monte-Carlo planning, ECML (2006); N. Sturtevant, An
analysis of UCT in multi-player games, Computers and Games (2008).
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from ludoteca.core import kernel
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.players.rollout import play_on

EXPLORE = 0.7

ROOT = 0
FIRST, NEXT, ACTION, TRIED, BEGIN = range(5)
"""Columns of a tree's links: the child added last, the sibling added before this one (0: none), the
move that led here, how many different moves were tried from here, and the first of them."""

LINKS = 5


@njit
def _into_worth(points, team, alone):
    """Turn points into what each seat makes of them, in place: see ``values.worth``."""
    if alone:
        return
    made = points.copy()
    for seat in range(len(points)):
        best = -np.inf
        for other in range(len(points)):
            if team[other] != team[seat]:
                best = max(best, made[other])
        points[seat] = made[seat] - best


@njit
def _child_of(links, node, action):
    """The child that ``action`` leads to, 0 where there is none yet."""
    child = links[node, FIRST]
    while child != 0 and links[child, ACTION] != action:
        child = links[child, NEXT]
    return child


@njit
def _best_child(links, visits, total, node, player, low, high):
    """The child with the largest upper bound for ``player``."""
    # Until two different ends were seen all means are alike.
    scale = 1.0 / (high - low) if high > low else 0.0
    spread = log(visits[node])
    best = 0
    best_bound = -np.inf
    child = links[node, FIRST]
    while child != 0:
        mean = (total[child, player] / visits[child] - low) * scale
        bound = mean + EXPLORE * sqrt(spread / visits[child])
        if bound > best_bound:
            best = child
            best_bound = bound
        child = links[child, NEXT]
    return best


@njit
def _add(links, node, action, used):
    """Add position number ``used`` under ``node``; returns it."""
    links[used, NEXT] = links[node, FIRST]
    links[used, ACTION] = action
    links[node, FIRST] = used
    links[node, TRIED] += 1
    return used


@njit
def _walk(states, i, links, visits, total, used, low, high, rng, ids, prob, path):
    """Play ``states[i]`` down the tree, in place, until it is outside or over.

    Returns the length of ``path`` (numbers of positions) and the positions used; one is added
    where there is room.
    """
    node = ROOT
    length = 1
    path[0] = ROOT
    while True:
        player = kernel.current_player(states[i])
        if player == TERMINAL:
            return length, used
        if player == CHANCE:
            action = kernel.sample_chance(states[i], rng, ids, prob)
            child = _child_of(links, node, action)
        else:
            n = kernel.legal_actions(states[i], ids)
            if links[node, TRIED] < n:
                if links[node, TRIED] == 0:
                    links[node, BEGIN] = int(rng.random() * n)
                action = ids[(links[node, BEGIN] + links[node, TRIED]) % n]
                child = 0
            else:
                child = _best_child(links, visits, total, node, player, low, high)
                action = links[child, ACTION]
        kernel.apply_action(states[i], action)
        if child == 0:
            if used == len(links):
                return length, used
            path[length] = _add(links, node, action, used)
            return length + 1, used + 1
        node = child
        path[length] = node
        length += 1


@njit
def simulate(
    root, seat, times, used, ends, links, visits, total, squares, level, team, alone, rng, states,
    ids, prob, points, path
):  # fmt: skip
    """Run ``times`` simulations from ``root[0]`` as ``seat`` sees it; returns the positions used.

    The tree is all in place; position 0 is the root.

    Parameters
    ----------
    root
        a record, not changed
    used
        positions of the tree that are in use, from 1 up
    ends : float64 [2]
        the least and the most worth seen so far
    links
        int64 [positions, LINKS]
    visits
        int64 [positions]
    total : float64 [positions, seats]
        sums of the worth to each seat
    squares : float64 [positions]
        sums of the squares of the worth to ``seat``
    level
        of the policy that plays on below the tree
    team : int64 [seats]
        the number of each seat's side
    alone
        true where a seat's own points are its worth, else those above the best other side's
    states, ids, prob, points, path
        scratch: a record, the game's buffers, float64 [seats] and int64 [moves of the longest deal
        + 1]

    References
    ----------
    L. Kocsis, C. Szepesvari, Bandit based Monte-Carlo planning, ECML (2006); N. Sturtevant, An
    analysis of UCT in multi-player games, Computers and Games (2008).
    """
    for _time in range(times):
        kernel.resample(root, 0, seat, rng, states)
        length, used = _walk(
            states, 0, links, visits, total, used, ends[0], ends[1], rng, ids, prob, path
        )
        play_on(states, 0, level, rng, ids, prob, points)
        _into_worth(points, team, alone)
        for k in range(len(points)):
            ends[0] = min(ends[0], points[k])
            ends[1] = max(ends[1], points[k])
        for step in range(length):
            node = path[step]
            visits[node] += 1
            squares[node] += points[seat] ** 2
            for k in range(len(points)):
                total[node, k] += points[k]
    return used
