"""Matrix games against published solutions, definitions, and other ways of computing."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from ludoteca.solve.matrix import (
    BimatrixGame,
    dominating_strategy,
    is_equilibrium,
    iterated_strict_dominance,
    nash_equilibria,
    pure_equilibria,
    solve_zero_sum,
)

F = Fraction

ENTRIES = st.integers(-6, 6)


def matrices(max_side=4):
    return st.tuples(st.integers(1, max_side), st.integers(1, max_side)).flatmap(
        lambda shape: st.lists(
            st.lists(ENTRIES, min_size=shape[1], max_size=shape[1]),
            min_size=shape[0],
            max_size=shape[0],
        )
    )


def bimatrices(max_side=4):
    return st.tuples(st.integers(1, max_side), st.integers(1, max_side)).flatmap(
        lambda shape: st.tuples(
            *[
                st.lists(
                    st.lists(ENTRIES, min_size=shape[1], max_size=shape[1]),
                    min_size=shape[0],
                    max_size=shape[0],
                )
            ]
            * 2
        )
    )


# --- Table 1 of the Big Points thesis -----------------------------------------------------------


@pytest.fixture
def table_1():
    """Its first player chooses the row here (the column in print)."""
    return BimatrixGame.from_payoffs(
        rows=[[1, 3], [2, 0]],
        columns=[[0, 4], [3, 2]],
        row_names=["E11", "E12"],
        column_names=["E21", "E22"],
    )


def test_table_1_pays_2_and_3_where_the_text_beside_it_quotes_3_and_4(table_1):
    one = table_1.row_names.index("E12"), table_1.column_names.index("E21")
    assert (table_1.rows[one[0]][one[1]], table_1.columns[one[0]][one[1]]) == (2, 3)


def test_table_1_has_no_dominated_strategy(table_1):
    assert iterated_strict_dominance(table_1).steps == ()


def test_table_1_has_two_pure_equilibria_and_a_mixed_one(table_1):
    assert pure_equilibria(table_1) == [(0, 1), (1, 0)]
    by_payoff = {e.payoffs: e for e in nash_equilibria(table_1)}
    # By hand: 3(1 - p) = 4p + 2(1 - p) gives p = 1/5, and q + 3(1 - q) = 2q gives q = 3/4.
    assert set(by_payoff) == {(3, 4), (2, 3), (F(3, 2), F(12, 5))}
    mixed = by_payoff[F(3, 2), F(12, 5)]
    assert (mixed.row, mixed.column) == ((F(1, 5), F(4, 5)), (F(3, 4), F(1, 4)))


# --- dominance ----------------------------------------------------------------------------------


def test_prisoners_dilemma_is_solved_by_dominance():
    game = BimatrixGame.from_payoffs(
        [[3, 0], [5, 1]], [[3, 5], [0, 1]], ["silent", "talk"], ["silent", "talk"]
    )
    left = iterated_strict_dominance(game)
    assert left.solved
    assert (left.game.row_names, left.game.column_names) == (("talk",), ("talk",))
    assert pure_equilibria(game) == [(1, 1)]


def test_a_strategy_dominated_only_by_a_mixture_is_struck_out():
    # D. Fudenberg and J. Tirole, Game Theory (1991), section 1.1: M is beaten by half U, half D.
    game = BimatrixGame.from_payoffs(
        [[2, -1], [0, 0], [-1, 2]], [[0, 0]] * 3, ["U", "M", "D"], ["L", "R"]
    )
    (step,) = iterated_strict_dominance(game).steps
    assert (step.player, step.strategy, step.margin) == (0, "M", F(1, 2))
    assert step.dominating == {"U": F(1, 2), "D": F(1, 2)}


def test_elimination_goes_on_in_rounds():
    # R falls to M at once; then D to U; then L to M.
    game = BimatrixGame.from_payoffs(
        [[1, 1, 0], [0, 0, 2]], [[0, 2, 1], [3, 1, 0]], ["U", "D"], ["L", "M", "R"]
    )
    left = iterated_strict_dominance(game)
    assert [(s.round, s.player, s.strategy) for s in left.steps] == [
        (1, 1, "R"),
        (2, 0, "D"),
        (3, 1, "L"),
    ]
    assert left.solved


@settings(deadline=None, max_examples=60)
@given(bimatrices())
def test_dominating_strategies_dominate_and_floating_point_lp_agrees_where_there_is_none(tables):
    game = BimatrixGame.from_payoffs(*tables)
    own = np.array(tables[0], float)
    for index in range(game.shape[0]):
        answer = dominating_strategy(game, 0, index)
        # Maximise the margin e subject to (x @ own)_j - own[index]_j >= e.
        n, m = own.shape
        lp = linprog(
            [0.0] * n + [-1.0],
            A_ub=np.hstack([-own.T, np.ones((m, 1))]),
            b_ub=-own[index],
            A_eq=[[1.0] * n + [0.0]],
            b_eq=[1.0],
            bounds=[(0, None)] * n + [(None, None)],
        )
        assert (answer is not None) == (-lp.fun > 1e-9)
        if answer is not None:
            mixed, margin = answer
            gains = [
                sum(p * row[j] for p, row in zip(mixed, game.rows, strict=True))
                - game.rows[index][j]
                for j in range(m)
            ]
            assert min(gains) == margin > 0
            assert sum(mixed) == 1


# --- zero-sum values ----------------------------------------------------------------------------


def test_rock_paper_scissors_is_worth_nothing_played_evenly():
    solution = solve_zero_sum([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert solution.value == 0
    assert solution.row == solution.column == (F(1, 3),) * 3


def test_two_finger_morra():
    # By hand: 2p - 3(1 - p) = -3p + 4(1 - p) gives p = 7/12 and -1/12.
    solution = solve_zero_sum([[2, -3], [-3, 4]])
    assert solution.value == F(-1, 12)
    assert solution.row == solution.column == (F(7, 12), F(5, 12))


@settings(deadline=None, max_examples=60)
@given(matrices(6))
def test_value_agrees_with_a_floating_point_lp(table):
    solution = solve_zero_sum(table)
    payoffs = np.array(table, float)
    n, m = payoffs.shape
    lp = linprog(
        [0.0] * n + [-1.0],
        A_ub=np.hstack([-payoffs.T, np.ones((m, 1))]),
        b_ub=np.zeros(m),
        A_eq=[[1.0] * n + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
    )
    assert float(solution.value) == pytest.approx(-lp.fun, abs=1e-8)
    assert sum(solution.row) == sum(solution.column) == 1
    assert min(solution.row + solution.column) >= 0


# --- equilibria ---------------------------------------------------------------------------------


def test_battle_of_the_sexes_has_three_equilibria():
    game = BimatrixGame.from_payoffs([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    assert [(e.row, e.column) for e in nash_equilibria(game)] == [
        ((1, 0), (1, 0)),
        ((0, 1), (0, 1)),
        ((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3))),
    ]


def test_the_3_by_2_example_of_von_stengel():
    # B. von Stengel, Equilibrium computation for two-player games, Algorithmic Game Theory (2007).
    game = BimatrixGame.from_payoffs([[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]])
    assert {(e.row, e.column) for e in nash_equilibria(game)} == {
        ((1, 0, 0), (1, 0)),
        ((F(4, 5), F(1, 5), 0), (F(2, 3), F(1, 3))),
        ((0, F(1, 3), F(2, 3)), (F(1, 3), F(2, 3))),
    }


def test_a_degenerate_game_lists_the_corners_of_its_segments():
    # The column player is indifferent to everything, so his whole segment is an equilibrium.
    game = BimatrixGame.from_payoffs([[1, 1], [0, 0]], [[0, 0], [5, 1]])
    assert {(e.row, e.column) for e in nash_equilibria(game)} == {
        ((1, 0), (1, 0)),
        ((1, 0), (0, 1)),
    }


def support_enumeration(game):
    """Equilibria by the other method: equal payoffs on supports of equal size, solved directly."""
    n, m = game.shape
    found = set()
    for size in range(1, min(n, m) + 1):
        for rows, columns in product(combinations(range(n), size), combinations(range(m), size)):
            x = indifferent([[game.columns[i][j] for i in rows] for j in columns])
            y = indifferent([[game.rows[i][j] for j in columns] for i in rows])
            if x is None or y is None or min(x + y) <= 0:
                continue
            row, column = [F(0)] * n, [F(0)] * m
            for i, p in zip(rows, x, strict=True):
                row[i] = p
            for j, q in zip(columns, y, strict=True):
                column[j] = q
            if is_equilibrium(game, tuple(row), tuple(column)):
                found.add((tuple(row), tuple(column)))
    return found


def indifferent(payoffs):
    """The probabilities that make every row of ``payoffs`` equal, or None."""
    size = len(payoffs)
    system = [[fmpq(int(v)) for v in line] + [fmpq(-1)] for line in payoffs]
    system.append([fmpq(1)] * size + [fmpq(0)])
    try:
        solution = fmpq_mat(system).solve(fmpq_mat([[0]] * size + [[1]]))
    except ZeroDivisionError:
        return None
    return [F(int(solution[i, 0].p), int(solution[i, 0].q)) for i in range(size)]


def nondegenerate(game):
    """True if at every equilibrium just the strategies played are best responses, equally many."""
    for e in nash_equilibria(game):
        best_rows = sum(
            game.payoffs(unit, e.column)[0] == e.payoffs[0] for unit in units(game.shape[0])
        )
        best_columns = sum(
            game.payoffs(e.row, unit)[1] == e.payoffs[1] for unit in units(game.shape[1])
        )
        played = sum(p > 0 for p in e.row), sum(q > 0 for q in e.column)
        if (best_rows, best_columns) != played or played[0] != played[1]:
            return False
    return True


def units(n):
    return [tuple(F(int(i == j)) for j in range(n)) for i in range(n)]


@settings(deadline=None, max_examples=80)
@given(bimatrices())
def test_every_equilibrium_found_is_one_and_every_game_has_one(tables):
    game = BimatrixGame.from_payoffs(*tables)
    found = nash_equilibria(game)
    assert found
    assert all(is_equilibrium(game, e.row, e.column) for e in found)
    pure = {(i, j) for i, j in pure_equilibria(game)}
    assert {(e.row.index(1), e.column.index(1)) for e in found if e.is_pure} == pure


def test_vertex_and_support_enumeration_agree_on_nondegenerate_games():
    rng = np.random.default_rng(7)
    compared = 0
    for _ in range(40):
        shape = tuple(rng.integers(2, 5, 2))
        game = BimatrixGame.from_payoffs(
            rng.integers(-99, 100, shape).tolist(), rng.integers(-99, 100, shape).tolist()
        )
        if nondegenerate(game):
            compared += 1
            found = {(e.row, e.column) for e in nash_equilibria(game)}
            assert found == support_enumeration(game)
            # R. Wilson, Computing equilibria of N-person games (1971): their number is odd.
            assert len(found) % 2 == 1
    assert compared > 20


def test_equilibria_of_a_zero_sum_game_all_give_its_value():
    table = [[3, -1, 2], [0, 2, 1], [1, 0, 2]]
    value = solve_zero_sum(table).value
    found = nash_equilibria(BimatrixGame.from_payoffs(table))
    assert found
    assert {e.payoffs for e in found} == {(value, -value)}


def test_a_game_too_large_to_list_is_refused():
    with pytest.raises(ValueError, match="too large"):
        nash_equilibria(BimatrixGame.from_payoffs([[0] * 20] * 20))


@pytest.mark.parametrize("table", [[], [[]], [[1, 2], [3]]])
def test_ragged_and_empty_tables_are_refused(table):
    with pytest.raises(ValueError, match="one and the same length"):
        BimatrixGame.from_payoffs(table)


def test_tables_of_different_shapes_are_refused():
    with pytest.raises(ValueError, match="same shape"):
        BimatrixGame.from_payoffs([[1, 2]], [[1], [2]])
