"""The rules of Kuhn poker as lines of play: the cards of seat 0 and seat 1, then their moves."""

import pytest

from ludoteca.core.ids import SPECTATOR
from ludoteca.core.registry import load_game


def after(line):
    """The position after the cards and moves of ``line``."""
    return load_game("kuhn").new_state().play(line)


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("pass pass", [1, -1]),
        ("bet fold", [1, -1]),
        ("bet call", [2, -2]),
        ("pass bet fold", [-1, 1]),
        ("pass bet call", [2, -2]),
    ],
)
def test_the_king_of_the_first_player_wins_unless_it_folds(moves, points):
    assert after(f"K Q {moves}").returns() == points


def test_the_higher_card_wins_a_called_bet_whoever_bet():
    assert after("J Q bet call").returns() == [-2, 2]
    assert after("J Q pass bet call").returns() == [-2, 2]


def test_each_seat_sees_its_own_card():
    state = after("K Q pass")
    assert state.view(0).table_text().startswith("cards K?\n")
    assert state.view(1).table_text().startswith("cards ?Q\n")
    assert state.view(SPECTATOR).table_text().startswith("cards ??\n")
