# mypy: allow-untyped-defs, allow-untyped-calls
"""The players of :mod:`..policy` as strategies: their chances at every decision of a round."""

from __future__ import annotations

from dataclasses import astuple
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.core.registry import load_game

from ..policy import folding_chance, policy_probs
from ..rules import EXCHANGING, FOLDING, STOP, apply_action
from .isomorphism import Floats
from .round_paths import SEATS, SECOND, Integers, Paths, RoundDeck, paths_of
from .strategy import Numbers, SeatStrategy, Strategy

SIMPLE = ("aleatório", "ganancioso", "cauteloso", "blefe")
OURS = "nosso"

_LARGEST = 1_000_000  # denominator of a probability that a policy states in floating point


@cache
def policy_player(name: str, deck: RoundDeck) -> Strategy:
    """The player ``name`` of the policy with the cards of ``deck``, in whole numbers."""
    game = load_game("poker")
    level = game.info.levels.index(name)
    options = dict(zip(("ranks", "copies", "hand", "most"), astuple(deck), strict=True))
    start, paths = game.new_state(options).record, paths_of(deck)
    sides = []
    for seat in SEATS:
        contexts = range(paths.sizes if seat == SECOND else 1)
        exchange = [_exchanges(start, paths, level, seat, other) for other in contexts]
        fold = [_folds(start, paths, level, seat, other) for other in range(paths.sizes)]
        (exchanges, exchange_unit), (folds, fold_unit) = _exact(exchange), _exact(fold)
        sides.append(SeatStrategy(exchanges, folds, exchange_unit, fold_unit))
    return Strategy(name, deck, *sides)


def _exchanges(start: Any, paths: Paths, level: int, seat: int, other: int) -> Floats:
    """The chance of every exchange, the other having exchanged ``other`` cards."""
    hands = paths.hands[paths.exchange_hand]
    states = _decisions(start, len(hands), EXCHANGING, seat, other, hand=hands, dealt=hands)
    out = np.zeros(len(hands))
    _follow(states, paths.lots[paths.exchange_lot], level, out)
    return out


def _folds(start: Any, paths: Paths, level: int, seat: int, other: int) -> Floats:
    """The chance to fold at the end of every path."""
    states = _decisions(
        start, len(paths.path_spot), FOLDING, seat, other,
        hand=paths.hands[paths.path_final],
        dealt=paths.hands[paths.path_hand],
        given=paths.lots[paths.exchange_lot[paths.path_exchange]],
    )  # fmt: skip
    states["exchanged"][:, seat] = paths.path_size
    out = np.zeros(len(states))
    _fold(states, level, out)
    return out


def _decisions(
    start: Any, n: int, phase: int, seat: int, other: int, **cards: Integers
) -> NDArray[np.void]:
    """``n`` positions of a complete round in which ``seat``, 0 the first, is to move."""
    states: NDArray[np.void] = np.repeat(start, n)
    states["phase"], states["to_move"] = phase, seat
    states["exchanged"][:, 1 - seat] = other
    for name, rows in cards.items():
        states[name][:, seat] = rows
    return states


@njit
def _follow(states, lots, level, out):
    """The chance to exchange ``lots[i]`` from ``states[i]``, card by card; changes the states."""
    ids = np.zeros(STOP + 1, np.int64)
    prob = np.zeros(STOP + 1)
    for i in range(len(states)):
        s = states[i]
        chance = 1.0
        for rank in range(STOP + 1):
            times = lots[i, rank] if rank < STOP else int(s.phase == EXCHANGING)
            for _time in range(times):
                n = policy_probs(s, level, ids, prob)
                step = 0.0
                for j in range(n):
                    if ids[j] == rank:
                        step = prob[j]
                chance *= step
                apply_action(s, rank)
        out[i] = chance


@njit
def _fold(states, level, out):
    for i in range(len(states)):
        out[i] = folding_chance(states[i], level)


def _exact(rows: list[Floats]) -> tuple[Numbers, int]:
    """The fractions meant by ``rows``, as whole numbers over their common denominator."""
    values, place = np.unique(np.array(rows), return_inverse=True)
    meant = [Fraction(value).limit_denominator(_LARGEST) for value in values.tolist()]
    unit = lcm(*(chance.denominator for chance in meant))
    numerators = np.array([int(chance * unit) for chance in meant], object)
    return numerators[place].reshape(len(rows), -1), unit
