"""Rounds of eras set up card by card."""

import pytest

from ludoteca.core import calls
from ludoteca.core.ids import NO_DRAW
from ludoteca.core.registry import load_game


@pytest.fixture(scope="session")
def eras():
    return load_game("eras")


@pytest.fixture
def played(eras):
    """``played("3S 4S", "+1 3S", players=2)``: a state after these moves in notation.

    Cards that are turned need not be written.
    """

    def play(*moves, **options):
        state = eras.new_state(options)
        for word in " ".join(moves).split():
            state.apply(state.parse(word))
            while state.is_chance() and calls.draw_source(state.record, 0) == NO_DRAW:
                state.apply(state.chance_outcomes()[0][0])
        return state

    return play
