"""``new`` makes a game that obeys every law; ``check`` says in a sentence what is broken."""

import json
import os
import re
import subprocess
import sys

import pytest

from ludoteca.cli.main import main
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


@pytest.mark.parametrize("like", EXAMPLE)
def test_a_new_game_is_told_how_its_policy_is_tried(command, tmp_path, like):
    _code, out, _err = command("new", "mine", "--folder", str(tmp_path), "--like", like)
    level = load_game(EXAMPLE[like]).info.levels[0]
    assert f"ludoteca arena mine {level} random " in out


def test_check_says_which_law_broke_and_the_seed(command, registered, tmp_path):
    command("new", "broken", "--folder", str(tmp_path))
    path = tmp_path / "broken" / "rules.py"
    text = path.read_text()
    assert "s.deck[a] -= 1" in text
    path.write_text(text.replace("s.deck[a] -= 1", "pass"))
    registered(tmp_path, "broken")
    code, out, err = command("check", "broken", "--seed", "5", "--deals", "10")
    assert code == 1
    lines = [line for line in out.splitlines() if line.startswith("✗")]
    assert any("cards are conserved: after 1 moves there are 2 of kind" in line for line in lines)
    assert all("(seed 5)" in line for line in lines)
    assert "Traceback" not in out + err


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


@pytest.fixture(scope="module")
def tried(tmp_path_factory):
    """The folder with a new game of every kind, and the tests of them all that pass."""
    folder = tmp_path_factory.mktemp("games")
    for like in EXAMPLE:
        assert main(("new", f"my_{like}", "--like", like, "--folder", str(folder))) == 0
    code, said = pytest_in(folder, "test_rules or replay", "-rA")
    assert code == 0, said
    return folder, re.findall(r"^PASSED (\w+)/(test_\w+)\.py::", said, re.M)


@pytest.mark.parametrize("like", EXAMPLE)
def test_a_new_game_of_every_kind_has_its_own_name_and_tests_that_pass(tried, like):
    (folder, passed), name = tried, f"my_{like}"
    example, files = load_game(EXAMPLE[like]), new_files(name, like)
    made = {p.name: p.read_text("utf-8") for p in (folder / name).iterdir() if p.is_file()}
    assert made == files
    assert {p.name for p in example.folder.glob("*.py")} < set(files)
    assert f'title=N_("My {like}")' in files["__init__.py"]
    for text in files.values():
        assert f'"{example.name}"' not in text
        lines = [line for line in text.splitlines() if not line.startswith("Source:")]
        assert not any(example.info.title in line for line in lines)
    assert {test for game, test in passed if game == name} == {"test_laws", "test_rules"}


def test_the_lines_of_play_of_a_new_game_find_a_loser_who_leads(tmp_path):
    (tmp_path / "my_game").mkdir()
    for name, text in new_files("my_game", "tricks").items():
        (tmp_path / "my_game" / name).write_text(text, "utf-8")
    rules = tmp_path / "my_game" / "rules.py"
    assert "best = other\n" in rules.read_text("utf-8")
    rules.write_text(
        rules.read_text("utf-8").replace("best = other\n", "best = s.leader\n"), "utf-8"
    )
    code, said = pytest_in(tmp_path / "my_game", "test_rules")
    assert code == 1
    assert "FAILED" in said
    assert "test_the_highest_card_of_the_suit_led_wins_and_its_player_leads" in said


def pytest_in(folder, which, *more):
    """Exit code and output of pytest in the folder of a game or more, which nothing else names."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", which, *more],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


def test_what_a_new_game_may_be_like_is_listed(command, tmp_path):
    code, _out, err = command("new", "mine", "--like", "chess", "--folder", str(tmp_path))
    assert code == 2
    assert "--like is one of bets, melds, open, partners, tricks, not chess" in err


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
