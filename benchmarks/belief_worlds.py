"""The deals that belief search plays out in a second; print Markdown for benchmarks/results.md.

Run ``python benchmarks/belief_worlds.py [--peers PYTHON]``: about three minutes, one core, but for
the table of threads. At every decision of deals between the game's strongest policies, belief
search with 200 worlds is asked; its time (processor seconds, the particle filter and the equity
table's look-ups included, the policy's own moves left out) is divided by the worlds in which each
move was tried: a simulated deal is one move in one world, played to its end by the policy.
``PYTHON`` is an interpreter that has ``open_spiel``: its C++ information-set MCTS with random
rollouts is run on games of its own (in version 2.0.2 hearts lacks what that needs).
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.view import SeatView

SECONDS = 5.0
WORLDS = 200
SEED = 20261121
VARIANTS: tuple[tuple[str, dict[str, int]], ...] = (
    ("eras", {"players": 2}),
    ("eras", {"players": 4}),
    ("poker", {}),
    ("minirummy", {}),
    ("leduc", {}),
)
PEER = """
import random, time, pyspiel
print("| OpenSpiel game | simulated deals/s |")
print("| --- | ---: |")
for name in ("leduc_poker", "gin_rummy"):
    game = pyspiel.load_game(name)
    random.seed(1)
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, 1000, -1, most_visited, False, True)
    made, spent = 0, 0.0
    try:
        while spent < 5.0:
            state = game.new_initial_state()
            while not state.is_terminal() and spent < 5.0:
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes())
                    state.apply_action(random.choices(outcomes, chances)[0])
                    continue
                legal = state.legal_actions()
                if len(legal) > 1:
                    begun = time.process_time()
                    bot.step(state)
                    spent += time.process_time() - begun
                    made += 1000
                state.apply_action(random.choice(legal))
    except pyspiel.SpielError as error:
        print(f"| {name} | {error} |")
        continue
    print(f"| {name} | {made / spent:,.0f} |")
"""


def decisions(game: Game, options: dict[str, int], seed: int) -> Iterator[SeatView]:
    """The views at every choice of deals between the strongest policies."""
    import numpy as np

    from ludoteca.players.particles import strongest
    from ludoteca.players.policy import PolicyPlayer

    rng = np.random.default_rng(seed)
    policy = PolicyPlayer(game, game.info.levels[strongest(game)])
    while True:
        state = game.new_state(options)
        while not state.is_terminal():
            if state.is_chance():
                state.apply_unchecked(state.sample_chance(rng))
                continue
            view = state.view(state.current_player(), remembering=True)
            if len(view.legal) > 1:
                yield view
            state.apply_unchecked(policy.choose(view, rng))


def measured(
    name: str, options: dict[str, int], clock: Callable[[], float]
) -> tuple[int, int, int, float]:
    """Choices, worlds, simulated deals and seconds of belief search."""
    import numpy as np

    from ludoteca.core.numbers import Simulated
    from ludoteca.core.registry import load_game
    from ludoteca.players.belief import BeliefPlayer
    from ludoteca.players.budget import WorldBudget

    game = load_game(name)
    rng = np.random.default_rng(SEED)
    players: dict[int, BeliefPlayer] = {}
    choices, worlds, deals, spent = -1, 0, 0, 0.0
    for view in decisions(game, options, SEED):
        if view.seat not in players:
            players[view.seat] = BeliefPlayer(WorldBudget(WORLDS))
            players[view.seat].think(view, rng)
        begun = clock()
        thought = players[view.seat].think(view, rng)
        # The first choice waits for compilers and tables.
        choices += 1
        if choices == 0:
            continue
        spent += clock() - begun
        tried = [value.value.n for value in thought.values if isinstance(value.value, Simulated)]
        worlds += max(tried)
        deals += sum(tried)
        if spent > SECONDS:
            return choices, worlds, deals, spent
    raise AssertionError("deals follow each other without end")


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--peers", metavar="PYTHON")
    peers = options.parse_args().peers
    from ludoteca.workers.threads import cores, use_threads

    print(
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, Python {platform.python_version()}\n"
    )
    print("| game | options | worlds/s | simulated deals/s | ms a choice | choices |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for name, given in VARIANTS:
        choices, worlds, deals, spent = measured(name, given, time.process_time)
        words = ", ".join(f"{key} {value}" for key, value in given.items())
        print(
            f"| {name} | {words} | {worlds / spent:,.0f} | {deals / spent:,.0f} "
            f"| {1000 * spent / choices:.1f} | {choices} |",
            flush=True,
        )
    print("\n| threads | simulated deals/s of eras, by the clock on the wall |")
    print("| ---: | ---: |")
    for threads in range(1, cores() + 1):
        use_threads(threads)
        best = max(
            deals / spent
            for _choices, _worlds, deals, spent in (
                measured("eras", {"players": 2}, time.perf_counter) for _time in range(2)
            )
        )
        print(f"| {threads} | {best:,.0f} |", flush=True)
    if peers:
        print()
        sys.stdout.flush()
        subprocess.run([peers, "-c", PEER], check=True)


if __name__ == "__main__":
    main()
