"""The entry point: speed, languages, one sentence for every failure, exit codes."""

import inspect
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from ludoteca.cli import errors
from ludoteca.cli.app import OWN, flags_of
from ludoteca.cli.console import ShownProgress
from ludoteca.cli.main import main
from ludoteca.core.errors import BadInput


def test_help_and_lists_load_neither_the_compiler_nor_arrays():
    """In one process, one after the other: the first that loads any is named."""
    lines = [
        ["--help"],
        ["--version"],
        ["games"],
        *([v, "--help"] for v in ("play", "odds", "solve")),
    ]
    code = (
        "import sys\nfrom ludoteca.cli.main import main\n"
        f"for arguments in {lines!r}:\n"
        "    code = main(arguments)\n"
        "    heavy = {'numba', 'numpy', 'scipy', 'flint', 'polars', 'altair'} & set(sys.modules)\n"
        "    if code or heavy:\n"
        "        sys.exit(f'{arguments} {code} {heavy}')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_command_that_serves_leaves_it_to_the_server_whether_it_compiles():
    """Kernels run as plain Python in the web process, which says so before this is imported."""
    code = "import sys, ludoteca.cli.serve; sys.exit('ludoteca.core.jit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_every_command_passes_its_function_the_values_of_its_flags():
    for name, function in OWN.items():
        signature = inspect.signature(getattr(import_module(f"ludoteca.cli.{name}"), function))
        signature.bind(**{flag.name: flag.default for flag in flags_of(name)})


def test_help_imports_few_modules():
    """Most of its time are imports: no compiler, no numerics, no game."""
    code = (
        "import sys\nfrom ludoteca.cli.main import main\nmain(['--help'])\n"
        "own = [name for name in sys.modules if name.startswith('ludoteca')]\n"
        "sys.exit(f'{len(sys.modules)} {len(own)}')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    every, own = map(int, done.stderr.split())
    assert every < 500
    assert own < 40


@pytest.mark.parametrize(
    "words", ["", "serve", "check", "advise", "play nim", "arena nim", "solve nim", "odds vangin"]
)
def test_help_names_no_types_of_python(command, words):
    code, out, _err = command(*words.split(), "--help")
    assert code == 0
    assert "--help" in out
    assert not re.search(r"<|\b(bool|str|int|list|path)\b", out), out


def test_without_a_terminal_the_plain_command_prints_the_help_and_says_why(process):
    done = process()
    assert done.returncode == 0
    assert "play" in done.stdout
    assert done.stderr.count("\n") == 1
    assert "no page was opened: ludoteca serve opens it." in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], "there is no command nonsense; there are: serve, games, play"),
        (["plai"], "there is no command plai; did you mean play?"),
        (["solve", "poker", "matsch"], "there is no command matsch; did you mean match?"),
        (["play", "bigpoint"], "there is no game bigpoint; did you mean bigpoints?"),
        (["odds", "vangin", "--suit", "4"], "there is no option --suit; did you mean --suits?"),
        (["check", "nim", "--option", "heap=2"], "no rule option heap; did you mean heaps?"),
        (["odds", "chess"], "there is no game chess; there are: "),
        (["odds", "leduc"], "leduc has no answers to 'odds'; games that do: "),
        (["solve", "nim", "--heaps", "12"], "heaps is a whole number from 1 to 5, not 12"),
        (["solve", "nim", "--option", "heaps"], "--option takes NAME=VALUE, not heaps"),
        (["solve", "nim", "--option", "hills=2"], "there is no rule option hills"),
        (["solve", "nim", "--heaps", "2", "--option", "heaps=3"], "heaps is given twice: 3 and 2"),
        (["solve", "nim", "--hills", "2"], "there is no option --hills; there are: --record"),
        (["solve", "nim", "--heaps"], "--heaps needs a value"),
        (["solve", "nim", "--record", "no/such/file"], "no/such/file: No such file"),
        (["games", "--format", "xml"], "--format is one of table, json, csv, not xml"),
        (["advise", "nim", "none", "--format", "csv"], "--format is one of table, json, not csv"),
        (["solve", "nim", "--seed", "x"], "--seed is a whole number of at least 0, not x"),
        (["solve", "nim", "--why=3"], "--why takes no value"),
        (
            ["solve", "nim", "full", "more"],
            "more is not expected here: --help says what can be given",
        ),
        (["serve", "--port", "70000"], "--port is a whole number from 0 to 65,535, not 70000"),
        (["--lang", "tlh", "games"], "there is no language tlh; there are: en, pt, es, fi"),
        (["games", "--lang"], "there is no language ?; there are"),
        (["check"], "GAME is missing"),
        (["prune"], "--keep 90d is missing"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(command, arguments, words):
    code, out, err = command(*arguments)
    assert code == 2
    assert words in " ".join(err.split())
    lines = [line for line in err.strip().splitlines() if not line.startswith("Compiling ")]
    assert len(lines) == 1
    assert out == ""


@pytest.mark.parametrize(
    "words", [["-h"], ["PLAY", "-h"], ["odds", "Vangin", "--HELP"], ["Solve", "NIM", "Full", "-h"]]
)
def test_help_is_short_and_case_does_not_matter(command, words):
    code, out, err = command(*words)
    assert (code, err) == (0, "")
    assert "Usage" in out


def test_the_words_of_the_help_page_itself_are_translated(command):
    code, out, _err = command("--lang", "fi", "play", "--help")
    assert code == 0
    assert "Käyttö: ludoteca play" in out
    assert "Usage" not in out
    assert "Show this" not in out


def test_the_version_is_short_too(command):
    assert command("-V") == command("--version")


@pytest.mark.parametrize("verb", ["play", "odds", "arena"])
def test_help_for_want_of_a_game_is_no_output(command, verb):
    code, out, err = command(verb)
    assert (code, out) == (2, "")
    assert "nim" in err


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("ludoteca adv", ["advise"]),
        ("ludoteca play ni", ["nim"]),
        ("ludoteca play nim --hea", ["--heaps"]),
        ("ludoteca solve nim equilibrium --tar", ["--target"]),
        ("ludoteca solve bigpoints --objective diff", ["difference"]),
        ("ludoteca play nim --against bas", ["basic"]),
        ("ludoteca games --format j", ["json"]),
        ("ludoteca check ni", ["nim"]),
        ("ludoteca play chess --se", []),
    ],
)
def test_a_shell_completes_commands_games_options_and_choices(command, monkeypatch, line, offered):
    monkeypatch.setenv("_LUDOTECA_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    code, out, err = command()
    assert (code, out.split(), err) == (0, offered, "")


def test_the_script_that_a_shell_completes_with_is_printed(command, monkeypatch):
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    code, out, _err = command("--show-completion", "bash")
    assert code == 0
    assert "_LUDOTECA_COMPLETE=complete_bash" in out


def _raise(monkeypatch, error: BaseException) -> None:
    def failing(**_given):
        raise error

    monkeypatch.setattr("ludoteca.cli.games.show", failing)


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (ValueError("a slip"), 1, "ValueError: a slip"),
        (BadInput("no such thing"), 2, "no such thing"),
        (KeyboardInterrupt(), 130, "stopped"),
        (errors.Stopped("go on with this"), 130, "go on with this"),
        (OSError(28, "No space left on device"), 1, "the disk is full"),
        (PermissionError(13, "Permission denied", "/x"), 1, "/x: Permission denied"),
        (MemoryError(), 1, "not enough memory"),
        (ModuleNotFoundError("No module named 'polars'", name="polars"), 1, "ludoteca[lab]"),
    ],
)
def test_no_failure_shows_a_trace(command, monkeypatch, error, code, words):
    _raise(monkeypatch, error)
    got, _out, err = command("games")
    assert got == code
    assert words in " ".join(err.split())
    assert "Traceback" not in err


