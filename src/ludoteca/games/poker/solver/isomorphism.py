"""A round as two sides of equal shape: what the solver walks, with like things merged.

Ranks are equal before the rules: no hand is worth more for being of aces. A strategy that treats
them alike loses nothing by it (average any equilibrium over all renamings of the ranks), so hands,
exchanges and spots that differ by a renaming alone are merged: with 25 cards 126 hands to 7, 1,526
exchanges to 51, 3,301 spots to 109. Of merged exchanges each is equally likely, of merged hands
and lots the ways add up. :func:`unmerged` keeps everything apart, for comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import hands
from .round_paths import (
    CLASSES,
    SEATS,
    Integers,
    Paths,
    Round,
    RoundDeck,
    Stakes,
    codes,
    coupling,
    paths_of,
)

Floats: TypeAlias = NDArray[np.float64]
_PAIR_BASE = (hands.COPIES + 1) ** 2  # of a rank: cards of two lots


class Form(NamedTuple):
    """The merged round, in arrays for compiled code; both sides share all but what ends are worth.

    Exchanges of hand h are ``hand_start[h]`` to ``hand_start[h + 1] - 1``. Exchange x leads to
    the spots ``spot[t]`` in ``weight[t]`` ways, for t from ``step_start[x]`` on. Spots and lots
    used are in the order of the number drawn, so those of n begin at ``spot_start[n]`` and
    ``used_start[n]``. ``chance[u, v]`` is the probability of one order of the cards that lead the
    sides to the lots u and v. To each seat ``own_fold`` and ``others_fold`` are worth that it folds
    or the other does, and ``won[seat, c, d]`` the showdown by its class and the other's.
    """

    hand_start: Integers
    step_start: Integers
    spot: Integers
    weight: Floats
    spot_start: Integers
    spot_used: Integers
    spot_class: Integers
    used_start: Integers
    chance: Floats
    won: Floats
    own_fold: Floats
    others_fold: Floats
    may_fold: bool


@dataclass(frozen=True, eq=False)
class Merging:
    """Maps from hands, exchanges, spots and used lots of the paths to those of the form."""

    hand: Integers
    exchange: Integers
    spot: Integers
    used: Integers
    alike: Integers  #: how many exchanges of the same hand are merged with each exchange


def merged(paths: Paths) -> Merging:
    """Merge what a renaming of the ranks makes equal."""
    hand = _groups(_sorted_codes(paths.hands))
    own_hands, lots = paths.hands[paths.exchange_hand], paths.lots[paths.exchange_lot]
    both = np.sort(own_hands * (hands.COPIES + 1) + lots, axis=1)
    both_codes = both @ _PAIR_BASE ** np.arange(hands.RANKS)
    exchange = _groups(hand[paths.exchange_hand] * _PAIR_BASE**hands.RANKS + both_codes)
    sorted_used = _sorted_codes(paths.used)
    used = _groups(paths.used_size * (sorted_used.max() + 1) + sorted_used)
    spot = _groups(used[paths.spot_used] * CLASSES + paths.spot_class)
    owner = np.zeros(exchange.max() + 1, np.int64)
    owner[exchange] = hand[paths.exchange_hand]
    alike = np.bincount(exchange) // np.bincount(hand)[owner]
    return Merging(hand, exchange, spot, used, alike[exchange])


@cache
def merging_of(deck: RoundDeck) -> Merging:
    """:func:`merged` of the paths of a deck."""
    return merged(paths_of(deck))


def unmerged(paths: Paths) -> Merging:
    """Keep everything apart."""
    every = (paths.hands, paths.exchange_hand, paths.spot_used, paths.used)
    hand, exchange, spot, used = (np.arange(len(lots)) for lots in every)
    return Merging(hand, exchange, spot, used, np.ones(len(exchange), np.int64))


def form_of(played: Round, merging: Merging, stakes: Stakes | None = None) -> Form:
    """The round with like things merged; without ``stakes``, for points."""
    paths = paths_of(played.deck)
    own, others, won = _by_seat(stakes or Stakes.points(played))
    exchange_hand = _first_of(merging.exchange, merging.hand[paths.exchange_hand])
    steps, weight = _steps(paths, merging)
    sizes = np.arange(paths.sizes + 1)
    used_size = _first_of(merging.used, paths.used_size)
    spot_used = _first_of(merging.spot, merging.used[paths.spot_used])
    spots = len(spot_used)
    return Form(
        hand_start=np.searchsorted(exchange_hand, np.arange(exchange_hand.max() + 2)),
        step_start=np.searchsorted(steps // spots, np.arange(len(exchange_hand) + 1)),
        spot=steps % spots,
        weight=weight,
        spot_start=np.searchsorted(used_size[spot_used], sizes),
        spot_used=spot_used,
        spot_class=_first_of(merging.spot, paths.spot_class),
        used_start=np.searchsorted(used_size, sizes),
        chance=_chances(paths, merging),
        won=np.array(won, np.float64),
        own_fold=np.array(own, np.float64),
        others_fold=np.array(others, np.float64),
        may_fold=played.may_fold,
    )


def with_stakes(form: Form, stakes: Stakes) -> Form:
    """The round with other stakes."""
    own, others, won = (np.array(part, np.float64) for part in _by_seat(stakes))
    return form._replace(own_fold=own, others_fold=others, won=won)


def _by_seat(stakes: Stakes) -> Iterator[tuple[Any, ...]]:
    """By seat: the worth of folding, of the other's folding, and of the showdown."""
    return zip(*map(stakes.for_seat, SEATS), strict=True)


def _steps(paths: Paths, merging: Merging) -> tuple[Integers, Floats]:
    """Every exchange and spot that follow each other, in one number, and in how many ways."""
    spots = int(merging.spot.max()) + 1
    pairs = merging.exchange[paths.path_exchange] * spots + merging.spot[paths.path_spot]
    share = paths.path_weight / merging.alike[paths.path_exchange]
    steps, step = np.unique(pairs, return_inverse=True)
    weight: Floats = np.bincount(step, share).astype(np.float64)
    return steps.astype(np.int64), weight


def _chances(paths: Paths, merging: Merging) -> Floats:
    """``Form.chance``: the coupling of used lots over all orders, averaged over merged lots."""
    groups = int(merging.used.max()) + 1
    chance = np.zeros((groups, groups))
    members = np.bincount(merging.used)
    for own in range(paths.sizes):
        rows = merging.used[paths.used_of(own)]
        for other in range(paths.sizes):
            columns = merging.used[paths.used_of(other)]
            ways = coupling(paths.deck, own, other) / float(paths.deck.orders)
            np.add.at(chance, (rows[:, None], columns[None]), ways)
    return chance / (members[:, None] * members[None])


def _sorted_codes(lots: Integers) -> Integers:
    """A number for each lot that does not tell which rank is which."""
    return codes(np.sort(lots, axis=1))


def _groups(keys: Integers) -> Integers:
    """Equal keys numbered alike, in ascending order."""
    return np.unique(keys, return_inverse=True)[1]


def _first_of(groups: Integers, values: Integers) -> Integers:
    """The value of the first member of each group; all members have the same."""
    return values[np.unique(groups, return_index=True)[1]]
