"""Best responses and CFR against theory, brute force, linear programming, and plain recursion."""

import dataclasses
import importlib
import itertools
import os
import subprocess
import sys

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import coo_array

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.registry import load_game
from ludoteca.solve import cfr
from ludoteca.solve.best_response import (
    best_response,
    expected_values,
    exploitability,
    nash_conv,
    policy_strategy,
)
from ludoteca.solve.cfr import CFR_PLUS, PCFR_PLUS, VARIANTS, CfrSolver, solve_cfr
from ludoteca.solve.tree import build_tree


@pytest.fixture(scope="module")
def kuhn():
    return build_tree(load_game("kuhn"))


@pytest.fixture(scope="module")
def leduc():
    return build_tree(load_game("leduc"))


@pytest.fixture(scope="module")
def trio():
    return build_tree(Game(importlib.import_module("trio").INFO, "trio"))


def random_strategy(tree, seed):
    rng = np.random.default_rng(seed)
    strategy = np.ones(tree.n_sequences)
    for k in range(len(tree.infosets)):
        moves = tree.moves(k)
        strategy[moves] = rng.dirichlet(np.ones(moves.stop - moves.start))
    return strategy


def recursive_values(tree, strategy, state=None):
    """Expected points by plain recursion over positions: shares no array with the solvers."""
    if state is None:
        state = tree.game.new_state(tree.options)
    if state.is_terminal():
        return np.array(state.returns())
    if state.is_chance():
        outcomes = state.chance_outcomes()
    else:
        seat = state.current_player()
        moves = tree.moves(tree.find(seat, state.tokens(seat)))
        outcomes = zip(state.legal_actions(), strategy[moves], strict=True)
    return sum(p * recursive_values(tree, strategy, state.child(a)) for a, p in outcomes)


def pure_strategies(tree, strategy, seat):
    """``strategy`` with the seat's part replaced by each of its pure strategies."""
    own = np.flatnonzero(tree.infosets["owner"] == seat)
    moves = [range(tree.moves(k).start, tree.moves(k).stop) for k in own]
    for chosen in itertools.product(*moves):
        pure = strategy.copy()
        for k, s in zip(own, chosen, strict=True):
            pure[tree.moves(k)] = 0.0
            pure[s] = 1.0
        yield pure


def value_by_linear_programming(tree):
    """Seat 0's value of a two-seat zero-sum tree: von Stengel's LP, by SciPy's HiGHS.

    Maximise the enemy's value at the root over plans x, where at each of the enemy's information
    sets his value is at most that of each of his moves.
    """
    n, m = tree.n_sequences, len(tree.infosets)
    owner = tree.infosets["owner"]
    enemy_set = np.full(n, -1)
    for k in np.flatnonzero(owner == 1):
        enemy_set[tree.moves(k)] = k
    # Variables: x (by sequence, those of seat 1 unused), v (by information set), v of the root.
    root = n + m
    upper, equal = [], []
    for e, (mine, his) in enumerate(tree.terminal_sequence):
        pay = tree.terminal_chance[e] * tree.terminal_returns[e, 0]
        upper.append((his, mine, -pay))
    for s in range(n):
        if s == 0 or enemy_set[s] >= 0:
            upper.append((s, root if s == 0 else n + enemy_set[s], 1.0))
    for k in range(m):
        if owner[k] == 1:
            upper.append((int(tree.infosets["parent"][k]), n + k, -1.0))
        else:
            equal += [(k, s, 1.0) for s in range(tree.moves(k).start, tree.moves(k).stop)]
            equal.append((k, int(tree.infosets["parent"][k]), -1.0))
    equal.append((m, 0, 1.0))
    sides = np.zeros(m + 1)
    sides[m] = 1.0
    cost = np.zeros(root + 1)
    cost[root] = -1.0
    bounds = [(0, None)] * n + [(None, None)] * (m + 1)

    def matrix(entries, rows):
        i, j, value = zip(*entries, strict=True)
        return coo_array((value, (i, j)), (rows, root + 1)).tocsr()

    answer = linprog(
        cost, matrix(upper, n), np.zeros(n), matrix(equal, m + 1), sides, bounds, "highs"
    )
    assert answer.status == 0
    return -answer.fun


