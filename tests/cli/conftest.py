"""Running the commands in this process, and in one of their own."""

import os
import subprocess
import sys

import pytest

from ludoteca.cli.main import main
from ludoteca.core.i18n import use_language


@pytest.fixture(autouse=True)
def english(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
    yield
    use_language("en")


@pytest.fixture
def command(capsys):
    """``command("games", ...)`` returns exit code, standard output and standard error."""

    def call(*arguments: str):
        code = main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def process():
    """``process("games", ..., NAME="value")`` runs the command in a process of its own."""

    def call(*arguments: str, stdout=subprocess.PIPE, **environment: str):
        return subprocess.run(
            [sys.executable, "-c", "from ludoteca.cli.main import run; run()", *arguments],
            env=os.environ | {"LANGUAGE": "en"} | environment,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            timeout=120,
        )

    return call
