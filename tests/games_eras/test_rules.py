"""The rules one by one, each with a short line of play."""

from math import comb

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.ids import HIDDEN, NO_DRAW
from ludoteca.core.laws import random_deal
from ludoteca.core.laws.referee import resample_matches
from ludoteca.core.match import Match
from ludoteca.games.eras.notation import cards_text, read_cards
from ludoteca.games.eras.rules import LAID, MAX_LENGTH, WITHDRAWN

SMALL = {"values": 5, "hand": 3}
DEAL = "AS 2H 2S 2C 3S 3H"  # seat 0: AS 2S 3S, seat 1: 2H 2C 3H


def texts(state):
    return [state.action_text(a) for a in state.possible_actions()]


def piles(state):
    return [cards_text(mask) for mask in state.record["pile"][0]]


class TestDeal:
    def test_cards_are_dealt_one_at_a_time_from_the_player_after_the_dealer(self, played):
        record = played(DEAL, **SMALL).record[0]
        assert cards_text(record["hand"][0]) == "AS 2S 3S"
        assert cards_text(record["hand"][1]) == "2C 2H 3H"
        assert record["dealer"] == 1

    def test_the_player_after_the_dealer_leads_the_first_trick(self, played):
        assert played(DEAL, **SMALL).current_player() == 0

    def test_where_the_deck_is_short_it_is_dealt_until_it_ends(self, played):
        state = played("AS AH AD", values=1, suits=3, players=2)
        assert state.record["in_hand"][0].tolist()[:2] == [2, 1]
        assert state.current_player() == 0

    def test_a_deck_without_a_card_for_everybody_is_refused(self, eras):
        with pytest.raises(BadInput, match="5 players need"):
            eras.options({"values": 1, "players": 5})


class TestTrick:
    def test_any_number_of_cards_may_be_laid_but_none(self, played):
        assert texts(played(DEAL, **SMALL)) == ["+1", "+2", "+3"]

    def test_cards_are_laid_in_ascending_order_and_none_comes_to_a_dead_end(self, played):
        assert texts(played(DEAL, "+2", **SMALL)) == ["AS", "2S"]
        assert texts(played(DEAL, "+2 AS", **SMALL)) == ["2S", "3S"]

    def test_who_lays_the_whole_hand_chooses_nothing_more(self, played):
        assert played(DEAL, "+3", **SMALL).current_player() == 1

    def test_the_others_see_only_how_many_cards_are_laid(self, played):
        state = played(DEAL, "+1", **SMALL)
        action = state.legal_actions()[0]
        assert calls.observed_action(state.record, 0, action, 1) == LAID
        assert calls.observed_action(state.record, 0, action, 0) == action
        assert played(DEAL, "+1 AS", **SMALL).view(1).record["laid"][0].tolist() == [0] * 5

    def test_cards_dealt_to_others_are_hidden(self, played):
        state = played("AS", **SMALL)
        assert state.record["to_move"][0] == 1
        assert calls.observed_action(state.record, 0, 5, 0) == HIDDEN

    def test_all_are_turned_and_the_best_combination_wins_every_card(self, played):
        state = played(DEAL, "+2 2S 3S +2 2C 2H", **SMALL)  # a straight flush of 2 beats a pair
        assert piles(state)[:2] == ["2C 2H 2S 3S", "-"]

    def test_the_winner_leads_the_next_trick(self, played):
        state = played(DEAL, "+1 AS +1 2H", "4S 4H", **SMALL)
        assert state.current_player() == 1

    def test_hands_are_filled_one_card_at_a_time_past_those_who_are_full(self, played):
        state = played(DEAL, "+3 +1 2H", "4S 4H 5S 5H", **SMALL)
        record = state.record[0]
        assert cards_text(record["hand"][0]) == "4S 5H 5S"
        assert cards_text(record["hand"][1]) == "2C 3H 4H"

    def test_a_player_without_cards_is_passed_over(self, played):
        # No deck is left: seat 0 lays all, seat 2 wins and leads, then it is the turn of seat 1.
        three = {"values": 3, "suits": 2, "players": 3, "hand": 2}
        state = played("AS AH 2S 2H 3S 3H", "+2 +1 AH +1 2S", **three)
        assert state.current_player() == 2
        assert state.child(state.parse("+1")).current_player() == 1

    def test_where_the_winner_has_no_cards_the_next_with_cards_leads(self, played):
        three = {"values": 3, "suits": 2, "players": 3, "hand": 2}
        state = played("3S AH AS 3H 2H 2S", "+2 +1 AH +1 AS", **three)
        assert piles(state)[0] == "AH AS 3H 3S"
        assert state.current_player() == 1


