"""The taught hands of mus: each question is put to seat 0, whose side wins what it asks about."""

import pytest

from ludoteca.core import rooms
from ludoteca.core.registry import load_game
from ludoteca.games.mus.ids import ACCEPT, BETTING, ENVITE, PASS

GAME = load_game("mus")
TAUGHT = GAME.hook(rooms.TAUGHT)


@pytest.mark.parametrize("hand", TAUGHT, ids=lambda hand: hand.name)
def test_the_side_of_who_is_asked_wins_the_lance_when_the_bet_is_accepted(hand):
    state = GAME.new_state(hand.options).play(hand.moves)
    s = state.record[0]
    assert (state.current_player(), s["phase"]) == (0, BETTING)
    lance, asked = int(s["lance"]), True
    while not state.is_terminal():
        if state.is_chance():
            state.apply(state.possible_actions()[0])
            continue
        legal = state.legal_actions()
        bets = asked and ACCEPT not in legal
        state.apply(ENVITE + 2 if bets else ACCEPT if ACCEPT in legal else PASS)
        asked = False
    assert state.record[0]["winner"][lance] == 1
    assert state.record[0]["stake"][lance] == 2 or state.record[0]["ordago"] == 1


@pytest.mark.parametrize("hand", TAUGHT, ids=lambda hand: hand.name)
def test_the_lesson_advises_what_wins(hand):
    view = GAME.new_state(hand.options).play(hand.moves).view(0)
    (*_steps, last) = GAME.hook(rooms.lesson)(view)
    assert "weak" not in last.text
    assert "quiero" in last.text if ACCEPT in view.legal else "envido 2" in last.text
