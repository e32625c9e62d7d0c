# mypy: allow-untyped-defs, allow-untyped-calls
"""Many games between rules of thumb, on random rows, with intervals."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.core.numbers import Simulated, simulated_mean
from ludoteca.core.options import Value
from ludoteca.core.registry import load_game

from .crew import Stopped, in_threads
from .heuristics import liked
from .keys import KINDS
from .moves import points
from .record import LAYING, MAX_LEGAL, OVER
from .rules import apply_action, legal_actions

_BATCHES = 32  #: independent streams of random numbers, however many cores there are
_AT_ONCE = 16  #: rows between two looks at whether to stop


@njit
def lay(s, rng):
    """Lay the rest of the row at random."""
    while s.phase == LAYING:
        at = rng.integers(0, s.length - s.laid)
        for kind in range(KINDS):
            at -= s.deck[kind]
            if at < 0:
                apply_action(s, kind)
                break


@njit
def _choose(s, code, rng, ids, places):
    """A move of the player ``code``, at random among those it likes equally."""
    n = legal_actions(s, ids)
    kept = liked(s, ids, n, code, places)
    return ids[places[rng.integers(0, kept)]]


@njit
def play(start, codes, rng, out):
    """Play on random rows, several rotations of the seats on each; fill ``out`` with points.

    ``start`` is an array of one record whose row is not laid; ``codes`` are the players. ``out``:
    float64, shape (rows, rotations, seats), the points of each player; in rotation ``r`` player
    ``p`` sits on seat ``(p + r) % seats``.
    """
    states = np.zeros(2, start.dtype)
    ids = np.zeros(MAX_LEGAL, np.int64)
    places = np.zeros(MAX_LEGAL, np.int64)
    seats = codes.size
    for g in range(out.shape[0]):
        states[0] = start[0]
        lay(states[0], rng)
        for r in range(out.shape[1]):
            states[1] = states[0]
            while states[1].phase != OVER:
                player = (states[1].to_move - r + seats) % seats
                apply_action(states[1], _choose(states[1], codes[player], rng, ids, places))
            for p in range(seats):
                out[g, r, p] = points(states[1], (p + r) % seats)


def match(
    options: Mapping[str, Value | bool],
    codes: Sequence[int],
    rows: int,
    rotations: int,
    seed: int,
) -> NDArray[np.float64]:
    """Points by player, shape (rows, rotations, seats), of the players ``codes``; see :func:`play`.

    The same on any number of cores.
    """
    start = load_game("bigpoints").new_state({**options, "players": len(codes)}).record
    given = np.array(codes, np.int64)
    out = np.zeros((rows, rotations, len(codes)))
    ends = np.linspace(0, rows, _BATCHES + 1).astype(int)
    seeds = np.random.SeedSequence(seed).spawn(_BATCHES)
    stopped = threading.Event()

    def batch(k: int) -> None:
        rng = np.random.default_rng(seeds[k])
        for begin in range(ends[k], ends[k + 1], _AT_ONCE):
            if stopped.is_set():
                raise Stopped
            play(start, given, rng, out[begin : min(begin + _AT_ONCE, ends[k + 1])])

    for _batch in in_threads(batch, range(_BATCHES), stopped.set):
        pass
    return out


def mean_of(samples: NDArray[np.float64]) -> Simulated:
    """The mean of independent ``samples``, shape (n,), with its interval."""
    return simulated_mean(float(samples.sum()), float((samples**2).sum()), samples.size)
