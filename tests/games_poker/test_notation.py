"""Poker in the terminal: what can be typed in one line, and what a table says."""

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.players.human import HumanPlayer


def typed(state, *lines):
    """The moves that a person makes who types ``lines`` while it is their turn."""
    left, written = list(lines), []
    player = HumanPlayer(lambda _prompt: left.pop(0), written.append)
    seat, moves = state.current_player(), []
    while state.current_player() == seat and (left or player._typed):
        action = player.choose(state.view(seat), np.random.default_rng(0))
        moves.append(state.action_text(action))
        state = state.child(action)
    return moves, written


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("exchange KQJ", ["K", "Q", "J"]),
        ("troca jqk", ["K", "Q", "J"]),
        ("k, q, j", ["K", "Q", "J"]),
        ("345", ["K", "Q", "J"]),
        ("5 1", ["A", "J", "stop"]),
        ("aa", ["A", "A", "stop"]),
        ("Q", ["Q", "stop"]),
        ("keep", ["stop"]),
        ("exchange none", ["stop"]),
        ("0", ["stop"]),
    ],
)
def test_an_exchange_is_typed_in_one_line(played, line, moves):
    assert typed(played("AAKQJ 77QQJ"), line)[0] == moves


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("7", "you cannot exchange 7: your hand is A A K Q J"),
        ("KK", "you cannot exchange K K: your hand is A A K Q J"),
        ("33", "you cannot exchange 3 3: your hand is A A K Q J"),
        ("6", "there are 5 cards in your hand"),
        ("AAKQ", "you may exchange up to 3 cards, not 4"),
        ("exchange", "exchange up to 3 cards: which?"),
    ],
)
def test_what_cannot_be_exchanged_is_refused_and_asked_again(played, line, sentence):
    moves, written = typed(played("AAKQJ 77QQJ"), line, "keep")
    assert moves == ["stop"]
    assert any(text.startswith(sentence) for text in written)


def test_a_line_that_is_no_exchange_is_left_to_the_table(played, game):
    view = played("AAKQJ 77QQJ").view(0)
    for line in ("hint", "?", "", "fold"):
        assert game.notation.read_line(view.record[0], line) is None


def test_an_exchange_that_has_begun_goes_on_in_the_order_of_ranks(played, game):
    view = played("AAKQJ 77QQJ", "Q").view(0)
    assert game.notation.read_line(view.record[0], "J") == ["J", "stop"]
    with pytest.raises(BadInput, match="in the order A7KQJ"):
        game.notation.read_line(view.record[0], "A")


@pytest.mark.parametrize(
    ("line", "move"), [("fold", "fold"), ("desisto", "fold"), ("stay", "stay"), ("c", "stay")]
)
def test_folding_and_staying_in_a_word(played, line, move):
    assert typed(played("AAKQJ 77QQJ", "stop stop"), line)[0] == [move]


def test_the_table_says_what_a_seat_knows_and_no_more(played):
    state = played("AAKQJ 77QQJ", "K Q J A 7 7 J")
    assert state.view(1).table_text().splitlines() == [
        "Round 1 of 5",
        "  7 7 Q Q",
        "Player 1: first; exchanged 3 cards",
        "Player 2 (you): second; exchanged J",
    ]
    assert "exchanged K Q J" in state.view(0).table_text()


def test_the_table_at_the_end_shows_both_hands(played):
    text = played("AAKQJ 77QQJ", "stop stop stay stay").view(-1).table_text()
    assert "Player 1: first; exchanged nothing; A A K Q J, a pair (1 point)" in text
    assert "Player 2: second; exchanged nothing; 7 7 Q Q J, two pairs (2 points)" in text


def test_nothing_is_said_of_an_exchange_that_has_not_begun(played):
    text = played("AAKQJ 77QQJ").view(0).table_text()
    assert "exchanged" not in text
    assert "exchanged" not in played("AAKQJ 77QQJ", "K stop").view(0).table_text().split("\n")[-1]


def test_the_standing_in_words(game):
    standing = game.standing_layout.empty()
    standing["played"], standing["score"] = 2, [[7, 4]]
    words = game.notation.standing_words(standing[0])
    assert words == "After 2 rounds: Player 1: 3.5, Player 2: 2"