class TestEnd:
    def test_who_alone_has_cards_left_puts_them_on_the_own_pile(self, played):
        state = played("AS AH 2S 2H", "+1 AS +2", values=2, suits=2, hand=2)
        assert state.is_terminal()
        assert piles(state)[:2] == ["2S", "AH AS 2H"]
        assert state.returns() == [1, 6]

    def test_a_round_ends_when_all_cards_are_played(self, played):
        state = played("AS AH 2S 2H", "+2 +2", values=2, suits=2, hand=2)
        assert state.is_terminal()
        assert state.returns() == [10, 0]

    def test_a_deal_is_no_longer_than_its_bound(self, eras):
        for seed in range(20):
            *_rest, (state, _end) = random_deal(eras, eras.options({"retreat": "yes"}), seed)
            assert len(state.moves) <= MAX_LENGTH


class TestMatch:
    def test_the_deal_passes_to_the_next_player_in_turn(self, eras):
        """With two players both ways round are one."""
        match, rng, dealers = Match(eras, {"players": 3, "rounds": 5}), np.random.default_rng(1), []
        while not match.over:
            state = match.new_deal()
            dealers.append(int(state.record["dealer"][0]))
            while not state.is_terminal():
                state.apply_unchecked(int(rng.choice(state.possible_actions())))
            match.close(state)
        assert dealers == [2, 0, 1, 2, 0]

    def test_a_target_that_is_just_reached_ends_the_match(self, eras, played):
        """Two aces and two twos, worth 10 points in all, are taken at once."""
        over = []
        for before in (89, 90):
            options = {"values": 2, "suits": 2, "hand": 2, "target": 100}
            standing = eras.standing_layout.empty()
            standing["score"][0, 0] = before
            state = eras.new_state(options, standing)
            for word in ("AS", "AH", "2S", "2H", "+2", "+2"):
                while state.is_chance() and calls.draw_source(state.record, 0) == NO_DRAW:
                    state.apply(state.chance_outcomes()[0][0])
                state.apply(state.parse(word))
            while not state.is_terminal():
                state.apply(state.chance_outcomes()[0][0])
            assert state.returns() == [10, 0]
            over.append(bool(calls.next_standing(state.record, 0, standing)))
            assert standing["score"][0, 0] == before + 10
        assert over == [False, True]

    @pytest.mark.parametrize(("options", "least"), [({"rounds": 3}, 0), ({"target": 300}, 300)])
    def test_a_match_is_so_many_rounds_or_ends_at_a_target(self, eras, options, least):
        match, rng, dealers = Match(eras, options), np.random.default_rng(1), []
        while not match.over:
            assert match.totals.max() < (least or 10_000)
            state = match.new_deal()
            dealers.append(int(state.record["dealer"][0]))
            while not state.is_terminal():
                state.apply_unchecked(int(rng.choice(state.possible_actions())))
            match.close(state)
        assert match.totals.tolist() == match.standing["score"][0, :2].tolist()
        assert match.totals.max() >= least
        assert dealers == [(1 + k) % 2 for k in range(match.deals)]  # the dealer passes on
        if not least:
            assert match.deals == 3


