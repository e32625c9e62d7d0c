"""The rules of minirummy as lines of play: a3 is the 3 of suit a, the wild cards are a2 and b2.

Seat 0 begins, and gets the first card.
"""

import pytest

from ludoteca.core import calls
from ludoteca.core.ids import HIDDEN, SPECTATOR
from ludoteca.core.registry import load_game

SIX = {"ranks": 6}


def played(options, *lines):
    """The position after the cards and moves of ``lines``."""
    return load_game("minirummy").new_state(options).play(" ".join(lines))


def texts(state):
    return [state.action_text(a) for a in state.possible_actions()]


def public(state):
    return state.view(SPECTATOR).to_json()["fields"]


def hand(state, seat):
    """The hand as text, card by card."""
    return sorted(state.game.notation._cards(state.record["hand"][0, seat]).split())


def deal(one, two):
    """Chance's texts that give ``one`` to seat 0 and ``two`` to seat 1, card by card."""
    return " ".join(f"{a} {b}" for a, b in zip(one.split(), two.split(), strict=True))


def test_hands_are_dealt_in_turn_and_hidden():
    state = played({}, deal("a1 a2 a3", "b1 b2 b3"))
    assert hand(state, 0) == ["a1", "a2", "a3"]
    assert hand(state, 1) == ["b1", "b2", "b3"]
    assert [t.token for t in state.tokens(1)] == [HIDDEN, 6, HIDDEN, 7, HIDDEN, 8]
    assert state.record["stock"][0] == 20 - 12


def test_a_draw_from_the_stock_is_hidden_and_a_take_of_the_pile_is_known():
    state = played({}, deal("a1 a2 a3", "b1 b2 b3"), "draw b5")
    assert state.tokens(1)[-1].token == HIDDEN
    state = played({}, deal("a1 a2 a3", "b1 b2 b3"), "draw b5 -b5 draw b4 -b4 take")
    assert public(state)["known"][0] == [0] * 9 + [1, 1, 0]
    assert public(state)["pile"] == [0] * 12
    assert state.record["in_hand"][0].tolist() == [5, 3]


def test_a_card_played_is_no_longer_known():
    start = deal("a1 a2 a3", "b1 b2 b3"), "draw b5 -b5 draw b4 -b4 take"
    state = played({}, *start, "-b5")
    assert public(state)["known"][0] == [0] * 9 + [1, 0, 0]
    state = played({}, *start, "-a1")
    assert public(state)["known"][0] == [0] * 9 + [1, 1, 0]


def test_an_empty_pile_cannot_be_taken():
    assert texts(played({}, deal("a1 a2 a3", "b1 b2 b3"))) == ["draw"]


def test_a_run_is_three_of_a_suit_in_sequence_at_most_one_of_them_wild():
    """b2 in the hand stands for any card of the run a3 a4 a5; a2 is natural in its own place."""
    state = played({"held": 3}, deal("a3 a4 b2", "b1 b1 b3"), "draw a5")
    opens = [t for t in texts(state) if t.startswith("+")]
    assert sorted(opens) == sorted(["+a345", "+a(b2)45", "+a3(b2)5", "+a34(b2)", "+a(b2)34"])
    state = played({}, deal("a1 a2 a3", "b1 b1 b3"), "draw b5")
    assert [t for t in texts(state) if t.startswith("+")] == ["+a123"]
    two_wilds = played({}, deal("a2 b2 a4", "b1 b1 b3"), "draw b5")
    assert not [t for t in texts(two_wilds) if t.startswith("+") and t.count("(") != 1]
    assert not [t for t in texts(two_wilds) if t.startswith("+a(") and "5" in t]


def test_a_run_with_a_wild_card_takes_no_other():
    start = deal("a3 a4 a2", "b1 b1 b3"), "draw b2", "+a34(b2)"
    state = played({}, *start)
    assert "1>(a2)" not in texts(state)
    assert "1<a2" not in texts(state)  # opened now: it could have been opened lower
    second_hand = "-a2", "b4 b5 a5"
    later = played({}, *start, *second_hand, "draw b5 -b5", "draw a2")
    assert [t for t in texts(later) if t.startswith("1")] == ["1<a2"]  # natural there