# --- expected values and best responses ---------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_expected_values_agree_with_plain_recursion(kuhn, trio, seed):
    for tree in (kuhn, trio):
        strategy = random_strategy(tree, seed)
        found = expected_values(tree, strategy)
        # The toy is not registered, so it has no State of its own; its ends are summed by hand.
        if tree is kuhn:
            assert found == pytest.approx(recursive_values(tree, strategy), abs=1e-12)
        reach = tree.terminal_chance * trail(tree, strategy)
        assert found == pytest.approx(reach @ tree.terminal_returns, abs=1e-12)


def trail(tree, strategy):
    """By end of the deal, the product of the probabilities of all moves, walked up node by node."""
    products = []
    for node in tree.terminal_node.tolist():
        product = 1.0
        while node > 0:
            above = int(tree.nodes["parent"][node])
            k = int(tree.nodes["infoset"][above])
            if k >= 0:
                ids = tree.sequence_action[tree.moves(k)].tolist()
                product *= strategy[tree.moves(k)][ids.index(int(tree.nodes["action"][node]))]
            node = above
        products.append(product)
    return np.array(products)


@pytest.mark.parametrize("seed", range(2))
def test_best_response_is_the_best_of_all_pure_strategies(kuhn, trio, seed):
    for tree in (kuhn, trio):
        strategy = random_strategy(tree, seed)
        for seat in range(tree.seats):
            best = best_response(tree, strategy, seat)
            brute = max(
                expected_values(tree, pure)[seat] for pure in pure_strategies(tree, strategy, seat)
            )
            assert best.value == pytest.approx(brute, abs=1e-12)
            assert expected_values(tree, best.strategy)[seat] == pytest.approx(brute, abs=1e-12)
            others = tree.infosets["owner"] != seat
            for k in np.flatnonzero(others):
                assert (best.strategy[tree.moves(k)] == strategy[tree.moves(k)]).all()


def test_uniform_kuhn_has_nash_conv_eleven_twelfths(kuhn):
    # The value in OpenSpiel's exploitability tests.
    uniform = kuhn.uniform_strategy()
    assert nash_conv(kuhn, uniform) == pytest.approx(11 / 12, abs=1e-12)
    assert exploitability(kuhn, uniform) == pytest.approx(11 / 24, abs=1e-12)


def test_kuhns_own_equilibrium_cannot_be_exploited(kuhn):
    advanced = policy_strategy(kuhn, level=1)
    assert nash_conv(kuhn, advanced) == pytest.approx(0.0, abs=1e-12)
    assert expected_values(kuhn, advanced)[0] == pytest.approx(-1 / 18, abs=1e-12)
    assert nash_conv(kuhn, policy_strategy(kuhn, level=0)) > 0.1


def test_what_is_no_strategy_is_refused(kuhn):
    with pytest.raises(BadInput, match="array of 25 numbers"):
        expected_values(kuhn, np.ones(3))
    with pytest.raises(BadInput, match="sum to 1"):
        expected_values(kuhn, np.ones(kuhn.n_sequences))


# --- CFR ----------------------------------------------------------------------------------------


def test_cfr_plus_finds_kuhns_value(kuhn):
    solution = solve_cfr(kuhn, target=1e-6)
    assert solution.exploitability <= 1e-6
    assert solution.values[0] == pytest.approx(-1 / 18, abs=2e-6)
    # The first player's equilibria: bet the king three times as often as the jack (Kuhn 1950).
    table = solution.table()
    jack, king = table["0: J ?"]["bet"], table["0: K ?"]["bet"]
    assert king == pytest.approx(3 * jack, abs=1e-3)
    assert table["0: Q ? pass bet"]["call"] == pytest.approx(jack + 1 / 3, abs=1e-3)
    assert table["1: ? Q bet"]["call"] == pytest.approx(1 / 3, abs=1e-3)


def test_cfr_plus_finds_leducs_value_as_linear_programming_does(leduc):
    value = value_by_linear_programming(leduc)
    # Published as about -0.0856.
    assert value == pytest.approx(-0.0856, abs=5e-5)
    solution = solve_cfr(leduc, target=1e-4)
    assert solution.exploitability <= 1e-4
    assert abs(solution.values[0] - value) <= 2 * solution.exploitability


