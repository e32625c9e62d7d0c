"""The rules of a round, one by one, each with a short line of play."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.ids import CHANCE, HIDDEN
from ludoteca.core.laws import random_deal
from ludoteca.core.laws.referee import resample_matches
from ludoteca.core.match import Match
from ludoteca.core.registry import load_game
from ludoteca.games.poker.rules import DISCARDED, FOLD, FORFEIT, STAY, STOP

WIN = "AAAKK 77QQJ"  # a full house against two pairs


def texts(state):
    return [state.action_text(a) for a in state.possible_actions()]


class TestRound:
    def test_each_player_is_dealt_five_cards(self, played):
        record = played(WIN).record[0]
        assert record["dealt"].tolist() == [[3, 0, 2, 0, 0], [0, 2, 0, 2, 1]]
        assert record["deck"].tolist() == [2, 3, 3, 3, 4]

    def test_the_first_player_exchanges_before_the_second(self, played):
        assert played(WIN).current_player() == 0
        assert played(WIN, "stop").current_player() == 1

    def test_the_first_draws_before_the_second_decides(self, played):
        state = played(WIN, "K K")
        assert state.current_player() == 0  # may discard a third card, or stop
        state = played(WIN, "K K stop")
        assert state.is_chance()
        state = played(WIN, "K K stop A J")
        assert state.current_player() == 1
        assert state.record["hand"][0, 0].tolist() == [4, 0, 0, 0, 1]

    def test_an_exchange_ends_by_itself_with_the_third_card(self, played):
        assert played(WIN, "A K K").is_chance()

    def test_exchanged_cards_go_out_of_play(self, played):
        record = played(WIN, "K K stop A J stop").record[0]
        assert record["given"].tolist() == [[0, 0, 2, 0, 0], [0, 0, 0, 0, 0]]
        assert record["deck"].tolist() == [1, 3, 3, 3, 3]  # the two kings are not back

    def test_cards_are_discarded_in_the_order_of_the_ranks(self, played):
        assert texts(played(WIN)) == ["A", "K", "stop"]
        assert texts(played(WIN, "K")) == ["K", "stop"]

    def test_the_first_may_fold_and_the_second_gets_two_points(self, played):
        state = played(WIN, "stop stop fold")
        assert state.is_terminal()
        assert state.returns() == [0, 2]

    def test_if_not_the_second_may_fold_and_the_first_gets_three(self, played):
        state = played(WIN, "stop stop stay fold")
        assert state.returns() == [3, 0]

    def test_the_better_hand_gets_its_value_and_the_other_nothing(self, played):
        assert played(WIN, "stop stop stay stay").returns() == [5, 0]
        assert played("A7KQJ AAKQJ", "stop stop stay stay").returns() == [0, 1]

    @pytest.mark.parametrize(
        ("dealt", "half"), [("AAKQJ 77KQJ", 0.5), ("AAAKK JJJQQ", 2.5), ("A7KQJ A7KQJ", 0)]
    )
    def test_in_a_tie_both_get_half_and_ranks_never_break_it(self, played, dealt, half):
        assert played(dealt, "stop stop stay stay").returns() == [half, half]

    def test_the_showdown_reveals_both_hands(self, played):
        state = played(WIN, "stop stop stay stay")
        assert state.view(1).record["shown"][0].tolist() == [[3, 0, 2, 0, 0], [0, 2, 0, 2, 1]]

    def test_who_folds_shows_nothing(self, played):
        state = played(WIN, "stop stop fold")
        assert not state.view(1).record["shown"].any()
        assert not state.view(1).record["hand"][0, 0].any()


class TestKindsOfRound:
    def test_a_rapida_is_dealt_and_shown(self, played):
        state = played(WIN, round="rapida")
        assert state.returns() == [5, 0]
        assert {move.actor for move in state.moves} == {CHANCE}

    def test_an_estrategica_has_exchanges_and_no_folding(self, played):
        assert played(WIN, "stop stop", round="estrategica").returns() == [5, 0]

    def test_a_completa_is_what_is_played_by_itself(self, game):
        assert game.options()["round"] == "completa"


class TestMatch:
    def test_the_first_player_alternates_and_the_match_has_five_rounds(self, game):
        match, firsts = Match(game), []
        while not match.over:
            state = match.new_deal()
            firsts.append(int(state.record["first"][0]))
            while not state.is_terminal():
                state.apply(state.possible_actions()[-1])
            match.close(state)
        assert firsts == [0, 1, 0, 1, 0]

    def test_the_second_seat_is_first_in_the_second_round(self, game, played):
        standing = game.standing_layout.empty()
        standing["played"] = 1
        state = played(WIN, "stop stop fold", standing=standing)
        assert [move.actor for move in state.moves if move.actor >= 0] == [1, 0, 1]
        assert state.returns() == [2, 0]

    def test_the_score_adds_up_in_halves(self, game, played):
        standing = game.standing_layout.empty()
        for dealt in ("AAKQJ 77KQJ", WIN):
            state = played(dealt, "stop stop stay stay", standing=standing)
            over = calls.next_standing(state.record, 0, standing)
        assert standing["score"][0].tolist() == [11, 1]  # 0.5 + 5 points, and 0.5
        assert not over


class TestWhatTheOtherSees:
    def test_the_number_of_exchanged_cards_and_not_which(self, played):
        one, two = played(WIN, "A K K 7 7 7"), played("AAKKK 77QQJ", "A K K 7 7 7")
        assert one.view(1).tokens == two.view(1).tokens
        assert one.view(1).record.tobytes() == two.view(1).record.tobytes()
        assert int(one.view(1).record["exchanged"][0, 0]) == 3

    def test_a_discard_is_a_token_and_a_new_card_hidden(self, played):
        tokens = [token for _actor, token in played(WIN, "K stop J").view(1).tokens[10:]]
        assert tokens == [DISCARDED, STOP, HIDDEN]

    def test_folding_and_staying_are_open(self, played):
        state = played(WIN, "stop stop stay fold")
        assert [token for _a, token in state.view(0).tokens[-2:]] == [STAY, FOLD]

    def test_worlds_after_a_showdown_have_the_right_frequencies(self, game):
        small = dict(game.info.small)
        rng = np.random.default_rng(7)
        seen = set()
        while len(seen) < 4:
            state = game.new_state(small)
            while not state.is_terminal():
                possible = state.possible_actions()
                state.apply(possible[int(rng.integers(len(possible)))])
            exchanged = tuple(state.record["exchanged"][0].tolist())
            if state.record["folded"][0] or exchanged in seen:
                continue
            seen.add(exchanged)
            for seat in range(2):
                assert resample_matches(state, seat, rng) is None


class TestForfeit:
    @pytest.mark.parametrize(
        ("moves", "seat", "points"),
        [("", 0, [0, 7]), ("K stop J", 1, [9, 0]), ("K stop J stop", 0, [0, 7]),
         ("stop stop stay", 1, [9, 0])],
    )  # fmt: skip
    def test_who_gives_up_loses_at_once_what_folding_costs(self, played, moves, seat, points):
        state = played(WIN, moves, fold_first=7, fold_second=9)
        assert state.current_player() == seat
        assert FORFEIT not in state.legal_actions()
        with pytest.raises(IllegalMove):
            state.apply(FORFEIT)
        assert state.forfeit()
        assert state.returns() == points
        assert state.view(1 - seat).tokens[-1] == (seat, FORFEIT)
        assert not state.forfeit()

    def test_where_nobody_may_fold_it_costs_the_same(self, played):
        state = played(WIN, "stop", round="estrategica")
        state.forfeit()
        assert state.returns() == [3, 0]


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "fits"),
        [
            ({}, True),
            ({"most": 5}, True),
            ({"most": 5, "copies": 4}, True),
            ({"copies": 3}, False),
            ({"copies": 2, "round": "rapida"}, True),
            ({"ranks": 3, "copies": 3, "hand": 2}, True),
            ({"ranks": 2, "copies": 3, "hand": 2, "most": 1}, True),
            ({"ranks": 2, "copies": 2, "hand": 2, "most": 1}, False),
        ],
    )
    def test_the_deck_must_hold_all_that_two_players_may_need(self, game, options, fits):
        if fits:
            game.new_state(options)
        else:
            with pytest.raises(BadInput, match="two players may need"):
                game.new_state(options)

    def test_the_prizes_of_folding_and_the_length_of_a_match_can_be_changed(self, game, played):
        options = {"fold_first": 7, "fold_second": 9, "rounds": 1}
        assert played(WIN, "stop stop fold", **options).returns() == [0, 7]
        state = played(WIN, "stop stop stay fold", **options)
        assert state.returns() == [9, 0]
        assert calls.next_standing(state.record, 0, game.standing_layout.empty())

    def test_nothing_is_exchanged_where_no_card_may_be(self, played):
        assert texts(played(WIN, most=0)) == ["fold", "stay"]


def test_a_hidden_discard_of_a_pair_is_twice_as_likely():
    """Hands of three, one card discarded: the copies of a rank count, at every position."""
    game = load_game("poker")
    options = game.options({"ranks": 3, "copies": 3, "hand": 3, "most": 1})
    rng = np.random.default_rng(2)
    compared = 0
    for seed in range(12):
        for state, _action in random_deal(game, options, seed):
            if state.current_player() >= 0 and state.record["exchanged"][0].any():
                compared += 1
                for seat in range(2):
                    assert resample_matches(state, seat, rng) is None
    assert compared > 10
