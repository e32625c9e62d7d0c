"""``new`` makes a game that obeys every law; ``check`` says in a sentence what is broken."""

import json
import os
import subprocess
import sys

import pytest

from ludoteca.cli.new import EXAMPLE, new_files
from ludoteca.core.laws import LAWS
from ludoteca.core.registry import load_game


@pytest.mark.soak
def test_a_new_game_obeys_every_law_at_once_and_answers(process, tmp_path):
    made = process("new", "my_game", "--folder", str(tmp_path))
    assert made.returncode == 0, made.stderr
    assert str(tmp_path / "my_game") in made.stdout
    assert "LUDOTECA_GAMES" in made.stdout
    found = {"LUDOTECA_GAMES": str(tmp_path)}
    checked = process("check", "my_game", "--deals", "10", **found)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "✗" not in checked.stdout
    assert checked.stdout.count("✓") == 2 * len(LAWS)
    odds = process("odds", "my_game", "--bluffs", "1", "--format", "json", **found)
    # Who bets every jack has a jack as often as a king.
    assert json.loads(odds.stdout)["win"]["exact"] == "1/2"


def test_check_says_which_law_broke_and_the_seed(process, tmp_path):
    process("new", "broken", "--folder", str(tmp_path))
    path = tmp_path / "broken" / "rules.py"
    text = path.read_text()
    assert "s.deck[a] -= 1" in text
    path.write_text(text.replace("s.deck[a] -= 1", "pass"))
    done = process("check", "broken", "--seed", "5", "--deals", "10", LUDOTECA_GAMES=str(tmp_path))
    assert done.returncode == 1
    lines = [line for line in done.stdout.splitlines() if line.startswith("✗")]
    assert any("cards are conserved: after 1 moves there are 2 of kind" in line for line in lines)
    assert all("(seed 5)" in line for line in lines)
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("3x", "my_game would do"),
        ("class", "class is a word of Python"),
        ("My Game", "my_game would do"),
        ("", "my_game would do"),
        ("nim", "there is already a game nim"),
    ],
)
def test_bad_names_are_refused_in_one_sentence(command, tmp_path, name, words):
    code, _out, err = command("new", name, "--folder", str(tmp_path))
    assert code == 2
    assert words in err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(command, tmp_path):
    (tmp_path / "mine").mkdir()
    code, _out, err = command("new", "mine", "--folder", str(tmp_path))
    assert code == 2
    assert "there is already something at" in err


@pytest.mark.parametrize("like", EXAMPLE)
def test_a_new_game_of_every_kind_is_known_by_its_own_name_and_plays(process, tmp_path, like):
    made = process("new", "my_game", "--like", like, "--folder", str(tmp_path))
    assert made.returncode == 0, made.stderr
    example = load_game(EXAMPLE[like])
    assert {p.name for p in example.folder.glob("*.py")} < {
        p.name for p in (tmp_path / "my_game").iterdir()
    }
    for text in new_files("my_game", like).values():
        assert f'name="{example.name}"' not in text
        lines = [line for line in text.splitlines() if not line.startswith("Source:")]
        assert not any(example.info.title in line for line in lines)
    script = (
        "from ludoteca.core.laws import LAWS\n"
        "from ludoteca.core.registry import load_game\n"
        "game = load_game('my_game')\n"
        "print(game.info.title)\n"
        "LAWS['records replay'](game, game.options(), 1)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"LUDOTECA_GAMES": str(tmp_path), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == ("My game\n", "")


def test_what_a_new_game_may_be_like_is_listed(command, tmp_path):
    code, _out, err = command("new", "mine", "--like", "chess", "--folder", str(tmp_path))
    assert code == 2
    assert "--like is one of bets, melds, open, partners, not chess" in err


def test_a_folder_that_cannot_be_made_is_one_sentence(command, tmp_path):
    (tmp_path / "file").touch()
    code, _out, err = command("new", "mine", "--folder", str(tmp_path / "file"))
    assert code == 2
    assert f"{tmp_path / 'file' / 'mine'} cannot be made" in err


def test_check_of_an_unknown_game_and_option(command):
    assert command("check", "chess")[0] == 2
    code, out, err = command("check", "nim", "--option", "heaps=77", "--compiled-only")
    assert code == 2
    assert "heaps is a whole number from 1 to 5" in err + out
