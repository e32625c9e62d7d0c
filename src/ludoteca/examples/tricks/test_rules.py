"""The rules of small whist as lines of play; seat 0 deals, and its last card is turned up."""

import pytest

from ludoteca.core.ids import SPECTATOR
from ludoteca.core.match import Match
from ludoteca.core.registry import load_game

# Hands of seats 1, 2, 3 and 0, from the ace down; spades are trumps.
SUITS = "AC KC QC", "AD KD QD", "AH KH QH", "AS KS QS"
MIXED = "AC KD QH", "KC QC AH", "QD KH AS", "AD KS QS"


def deal(*hands):
    """The cards in the order in which they are dealt: one to each hand in turn."""
    rounds = zip(*(hand.split() for hand in hands), strict=True)
    return " ".join(card for cards in rounds for card in cards)


def after(hands, moves=""):
    """The position after the cards of ``hands`` and the ``moves``."""
    state = load_game("tricks").new_state({"ranks": len(hands[0].split())})
    return state.play(deal(*hands) + " " + moves)


def choices(state):
    return [state.action_text(action) for action in state.legal_actions()]


def won(state):
    return state.record[0].won.tolist()


def test_each_seat_sees_its_own_cards_and_all_see_the_one_turned_up():
    assert after(MIXED).view(3).table_text().splitlines() == [
        "score 0-0  tricks 0-0  trumps ♠",
        "  Player 1: QS ? ?",
        "  Player 2: ? ? ?",
        "  Player 3: ? ? ?",
        "* Player 4 (you): QD KH AS",
    ]


def test_the_seat_after_the_dealer_leads_any_card():
    state = after(MIXED)
    assert state.current_player() == 1
    assert choices(state) == ["AC", "KD", "QH"]


def test_who_has_the_suit_led_follows_it():
    assert choices(after(MIXED, "AC")) == ["QC", "KC"]


def test_who_has_none_of_it_may_play_any_card_and_all_know_it():
    state = after(MIXED, "AC QC")
    assert choices(state) == ["QD", "KH", "AS"]
    state.play("QD")
    assert state.view(SPECTATOR).record[0].void.tolist()[3] == [1, 0, 0, 0]


def test_the_highest_card_of_the_suit_led_wins_and_its_player_leads():
    state = after(MIXED, "KD AH QD AD")
    assert won(state) == [1, 0]
    assert state.current_player() == 0


@pytest.mark.parametrize(("trick", "seat"), [("AC QC QD QS", 0), ("AC QC AS KS", 3)])
def test_the_highest_trump_wins(trick, seat):
    assert after(MIXED, trick).current_player() == seat


@pytest.mark.parametrize(
    ("hands", "moves", "points"),
    [
        (SUITS, "AC AD AH AS  KS KC KD KH  QS QC QD QH", [2, 0, 2, 0]),  # three tricks
        (MIXED, "AC QC QD AD  KD AH KH QS  KS QH KC AS", [0, 1, 0, 1]),  # two
        (("AC KD", "AD KC", "AH KS", "AS KH"), "AC KC AH KH  KS AS KD AD", [0, 0, 0, 0]),  # one
    ],
)
def test_a_pair_scores_its_tricks_above_half_of_them(hands, moves, points):
    assert after(hands, moves).returns() == points


def test_points_add_up_to_the_target_and_the_next_seat_deals():
    match = Match(load_game("tricks"), {"ranks": 3, "target": 3})
    scores = []
    while not match.over:
        # The dealer has all trumps and wins every trick.
        line = deal(*SUITS) + " AC AD AH AS  KS KC KD KH  QS QC QD QH"
        match.close(match.new_deal().play(line))
        scores.append(match.standing["score"][0].tolist())
    assert scores == [[2, 0], [2, 2], [4, 2]]
