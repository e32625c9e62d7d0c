"""Minirummy, rule by rule. Seat 0 begins; a3 is the 3 of suit a; the wild cards are a2 and b2."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.ids import HIDDEN, SPECTATOR
from ludoteca.core.laws import random_deal
from ludoteca.core.laws.referee import resample_matches
from ludoteca.core.registry import load_game

SIX = {"ranks": 6}


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


def test_hands_are_dealt_in_turn_and_hidden(played):
    state = played("minirummy", {}, deal("a1 a2 a3", "b1 b2 b3"))
    assert hand(state, 0) == ["a1", "a2", "a3"]
    assert hand(state, 1) == ["b1", "b2", "b3"]
    assert [t.token for t in state.tokens(1)] == [HIDDEN, 6, HIDDEN, 7, HIDDEN, 8]
    assert state.record["stock"][0] == 20 - 12


def test_a_draw_from_the_stock_is_hidden_and_a_take_of_the_pile_is_known(played):
    state = played("minirummy", {}, deal("a1 a2 a3", "b1 b2 b3"), "draw b5")
    assert state.tokens(1)[-1].token == HIDDEN
    state = played("minirummy", {}, deal("a1 a2 a3", "b1 b2 b3"), "draw b5 -b5 draw b4 -b4 take")
    assert public(state)["known"][0] == [0] * 9 + [1, 1, 0]
    assert public(state)["pile"] == [0] * 12
    assert state.record["in_hand"][0].tolist() == [5, 3]


def test_a_card_played_is_no_longer_known(played):
    start = deal("a1 a2 a3", "b1 b2 b3"), "draw b5 -b5 draw b4 -b4 take"
    state = played("minirummy", {}, *start, "-b5")
    assert public(state)["known"][0] == [0] * 9 + [1, 0, 0]
    state = played("minirummy", {}, *start, "-a1")
    assert public(state)["known"][0] == [0] * 9 + [1, 1, 0]


def test_an_empty_pile_cannot_be_taken(played):
    assert texts(played("minirummy", {}, deal("a1 a2 a3", "b1 b2 b3"))) == ["draw"]


def test_a_run_is_three_of_a_suit_in_sequence_at_most_one_of_them_wild(played):
    """b2 in the hand stands for any card of the run a3 a4 a5; a2 is natural in its own place."""
    state = played("minirummy", {"held": 3}, deal("a3 a4 b2", "b1 b1 b3"), "draw a5")
    opens = [t for t in texts(state) if t.startswith("+")]
    assert sorted(opens) == sorted(["+a345", "+a(b2)45", "+a3(b2)5", "+a34(b2)", "+a(b2)34"])
    state = played("minirummy", {}, deal("a1 a2 a3", "b1 b1 b3"), "draw b5")
    assert [t for t in texts(state) if t.startswith("+")] == ["+a123"]
    two_wilds = played("minirummy", {}, deal("a2 b2 a4", "b1 b1 b3"), "draw b5")
    assert not [t for t in texts(two_wilds) if t.startswith("+") and t.count("(") != 1]
    assert not [t for t in texts(two_wilds) if t.startswith("+a(") and "5" in t]


def test_a_run_with_a_wild_card_takes_no_other(played):
    start = deal("a3 a4 a2", "b1 b1 b3"), "draw b2", "+a34(b2)"
    state = played("minirummy", {}, *start)
    assert "1>(a2)" not in texts(state)
    assert "1<a2" not in texts(state)  # opened now: it could have been opened lower
    second_hand = "-a2", "b4 b5 a5"
    later = played("minirummy", {}, *start, *second_hand, "draw b5 -b5", "draw a2")
    assert [t for t in texts(later) if t.startswith("1")] == ["1<a2"]  # natural there


def test_a_run_ends_at_the_lowest_and_highest_rank(played):
    state = played("minirummy", {}, deal("a3 a4 a5", "b1 b1 b3"), "draw b2", "+a345")
    assert texts(state) == ["-b2"]


def test_laying_leaves_two_cards_unless_the_hand_may_run_out(played):
    """Four cards, three of them a run: legal while the second hand is there."""
    state = played("minirummy", {}, deal("a3 a4 a5", "b1 b1 b3"), "draw b5")
    assert "+a345" in texts(state)
    state.record["second"][0, 0] = 0
    assert "+a345" not in texts(state)
    state.record["in_hand"][0, 0] = 5
    assert "+a345" in texts(state)


def test_the_second_hand_is_picked_up_at_once_by_laying_and_after_a_discard_for_the_next_turn(
    played,
):
    start = deal("a1 a3 a4", "b1 b1 b3")
    state = played("minirummy", {}, start, "draw a5", "+a345 -a1")
    assert state.is_chance()
    assert calls.draw_source(state.record, 0) == 1
    for text in ["b4", "b4", "b5"]:
        state.apply(state.parse(text))
    assert state.current_player() == 1
    assert hand(state, 0) == ["b4", "b4", "b5"]
    at_once = played("minirummy", SIX, deal("a3 a4 a5", "b1 b1 b3"), "draw a6", "+a345 1>a6")
    assert at_once.is_chance()
    for text in ["b4", "b4", "b5"]:
        at_once.apply(at_once.parse(text))
    assert at_once.current_player() == 0
    assert texts(at_once) == ["-b4", "-b5"]


def test_the_second_hand_comes_from_the_undealt_cards_in_an_order_of_its_own(played):
    state = played("minirummy", {}, deal("a1 a3 a4", "b1 b1 b3"), "draw a5", "+a345 -a1")
    deck = state.record["deck"][0]
    assert deck.sum() == state.record["stock"][0] + 6
    assert dict(state.chance_outcomes()) == {
        k: pytest.approx(n / deck.sum()) for k, n in enumerate(deck) if n
    }


def out_in_two_turns(played):
    """Seat 0 lays a3 to a6, picks up its second hand, and has the right to go out."""
    start = deal("a3 a4 a5", "b1 b1 b3"), "draw a6", "+a345 1>a6", "b4 b5 b6"
    return played("minirummy", SIX, *start)


def test_going_out_needs_a_run_of_four_and_ends_the_deal(played):
    state = out_in_two_turns(played)
    assert state.record["second"][0].tolist() == [0, 1]
    state.apply(state.parse("+b456"))
    assert state.is_terminal()
    assert state.record["went_out"][0] == 1


def test_points_are_cards_laid_long_runs_going_out_less_cards_held_and_hands_not_taken(played):
    """Seat 0: 4 + 2 for a clean run of four, 3 for the other, 3 for going out. Seat 1: 3 cards
    held and a second hand left: -3 - 2."""
    state = out_in_two_turns(played)
    state.apply(state.parse("+b456"))
    assert state.returns() == [12.0, -5.0]


def test_a_long_run_with_a_wild_card_earns_one_instead_of_two(played):
    start = deal("a3 a4 a5", "b1 b1 b3"), "draw b2", "+a345 1>(b2)", "b4 b5 b6 +b456"
    assert played("minirummy", SIX, *start).returns() == [11.0, -5.0]


def test_the_deal_ends_when_a_turn_would_begin_without_a_stock(played):
    options = {"suits": 1, "ranks": 5, "held": 2}  # ten cards, a stock of two
    state = played("minirummy", options, deal("a1 a1", "a5 a5"), "draw a3 -a3 draw a4 -a5")
    assert state.is_terminal()
    assert state.record["stock"][0] == 0
    assert state.returns() == [-4.0, -4.0]


def test_the_pile_cannot_be_swapped_for_ever(played):
    """Two players who take the pile in turn: ``most_takes`` times between two draws."""
    state = played("minirummy", {"most_takes": 3}, deal("a1 a2 a3", "b1 b2 b3"), "draw b5 -b5")
    for _take in range(3):
        state.apply(state.parse("take"))
        state.apply(state.possible_actions()[-1])
    assert texts(state) == ["draw"]
    state.apply(state.parse("draw"))
    state.apply(state.possible_actions()[0])
    state.apply(state.possible_actions()[-1])
    assert texts(state) == ["draw", "take"]


def test_the_longest_deal_is_within_the_stated_length():
    """Players who take whenever they may and lay nothing, at the highest limit of takes.

    24 cards less four hands of two leave a stock of 16. A turn with a draw has three moves, each of
    the 8 turns with a take that follow it two; after the last draw the deal is over.
    """
    game = load_game("minirummy")
    state = game.new_state({"ranks": 6, "most_takes": 8, "held": 2})
    rng = np.random.default_rng(0)
    while not state.is_terminal():
        possible = state.possible_actions()
        state.apply(possible[-1] if not state.is_chance() else state.sample_chance(rng))
    assert len(state.moves) == 4 + 15 * (3 + 8 * 2) + 3
    assert len(state.moves) <= game.rules.MAX_LENGTH


# One order for each big move ----------------------------------------------------------------------


def runs(record):
    """The runs of seat 0 in the order of their numbers."""
    fields = ("meld_suit", "low", "high", "wild")
    return [tuple(int(record[f][0, m]) for f in fields) for m in range(record["melds"][0])]


def lay(state, in_any_order):
    """Every way of laying cards: the records on the way."""
    stack = [state.clone()]
    while stack:
        state = stack.pop()
        yield state.record[0]
        if in_any_order:
            state.record["reached"] = 0
            state.record["fresh"] = state.record["melds"][0, 0]
        stack += [state.child(a) for a in state.legal_actions() if not is_discard(state, a)]


def is_discard(state, action):
    return state.action_text(action).startswith("-")


@pytest.mark.parametrize("seed", range(8))
def test_every_position_of_a_big_move_is_reached_and_in_one_order_only(seed):
    """A hand of nine cards beside one old run: the order of small moves loses nothing.

    Two equal runs are two places to add to, so positions count with the order of their runs.
    """
    game = load_game("minirummy")
    rng = np.random.default_rng(seed)
    state = game.new_state(SIX)
    deck = rng.permutation(game.rules.cards(game.options(SIX)))
    while state.is_chance():
        state.apply(state.sample_chance(rng))
    state.apply(state.parse("draw"))
    state.apply(state.sample_chance(rng))
    state.record["hand"][0, 0] = np.bincount(deck[:9], minlength=12)
    state.record["in_hand"][0, 0] = 9
    state.record["melds"][0, 0] = state.record["fresh"] = 1
    state.record["low"][0, 0, 0], state.record["high"][0, 0, 0] = 2, 4
    in_order = [runs(record) for record in lay(state, in_any_order=False)]
    in_any_order = [runs(record) for record in lay(state, in_any_order=True)]
    assert {tuple(sorted(r)) for r in in_order} == {tuple(sorted(r)) for r in in_any_order}
    assert len({tuple(r) for r in in_order}) == len(in_order)


def test_four_hands_must_leave_a_stock():
    with pytest.raises(BadInput, match="no card for the stock"):
        load_game("minirummy").options({"suits": 1, "ranks": 4, "held": 2})


@pytest.mark.parametrize(
    "options",
    [
        {"suits": 1, "ranks": 5, "held": 2},
        pytest.param({"suits": 2, "ranks": 5, "held": 3}, marks=pytest.mark.soak),
        {"suits": 2, "ranks": 6, "copies": 1, "held": 2, "most_takes": 8},
    ],
    ids=str,
)
def test_resampled_worlds_have_the_frequencies_of_brute_force(options):
    game = load_game("minirummy")
    rng = np.random.default_rng(3)
    compared = 0
    for seed in range(10):
        for step, (state, _action) in enumerate(random_deal(game, game.options(options), seed)):
            if step % 6 == 5:
                seat = step // 6 % 2
                assert resample_matches(state, seat, rng) is None, (seed, step, seat)
                compared += 1
    assert compared >= 15


@pytest.mark.parametrize("advanced", [0, 1])
def test_the_advanced_player_beats_the_basic_one_from_either_seat(advanced):
    game = load_game("minirummy")
    ids, prob = game.buffers()
    rng = np.random.default_rng(11)
    margins = []
    for _deal in range(400):
        record = game.new_state().record
        while (player := calls.current_player(record, 0)) != -4:
            if player < 0:
                action = calls.sample_chance(record, 0, rng, ids, prob)
            else:
                n = calls.policy_probs(record, 0, int(player == advanced), ids, prob)
                action = rng.choice(ids[:n], p=prob[:n])
            calls.apply_action(record, 0, action)
        points = np.zeros(2)
        calls.returns(record, 0, points)
        margins.append(points[advanced] - points[1 - advanced])
    error = np.std(margins) / np.sqrt(len(margins))
    assert np.mean(margins) > 3 * error
