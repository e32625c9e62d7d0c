"""Exact values: expected points of a round of any kind, and how a match ends.

Everything follows from one table a pair of numbers exchanged: the number of ways in which each
side folds, or stays with each class of hand. It is a product of three matrices of whole numbers:
one side's ways by what it has used, the coupling of both, the other side's ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import Any, TypeAlias, TypeVar

import numpy as np
from flint import fmpz_mat, fmpz_poly

from .round_paths import (
    CLASSES,
    FIRST,
    SECOND,
    Paths,
    Round,
    RoundDeck,
    coupling,
    paths_of,
    showdown,
)
from .strategy import Numbers, SeatStrategy, Strategy

MATCH_ROUNDS = 5
COLUMNS = 1 + CLASSES  #: folds, then stays with each class of hand

Seen: TypeAlias = list[list[Numbers]]
Chance = TypeVar("Chance", float, Fraction)


@dataclass(frozen=True)
class RoundValue:
    """The probability of each pair of points of a round, in half points, the first's first."""

    outcomes: Mapping[tuple[int, int], Fraction]

    @property
    def first(self) -> Fraction:
        """The expected points of the first player."""
        return sum((p * won for (won, _other), p in self.outcomes.items()), Fraction(0)) / 2

    @property
    def second(self) -> Fraction:
        """The expected points of the second player."""
        return sum((p * won for (_other, won), p in self.outcomes.items()), Fraction(0)) / 2

    @property
    def difference(self) -> Fraction:
        """Points of the first player above the second."""
        return self.first - self.second


@dataclass(frozen=True)
class MatchValue:
    """The end of a match for one player against another, order alternating."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    points: Fraction


def round_value(played: Round, first: Strategy, second: Strategy) -> RoundValue:
    """The exact distribution of the points of one round; ``first`` plays first."""
    one, other = first.in_round(played).first, second.in_round(played).second
    paths = paths_of(played.deck)
    seen = seen_by_first(played.deck, ways_to_end(paths, other))
    table = _together(played.deck, ways_to_end(paths, one), seen)
    whole = played.deck.orders * one.unit * other.unit
    return RoundValue(
        {points: Fraction(int(ways), whole) for points, ways in _by_points(played, table).items()}
    )


def outcome_chances(played: Round, ways_first: Numbers, seen: Seen) -> dict[tuple[int, int], float]:
    """The chance of each pair of points of a round, as in :class:`RoundValue`, in floats.

    The arrays are what :func:`ways_to_end` and :func:`seen_by_first` make of sides in floats.
    """
    table = _together(played.deck, ways_first, seen)
    orders = played.deck.orders
    return {points: float(ways) / orders for points, ways in _by_points(played, table).items()}


def left_before(played: Round, folds: Numbers, failing: Numbers) -> Any:
    """The ways in which the first folds after the second has failed at its exchange.

    ``folds`` are the first's ways to fold by the cards used, the second having exchanged nothing;
    ``failing[context, hand]`` the second's ways to fail. A whole number where both are.
    """
    paths = paths_of(played.deck)
    kept = np.flatnonzero(paths.path_size == 0)
    ways = np.zeros((paths.sizes, len(paths.used)), failing.dtype)
    ways[:, paths.spot_used[paths.path_spot[kept]]] = (
        failing[:, paths.path_hand[kept]] * paths.path_weight[kept]
    )
    total = 0
    for n in range(paths.sizes):
        together = coupling(played.deck, n, 0).astype(failing.dtype)
        total += folds[paths.used_of(n)] @ together @ ways[n][paths.used_of(0)]
    return total


def won_already(
    played: Round, outcomes: Mapping[tuple[int, int], Chance], early: Chance
) -> dict[tuple[int, int], Chance]:
    """The outcomes of a round whose first folds, with chance ``early``, after the second failed.

    The table of the second says that it then exchanges nothing and folds in its turn, which comes
    too late: the round was the first's already. ``outcomes`` are as in :class:`RoundValue`.
    """
    found = dict(outcomes)
    if early:
        lost, won = in_halves(played.left_by(FIRST)), in_halves(played.left_by(SECOND))
        found[lost] -= early
        found[won] = early + found[won] if won in found else early
    return found


def match_value(
    played: Round, player: Strategy, other: Strategy, rounds: int = MATCH_ROUNDS
) -> MatchValue:
    """The end of a match of ``rounds``; ``player`` is first in the odd rounds."""
    return match_of(round_value(played, player, other), round_value(played, other, player), rounds)


def match_of(leading: RoundValue, trailing: RoundValue, rounds: int = MATCH_ROUNDS) -> MatchValue:
    """The match whose odd rounds end as ``leading`` and whose even ones as ``trailing``.

    The player whose match it is is first in ``leading`` and second in ``trailing``.
    """
    led, trailed = (rounds + 1) // 2, rounds // 2
    ahead = {won - lost: Fraction(0) for won, lost in leading.outcomes}
    for (won, lost), p in leading.outcomes.items():
        ahead[won - lost] += p
    behind = {won - lost: Fraction(0) for lost, won in trailing.outcomes}
    for (lost, won), p in trailing.outcomes.items():
        behind[won - lost] += p
    shift = max(map(abs, [*ahead, *behind]))
    one, one_whole = _polynomial(ahead, shift)
    two, two_whole = _polynomial(behind, shift)
    ways = [int(c) for c in (one**led * two**trailed).coeffs()]
    whole, even = one_whole**led * two_whole**trailed, shift * rounds
    return MatchValue(
        win=Fraction(sum(ways[even + 1 :]), whole),
        draw=Fraction(sum(ways[even : even + 1]), whole),
        loss=Fraction(sum(ways[:even]), whole),
        points=led * leading.first + trailed * trailing.second,
    )


def ways_to_end(paths: Paths, side: SeatStrategy) -> Numbers:
    """In how many ways one side ends: ``out[k, used, column]`` if the other exchanges k cards.

    Column 0 counts folding, 1 + c staying with a hand of class c; what is counted are orders of
    the cards drawn, times ``side.unit``.
    """
    reach = side.exchange[:, paths.path_exchange] * paths.path_weight
    out = np.zeros((paths.sizes, len(paths.used), COLUMNS), side.fold.dtype)
    for k in range(paths.sizes):
        here = reach[side.context(k)]
        gone = by_spot(paths, here * side.fold[k])
        stayed = by_spot(paths, here * side.fold_unit) - gone
        out[k, paths.spot_used, 1 + paths.spot_class] = stayed
        starts = np.searchsorted(paths.spot_used, np.arange(len(paths.used)))
        out[k, :, 0] = np.add.reduceat(gone, starts)
    return out


def by_spot(paths: Paths, numbers: Numbers) -> Numbers:
    """The sums of ``numbers``, one a path, over the paths of each spot."""
    order, starts = _spot_order(paths.deck)
    return np.add.reduceat(numbers[order], starts)


def coupled(deck: RoundDeck, own: int, other: int, ways: Numbers) -> Numbers:
    """The other side's ``ways``, in columns, summed as the lots used by this side see them.

    Exact where ``ways`` are Python integers.
    """
    if ways.dtype != object:
        return _float_coupling(deck, own, other) @ ways
    product = _exact_coupling(deck, own, other) * fmpz_mat(ways.tolist())
    entries = [int(entry) for entry in product.entries()]
    return np.array(entries, object).reshape(-1, ways.shape[1])


def in_halves(points: tuple[int, int]) -> tuple[int, int]:
    """Points of both in half points."""
    return 2 * points[0], 2 * points[1]


def seen_by_first(deck: RoundDeck, ways_second: Numbers) -> Seen:
    """The second's ways as the first's used lots see them: by the numbers drawn, the first's first.

    This is the costly part of combining two sides; it depends on the second alone.
    """
    paths = paths_of(deck)
    sizes = range(paths.sizes)
    return [[coupled(deck, n, k, ways_second[n][paths.used_of(k)]) for k in sizes] for n in sizes]


def _together(deck: RoundDeck, ways_first: Numbers, seen: Seen) -> Numbers:
    """The ways in which both end, rows by the first's column of ``ways_to_end``."""
    paths = paths_of(deck)
    table = np.zeros((COLUMNS, COLUMNS), ways_first.dtype)
    for n in range(paths.sizes):
        for k in range(paths.sizes):
            table += ways_first[k][paths.used_of(n)].T @ seen[n][k]
    return table


