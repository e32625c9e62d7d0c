"""The table of a class: who is ranked, who stands apart, and what is said of each."""

from pathlib import Path

import pytest

from ludoteca.cli.main import main
from ludoteca.core.numbers import Simulated
from ludoteca.games.poker.evaluate import class_table, entrants, simulation
from ludoteca.games.poker.evaluate.class_page import write_page
from ludoteca.games.poker.evaluate.findings import Findings
from ludoteca.games.poker.evaluate.pairing import average_of
from ludoteca.games.poker.solver.round_paths import Round
from ludoteca.games.poker.students import tabulation
from ludoteca.games.poker.students.answers import Answers, FileReport
from ludoteca.games.poker.students.messages import Call
from ludoteca.games.poker.students.player_process import TRADE
from ludoteca.games.poker.students.sources import read_sources
from ludoteca.games.poker.students.student_file import StudentFile

pytestmark = pytest.mark.usefixtures("english")

COMPLETE = Round.named("completa")
STRATEGIC = Round.named("estrategica")
FOLDS = "def desistir_x(a, o, m, t=None, s=False):\n    return False\n"
KEEPS = "def trocas_x(m, t=None):\n    return []\n"
SLOW = "import time\ndef trocas_x(m, t=None):\n    time.sleep(0.05)\n    return []\n" + FOLDS


@pytest.fixture
def files(tmp_path):
    """``files(a=text, ...)``: the paths of files with these texts."""

    def write(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return [str(tmp_path / f"{name}.py") for name in texts]

    return write


@pytest.fixture
def unsettled(monkeypatch):
    """Files are not asked everything: all are simulated."""
    answers = Answers(None, FileReport(), "it is simulated", "")
    monkeypatch.setattr(entrants, "answers_of", lambda *_said: answers)
    monkeypatch.setattr(class_table, "findings_of", lambda _played, _entrant: Findings())


def held(names, matches=4, rounds=1):
    found = entrants.read_entrants(names, COMPLETE)
    return class_table.hold_class(COMPLETE, found, rounds, matches, b"", lambda *_a: None)


# -- slow players ---------------------------------------------------------------------------------


def test_a_slow_player_stands_apart_with_the_reason_and_costs_one_meeting(
    files, unsettled, tmp_path, monkeypatch
):
    # Three seconds a meeting: the others need a hundredth of them, and a busy machine has time.
    monkeypatch.setattr(class_table, "SECONDS_OF_A_FILE", 9.0)
    names = ["ganancioso", *files(x=SLOW.replace("0.05", "1")), "blefe", "nosso"]
    found = held(names, rounds=5)
    ((name, why),) = found.apart.items()
    assert name == "x"
    assert why.startswith("too slow to be measured: 0 matches against greedy")
    assert [s.entrant.name for s in found.standings()] == ["nosso", "ganancioso", "blefe"]
    assert (len(found.meetings), found.missing) == (3, 0)
    alone = held(["ganancioso", "blefe", "nosso"], rounds=5)
    assert [s.score for s in found.standings()] == [s.score for s in alone.standings()]
    write_page(tmp_path / "p.html", found)
    html = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert f"<li>x: {why}</li>" in html


@pytest.mark.soak
def test_of_two_files_the_slower_one_stands_apart(files, unsettled, monkeypatch):
    monkeypatch.setattr(class_table, "SECONDS_OF_A_FILE", 4.0)
    for order in (("fast", "slow"), ("slow", "fast")):
        texts = {"fast": KEEPS + FOLDS, "slow": SLOW.replace("0.05", "1")}
        found = held(files(**{name: texts[name] for name in order}), rounds=5)
        assert list(found.apart) == ["x (slow.py)"]


def test_who_is_too_slow_for_a_table_is_asked_no_further(files, monkeypatch):
    """It would be asked 62,500 questions about exchanges alone, for 52 minutes."""
    monkeypatch.setattr(tabulation, "_TRIAL_SECONDS", 0.5)
    asked = []
    ask = StudentFile.ask

    def count(self, player, questions, until):
        asked.append(len(questions))
        return ask(self, player, questions, until)

    monkeypatch.setattr(StudentFile, "ask", count)
    (found,) = entrants.read_entrants(files(x=SLOW), COMPLETE)
    assert found.unsettled == "it takes too long to be asked everything"
    assert sum(asked) < 200


def test_a_pairing_says_which_of_two_is_too_slow(files, unsettled, monkeypatch, capsys):
    monkeypatch.setattr(simulation.play, "__defaults__", (4, 0.3))
    monkeypatch.setattr(simulation, "MATCHES", 4)
    (path,) = files(x=SLOW)
    assert main(["evaluate", "poker", "ganancioso", path, "--seed", "1"]) == 2
    assert "x is too slow" in " ".join(capsys.readouterr().err.split())


# -- samples --------------------------------------------------------------------------------------


def test_every_simulated_row_has_its_sample_and_its_interval(files, unsettled, evaluated, tmp_path):
    (path,) = files(x=KEEPS + FOLDS)
    page = tmp_path / "p.html"
    few = ("--rounds", "1", "--matches", "8", "--seed", "1", "--page", str(page))
    said = evaluated("--class", "ganancioso", "blefe", path, *few)
    rows = {row["player"]: row for row in said["class"]}
    for name, n in (("x", 16), ("ganancioso", 8), ("blefe", 8)):
        for number in (rows[name]["score"], rows[name]["difference"]):
            assert number["n"] == n
            low, high = number["interval95"]
            # At one of its bounds where all matches are lost, or all won.
            assert low <= number["simulated"] <= high
            assert low < high
    html = page.read_text(encoding="utf-8")
    assert html.count("n = 16") >= 2
    pure = evaluated("--class", "ganancioso", "blefe", *few)
    assert all(isinstance(row["score"], float) for row in pure["class"])


def test_a_few_matches_all_won_do_not_make_a_certainty():
    score = simulation.score_of([1, 1])
    assert score.mean == 1
    assert score.low < 0.5


def test_the_mean_of_samples_and_of_numbers_that_are_known():
    """Independent samples: the variances of a mean add up, over the square of their number."""
    one, other = Simulated(0.5, 100, 0.2, 0.8), Simulated(0.7, 50, 0.3, 1.1)
    found = average_of([one, other, 0.3])
    assert (found.mean, found.n) == (pytest.approx(0.5), 150)
    assert found.high - found.mean == pytest.approx((0.3**2 + 0.4**2) ** 0.5 / 3)


# -- what is said of a player ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complete", "strategic"),
    [
        ("def trocas_x(m, t=None):\n    return None\n" + FOLDS, "forfeits", "forfeits"),
        # One argument: fails as second at once, and as first when asked whether it folds.
        ("def trocas_x(m):\n    return []\ndef desistir_x(a):\n    return False\n",
         "forfeits", "exact, fails at times"),
        ("def trocas_x(m, t=None):\n    return [] if 'A' in m else None\n" + FOLDS,
         "exact, fails at times", "exact, fails at times"),
        ("def trocas_x(m\n", "forfeits", "forfeits"),
    ],
)  # fmt: skip
def test_the_state_tells_those_that_always_fail_from_those_that_fail_at_times(
    files, monkeypatch, text, complete, strategic
):
    monkeypatch.setattr(class_table, "findings_of", lambda _played, _entrant: Findings())
    found = entrants.read_entrants([*files(x=text), "nosso"], COMPLETE)
    for played, state in ((COMPLETE, complete), (STRATEGIC, strategic)):
        standings = class_table.hold_class(played, found, 1, 4, b"", lambda *_a: None).standings()
        assert {s.entrant.name: s.state for s in standings}["x"] == state


