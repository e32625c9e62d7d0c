"""Text in and out: boards as strings, moves, and the picture of the table."""

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.record import GameRecord
from ludoteca.games.bigpoints.notation import table_styles
from ludoteca.table.assistant import Assistant


def test_a_board_of_the_document_is_read_whole(game, laid):
    state = laid("33545221551224441133")
    assert state.options["colours"] == 5
    assert state.options["discs"] == 4
    assert (state.options["white"], state.options["black"]) == (0, 0)
    assert game.notation.row_text(state.record[0]) == "33545221551224441133"
    assert state.current_player() == 0


def test_whites_and_blacks_are_written_w_and_b_in_any_case(game, laid):
    state = laid(" 1w2Bb ")
    assert (state.options["white"], state.options["black"]) == (1, 2)
    assert game.notation.row_text(state.record[0]) == "1W2BB"


@pytest.mark.parametrize("row", ["1122w", "1 1 2 2 W"])
def test_a_position_begins_with_its_row(game, row):
    options = game.options({"colours": 2, "discs": 2, "white": 1, "black": 0})
    assistant = Assistant.from_position(game, options, f"seat=2; {row}; 1+")
    view = assistant.deal.view()
    assert (view.seat, game.notation.row_text(view.record[0])) == (1, "1·22W")
    with pytest.raises(BadInput, match="no deal fits"):
        Assistant.from_position(game, options, "1132")


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("1162", "not 6"),
        ("1102", "not 0"),
        ("", "at least one coloured disc"),
        ("WWB", "at least one coloured disc"),
        ("1123", "red 2, green 1, blue 1"),
        ("1133", "red 2, green 0, blue 2"),
        ("12" * 11, "discs is a whole number from 1 to 10, not 11"),
        ("12WWWWWW", "white is a whole number from 0 to 5, not 6"),
    ],
)
def test_a_bad_board_is_refused_in_one_sentence(game, board, says):
    with pytest.raises(BadInput, match=says) as refusal:
        game.notation.board_state(game, board)
    assert "\n" not in str(refusal.value)


def test_options_that_contradict_the_board_are_refused(game):
    with pytest.raises(BadInput, match="the board has colours 2, the options say 3"):
        game.notation.board_state(game, "1122", {"colours": 3})


def test_every_move_is_read_back_as_it_is_written(laid):
    state = laid("1B12122", "1+ 1+ 1+", backward="any")
    written = [state.action_text(a) for a in state.legal_actions()]
    assert written == ["2-", "1^", "pass", "1<-", "1<+", "1<2+"]
    assert [state.parse(t) for t in written] == state.legal_actions()


def test_a_game_in_words(laid):
    state = laid("1B12122", "1+ 2+ 1+")
    view = state.view(0)
    assert [view.action_words(a) for a in view.legal] == [
        "green takes green behind",
        "red to the stair, worth 1 point",
        "keep the black disc",
        "back: red takes red ahead",
    ]


def test_the_table_shows_row_pawns_stair_and_hands(laid):
    assert laid("321132", "2+ 1-").view(0).table_text().splitlines() == [
        "1 red  2 green  3 blue",
        "Before the row: 3",
        "Pawns    2 1",
        "Row     ·2·132",
        "Stair   2:-  1:-  0:-   beside it: 1 2 3",
        "> Player 1 (you): 1   0 points so far",
        "  Player 2: 3   0 points so far",
    ]


def test_closed_hands_are_shown_to_their_owner_and_to_all_at_the_end(laid):
    state = laid("1212", "1+ 1+", hands="closed")
    assert "Player 2: 1 disc" in state.view(0).table_text()
    assert "Player 2 (you): 2" in state.view(1).table_text()
    assert "Player 1: 1 disc" in state.view(-1).table_text()
    over = laid("1212", "1+ 1+ 1^ 2^", hands="closed")
    assert "Player 2: 22   0 points" in over.view(0).table_text()


def test_the_table_fits_80_columns_with_the_longest_row(game):
    board = "12345" * 10 + "WWWWWBBBBB"
    state = game.notation.board_state(game, board, {"players": 5})
    for _move in range(40):
        if state.is_terminal():
            break
        state.apply(state.legal_actions()[-1])
        assert max(len(line) for line in state.view(0).table_text().splitlines()) <= 80


def test_a_record_of_a_whole_game_replays(laid):
    state = laid("1B12122", "1+ 2+ 1+ 1<+")
    text = GameRecord.from_state(state).to_text()
    assert "1<+" in text
    assert GameRecord.parse(text).replay().record.tobytes() == state.record.tobytes()


def test_discs_and_pawns_are_coloured_and_numbers_are_not():
    text = "\n".join(
        [
            "1 red  B black",
            "Pawns    2 3",
            "Row     B·1",
            "> Player 2 (you): 33 B   3 points so far",
        ]
    )
    found = [(text[a:b], style) for a, b, style in table_styles(text)]
    assert found == [
        ("1", "red"),
        ("B", "bright_black"),
        ("2", "green"),
        ("3", "bright_blue"),
        ("B", "bright_black"),
        ("1", "red"),
        ("3", "bright_blue"),
        ("3", "bright_blue"),
        ("B", "bright_black"),
    ]
