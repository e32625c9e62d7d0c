"""A game that is left, however it is left, is kept and can be gone on with."""

import errno
import os
import pty
import select
import signal
import subprocess
import sys
import time
import weakref

import pytest

from ludoteca.cli import signals
from ludoteca.cli.main import main
from ludoteca.core import calls
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.players.policy import PolicyPlayer

NIM = ("nim", "--heaps", "1", "--largest", "5")


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "ludoteca" / "left"


@pytest.fixture
def play(monkeypatch, capsys, data):
    """``play(lines, "nim", ...)`` types ``lines``, or what they answer to a prompt.

    It returns what was said, without line breaks.
    """

    def call(lines, *arguments: str) -> str:
        typed = iter(lines) if isinstance(lines, list) else None

        def answer(prompt=""):
            line = lines(prompt) if typed is None else next(typed, EOFError())
            if isinstance(line, BaseException):
                raise line
            return line

        monkeypatch.setattr("builtins.input", answer)
        main(["play", *arguments])
        return "".join(capsys.readouterr()).replace("\n", " ")

    return call


def kept(path):
    return GameRecord.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt(), "quit"])
def test_a_game_that_is_left_is_kept_with_who_sat_where(play, data, end):
    said = play(["a1", end], *NIM, "--seat", "2", "--against", "basic")
    path = data / "nim.txt"
    assert f"stopped; continue with: ludoteca play nim --from {path}" in said
    assert kept(path).seats == ("basic", "human")
    assert len(kept(path).moves) == 3
    # It is played on by the same two, and when it is over nothing is left to go on with.
    assert "You win!" in play(["a2"], "nim", "--from", str(path))
    assert list(data.iterdir()) == []


def test_who_begins_another_game_is_told_of_the_one_that_was_left(play, data):
    assert "you left" not in play(["a1", "quit"], *NIM)
    said = play(["a1", "quit"], *NIM)
    assert f"A game that you left is saved. To continue it: ludoteca play nim --from {data}" in said
    assert sorted(path.name for path in data.iterdir()) == ["nim-2.txt", "nim.txt"]


def test_a_game_gone_on_with_and_left_again_is_kept_once(play, data, tmp_path):
    play(["a1", "quit"], *NIM)
    play(["a1", "quit"], "nim", "--from", str(data / "nim.txt"))
    assert [len(kept(path).moves) for path in data.iterdir()] == [4]
    play(["quit"], "nim", "--from", str(data / "nim.txt"), "--record", str(tmp_path / "mine"))
    assert list(data.iterdir()) == []
    assert len(kept(tmp_path / "mine").moves) == 4


def test_nothing_is_kept_of_a_game_in_which_nobody_moved(play, data):
    assert play(["quit"], *NIM).rstrip().endswith("stopped")
    assert not data.exists()


def test_a_match_left_between_two_deals_goes_on_with_the_next(play, data):
    def answers(prompt):
        return "q" if "next deal" in prompt else prompt.split()[0]

    said = play(answers, "minimus", "--against", "random", "--seed", "1")
    assert f"--from {data / 'minimus.txt'}" in said
    assert kept(data / "minimus.txt").moves == ()
    assert (
        kept(data / "minimus.txt").standing
        != GameRecord.from_state(load_game("minimus").new_state()).standing
    )


def test_where_nothing_can_be_kept_the_record_is_on_the_screen(play, data):
    data.parent.mkdir()
    data.write_text("a file where the folder would be")
    said = play(["a1", "quit"], *NIM)
    assert said.count("game: nim 1") == 1
    assert said.rstrip().endswith(f"{data}: Not a directory")


