"""Players by their labels wherever people read, by their ids wherever programs do."""

from ludoteca.core.answers import Table
from ludoteca.core.i18n import speaking
from ludoteca.core.player_names import with_labels
from ludoteca.core.registry import load_game
from ludoteca.web.journal import HeadSeat
from ludoteca.web.pages.lobby import seat_words
from ludoteca.web.pages.tables import Asking, csv_text, shown

INFO = load_game("poker").info
TABLE = {
    "name": "ratings",
    "title": "",
    "columns": ["place", "player"],
    "named": [],
    "rows": [[1, "nosso"], [2, "mcts@0.5s"], [3, "remote:bot"]],
}


def test_a_table_on_a_page_has_labels_and_its_csv_has_ids():
    drawn = str(shown(TABLE, Asking(), "/a", INFO).rows)
    assert "tree search, 0.5s" in drawn
    assert "nosso" not in drawn
    assert "remote:bot" in drawn
    asked = Asking(find="tree search")
    assert shown(TABLE, asked, "/a", INFO).found == 1
    assert csv_text(TABLE, asked, INFO).splitlines() == ["place,player", "2,mcts@0.5s"]


def test_a_chart_has_labels_in_the_language_in_use():
    table = Table("ladder", ("variant", "player"), [["nosso", "random"]])
    assert with_labels(INFO, table).rows == [["nosso", "random moves"]]
    with speaking("fi"):
        assert with_labels(INFO, table).rows[0][1] != "random"


def test_a_list_of_tables_names_a_machine_by_its_label():
    seat = HeadSeat(machine="mcts@0.5s")
    assert seat_words(seat, load_game("poker")) == "machine (tree search, 0.5s)"
    assert seat_words(seat, None) == "machine (mcts@0.5s)"
