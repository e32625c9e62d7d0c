"""The rules of the document's game, one test each."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.games.buraco.ids import (
    CHOOSING,
    DRAWING,
    FIRST,
    LAST,
    MELDS,
    MORTO,
    OVER,
    PLAYING,
    SOURCE_MORTO,
    SOURCE_STOCK,
)
from ludoteca.games.buraco.melds import canastra_points, card_points, is_clean, meld_points
from ludoteca.games.buraco.notation import log_line
from ludoteca.games.buraco.rules import next_standing, pair_points

CLEAN = "3H-4H-5H-6H-7H-8H-9H"
DIRTY = "3S-4S-2D-6S-7S-8S-9S"


@pytest.fixture
def dealt(buraco):
    """A deal of which the first card of the stock has come, and the same deal a move before."""
    state, rng = buraco.new_state(), np.random.default_rng(5)
    while state.is_chance():
        before = state.clone()
        state.apply(state.sample_chance(rng))
    return before, state


def opens(moves):
    """The moves that lay three cards."""
    return {move for move in moves if move.count("-") == 2}


# -- the deal and the turn -------------------------------------------------------------------------


def test_eleven_cards_each_two_mortos_of_eleven_and_a_stock_of_38(dealt):
    before, _state = dealt
    s = before.record[0]
    assert list(s.in_hand) == [11] * 4
    assert (int(s.stock), int(s.mortos), int(s.undealt)) == (38, 2, 60)
    assert s.phase == DRAWING


def test_the_first_player_may_throw_the_first_card_and_draw_another(dealt, play):
    _before, state = dealt
    card = state.action_text(state.legal_actions()[1])
    assert [state.action_text(a) for a in state.legal_actions()] == ["keep", card]
    play(state, card)
    assert state.is_chance()
    assert state.record[0].pile_cards == 1
    state.apply(state.possible_actions()[0])
    assert state.record[0].phase == PLAYING
    assert (state.current_player(), state.record[0].in_hand[0]) == (0, 12)


def test_who_keeps_the_first_card_plays_on(dealt, play):
    state = play(dealt[1], "keep")
    assert (state.record[0].phase, state.current_player()) == (PLAYING, 0)
    assert state.record[0].in_hand[0] == 12


def test_only_the_first_player_may_draw_again(at, play):
    state = play(at("5C 9D", phase=CHOOSING), "draw")
    state.apply(state.possible_actions()[0])
    assert state.record[0].phase == PLAYING


def test_one_draws_a_card_or_takes_the_whole_pile(at, legal, play):
    state = at("5C 9D", pile="3S 3S KH", phase=CHOOSING)
    assert legal(state) == {"draw", "take"}
    play(state, "take")
    assert state.record[0].in_hand[0] == 5
    assert state.record[0].pile_cards == 0
    assert state.view(2).record[0].known[0].sum() == 3


def test_a_turn_ends_with_a_discard(at, play):
    state = play(at("5C 9D KH"), "x9D")
    assert (state.current_player(), state.record[0].phase) == (1, CHOOSING)
    assert state.record[0].pile_cards == 1


def test_without_a_pile_one_draws(at, legal):
    assert legal(at("5C 9D", phase=CHOOSING)) == {"draw"}


# -- melds -----------------------------------------------------------------------------------------


def test_a_game_is_three_cards_of_one_suit_in_order(at, legal):
    moves = opens(legal(at("3H 4H 5H 7H 3S 4S 5D 9C 9H 9D")))
    assert moves == {"3H-4H-5H"}


def test_the_ace_is_low_or_high_and_nothing_goes_round_it(at, legal):
    assert opens(legal(at("AH 3H QH KH 9C 9D"))) == {"QH-KH-AH"}
    assert "AH-2H-3H" in legal(at("AH 2H 3H 9C 9D"))
    assert opens(legal(at("KH AH 3H 9C 9D"))) == set()


def test_a_game_may_have_both_aces(at, legal):
    run = "AH-2H-3H-4H-5H-6H-7H-8H-9H-TH-JH-QH-KH"
    assert "1>AH" in legal(at("AH 9C 9D", melds=[run]))


def test_a_two_of_any_suit_takes_any_place(at, legal):
    moves = legal(at("5H 7H 2S 9C 9D JC", melds=["TS-JS-QS"]))
    assert {"5H-2S-7H", "1<2S", "1>2S"} <= moves
    assert {"2S-5H-6H", "5H-6H-2S"} <= legal(at("5H 6H 2S 9C 9D"))


def test_one_wild_card_at_most_in_a_game(at, legal):
    moves = legal(at("2C 2S 7H 9C 9D", melds=["3H-4H-2D"]))
    assert not {"1>2C", "1>2S", "1<2C", "1<2S"} & moves
    assert opens(moves) == set()


def test_a_two_of_the_suit_in_its_own_place_is_no_wild_card(at, legal):
    """So a second two may still be wild there."""
    moves = legal(at("2C 2H 9C 9D", melds=["AH-2H-3H"]))
    assert {"1>2C", "1>2H"} <= moves
    assert "1<2H" in legal(at("2H 9C 9D", melds=["3H-4H-5S".replace("5S", "2S")]))


def test_both_copies_of_the_two_may_lie_in_one_game(at, play):
    state = play(at("2H 2H 4H 9C 9D"), "2H-2H-4H")
    assert not is_clean(state.record[0], 0, 0)


def test_no_sets_of_equal_rank(at, legal):
    assert opens(legal(at("9C 9D 9H KC KD KH"))) == set()


def test_a_pair_adds_to_its_own_games_only(at, legal):
    moves = legal(at("6H 6S 9C 9D", melds=["3H-4H-5H"], theirs=["3S-4S-5S"]))
    assert "1>6H" in moves
    assert not any(move.endswith("6S") and not move.startswith("x") for move in moves)


def test_the_partner_adds_to_what_was_laid(at, legal):
    state = at(melds=["3H-4H-5H"], others=["KC", "6H 9C 9D"])
    state.record[0].to_move = 2
    assert "1>6H" in legal(state)


def test_a_wild_card_on_the_table_stays_where_it_is(at, legal):
    """Neither its natural card nor the two's own place moves it."""
    assert not {m for m in legal(at("5H 9C 9D JC", melds=["3H-4H-2H-6H"])) if m.endswith("5H")} - {
        "x5H"
    }


