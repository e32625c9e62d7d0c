"""Random play in other libraries, for ``benchmarks/playouts.py``; knows nothing of this one.

A line ``LIBRARY GAME`` comes in, ``{"players", "decisions", "seconds"}`` goes out as JSON, or
``{"error"}``: seats, decisions of a deal, processor seconds of a deal with the dealing. Each line
measures anew, for some tenths of a second. A decision is a move of a player; chance moves are not
counted, and their time is. Run with a Python that has ``open_spiel``, ``rlcard`` or both.

OpenSpiel gives Python no loop of whole random deals at the speed of its C++, so the time is put
together: random rollouts in C++ from the first decision (all rollouts of one ``MCTSBot`` search),
and for the dealing the difference between ``evaluate_bots``, a C++ loop too, from the start and
from the first decision. It agrees to about a tenth with a loop that we compiled against
OpenSpiel: 4.8 million decisions a second in leduc, 2.7 in hearts, 3.0 in spades. Deals start from a
copy, as ours do: a new state of gin rummy takes 1.5 ms, a copy 0.04.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

SLICE = 0.03  # seconds of one timing, at least
TIMINGS = 3  # of which the shortest counts: other work on the machine only adds
COUNTED = 1_000  # deals in which decisions are counted

Answer = dict[str, float]


def seconds_each(work: Callable[[int], object]) -> float:
    """Processor seconds of one of the ``n`` things that ``work(n)`` does."""
    n, took = 4, 0.0
    while took < SLICE:
        n *= 3
        began = time.process_time()
        work(n)
        took = time.process_time() - began
    return took / n


def shortest(*works: Callable[[int], object]) -> list[float]:
    """:func:`seconds_each` of each, timed in turn."""
    rounds = [[seconds_each(work) for work in works] for _timing in range(TIMINGS)]
    return [min(times) for times in zip(*rounds, strict=True)]


# -- OpenSpiel -------------------------------------------------------------------------------------


@cache
def _opened(name: str) -> tuple[Any, Any, float]:
    """The game, the position of a first decision, and decisions of a deal."""
    import pyspiel

    game = pyspiel.load_game(name)
    decisions, first = 0, None
    rng = random.Random(1)
    for _deal in range(COUNTED):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                ids, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(ids, chances)[0])
            else:
                first = first or state.clone()
                decisions += 1
                state.apply_action(rng.choice(state.legal_actions()))
    return game, first, decisions / COUNTED


def open_spiel(name: str) -> Answer:
    import pyspiel

    game, first, decisions = _opened(name)
    start = game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(i, i + 1) for i in range(game.num_players())]

    def rollouts(n: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(n, 1)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 7, False).mcts_search(first)

    def whole(n: int) -> None:
        for seed in range(n):
            pyspiel.evaluate_bots(start.clone(), bots, seed)

    def dealt(n: int) -> None:
        for seed in range(n):
            pyspiel.evaluate_bots(first.clone(), bots, seed)

    seconds, from_start, from_first = shortest(rollouts, whole, dealt)
    if start.is_chance_node():
        seconds += max(0.0, from_start - from_first)
    return {"players": game.num_players(), "decisions": decisions, "seconds": seconds}


# -- RLCard ----------------------------------------------------------------------------------------


@cache
def _table(name: str) -> Any:
    import rlcard
    from rlcard.agents import RandomAgent

    table = rlcard.make(name, config={"seed": 1})
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(table.num_players)])
    return table


def rl_card(name: str) -> Answer:
    table = _table(name)
    deals, before = 0, table.timestep

    def whole(n: int) -> None:
        nonlocal deals
        deals += n
        for _deal in range(n):
            table.run(is_training=False)

    seconds = seconds_each(whole)
    decisions = (table.timestep - before) / deals
    return {"players": table.num_players, "decisions": decisions, "seconds": seconds}


LIBRARIES = {"OpenSpiel": open_spiel, "RLCard": rl_card}


def main() -> None:
    for line in sys.stdin:
        library, name = line.split()
        try:
            answer: dict[str, Any] = dict(LIBRARIES[library](name))
        except ImportError as missing:
            answer = {"error": str(missing)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