class TestRetreat:
    LAID = (DEAL, "+3 +2 2C 2H")
    RETREAT = SMALL | {"retreat": "yes"}

    def test_at_most_half_of_the_cards_may_be_taken_back(self, played):
        state = played(*self.LAID, **self.RETREAT)
        assert state.current_player() == 0
        assert texts(state) == ["-0", "-1"]

    def test_for_each_card_taken_back_another_one_is_shown_and_stays(self, played):
        state = played(*self.LAID, "-1 3S", **self.RETREAT)
        assert texts(state) == ["AS", "2S"]
        state.apply(state.parse("AS"))
        record = state.view(1).record[0]
        assert cards_text(record["shown"][0]) == "AS"
        assert record["laid_count"].tolist()[:2] == [2, 2]

    def test_a_card_taken_back_is_not_seen(self, played):
        state = played(*self.LAID, "-1", **self.RETREAT)
        assert calls.observed_action(state.record, 0, state.legal_actions()[0], 1) == WITHDRAWN

    def test_cards_taken_back_return_to_the_hand(self, played):
        state = played(*self.LAID, "-1 3S AS", **self.RETREAT)
        assert cards_text(state.record["hand"][0, 0]) == "3S"

    def test_what_stays_is_compared(self, played):
        state = played(*self.LAID, "-1 2S AS -0", **self.RETREAT)  # AS 3S against 2C 2H
        assert piles(state)[1] == "AS 2C 2H 3S"

    def test_one_card_cannot_be_taken_back(self, played):
        assert played(DEAL, "+1 AS +1 2C", **self.RETREAT).record["tricks"][0] == 1

    @pytest.mark.parametrize(
        ("laid", "ways"), list(enumerate((1, 3, 7, 19, 51, 141, 393), start=1))
    )
    def test_ways_to_retreat(self, played, laid, ways):
        if laid == 1:
            assert ways == 1  # nobody is asked, see above
            return
        deal = "AS AH 3S 2H 5S 3H 7S 4H 9S 5H JS 6H KS 7H"
        state = played(deal, f"+{laid}", retreat="yes")
        while state.current_player() == 0:
            state.apply(state.legal_actions()[0])
        state.apply(state.parse("+1"))
        state.apply(state.legal_actions()[0])
        assert (
            _ends(state)
            == ways
            == sum(comb(laid, r) * comb(laid - r, r) for r in range(laid // 2 + 1))
        )


def _ends(state):
    if state.current_player() != 0:
        return 1
    return sum(_ends(state.child(a)) for a in state.legal_actions())


@pytest.mark.parametrize(
    "options",
    [
        {"values": 4, "suits": 2, "hand": 3, "retreat": "yes"},
        {"values": 3, "suits": 2, "hand": 2, "players": 3, "retreat": "yes"},
        {"values": 3, "suits": 3, "hand": 4, "retreat": "yes"},
    ],
)
def test_hidden_cards_are_a_random_set_of_the_unseen_ones_at_any_moment(eras, options):
    rng = np.random.default_rng(1)
    states = [state.clone() for state, _action in random_deal(eras, eras.options(options), 4)]
    for index in rng.permutation(len(states))[:6]:
        for seat in range(states[0].num_players):
            assert resample_matches(states[index], seat, rng) is None


@pytest.mark.soak
def test_hidden_lays_of_a_larger_hand_are_random_sets(eras):
    """Hands of five: a lay of two or three of them is where the weights of choices differ."""
    rng = np.random.default_rng(1)
    options = eras.options({"values": 5, "suits": 2, "hand": 5})
    for seed in range(12):
        states = [state.clone() for state, _action in random_deal(eras, options, seed)]
        for state in states[12::3]:
            for seat in range(2):
                assert resample_matches(state, seat, rng) is None


@pytest.mark.parametrize("hand", [3, 5, 7])
def test_every_set_of_cards_is_laid_with_one_probability(eras, hand):
    """The shares of ``hidden_ways`` along a lay of k of n cards have the product 1 / C(n, k)."""
    state = eras.new_state({"hand": hand})
    while state.is_chance():
        state.apply(state.sample_chance(np.random.default_rng(hand)))
    for number in state.legal_actions()[:-1]:  # with all cards nothing is left to choose
        begun = state.child(number)
        k = int(state.action_text(number).removeprefix("+"))
        found = list(_lays(begun, begun.current_player(), 1.0))
        assert found == pytest.approx([1 / comb(hand, k)] * comb(hand, k))


def _lays(state, seat, probability):
    """The probability of each way to go on choosing the cards of a lay."""
    legal = state.legal_actions()
    ways = [calls.hidden_ways(state.record, 0, a) for a in legal]
    for action, n in zip(legal, ways, strict=True):
        after = state.child(action)
        share = probability * n / sum(ways)
        same = after.current_player() == seat and after.record["phase"] == state.record["phase"]
        if same:
            yield from _lays(after, seat, share)
        else:
            yield share


class TestTyped:
    def test_a_lay_is_typed_in_one_line(self, eras, played):
        view = played(DEAL, **SMALL).view(0).record[0]
        assert eras.notation.read_line(view, "3s 2♠") == ["+2", "2S", "3S"]
        assert eras.notation.read_line(view, "all") == ["+3"]
        assert eras.notation.read_line(view, "what?") is None
        with pytest.raises(BadInput, match="KS"):
            eras.notation.read_line(view, "KS")

    def test_a_withdrawal_is_typed_in_one_line(self, eras, played):
        state = played(DEAL, "+3 +1 2C", **SMALL, retreat="yes")
        view = state.view(0).record[0]
        assert eras.notation.read_line(view, "3S / AS") == ["-1", "3S", "AS"]
        assert eras.notation.read_line(view, "stay") == ["-0"]

    def test_cards_are_read_in_several_spellings(self):
        assert read_cards("10h, 1S") == read_cards("TH AS")
        with pytest.raises(BadInput, match="no card"):
            read_cards("3X")
        with pytest.raises(BadInput, match="twice"):
            read_cards("3S 3s")
