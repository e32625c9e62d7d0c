"""The worlds of mus that a seat cannot tell apart, drawn in a second; prints Markdown.

Run ``python benchmarks/mus_worlds.py``: some ten minutes, one core. Positions are those before
words of mus and of bets in deals of ``experto``, as often as they come, and in deals in which mus
is wanted nearly always, where rounds of mus and the shuffle come; there half of the bets are
passes. Worlds are drawn for the seat to move. The mean is over all worlds of a kind of position;
its slowest position stands beside it.
"""

from __future__ import annotations

import platform
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.registry import load_game
from ludoteca.core.state import observe
from ludoteca.games.mus.ids import BETTING, CUT, MUS, PARES, PASS, TALKING
from ludoteca.players.policy import PolicyPlayer

SEED = 20261122
POSITIONS = 50  # of each kind
WORLDS = 100
DEALS = 300
VARIANTS = {
    "no signs": {"signs": "none", "corrido": "no"},
    "short list": {"corrido": "no"},
    "list of the federation": {"signs": "federation", "corrido": "no"},
}
KINDS: dict[str, Callable[[Any], bool]] = {
    "first hands": lambda s: s.mus_rounds == 0 and s.lance < PARES,
    "first hands, declared": lambda s: s.mus_rounds == 0 and s.lance >= PARES,
    "after mus": lambda s: s.mus_rounds > 0 and s.shuffles == 0 and s.lance < PARES,
    "after mus, declared": lambda s: s.mus_rounds > 0 and s.shuffles == 0 and s.lance >= PARES,
    "after the shuffle": lambda s: s.shuffles > 0 and s.lance < PARES,
    "after the shuffle, declared": lambda s: s.shuffles > 0 and s.lance >= PARES,
}


def positions(
    game: Game, options: dict[str, str], much_mus: bool
) -> dict[str, list[tuple[Any, int]]]:
    """Views with their seats, of every kind as they come, ``POSITIONS`` at most."""
    rng = np.random.default_rng(SEED)
    masks = game.masks(game.options(options))
    policy = PolicyPlayer(game, "experto")
    found: dict[str, list[tuple[Any, int]]] = defaultdict(list)
    for _deal in range(DEALS):
        state = game.new_state(options)
        while not state.is_terminal():
            if state.is_chance():
                state.apply_unchecked(state.sample_chance(rng))
                continue
            s, seat = state.record[0], state.current_player()
            if s.phase in (TALKING, BETTING) and rng.random() < 0.3:
                kind = next(kind for kind, fits in KINDS.items() if fits(s))
                if len(found[kind]) < POSITIONS:
                    found[kind].append((observe(state.record, masks[seat]), seat))
            if much_mus and s.phase == TALKING:
                state.apply_unchecked(MUS if rng.random() < 0.95 else CUT)
            elif much_mus and s.phase == BETTING and rng.random() < 0.5:
                state.apply_unchecked(PASS)
            else:
                state.apply_unchecked(policy.choose(state.view(seat, remembering=True), rng))
    return found


def main() -> None:
    game = load_game("mus")
    print(
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, Python {platform.python_version()}\n"
    )
    print("| signs | deals | position | positions | worlds/s | slowest, us a world |")
    print("| --- | --- | --- | ---: | ---: | ---: |")
    out, rng = game.state_layout.empty(WORLDS), np.random.default_rng(SEED)
    for signs, options in VARIANTS.items():
        for deals in ("experto", "much mus"):
            found = positions(game, options, deals == "much mus")
            for kind in KINDS:
                spent = []
                for view, seat in found[kind]:
                    begun = time.process_time()
                    calls.resample_all(view, 0, seat, rng, out)
                    spent.append(time.process_time() - begun)
                spent = spent[1:]  # the first waits for the compiler
                if spent:
                    mean = WORLDS * len(spent) / sum(spent)
                    slowest = max(spent) / WORLDS * 1e6
                    print(
                        f"| {signs} | {deals} | {kind} | {len(spent)} | {mean:,.0f} "
                        f"| {slowest:.1f} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
