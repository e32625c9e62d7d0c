"""``new`` makes a game that obeys every law; ``check`` says in a sentence what is broken."""

import json

import pytest

from ludoteca.cli import newgame
from ludoteca.core.laws import LAWS


def test_a_new_game_obeys_every_law_at_once_and_answers(process, tmp_path):
    made = process("new", "my_game", "--folder", str(tmp_path))
    assert made.returncode == 0, made.stderr
    assert str(tmp_path / "my_game") in made.stdout
    assert "LUDOTECA_GAMES" in made.stdout
    found = {"LUDOTECA_GAMES": str(tmp_path)}
    checked = process("check", "my_game", **found)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "✗" not in checked.stdout
    assert checked.stdout.count("✓") == 2 * len(LAWS)
    odds = process("odds", "my_game", "--card", "3", "--highest", "5", "--format", "json", **found)
    # Two of the four other cards of 1 to 5 are lower than 3.
    assert json.loads(odds.stdout)["win"]["exact"] == "1/2"


@pytest.mark.parametrize(
    ("file", "old", "new", "law"),
    [
        ("rules.py", "s.deck[a] -= 1", "pass", "cards are conserved"),
        (
            "rules.py",
            'return -1  # "a card',
            'return a  # "a card',
            "resample has the right frequencies",
        ),
        (
            "rules.py",
            "@njit\ndef draw_source",
            "@njit\ndef sample_chance(s, rng, ids, prob):\n    return chance_outcomes(s, ids, prob)"
            "\n\n\n@njit\ndef draw_source",
            "chance is sampled with its probabilities",
        ),
        ("policy.py", "prob[0] = 1.0", "prob[0] = 0.5", "policies are distributions"),
        ("notation.py", '("keep", "swap")', '("keep", "keep")', "unique in text"),
    ],
)
def test_check_says_which_law_broke_and_the_seed(process, tmp_path, file, old, new, law):
    process("new", "broken", "--folder", str(tmp_path))
    path = tmp_path / "broken" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    done = process("check", "broken", "--seed", "5", LUDOTECA_GAMES=str(tmp_path))
    assert done.returncode == 1
    lines = [line for line in done.stdout.splitlines() if line.startswith("✗")]
    assert any(law in line and "(seed 5)" in line for line in lines), done.stdout
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


def test_templates_are_complete_python_and_leave_no_blank():
    for name, text in newgame.template("my_game").items():
        assert "{{" not in text
        if name.endswith(".py"):
            compile(text, name, "exec")


def test_check_of_an_unknown_game_and_option(command):
    assert command("check", "chess")[0] == 2
    code, out, err = command("check", "nim", "--option", "heaps=77", "--compiled-only")
    assert code == 2
    assert "heaps is a whole number from 1 to 5" in err + out
