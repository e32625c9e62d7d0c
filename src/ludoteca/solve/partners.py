# mypy: allow-untyped-calls
"""The best plans of two partners who each see only their own hand, against what the others play.

There is no quick way to the best two plans of all (J. Tsitsiklis and M. Athans, On the complexity
of decentralized decision making and detection problems, IEEE Transactions on Automatic Control 30,
1985). They are looked for by local search, so that what is found is a lower bound of what can be
won; :meth:`Partners.bound` is an upper one. A mixed-integer program that a test solves finds the
same points for the lances of mus that are small enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.solve.public_tree import Integers, PublicSide, PublicTree

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Floats = NDArray[np.float64]

_STARTS = 40  # plans at random from which partners begin to answer each other
_KICKS = 1_000  # moves that are forced on the best plans, to leave a local optimum
_PROGRAM = 20_000  # chances of a pair's moves, by hands, for which a linear program is solved


class Partners:
    """Two seats of a ``tree`` who win and lose together; ``types`` are the numbers of their hands.

    ``values`` of its methods are the points of the pair by the sequence of both that ends the deal,
    float64 [joint sequences, types of the first, types of the second], weighed by the chance of
    the hands and of what the others do. A ``plan`` is a realisation plan, float64 [types, own
    sequences]; ``plans`` are of both, first and second, as are those of ``known``: each is
    float64 [types, own sequences].
    """

    def __init__(self, tree: PublicTree, seats: tuple[int, int], types: tuple[int, int]) -> None:
        self.seats, self.types = seats, types
        self.sides = (tree.side(seats[0]), tree.side(seats[1]))
        self.both = tree.side(*seats)
        # The last sequence of each partner on the way to each sequence of both.
        self._last = np.array([self._last_sequences(tree, turn) for turn in (0, 1)])

    def _last_sequences(self, tree: PublicTree, turn: int) -> Integers:
        mine, both = self.sides[turn], self.both
        found = np.zeros(int(both.start[-1]), np.int64)
        for k, node in enumerate(both.node.tolist()):
            moves = slice(int(both.start[k]), int(both.start[k + 1]))
            found[moves] = found[both.parent[k]]
            if tree.owner[node] == self.seats[turn]:
                own = int(np.searchsorted(mine.node, node))
                found[moves] = np.arange(mine.start[own], mine.start[own + 1])
        return found

    def given(self, values: Floats, turn: int, plan: Floats) -> Floats:
        """The values for partner ``turn``, float64 [types, own sequences].

        The other one has this plan.
        """
        found = np.empty((self.types[turn], int(self.sides[turn].start[-1])))
        _given(values, self._last, turn, plan, found)
        return found

    def points(self, values: Floats, plans: Sequence[Floats]) -> float:
        """The points of two plans."""
        return float(np.sum(self.given(values, 0, plans[1]) * plans[0]))

    def answer(
        self,
        values: Floats,
        known: Sequence[Sequence[Floats]],
        rng: np.random.Generator,
        starts: int = _STARTS,
        kicks: int = _KICKS,
    ) -> tuple[float, list[Floats]]:
        """The points of the best two plans that were found, and these plans.

        Each is float64 [types, own sequences], and not mixed. The partners answer each other in
        turn until neither gains: from each two plans of ``known`` and from ``starts`` at random.
        Then a move at random is forced, ``kicks`` times, on some hands of one of them, and they
        answer each other again; what is better is kept.
        """
        begins = [(list(plans), turn) for plans in known for turn in (0, 1)]
        begins += [(self._at_random(rng), start % 2) for start in range(starts)]
        most, best = -np.inf, begins[0][0]
        for plans, turn in begins:
            copies = [plan.copy() for plan in plans]
            points = _settle(values, self._last, *self.sides, *copies, turn)
            if points > most:
                most, best = points, copies
        most = _kicked(values, self._last, *self.sides, *best, most, rng.random((kicks, 5)))
        return float(most), best

    def _at_random(self, rng: np.random.Generator) -> list[Floats]:
        plans = []
        for side, types in zip(self.sides, self.types, strict=True):
            plan = np.empty((types, int(side.start[-1])))
            _best_plan(side, rng.random(plan.shape), plan)
            plans.append(plan)
        return plans

    def bound(self, values: Floats) -> float:
        """At least the points that any two plans get.

        Where both have few hands and moves it is the linear relaxation of the program whose whole
        solutions are the pairs of plans; else what the partners get if they see each other's hands.
        """
        if values.size <= _PROGRAM and all(len(side.parent) for side in self.sides):
            return self._relaxed(values)
        rows = np.ascontiguousarray(values.reshape(len(values), -1).T)
        return float(_best_plan(self.both, rows, np.empty(rows.shape)))

    def _relaxed(self, values: Floats) -> float:
        """The linear relaxation: for each two hands a plan of both, within the plan of each."""
        from scipy.optimize import Bounds, LinearConstraint, milp  # here: SciPy costs start-up time
        from scipy.sparse import block_diag, csr_array, eye_array, hstack, vstack

        joint, hands = len(values), self.types[0] * self.types[1]
        rows = np.arange(hands * joint)
        held = np.unravel_index(rows // joint, self.types)
        every = [*zip(self.sides, self.types, strict=True), (self.both, hands)]
        flows = block_diag([flow(*part) for part in every], format="csr")
        begun = np.concatenate([begins(*part) for part in every])
        within = []
        for turn, (side, types) in enumerate(every[:2]):
            width = int(side.start[-1])
            own = held[turn] * width + self._last[turn][rows % joint]
            ones = np.ones(len(rows))
            within.append(csr_array((-ones, (rows, own)), (len(rows), types * width)))
        plans = hstack([block_diag(within), vstack([eye_array(len(rows))] * 2)], format="csr")
        price = np.zeros(flows.shape[1])
        price[-len(rows) :] = -values.reshape(joint, -1).T.ravel()
        found = milp(
            price,
            bounds=Bounds(0.0, 1.0),
            constraints=[
                LinearConstraint(flows, begun, begun),
                LinearConstraint(plans, -np.inf, 0.0),
            ],
        )
        return float(-price @ np.asarray(found.x))


def flow(side: PublicSide, types: int) -> csr_array:
    """The rows of a linear program by which variables, type x sequence, are realisation plans.

    For each type the first row is the empty sequence, which is :func:`begins` 1; then come the
    moves of each node less the sequence that leads there, 0.
    """
    from scipy.sparse import csr_array, eye_array, kron  # imported here: SciPy costs start-up time

    nodes, width = len(side.parent), int(side.start[-1])
    moves = np.arange(1, width)
    node = np.repeat(np.arange(1, nodes + 1), np.diff(side.start))
    rows = np.concatenate(([0], node, np.arange(1, nodes + 1)))
    columns = np.concatenate(([0], moves, side.parent))
    signs = np.concatenate(([1.0], np.ones(width - 1), -np.ones(nodes)))
    return csr_array(
        kron(eye_array(types), csr_array((signs, (rows, columns)), (nodes + 1, width)))
    )


def begins(side: PublicSide, types: int) -> Floats:
    """The right sides of the rows of :func:`flow`, float64 [types * (nodes + 1)]."""
    return np.tile(np.eye(1, len(side.parent) + 1)[0], types)


@njit
def _given(values, last, turn, plan, found):  # type: ignore[no-untyped-def]
    """Fill ``found``: the values of one partner, type x sequence, by the ``plan`` of the other."""
    for t in range(found.shape[0]):
        for s in range(found.shape[1]):
            found[t, s] = 0.0
    for j in range(values.shape[0]):
        mine, theirs = last[turn, j], last[1 - turn, j]
        for t in range(values.shape[1]):
            if turn == 0:
                total = 0.0
                for u in range(values.shape[2]):
                    total += values[j, t, u] * plan[u, theirs]
                found[t, mine] += total
            elif plan[t, theirs] != 0.0:
                for u in range(values.shape[2]):
                    found[u, mine] += values[j, t, u] * plan[t, theirs]


@njit
def _best_plan(side, values, plan):  # type: ignore[no-untyped-def]
    """Fill ``plan`` with the best pure plan by ``values``, rows x sequences; its points.

    ``values`` is changed.
    """
    nodes = side.parent.shape[0]
    chosen = np.empty(nodes, np.int64)
    points = 0.0
    for t in range(values.shape[0]):
        for k in range(nodes - 1, -1, -1):
            best = side.start[k]
            for s in range(side.start[k] + 1, side.start[k + 1]):
                if values[t, s] > values[t, best]:
                    best = s
            chosen[k] = best
            values[t, side.parent[k]] += values[t, best]
        points += values[t, 0]
        for s in range(plan.shape[1]):
            plan[t, s] = 0.0
        plan[t, 0] = 1.0
        for k in range(nodes):
            plan[t, chosen[k]] = plan[t, side.parent[k]]
    return points


@njit
def _settle(values, last, side0, side1, plan0, plan1, turn):  # type: ignore[no-untyped-def]
    """Let partners answer each other until neither gains, ``turn`` first; the points.

    The plans are changed in place.
    """
    most = -np.inf
    still = 0
    values0, values1 = np.empty(plan0.shape), np.empty(plan1.shape)
    while still < 2:
        if turn == 0:
            _given(values, last, 0, plan1, values0)
            points = _best_plan(side0, values0, plan0)
        else:
            _given(values, last, 1, plan0, values1)
            points = _best_plan(side1, values1, plan1)
        still = 0 if points > most + 1e-12 else still + 1
        most = max(most, points)
        turn = 1 - turn
    return most


@njit
def _kicked(values, last, side0, side1, plan0, plan1, most, draws):  # type: ignore[no-untyped-def]
    """Better plans than the given ones, in place, if there are any; their points.

    Each row of ``draws`` is five numbers from 0 to 1: the partner, the node and the move that is
    forced on it, and on which hands, which stand beside each other.
    """
    tried0, tried1 = plan0.copy(), plan1.copy()
    prize = 1.0 + 2.0 * np.abs(values).sum()  # makes a move the best one
    for i in range(draws.shape[0]):
        turn = int(draws[i, 0] * 2)
        side, plan = (side0, tried0) if turn == 0 else (side1, tried1)
        nodes = side.parent.shape[0]
        if nodes == 0:
            continue
        own = np.empty(plan.shape)
        _given(values, last, turn, plan1 if turn == 0 else plan0, own)
        k = int(draws[i, 1] * nodes)
        move = side.start[k] + int(draws[i, 2] * (side.start[k + 1] - side.start[k]))
        low = int(draws[i, 3] * own.shape[0])
        for t in range(low, low + 1 + int(draws[i, 4] * (own.shape[0] - low))):
            own[t, move] += prize
        _best_plan(side, own, plan)
        if turn == 0:
            _copy(plan1, tried1)
        else:
            _copy(plan0, tried0)
        points = _settle(values, last, side0, side1, tried0, tried1, 1 - turn)
        if points > most:
            most = points
            _copy(tried0, plan0)
            _copy(tried1, plan1)
    return most


@njit
def _copy(plan, into):  # type: ignore[no-untyped-def]
    for t in range(plan.shape[0]):
        for s in range(plan.shape[1]):
            into[t, s] = plan[t, s]
