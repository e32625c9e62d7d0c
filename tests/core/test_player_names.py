"""Machines are called by a word of the language in use, and found by it."""

import pytest

from ludoteca.core.i18n import speaking
from ludoteca.core.player_names import level_words
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
