"""``census bigpoints``: its counts by brute force, its rows, and that it goes on where it was."""

import csv
import itertools
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from fractions import Fraction

import numpy as np
import pytest
from plain_study import Plain

from ludoteca.cli.main import main
from ludoteca.core.errors import BadInput
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import questions
from ludoteca.games.bigpoints import census
from ludoteca.games.bigpoints.census import shards
from ludoteca.games.bigpoints.census.shards import Shards, parts
from ludoteca.web.pages.study.asking import asked_parameters
from ludoteca.workers.threads import cores
from ludoteca.workers.trace import untraced

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code"),
]


def every_board(colours, discs):
    discs_in_all = [str(c + 1) for c in range(colours)] * discs
    return sorted({"".join(row) for row in itertools.permutations(discs_in_all)})


def asked(folder, **given):
    return census.boards(folder=folder, **given)


# -- counts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colours", "discs"),
    [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2)],
)
def test_counts_are_those_of_plain_minimax_over_every_single_board(colours, discs, tmp_path):
    games = [Plain(board, colours) for board in every_board(colours, discs)]
    values = [game.value[game.root] for game in games]
    found = asked(tmp_path, colours=colours, discs=discs).fields
    assert found["boards"] == len(values)
    assert found["first_wins"] == sum(v > 0 for v in values)
    assert found["ties"] == sum(v == 0 for v in values)
    assert found["first_loses"] == sum(v < 0 for v in values)
    assert found["mean_difference"] == Exact(Fraction(sum(values), len(values)))
    assert found["states"] == sum(len(game.positions) for game in games)


@pytest.mark.parametrize(
    ("colours", "discs", "counts"),
    [(2, 4, (18, 48, 4)), (3, 3, (1308, 372, 0))],
)
def test_counts_computed_elsewhere(colours, discs, counts, tmp_path):
    found = asked(tmp_path, colours=colours, discs=discs, states=False).fields
    assert (found["first_wins"], found["ties"], found["first_loses"]) == counts


def test_json_keys(capsys, tmp_path):
    code = main(
        (
            "census",
            "bigpoints",
            "--colours",
            "2",
            "--discs",
            "2",
            "--format",
            "json",
            "--folder",
            str(tmp_path),
        )
    )
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert found["boards"] == 6
    assert found["classes"] == 3
    assert (found["first_wins"], found["ties"], found["first_loses"]) == (6, 0, 0)
    assert found["mean_difference"] == {"exact": "1", "decimal": 1.0}
    assert found["states"] == 2 * (17 + 25 + 25)


def test_differences_add_up(tmp_path):
    answer = asked(tmp_path, colours=3, discs=2)
    (table,) = answer.tables
    assert sum(row[1] for row in table.rows) == answer.fields["boards"]
    assert sum(row[2] for row in table.rows) == 1
    mean = sum(row[0] * row[2] for row in table.rows)
    assert Exact(mean) == answer.fields["mean_difference"]


# -- rows ---------------------------------------------------------------------------------------


def test_rows_have_every_class_with_its_multiplicity(tmp_path):
    path = tmp_path / "rows.csv"
    asked(tmp_path, colours=2, discs=3, rows=path)
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["multiplicity"]) for row in rows) == 20
    for row in rows:
        game = Plain(row["board"], 2)
        assert int(row["difference"]) == game.value[game.root]
        assert int(row["states"]) == len(game.positions)
        names = {1: "win", 0: "tie", -1: "loss"}
        assert row["outcome"] == names[int(np.sign(int(row["difference"])))]


def test_parquet_rows_are_the_csv_rows(tmp_path):
    polars = pytest.importorskip("polars")
    asked(tmp_path, colours=3, discs=2, rows=tmp_path / "rows.csv")
    asked(tmp_path, colours=3, discs=2, rows=tmp_path / "rows.parquet")
    types = {"board": polars.String}
    written = polars.read_csv(tmp_path / "rows.csv", schema_overrides=types)
    assert polars.read_parquet(tmp_path / "rows.parquet").equals(written)


