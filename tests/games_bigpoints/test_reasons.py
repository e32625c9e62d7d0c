"""The line of reason for a move of Big Points."""

import pytest

from ludoteca.games.bigpoints.reasons import reason_words
from ludoteca.games.bigpoints.replies import better_words


@pytest.mark.parametrize(
    ("board", "moves", "move", "told"),
    [
        ("121212", "", "1+", "green would be worth 1 as the pawns stand, and 0 discs"),
        ("12W", "", "2+", "a white disc counts a point for each colour that is held, 0 so far"),
        ("12B", "", "2+", "a black disc buys an extra move at a later turn"),
        ("12", "1+", "1^", "red becomes worth 1 for each disc: 1 of them are held with this one"),
    ],
)
def test_a_move_is_explained_by_the_worth_of_its_disc(laid, board, moves, move, told):
    state = laid(board, moves)
    action = state.parse(move)
    assert action in state.legal_actions()
    assert reason_words(state.view(state.current_player()), action).startswith(told)


@pytest.mark.parametrize(
    ("moves", "move", "told"),
    [
        ("1+ 2+", "1+", "; each white disc counts 1 more with a new colour, and 1 is held"),
        ("1+ 1-", "2+", "; each white disc counts 1 more with a new colour, and 1 is held"),
        ("1+ 1- 2+ 1^ 2-", "2^", "2 of them are held with this one, 0 by another"),
    ],
)
def test_a_new_colour_or_black_adds_a_point_for_each_white_disc_held(laid, moves, move, told):
    state = laid("1W12B2", moves)
    assert reason_words(state.view(state.current_player()), state.parse(move)).endswith(told)


@pytest.mark.parametrize(
    ("board", "better", "instead", "told"),
    [
        ("1W2B12", "2+", "2-", "lets the other player answer: red takes black ahead"),
        ("1W2B12", "2+", "1+", "now the other player can make this move"),
        ("12B12", "2-", "1+", "0 discs of it are held so far"),
        ("12B12", "2-", "2-", "0 discs of it are held so far"),
    ],
)
def test_a_better_move_tells_what_the_one_played_gave_the_other_player(
    laid, board, better, instead, told
):
    state = laid(board)
    moves = [[state.parse(move)] for move in (better, instead)]
    assert better_words(state.view(0), *moves).endswith(told)
