"""Fixtures for the tests of the teaching games."""

import pytest

from ludoteca.core.registry import load_game
from ludoteca.core.state import State


@pytest.fixture
def played():
    """``played(game, options, *texts)``: the position after the moves in ``texts``."""

    def play(name: str, options: dict[str, int], *texts: str) -> State:
        return load_game(name).new_state(options).play(" ".join(texts))

    return play
