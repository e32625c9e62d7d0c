"""The best answer of a pair in a lance, beside a whole-number program that knows nothing of it."""

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from ludoteca.games.mus.ids import JUEGO
from ludoteca.games.mus.solver.lances import EVERYBODY, Spot, lance_game
from ludoteca.games.mus.solver.tables import CELLS, shipped_strategies
from ludoteca.solve.pairs import PAIRS


class Program:
    """The best two plans of a pair as whole numbers.

    For each seat, hand and move of its own there is a variable, 1 where its own moves lead to the
    move and are made; for each two hands and move of the pair another one, which is at most that of
    the seat that makes the move. The rivals' chances and those of the hands are in the points.
    """

    def __init__(self, game, strategies, pair):
        self.game, self.pair = game, pair
        self.rows, self.limits, self.price, self.whole = [], [], [], []
        self.seats = [self.seat(seat) for seat in pair]
        self.ends(strategies)

    def variable(self, price, whole):
        self.price.append(price)
        self.whole.append(whole)
        return len(self.price) - 1

    def row(self, entries, low, high):
        self.rows.append(entries)
        self.limits.append((low, high))

    def seat(self, seat):
        """The variables of the seat's moves, hand x move of the tree; moves of others: the last."""
        tree, found = self.game.tree, []
        for _hand in range(self.game.deals.types[seat]):
            at = {-1: self.variable(0.0, False)}
            self.row({at[-1]: 1.0}, 1.0, 1.0)
            for node, owner in enumerate(tree.owner.tolist()):
                above = at[int(tree.above[node])]
                moves = range(int(tree.first[node]), int(tree.first[node + 1]))
                for move in moves:
                    at[move] = self.variable(0.0, True) if owner == seat else above
                if owner == seat:
                    self.row({above: -1.0, **{at[move]: 1.0 for move in moves}}, 0.0, 0.0)
            found.append(at)
        return found

    def ends(self, strategies):
        """Both come to an end only where each of them does; points by the rivals' chances."""
        game, tree = self.game, self.game.tree
        rivals = PAIRS[1 - PAIRS.index(self.pair)]
        chance = [self.chances(seat, strategies[seat]) for seat in rivals]
        joint = np.transpose(game.deals._chances, (*self.pair, *rivals))
        outcome = np.transpose(game.deals._outcomes, (*self.pair, *rivals))
        sign = 1.0 if self.pair == PAIRS[0] else -1.0
        for own in np.ndindex(joint.shape[:2]):
            both = {-1: self.variable(0.0, False)}
            self.row({both[-1]: 1.0}, 1.0, 1.0)
            for node, owner in enumerate(tree.owner.tolist()):
                above = both[int(tree.above[node])]
                moves = range(int(tree.first[node]), int(tree.first[node + 1]))
                for move in moves:
                    both[move] = above
                    if owner in self.pair:
                        both[move] = self.variable(0.0, False)
                        turn = self.pair.index(owner)
                        last = self.seats[turn][own[turn]][move]
                        self.row({both[move]: 1.0, last: -1.0}, -np.inf, 0.0)
                if owner in self.pair:
                    self.row({above: -1.0, **{both[move]: 1.0 for move in moves}}, 0.0, 0.0)
            for end, move in enumerate(tree.end_above.tolist()):
                reach = chance[0][:, move, None] * chance[1][None, :, move]
                points = game.pay[end][outcome[own]] * joint[own] * reach
                self.price[both[move]] -= sign * float(points.sum())

    def chances(self, seat, strategy):
        """The chance that the seat's own moves lead to each move of the tree, hand x move."""
        tree, side = self.game.tree, self.game.tree.side(seat)
        found = np.ones((len(strategy), len(tree.action) + 1))  # the last one is move -1
        for node, owner in enumerate(tree.owner.tolist()):
            moves = slice(int(tree.first[node]), int(tree.first[node + 1]))
            found[:, moves] = found[:, int(tree.above[node]), None]
            if owner == seat:
                k = int(np.flatnonzero(side.node == node)[0])
                found[:, moves] *= strategy[:, side.start[k] : side.start[k + 1]]
        return found

    def solve(self):
        """The points of the best two plans, and what no plans get more than."""
        at = [(i, j, x) for i, row in enumerate(self.rows) for j, x in row.items()]
        i, j, x = (np.array(column) for column in zip(*at, strict=True))
        rows = csr_array((x, (i, j)), (len(self.rows), len(self.price)))
        found = milp(
            self.price,
            constraints=LinearConstraint(rows, *np.array(self.limits).T),
            integrality=np.array(self.whole, int),
            bounds=Bounds(0.0, 1.0),
            options={"mip_rel_gap": 1e-7},
        )
        assert found.success
        return -found.fun, -found.mip_dual_bound


@pytest.mark.soak
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(
    "holders", [EVERYBODY, (True, True, True, False), (True, False, True, True)]
)
def test_the_pair_s_best_answer_is_that_of_the_whole_number_program(holders, pair):
    """Exact: no two plans in juego gain more than those that were found."""
    spot = Spot(JUEGO, holders, CELLS[0])
    game, strategies = lance_game(spot, "juego"), shipped_strategies(spot)
    value = game.value(strategies) * (1 if pair == PAIRS[0] else -1)
    points, most = Program(game, strategies, pair).solve()
    assert points == pytest.approx(most, abs=1e-6)
    found = game.gain_of_partners(pair, strategies)
    assert found.samples is None
    assert found.gain == pytest.approx(points - value, abs=1e-6)
    assert found.gain - 1e-9 <= found.most <= found.gain + 0.005
