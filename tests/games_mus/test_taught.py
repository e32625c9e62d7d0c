"""The taught hands of mus: each question is put to seat 0, whose side wins what it asks about."""

import pytest

from ludoteca.core import rooms
from ludoteca.core.registry import load_game
from ludoteca.games.mus.ids import ACCEPT, BETTING, CUT, ENVITE, PASS
from ludoteca.table.scene import taught_state

GAME = load_game("mus")
FIRST_DEAL, *TAUGHT = GAME.hook(rooms.TAUGHT)


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
    assert ("Quiero" if ACCEPT in view.legal else "Envido 2") in last.text


def test_whoever_does_what_the_guide_says_bets_all_but_chica_and_wins_the_first_deal():
    state, bets = taught_state(GAME, FIRST_DEAL), 0
    steps = GAME.hook(rooms.lesson)(state.view(0))
    assert "Press it" in steps[-1].text, "there is a sign to make"
    while not state.is_terminal():
        if state.is_chance():
            state.apply(state.possible_actions()[0])
            continue
        legal, told = state.legal_actions(), ""
        if state.current_player() == 0:
            told = GAME.hook(rooms.lesson)(state.view(0))[-1].text
        if "No hay mus" in told:
            state.apply(CUT)
        elif "Envido 2" in told:
            bets += 1
            state.apply(ENVITE + 2)
        else:
            assert "press" not in told or "Paso" in told
            state.apply(ACCEPT if ACCEPT in legal else PASS if PASS in legal else legal[0])
    assert bets == 3
    assert state.record[0]["points"][0] > state.record[0]["points"][1]
