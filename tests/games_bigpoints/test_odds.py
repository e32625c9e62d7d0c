"""The worth of moves beside the track: proved where a search comes to the end, else judged."""

import pytest

from ludoteca.core.numbers import Estimate, Exact
from ludoteca.games.bigpoints.odds import values_at
from ludoteca.players.advice.advise import advise


def row_of(game, options, discs):
    state = game.new_state(options)
    for disc in discs:
        state.apply(disc)
    return state


def test_the_lead_is_proved_on_a_row_that_lies_and_not_while_it_is_laid(laid):
    """Discs to come are hidden from every view, so that a row in the making looks whole."""
    (odd,) = advise(laid("1122").view(0), seed=1).odds
    assert odd.value.value == 1


def test_nothing_is_known_while_the_row_is_laid(game):
    state = row_of(game, {"colours": 2, "discs": 2, "white": 0, "black": 0}, (0, 1, 0))
    assert values_at(state.view(0)) is None
    state.apply(1)
    values = values_at(state.view(0))
    assert set(values) == set(state.legal_actions())
    assert all(isinstance(value, Exact) for value in values.values())


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_is_judged_by_a_search_that_looks_as_far_for_every_move(game, players):
    kinds = [kind for kind in range(5) for _disc in range(9)] + [5] * 5 + [6] * 5
    state = row_of(game, {"players": players}, kinds)
    values = values_at(state.view(0))
    assert set(values) == set(state.legal_actions())
    assert all(isinstance(value, Estimate) for value in values.values())
    (ahead,) = {value.ahead for value in values.values()}
    assert ahead >= 2
    assert values == values_at(state.view(0)), "it does not depend on the machine"
