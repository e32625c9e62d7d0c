"""Random play through ``VectorEnv.step`` and other libraries' environments, all in one run.

``python benchmarks/vector.py [--peers PYTHON] [--rounds 7] [--games kuhn mus]`` prints Markdown
tables for benchmarks/results.md; two cores, two or three minutes. ``PYTHON`` is an interpreter
that has ``pgx``, ``pettingzoo`` (with ``pygame``), ``rlcard`` or some of them, by default this one;
what it lacks is left out.

A *step* is an action of a player in one environment, drawn uniformly from the legal ones; timed are
the draw, the rules, chance, the next observation and mask, and the deal that follows a finished
one. We and pgx hold 4,096 environments, the others one. Ours have made 500 steps each before
anything is timed, so that deals of all ages are played (buraco: some 260 steps a deal at random).

Everything is timed once a round, one after the other; figures are medians of rounds. One thread is
judged by processor time, which other work on the machine disturbs least; two threads and the peers
by the clock on the wall, which is right only where nothing else runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from ludoteca.envs.vector import VectorEnv

PEERS = Path(__file__).resolve().parent / "peers" / "vector_play.py"
ENVIRONMENTS = 4_096
WARM = 500  # steps of each environment before timing
SLICE = 0.2  # seconds of one timing, at least
SPEED_UP = 1.7  # of two threads over one, at least

Kind: TypeAlias = Literal["float32", "int8"]
KINDS: tuple[Kind, ...] = ("float32", "int8")
Timing: TypeAlias = tuple[float, float]  # million steps a second: wall clock, processor time

# Million steps a second that one thread shall make, with observations of float32 and of int8.
TARGETS = {
    "kuhn": (6.6, 6.6),
    "leduc": (5.0, 5.0),
    "poker": (5.0, 5.0),
    "eras": (3.0, 3.0),
    "mus": (0.8, 1.5),
    "buraco": (0.8, 1.5),
}

# A peer, our game, and how many times as fast two threads of ours shall be.
BESIDE = (
    ("pgx kuhn_poker", "kuhn", 5),
    ("pgx leduc_holdem", "leduc", 10),
    ("PettingZoo leduc_holdem_v4", "leduc", 100),
    ("RLCard leduc-holdem", "leduc", 100),
)


def playing(game: str, kind: Kind, threads: int) -> VectorEnv:
    """A vector in the midst of its deals."""
    env = VectorEnv(game, ENVIRONMENTS, observation=kind, threads=threads)
    env.reset()
    for _step in range(WARM):
        env.step(env.sample())
    return env


def measured(env: VectorEnv) -> Timing:
    """One timing of random play."""
    steps, began, began_processor = 0, time.perf_counter(), time.process_time()
    while (wall := time.perf_counter() - began) < SLICE:
        env.step(env.sample())
        steps += env.num_envs
    return steps / wall / 1e6, steps / (time.process_time() - began_processor) / 1e6


def answered(peers: subprocess.Popen[str], name: str) -> Timing | None:
    """One timing of ``LIBRARY GAME`` by the process of the peers; None if it is not installed."""
    assert peers.stdin is not None
    assert peers.stdout is not None
    print(name, file=peers.stdin, flush=True)
    answer = json.loads(peers.stdout.readline())
    if "error" in answer:
        return None
    steps = answer["steps"] / 1e6
    return steps / answer["wall"], steps / answer["processor"]


def tables(games: Sequence[str], rounds: int, python: str) -> Iterator[str]:
    """Our games, then what is beside them."""
    rows = [(game, kind, threads) for game in games for kind in KINDS for threads in (1, 2)]
    envs = {row: playing(*row) for row in rows}
    near = [row for row in BESIDE if row[1] in games]
    ours, theirs = defaultdict[object, list[Timing]](list), defaultdict[str, list[Timing]](list)
    with subprocess.Popen(
        [python, str(PEERS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as peers:
        for _round in range(rounds):
            for row, env in envs.items():
                ours[row].append(measured(env))
            for name, _game, _least in near:
                if timing := answered(peers, name):
                    theirs[name].append(timing)
    for env in envs.values():
        env.close()

    yield "| game | observation | threads | M steps/s, wall | M/s, processor | target | ratio |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | --- |"
    for game, kind, threads in rows:
        wall, processor = np.median(ours[game, kind, threads], axis=0)
        target = TARGETS[game][KINDS.index(kind)] * (1 if threads == 1 else SPEED_UP)
        reached = verdict((processor if threads == 1 else wall) / target, 1)
        figures = f"{wall:.3g} | {processor:.3g} | {target:.3g}"
        yield f"| {game} | {kind} | {threads} | {figures} | {reached} |"
    yield ""
    yield "| peer | M steps/s, wall | M/s, processor | target | ours, float32 | ours, int8 |"
    yield "| --- | ---: | ---: | ---: | --- | --- |"
    for name, game, least in near:
        if name in theirs:
            wall, processor = np.median(theirs[name], axis=0)
            times = [np.median(ours[game, kind, 2], axis=0)[0] / wall for kind in KINDS]
            beside = " | ".join(verdict(each, least) for each in times)
            yield f"| {name} | {wall:.3g} | {processor:.3g} | {least} | {beside} |"


def verdict(times: float, least: float) -> str:
    """How many times, and whether that is enough."""
    return f"{times:.3g}, {'met' if times >= least else 'missed'}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", metavar="PYTHON", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", nargs="+", choices=TARGETS, default=list(TARGETS))
    given = parser.parse_args()
    machine = f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    print(f"{time.strftime('%Y-%m-%d')}, {machine}, Python {platform.python_version()}\n")
    for line in tables(given.games, given.rounds, given.peers):
        print(line, flush=True)


if __name__ == "__main__":
    main()
