"""Alpha-beta against theorems, and against minimax without pruning in plain Python."""

import itertools
from functools import reduce
from operator import xor
from types import SimpleNamespace

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.solve import minimax
from ludoteca.solve.minimax import search, solve


def random_position(state, moves, seed):
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        if len(state.legal_actions()) == 0:
            break
        state.apply(int(rng.choice(state.legal_actions())))
    return state


def bouton_wins(state):
    """Bouton's theorem: the side to move wins unless the heaps xor to zero."""
    return reduce(xor, state.record["heap"][0].tolist()) != 0


def test_nim_is_won_exactly_where_bouton_says():
    game = load_game("nim")
    for heaps in range(1, 5):
        for largest in range(1, 6):
            for seed in range(3):
                state = random_position(
                    game.new_state({"heaps": heaps, "largest": largest}), seed, seed
                )
                if state.is_terminal():
                    continue
                found = solve(state, all_best=True, table_bits=14)
                assert found.value == (2.0 if bouton_wins(state) else -2.0)
                winning = [a for a in state.legal_actions() if not bouton_wins(state.child(a))]
                assert list(found.best) == (winning or state.legal_actions())


def test_tictactoe_is_a_draw_from_every_first_move():
    found = solve(load_game("tictactoe").new_state(), all_best=True)
    assert found.value == 0.0
    assert found.best == tuple(range(9))


@pytest.mark.parametrize(("pits", "seeds"), [(2, 1), (2, 2), (3, 1), (3, 2)])
def test_extra_turns_agree_with_minimax_without_pruning(toy, pits, seeds):
    from plain_minimax import differences

    for seed in range(6):
        state = random_position(toy("kalah").new_state({"pits": pits, "seeds": seeds}), seed, seed)
        if state.is_terminal():
            continue
        found = solve(state, all_best=True, table_bits=8)
        sign = 1 if state.current_player() == 0 else -1
        worth = {a: sign * v for a, v in differences(state).items()}
        assert found.value == max(worth.values())
        assert list(found.best) == [a for a, v in worth.items() if v == found.value]


def test_principal_variation_is_played_to_an_end_of_the_value(toy):
    for seed in range(8):
        state = random_position(toy("kalah").new_state({"pits": 4, "seeds": 2}), seed, seed)
        mover = state.current_player()
        found = solve(state, table_bits=12)
        assert found.best == found.variation[:1]
        for action in found.variation:
            state.apply(action)
        points = state.returns()
        assert found.value == points[mover] - points[1 - mover]


def test_a_table_of_four_entries_gives_the_same_value(toy):
    state = toy("kalah").new_state({"pits": 3, "seeds": 2})
    large, tiny = solve(state, table_bits=16), solve(state, table_bits=2)
    assert tiny.value == large.value
    assert tiny.nodes > large.nodes


def test_the_end_of_a_game_has_its_value_and_no_move():
    state = load_game("nim").new_state({"heaps": 1, "largest": 1})
    state.apply(state.legal_actions()[0])
    found = solve(state)
    assert (found.value, found.best, found.variation) == (2.0, (), ())


def test_a_search_with_enough_nodes_is_proven_and_agrees_with_solve(toy):
    state = toy("kalah").new_state({"pits": 3, "seeds": 2})
    deepened = search(state, nodes=1_000_000)
    assert deepened.proven
    assert deepened.value == solve(state).value
    assert set(deepened.best) <= set(solve(state, all_best=True).best)


def test_a_budget_of_nodes_is_kept_and_repeats(toy):
    state = toy("kalah").new_state({"pits": 4, "seeds": 4})
    first, second = search(state, nodes=5_000), search(state, nodes=5_000)
    assert first.nodes == 5_000
    assert not first.proven
    assert (first.value, first.best, first.plies) == (second.value, second.best, second.plies)


def test_slices_do_not_change_the_search(toy):
    from ludoteca.solve import alphabeta

    record = toy("kalah").new_state({"pits": 3, "seeds": 2}).record
    outcomes = []
    for step in (7, 10**9):
        work = alphabeta.new_work_space(toy("kalah"), 10)
        work.states[0:1] = record
        alphabeta.begin(work, -np.inf, np.inf, alphabeta.UNLIMITED)
        status = alphabeta.PAUSED
        while status == alphabeta.PAUSED:
            status = alphabeta.advance(work, work.progress[0].nodes + step)
        outcomes.append((work.progress[0].nodes, work.progress[0].result))
    assert outcomes[0] == outcomes[1]


def test_a_budget_of_seconds_is_kept(toy, monkeypatch):
    """By a clock that goes on by 20 ms whenever the search looks at it."""
    looks = itertools.count()
    monkeypatch.setattr(minimax, "time", SimpleNamespace(perf_counter=lambda: next(looks) / 50))
    found = search(toy("kalah").new_state({"pits": 4, "seeds": 4}), seconds=0.1)
    assert 0.1 < found.seconds < 0.5
    assert not found.proven
    assert found.plies >= 1


def test_a_budget_of_one_node_still_gives_a_legal_move():
    state = load_game("nim").new_state()
    assert search(state, nodes=1).best[0] in state.legal_actions()


def test_progress_is_reported_and_may_stop_the_search(toy):
    seen = []

    def stop(progress):
        seen.append(progress.nodes)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(toy("kalah").new_state({"pits": 4, "seeds": 4}), progress=stop)
    assert seen == sorted(seen)


def test_games_with_hidden_cards_are_refused_in_a_sentence():
    with pytest.raises(BadInput, match="only two players"):
        search(dealt(load_game("kuhn").new_state()), nodes=10)


def dealt(state, seed=0):
    """``state`` after the chance moves that come first."""
    rng = np.random.default_rng(seed)
    while state.is_chance():
        state.apply(state.sample_chance(rng))
    return state


def test_a_position_before_the_deal_is_refused_in_a_sentence():
    with pytest.raises(BadInput, match="search a position after the deal"):
        solve(load_game("bigpoints").new_state())


def test_a_game_dealt_first_is_solved_after_the_deal():
    from ludoteca.solve.backward_induction import solve_fully

    options = {"colours": 2, "discs": 3, "white": 1, "black": 1}
    for seed in range(4):
        state = dealt(load_game("bigpoints").new_state(options), seed)
        whole, found = solve_fully(state), solve(state, all_best=True)
        assert found.value == whole.root[0] - whole.root[1]
        for action in found.variation:
            state.apply(action)
        assert state.returns()[0] - state.returns()[1] == found.value
