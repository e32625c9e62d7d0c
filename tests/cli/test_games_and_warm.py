"""``games`` lists what there is; ``warm`` compiles it and says so."""

import csv
import io
import json

import pytest

from ludoteca.cli.console import compilation_notice
from ludoteca.cli.errors import BAD_INPUT
from ludoteca.core import jit
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
    monkeypatch.setattr(jit, "cache_root", lambda: tmp_path / "file")
    (tmp_path / "file").write_bytes(b"")
    code, _out, err = command("warm", "vangin")
    assert code == BAD_INPUT
    assert err.splitlines()[-1] == f"{tmp_path / 'file'}: Not a directory"


def test_a_compilation_is_announced_once_with_the_command_that_needs_it(capsys):
    for _time in range(2):
        with compilation_notice("solve bigpoints"):
            jit.tell("first")
            jit.tell("second")
        jit.tell("too late")
    assert capsys.readouterr().err.count("Compiling for 'ludoteca solve bigpoints', once") == 1
