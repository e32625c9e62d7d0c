"""The players: their preferences, exact searches, and each level better than the last."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from brute_force import Brute

from ludoteca.arena.tournament import compare
from ludoteca.core.errors import BadInput
from ludoteca.games.bigpoints import lookahead, players, policy
from ludoteca.games.bigpoints.exact import solve
from ludoteca.games.bigpoints.exact.position import ReducedPosition
from ludoteca.players.budget import Budget
from ludoteca.players.factory import make_player

PLENTY = 10_000_000
RNG = np.random.default_rng


def shuffled(symbols, seed):
    return "".join(RNG(seed).permutation(list(symbols)))


def after_random_moves(laid, rng, board, most, **options):
    """A position that a few random moves lead to, where somebody still has a choice."""
    while True:
        state = laid(board, **options)
        for _move in range(int(rng.integers(0, most))):
            if not state.is_terminal():
                state.apply(int(rng.choice(state.legal_actions())))
        if len(state.legal_actions()) > 1:
            return state


def greedy(state):
    ids = np.zeros(200, np.int64)
    prob = np.zeros(200)
    n = state.game.policy.policy_probs(state.record[0], 0, ids, prob)
    return {state.action_text(a): p for a, p in zip(ids[:n], prob[:n], strict=True)}


def test_basic_takes_a_disc_that_is_sure_to_be_worth_most(laid):
    # Red is on the top step: its disc is worth 2; green and blue will share 1 and 0.
    assert greedy(laid("112323", "1+ 1^")) == {"2-": 1.0}


def test_basic_takes_a_white_disc_worth_the_colours_that_it_holds(laid):
    state = laid("12W12")
    state.record["held"][0, 0, :2] = 1
    assert greedy(state) == {"2+": 1.0}


def test_basic_chooses_at_random_between_moves_that_look_equal(laid):
    assert greedy(laid("2112")) == {"1-": 1 / 3, "1+": 1 / 3, "2+": 1 / 3}


def test_expected_worths_share_out_the_steps_that_are_free(laid):
    rng = RNG(4)
    steps, worth = np.zeros(5), np.zeros(5)
    for seed in range(20):
        state = laid(shuffled("1122334455WB", seed))
        while not state.is_terminal():
            policy.expected_worths(state.record[0], steps, worth)
            assert worth.sum() == pytest.approx(4 + 3 + 2 + 1 + 0)
            state.apply(int(rng.choice(state.legal_actions())))


def test_expected_points_are_the_points_when_the_game_is_over(laid):
    rng = RNG(5)
    for count in (2, 4):
        state = laid(shuffled("112233WWBB", count), players=count)
        while not state.is_terminal():
            state.apply(int(rng.choice(state.legal_actions())))
        out = np.zeros(5)
        policy.expected_points(state.record[0], np.zeros(5), np.zeros(5), out)
        assert out[:count].tolist() == state.returns()


@pytest.mark.parametrize(
    ("points", "seat", "difference", "margin"),
    [((7, 4, 5), 0, 2, 7), ((7, 4, 5), 1, -3, -3), ((6, 6, 1), 0, 0, 6), ((6, 6, 1), 2, -5, -5)],
)
def test_objectives_by_their_definition_in_the_document(points, seat, difference, margin):
    given = np.array(points, float)
    assert policy.utility(given, 3, seat, policy.DIFFERENCE) == difference
    assert policy.utility(given, 3, seat, policy.MARGIN) == margin


@pytest.mark.parametrize("symbols", ["112233", "1122WB", "111222BB", "1122WWB"])
@pytest.mark.parametrize("backward", ["nearest", "any"])
def test_alpha_beta_to_the_end_is_what_trying_everything_gives(game, laid, symbols, backward):
    brute = Brute(game)
    rng = RNG([len(symbols), backward == "any"])
    for seed in range(4):
        state = after_random_moves(laid, rng, shuffled(symbols, seed), 4, backward=backward)
        expert = players.LookaheadPlayer(Budget(nodes=PLENTY))
        thought = expert.think(state.view(state.current_player()), rng)
        sign = 1 if state.current_player() == 0 else -1
        assert thought.exact
        assert thought.value == sign * brute.difference(state)
        assert brute.difference(state.child(thought.action)) == sign * thought.value


def plain_maxn(state):
    """The margins by seat when each seat takes its first best move; and that move."""
    if state.is_terminal():
        points = state.returns()
        top = max(points)
        return [p if p == top else p - top for p in points], None
    seat = state.current_player()
    found = [(plain_maxn(state.child(a))[0], a) for a in state.legal_actions()]
    return max(found, key=lambda pair: pair[0][seat])


@pytest.mark.parametrize("count", [3, 4])
def test_max_n_to_the_end_is_what_trying_everything_gives(laid, count):
    rng = RNG(count)
    for seed in range(4):
        state = after_random_moves(laid, rng, shuffled("112233B", seed), 5, players=count)
        thought = players.LookaheadPlayer(Budget(nodes=PLENTY)).think(
            state.view(state.current_player()), rng
        )
        assert thought.exact
        values, action = plain_maxn(state)
        mine = state.current_player()
        assert plain_maxn(state.child(thought.action))[0][mine] == values[mine]
        assert thought.action == action


def test_a_search_in_slices_ends_where_a_search_in_one_go_does(laid):
    rng = RNG(11)
    state = laid(shuffled("12345" * 5 + "WWBB", 3), players=3)
    for _move in range(12):
        state.apply(int(rng.choice(state.legal_actions())))
    view = state.view(state.current_player())
    whole, sliced = lookahead.MaxN(), lookahead.MaxN()
    for engine in (whole, sliced):
        engine.start(view)
    whole.run(20_000)
    for nodes in range(500, 20_001, 500):
        sliced.run(nodes)
    assert (whole.action, whole.depth, whole.nodes) == (sliced.action, sliced.depth, sliced.nodes)


@pytest.mark.soak
def test_the_expert_never_loses_value_where_solve_finishes_within_the_same_nodes(laid):
    rng = RNG(7)
    nodes = 30_000
    solved = 0
    for seed in range(12):
        state = after_random_moves(laid, rng, shuffled("1234" * 4, seed), 9)
        position = ReducedPosition.of_record(state.record)
        solution = solve(position)
        if solution.nodes > nodes:
            continue
        solved += 1
        view = state.view(state.current_player())
        thought = players.LookaheadPlayer(Budget(nodes=nodes)).think(view, rng)
        assert thought.action in solution.best
        assert thought.exact
        assert thought.value == solution.value
        assert thought.reasons
    assert solved >= 6


def test_the_best_move_found_so_far_is_played_when_nodes_run_out(laid):
    rng = RNG(2)
    for count in (2, 3):
        state = laid("12345" * 9 + "WWWWWBBBBB", players=count)
        view = state.view(0)
        for nodes in (1, 10, 100, 1000):
            thought = players.LookaheadPlayer(Budget(nodes=nodes)).think(view, rng)
            assert thought.action in view.legal
            assert thought.nodes <= nodes
            assert not thought.exact


def test_equal_positions_and_nodes_give_equal_moves(laid):
    view = laid(shuffled("12345" * 9 + "WWWWWBBBBB", 9)).view(0)
    thoughts = {players.LookaheadPlayer(Budget(nodes=3000)).think(view, RNG(n)) for n in range(3)}
    assert len(thoughts) == 1


@pytest.mark.soak
def test_a_time_budget_is_kept(laid, monkeypatch):
    """By a clock that goes on by 10 ms whenever the player looks at it."""
    looks = itertools.count()
    monkeypatch.setattr(players, "time", SimpleNamespace(perf_counter=lambda: next(looks) / 100))
    expert = players.LookaheadPlayer(Budget(seconds=0.1))
    for options, board in (
        ({}, "12345" * 9 + "WWWWWBBBBB"),
        ({"players": 4}, "12345" * 9 + "WWWWWBBBBB"),
        ({}, "12345" * 5),
    ):
        view = laid(shuffled(board, 1), **options).view(0)
        began = next(looks)
        expert.choose(view, RNG(1))
        solved = not options and len(board) == 25
        assert (2 if solved else 10) <= next(looks) - began <= 14


def test_one_expert_may_play_tables_of_different_sizes(laid):
    expert = players.LookaheadPlayer(Budget(nodes=200))
    for count in (2, 4, 3, 2):
        view = laid(shuffled("1122334455WB", count), players=count).view(0)
        assert expert.choose(view, RNG(1)) in view.legal


def test_levels_by_name(game):
    assert make_player(game, "expert@500n").name == "expert@500n"
    assert make_player(game, "basic").name == "basic"
    with pytest.raises(BadInput, match="takes no budget"):
        make_player(game, "advanced@500n")


@pytest.mark.parametrize(
    ("count", "rows", "better", "weaker"),
    [
        (2, 12, "basic", "random"),
        (2, 12, "advanced", "basic"),
        pytest.param(2, 24, "expert@2000n", "advanced", marks=pytest.mark.soak),
        (3, 12, "advanced", "basic"),
    ],
)
def test_each_level_beats_the_one_below_on_full_size_boards(game, count, rows, better, weaker):
    found = compare(game, {"players": count}, better, weaker, rows, seed=314)
    assert found.difference is not None
    assert found.difference.low > 0


@pytest.mark.parametrize("count", [2, 3, 5])
def test_policies_that_look_ahead_choose_as_max_n_of_one_and_two_plies(game, laid, count):
    rng = RNG(count)
    ids, prob = game.buffers()
    search = lookahead.MaxN()
    for seed in range(10):
        state = after_random_moves(
            laid, rng, shuffled("12345" * 6 + "WWWBBB", seed), 25, players=count
        )
        for level, plies in ((1, 1), (2, 2)):
            search.begin(state.record, policy.STANDING, -1)
            search.run(PLENTY, plies)
            assert game.policy.policy_probs(state.record[0], level, ids, prob) == 1
            assert ids[0] == search.action


def test_searches_keep_within_their_stack(laid):
    # Near the end iterative deepening would go on for ever if it did not notice that it is done.
    state = laid("1212", "1+ 1+ 1^")
    assert len(state.legal_actions()) == 1
    search = lookahead.MaxN()
    search.begin(state.record, policy.MARGIN, -1)
    assert search.run(PLENTY)
    assert search.depth == 1
