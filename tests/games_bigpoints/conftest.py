"""The game under test; importable by name, a second text of its rules and a brute-force solver."""

import sys
from pathlib import Path

import pytest

from ludoteca.core.registry import load_game

sys.path.insert(0, str(Path(__file__).parent / "reference"))


@pytest.fixture(scope="session")
def game():
    return load_game("bigpoints")


@pytest.fixture
def laid(game):
    """``laid(board, moves, **options)``: the position on a row after moves in notation."""

    def position(board, moves="", **options):
        state = game.notation.board_state(game, board, options)
        for move in moves.split():
            state.apply(state.parse(move))
        return state

    return position
