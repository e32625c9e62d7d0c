"""A run on disk: kept, cut back to what is sure, one process at a time."""

import json

import pytest

from ludoteca.arena.run_log import RECORDS, RESULTS, Outcome, RunLog, read_records
from ludoteca.core.errors import BadInput
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game

PLAN = {"game": "nim"}


def record(heap):
    state = load_game("nim").new_state({"heaps": 1, "largest": 5})
    while not state.is_terminal():
        state.apply(state.legal_actions()[heap % len(state.legal_actions())])
    return GameRecord.from_state(state, ["a", "b"]).to_text()


def outcome(n):
    return Outcome({"n": n}, (record(n),))


def test_what_was_kept_is_found_again_and_every_record_replays(tmp_path):
    with RunLog(tmp_path, PLAN) as log:
        log.append([outcome(0), outcome(1)])
        log.append([outcome(2)])
    with RunLog(tmp_path, PLAN) as log:
        assert log.lines == [{"n": 0}, {"n": 1}, {"n": 2}]
    found = list(read_records(tmp_path))
    assert [r.to_text() for r in found] == [record(n) for n in range(3)]
    assert all(r.replay().is_terminal() for r in found)


def test_whatever_a_kill_left_half_written_is_cut_off_and_no_more(tmp_path):
    """At every byte of the last batch, of results or of records alone."""
    with RunLog(tmp_path, PLAN) as log:
        log.append([outcome(0)])
    results, records = ((tmp_path / name).read_bytes() for name in (RESULTS, RECORDS))
    with RunLog(tmp_path, PLAN) as log:
        log.append([outcome(1)])
    more_results, more_records = ((tmp_path / name).read_bytes() for name in (RESULTS, RECORDS))
    for cut in range(len(results), len(more_results)):
        (tmp_path / RESULTS).write_bytes(more_results[:cut])
        (tmp_path / RECORDS).write_bytes(more_records[: len(records) + cut % 40])
        with RunLog(tmp_path, PLAN) as log:
            assert log.lines == [{"n": 0}]
        assert (tmp_path / RECORDS).read_bytes() == records
    with RunLog(tmp_path, PLAN) as log:
        log.append([outcome(1)])
    assert (tmp_path / RESULTS).read_bytes() == more_results
    assert len(list(read_records(tmp_path))) == 2


def test_two_processes_cannot_be_at_one_run(tmp_path):
    pytest.importorskip("fcntl")
    with RunLog(tmp_path, PLAN), pytest.raises(BadInput, match="another process"):
        RunLog(tmp_path, PLAN)
    RunLog(tmp_path, PLAN).__exit__()


def test_another_run_is_not_written_over(tmp_path):
    with RunLog(tmp_path, PLAN) as log:
        log.append([outcome(0)])
    with pytest.raises(BadInput, match="holds another run"):
        RunLog(tmp_path, {"game": "kuhn"})
    assert json.loads((tmp_path / "plan.json").read_text()) == PLAN
