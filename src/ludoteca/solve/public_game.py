# mypy: allow-untyped-calls
"""Games of public moves with hands of some types, and what strategies in them gain and lose.

For any number of seats in two sides whose points sum to zero: duels, and pairs whose partners see
only their own hands. The moves are a tree (:mod:`ludoteca.solve.public_tree`), the hands a
:class:`Deals`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.core.storage import digest
from ludoteca.solve.partners import Partners
from ludoteca.solve.public_tree import Integers, PublicSide, PublicTree

Floats = NDArray[np.float64]

_SAMPLES = 4_000  # holdings of the others, where there are more than can be looked at
_ROWS = 500  # own holdings, likewise
_RIVALS = 200  # holdings of the rivals of two partners, likewise
_SAMPLED_KICKS = 100  # moves that are forced on plans against a sample, where each takes long
_AT_ONCE = 1_000_000  # chances computed at a time: holdings of the others by own types


class Deals(Protocol):
    """The deals of a game: how the types of the seats go together, and which outcome they have.

    ``types`` is the number of types of each seat; ``outcomes`` the number of ways in which a deal
    may pay. Holdings are int64 arrays with a row for each and a column for each of ``seats``.
    """

    types: tuple[int, ...]
    outcomes: int

    def every(self, seats: tuple[int, ...]) -> tuple[Integers, Floats] | None:
        """All holdings of ``seats`` that can come and their chances; None where it is too many.

        They are int64 [holdings, seats] and float64 [holdings].
        """

    def sample(self, seats: tuple[int, ...], n: int, rng: np.random.Generator) -> Integers:
        """``n`` holdings of ``seats`` as they are dealt, int64 [n, seats]."""

    def given(
        self, seats: tuple[int, ...], rows: Integers, others: Integers
    ) -> tuple[Floats, Integers]:
        """Chance of each holding of ``seats`` given each of the other seats, and the outcome.

        Parameters
        ----------
        seats
            Those whose chances are asked for.
        rows : int64 [rows, seats]
            Their holdings.
        others : int64 [others, other seats]
            Holdings of all other seats, ascending.

        Returns
        -------
        chances : float64 [others, rows]
            The chance of each row given these.
        outcomes : int64 [others, rows]
            The outcome of each deal.
        """


class TableDeals:
    """Deals given by tables with an axis for each seat.

    Parameters
    ----------
    chances : float64 [types of seat 0, types of seat 1, ...]
        The chance of each deal.
    outcomes : of any type of whole numbers [types of seat 0, types of seat 1, ...]
        The outcome of each.
    """

    def __init__(self, chances: Floats, outcomes: NDArray[Any]) -> None:
        self.types = chances.shape
        self.outcomes = int(outcomes.max()) + 1
        self._chances = chances / chances.sum()
        self._outcomes = outcomes
        self._held: dict[tuple[int, ...], tuple[Integers, Floats]] = {}

    def every(self, seats: tuple[int, ...]) -> tuple[Integers, Floats]:
        """All holdings of ``seats`` that can come, and their chances.

        They are int64 [holdings, seats] and float64 [holdings].
        """
        if seats not in self._held:
            marginal = self._marginal(seats)
            held = np.argwhere(marginal > 0.0)
            self._held[seats] = held, marginal[tuple(held.T)]
        return self._held[seats]

    def sample(self, seats: tuple[int, ...], n: int, rng: np.random.Generator) -> Integers:
        """``n`` holdings of ``seats`` as they are dealt, int64 [n, seats]."""
        held, chances = self.every(seats)
        return held[rng.choice(len(held), n, p=chances)]

    def given(
        self, seats: tuple[int, ...], rows: Integers, others: Integers
    ) -> tuple[Floats, Integers]:
        """Chances and outcomes; see :meth:`Deals.given`.

        They are float64 [others, rows] and int64 [others, rows]; ``rows`` are int64 [rows, seats],
        ``others`` int64 [others, other seats].
        """
        rest = _others(len(self.types), seats)
        at: list[Any] = [None] * len(self.types)
        for k, seat in enumerate(seats):
            at[seat] = rows[None, :, k]
        for k, seat in enumerate(rest):
            at[seat] = others[:, k, None]
        known = self._marginal(rest)[tuple(others.T)]
        chances = self._chances[tuple(at)] / known[:, None]
        return chances, self._outcomes[tuple(at)].astype(np.int64)

    def _marginal(self, seats: tuple[int, ...]) -> Floats:
        rest = _others(len(self.types), seats)
        return np.asarray(self._chances.sum(axis=rest))


@dataclass(frozen=True)
class Gain:
    """The gain of some seats by the best deviation from given strategies, in points a deal.

    The true figure is from ``gain`` to ``most``. Where ``samples`` is None both are exact. Else
    ``gain`` is what the deviation that is best on one sample gains on another, which is at most the
    true figure but for chance; ``most`` what it gains on its own, at least the true figure but for
    chance. ``margin`` is half the width of the interval of 95 percent around either; ``samples``
    the holdings of the others that were looked at for each.
    """

    seats: tuple[int, ...]
    gain: float
    most: float
    margin: float = 0.0
    samples: int | None = None


class PartnersAnswer(NamedTuple):
    """The gain of two partners, and their plans.

    Attributes
    ----------
    gain
        Over their own strategies, in points.
    plans : two of float64 [types, sequences]
        A move of each at every node for every hand.
    """

    gain: Gain
    plans: list[Floats]


@dataclass(frozen=True, eq=False)
class PublicGame:
    """A public tree with deals, the points of the first side, and the side of each seat.

    ``strategies`` of its methods are the probabilities of each seat's moves, each
    float64 [types, sequences]; ``plans`` are their products along the sequences, of the same shape.

    Attributes
    ----------
    tree
        The public moves.
    deals
        The hands that are dealt.
    pay : float64 [ends, outcomes]
        Points of the first side at each end of the tree for each outcome of a deal.
    sides
        The side of each seat.
    batch
        The number of holdings of the others that a run samples at a time, for each seat; where
        there are no more, all of them are taken.
    """

    tree: PublicTree
    deals: Deals
    pay: Floats
    sides: tuple[int, ...]
    batch: int = 2_000

    @property
    def digest(self) -> str:
        """Hex digits that name what is solved."""
        tree = self.tree
        arrays = (tree.owner, tree.first, tree.above, tree.end_above, self.pay)
        return digest(self.deals.types, self.sides, self.batch, *(a.tolist() for a in arrays))

    def holdings(
        self, seats: tuple[int, ...], rng: np.random.Generator, n: int | None = None
    ) -> tuple[Integers, Floats]:
        """Holdings of all but ``seats`` and their weights: all, or a sample of ``n`` if fewer.

        They are int64 [holdings, other seats] and float64 [holdings]; the weights sum to 1.
        """
        rest = _others(len(self.sides), seats)
        every = self.deals.every(rest)
        if every is not None and (n is None or len(every[0]) <= n):
            return every
        n = n or _SAMPLES
        return self.deals.sample(rest, n, rng), np.full(n, 1.0 / n)

    def values(
        self,
        seats: tuple[int, ...],
        rows: Integers,
        others: Integers,
        weight: Floats,
        plans: Sequence[Floats],
    ) -> tuple[Floats, Floats]:
        """Points of ``seats`` for each of their holdings by the sequence that ends the deal.

        Parameters
        ----------
        seats
            Those whose points are asked for; they see each other's hands.
        rows : int64 [rows, seats]
            Their holdings.
        others : int64 [others, other seats]
            Holdings of the others.
        weight : float64 [others]
            The weight of each of these.
        plans : of each seat, float64 [types, sequences]
            Realisation plans; those of ``seats`` are not read.

        Returns
        -------
        points : float64 [rows, sequences]
            Weighed by ``weight``, the chance of the row given the others, and their plans.
        chance : float64 [rows]
            The chance of each row.
        """
        side = self.tree.side(*seats)
        found, chance = np.zeros((len(rows), int(side.start[-1]))), np.zeros(len(rows))
        rest = _others(len(self.sides), seats)
        theirs = tuple(plans[seat] for seat in rest)
        ends = np.array([self.tree.side(seat).end for seat in rest])
        pay = self.pay if self.sides[seats[0]] == 0 else -self.pay
        step = max(1, _AT_ONCE // len(rows))
        for begin in range(0, len(others), step):
            some = others[begin : begin + step]
            chances, outcomes = self.deals.given(seats, rows, some)
            chances = chances * weight[begin : begin + step, None]
            _add_values(side.end, pay, theirs, ends, some, chances, outcomes, found, chance)
        return found, chance

    def plans(self, strategies: Sequence[Floats]) -> list[Floats]:
        """The realisation plan of each seat, float64 [types, sequences].

        It is the product of the chances that ``strategies`` have along each sequence.
        """
        return [_plan(self.tree.side(seat), chosen) for seat, chosen in enumerate(strategies)]

    def value(self, strategies: Sequence[Floats], seed: int = 1) -> float:
        """Points of the first side; from a sample where the deals cannot be enumerated."""
        others, weight = self.holdings((0,), np.random.default_rng([seed, 0]))
        rows = np.arange(self.deals.types[0])[:, None]
        plans = self.plans(strategies)
        points = float(np.sum(self.values((0,), rows, others, weight, plans)[0] * plans[0]))
        return points if self.sides[0] == 0 else -points

    def gain_of(
        self,
        seats: tuple[int, ...],
        strategies: Sequence[Floats],
        samples: int | None = None,
        groups: int = 8,
        seed: int = 1,
    ) -> Gain:
        """The gain of ``seats``, which see each other's hands, by their best common deviation.

        Where there are more than ``samples`` holdings of the others (None: where they cannot be
        enumerated), each of ``groups`` groups has so many (4,000) to respond to and as many to be
        measured on; and where the holdings of ``seats`` are too many, 500 of them.
        """
        plans, side = self.plans(strategies), self.tree.side(*seats)
        own, every = self.deals.every(seats), self.deals.every(_others(len(self.sides), seats))
        few = every is not None and (samples is None or len(every[0]) <= samples)
        exact = own is not None and few

        def values(rows: Integers, rng: np.random.Generator) -> Floats:
            others, weight = self.holdings(seats, rng, samples)
            found, chance = self.values(seats, rows, others, weight, plans)
            # Rows that were sampled count alike, others by their chance, which is in their values.
            return found if own is not None else found / (len(rows) * chance[:, None])

        found = []
        for group in range(1 if exact else groups):
            rng = np.random.default_rng([seed, 1, group])
            rows = self.deals.sample(seats, _ROWS, rng) if own is None else own[0]
            present = self._strategy_of(seats, rows, strategies)
            learned = values(rows, rng)
            response = _response(side, learned)
            tested = learned if exact else values(rows, rng)
            found.append(
                [_points(side, v, response) - _points(side, v, present) for v in (tested, learned)]
            )
        gain, most = np.mean(found, axis=0)
        if exact:
            return Gain(seats, float(gain), float(most))
        margin = _margin(np.array(found))
        return Gain(seats, float(gain), float(most), margin, (samples or _SAMPLES) * groups)

    def gain_of_partners(
        self,
        pair: tuple[int, int],
        strategies: Sequence[Floats],
        samples: int | None = None,
        groups: int = 8,
        seed: int = 1,
    ) -> Gain:
        """The gain of a ``pair`` that changes both its plans, each partner seeing its own hand.

        ``gain`` is that of the best two plans that were found (:meth:`partners_answer`). ``most``
        is at least what any two plans gain (:meth:`Partners.bound`). Samples are those of
        :meth:`gain_of`, but plans are found against 200 holdings, and ``most`` is what the pair
        gains if it sees both its hands.
        """
        if self.is_counted:
            return self.partners_answer(pair, strategies, seed).gain
        sighted = self.gain_of(pair, strategies, samples, groups, seed)
        own, present = np.arange(self.deals.types[pair[0]])[:, None], self.plans(strategies)
        partners = self.partners(pair)
        found = []
        for group in range(groups):
            rng = np.random.default_rng([seed, 2, group])
            values = self.pair_values(pair, present, *self.holdings(pair, rng, _RIVALS))
            _points, answer = partners.answer(
                values, [[present[seat] for seat in pair]], rng, kicks=_SAMPLED_KICKS
            )
            plans = list(present)
            for seat, plan in zip(pair, answer, strict=True):
                plans[seat] = plan
            others, weight = self.holdings(pair[:1], rng, samples)
            changed, unchanged = (
                np.sum(self.values(pair[:1], own, others, weight, those)[0] * those[pair[0]])
                for those in (plans, present)
            )
            found.append(changed - unchanged)
        margin = max(sighted.margin, _margin(np.array(found)))
        return replace(sighted, gain=float(np.mean(found)), margin=margin)

    def partners_answer(
        self, pair: tuple[int, int], strategies: Sequence[Floats], seed: int = 1
    ) -> PartnersAnswer:
        """The best plans that two partners have against the others, as found.

        Each sees its own hand alone; the gain is over what they get by their own part of
        ``strategies``, each float64 [types, sequences]. All deals must be there to be looked at
        (:attr:`is_counted`).
        """
        partners, present = self.partners(pair), self.plans(strategies)
        rng = np.random.default_rng([seed, 2])
        values = self.pair_values(pair, present, *self.holdings(pair, rng))
        own = [present[seat] for seat in pair]
        before = partners.points(values, own)
        points, plans = partners.answer(values, [own], rng)
        gain = Gain(pair, points - before, max(points, partners.bound(values)) - before)
        return PartnersAnswer(gain, plans)

    def partners(self, pair: tuple[int, int]) -> Partners:
        """The two seats as partners."""
        return Partners(self.tree, pair, (self.deals.types[pair[0]], self.deals.types[pair[1]]))

    def pair_values(
        self, pair: tuple[int, int], plans: Sequence[Floats], rivals: Integers, weight: Floats
    ) -> Floats:
        """The values that :class:`Partners` asks for, against the plans of the ``rivals``.

        Parameters
        ----------
        pair
            Two seats of one side.
        plans : of each seat, float64 [types, sequences]
            Realisation plans; those of ``pair`` are not read.
        rivals : int64 [rivals, other seats]
            Holdings of the others.
        weight : float64 [rivals]
            The weight of each of these.

        Returns
        -------
        values : float64 [joint sequences, types of the first, types of the second]
            Points of the pair.
        """
        types = [self.deals.types[seat] for seat in pair]
        rows = np.indices(types).reshape(2, -1).T
        values, _chance = self.values(pair, rows, rivals, weight, plans)
        return np.ascontiguousarray(values.T).reshape(-1, *types)

    @property
    def is_counted(self) -> bool:
        """True where the hands of two seats can all be looked at: then no figure has a margin."""
        return self.deals.every((0, 1)) is not None

    def _strategy_of(
        self, seats: tuple[int, ...], rows: Integers, strategies: Sequence[Floats]
    ) -> Floats:
        """The given strategies as one of ``seats`` together: rows x sequences."""
        side = self.tree.side(*seats)
        found = np.ones((len(rows), int(side.start[-1])))
        for k, seat in enumerate(seats):
            mine = self.tree.side(seat)
            at = np.searchsorted(side.node, mine.node)
            for own, joint in enumerate(at.tolist()):
                moves = slice(int(side.start[joint]), int(side.start[joint + 1]))
                held = strategies[seat][rows[:, k]]
                found[:, moves] = held[:, int(mine.start[own]) : int(mine.start[own + 1])]
        return found


def _margin(found: Floats) -> float:
    """Half the width of the interval of 95 percent (Student's t) of figures by group, the widest.

    ``found`` is groups x figures, or a figure of each group.
    """
    from scipy.special import stdtrit  # imported here: SciPy costs start-up time

    groups = len(found)
    if groups < 2:
        return float("inf")
    spread = float(np.std(found, axis=0, ddof=1).max())
    return float(stdtrit(groups - 1, 0.975) * spread / groups**0.5)


def _others(n: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """All of ``n`` seats but ``seats``."""
    return tuple(seat for seat in range(n) if seat not in seats)


def _plan(side: PublicSide, strategy: Floats) -> Floats:
    """The realisation plan of a strategy, type x sequence."""
    plan = np.empty(strategy.shape)
    fill_plan(side, strategy, plan)
    return plan


def behaviour(side: PublicSide, plan: Floats, unreached: Floats) -> Floats:
    """The strategy with a realisation plan, float64 [types, sequences].

    ``plan`` may be a weighted sum of plans; where it never comes the chances are those of
    ``unreached``, a strategy. Both are float64 [types, sequences].
    """
    above = np.ones(plan.shape)
    above[:, 1:] = np.repeat(plan[:, side.parent], np.diff(side.start), axis=1)
    found = unreached.copy()
    np.divide(plan, above, out=found, where=above > 0.0)
    found[:, 0] = 1.0
    return found


def _response(side: PublicSide, values: Floats) -> Floats:
    """The best move at each node by the ``values`` at sequences, rows x sequences."""
    best, values = np.zeros(values.shape), values.copy()
    every = np.arange(len(values))
    for k in range(len(side.parent) - 1, -1, -1):
        moves = values[:, side.start[k] : side.start[k + 1]]
        chosen = moves.argmax(axis=1)
        best[every, side.start[k] + chosen] = 1.0
        values[:, side.parent[k]] += moves[every, chosen]
    return best


def _points(side: PublicSide, values: Floats, strategy: Floats) -> float:
    """The points that a strategy gets, all rows together."""
    values = values.copy()
    for k in range(len(side.parent) - 1, -1, -1):
        moves = slice(side.start[k], side.start[k + 1])
        values[:, side.parent[k]] += (values[:, moves] * strategy[:, moves]).sum(axis=1)
    return float(values[:, 0].sum())


@njit
def fill_plan(side, strategy, plan):  # type: ignore[no-untyped-def]
    """Fill ``plan``, in place, from ``strategy``: both are float64 [types, sequences]."""
    for t in range(plan.shape[0]):
        plan[t, 0] = 1.0
        for k in range(side.parent.shape[0]):
            above = plan[t, side.parent[k]]
            for s in range(side.start[k], side.start[k + 1]):
                plan[t, s] = above * strategy[t, s]


@njit
def _add_values(end, pay, plans, ends, others, chances, outcomes, found, chance):  # type: ignore[no-untyped-def]
    """Add to ``found`` (rows x sequences) and ``chance`` (rows), in place.

    ``end`` is the last sequence of those who are asked about at each end, ``ends`` that of each of
    the others, in the order of ``plans`` and of the columns of ``others``.
    """
    n_ends, width = pay.shape[0], found.shape[1]
    row_of = np.full(pay.shape[1], -1)  # of each outcome met with these others, its row in points
    met = np.empty(pay.shape[1], np.int64)
    points = np.empty((pay.shape[1], width))
    reach = np.empty(n_ends)
    for i in range(others.shape[0]):
        for z in range(n_ends):
            reach[z] = 1.0
        for j in range(len(plans)):
            held = others[i, j]
            plan = plans[j]
            for z in range(n_ends):
                reach[z] *= plan[held, ends[j, z]]
        n_met = 0
        for r in range(found.shape[0]):
            weight = chances[i, r]
            if weight == 0.0:
                continue
            outcome = outcomes[i, r]
            at = row_of[outcome]
            if at < 0:
                at = n_met
                met[n_met] = outcome
                row_of[outcome] = at
                n_met += 1
                for s in range(width):
                    points[at, s] = 0.0
                for z in range(n_ends):
                    points[at, end[z]] += reach[z] * pay[z, outcome]
            chance[r] += weight
            for s in range(width):
                found[r, s] += weight * points[at, s]
        for m in range(n_met):
            row_of[met[m]] = -1