def test_simulated_players_that_fail_are_said_to(files, unsettled):
    names = files(x="def trocas_x(m, t=None):\n    return [] if t is None else None\n" + FOLDS)
    states = {s.entrant.name: s.state for s in held([*names, "nosso"]).standings()}
    assert states["x"] == "simulated, fails at times"


def test_a_file_that_cannot_be_loaded_is_refused_in_a_pairing(files, capsys):
    (path,) = files(broken="def trocas_x(m\n")
    assert main(["evaluate", "poker", path, "ganancioso", "--seed", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "broken cannot be evaluated: is not written as Python is" in " ".join(err.split())


def test_in_a_class_a_file_that_cannot_be_loaded_is_said_before_all_else(
    files, unsettled, capsys, tmp_path
):
    (path,) = files(broken="def trocas_x(m\n")
    few = ("--rounds", "1", "--matches", "4", "--seed", "1", "--page", str(tmp_path / "p.html"))
    assert main(["evaluate", "poker", "ganancioso", path, "blefe", *few]) == 0
    out, err = capsys.readouterr()
    assert "broken forfeits every round: is not written as Python is" in " ".join(err.split())
    assert "forfeits" in out.strip().splitlines()[0]
    assert "broken" in out.strip().splitlines()[0]


# -- prints ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "print('olá', mão)",
        "print('olá', mão, flush=True, file=sys.stderr)",
        "sys.stdout.write('olá' * 100_000)",
        "sys.stdout.buffer.write(b'ol\\xff')",
        "sys.stdout.reconfigure(encoding='utf-8', line_buffering=True)\n    print('olá')",
        "print('\\ud800 \\x1b[2J olá')",
        "sys.__stdout__.write('olá')",
        "import pprint; pprint.pprint({'olá': mão})",
        "import logging; logging.warning('olá %s', mão)",
        "import warnings; warnings.warn('olá')",
        "import faulthandler; faulthandler.enable()",
        "import io; io.TextIOWrapper(sys.stdout.buffer, write_through=True).write('olá')",
    ],
)
def test_a_print_for_debugging_is_no_fault(files, line):
    text = f"import sys\ndef trocas_x(mão, t=None):\n    {line}\n    return mão[:1]\n{FOLDS}"
    with StudentFile(*read_sources([Path(path) for path in files(x=text)])) as asked:
        for _again in range(2):
            (reply,) = asked.ask("x", [Call(TRADE, (list("AAKQJ"),))])
            assert reply.answer == ["A"]
            assert len(reply.printed) <= 203
            assert "\x1b" not in reply.printed
