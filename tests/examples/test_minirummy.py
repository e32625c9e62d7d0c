"""Minirummy beyond its rules: the longest deal, the order of small moves, worlds, machines."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.laws import random_deal
from ludoteca.core.laws.referee import resample_matches
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import kinds_of_cards

SIX = {"ranks": 6}


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
    deck = rng.permutation(kinds_of_cards(game, game.options(SIX)))
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