def test_at_twenty_games_no_other_is_opened(at, legal):
    state = at("3H 4H 5H 6H 9C 9D", melds=["7H-8H-9H"])
    assert "3H-4H-5H" in legal(state)
    state.record[0].melds[0] = MELDS
    assert "3H-4H-5H" not in legal(state)


# -- the morto, and running out --------------------------------------------------------------------


def test_who_runs_out_before_the_discard_takes_the_morto_and_plays_on(at, play):
    state = play(at("3H 4H 5H"), "3H-4H-5H")
    s = state.record[0]
    assert (int(s.phase), int(s.to_come), int(s.mortos)) == (MORTO, 11, 1)
    while state.is_chance():
        state.apply(state.possible_actions()[0])
    assert (state.current_player(), int(s.phase), int(s.in_hand[0])) == (0, PLAYING, 11)


def test_who_runs_out_by_the_discard_takes_the_morto_for_the_next_round(at, play):
    state = play(at("3H 4H 5H 9C"), "3H-4H-5H x9C")
    s = state.record[0]
    assert s.phase == MORTO
    while state.is_chance():
        state.apply(state.possible_actions()[0])
    assert (state.current_player(), int(s.phase), int(s.in_hand[0])) == (1, CHOOSING, 11)


def test_a_pair_takes_one_morto(at, legal):
    """The second batida of a pair needs the right to go out, though a morto lies there."""
    moves = legal(at("3H 4H 5H", fields={"took_morto": (3, 0), "mortos": 1}))
    assert "3H-4H-5H" not in moves