def test_rows_that_the_disk_does_not_take_leave_the_old_ones(tmp_path, no_room):
    path = tmp_path / "rows.csv"
    asked(tmp_path, colours=2, discs=3, rows=path)
    before = path.read_bytes()
    with no_room(50), pytest.raises(OSError, match="too large"):
        asked(tmp_path, colours=2, discs=3, rows=path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["rows.txt", "nowhere/rows.csv"])
def test_rows_that_cannot_be_written_are_refused_before_the_work(name, tmp_path):
    with pytest.raises(BadInput):
        asked(tmp_path / "results", rows=tmp_path / name)
    assert not (tmp_path / "results").exists()


# -- going on -----------------------------------------------------------------------------------


def stop_after(boards):
    def progress(done, total=None, words="", share=None):
        if done >= boards:
            raise KeyboardInterrupt

    return progress


def same(one, other):
    left_out = ("seconds", "found_from_before")
    return all(one[k] == other[k] for k in one if k not in left_out)


def test_a_stopped_census_goes_on(tmp_path):
    given = {"colours": 3, "discs": 4, "states": False}
    with pytest.raises(KeyboardInterrupt):
        asked(tmp_path, **given, progress=stop_after(1000))
    kept = len(list(tmp_path.glob("*.npz")))
    assert 4 <= kept < 23
    found = asked(tmp_path, **given).fields
    assert found["found_from_before"] >= 1000
    assert (found["first_wins"], found["ties"], found["first_loses"]) == (25608, 9006, 36)
    assert same(found, asked(tmp_path / "anew", **given).fields)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-7],
        lambda data: b"",
        lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
        lambda data: b"not a shard at all" * 10,
    ],
)
def test_a_damaged_shard_is_computed_again(damage, tmp_path):
    fresh = asked(tmp_path, colours=2, discs=3).fields
    (path,) = tmp_path.glob("*.npz")
    path.write_bytes(damage(path.read_bytes()))
    again = asked(tmp_path, colours=2, discs=3).fields
    assert again["found_from_before"] == 0
    assert same(again, fresh)
    assert asked(tmp_path, colours=2, discs=3).fields["found_from_before"] == 10


def test_a_shard_of_other_boards_is_not_believed(tmp_path):
    asked(tmp_path, colours=2, discs=3)
    (path,) = tmp_path.glob("*.npz")
    plan = shards.Plan(2, 2, True, None, 0, 256)
    path.rename(shards.path_of(tmp_path, plan, 0))
    found = asked(tmp_path, colours=2, discs=2).fields
    assert (found["found_from_before"], found["first_wins"]) == (0, 6)


