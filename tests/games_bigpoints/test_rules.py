"""The printed rules (annex A of the document), one test a rule."""

import numpy as np
import pytest
from printed_rules import Table

from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.match import Match


def texts(state):
    return {state.action_text(a) for a in state.legal_actions()}


def hand(state, player):
    return "".join(
        "12345WB"[kind] * int(n) for kind, n in enumerate(state.record["held"][0, player])
    )


def test_the_printed_game_has_ten_discs_of_five_colours_five_white_and_five_black(game):
    kinds = game.rules.cards(game.options())
    beside_the_stair = [0, 1, 2, 3, 4]
    assert np.bincount(kinds + beside_the_stair).tolist() == [10] * 5 + [5, 5]
    assert len(kinds) == 55


def test_any_pawn_may_move_to_the_next_disc_of_its_colour(laid):
    state = laid("121323", "1+")
    assert state.record["pawn"][0].tolist()[:3] == [0, -1, -1]
    assert {t[0] for t in texts(state)} == {"1", "2", "3"}
    state.apply(state.parse("1-"))
    assert state.record["pawn"][0, 0] == 2


def test_the_mover_takes_the_first_free_disc_ahead_or_behind(laid):
    assert hand(laid("231321", "1+"), 0) == "3"
    assert hand(laid("231321", "1-"), 0) == "3"
    assert laid("231321", "1+").record["track"][0, 2] == 0b00010
    assert laid("231321", "1-").record["track"][0, 2] == 0b01000


def test_a_disc_under_a_pawn_is_not_free(laid):
    # Pawn 2 stands on the second disc: pawn 1, coming to the fourth, reaches over it to the first.
    assert hand(laid("321132", "2+ 1-"), 1) == "3"


def test_discs_already_taken_are_skipped(laid):
    # Pawn 1 stands on the second disc and the third is taken: pawn 3 gets the fourth.
    assert hand(laid("312312", "1+ 3+"), 1) == "3"


def test_the_disc_that_the_pawn_leaves_is_free_again(laid):
    assert hand(laid("121233", "1+ 1-"), 1) == "1"


def test_with_no_free_disc_behind_the_one_ahead_must_be_taken(laid):
    assert texts(laid("1122")) == {"1+", "2-", "2+"}


def test_with_no_free_disc_ahead_the_last_free_one_behind_must_be_taken(laid):
    found = texts(laid("2211", "1-"))
    assert "1-" in found
    assert "1+" not in found


def test_a_pawn_with_no_own_disc_ahead_goes_to_the_highest_free_step(laid):
    state = laid("1212", "1+ 1+")
    assert {"1^", "2^"} == texts(state)
    state.apply(state.parse("2^"))
    state.apply(state.parse("1^"))
    assert state.record["place"][0].tolist()[:2] == [2, 1]


def test_who_brings_a_pawn_to_the_stair_gets_the_disc_of_its_colour_beside_it(laid):
    state = laid("12", "1+ 1^")
    assert hand(state, 1) == "1"
    assert hand(state, 0) == "2"


def test_a_pawn_on_the_stair_never_moves_again(laid):
    assert texts(laid("12", "1+ 1^")) == {"2^"}


def test_a_pawn_cannot_move_back_in_the_own_move(laid):
    state = laid("1B12122", "1+ 2+ 1+ pass 2-")
    assert state.current_player() == 0
    assert hand(state, 0).count("B") == 1, "with a black disc in hand"
    assert texts(state) == {"1^", "2^"}, "though pawn 1 has an own disc behind it"


def test_a_black_disc_buys_one_extra_move_in_a_later_turn(laid):
    state = laid("1B12122", "1+")
    assert hand(state, 0) == "B"
    assert state.current_player() == 1, "not in the turn in which it was taken"
    state.apply(state.parse("2+"))
    state.apply(state.parse("1+"))
    assert state.current_player() == 0
    assert texts(state) == {"2-", "1^", "pass", "1<+"}
    state.apply(state.parse("2-"))
    assert state.current_player() == 1, "one extra move a turn"