def test_a_run_ends_at_the_lowest_and_highest_rank():
    state = played({}, deal("a3 a4 a5", "b1 b1 b3"), "draw b2", "+a345")
    assert texts(state) == ["-b2"]


def test_laying_leaves_two_cards_unless_the_hand_may_run_out():
    """Four cards, three of them a run: legal while the second hand is there."""
    state = played({}, deal("a3 a4 a5", "b1 b1 b3"), "draw b5")
    assert "+a345" in texts(state)
    state.record["second"][0, 0] = 0
    assert "+a345" not in texts(state)
    state.record["in_hand"][0, 0] = 5
    assert "+a345" in texts(state)


def test_the_second_hand_is_picked_up_at_once_by_laying_and_after_a_discard_for_the_next_turn():
    start = deal("a1 a3 a4", "b1 b1 b3")
    state = played({}, start, "draw a5", "+a345 -a1")
    assert state.is_chance()
    assert calls.draw_source(state.record, 0) == 1
    for text in ["b4", "b4", "b5"]:
        state.apply(state.parse(text))
    assert state.current_player() == 1
    assert hand(state, 0) == ["b4", "b4", "b5"]
    at_once = played(SIX, deal("a3 a4 a5", "b1 b1 b3"), "draw a6", "+a345 1>a6")
    assert at_once.is_chance()
    for text in ["b4", "b4", "b5"]:
        at_once.apply(at_once.parse(text))
    assert at_once.current_player() == 0
    assert texts(at_once) == ["-b4", "-b5"]


def test_the_second_hand_comes_from_the_undealt_cards_in_an_order_of_its_own():
    state = played({}, deal("a1 a3 a4", "b1 b1 b3"), "draw a5", "+a345 -a1")
    deck = state.record["deck"][0]
    assert deck.sum() == state.record["stock"][0] + 6
    assert dict(state.chance_outcomes()) == {
        k: pytest.approx(n / deck.sum()) for k, n in enumerate(deck) if n
    }


def out_in_two_turns():
    """Seat 0 lays a3 to a6, picks up its second hand, and has the right to go out."""
    start = deal("a3 a4 a5", "b1 b1 b3"), "draw a6", "+a345 1>a6", "b4 b5 b6"
    return played(SIX, *start)


def test_going_out_needs_a_run_of_four_and_ends_the_deal():
    state = out_in_two_turns()
    assert state.record["second"][0].tolist() == [0, 1]
    state.apply(state.parse("+b456"))
    assert state.is_terminal()
    assert state.record["went_out"][0] == 1


def test_points_are_cards_laid_long_runs_going_out_less_cards_held_and_hands_not_taken():
    """Seat 0: 4 + 2 for a clean run of four, 3 for the other, 3 for going out. Seat 1: 3 cards
    held and a second hand left: -3 - 2."""
    state = out_in_two_turns()
    state.apply(state.parse("+b456"))
    assert state.returns() == [12.0, -5.0]


def test_a_long_run_with_a_wild_card_earns_one_instead_of_two():
    start = deal("a3 a4 a5", "b1 b1 b3"), "draw b2", "+a345 1>(b2)", "b4 b5 b6 +b456"
    assert played(SIX, *start).returns() == [11.0, -5.0]


def test_the_deal_ends_when_a_turn_would_begin_without_a_stock():
    options = {"suits": 1, "ranks": 5, "held": 2}  # ten cards, a stock of two
    state = played(options, deal("a1 a1", "a5 a5"), "draw a3 -a3 draw a4 -a5")
    assert state.is_terminal()
    assert state.record["stock"][0] == 0
    assert state.returns() == [-4.0, -4.0]


def test_the_pile_cannot_be_swapped_for_ever():
    """Two players who take the pile in turn: ``most_takes`` times between two draws."""
    state = played({"most_takes": 3}, deal("a1 a2 a3", "b1 b2 b3"), "draw b5 -b5")
    for _take in range(3):
        state.apply(state.parse("take"))
        state.apply(state.possible_actions()[-1])
    assert texts(state) == ["draw"]
    state.apply(state.parse("draw"))
    state.apply(state.possible_actions()[0])
    state.apply(state.possible_actions()[-1])
    assert texts(state) == ["draw", "take"]
