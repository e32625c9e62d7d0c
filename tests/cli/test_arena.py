"""The commands ``arena`` and ``balance``, and a player that ends its process."""

import gzip
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoteca.arena.run_log import read_records
from ludoteca.cli.console import ShownProgress
from ludoteca.core.sources import EXAMPLES

PLAYERS = Path(__file__).parents[2] / "examples" / "poker"
KILLER = '''"""A player that ends its process when it leads with a king, as broken code would."""

import os

LEVELS = ("killer",)


class Killer:
    name = "killer"

    def choose(self, view, rng):
        if view.seat == 0 and any(token.token == 2 for token in view.tokens):
            os._exit(7)
        return view.legal[0]


def make(level, budget):
    return Killer()
'''


@pytest.mark.soak
def test_who_ends_its_process_forfeits_that_deal_and_no_other(process, tmp_path):
    shutil.copytree(EXAMPLES / "kuhn", tmp_path / "games" / "kuhn")
    (tmp_path / "games" / "kuhn" / "players.py").write_text(KILLER)
    arguments = ("arena", "kuhn", "random", "killer", "--deals", "3", "--seed", "14")
    done = process(
        *arguments,
        *("--workers", "2", "--folder", str(tmp_path / "run"), "--format", "json"),
        LUDOTECA_GAMES=str(tmp_path / "games"),
        NUMBA_DISABLE_JIT="1",
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    # Whoever leads has the king in the second deal only.
    assert (found["forfeits_a"], found["forfeits_b"]) == (0, 1)
    assert found["difference"]["n"] == 2
    assert any("killer ended its process" in note for note in found["notes"])


@pytest.mark.soak
def test_who_never_answers_forfeits_and_the_deal_is_kept_as_far_as_it_went(process, tmp_path):
    shutil.copytree(EXAMPLES / "kuhn", tmp_path / "games" / "kuhn")
    rarely = "rng.random() < 0.05"  # with the seed 12 in one of the three deals, not before
    hanging = KILLER.replace(
        "view.seat == 0 and any(token.token == 2 for token in view.tokens)", rarely
    )
    hanging = hanging.replace("os._exit(7)", "os.read(os.pipe()[0], 1)")
    (tmp_path / "games" / "kuhn" / "players.py").write_text(hanging)
    done = process(
        *("arena", "kuhn", "random", "killer", "--deals", "3", "--seed", "12", "--patience", "2"),
        *("--workers", "1", "--folder", str(tmp_path / "run"), "--format", "json"),
        LUDOTECA_GAMES=str(tmp_path / "games"),
        NUMBA_DISABLE_JIT="1",
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["forfeits_b"] == 1
    assert any("killer did not answer in time" in note for note in found["notes"])
    with gzip.open(tmp_path / "run" / "records.txt.gz", "rt", encoding="utf-8") as file:
        assert file.read().count("; forfeited: killer did not answer") == found["forfeits_b"]
    cut = [r for r in read_records(tmp_path / "run") if not r.replay().is_terminal()]
    assert len(cut) == found["forfeits_b"]


@pytest.mark.soak
def test_a_player_in_a_file_meets_a_level(process, tmp_path):
    done = process(
        *("arena", "poker", "ganancioso", str(PLAYERS / "ana.py"), "--deals", "2", "--seed", "1"),
        *("--workers", "1", "--folder", str(tmp_path), "--format", "json"),
        LUDOTECA_GAMES="",
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["b"].endswith("ana.py")
    assert (found["forfeits_a"], found["forfeits_b"]) == (0, 0)
    assert found["difference"]["n"] == 2


def test_the_balance_of_pure_chance_says_that_it_is_that(command, tmp_path):
    arguments = ("--deals", "5", "--seed", "1", "--workers", "1", "--folder", str(tmp_path))
    code, out, err = command("balance", "vangin", *arguments, "--format", "json")
    assert code == 0, err
    found = json.loads(out)
    assert {row["measure"] for row in found["measures"]} == {"points", "length", "branching"}
    assert any("Nobody ever has a choice" in note for note in found["notes"])
    assert not {"luck", "ladder"} & found.keys()


@pytest.mark.soak
def test_balance_writes_a_page_and_numbers_with_their_definitions(command, tmp_path):
    pytest.importorskip("altair")
    code, out, err = command(
        *("balance", "kuhn", "--deals", "6", "--seed", "1", "--workers", "1"),
        *("--folder", str(tmp_path / "run"), "--save", str(tmp_path / "page"), "--format", "json"),
    )
    assert code == 0, err
    found = json.loads(out)
    measures = {(row["level"], row["measure"]): row["value"] for row in found["measures"]}
    definitions = {row["measure"]: row["definition"] for row in found["definitions"]}
    assert measures["basic", "length"]["n"] == 6
    assert definitions["length"] == "decisions in a deal"
    assert set(definitions) == {name for _level, name in measures}
    page = (tmp_path / "page" / "report.html").read_text()
    assert "How much is luck" in page
    assert (tmp_path / "page" / "measures.csv").read_text().startswith("variant,level,measure")
    assert (tmp_path / "page" / "ladder_plot.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("arena", "kuhn", "basic"), "at least two"),
        (("arena", "kuhn", "basic", "nobody"), "has no player"),
        (("arena", "kuhn", "basic", "random", "--edge", "0"), "--edge is a number above 0, not 0"),
        (("arena", "kuhn", "basic", "random", "--deals", "0"), "--deals is a whole number"),
        (("arena", "kuhn", "basic", "random", "--workers", "0"), "--workers is a whole"),
        (("arena", "kuhn", "basic", "random", "--patience", "0"), "--patience is a number above 0"),
        (("arena", "kuhn", "basic", "random", "--workers", "2", "--cluster", "x"), "--workers or"),
        (("balance", "kuhn", "--level", "human"), "people play"),
        (("balance", "nim", "--option", "heaps=5..2"), "NAME=LOW..HIGH"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(command, tmp_path, arguments, sentence):
    code, _out, err = command(*arguments, "--folder", str(tmp_path))
    assert code == 2
    assert sentence in err


@pytest.mark.soak
def test_killed_in_the_middle_and_gone_on_with_nothing_is_lost_or_counted_twice(process, tmp_path):
    """Killed as soon as something of it is on disk; its workers end with it."""

    def command_line(folder):
        return (
            *("arena", "kuhn", "basic", "random", "--deals", "300", "--seed", "4"),
            *("--workers", "1", "--format", "json", "--folder", str(tmp_path / folder)),
        )

    whole = process(*command_line("whole"))
    start = "from ludoteca.cli.main import run; run()"
    running = subprocess.Popen(
        [sys.executable, "-c", start, *command_line("killed")], stderr=subprocess.PIPE
    )
    results = tmp_path / "killed" / "results.jsonl"
    for _wait in range(3_000):
        if results.exists() and results.stat().st_size > 0:
            break
        time.sleep(0.02)
    running.kill()
    # The workers have this end of the pipe too: it closes when the last of them is gone.
    running.communicate(timeout=120)
    half = results.stat().st_size
    again = process(*command_line("killed"))
    assert 0 < half < results.stat().st_size
    wanted, found = json.loads(whole.stdout), json.loads(again.stdout)
    for name in ("difference", "wins", "draws", "losses", "wilcoxon_p"):
        assert found[name] == wanted[name]
    records = [len(list(read_records(tmp_path / name))) for name in ("whole", "killed")]
    assert records == [600, 600]


def test_the_progress_tells_what_was_typed_and_then_what_is_played(command, monkeypatch, tmp_path):
    told = []

    class Shown(ShownProgress):
        def __init__(self, work):
            told.append(work)
            super().__init__(work)

        def __call__(self, done, total=None, words=""):
            told.append(f"{words} {done} / {total}")

    monkeypatch.setattr("ludoteca.cli.questions.ShownProgress", Shown)
    arguments = ("arena", "kuhn", "basic", "random", "--deals", "2", "--workers", "1")
    code, _out, err = command(*arguments, "--folder", str(tmp_path / "run"))
    assert code == 0, err
    assert told[:2] == ["arena kuhn", "deals to learn the spread from 0 / 16"]


def test_exploit_says_what_can_be_won_at_least(command, tmp_path):
    arguments = ("--deals", "3", "--seed", "1", "--workers", "1", "--folder", str(tmp_path))
    code, out, err = command("exploit", "kuhn", "basic", *arguments, "--format", "json")
    assert code == 0, err
    found = json.loads(out)
    assert found["machine"] == "basic"
    assert found["lower_bound"]["n"] == 3
    assert found["most_won"] == 0.25
    assert {row["opponent"] for row in found["opponents"]} >= {"random", "calls:basic"}
    code, out, err = command("exploit", "kuhn", "wizard", *arguments)
    assert code == 2
    assert "no player wizard" in err