def _by_points(played: Round, table: Numbers) -> dict[tuple[int, int], Any]:
    """The ways of ``table`` by the points of both, in half points."""
    found: dict[tuple[int, int], Any] = {}

    def add(first: int, second: int, ways: Any) -> None:
        if ways:
            found[first, second] = found.get((first, second), 0) + ways

    add(*in_halves(played.left_by(FIRST)), sum(table[0]))
    add(*in_halves(played.left_by(SECOND)), sum(table[1:, 0]))
    for mine, theirs in product(range(CLASSES), repeat=2):
        add(*showdown(mine, theirs), table[1 + mine, 1 + theirs])
    return found


def _polynomial(chances: Mapping[int, Fraction], shift: int) -> tuple[fmpz_poly, int]:
    """The generating function of a difference of points, times x to the ``shift``; its unit."""
    unit = lcm(*(p.denominator for p in chances.values()))
    coefficients = [0] * (2 * shift + 1)
    for points, p in chances.items():
        coefficients[points + shift] = p.numerator * (unit // p.denominator)
    return fmpz_poly(coefficients), unit


@cache
def _exact_coupling(deck: RoundDeck, own: int, other: int) -> fmpz_mat:
    return fmpz_mat(coupling(deck, own, other).tolist())


@cache
def _float_coupling(deck: RoundDeck, own: int, other: int) -> Numbers:
    return coupling(deck, own, other).astype(np.float64)


@cache
def _spot_order(deck: RoundDeck) -> tuple[Numbers, Numbers]:
    """Paths in the order of their spots, and where each spot begins."""
    spots = paths_of(deck).path_spot
    order = np.argsort(spots, kind="stable")
    return order, np.searchsorted(spots[order], np.arange(spots.max() + 1))
