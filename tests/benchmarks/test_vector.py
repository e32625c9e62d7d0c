"""The benchmark of vectors times what it says it times, and judges it by its targets."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
_SPEC = importlib.util.spec_from_file_location("vector_benchmark", BENCHMARKS / "vector.py")
vector = sys.modules["vector_benchmark"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(vector)


class Clock:
    """A wall clock and a processor's, of which one runs twice as fast."""

    def __init__(self):
        self.now = 0.0

    def perf_counter(self):
        return self.now

    def process_time(self):
        return 2 * self.now


def test_a_timing_counts_the_steps_of_all_environments(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(vector, "time", clock)
    monkeypatch.setattr(vector, "SLICE", 1.0)
    monkeypatch.setattr(vector, "ENVIRONMENTS", 16)
    monkeypatch.setattr(vector, "WARM", 3)
    env = vector.playing("kuhn", "float32", 2)
    step = env.step

    def a_quarter(actions):
        clock.now += 0.25
        return step(actions)

    monkeypatch.setattr(env, "step", a_quarter)
    wall, processor = vector.measured(env)
    env.close()
    assert (wall, processor) == pytest.approx((64e-6, 32e-6))


def test_each_row_is_judged_by_its_own_clock_and_the_peers_by_two_threads(monkeypatch):
    class Env:
        def close(self):
            pass

    def timing(env):
        return {1: (6.0, 7.0), 2: (12.0, 5.0)}[env.threads]

    def playing(game, kind, threads):
        env = Env()
        env.threads = threads
        return env

    monkeypatch.setattr(vector, "playing", playing)
    monkeypatch.setattr(vector, "measured", timing)
    monkeypatch.setattr(
        vector, "answered", lambda _peers, name: (2.0, 1.0) if name == "pgx kuhn_poker" else None
    )
    lines = list(vector.tables(["kuhn", "leduc"], 1, sys.executable))
    assert lines[2] == "| kuhn | float32 | 1 | 6 | 7 | 6.6 | 1.06, met |"
    assert lines[3] == "| kuhn | float32 | 2 | 12 | 5 | 11.2 | 1.07, met |"
    assert len(lines) == 2 + 8 + 1 + 2 + 1
    assert lines[-1] == "| pgx kuhn_poker | 2 | 1 | 5 | 6, met | 6, met |"
    assert vector.verdict(4.99, 5) == "4.99, missed"


def test_a_peer_that_is_not_installed_is_left_out():
    """Without the packages of any environment the process answers each line, and ends."""
    process = subprocess.run(
        [sys.executable, "-S", "-E", str(vector.PEERS)],
        input="".join(f"{name}\n" for name, _game, _least in vector.BESIDE),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    answers = [json.loads(line) for line in process.stdout.splitlines()]
    assert [list(answer) for answer in answers] == [["error"]] * len(vector.BESIDE)