@pytest.mark.parametrize("hand", ["3H 4H 5H", "3H 4H 5H 9C"])
def test_laying_leaves_two_cards_without_a_morto_and_the_right_to_go_out(at, legal, hand):
    fields = {"mortos": 0}
    assert opens(legal(at(hand, fields=fields))) == set()
    assert opens(legal(at(hand + " 9D", fields=fields) if "9C" in hand else at(
        "3H 4H 5H 9C 9D", fields=fields))) == {"3H-4H-5H"}  # fmt: skip


def test_the_last_card_is_not_thrown_without_the_right(at, legal):
    assert legal(at("9C", fields={"mortos": 0})) == set()
    assert legal(at("9C", melds=[CLEAN], fields={"mortos": 0, "took_morto": (1, 2)})) == {"x9C"}


def test_with_a_clean_canastra_and_the_morto_taken_a_player_goes_out(at, play):
    fields = {"took_morto": (3, 0), "mortos": 1}
    state = play(at("TH", melds=[CLEAN], fields=fields), "1>TH")
    assert state.is_terminal()
    assert state.record[0].went_out == 1
    thrown = play(at("9C", melds=[CLEAN], fields=fields), "x9C")
    assert thrown.is_terminal()


def test_the_last_two_cards_may_make_the_canastra_that_gives_the_right(at, legal, play):
    """Neither of them does alone: the first may be laid because the other can be laid then."""
    fields = {"took_morto": (3, 2), "mortos": 0}
    state = at("9H TH", melds=["4H-5H-6H-7H-8H"], fields=fields)
    assert legal(state) == {"1>9H", "x9H", "xTH"}
    play(state, "1>9H")
    assert legal(state) == {"1>TH"}
    assert play(state, "1>TH").record[0].went_out == 1
    assert legal(at("9H JH", melds=["4H-5H-6H-7H-8H"], fields=fields)) == {"x9H", "xJH"}


def test_a_meld_may_be_opened_with_all_but_a_card_that_can_be_laid_then(at, legal, play):
    fields = {"took_morto": (3, 2), "mortos": 0}
    state = at("4S 5S 6S 7S", melds=[CLEAN], fields=fields)
    assert {"4S-5S-6S", "5S-6S-7S"} <= legal(state)
    short = at("4S 5S 6S 7S", melds=[CLEAN.removesuffix("-9H")], fields=fields)
    assert opens(legal(short)) == set()


def test_a_hidden_last_card_is_one_that_can_be_laid(at, buraco):
    """Who is seen to lay all but one card, without the right to throw it, holds such a card."""
    fields = {"took_morto": (3, 2), "mortos": 0}
    state = at("9H TH", melds=["4H-5H-6H-7H-8H"], fields=fields)
    state.apply(state.parse("1>9H"))
    rng, out = np.random.default_rng(1), buraco.state_layout.empty(1)
    held = set()
    for _draw in range(40):
        calls.resample(state.record, 0, 1, rng, out, 0)
        held.add(int(np.flatnonzero(out[0].hand[0])[0]))
    assert held == {15 + 13, 22 + 13}  # 3H and TH


def test_a_dirty_canastra_gives_no_right_to_go_out(at, legal):
    fields = {"took_morto": (3, 0), "mortos": 1}
    assert "1>TS" not in legal(at("TS", melds=[DIRTY], fields=fields))


def test_a_clean_canastra_gives_no_right_before_the_morto(at, legal):
    """The pair has not taken its morto, and none is left."""
    assert "1>TH" not in legal(at("TH", melds=[CLEAN], fields={"mortos": 0}))


def test_the_canastra_that_gives_the_right_may_be_made_by_the_last_card(at, play):
    fields = {"took_morto": (3, 0), "mortos": 1}
    run = CLEAN.removesuffix("-9H")
    assert play(at("9H", melds=[run], fields=fields), "1>9H").is_terminal()


def test_the_last_card_may_not_make_the_only_clean_canastra_dirty(at, legal):
    fields = {"took_morto": (3, 0), "mortos": 1}
    assert "1>2S" not in legal(at("2S", melds=[CLEAN], fields=fields))
    assert "1>2S" in legal(at("2S", melds=[CLEAN, CLEAN.replace("H", "S")], fields=fields))


