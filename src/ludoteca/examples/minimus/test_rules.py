"""The rules of Minimus as lines of play: seat 1 is the mano; ranks are 1 (low) to 4."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.errors import IllegalMove
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR
from ludoteca.core.match import Match
from ludoteca.core.registry import load_game

QUIET = "silent missed missed"
ALL_QUIET = f"{QUIET} " * 4
NO_EXCHANGE = {"exchanges": 0}


def played(options, *lines):
    """The position after the cards and moves of ``lines``."""
    return load_game("minimus").new_state(options).play(" ".join(lines))


def texts(state):
    return [state.action_text(a) for a in state.possible_actions()]


def views(state):
    return [state.view(seat).to_json()["fields"] for seat in range(4)]


def rig(deal, **options):
    """After the deal (to seats 1, 2, 3, 0) without exchange or sign, before the declarations."""
    return played({**NO_EXCHANGE, **options}, deal, ALL_QUIET)


def declared(state):
    """``state`` after the four declarations."""
    while state.is_chance():
        state.apply(state.possible_actions()[0])
    return state


def test_cards_are_dealt_one_at_a_time_from_the_mano_and_only_the_owner_sees_his():
    state = played({}, "3 1")
    assert state.tokens(1) == [(CHANCE, 2), (CHANCE, HIDDEN)]
    assert state.tokens(2) == [(CHANCE, HIDDEN), (CHANCE, 0)]
    assert state.tokens(SPECTATOR) == [(CHANCE, HIDDEN)] * 2
    assert state.record["hand"][0].sum(axis=1).tolist() == [0, 1, 1, 0]


def test_only_who_holds_the_top_rank_may_sign():
    state = played({}, "4 3 2 1")
    assert texts(state) == ["silent", "sign"]
    state = played({}, "4 3 2 1", QUIET)
    assert texts(state) == ["silent"]
    with pytest.raises(IllegalMove):
        state.parse("sign")


def test_the_partner_sees_a_sign_and_a_rival_who_misses_it_sees_what_he_sees_of_silence():
    silent = played({}, "4 3 2 1", "silent missed missed")
    missed = played({}, "4 3 2 1", "sign missed missed")
    for rival in (0, 2):
        assert silent.tokens(rival) == missed.tokens(rival)
        assert views(silent)[rival] == views(missed)[rival]
    assert silent.tokens(3) != missed.tokens(3)
    assert views(missed)[3]["signs"][1][0][0] == 2


def test_a_catch_is_known_to_the_catcher_alone():
    caught = played({}, "4 3 2 1", "sign caught missed")
    missed = played({}, "4 3 2 1", "sign missed missed")
    assert views(caught)[2]["caught"][2][0][1] == 2
    for other in (0, 1, 3):
        assert caught.tokens(other) == missed.tokens(other)
        assert views(caught)[other] == views(missed)[other]


def test_each_rival_catches_a_sign_with_the_chance_of_the_option():
    state = played({"catch_percent": 30}, "4 3 2 1", "sign")
    assert [p for _a, p in state.chance_outcomes()] == pytest.approx([0.7, 0.3])
    state.apply(state.parse("caught"))
    assert [p for _a, p in state.chance_outcomes()] == pytest.approx([0.7, 0.3])
    assert texts(played({}, "4 3 2 1", "silent")) == ["missed"]


def test_others_see_that_a_card_was_thrown_and_not_which():
    low = played({"held": 2}, "1 2 3 4 2 1 4 3", ALL_QUIET, "x1")
    high = played({"held": 2}, "1 2 3 4 2 1 4 3", ALL_QUIET, "x2")
    for other in (0, 2, 3):
        assert low.tokens(other) == high.tokens(other)
        assert views(low)[other] == views(high)[other]
    assert views(low)[1]["gone"][1] == [1, 0]
    assert low.record["discards"][0].tolist() == [1, 0, 0, 0]
    kept = played({}, "1 2 3 4", ALL_QUIET, "keep")
    assert kept.tokens(0)[-1].token == kept.moves[-1].action


def test_who_threw_draws_in_turn_and_then_may_sign_again():
    state = played({}, "1 2 3 4", ALL_QUIET, "x1 keep x3 keep")
    assert state.is_chance()
    state = played({}, "1 2 3 4", ALL_QUIET, "x1 keep x3 keep", "4 2")
    assert state.record["hand"][0, 1].tolist() == [0, 0, 0, 1]
    assert state.record["hand"][0, 3].tolist() == [0, 1, 0, 0]
    assert texts(state) == ["silent", "sign"]


def test_an_exchange_is_repeated_only_if_all_threw_and_up_to_the_limit():
    all_threw = "x1 x2 x3 x4", "4 3 2 1", ALL_QUIET
    assert "keep" in texts(played({"exchanges": 2}, "1 2 3 4", ALL_QUIET, *all_threw))
    over = played({"exchanges": 1}, "1 2 3 4", ALL_QUIET, *all_threw)
    assert texts(over) == ["high"]
    one_kept = "x1 x2 x3 keep", "4 3 2", ALL_QUIET
    assert texts(played({}, "1 2 3 4", ALL_QUIET, *one_kept)) == ["high"]


def test_an_empty_stock_is_refilled_from_the_discards_in_a_new_order():
    """Six cards: four dealt, two in the stock; the third draw is from the four discards."""
    options = {"ranks": 3, "copies": 2}
    before = played(options, "1 2 3 1", ALL_QUIET, "x1 x2 x3 x1", "2")
    assert calls.draw_source(before.record, 0) == 0
    state = played(options, "1 2 3 1", ALL_QUIET, "x1 x2 x3 x1", "2 3")
    assert calls.draw_source(state.record, 0) == 1
    assert dict(state.chance_outcomes()) == {0: 0.5, 1: 0.25, 2: 0.25}
    assert state.record["pile"][0] == 0


def test_all_declare_truthfully_and_without_a_choice():
    state = rig("1 2 3 4")
    said = []
    while state.is_chance():
        said += [(state.action_text(a), p) for a, p in state.chance_outcomes()]
        state.apply(state.possible_actions()[0])
    assert said == [("low", 1.0), ("low", 1.0), ("high", 1.0), ("high", 1.0)]
    assert views(state)[0]["declared"] == [2, 1, 1, 2]


def test_a_refused_bet_pays_one_and_no_hand_is_shown():
    state = declared(rig("1 2 3 4"))
    for text in ("bet", "refuse"):
        state.apply(state.parse(text))
    assert state.is_terminal()
    assert state.returns() == [0, 1, 0, 1]
    assert not state.record["shown"].any()


def test_the_first_rival_may_leave_the_answer_to_the_partner_who_may_not():
    state = declared(rig("1 2 3 4"))
    state.apply(state.parse("bet"))
    assert state.current_player() == 2
    assert texts(state) == ["refuse", "accept", "leave"]
    state.apply(state.parse("leave"))
    assert state.current_player() == 0
    assert texts(state) == ["refuse", "accept"]


def test_an_accepted_bet_is_decided_by_the_hands_shown():
    state = declared(rig("1 2 3 4", stake=3))
    for text in ("bet", "accept", "=1", "=2", "=3", "=4"):
        state.apply(state.parse(text))
    assert state.returns() == [3, 0, 3, 0]
    assert views(state)[1]["shown"][0] == [0, 0, 0, 1]


def test_where_all_pass_the_best_hand_wins_one_and_the_nearest_to_the_mano_a_tie():
    state = declared(rig("1 4 4 1"))
    for text in ("pass " * 4 + "=1 =4 =4 =1").split():
        state.apply(state.parse(text))
    assert state.returns() == [1, 0, 1, 0]  # seat 2 before seat 3


def test_hands_of_two_compare_the_higher_card_first():
    state = declared(rig("4 3 2 2 1 3 1 4", held=2))
    for text in ("pass " * 4 + "=41 =33 =21 =42").split():
        state.apply(state.parse(text))
    assert state.returns() == [1, 0, 1, 0]  # 42 before 41


def test_the_match_ends_at_five_points_and_the_deal_passes_on():
    game = load_game("minimus")
    match = Match(game)
    rng = np.random.default_rng(5)
    ids, prob = game.buffers()
    moves = np.zeros(game.rules.MAX_LENGTH, np.int64)
    scores = []
    while not match.over:
        state = match.new_deal()
        assert state.record["dealer"][0] == match.deals % 4
        assert state.record["score"][0].tolist() == match.standing["score"][0].tolist()
        calls.playout(state.record, 0, rng, ids, prob, moves, len(moves))
        match.close(state)
        scores.append(match.standing["score"][0].max())
    assert scores[-1] >= 5
    assert all(score < 5 for score in scores[:-1])
