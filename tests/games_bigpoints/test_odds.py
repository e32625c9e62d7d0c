"""The numbers beside the track: shown where they are proved, and only there."""

import numpy as np

from ludoteca.core.numbers import Exact, Simulated
from ludoteca.games.bigpoints import odds


def shown(state):
    return [odd.value for odd in odds.odds_at(state.view(0), np.random.default_rng(1))]


def test_a_lead_is_proved_on_a_row_that_lies_and_not_while_it_is_laid(game, laid):
    """Discs to come are hidden from every view, so that a row in the making looks whole."""
    assert [number.value for number in shown(laid("1122"))] == [1]
    state = game.new_state({"colours": 2, "discs": 2, "white": 0, "black": 0})
    for disc in (0, 1, 0):
        state.apply(disc)
    numbers = shown(state)
    assert numbers
    assert all(isinstance(number, Simulated) for number in numbers)
    state.apply(1)
    assert isinstance(shown(state)[0], Exact)
