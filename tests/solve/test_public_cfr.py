"""Regret minimisation on public trees against theory, brute force and whole-tree solvers."""

import itertools
from math import perm

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.ids import CHANCE, HIDDEN, TERMINAL
from ludoteca.core.registry import load_game
from ludoteca.examples.minimus import rules as minimus
from ludoteca.solve import pairs as solved_pairs
from ludoteca.solve.best_response import expected_values, nash_conv
from ludoteca.solve.pairs import PAIRS, PairCfr, PairDescent, PairTable, solve_for_pairs
from ludoteca.solve.public_cfr import PublicCfr
from ludoteca.solve.public_game import PublicGame, TableDeals, behaviour
from ludoteca.solve.public_tree import public_tree
from ludoteca.solve.tree import build_tree


def position(game, options, moves):
    """The position after these ids, from the deal on."""
    record = game.state_layout.empty()
    chosen = game.schema.compile(game.options(options))
    calls.init(record, 0, chosen, game.standing_layout.empty())
    for a in moves:
        calls.apply_action(record, 0, a)
    return record


def points(record, first):
    """The points of seat 0 when those who have nothing left to decide have done it."""
    for a in first:
        calls.apply_action(record, 0, a)
    ids, prob, out = np.zeros(64, np.int64), np.zeros(64), np.zeros(4)
    while calls.current_player(record, 0) != TERMINAL:
        assert calls.chance_outcomes(record, 0, ids, prob) == 1
        calls.apply_action(record, 0, ids[0])
    calls.returns(record, 0, out)
    return out[0]


def paths(tree):
    """The ids that lead to each end."""
    return [tree.path(move) for move in tree.end_above.tolist()]


@pytest.fixture(scope="module")
def kuhn():
    game = load_game("kuhn")
    tree = public_tree(
        game, position(game, None, [0, 1]), lambda p: calls.current_player(p, 0) == TERMINAL
    )
    pay = np.zeros((len(tree.ends), 9))
    for (z, path), (a, b) in itertools.product(
        enumerate(paths(tree)), itertools.permutations(range(3), 2)
    ):
        pay[z, 3 * a + b] = points(position(game, None, [a, b]), path)
    deals = TableDeals(1.0 - np.eye(3), np.arange(9).reshape(3, 3))
    return PublicGame(tree, deals, pay, (0, 1))


MINIMUS = {"copies": 4, "exchanges": 0, "catch_percent": 0}
HIGH_KINDS = (2, 3)  # all four seats have declared a high card: a type each


def minimus_position(kinds):
    """All four are dealt a card, give no sign and declare: the mano bids."""
    silent = [minimus.SILENT, minimus.MISSED, minimus.MISSED] * 4
    return position(load_game("minimus"), MINIMUS, [*kinds, *silent, *[minimus.HIGH] * 4])


def is_over(record):
    return record[0]["phase"] not in (minimus.BETTING, minimus.ANSWERING)


@pytest.fixture(scope="module")
def pairs():
    """The bids of minimus, two pairs; seat 1 is the mano."""
    tree = public_tree(load_game("minimus"), minimus_position([2, 2, 3, 3]), is_over)
    every = list(itertools.product(range(2), repeat=4))
    pay = np.array(
        [
            [points(minimus_position([HIGH_KINDS[t] for t in (*h[1:], h[0])]), path) for h in every]
            for path in paths(tree)
        ]
    )
    chances = np.array([perm(4, sum(h)) * perm(4, 4 - sum(h)) for h in every], float)
    deals = TableDeals(chances.reshape(2, 2, 2, 2), np.arange(16).reshape(2, 2, 2, 2))
    return PublicGame(tree, deals, pay, (0, 1, 0, 1))


def random_strategies(game, seed):
    rng = np.random.default_rng(seed)
    found = []
    for seat, types in enumerate(game.deals.types):
        side = game.tree.side(seat)
        strategy = np.ones((types, side.start[-1]))
        for t, k in itertools.product(range(types), range(len(side.parent))):
            moves = slice(side.start[k], side.start[k + 1])
            strategy[t, moves] = rng.dirichlet(np.ones(moves.stop - moves.start))
        found.append(strategy)
    return found


def chance_of(game, move, held, strategies):
    """The chance of the moves that lead to ``move``, by following them one by one."""
    tree, chance = game.tree, 1.0
    while move >= 0:
        node = tree.node_of(move)
        seat = int(tree.owner[node])
        side = tree.side(seat)
        k = int(np.flatnonzero(side.node == node)[0])
        chance *= strategies[seat][held[seat], side.start[k] + move - tree.first[node]]
        move = int(tree.above[node])
    return chance