def test_a_spent_black_disc_leaves_the_game(laid):
    state = laid("1B12122", "1+ 2+ 1+ 2-")
    assert "B" not in hand(state, 0)
    assert state.record["track"][0, 6] == 0
    assert state.record["spent"][0] == 1


def test_passing_keeps_the_black_disc_for_later(laid):
    state = laid("1B12122", "1+ 2+ 1+ pass")
    assert "B" in hand(state, 0)
    assert state.current_player() == 1


def test_no_more_than_one_black_disc_is_used_in_a_turn(laid):
    rng = np.random.default_rng(3)
    turns_with_two = 0
    for _board in range(40):
        state = laid("".join(rng.permutation(list("1111122222BBBBB"))))
        while not state.is_terminal():
            player = state.current_player()
            turns_with_two += hand(state, player).count("B") >= 2
            before = int(state.record["spent"][0])
            while not state.is_terminal() and state.current_player() == player:
                state.apply(int(rng.choice(state.legal_actions())))
            assert state.record["spent"][0] - before <= 1
    assert turns_with_two > 10


def test_the_extra_move_alone_may_go_back_to_an_own_disc(laid):
    state = laid("1B12122", "1+ 2+ 1+ 1<+")
    assert state.record["pawn"][0, 0] == 0
    # The disc that it left is the first free one ahead of it.
    assert hand(state, 0) == "12"


def test_the_extra_move_may_be_made_with_the_same_pawn_or_another(laid):
    assert {t[0] for t in texts(laid("1B12122", "1+ 2+ 1+"))} == {"1", "2", "p"}


def test_a_pawn_before_the_row_cannot_go_back(laid):
    found = texts(laid("1B12122", "1+ 1+ 1+"))
    assert any(t.startswith("1<") for t in found)
    assert not any(t.startswith("2<") for t in found)
    assert any(t.startswith("2") for t in found)


@pytest.mark.parametrize(("backward", "expected"), [("nearest", {"1<"}), ("any", {"1<", "1<2"})])
def test_a_backward_move_goes_to_the_nearest_own_disc_or_to_any(laid, backward, expected):
    state = laid("1B12122", "1+ 1+ 1+", backward=backward)
    assert {t.rstrip("+-") for t in texts(state) if "<" in t} == expected


def test_the_game_ends_with_the_last_pawn_on_the_stair(laid):
    state = laid("12", "1+ 1^ 2^")
    assert state.is_terminal()


def test_each_disc_is_worth_the_step_of_its_pawn(laid):
    # Pawn 1 on step 1, pawn 2 on step 0.
    state = laid("12", "1+ 1^ 2^")
    assert [hand(state, 0), hand(state, 1)] == ["22", "1"]
    assert state.returns() == [0.0, 1.0]


def test_the_scoring_example_of_the_printed_rules_gives_18(laid):
    """2 red at 4, violet at 2, green at 0, a black at 0, and 2 whites worth 4 each."""
    state = laid("12345" * 9 + "WWWWWBBBBB")
    record = state.record[0]
    red, green, blue, yellow, violet, white, black = range(7)
    for place, colour in enumerate((red, blue, violet, yellow, green), start=1):
        record.place[colour] = place
    for kind, n in ((red, 2), (violet, 1), (green, 1), (black, 1), (white, 2)):
        record.held[0, kind] = n
    record.arrived = 5
    record.phase = 3
    assert state.is_terminal()
    assert state.returns()[0] == 18.0


def test_black_discs_are_worth_nothing_but_count_as_a_colour_for_whites(laid):
    state = laid("12WWWB")
    record = state.record[0]
    record.held[0, 5] = 3
    record.held[0, 6] = 2
    record.phase = 3
    assert state.returns()[0] == 3.0
    record.held[0, 6] = 0
    assert state.returns()[0] == 0.0