# -- the end of the stock --------------------------------------------------------------------------


def test_when_the_stock_ends_a_morto_becomes_the_stock(at, play):
    state = play(at("9C 9D", stock=1, phase=CHOOSING), "draw")
    state.apply(state.possible_actions()[0])
    s = state.record[0]
    assert (int(s.mortos), int(s.stock), int(s.stock_source)) == (1, 11, SOURCE_MORTO)


def test_the_other_morto_goes_to_the_first_batida_and_a_pair_left_without_pays_100(at, play):
    state = play(at("3H 4H 5H", fields={"mortos": 1, "stock_source": SOURCE_MORTO}), "3H-4H-5H")
    s = state.record[0]
    assert (int(s.took_morto[0]), int(s.mortos)) == (1, 0)
    assert calls.draw_source(state.record, 0) == SOURCE_MORTO + 1
    assert pair_points(s, 1) == -100
    assert pair_points(s, 0) == 15


def test_stock_and_mortos_are_drawn_from_orders_of_their_own(at, play):
    stock = play(at("9C 9D", phase=CHOOSING), "draw")
    assert calls.draw_source(stock.record, 0) == SOURCE_STOCK
    first = play(at("3H 4H 5H"), "3H-4H-5H")
    assert calls.draw_source(first.record, 0) == SOURCE_MORTO
    second = play(at("3H 4H 5H", fields={"mortos": 1}), "3H-4H-5H")
    assert calls.draw_source(second.record, 0) == SOURCE_MORTO + 1


def test_without_stock_and_morto_the_deal_ends_with_the_turn(at, play):
    state = at("9C 9D", stock=1, phase=CHOOSING, fields={"mortos": 0})
    play(state, "draw")
    state.apply(state.possible_actions()[0])
    assert state.current_player() == 0
    play(state, "x9C")
    assert state.record[0].phase == OVER


def test_the_next_player_has_a_last_turn_where_the_top_card_fits_a_game_of_his_pair(
    at, legal, play
):
    state = at("6S 9D", stock=0, theirs=["3S-4S-5S"], pile="9C", fields={"mortos": 0})
    play(state, "x6S")
    assert (state.current_player(), int(state.record[0].phase)) == (1, LAST)
    assert legal(state) == {"take", "pass"}
    taken = play(state.clone(), "take 1>6S x9C")
    assert taken.is_terminal()
    assert play(state, "pass").is_terminal()


def test_a_card_that_fits_the_other_pairs_game_gives_no_last_turn(at, play):
    state = at("6S 9D", stock=0, melds=["3S-4S-5S"], fields={"mortos": 0})
    assert play(state, "x6S").is_terminal()


def test_a_two_on_the_pile_fits_a_game_without_a_wild_card(at, play):
    fields = {"mortos": 0}
    assert not play(at("2C 9D", stock=0, theirs=["3S-4S-5S"], fields=fields), "x2C").is_terminal()
    assert play(at("2C 9D", stock=0, theirs=["3S-4S-2D"], fields=fields), "x2C").is_terminal()


def test_there_is_one_last_turn(at, play):
    fields = {"mortos": 0, "last_turn": 1}
    state = at("6S 9D", stock=0, theirs=["3S-4S-5S"], fields=fields)
    seen, thrown = state.record[0].copy(), state.parse("x6S")
    assert play(state, "x6S").is_terminal()
    _who, told = log_line([(seen, thrown)], state.record[0], 0)
    assert told == "You discard 6♠ and end the deal: the stock is used up."


# -- the cap ---------------------------------------------------------------------------------------


def test_the_pile_is_taken_eight_times_at_most_between_two_draws_from_the_stock(at, legal, play):
    state = at("5C 9D", pile="3S", phase=CHOOSING, fields={"takes": 7})
    play(state, "take x3S")
    assert legal(state) == {"draw"}
    state.apply(state.parse("draw"))
    state.apply(state.possible_actions()[0])
    assert state.record[0].takes == 0


