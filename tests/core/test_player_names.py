"""Machines are called by a word of the language in use, and found by it."""

import pytest

from ludoteca.core.i18n import speaking
from ludoteca.core.player_names import (
    about_machine,
    first_names,
    level_words,
    rank_words,
    seat_marked,
    seat_names,
)
from ludoteca.core.registry import load_game
from ludoteca.players.factory import make_player


@pytest.mark.parametrize(
    ("lang", "game", "spec", "words"),
    [
        ("en", "bigpoints", "expert@0.5s", "expert, 0.5s"),
        ("en", "poker", "ganancioso", "greedy"),
        ("pt", "poker", "ganancioso", "ganancioso"),
        ("fi", "poker", "ganancioso", "ahne"),
        ("en", "poker", "belief@200", "belief search, 200"),
        ("en", "poker", "", ""),
        ("en", "poker", "<b>", "<b>"),
        ("en", "poker", "class@2/nosso.py", "class@2/nosso.py"),
        ("en", "poker", "random@2/ana.py:X", "random@2/ana.py:X"),
    ],
)
def test_a_level_is_told_in_words(lang, game, spec, words):
    with speaking(lang):
        assert level_words(load_game(game).info, spec) == words


def test_a_player_is_found_by_what_it_is_called():
    game = load_game("poker")
    with speaking("en"):
        assert make_player(game, "greedy").name == make_player(game, "ganancioso").name
    with speaking("es"):
        assert make_player(game, "Codicioso").name == make_player(game, "ganancioso").name
    assert make_player(game, "aino").name == make_player(game, "ganancioso").name


def test_the_machines_of_a_table_have_different_first_names_whatever_their_budget():
    mus = load_game("mus").info
    assert first_names(mus, ["", "avanzado", "maestro", "Avanzado"]) == [
        "",
        "Boris",
        "Otto",
        "Dina",
    ]
    many = first_names(mus, ["mcts@0.5s"] * 7)
    assert many[:2] == ["Milo", "Dina"]
    assert len(set(many)) == 7


def test_a_player_from_a_file_is_called_by_the_name_of_the_file_as_it_is_written():
    poker = load_game("poker").info
    specs = ["Examples/poker/ana.py", "nosso.py:X", "class@2/McCoy.py"]
    assert first_names(poker, specs) == ["ana", "nosso", "McCoy"]


def test_a_machine_is_told_by_its_place_on_the_ladder_and_what_it_wins_there():
    mus = load_game("mus").info
    assert rank_words(mus, "avanzado") == "level 2 of 4"
    assert "Wins 62 of 100 matches against Aino." in about_machine(mus, "avanzado")
    assert "Wins" not in about_machine(mus, "básico")
    assert rank_words(mus, "belief@50") == "machine, 50"
    with speaking("pt"):
        assert "Aino" in about_machine(mus, "avanzado")
    taught = {
        about_machine(mus, "autodidacta"),
        about_machine(load_game("eras").info, "self-taught"),
    }
    assert taught == {"Learned by playing against itself and others."}, (
        "beside the ladder: no share"
    )


def test_nothing_is_claimed_of_a_level_that_was_not_measured():
    """It may weigh the chances or only count: the name of a level does not say how it plays."""
    minimus, eras = load_game("minimus").info, load_game("eras").info
    assert about_machine(minimus, "advanced") == ""
    assert about_machine(minimus, "belief@1s").startswith("Guesses the hidden cards")
    assert about_machine(eras, "advanced").startswith("Weighs the chances")


def test_the_viewers_seat_is_marked_unless_its_name_says_so():
    with seat_names(["Ana", "", "You"]):
        assert [seat_marked(seat, 1) for seat in range(2)] == ["Ana", "Player 2 (you)"]
        assert seat_marked(2, 2) == "You"