def plain_value(game, strategies):
    """Points of the first side, deal by deal and end by end."""
    rows = [range(n) for n in game.deals.types]
    every, chances = game.deals.every(tuple(range(len(rows))))
    total = 0.0
    for held, chance in zip(every.tolist(), chances.tolist(), strict=True):
        outcome = game.deals._outcomes[tuple(held)]
        for z, move in enumerate(game.tree.end_above.tolist()):
            total += chance * chance_of(game, move, held, strategies) * game.pay[z, outcome]
    return total


def pure_plans(side):
    """The sequences of each pure plan: a move at every node."""
    nodes = zip(side.start[:-1].tolist(), side.start[1:].tolist(), strict=True)
    return [list(plan) for plan in itertools.product(*(range(*moves) for moves in nodes))]


def test_the_tree_has_each_seat_s_moves_in_the_order_in_which_they_come(pairs):
    tree = pairs.tree
    assert len(tree.owner) == 4 + 4 * 2  # four bids; each bet is answered by one rival or two
    for seats in [(0,), (1,), (0, 2), (1, 3)]:
        side = tree.side(*seats)
        assert set(tree.owner[side.node]) == set(seats)
        assert (side.parent < side.start[:-1]).all()
        assert side.start[-1] == 1 + sum(np.diff(tree.first)[side.node])


def test_kuhn_is_solved_to_the_value_of_its_theory(kuhn):
    run = PublicCfr(kuhn)
    run.reach(1e-3, 2_000)
    assert run.exploitability() <= 1e-3
    assert kuhn.value(run.average()) == pytest.approx(-1 / 18, abs=1e-3)


def test_figures_are_those_of_the_solver_of_whole_trees(kuhn):
    """The same random strategies, moved over into the tree of all of Kuhn poker."""
    strategies = random_strategies(kuhn, 3)
    whole = build_tree(load_game("kuhn"))
    moved = whole.uniform_strategy()
    for seat, side in ((seat, kuhn.tree.side(seat)) for seat in (0, 1)):
        for k, node in enumerate(side.node.tolist()):
            bids = kuhn.tree.path(int(kuhn.tree.above[node]))
            for card in range(3):
                seen = [(CHANCE, card if s == seat else HIDDEN) for s in (0, 1)]
                tokens = [*seen, *((i % 2, a) for i, a in enumerate(bids))]
                k_whole = whole.find(seat, tokens)
                moves = slice(side.start[k], side.start[k + 1])
                moved[whole.moves(k_whole)] = strategies[seat][card, moves]
    assert kuhn.value(strategies) == pytest.approx(expected_values(whole, moved)[0])
    gains = [kuhn.gain_of((seat,), strategies).gain for seat in (0, 1)]
    assert sum(gains) == pytest.approx(nash_conv(whole, moved))


def test_the_value_is_that_of_every_deal_and_end_one_by_one(pairs):
    strategies = random_strategies(pairs, 1)
    assert pairs.value(strategies) == pytest.approx(plain_value(pairs, strategies))


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_s_gain_is_that_of_its_best_pure_plan(pairs, seat):
    """Each plan of a seat, tried for each of its types by itself."""
    strategies = random_strategies(pairs, 2)
    before = plain_value(pairs, strategies)
    side = pairs.tree.side(seat)
    sign = 1 if seat % 2 == 0 else -1
    gained = 0.0
    for held in range(2):
        values = []
        for plan in pure_plans(side):
            tried = [strategy.copy() for strategy in strategies]
            tried[seat][held, 1:] = 0.0
            tried[seat][held, plan] = 1.0
            values.append(sign * (plain_value(pairs, tried) - before))
        gained += max(values)
    found = pairs.gain_of((seat,), strategies)
    assert found.samples is None
    assert found.gain == found.most == pytest.approx(gained)


class OneByOne(TableDeals):
    """The same deals, taken for too many to look at all."""

    def every(self, seats):
        return super().every(seats) if len(seats) == 1 else None

    def sample(self, seats, n, rng):
        held, chances = super().every(seats)
        return held[rng.choice(len(held), n, p=chances)]


@pytest.mark.parametrize("seats", [(0,), (1, 3)])
def test_sampled_gains_have_the_exact_one_between_their_bounds(pairs, seats):
    strategies = random_strategies(pairs, 4)
    exact = pairs.gain_of(seats, strategies).gain
    sampled = PublicGame(pairs.tree, OneByOne(*tables(pairs)), pairs.pay, pairs.sides)
    found = sampled.gain_of(seats, strategies, samples=500)
    assert found.samples == 4_000
    assert found.gain - 3 * found.margin <= exact <= found.most + 3 * found.margin
    assert 0 < found.margin < 0.1


