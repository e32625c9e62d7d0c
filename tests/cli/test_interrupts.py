"""Ctrl-C while a game is compiled for the first time, and a terminal that is gone."""

import errno
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

COMPILING = """
import signal, sys
from numba.core import codegen
from ludoteca.core.compiling import code_cache

kind, left = sys.argv[1], int(sys.argv[2])
sys.argv[1:3] = []
keep = codegen.JITCodeLibrary._object_compiled_hook.__func__


def interrupt(*_given):
    global left
    left -= 1
    # Of some code the compiler misses nothing; of all that comes then it does.
    if left == 0 or (left < 0 and kind == "dropped for long"):
        raise KeyboardInterrupt


def given_object_code(cls, module, code):
    interrupt()  # Python drops it: this is called by the compiler
    return keep(cls, module, code)


if kind.startswith("dropped"):
    codegen.JITCodeLibrary._object_compiled_hook = classmethod(given_object_code)
elif kind == "raised":
    code_cache.listen(interrupt)
signal.signal(signal.SIGINT, signal.default_int_handler)
from ludoteca.cli import signals
from ludoteca.cli.main import run

signals._AGAIN_SECONDS = 600.0 if kind == "dropped for long" else 0.05
run()
"""


def compiling(tmp_path, kind, number, *command):
    """A process that compiles for an empty cache and is interrupted at a moment."""
    places = {"NUMBA_CACHE_DIR": "code", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "cache"}
    return subprocess.Popen(
        [sys.executable, "-c", COMPILING, kind, str(number), *command],
        env=os.environ | {n: str(tmp_path / place) for n, place in places.items()},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def stopped(process):
    said, _err = process.communicate(timeout=120)
    assert "stopped" in said.splitlines()[-1]
    assert "went wrong" not in said
    assert "forfeits" not in said
    return process.returncode == 130


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        ("dropped for long", 1),
        *(pytest.param("dropped", n, marks=pytest.mark.soak) for n in range(1, 5)),
        *(pytest.param("raised", n, marks=pytest.mark.soak) for n in range(1, 30, 3)),
    ],
)  # fmt: skip
def test_nothing_half_compiled_is_called_after_ctrl_c(tmp_path, kind, number):
    assert stopped(compiling(tmp_path, kind, number, "solve", "kuhn"))


@pytest.mark.soak
@pytest.mark.parametrize(
    "command",
    [
        "solve leduc",
        "play eras --against expert",
        "arena eras basic random",
        "study bigpoints --quick",
    ],
)
@pytest.mark.parametrize("seconds", [3.0, 5.0, 8.0, 11.0, 14.0])
def test_ctrl_c_ends_a_command_that_compiles(tmp_path, command, seconds):
    process = compiling(tmp_path, "by the terminal", 0, *command.split())
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    assert stopped(process)


def test_output_to_a_terminal_that_is_gone_is_a_hangup():
    """No SIGHUP comes here: it is sent to those alone whose own terminal it was."""
    ours, theirs = pty.openpty()
    waiting = "import sys; sys.stdin.readline(); from ludoteca.cli.main import run; run()"
    process = subprocess.Popen(
        [sys.executable, "-c", waiting, "games"],
        stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    os.close(ours)
    process.communicate(b"\n", timeout=120)
    assert process.returncode == 128 + signal.SIGHUP


def test_a_disk_that_fails_is_no_hangup(command, monkeypatch):
    def failing(**_given):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("ludoteca.cli.games.show", failing)
    code, _out, err = command("games")
    assert (code, err) == (1, "the system: Input/output error\n")
