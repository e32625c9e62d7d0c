"""Trees in flat arrays: counts known from elsewhere, information states, and faults noticed."""

import importlib

import numpy as np
import pytest

from ludoteca.core.errors import BadInput, GameDefinitionError
from ludoteca.core.game import Game
from ludoteca.core.laws import random_deal
from ludoteca.core.registry import load_game
from ludoteca.solve.tree import build_tree


@pytest.fixture(scope="module")
def trio():
    return Game(importlib.import_module("trio").INFO, "trio")


def test_kuhn_has_the_counts_of_open_spiels_api_test():
    counts = build_tree(load_game("kuhn")).counts()
    assert (counts["chance"], counts["decisions"], counts["terminals"]) == (4, 24, 30)
    assert (counts["infosets"], counts["sequences"]) == (12, 24)


def leduc_counts_by_hand(holdings, boards):
    """Ends and information sets of Leduc: ``holdings`` pairs of hands, ``boards`` cards for each.

    Betting alone, a round with two raises allowed has 9 ways of being played: 5 end it level
    (check check, check raise call, ..., raise raise call) and 4 with a fold. Six points of
    decision belong to the two seats, three to each.
    """
    level, folds = 5, 4
    return holdings * (folds + level * boards * (level + folds))


def test_leduc_has_the_counts_that_its_betting_gives():
    counts = build_tree(load_game("leduc")).counts()
    assert counts["terminals"] == leduc_counts_by_hand(6 * 5, 4) == 5520
    # A seat knows its card (6) and the betting (3 decisions), then the board (5) after any of 5.
    assert counts["infosets"] == 2 * (6 * 3 + 6 * 5 * 5 * 3) == 936


def test_leduc_without_suits_is_smaller_and_has_nothing_else_less():
    counts = build_tree(load_game("leduc"), {"suits": "no"}).counts()
    # Holdings of ranks: three pairs with 2 kinds left for the board, six others with 3.
    assert counts["terminals"] == leduc_counts_by_hand(3, 2) + leduc_counts_by_hand(6, 3)
    assert counts["infosets"] == 2 * (3 * 3 + 3 * 3 * 5 * 3) == 288


@pytest.mark.parametrize("name", ["kuhn", "leduc", "nim"])
def test_chance_reaches_the_ends_with_probability_one_under_any_strategy(name):
    options = {"nim": {"heaps": 2, "largest": 3}}.get(name)
    tree = build_tree(load_game(name), options)
    rng = np.random.default_rng(1)
    plan = np.ones(tree.n_sequences)
    for k in range(len(tree.infosets)):
        moves = tree.moves(k)
        share = rng.dirichlet(np.ones(moves.stop - moves.start))
        plan[moves] = plan[tree.infosets["parent"][k]] * share
    reach = tree.terminal_chance * plan[tree.terminal_sequence].prod(axis=1)
    assert reach.sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.soak
def test_tic_tac_toe_has_its_known_number_of_games():
    # 255,168 games played to their end, symmetries not counted: the figures usually published.
    tree = build_tree(load_game("tictactoe"))
    first = tree.terminal_returns[:, 0]
    assert (int((first > 0).sum()), int((first < 0).sum()), int((first == 0).sum())) == (
        131_184,
        77_904,
        46_080,
    )


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_every_decision_of_random_deals_is_found_by_what_its_seat_saw(name):
    game = load_game(name)
    tree = build_tree(game)
    for seed in range(20):
        for state, _action in random_deal(game, tree.options, seed):
            seat = state.current_player()
            if seat < 0:
                continue
            infoset = tree.find(seat, state.tokens(seat))
            assert infoset is not None
            assert int(tree.infosets["owner"][infoset]) == seat
            assert tree.sequence_action[tree.moves(infoset)].tolist() == state.legal_actions()
            other = 1 - seat
            assert tree.find(other, state.tokens(other)) is None


def test_information_states_read_as_what_the_seat_saw():
    tree = build_tree(load_game("kuhn"))
    table = tree.strategy_table(tree.uniform_strategy())
    assert table["0: J ? pass bet"] == {"fold": 0.5, "call": 0.5}
    assert table["1: ? K pass"] == {"pass": 0.5, "bet": 0.5}
    assert len(table) == len(tree.infosets)


def test_information_states_of_leduc_are_all_different():
    names = build_tree(load_game("leduc")).information_states
    assert len(set(names)) == len(names)
    assert "1: ? Qs raise call Js check" in names


def test_three_seats_with_hidden_choices(trio):
    tree = build_tree(trio)
    assert tree.counts() == {
        "nodes": 1 + 2 + 6 + 18 + 54 + 162,
        "chance": 1,
        "decisions": 2 + 6 + 18 + 54,
        "terminals": 162,
        # Seat 0 first knows nothing, then its own choice; seat 1 nothing; seat 2 the coin.
        "infosets": 1 + 3 + 1 + 2,
        "sequences": 3 * 7,
    }


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("forgets", "forgets its own moves"),
        ("legal", "different legal moves"),
        ("stuck", "nothing to do"),
        ("endless", "longer than MAX_LENGTH"),
    ],
)
def test_a_game_that_breaks_a_promise_is_refused(trio, fault, sentence):
    with pytest.raises(GameDefinitionError, match=sentence):
        build_tree(trio, {"fault": fault})


def test_a_tree_larger_than_allowed_is_refused_in_a_sentence():
    with pytest.raises(BadInput, match="more than 1,000 nodes"):
        build_tree(load_game("leduc"), max_nodes=1000)
    assert build_tree(load_game("leduc"), max_nodes=9457).counts()["nodes"] == 9457
