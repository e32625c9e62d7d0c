"""``games`` lists what there is; ``warm`` compiles it and says so."""

import csv
import io
import json
import re

import pytest

from ludoteca.cli.console import compilation_notice
from ludoteca.cli.errors import BAD_INPUT
from ludoteca.core.compiling import code_cache
from ludoteca.core.registry import games


def test_games_lists_every_registered_game(command):
    code, out, _err = command("games", "--format", "json")
    assert code == 0
    listed = {row["name"]: row for row in json.loads(out)["games"]}
    assert set(listed) == set(games())
    assert listed["nim"]["players"] == "2"
    assert listed["nim"]["offers"] == ["play", "odds", "solve"]
    assert listed["vangin"]["levels"]
    rows = list(csv.DictReader(io.StringIO(command("games", "--format", "csv")[1])))
    assert [row["name"] for row in rows] == list(games())
    assert "Take any number" in " ".join(command("games")[1].split())


@pytest.mark.soak
def test_warm_compiles_once_and_then_finds_all_ready(process, tmp_path):
    first = process("warm", "vangin", NUMBA_CACHE_DIR=str(tmp_path))
    again = process("warm", "vangin", NUMBA_CACHE_DIR=str(tmp_path))
    assert first.returncode == again.returncode == 0, first.stderr
    assert "functions compiled" in first.stderr
    assert "vangin: was ready" in again.stderr


def test_warm_refuses_where_nothing_can_be_kept(command, tmp_path, monkeypatch):
    monkeypatch.setattr(code_cache, "cache_root", lambda: tmp_path / "file")
    (tmp_path / "file").write_bytes(b"")
    code, _out, err = command("warm", "vangin")
    assert code == BAD_INPUT
    assert err.splitlines()[-1] == f"{tmp_path / 'file'}: Not a directory"


def test_a_compilation_is_announced_once_with_the_command_that_needs_it(capsys):
    for _time in range(2):
        with compilation_notice("solve bigpoints"):
            code_cache.tell("first")
            code_cache.tell("second")
        code_cache.tell("too late")
    assert capsys.readouterr().err.count("Compiling for 'ludoteca solve bigpoints', once") == 1


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("play faulty --against basic", "rules.py"),
        ("play faulty --against basic", "notation.py"),
        ("odds faulty", "odds.py"),
        ("solve faulty", "rules.py"),
        ("arena faulty basic random --deals 2", "policy.py"),
        ("assist faulty", "rules.py"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_refused_with_its_file_and_line(
    command, broken_copies, line, file
):
    broken_copies(faulty=(file, "x = undefined\n"))
    code, _out, err = command(*line.split())
    assert code == 2
    assert re.search(rf"faulty/{file}:\d+: NameError: name 'undefined' is not", err)


def test_lists_name_a_game_that_cannot_be_loaded_and_have_the_others(command, broken_copies):
    broken_copies(faulty=("__init__.py", "x = (\n"), faulty_rules=("rules.py", "x = (\n"))
    code, out, err = command("games")
    assert code == 0
    assert re.search(r"faulty/__init__\.py:\d+: SyntaxError", err.replace("\n", ""))
    assert "faulty_rules" in out
    assert "vangin" in out
    code, out, _err = command("odds", "--help")
    assert code == 0
    assert "vangin" in out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MAX_LEGAL = 0\n", r"faulty: rules\.py, line \d+: MAX_LEGAL must be 1 or more"),
        ("x = undefined\n", r"faulty: the game in .*/rules\.py:\d+: NameError"),
    ],
)
def test_the_list_tells_what_is_wrong_in_the_definition_of_a_game(
    command, broken_copies, text, told
):
    broken_copies(faulty=("rules.py", text))
    code, out, err = command("games")
    assert code == 0
    assert re.search(told, err.replace("\n", ""))
    assert "faulty" in out


@pytest.mark.parametrize("file", ["rules.py", "odds.py"])
def test_check_tells_the_room_that_cannot_be_loaded(command, broken_copies, file):
    broken_copies(faulty=(file, "x = undefined\n"))
    code, out, _err = command("check", "faulty", "--deals", "1")
    assert code == 1
    assert re.search(rf"✗ the game in .*/faulty/{file}:\d+: NameError", out)
