"""Full solutions: counts that are known, theorems, and plain Python."""

from functools import reduce
from operator import xor

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.solve.backward_induction import solve_fully
from ludoteca.solve.minimax import solve


def test_tictactoe_has_5478_positions_of_which_958_are_final():
    solution = solve_fully(load_game("tictactoe").new_state())
    assert solution.root == (0.0, 0.0)
    assert len(solution.graph) == 5478
    assert solution.graph.finals == 958
    assert solution.graph.chances == 0


def test_every_position_of_nim_is_worth_what_bouton_says():
    game = load_game("nim")
    state = game.new_state({"heaps": 3, "largest": 4})
    solution = solve_fully(state)
    # Heaps of 4, 3, 2; either seat may be to move, except at the start and one move from it.
    heaps = [(a, b, c) for a in range(5) for b in range(4) for c in range(3)]
    found = 0
    for position in heaps:
        for mover in (0, 1):
            probe = state.clone()
            probe.record["heap"][0, :3] = position
            probe.record["to_move"] = mover
            try:
                values = solution.values(probe)
            except BadInput:
                continue
            found += 1
            win = 1.0 if reduce(xor, position) else -1.0
            assert values[mover] == win
            assert values[1 - mover] == -win
    assert found == len(solution.graph)


@pytest.mark.soak
def test_the_best_moves_are_those_of_the_search(toy):
    state = toy("kalah").new_state({"pits": 3, "seeds": 2})
    solution = solve_fully(state)
    first, second = solution.root
    while not state.is_terminal():
        mover = state.current_player()
        assert solution.best(state) == solve(state, all_best=True, table_bits=12).best
        state.apply(solution.best(state)[-1])
        assert solution.values(state)[mover] == (first, second)[mover]


@pytest.mark.soak
def test_three_players_take_at_once_in_the_centipede(toy):
    solution = solve_fully(toy("centipede").new_state())
    assert solution.root == (4.0, 1.0, 1.0)
    assert len(solution.graph) == 2 * 7 + 1


def test_an_indifferent_seat_plays_the_lowest_id(toy):
    state = toy("ultimatum").new_state()
    solution = solve_fully(state)
    # A responder offered nothing accepts, being indifferent; so nothing is offered.
    assert solution.root == (10.0, 0.0)
    assert solution.best(state) == (0,)
    assert solution.best(state.child(0)) == (0, 1)


def test_of_equal_moves_the_one_that_the_caller_puts_first_is_played(toy):
    solution = solve_fully(toy("ultimatum").new_state(), order=[1, 0, *range(2, 11)])
    # A responder who is offered nothing refuses; so one coin is offered.
    assert solution.root == (9.0, 1.0)


def test_seats_play_for_the_objective_of_the_caller(toy):
    state = toy("ultimatum").new_state()
    solution = solve_fully(state, objective=lambda own, other: own - other)
    # Whoever wants more than the other refuses less than half.
    assert solution.root == (0.0, 0.0)
    assert solution.values(state.child(3)) == (0.0, 0.0)
    assert solution.values(state.child(7)) == (-4.0, 4.0)


@pytest.mark.soak
def test_a_table_that_grows_keeps_every_position(toy):
    from plain_minimax import values

    state = toy("kalah").new_state({"pits": 4, "seeds": 2})
    solution = solve_fully(state)
    assert len(solution.graph) > 20_000
    for action in state.legal_actions()[:1]:
        late = state.child(action)
        while len(late.legal_actions()) > 0 and len(late.moves) < 6:
            late.apply(late.legal_actions()[0])
        assert solution.values(late) == values(late)


@pytest.mark.parametrize("options", [(2, 3, 2, 2), (2, 4, 4, 3), (3, 3, 3, 2)])
def test_a_game_of_pure_chance_is_worth_its_mean_over_every_deal(options):
    from plain_minimax import values

    from ludoteca.games.vangin.exact.closed_form import win
    from ludoteca.games.vangin.odds import deal_of

    suits, ranks, board, step = options
    names = ("suits", "values", "board", "step")
    state = load_game("vangin").new_state(dict(zip(names, options, strict=True)))
    solution = solve_fully(state)
    assert solution.root == pytest.approx(values(state), abs=1e-12)
    assert solution.root[0] == pytest.approx(float(win(deal_of(suits, ranks, board, None, step))))
    assert solution.graph.chances > 0


def test_hidden_information_is_refused_in_a_sentence():
    with pytest.raises(BadInput, match="hides information"):
        solve_fully(load_game("kuhn").new_state())


def test_a_game_too_large_is_refused_in_a_sentence():
    with pytest.raises(BadInput, match="more than 1000 positions"):
        solve_fully(load_game("tictactoe").new_state(), max_positions=1000)


def test_a_position_never_reached_has_no_value():
    solution = solve_fully(load_game("nim").new_state({"heaps": 2, "largest": 1}))
    with pytest.raises(BadInput, match="cannot be reached"):
        solution.values(load_game("nim").new_state({"heaps": 2, "largest": 2}))