def test_the_sampled_gain_of_partners_is_not_above_the_exact_one(pairs):
    strategies = random_strategies(pairs, 4)
    exact = pairs.gain_of_partners((1, 3), strategies).gain
    sampled = PublicGame(pairs.tree, OneByOne(*tables(pairs)), pairs.pay, pairs.sides)
    found = sampled.gain_of_partners((1, 3), strategies, samples=500)
    assert exact - 0.05 < found.gain - found.margin <= exact <= found.most + found.margin


def tables(game):
    return game.deals._chances, game.deals._outcomes


def test_a_pair_that_sees_both_its_hands_gains_at_least_what_either_seat_does(pairs):
    strategies = random_strategies(pairs, 5)
    for pair in [(0, 2), (1, 3)]:
        alone = [pairs.gain_of((seat,), strategies).gain for seat in pair]
        assert pairs.gain_of(pair, strategies).gain >= max(alone) - 1e-12


def test_a_pair_s_gain_is_that_of_the_best_plan_for_both_hands_it_holds(pairs):
    """The rivals of a bettor, whose tree is small: each pure plan of both for each two hands."""
    strategies = random_strategies(pairs, 6)
    side = pairs.tree.side(1, 3)
    others, weight = pairs.holdings((1, 3), np.random.default_rng(1))
    rows, _chances = pairs.deals.every((1, 3))
    plans = pairs.plans(strategies)
    values, _chance = pairs.values((1, 3), rows, others, weight, plans)
    best = 0.0
    for row in values:
        at_ends = [row[plan_sequences(side, plan)].sum() for plan in pure_plans(side)]
        best += max(at_ends)
    before = -pairs.value(strategies)
    assert pairs.gain_of((1, 3), strategies).gain == pytest.approx(best - before)


@pytest.mark.parametrize("seed", range(4))
def test_partners_gain_what_the_best_of_all_their_plans_by_own_hand_gain(pairs, seed):
    """Every pure plan of one seat for both its hands, and the other's best plan by hand to each."""
    strategies = random_strategies(pairs, seed)
    both, sides = pairs.tree.side(1, 3), [pairs.tree.side(seat) for seat in (1, 3)]
    rivals, weight = pairs.holdings((1, 3), np.random.default_rng(1))
    rows = np.array(list(itertools.product(range(2), repeat=2)))
    plans = pairs.plans(strategies)
    values, _chance = pairs.values((1, 3), rows, rivals, weight, plans)
    moves = [
        [both_moves(pairs.tree, both, plan, side) for plan in pure_plans(side)] for side in sides
    ]
    reached = np.array([[follows(both, a | b) for b in moves[1]] for a in moves[0]], float)
    points = np.einsum("hs,abs->hab", values, reached).reshape(2, 2, *reached.shape[:2])
    best = max(
        sum((points[0, own, low] + points[1, own, high]).max() for own in range(2))
        for low, high in itertools.product(range(len(moves[0])), repeat=2)
    )
    found = pairs.gain_of_partners((1, 3), strategies)
    assert found.samples is None
    assert found.gain == pytest.approx(best + pairs.value(strategies))
    sighted = pairs.gain_of((1, 3), strategies).gain
    assert found.gain - 1e-9 <= found.most <= sighted + 1e-9


def test_the_bound_of_partners_is_nearer_than_what_they_gain_if_they_see_both_hands(pairs):
    found = [pairs.gain_of_partners((1, 3), random_strategies(pairs, seed)) for seed in range(6)]
    sighted = [pairs.gain_of((1, 3), random_strategies(pairs, seed)).gain for seed in range(6)]
    assert any(one.most < other - 1e-6 for one, other in zip(found, sighted, strict=True))


def test_the_answer_of_partners_is_worth_its_gain(pairs):
    """Their plans in the place of their strategies, deal by deal."""
    strategies = random_strategies(pairs, 7)
    answer = pairs.partners_answer((1, 3), strategies)
    changed = list(strategies)
    for seat, plan in zip((1, 3), answer.plans, strict=True):
        side = pairs.tree.side(seat)
        changed[seat] = behaviour(side, plan, strategies[seat])
    gained = plain_value(pairs, strategies) - plain_value(pairs, changed)
    assert gained == pytest.approx(answer.gain.gain)


