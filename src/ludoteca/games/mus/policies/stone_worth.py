# mypy: allow-untyped-defs, allow-untyped-calls
"""The chance of the juego as ``expert`` sees it, and what a stone of each lance is worth in it.

Stones count in the order of the lances, so at 39 to 39 grande decides and no other lance matters.
The lances are taken to be won by either pair alike, and to pay what they pay among ``expert``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

from ..ids import CHICA, GRANDE, JUEGO, LANCES, MOST_STONES, PARES, PUNTO
from .levels import EXPERT, LEVELS

Floats = NDArray[np.float64]
Pays = tuple[tuple[int, float], ...]

PAYS: tuple[Pays, ...] = (
    ((1, 0.75), (2, 0.17), (8, 0.08)),
    ((1, 0.75), (2, 0.17), (8, 0.08)),
    ((1, 0.14), (2, 0.28), (3, 0.22), (4, 0.12), (6, 0.12), (9, 0.10)),
    ((2, 0.35), (3, 0.22), (4, 0.09), (6, 0.10), (10, 0.08)),
    ((2, 0.10), (3, 0.03), (7, 0.03)),
)
"""Stones that a lance pays its winner, the cuenta included, and how often; the rest pays nothing.

Of 3,000 deals of ``expert`` with itself from 0-0 (2026-11-24), but those that an órdago ended.
"""


@njit
def juego_chance(own, rivals, pull):
    """The chance to win a juego in which the pairs lack so many stones."""
    if own <= 0.0:
        return 1.0
    if rivals <= 0.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-pull * (rivals - own) / math.sqrt(own + rivals)))


def _moved(chance: Floats, own: int, rivals: int) -> Floats:
    """The chance after so many stones of either pair."""
    lacks = np.arange(MOST_STONES + 1)
    rows, columns = np.maximum(lacks - own, 0), np.maximum(lacks - rivals, 0)
    return chance[rows][:, columns]


def _before(pays: Pays, chance: Floats) -> Floats:
    """The mean before a lance of what is known after it; scores that end the juego stay."""
    found = (1.0 - sum(often for _stones, often in pays)) * chance
    for stones, often in pays:
        found += often / 2 * (_moved(chance, stones, 0) + _moved(chance, 0, stones))
    found[0], found[:, 0] = chance[0], chance[:, 0]
    return found


def _a_stone(pays: Pays, chance: Floats) -> Floats:
    """The worth of a stone by which the mean of a lance is higher."""
    found = np.zeros_like(chance)
    for stones, often in pays:
        found += often * (_moved(chance, stones, 0) - _moved(chance, 0, stones))
    found[0] = found[:, 0] = 0.0
    return found / (2 * sum(stones * often for stones, often in pays))


def _by_lance(chance: Floats) -> Floats:
    """The worth of a stone before the deal, whose end is worth ``chance``; by lance."""
    found = np.zeros((LANCES, *chance.shape))
    for lance in (JUEGO, PUNTO):
        found[lance] = _a_stone(PAYS[lance], chance)
    chance = _before(PAYS[JUEGO] + PAYS[PUNTO], chance)  # one of the two is played
    for lance in (PARES, CHICA, GRANDE):
        for later in range(lance + 1, LANCES):
            found[later] = _before(PAYS[lance], found[later])
        found[lance] = _a_stone(PAYS[lance], chance)
        chance = _before(PAYS[lance], chance)
    return found


_LACKS = range(MOST_STONES + 1)
_CHANCE = np.array([[juego_chance(a, b, LEVELS[EXPERT].pull) for b in _LACKS] for a in _LACKS])

STONE_WORTH: Floats = np.moveaxis(_by_lance(_CHANCE), 0, -1).copy()
"""The chance of the juego that a stone is worth: the stones that the own pair lacks, those that the
rivals lack, lance."""