@pytest.fixture
def received(monkeypatch):
    """The signals that asked this process to end; what handles them is put back."""
    found: list[int] = []
    monkeypatch.setattr(signals, "_received", found)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(os, "_exit", sys.exit)
    # Other tests' libraries may have put handlers of their own there.
    before = {n: signal.signal(n, signal.SIG_DFL) for n in (signal.SIGHUP, signal.SIGTERM)}
    yield found
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_kill_is_heard_as_ctrl_c_is(play, data, received):
    typed = iter(["a1"])

    def answers(_prompt):
        line = next(typed, "")
        if not line:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGTERM):
                signal.raise_signal(number)
        return line

    signals.handle()
    assert f"stopped; continue with: ludoteca play nim --from {data}" in play(answers, *NIM)
    with pytest.raises(SystemExit) as ended:
        signals.leave(0)
    assert ended.value.code == 128 + signal.SIGTERM
    assert len(kept(data / "nim.txt").moves) == 2


def test_a_terminal_that_fails_before_its_signal_comes_is_closed(play, data, received):
    gone = OSError(errno.EIO, os.strerror(errno.EIO))
    assert f"stopped; continue with: ludoteca play nim --from {data}" in play(["a1", gone], *NIM)
    assert received == [signal.SIGHUP]
    assert len(kept(data / "nim.txt").moves) == 2
    with pytest.raises(SystemExit) as ended:
        signals.leave(0)
    assert ended.value.code == 128 + signal.SIGHUP


def test_another_failure_of_the_terminal_is_no_hangup(play, data, received):
    play(["a1", OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))], *NIM)
    assert received == []


def test_an_interrupt_that_python_had_to_drop_comes_again(received):
    """Python drops what a callback of a weak reference raises; the compiler has many of them."""

    class Type:
        pass

    def dropped(_reference):
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    try:
        signals.handle()
        watched = Type()
        reference = weakref.ref(watched, dropped)
        del watched
        with pytest.raises(KeyboardInterrupt):
            time.sleep(30)
        assert reference() is None
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_fails_of_a_dropped_interrupt_is_the_interrupt(play, data, received, monkeypatch):
    """A machine that misses what the compiler was not given then forfeits nothing."""

    class Type:
        pass

    def dropped(_reference):
        raise KeyboardInterrupt

    def choose(*_given):
        watched = Type()
        reference = weakref.ref(watched, dropped)
        del watched
        raise RuntimeError(f"no compiled object yet for {reference}")

    monkeypatch.setattr(signals, "_AGAIN_SECONDS", 600)
    monkeypatch.setattr(PolicyPlayer, "choose", choose)
    signals.handle()
    assert f"stopped; continue with: ludoteca play nim --from {data}" in play(["a1"], *NIM)
    assert len(kept(data / "nim.txt").moves) == 1
    assert not signals._dropped


def test_after_ctrl_c_in_the_compiler_nothing_compiled_is_called(play, data, monkeypatch):
    """A function that the compiler left half made raises when it is called."""

    def half_made(*_given):
        raise RuntimeError("no compiled object yet")

    def interrupt():
        monkeypatch.setattr(calls, "current_player", half_made)
        monkeypatch.setattr(calls, "observed_action", half_made)
        raise KeyboardInterrupt

    compiler = {"__name__": "numba.core.compiler", "interrupt": interrupt}
    exec("def compile_function(): interrupt()", compiler)
    turns = iter(["a1"])

    def answers(_prompt):
        return next(turns, None) or compiler["compile_function"]()

    said = play(answers, *NIM)
    assert f"stopped; continue with: ludoteca play nim --from {data}" in said
    monkeypatch.undo()
    assert len(kept(data / "nim.txt").moves) == 2


def test_a_terminal_that_is_closed_loses_no_game(data):
    ours, theirs = pty.openpty()
    begin = "import os; os.open(os.ttyname(0), os.O_RDWR)"  # it becomes the session's terminal
    running = subprocess.Popen(
        [sys.executable, "-c", f"{begin}; from ludoteca.cli.main import run; run()", "play", *NIM],
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, b"a1\n")
    said = b""
    while said.count(b"> ") < 2:  # it is the person's turn again
        assert select.select([ours], [], [], 60)[0], said
        said += os.read(ours, 4096)
    os.close(ours)
    assert running.wait(60) == 128 + signal.SIGHUP
    assert len(kept(data / "nim.txt").moves) == 2