@pytest.mark.parametrize("which", [0, 1])
def test_the_table_of_pairs_has_the_values_of_the_game(pairs, which):
    plans = pairs.plans(random_strategies(pairs, 8))
    rivals = PAIRS[1 - which]
    values = PairTable(pairs).values(which, [plans[seat] for seat in rivals])
    others, weight = pairs.holdings(PAIRS[which], np.random.default_rng(1))
    expected = pairs.pair_values(PAIRS[which], plans, others, weight)
    np.testing.assert_allclose(values, expected, atol=1e-5)


def test_pairs_go_down_until_neither_gains_by_other_plans_for_both_its_hands(pairs, monkeypatch):
    monkeypatch.setattr(solved_pairs, "_ITERATIONS", 100)
    strategies = random_strategies(pairs, 9)
    before = max(pairs.gain_of_partners(pair, strategies).gain for pair in PAIRS)
    found = solve_for_pairs(pairs, strategies, 0.01)
    after = [pairs.gain_of_partners(pair, found) for pair in PAIRS]
    assert max(gain.gain for gain in after) < 0.0101 < 0.1 < before
    for strategy, side in zip(found, map(pairs.tree.side, range(4)), strict=True):
        for k in range(len(side.parent)):
            moves = strategy[:, side.start[k] : side.start[k + 1]]
            np.testing.assert_allclose(moves.sum(axis=1), 1.0)


def test_a_descent_goes_down_from_where_it_is_put(pairs):
    descent = PairDescent(PairTable(pairs), pairs.plans(random_strategies(pairs, 10)))
    seen = []
    descent.reach(0.05, 100, lambda steps, gain: seen.append((steps, gain)))
    assert [steps for steps, _gain in seen] == list(range(descent.steps))
    assert (np.diff([gain for _steps, gain in seen]) <= 0.0).all()
    assert descent.gain <= 0.05


def test_pairs_that_learn_against_best_answers_come_nearer(pairs):
    run = PairCfr(pairs)
    run.iterate(20)
    early = run.exploitability()
    run.iterate(280)
    assert run.exploitability() < 0.5 * early


def both_moves(tree, both, plan, side):
    """The sequences of a side of two seats that the pure plan of one of them makes."""
    made = {(int(side.node[k]), s - int(side.start[k])) for k, s in enumerate(plan)}
    at = {node: k for k, node in enumerate(both.node.tolist())}
    return {int(both.start[at[node]]) + move for node, move in made}


def follows(side, made):
    """Whether each sequence comes when these moves are made."""
    come = [True] + [False] * (int(side.start[-1]) - 1)
    for k, parent in enumerate(side.parent.tolist()):
        for s in range(int(side.start[k]), int(side.start[k + 1])):
            come[s] = come[parent] and s in made
    return come


def plan_sequences(side, plan):
    """The sequences that are reached by a pure plan: those whose every move it makes."""
    reached = {0}
    for k, parent in enumerate(side.parent.tolist()):
        if parent in reached:
            reached.add(plan[k])
    return sorted(reached)


def test_partners_who_see_their_own_hands_alone_are_solved_until_no_seat_gains(pairs):
    run = PublicCfr(pairs)
    run.reach(0.01, 400)
    strategies = run.average()
    gains = [pairs.gain_of((seat,), strategies).gain for seat in range(4)]
    assert min(gains) >= 0.0
    assert max(gains) == run.exploitability() <= 0.01
    # Nobody beats a mano with the top rank: where it decides the answer to a bet, it accepts.
    side = pairs.tree.side(1)
    for k, node in enumerate(side.node.tolist()):
        moves = pairs.tree.action[pairs.tree.first[node] : pairs.tree.first[node + 1]].tolist()
        if minimus.ACCEPT in moves and minimus.LEAVE not in moves:
            assert strategies[1][1, side.start[k] + moves.index(minimus.ACCEPT)] > 0.95


def test_a_run_goes_on_from_its_file_as_if_it_had_not_been_stopped(pairs, tmp_path):
    sampled = PublicGame(pairs.tree, OneByOne(*tables(pairs)), pairs.pay, pairs.sides, batch=7)
    straight, stopped = PublicCfr(sampled), PublicCfr(sampled)
    straight.iterate(6)
    stopped.iterate(2)
    stopped.save(tmp_path / "run.npz")
    went_on = PublicCfr.restore(sampled, tmp_path / "run.npz")
    went_on.iterate(4)
    assert went_on.iterations == 6
    for one, other in zip(straight.average(), went_on.average(), strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_file_of_another_game_is_refused(pairs, kuhn, tmp_path):
    PublicCfr(kuhn).save(tmp_path / "run.npz")
    with pytest.raises(BadInput, match="another game"):
        PublicCfr.restore(pairs, tmp_path / "run.npz")
