"""Mus as its players write it."""

import pytest

from ludoteca.games.mus.ids import CUT, ORDAGO
from ludoteca.games.mus.notation import standing_words
from ludoteca.players.human import read_line

from .conftest import standing

HANDS = "RRC7 RRS6 CCAA SS4A"


def read(state, line):
    return read_line(state.view(state.current_player()), line)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("envido", "envido2"),
        ("envido 5", "envido5"),
        ("ENVIDO 5", "envido5"),
        ("ordago", "órdago"),
        ("Órdago", "órdago"),
        ("paso", "paso"),
    ],
)
def test_first_bets_are_read_without_accents_and_blanks(played, line, move):
    assert read(played(HANDS, "no-hay-mus"), line) == [move]


@pytest.mark.parametrize(
    ("line", "move"),
    [("quiero", "quiero"), ("3 más", "reenvido3"), ("reenvido 3", "reenvido3"), ("paso", "paso")],
)
def test_answers_are_read(played, line, move):
    assert read(played(HANDS, "no-hay-mus envido2"), line) == [move]


@pytest.mark.parametrize("line", ["no quiero", "paso", "no"])
def test_the_pass_that_refuses_has_several_names(played, line):
    assert read(played(HANDS, "no-hay-mus envido2 paso"), line) == ["no-quiero"]


@pytest.mark.parametrize(
    ("line", "move"), [("mus", "mus"), ("no hay mus", "no-hay-mus"), ("corto", "no-hay-mus")]
)
def test_mus_is_read(played, line, move):
    assert read(played(HANDS), line) == [move]


@pytest.mark.parametrize("line", ["7c", "C7", "x c7", "xC7"])
def test_cards_to_throw_are_read_in_any_order(played, line):
    assert read(played(HANDS, "mus mus mus mus"), line) == ["xc7"]


def test_to_keep_all_cards_has_a_word(played):
    assert read(played(HANDS, "mus mus mus mus"), "Servido") == ["x"]


def test_a_line_that_is_no_answer_is_left_as_it_is(played):
    assert read(played(HANDS, "no-hay-mus"), "hola") == ["hola"]


def test_a_standing_is_said_in_stones_juegos_and_vacas(mus):
    found = standing(mus, score=(12, 5), juegos_won=(1, 0))[0]
    assert standing_words(found) == "stones 12-5, juegos 1-0, vacas 0-0"


def test_an_ordago_has_the_name_of_its_button(mus):
    state = mus.new_state({"corrido": "no", "signs": "none"})
    state.apply(3)
    for kind in "A456" * 4:
        state.apply("A234567SCR".index(kind))
    state.apply(CUT)
    assert state.view(0).action_words(ORDAGO) == "grande · ¡Órdago!"


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("", ["Mus", "No hay mus"]),
        ("no-hay-mus", ["grande · Paso", "grande · Envido 2"]),
        ("no-hay-mus envido2", ["grande · Paso", "grande · Quiero", "grande · 2 más"]),
        ("no-hay-mus envido2 paso", ["grande · No quiero", "grande · Quiero"]),
    ],
)
def test_a_move_has_the_name_of_its_button(played, moves, said):
    state = played(HANDS, moves)
    view = state.view(state.current_player())
    assert set(said) <= {view.action_words(action) for action in view.legal}
