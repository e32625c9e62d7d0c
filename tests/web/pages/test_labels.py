"""Players by their labels wherever people read, by their ids wherever programs do."""

import re

import pytest
from drawn import read

from ludoteca.core.answers import Table
from ludoteca.core.i18n import speaking
from ludoteca.core.player_names import with_labels
from ludoteca.core.registry import games, load_game
from ludoteca.lab.text import in_words
from ludoteca.players.factory import HUMAN, available
from ludoteca.web.journal import HeadSeat
from ludoteca.web.pages.own_results import seats_words
from ludoteca.web.pages.study.answer_tables import Asking, csv_text, shown

POKER = load_game("poker")
TABLE = {
    "name": "ratings",
    "title": "",
    "columns": ["place", "player"],
    "named": [],
    "rows": [[1, "nosso"], [2, "mcts@0.5s"], [3, "remote:bot"]],
}


def test_a_table_on_a_page_has_labels_and_its_csv_has_ids():
    drawn = str(shown(TABLE, Asking(), "/a", POKER)["rows"])
    assert "tree search, 0.5s" in drawn
    assert "nosso" not in drawn
    assert "remote:bot" in drawn
    asked = Asking(find="tree search")
    assert shown(TABLE, asked, "/a", POKER)["found"] == 1
    assert csv_text(TABLE, asked, POKER).splitlines() == ["place,player", "2,mcts@0.5s"]


def test_values_of_rule_options_and_players_are_told_by_their_labels_in_fields_and_tables():
    assert in_words(POKER, "round", "completa") == "complete"
    assert in_words(POKER, "players", ["random", "class.py"]) == "Kiko (random moves), class.py"
    assert in_words(POKER, "round", 3) == 3
    assert in_words(POKER, "exploitability", {"nosso": 0.5}) == {"Boris (our own)": 0.5}
    with speaking("pt"):
        assert in_words(POKER, "stones", {"own": 2}) == {"own": 2}, "it is no player"
    assert in_words(POKER, "game", "poker") == "Simplified poker"
    assert in_words(POKER, "options", {"rounds": 5}) == {"rounds of a match": 5}
    assert in_words(POKER, "file", "completa") == "completa"
    with speaking("pt"):
        assert in_words(POKER, "round", "rapida") == "rápida"


def test_players_with_the_same_label_are_told_by_their_ids():
    """The label of "ganancioso" is "greedy" in English alone."""
    both = ["ganancioso", "greedy", "nosso"]
    assert in_words(POKER, "players", both) == "ganancioso, greedy, nosso"
    assert in_words(POKER, "exploitability", dict.fromkeys(both, 0.5)) == dict.fromkeys(both, 0.5)
    with speaking("pt"):
        assert in_words(POKER, "players", both[:2]) == "ganancioso, greedy"


def test_a_chart_has_labels_in_the_language_in_use():
    table = Table("ladder", ("variant", "player"), [["nosso", "random"]])
    assert with_labels(POKER.info, table).rows == [["nosso", "Kiko (random moves)"]]
    with speaking("fi"):
        assert with_labels(POKER.info, table).rows[0][1] != "random"


def test_a_list_of_tables_tells_machines_by_their_first_names():
    seats = [HeadSeat(machine="mcts@0.5s"), HeadSeat("p", "Ana"), HeadSeat(machine="mcts")]
    assert seats_words(seats, load_game("poker")) == "Milo, Ana, Dina"
    assert seats_words(seats[:1], None) == "machine"


@pytest.mark.parametrize("address", ["/", "/games/{}/new"])
def test_who_plays_reads_no_id_of_a_machine(visitor, address):
    for game in games().values():
        if not game.example:
            text = " ".join(
                e.text() for e in read(visitor.get(address.format(game.name)).text).walk()
            )
            for machine in set(available(game)) - {HUMAN}:
                assert not re.search(rf"\b{machine}\b", text), (game.name, machine)


def test_a_patience_asks_for_no_opponent(visitor):
    assert "Opponent" not in visitor.get("/games/vangin/new").text
    assert "mcts" not in visitor.get("/games/vangin/new").text