def test_telling_suits_apart_does_not_change_leducs_value(leduc):
    small = build_tree(load_game("leduc"), {"suits": "no"})
    assert value_by_linear_programming(small) == pytest.approx(
        value_by_linear_programming(leduc), abs=1e-9
    )


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_variant_approaches_an_equilibrium(kuhn, leduc, variant):
    assert solve_cfr(kuhn, 1e-3, 20_000, variant).exploitability <= 1e-3
    solution = solve_cfr(leduc, 1e-2, 20_000, variant)
    assert solution.exploitability <= 1e-2
    assert abs(solution.values[0] - -0.0856) <= 2e-2


def test_the_solvers_exploitability_is_that_of_the_strategy_it_returns(leduc):
    for iterations in (0, 1, 7, 100):
        solution = solve_cfr(leduc, 0.0, iterations)
        assert solution.iterations == iterations
        assert solution.exploitability == pytest.approx(
            exploitability(leduc, solution.strategy), abs=1e-12
        )


def plain_cfr_plus(tree, iterations):
    """CFR+ as its paper states it, over positions and dictionaries; returns the average strategy.

    Alternating updates, regrets cut off at zero, iteration t weighed by t.
    """
    regret, total = {}, {}

    def key(state):
        seat = state.current_player()
        return tree.find(seat, state.tokens(seat))

    def strategy(k, n):
        held = regret.setdefault(k, np.zeros(n))
        return held / held.sum() if held.sum() > 0 else np.full(n, 1 / n)

    def walk(state, me, others, gains):
        """Points of ``me``; ``others`` is the chance of getting here but for his own moves."""
        if state.is_terminal():
            return state.returns()[me]
        if state.is_chance():
            chances = state.chance_outcomes()
            return sum(p * walk(state.child(a), me, others * p, gains) for a, p in chances)
        legal = state.legal_actions()
        now = frozen(key(state), len(legal))
        if state.current_player() != me:
            return sum(
                p * walk(state.child(a), me, others * p, gains)
                for a, p in zip(legal, now, strict=True)
            )
        values = np.array([walk(state.child(a), me, others, gains) for a in legal])
        k = key(state)
        gains[k] = gains.get(k, 0.0) + others * (values - now @ values)
        return now @ values

    def accumulate(me, t):
        plan = {0: 1.0}
        for k in np.flatnonzero(tree.infosets["owner"] == me).tolist():
            moves = tree.moves(k)
            now = strategy(k, moves.stop - moves.start)
            above = plan[int(tree.infosets["parent"][k])]
            plan.update(zip(range(moves.start, moves.stop), above * now, strict=True))
            total[k] = total.get(k, 0.0) + t * above * now

    for t in range(1, iterations + 1):
        for me in (0, 1):
            fixed = {}

            def frozen(k, n, fixed=fixed):
                return fixed.setdefault(k, strategy(k, n))

            gains = {}
            walk(tree.game.new_state(tree.options), me, 1.0, gains)
            for k, gain in gains.items():
                regret[k] = np.maximum(regret[k] + gain, 0.0)
            accumulate(me, t)
    average = tree.uniform_strategy()
    for k, weights in total.items():
        if weights.sum() > 0:
            average[tree.moves(k)] = weights / weights.sum()
    return average


def test_cfr_plus_does_what_a_plain_text_of_it_does(kuhn):
    found = solve_cfr(kuhn, 0.0, 12).strategy
    assert found == pytest.approx(plain_cfr_plus(kuhn, 12), abs=1e-12)


def test_constant_sums_other_than_zero_are_solved_too(kuhn):
    shifted = dataclasses.replace(kuhn, terminal_returns=kuhn.terminal_returns + 3.0)
    plain, other = solve_cfr(kuhn, 1e-4), solve_cfr(shifted, 1e-4)
    assert other.values == pytest.approx(plain.values + 3.0, abs=1e-9)
    assert exploitability(shifted, other.strategy) <= 1e-4 + 1e-9


def test_other_than_two_seats_or_constant_sums_are_refused(kuhn, trio):
    with pytest.raises(BadInput, match="two seats"):
        solve_cfr(trio)
    general = dataclasses.replace(kuhn, terminal_returns=kuhn.terminal_returns**2)
    with pytest.raises(BadInput, match="sum is constant"):
        solve_cfr(general)


# --- stopping, saving, going on -----------------------------------------------------------------