def test_debug_shows_where_it_failed(command, monkeypatch):
    _raise(monkeypatch, ValueError("a slip"))
    assert "Traceback" in command("games", "--debug")[2]


def test_a_reader_that_goes_away_is_no_failure():
    script = "from ludoteca.cli.main import run; run()"
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", script, "games"], stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_one_sentence(process):
    with open("/dev/full", "w") as full:
        done = process("games", "--format", "json", stdout=full)
    assert done.returncode == 1
    assert done.stderr.strip() == "the disk is full; make room and give the same command again"


def test_language_is_chosen_anywhere_on_the_line(capsys):
    texts = []
    for arguments in (["--lang", "fi", "games"], ["games", "--lang=fi"], ["games"]):
        assert main(arguments) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        ([(0, 120), (30, 120)], "boards 30 / 120, about 90 seconds left"),
        ([(100, 120), (110, 120)], "boards 110 / 120, about 30 seconds left"),
        ([(0, None), (3_000, None)], "boards 3,000, 100 a second"),
        ([(0, 9), (0, 9)], "boards 0 / 9"),
    ],
)
def test_progress_off_a_terminal_says_how_long_or_how_fast(capsys, monkeypatch, steps, line):
    now = [1_000.0]
    monkeypatch.setattr("ludoteca.cli.console.time.monotonic", lambda: now[0])
    progress = ShownProgress("census bigpoints boards")
    for done, total in steps:
        progress(done, total, "boards")
        now[0] += 30.0
    assert capsys.readouterr().err == f"{line}\n"
