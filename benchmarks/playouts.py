"""Random deals a second in the kernel of every game, beside other libraries in the same run.

``python benchmarks/playouts.py [--peers PYTHON] [--rounds 5] [--games eras poker]`` prints Markdown
tables for benchmarks/results.md; a minute or two, one core. ``PYTHON`` is an interpreter that has
``open_spiel``, ``rlcard`` or both, by default this one; what it lacks is left out. A game may be
any that is registered, also one in a folder of ``LUDOTECA_GAMES``.

A *decision* is a move of a player, one with a single legal move too; chance moves are not counted,
and their time is: every deal begins with an undealt deck and ends with its points. Moves are
uniformly random among the legal ones, which are listed for it. Everything is measured once a round,
a game of ours and its peers one after the other, in processor time; figures are medians of rounds.
The second table is the same loop with moves drawn from the policies that searching players simulate
with.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from ludoteca.core import calls, kernel
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.options import Value
from ludoteca.core.registry import load_game

HERE = Path(__file__).resolve().parent
SLICE = 0.1  # seconds of one timing, at least

# Game, options, and what comes nearest to it elsewhere, the fastest library first.
ROWS: tuple[tuple[str, dict[str, Value | bool], tuple[str, ...]], ...] = (
    ("eras", {}, ("OpenSpiel hearts",)),
    ("eras", {"players": 4}, ("OpenSpiel hearts",)),
    ("poker", {}, ("OpenSpiel leduc_poker", "RLCard leduc-holdem")),
    ("mus", {"signs": "none"}, ("OpenSpiel spades",)),
    ("mus", {"talk": "yes", "corrido": "no"}, ("OpenSpiel spades",)),
    ("buraco", {}, ("OpenSpiel gin_rummy", "RLCard gin-rummy")),
    ("buraco", {"profile": "aberto"}, ()),
    ("buraco", {"profile": "fechado"}, ()),
    ("buraco", {"profile": "stbl"}, ()),
    ("bigpoints", {}, ()),
    ("bigpoints", {"players": 5}, ()),
    ("vangin", {}, ()),
    ("leduc", {}, ("OpenSpiel leduc_poker", "RLCard leduc-holdem")),
    ("kuhn", {}, ("OpenSpiel kuhn_poker",)),
    ("minirummy", {}, ("OpenSpiel gin_rummy", "RLCard gin-rummy")),
    ("minimus", {}, ()),
    ("nim", {}, ("OpenSpiel nim",)),
    ("tictactoe", {}, ("OpenSpiel tic_tac_toe",)),
    ("tricks", {}, ("OpenSpiel spades",)),
)

# Games and options whose policies are timed.
POLICIES: tuple[tuple[str, dict[str, Value | bool]], ...] = (
    ("eras", {}),
    ("eras", {"players": 4}),
    ("poker", {}),
    ("mus", {}),
    ("buraco", {}),
    ("bigpoints", {}),
)


@njit
def play_random(states, deals, rng, ids, prob, points):
    """Play ``deals`` random deals from ``states[0]`` in ``states[1]``; the decisions in them."""
    decisions = 0
    for _deal in range(deals):
        states[1] = states[0]
        while True:
            player = kernel.current_player(states[1])
            if player == TERMINAL:
                break
            if player == CHANCE:
                action = kernel.sample_chance(states[1], rng, ids, prob)
            else:
                decisions += 1
                n = kernel.legal_actions(states[1], ids)
                action = ids[int(rng.random() * n)]
            kernel.apply_action(states[1], action)
        kernel.returns(states[1], points)
    return decisions


@njit
def play_policy(states, deals, level, rng, ids, prob, points):
    """As :func:`play_random`, with moves drawn from the policy at ``level``."""
    decisions = 0
    for _deal in range(deals):
        states[1] = states[0]
        while True:
            player = kernel.current_player(states[1])
            if player == TERMINAL:
                break
            if player == CHANCE:
                action = kernel.sample_chance(states[1], rng, ids, prob)
            else:
                decisions += 1
                n = kernel.policy_probs(states[1], level, ids, prob)
                action = ids[kernel.sample_index(prob, n, rng.random())]
            kernel.apply_action(states[1], action)
        kernel.returns(states[1], points)
    return decisions


@dataclass
class Speed:
    """The measurements of one game, a number a round; ``decisions`` are of a deal."""

    players: int
    decisions: float = 0.0
    deals_a_second: list[float] = field(default_factory=list)

    @property
    def deals(self) -> float:
        return median(self.deals_a_second)

    @property
    def millions(self) -> float:
        """Million decisions a second."""
        return self.decisions * self.deals / 1e6


class Ours:
    """A game of this library; ``level`` of its policy, or None for random moves."""

    def __init__(self, game: Game, given: dict[str, Value | bool], level: int | None) -> None:
        options = game.options(given)
        states = game.state_layout.empty(2)
        calls.init(states, 0, game.schema.compile(options), game.standing_layout.empty(1))
        self.speed = Speed(game.num_players(options))
        rng, points = np.random.default_rng(1), np.zeros(self.speed.players)
        scratch = (rng, *game.buffers(), points)
        self._play: Callable[[int], int] = lambda deals: (
            play_random(states, deals, *scratch)
            if level is None
            else play_policy(states, deals, level, *scratch)
        )
        self._play(1)  # compiled
        self._deals = 4

    def measure(self) -> None:
        """One timing more."""
        while True:
            began = time.process_time()
            decisions = self._play(self._deals)
            took = time.process_time() - began
            if took >= SLICE:
                break
            self._deals *= 3
        self.speed.deals_a_second.append(self._deals / took)
        self.speed.decisions = decisions / self._deals


class Peers:
    """Other libraries, in a process of their own."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, str(HERE / "peers" / "random_play.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.speeds: dict[str, Speed] = {}

    def measure(self, name: str) -> None:
        """One timing more of ``LIBRARY GAME``, if that is installed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(name + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline() or '{"error": ""}')
        if "error" not in answer:
            speed = self.speeds.setdefault(name, Speed(int(answer["players"])))
            speed.decisions = answer["decisions"]
            speed.deals_a_second.append(1 / answer["seconds"])

    def close(self) -> None:
        self._process.communicate()


def random_table(rounds: int, peers: Peers, wanted: list[str] | None) -> Iterator[str]:
    """Every game beside its peers."""
    rows = [(load_game(name), given, near) for name, given, near in chosen(ROWS, wanted, ({}, ()))]
    ours = [Ours(game, given, None) for game, given, _near in rows]
    for _round in range(rounds):
        timed: set[str] = set()
        for one, (_game, _given, near) in zip(ours, rows, strict=True):
            one.measure()
            for name in near:
                if name not in timed:
                    peers.measure(name)
                    timed.add(name)
    yield "| game | players | decisions a deal | deals/s | M decisions/s | peer | M/s | ratio |"
    yield "| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |"
    for one, (game, _given, near) in zip(ours, rows, strict=True):
        found = [(name, peers.speeds[name]) for name in near if name in peers.speeds]
        yield f"| {game.name} {_figures(one.speed)} {_beside(one.speed, found)} |"
    yield ""
    yield "| peer | players | decisions a deal | deals/s | M decisions/s |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    yield from (f"| {name} {_figures(speed)} |" for name, speed in peers.speeds.items())


def policy_table(rounds: int, wanted: list[str] | None) -> Iterator[str]:
    """The policies that are simulated with."""
    rows = [
        (game, level, Ours(game, given, number))
        for game, given in ((load_game(name), g) for name, g in chosen(POLICIES, wanted, ({},)))
        for number, level in enumerate(game.info.levels)
    ]
    for _round in range(rounds):
        for _game, _level, one in rows:
            one.measure()
    yield "| game | policy | players | decisions a deal | deals/s | M decisions/s |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    yield from (f"| {game.name} | {level} {_figures(one.speed)} |" for game, level, one in rows)


def chosen(rows: tuple[Any, ...], wanted: list[str] | None, plain: tuple[Any, ...]) -> list[Any]:
    """The ``rows`` of the games ``wanted``, by default all; a game that has none gets ``plain``."""
    found = [row for row in rows if not wanted or row[0] in wanted]
    named = {row[0] for row in found}
    return found + [(name, *plain) for name in wanted or () if name not in named]


def _figures(speed: Speed) -> str:
    decisions = f"{speed.decisions:.2f} | {speed.deals:,.0f} | {speed.millions:.3g}"
    return f"| {speed.players} | {decisions}"


def _beside(ours: Speed, found: list[tuple[str, Speed]]) -> str:
    """The fastest of the peers that were measured, and how many times ours is that."""
    if not found:
        return "| | |"
    name, theirs = max(found, key=lambda pair: pair[1].millions)
    return f"| {name} | {theirs.millions:.3g} | {ours.millions / theirs.millions:.1f}"


def a_game(name: str) -> str:
    """The name of a registered game, as an argument."""
    try:
        return load_game(name).name
    except LudotecaError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", metavar="PYTHON", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", nargs="+", metavar="GAME", type=a_game)
    given = parser.parse_args()
    print(
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, Python {platform.python_version()}\n"
    )
    peers = Peers(given.peers)
    for line in random_table(given.rounds, peers, given.games):
        print(line, flush=True)
    peers.close()
    print()
    for line in policy_table(given.rounds, given.games):
        print(line, flush=True)


if __name__ == "__main__":
    main()
