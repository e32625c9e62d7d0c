"""The reduced game of the document: its Table 2 and what trying everything over the kernel says."""

from itertools import permutations

import numpy as np
import pytest
from brute_force import Brute

# Document, Table 2: points of perfect play by the program's preferences, and its stored positions.
TABLE_2 = {
    "1122": ((2, 1), 17),
    "1212": ((2, 0), 25),
    "1221": ((2, 1), 25),
    "2112": ((2, 1), 25),
    "2121": ((2, 1), 25),
    "2211": ((2, 0), 17),
}


def boards(symbols):
    return sorted({"".join(p) for p in permutations(symbols)})


@pytest.fixture
def brute(game):
    return Brute(game)


@pytest.mark.parametrize("board", TABLE_2)
def test_table_2_of_the_document(laid, brute, board):
    assert brute.thesis(laid(board)) == TABLE_2[board]


@pytest.mark.parametrize("board", TABLE_2)
def test_the_first_player_wins_by_one_on_every_board_of_two_colours_and_two_discs(
    laid, brute, board
):
    assert brute.difference(laid(board)) == 1


@pytest.mark.parametrize("board", TABLE_2)
def test_the_tree_of_a_2x2_board_is_far_smaller_than_the_estimate_of_341(laid, brute, board):
    nodes, games = brute.tree(laid(board))
    assert (nodes, games) in {(32, 10), (37, 12)}


@pytest.mark.parametrize(
    ("symbols", "wins", "ties", "losses"),
    [
        ("12", 0, 0, 2),
        ("1122", 6, 0, 0),
        ("111222", 12, 8, 0),
        ("11112222", 18, 48, 4),
        ("123", 0, 0, 6),
        ("112233", 54, 30, 6),
    ],
)
def test_how_many_boards_the_first_player_wins(laid, brute, symbols, wins, ties, losses):
    values = []
    for board in boards(symbols):
        # Renaming colours changes nothing: one board of each class is enough.
        first_seen = list(dict.fromkeys(board))
        if first_seen == sorted(first_seen):
            values.append(brute.outcome(laid(board)))
    renamings = {1: 1, 2: 2, 3: 6}[len(set(symbols))]
    counted = tuple(renamings * values.count(v) for v in (1, 0, -1))
    assert counted == (wins, ties, losses)


def test_renaming_the_colours_does_not_change_the_value(laid, brute):
    for board in ("112233", "121323", "123123W", "1221B"):
        renamed = board.translate(str.maketrans("123", "231" if "3" in board else "213"))
        assert brute.difference(laid(board)) == brute.difference(laid(renamed))


@pytest.mark.parametrize("symbols", ["1122", "111222", "1122W", "1122B", "12WB", "1122WB"])
def test_strict_never_leaves_a_player_without_a_move_and_values_as_lenient(laid, brute, symbols):
    for board in boards(symbols):
        strict = laid(board, reading="strict")
        lenient = laid(board, reading="lenient")
        # A position without moves would have no best one: the search itself would fail.
        assert brute.difference(strict) == brute.difference(lenient), board


@pytest.mark.parametrize("symbols", ["1122B", "111222B", "1122BB", "1122WB"])
def test_going_back_to_any_own_disc_is_worth_what_the_nearest_is(laid, brute, symbols):
    every = boards(symbols)
    for board in every[:: max(1, len(every) // 30)]:
        nearest = laid(board, backward="nearest")
        anywhere = laid(board, backward="any")
        assert brute.difference(nearest) == brute.difference(anywhere), board


@pytest.mark.parametrize("symbols", ["112233", "1122WB", "111222BB"])
def test_bounds_hold_at_every_position_of_small_games(game, laid, brute, symbols):
    every = boards(symbols)
    rng = np.random.default_rng(len(symbols))
    out = np.zeros(2)
    for board in rng.choice(every, 6, replace=False):
        state = laid(str(board))
        while not state.is_terminal():
            game.rules.bounds(state.record[0], out)
            low, high = out
            assert low <= brute.difference(state) <= high
            state.apply(int(rng.choice(state.legal_actions())))


def test_equal_positions_reached_in_another_order_have_equal_keys(laid):
    one = laid("11223344", "1+ 2+ 3+ 4+")
    two = laid("11223344", "3+ 2+ 1+ 4+")
    assert one.record["key"] == two.record["key"]
    assert one.record.tobytes() == two.record.tobytes()


@pytest.mark.parametrize("board", ["1122WB", "1122334455WWBB", "12345" * 6 + "WBWB"])
def test_keys_are_equal_exactly_where_positions_are(laid, board):
    rng = np.random.default_rng(len(board))
    key_of, position_of, visits = {}, {}, 0
    for _game in range(100):
        state = laid(board, players=3)
        while not state.is_terminal():
            key = int(state.record["key"][0])
            rest = state.record.copy()
            rest["key"] = 0
            position = rest.tobytes()
            assert key_of.setdefault(position, key) == key
            assert position_of.setdefault(key, position) == position
            visits += 1
            state.apply(int(rng.choice(state.legal_actions())))
    assert len(key_of) < visits, "some position was reached twice"


def test_a_disc_is_laid_with_the_probability_of_its_kind_among_those_left(game):
    state = game.new_state({"colours": 2, "discs": 2, "white": 1, "black": 0})
    assert state.chance_outcomes() == [(0, 0.4), (1, 0.4), (5, 0.2)]
    state.apply(5)
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