def test_a_tie_is_shared_equal_points_for_both(laid):
    assert laid("11", "1+ 1^").returns() == [0.0, 0.0]
    assert laid("1122", "1+ 2+ 2^ 1^").returns() == [1.0, 1.0]


def test_seats_move_in_turn_for_every_number_of_players(game):
    for players in (2, 3, 4, 5):
        state = game.notation.board_state(game, "12345" * 4, {"players": players})
        order = []
        while not state.is_terminal():
            order.append(state.current_player())
            state.apply(state.legal_actions()[-1])
        assert order == [n % players for n in range(len(order))]


def test_a_series_has_as_many_games_as_players_each_with_a_new_starter(game):
    rng = np.random.default_rng(8)
    for players in (2, 3, 5):
        match = Match(game, {"players": players, "games": "series", "discs": 2})
        starters = []
        totals = np.zeros(players)
        while not match.over:
            state = match.new_deal()
            while state.is_chance():
                state.apply(state.sample_chance(rng))
            starters.append(state.current_player())
            while not state.is_terminal():
                state.apply(int(rng.choice(state.legal_actions())))
            totals += state.returns()
            match.close(state)
        assert starters == list(range(players))
        assert match.standing["totals"][0, :players].tolist() == totals.tolist()
        assert match.totals.tolist() == totals.tolist()


def test_a_single_game_is_a_match_of_one(game):
    match = Match(game, {"discs": 1, "white": 0, "black": 0, "colours": 2})
    state = match.new_deal()
    while not state.is_terminal():
        state.apply(state.possible_actions()[0])
    match.close(state)
    assert match.over


def test_where_nothing_is_free_strict_forbids_the_move_and_lenient_takes_nothing(laid):
    # Left on the row: pawn 1 on its disc, and the green disc that pawn 2 would come to.
    assert texts(laid("1212", "1+ 1-")) == {"1^"}
    state = laid("1212", "1+ 1-", reading="lenient")
    assert texts(state) == {"1^", "2="}
    state.apply(state.parse("2="))
    assert state.record["pawn"][0, 1] == 3
    assert hand(state, 0) == "2"


def test_a_single_disc_cannot_be_played_strictly(game):
    with pytest.raises(BadInput, match="lenient"):
        game.options({"colours": 1, "discs": 1, "white": 0, "black": 0})
    state = game.notation.board_state(game, "1", {"reading": "lenient"})
    assert texts(state) == {"1="}


def test_an_illegal_move_is_refused_with_what_is_legal(laid):
    with pytest.raises(IllegalMove, match=r"1\+ 2- 2\+"):
        laid("1122", "1-")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("reading", ["strict", "lenient"])
@pytest.mark.parametrize("backward", ["nearest", "any"])
def test_random_games_agree_with_a_second_text_of_the_rules(game, players, reading, backward):
    rng = np.random.default_rng([players, reading == "strict", backward == "any"])
    for _game in range(25):
        colours = int(rng.integers(1, 6))
        discs = int(rng.integers(1, 11))
        white, black = (int(n) for n in rng.integers(0, 6, size=2))
        row = [str(c + 1) for c in range(colours) for _d in range(discs)]
        row = rng.permutation(row + ["W"] * white + ["B"] * black).tolist()
        if len(row) < 2:
            continue
        options = {"players": players, "reading": reading, "backward": backward}
        state = game.notation.board_state(game, "".join(row), options)
        table = Table(row, players, colours, reading == "lenient", backward == "any")
        while not table.over():
            assert state.current_player() == table.turn
            assert texts(state) == set(table.legal())
            for player in range(players):
                assert game.rules.points(state.record[0], player) == table.points(player)
            move = str(rng.choice(sorted(table.legal())))
            state.apply(state.parse(move))
            table.play(move)
        assert state.is_terminal()
        assert state.returns() == [table.points(p) for p in range(players)]
