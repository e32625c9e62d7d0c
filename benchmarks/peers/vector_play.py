"""Random play through other libraries' ``step``, for ``benchmarks/vector.py``; knows nothing of it.

A line ``LIBRARY GAME`` comes in; ``{"steps", "wall", "processor"}`` goes out as JSON, or
``{"error"}``: actions of players, and the seconds that they took by either clock. Each line
measures anew, for some tenths of a second. Deals follow one another; every step gives an
observation and the legal actions, of which one is drawn uniformly within the time.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

SLICE = 0.3  # seconds of one timing, at least
ENVIRONMENTS = 4_096  # of pgx; the others have one
SCANNED = 100  # steps of a compiled loop of pgx

Play = Callable[[], int]  # plays for a while, and says how many steps it made


def pgx(name: str) -> Play:
    """Compiled by JAX with its default generator.

    The loop carries the whole state, observation and mask too: no step can leave them out.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carried: Any, _nothing: None) -> tuple[Any, None]:
        state, key = carried
        key, choice, chance = jax.random.split(key, 3)
        weights = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        chosen = jax.random.categorical(choice, weights, axis=1)
        return (step(state, chosen, jax.random.split(chance, ENVIRONMENTS)), key), None

    play = jax.jit(lambda carried: jax.lax.scan(once, carried, None, length=SCANNED)[0])
    key = jax.random.key(1)
    carried = (jax.jit(jax.vmap(env.init))(jax.random.split(key, ENVIRONMENTS)), key)

    def some() -> int:
        nonlocal carried
        carried = jax.block_until_ready(play(carried))
        return ENVIRONMENTS * SCANNED

    return some


def petting_zoo(name: str) -> Play:
    env = import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)

    def deal() -> int:
        steps = 0
        env.reset()
        for _agent in env.agent_iter():
            seen, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(random.choice(seen["action_mask"].nonzero()[0]))
                steps += 1
        return steps

    return deal


def rl_card(name: str) -> Play:
    import rlcard

    table = rlcard.make(name, config={"seed": 1})

    def deal() -> int:
        before = table.timestep
        state, _player = table.reset()
        while not table.is_over():
            state, _player = table.step(random.choice(list(state["legal_actions"])))
        return int(table.timestep - before)

    return deal


LIBRARIES = {"pgx": pgx, "PettingZoo": petting_zoo, "RLCard": rl_card}


@cache
def opened(library: str, name: str) -> Play:
    """A library's game, played once: it is compiled."""
    play = LIBRARIES[library](name)
    play()
    return play


def measured(play: Play) -> dict[str, float]:
    """Steps, and seconds of both clocks."""
    steps, began, began_processor = 0, time.perf_counter(), time.process_time()
    while (wall := time.perf_counter() - began) < SLICE:
        steps += play()
    return {"steps": steps, "wall": wall, "processor": time.process_time() - began_processor}


def main() -> None:
    for line in sys.stdin:
        library, name = line.split()
        try:
            answer: dict[str, Any] = dict(measured(opened(library, name)))
        except ImportError as missing:
            answer = {"error": str(missing)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
