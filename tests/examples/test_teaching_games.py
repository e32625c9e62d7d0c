"""The teaching games are registered as the others, and stand apart from them."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from ludoteca.cli import warm
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.registry import games
from ludoteca.core.sources import EXAMPLES

NAMES = ["kuhn", "leduc", "minimus", "minirummy", "nim", "tictactoe", "tricks"]


def test_they_are_registered_last():
    assert [name for name, game in games().items() if game.example] == list(games())[-7:] == NAMES


def test_each_has_its_rules_for_people():
    for name in NAMES:
        text = (EXAMPLES / name / "README.md").read_text(encoding="utf-8")
        assert text.startswith(f"# {games()[name].info.title}\n")


def test_a_game_of_ones_own_takes_the_place_of_one_of_its_name(tmp_path):
    shutil.copytree(EXAMPLES / "nim", tmp_path / "nim")
    path = tmp_path / "nim" / "__init__.py"
    path.write_text(path.read_text().replace('N_("Nim")', '"My nim"'))
    done = subprocess.run(
        [sys.executable, "-m", "ludoteca", "games", "--format", "json"],
        env=os.environ | {"LUDOTECA_GAMES": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    listed = {row["name"]: row for row in json.loads(done.stdout)["games"]}
    assert (listed["nim"]["title"], listed["nim"]["example"]) == ("My nim", False)
    assert listed["kuhn"]["example"]
    assert done.stderr == ""


def test_nothing_prepares_them_unasked(monkeypatch):
    compiled = []
    monkeypatch.setattr(warm, "_warm_one", lambda game: compiled.append(game.name))
    warm.warm(())
    assert compiled == [name for name, game in games().items() if not game.example]
    warm.warm(("kuhn",))
    assert compiled[-1] == "kuhn"


@pytest.mark.parametrize("name", ["minimus", "minirummy", "tricks"])
def test_the_table_in_text_marks_the_seat_of_its_viewer(name):
    state = games()[name].new_state()
    marked = [line for line in state.view(1).table_text().splitlines() if "(you)" in line]
    assert [line.startswith("* Player 2 (you):") for line in marked] == [True]
    assert "(you)" not in state.view(SPECTATOR).table_text()
