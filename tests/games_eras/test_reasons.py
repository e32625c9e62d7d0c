"""The line of reason for a move of eräs korttipeli."""

import pytest

from ludoteca.games.eras.reasons import reason_words

HANDS = "3S 5D 3H 8C KD TC"
"""Two hands of three cards: a pair of threes and a king, five, eight and ten."""


@pytest.mark.parametrize(
    ("moves", "move", "told"),
    [
        ("", "+2", "is the best in the hand, and leads"),
        ("", "+1", "with so few cards there is little to lose, and"),
        ("", "+3", "may win, and then the other cards go onto the player's own pile"),
        ("+2", "3H", "3♥ belongs to"),
        ("+1 KD", "+1", "may beat a lay of 1 card"),
    ],
)
def test_a_move_is_explained_by_the_best_combination(played, moves, move, told):
    state = played(HANDS, moves, hand=3)
    action = state.parse(move)
    assert action in state.legal_actions()
    assert told in reason_words(state.view(state.current_player()), action)
