"""The shoe: an order fixed in advance deals as chance does, and the same cards to every seating."""

import numpy as np
import pytest
from scipy import stats

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.ids import NO_DRAW
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe, kinds_of_cards


def play(game, options, shoe, rng):
    """The kinds drawn in a deal of random players from ``shoe``."""
    state = game.new_state(options)
    while not state.is_terminal():
        if state.is_chance():
            action = shoe.draw(state)
            if calls.draw_source(state.record, 0) != NO_DRAW:
                yield action
        else:
            legal = state.legal_actions()
            action = legal[int(rng.random() * len(legal))]
        state.apply(action)


@pytest.mark.parametrize("name", ["minirummy", "minimus"])
def test_a_shoe_deals_each_kind_as_often_as_chance_would(name):
    """The first cards of many shoes: each kind in proportion to its number of cards."""
    game = load_game(name)
    kinds = kinds_of_cards(game, game.options())
    drawn = [Shoe.shuffled(game, game.options(), s).draw(game.new_state()) for s in range(2000)]
    expected = np.bincount(kinds) * len(drawn) / len(kinds)
    present = expected > 0
    found = np.bincount(drawn, minlength=len(expected))
    assert stats.chisquare(found[present], expected[present]).pvalue > 1e-4


@pytest.mark.parametrize("shoes", [1000, pytest.param(4000, marks=pytest.mark.soak)])
def test_draws_from_two_orders_in_turn_leave_the_rest_equally_likely(shoes):
    """Two cards of each of two kinds: one from the stock, one picked up, one from the stock.

    After two different kinds one card of each is left, so the third draw is an even chance; a shoe
    that remembered the picked-up card in the order of the stock would favour its kind.
    """
    game = load_game("minirummy")
    third_is_second = []
    for seed in range(shoes):
        shoe = Shoe.shuffled(game, game.options(), seed)
        state = game.new_state()
        state.record["deck"][0] = 0
        state.record["deck"][0, :2] = 2
        drawn = []
        for phase in ("DRAWING", "PICKING_UP", "DRAWING"):
            state.record["phase"] = getattr(game.rules, phase)
            drawn.append(shoe.draw(state))
            state.record["deck"][0, drawn[-1]] -= 1
        if drawn[0] != drawn[1]:
            third_is_second.append(drawn[2] == drawn[1])
        else:
            assert drawn[2] != drawn[0]
    n = len(third_is_second)
    assert stats.binomtest(n, shoes, 2 / 3).pvalue > 1e-4
    assert stats.binomtest(sum(third_is_second), n, 1 / 2).pvalue > 1e-4


def test_a_rigged_shoe_deals_the_cards_it_was_told():
    game = load_game("minirummy")
    shoe = Shoe.rigged(game, game.options(), [4, 0, 4, 1])
    kinds = list(play(game, {}, shoe, np.random.default_rng(1)))
    assert kinds[:4] == [4, 0, 4, 1]


def test_a_shoe_cannot_be_rigged_with_cards_that_are_not_there():
    game = load_game("minirummy")
    with pytest.raises(BadInput, match="kind 4"):
        Shoe.rigged(game, game.options(), [4, 4, 4])


def test_two_seatings_get_the_same_cards_from_one_shoe():
    game = load_game("minirummy")
    shoe = Shoe.shuffled(game, game.options(), 7)
    first = list(play(game, {}, shoe, np.random.default_rng(1)))
    again = list(play(game, {}, shoe.again(), np.random.default_rng(1)))
    assert first == again