def test_progress_shows_the_exploitability_falling(leduc):
    seen = []
    solution = solve_cfr(leduc, 1e-3, progress=seen.append)
    assert tuple(seen) == solution.history
    assert seen[0].iterations == 0
    assert seen[-1].exploitability == solution.exploitability < seen[0].exploitability / 1000
    assert [p.iterations for p in seen] == sorted({p.iterations for p in seen})


@pytest.mark.parametrize("variant", [CFR_PLUS, PCFR_PLUS], ids=lambda v: v.name)
def test_a_run_saved_and_restored_goes_on_as_if_it_had_never_stopped(leduc, tmp_path, variant):
    whole = CfrSolver(leduc, variant)
    whole.iterate(30)
    first = CfrSolver(leduc, variant)
    first.iterate(13)
    first.save(tmp_path / "run.npz")
    second = CfrSolver.restore(leduc, tmp_path / "run.npz")
    second.iterate(17)
    assert second.iterations == 30
    assert second.variant == variant
    assert (second.average_strategy() == whole.average_strategy()).all()


def test_no_interrupt_finds_the_count_behind_what_was_learned(leduc, monkeypatch):
    """It waits for compiled code, and comes the moment that this returns: a slice is lost."""
    solver, whole = CfrSolver(leduc), CfrSolver(leduc)
    whole.iterate(20)
    iterations = cfr._iterate

    def interrupted(*given):
        iterations(*given)
        raise KeyboardInterrupt

    monkeypatch.setattr(cfr, "_iterate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solver.iterate(7)
    monkeypatch.undo()
    assert solver.iterations == 0
    solver.iterate(20)
    assert (solver.average_strategy() == whole.average_strategy()).all()


@pytest.mark.parametrize("content", [b"", b"no archive", None])
def test_what_holds_no_run_is_refused_in_a_sentence(leduc, tmp_path, content):
    path = tmp_path / "run.npz"
    CfrSolver(leduc).save(path)
    path.write_bytes(path.read_bytes()[:-100] if content is None else content)
    with pytest.raises(BadInput, match="holds no run that can go on"):
        CfrSolver.restore(leduc, path)


def test_an_interrupted_run_keeps_what_it_has(leduc):
    solver = CfrSolver(leduc)

    def stop(progress):
        if progress.iterations >= 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.run(1e-3, progress=stop)
    so_far = solver.solution()
    assert 50 <= so_far.iterations < 100
    assert so_far.exploitability < 0.2
    assert solver.run(1e-3).exploitability <= 1e-3


def test_a_run_over_another_tree_is_not_restored(kuhn, leduc, tmp_path):
    CfrSolver(kuhn).save(tmp_path / "run.npz")
    with pytest.raises(BadInput, match="another game"):
        CfrSolver.restore(leduc, tmp_path / "run.npz")


def test_uncompiled_text_gives_the_same(kuhn):
    program = (
        "from ludoteca.core.registry import load_game\n"
        "from ludoteca.solve.tree import build_tree\n"
        "from ludoteca.solve.cfr import solve_cfr\n"
        "tree = build_tree(load_game('kuhn'))\n"
        "print(tree.fingerprint, *solve_cfr(tree, 0.0, 25).strategy.tolist())\n"
    )
    answer = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    fingerprint, *strategy = answer.stdout.split()
    assert fingerprint == kuhn.fingerprint
    assert solve_cfr(kuhn, 0.0, 25).strategy == pytest.approx(np.array(strategy, float), abs=1e-12)


def test_an_interrupt_in_the_middle_of_an_iteration_leaves_what_was_learned(tmp_path, monkeypatch):
    """As it finds un-compiled code, whose loops it leaves anywhere."""
    solver, file = CfrSolver(build_tree(load_game("kuhn"))), tmp_path / "run.npz"
    solver.iterate(30)
    learned = [array.copy() for seat in solver.learned for array in seat]

    def half(_n):
        solver.clock[0] += 1
        for seat in solver.learned:
            for array in seat:
                array[::2] = 7.0
        raise KeyboardInterrupt

    monkeypatch.setattr(solver, "advance", half)
    with pytest.raises(KeyboardInterrupt):
        solver.run(0.0, checkpoint=file)
    again = CfrSolver.restore(solver.tree, file)
    assert again.iterations == 30
    for array, kept in zip((a for seat in again.learned for a in seat), learned, strict=True):
        np.testing.assert_array_equal(array, kept)
    again.solution()
