"""The line of reason for a move of eräs korttipeli."""

import pytest

from ludoteca.games.eras.notation import read_cards
from ludoteca.games.eras.reasons import better_words, reason_words, turn_reason_words
from ludoteca.games.eras.turns import lay_turn

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


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("3H 3S", "3♥ 3♠ (pair) is the best in the hand, and leads"),
        ("KD", "K♦ is little to lose, and 3♥ 3♠ (pair) is kept"),
        ("3S", "3♠ may win too, and the rest of 3♥ 3♠ (pair) is kept"),
        ("3H 3S KD", "if 3♥ 3♠ (pair) wins, K♦ goes onto the player's own pile with it"),
    ],
)
def test_a_lay_is_explained_by_the_cards_that_are_laid(played, cards, told):
    state = played(HANDS, hand=3)
    turn = lay_turn(state.view(0), read_cards(cards))
    assert turn_reason_words(state.view(0), turn).startswith(told)


@pytest.mark.parametrize(
    ("better", "instead", "told"),
    [
        ("3H 3S KD", "3H 3S", "K♦ goes onto the player's own pile with it"),
        ("3H 3S", "3H 3S KD", "3♥ 3♠ (pair) can win without K♦, which is kept"),
        ("3H 3S", "KD", "3♥ 3♠ (pair) beats more lays than K♦"),
        ("KD", "3H 3S", "K♦ is little to lose, and 3♥ 3♠ (pair) is kept"),
    ],
)
def test_a_better_lay_is_explained_by_what_it_has_that_the_other_has_not(
    played, better, instead, told
):
    state = played(HANDS, hand=3)
    view = state.view(0)
    turns = [lay_turn(view, read_cards(cards)) for cards in (better, instead)]
    assert told in better_words(view, *turns)