def test_a_killed_census_leaves_only_whole_shards_and_goes_on(tmp_path):
    arguments = ["census", "bigpoints", "--colours", "3", "--discs", "4", "--states", "no"]
    arguments += ["--folder", str(tmp_path)]
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from ludoteca.cli.main import run; run()",
            *arguments,
            "--folder",
            str(tmp_path),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"LANGUAGE": "en"},
    )
    deadline = time.monotonic() + 120
    while not list(tmp_path.glob("*.npz")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    process.wait()
    kept = 0
    plan = shards.Plan(3, 4, False, None, 0, 256)
    for index, part in enumerate(parts(plan)):
        path = shards.path_of(tmp_path, plan, index)
        if path.exists():
            assert shards.read(path, part, counted=False) is not None
            kept += len(part)
    assert kept >= 256
    with pytest.raises(KeyboardInterrupt):
        census.run(plan, tmp_path, progress=_expect(kept))


def _expect(kept):
    """A progress that stops at the first word, which must tell of the boards kept."""

    def progress(done, total=None, words="", share=None):
        assert done == kept
        raise KeyboardInterrupt

    return progress


def test_a_task_for_other_machines_gives_the_shard_of_this_one(tmp_path):
    """Do the work of a machine of a cluster, from the pickled request to the pickled answer."""
    plan = shards.Plan(3, 3, True, 40, 4, 16)
    found, _reused = census.run(plan, tmp_path)
    job = pickle.loads(pickle.dumps(Shards(plan, (2, 0))))
    sent = [pickle.loads(pickle.dumps(job.do(task, untraced))) for task in (0, 1)]
    assert [index for index, _shard in sent] == [2, 0]
    for (_index, shard), part in zip(sent, (slice(32, None), slice(16)), strict=True):
        assert np.array_equal(shard.values, found.values[part])
        assert np.array_equal(shard.states, found.states[part])


def test_no_page_asks_for_an_address_or_a_path():
    asked_for = {p.name for p in asked_parameters(questions(census)["boards"])}
    assert asked_for == {"colours", "discs", "sample", "states"}


# -- samples ------------------------------------------------------------------------------------


def test_a_sample_is_uniform_over_boards(tmp_path):
    exact = asked(tmp_path, colours=3, discs=3, states=False).fields
    found = asked(tmp_path, colours=3, discs=3, sample=2000, seed=11, states=False).fields
    assert found["first_wins"].n == found["sample"] == 2000
    assert found["first_wins"].contains(1308 / 1680)
    assert found["mean_difference"].contains(exact["mean_difference"].decimal)
    # All 1,680 boards are drawn, not the 280 first ones of each class.
    plan = shards.Plan(3, 3, False, 2000, 11, 16)
    drawn = {census.board_text(board) for part in parts(plan) for board in part}
    assert len({board[0] for board in drawn}) == 3
    expected = 1680 * (1 - (1 - 1 / 1680) ** 2000)
    assert abs(len(drawn) - expected) < 60


def test_a_sample_is_that_of_its_seed_and_goes_on(tmp_path):
    given = {"colours": 4, "discs": 2, "sample": 200, "states": False}
    one = asked(tmp_path / "1", **given, seed=5).fields
    with pytest.raises(KeyboardInterrupt):
        asked(tmp_path / "2", **given, seed=5, progress=stop_after(50))
    two = asked(tmp_path / "2", **given, seed=5).fields
    assert two["found_from_before"] > 0
    assert same(one, two)
    assert not same(one, asked(tmp_path / "1", **given, seed=6).fields)


def test_a_size_too_large_to_enumerate_is_sampled(tmp_path):
    plan = census._plan(5, 4, None, None, 3)
    assert plan.sample == census.AUTOMATIC_SAMPLE
    assert census._plan(5, 4, 0, None, 3).sample is None
    assert census._plan(3, 5, None, None, 3).sample is None


@pytest.mark.parametrize(
    "given",
    [{"colours": 1, "discs": 1}, {"sample": 1}],
)
def test_what_makes_no_census_is_refused(given, tmp_path):
    with pytest.raises(BadInput):
        asked(tmp_path, **given)


@pytest.mark.parametrize("arguments", [("--colours", "6"), ("--discs", "0"), ("--sample", "-1")])
def test_bad_numbers_exit_with_2(arguments, capsys):
    assert main(("census", "bigpoints", *arguments)) == 2
    assert capsys.readouterr().out == ""


def test_how_long_a_census_takes_is_said_before_it_begins():
    """From the times measured: 2.6 s a board of 5 x 5, and eleven times as much a disc more."""
    said = []
    census._warn(census._plan(5, 9, None, None, 1), said.append)
    seconds = 400 * 2.6 * 11**4 / cores()
    days = seconds / 86_400
    assert said == [
        f"400 boards to solve: about {days:.0f} days on the {cores()} cores of this machine"
    ]
    census._warn(census._plan(3, 4, None, None, 1), said.append)
    assert len(said) == 1