# -- points ----------------------------------------------------------------------------------------


def test_points_of_cards(at):
    s = at().record[0]
    points = [card_points(s, rank) for rank in range(13)]
    assert points == [15, 10, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10]
    assert sum(points) == 110
    assert 2 * 4 * sum(points) == 880


@pytest.mark.parametrize(
    ("run", "bonus"),
    [
        ("3H-4H-5H-6H-7H-8H", 0),
        (CLEAN, 200),
        (DIRTY, 100),
        ("AH-2H-3H-4H-5H-6H-7H", 200),
        ("AH-2S-3H-4H-5H-6H-7H", 100),
        ("2H-3H-4H-5H-6H-7H-8H", 200),
        ("2S-3H-4H-5H-6H-7H-8H", 100),
        ("AH-2H-3H-4H-5H-6H-7H-8H-9H-TH-JH-QH-KH-AH", 200),
    ],
)
def test_canastras(at, run, bonus):
    """Clean without a wild card; a two in its own place is clean if it is of the suit."""
    s = at(melds=[run]).record[0]
    assert canastra_points(s, 0, 0) == bonus


def test_a_game_is_worth_its_cards_and_its_canastra(at):
    s = at(melds=[CLEAN]).record[0]
    assert meld_points(s, 0, 0) == 5 * 5 + 10 + 10 + 200


def test_the_final_batida_is_worth_100(at, play):
    fields = {"took_morto": (3, 2), "mortos": 0}
    state = at("TH", melds=[CLEAN], fields=fields)
    before = pair_points(state.record[0], 0)
    play(state, "1>TH")
    assert pair_points(state.record[0], 0) == before + 10 + 100
    assert pair_points(state.record[0], 1) == 0


def test_a_morto_that_was_not_taken_costs_100(at):
    s = at(fields={"took_morto": (1, 0), "mortos": 1}).record[0]
    assert (pair_points(s, 0), pair_points(s, 1)) == (0, -100)


def test_cards_in_hand_do_not_count_in_the_documents_game(at):
    s = at("AH AS", fields={"took_morto": (1, 2), "mortos": 0}).record[0]
    assert pair_points(s, 0) == 0


def test_returns_are_the_difference_of_the_pairs(at):
    state = at(melds=[CLEAN], fields={"took_morto": (1, 2), "mortos": 0, "phase": OVER}, phase=OVER)
    assert state.returns() == [245, -245, 245, -245]


# -- the match -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "over"),
    [((2754, 0), False), ((2755, 0), True), ((2755, 3000), False), ((2756, 3000), True)],
)
def test_a_match_goes_to_3000_and_a_tie_plays_on(buraco, at, before, over):
    state = at(melds=[CLEAN], phase=OVER, fields={"took_morto": (1, 2), "mortos": 0})
    standing = buraco.standing_layout.empty(1)
    standing["score"][0] = before
    assert bool(next_standing(state.record[0], standing[0])) == over
    assert list(standing["score"][0]) == [before[0] + 245, before[1]]


def test_the_first_player_rotates(buraco, at):
    standing = buraco.standing_layout.empty(1)
    state = at(phase=OVER, fields={"first": 3})
    next_standing(state.record[0], standing[0])
    assert standing["first"][0] == 0
    assert standing["played"][0] == 1


def test_a_pair_that_gives_up_counts_minus_100(at):
    state = at(melds=[CLEAN])
    state.forfeit()
    assert pair_points(state.record[0], 0) == -100


def test_a_match_ends_after_100_deals(buraco, at):
    standing = buraco.standing_layout.empty(1)
    standing["played"][0] = 99
    assert next_standing(at(phase=OVER).record[0], standing[0])


def test_the_first_phase_is_seen_by_its_player_alone(dealt):
    _before, state = dealt
    assert state.record[0].phase == FIRST
    assert state.view(0).record[0].drawn[0] > 0
    assert state.view(2).record[0].drawn[0] == 0
