"""The line of reason for a move, from the cards held and the number that the other exchanged."""

import pytest

from ludoteca.games.poker.reasons import reason_words, turn_reason_words


@pytest.mark.parametrize(
    ("hands", "moves", "move", "told"),
    [
        ("AAAKQ 77QQJ", "", "K", "K does not contribute to three of a kind"),
        ("AAAKQ 77QQJ", "", "A", "A counts in three of a kind"),
        ("AAAKQ 77QQJ", "", "stop", "keeping all cards looks like a better hand"),
        ("AAAKQ 77QQJ", "K", "stop", "so few cards exchanged look like a better hand"),
        ("AAAKK 77QQJ", "", "stop", "every card that is kept contributes to a full house"),
        ("A7KQJ 77QQJ", "", "J", "nothing is held, and a card that comes for J"),
        ("AAAKK 77QQJ", "stop stop", "stay", "a full house (5 points); whoever keeps all cards"),
        (
            "AAAKK 77QQJ",
            "stop J stop A",
            "stay",
            "a full house (5 points); whoever exchanges one card",
        ),
    ],
)
def test_a_move_is_explained_by_the_hand_and_the_number_exchanged(played, hands, moves, move, told):
    state = played(hands, moves)
    assert state.current_player() == 0
    assert reason_words(state.view(0), state.parse(move)).startswith(told)


@pytest.mark.parametrize(
    ("hand", "given", "told"),
    [
        ("AKJ77", "A K J", "A, K and J add nothing to a pair (1 point), and better cards"),
        ("AAAKQ", "K Q stop", "K and Q add nothing to three of a kind"),
        ("AAAKQ", "K stop", "K does not contribute to three of a kind"),
        ("A7KQJ", "Q J stop", "nothing is held, and cards that come for Q and J may make a pair"),
        ("AAAKK", "stop", "every card that is kept contributes to a full house"),
    ],
)
def test_cards_exchanged_together_are_explained_together(played, hand, given, told):
    state = played(f"{hand} 77QQJ", "")
    seen, moves = state.view(0), []
    for text in given.split():
        moves.append(state.parse(text))
        state.apply(moves[-1])
    assert turn_reason_words(seen, moves).startswith(told)
