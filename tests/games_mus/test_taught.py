"""The taught hands of mus: each question is put to seat 0, whose side wins what it asks about."""

import pytest

from ludoteca.core import rooms
from ludoteca.core.registry import load_game
from ludoteca.core.view import Memory
from ludoteca.games.mus.ids import ACCEPT, BETTING, CUT, ENVITE, ORDAGO, PASS
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


def said_after(hand, move):
    """The guide's first words after ``move`` at the decision of a taught hand."""
    state = GAME.new_state(hand.options).play(hand.moves)
    state.apply(move)
    return GAME.hook(rooms.lesson)(state.view(0, Memory.DEAL))[0].text


@pytest.mark.parametrize("hand", TAUGHT, ids=lambda hand: hand.name)
def test_whoever_does_not_do_what_was_advised_is_told_what_that_means(hand):
    legal = GAME.new_state(hand.options).play(hand.moves).legal_actions()
    answers = ACCEPT in legal
    assert ("You gave up" if answers else "Paso works too") in said_after(hand, PASS)
    if answers:
        return
    assert "That works too" in said_after(hand, ENVITE + 5)
    assert "That is a dare" in said_after(hand, ORDAGO)
    assert said_after(hand, ENVITE + 2).startswith("The others speak now")


def test_whoever_passes_with_good_hands_is_told_once_and_while_the_lance_goes_on():
    juego = next(hand for hand in TAUGHT if hand.name == "juego")
    state = GAME.new_state(juego.options).play(juego.moves.partition(" paso")[0])
    told = []
    while state.record[0]["phase"] == BETTING:
        state.apply(PASS)
        said = GAME.hook(rooms.lesson)(state.view(0, Memory.DEAL))[0].text
        told.append("Paso works too" in said)
    assert told == [True] * 3 + [False] * 5, "grande, until all have spoken"


def test_whoever_bets_on_a_weak_hand_is_told_that_it_is_a_bluff():
    grande = next(hand for hand in TAUGHT if hand.name == "grande")
    state = GAME.new_state(grande.options).play(grande.moves)
    for move in (*[PASS] * 4, ENVITE + 2):  # chica with three kings
        state.apply(move)
    told = GAME.hook(rooms.lesson)(state.view(0, Memory.DEAL))[0].text
    assert told.startswith("That is a bluff")


@pytest.mark.parametrize(
    ("kings", "points"),
    [
        ("8", [("king, 3, caballo, sota", "10"), ("7, 6, 5, 4", "their number"), ("ace, 2", "1")]),
        ("4", [("king, caballo, sota", "10"), ("7, 6, 5, 4, 3, 2", "their number"), ("ace", "1")]),
    ],
)
def test_the_rules_tell_what_cards_and_hands_are_worth(kings, points):
    s = GAME.new_state(GAME.options({"kings": kings})).record[0]
    tables = GAME.hook(rooms.worths)(s)
    assert [(row.words, row.points) for row in tables["The four lances"]] == points
    stones = {row.words: row.points for row in tables["The count"]}
    cuenta = ("a par", "medias", "duples", "juego", "juego of 31")
    assert [stones[hand] for hand in cuenta] == ["1", "2", "3", "2", "3"]
