"""The levels of eras: who beats whom, and what a perfect opponent gains on each.

``python benchmarks/eras_levels.py ladder [--players 2 4] [--deals 60] [--worlds 250] [--seed 91]``
``python benchmarks/eras_levels.py exploitability [--worlds 250] [--seed 92]``

The ladder: duplicate deals, the number of them fixed beforehand, the interval over the deals; the
deals of `basic` against `random` and of `advanced` against `basic` are five times as many, they
take no time. The whole thing with a rule to stop is `ludoteca arena eras A B --until-clear`.

Exploitability: on decks small enough for the whole tree, half of what the best responses to both
seats gain on a level together, in points above the other. CFR+ shows what is possible. `expert` is
asked once at every information set, with a generator of its own for each; its answer is taken for
its strategy there, so that it is one fixed strategy.
"""

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.tournament import compare
from ludoteca.core.registry import load_game
from ludoteca.players.base import seen_by
from ludoteca.players.factory import make_player
from ludoteca.solve.best_response import best_response, exploitability, policy_strategy
from ludoteca.solve.cfr import solve_cfr
from ludoteca.solve.tree import GameTree, build_tree
from ludoteca.train.exact import of_differences

DECKS = (
    {"players": 2, "values": 3, "suits": 2, "hand": 2, "rounds": 1},
    {"players": 2, "values": 3, "suits": 2, "hand": 3, "rounds": 1},
)


def ladder(given: argparse.Namespace) -> None:
    game = load_game("eras")
    expert = f"expert@{given.worlds}n"
    rungs = (("basic", "random", 5), ("advanced", "basic", 5), (expert, "advanced", 1))
    print("| players | better | weaker | deals | points above, 95 % | won | ms a move |")
    print("| ---: | --- | --- | ---: | --- | ---: | --- |")
    for players in given.players:
        for a, b, times in rungs:
            found = compare(game, {"players": players}, a, b, times * given.deals, given.seed)
            points = found.difference
            assert points is not None, found.failures
            won = found.a.wins / (found.deals * found.seatings)
            print(
                f"| {players} | {a} | {b} | {found.deals} x {found.seatings} "
                f"| {points.mean:+.2f} ({points.low:+.2f} to {points.high:+.2f}) | {won:.2f} "
                f"| {1e3 * found.a.seconds_per_move:.2f} / {1e3 * found.b.seconds_per_move:.2f} |",
                flush=True,
            )


def asked(tree: GameTree, spec: str, seed: int) -> NDArray[np.float64]:
    """The strategy of a player that is asked at every information set."""
    strategy = np.zeros(tree.n_sequences)
    strategy[0] = 1.0
    for k, node in enumerate(tree.infosets["node"].tolist()):
        moves = tree.moves(k)
        ids = tree.sequence_action[moves].tolist()
        choice = ids[0]
        if len(ids) > 1:
            state = tree.game.new_state(tree.options)
            for action in tree.history(node):
                state.apply_unchecked(action)
            player = make_player(tree.game, spec)
            view = seen_by(player, state, state.current_player())
            choice = player.choose(view, np.random.default_rng((seed, k)))
        strategy[moves.start + ids.index(choice)] = 1.0
    return strategy


def table_of_exploitability(given: argparse.Namespace) -> None:
    game = load_game("eras")
    print("| deck | level | exploitability | best against it as 1st, as 2nd | s |")
    print("| --- | --- | ---: | --- | ---: |")
    for options in DECKS:
        tree = of_differences(build_tree(game, options))
        deck = f"{options['values']} x {options['suits']}, hand {options['hand']}"
        deck += f" ({len(tree.infosets):,} information sets)"
        for level in ("random", "basic", "advanced", f"expert@{given.worlds}n", "CFR+"):
            began = time.perf_counter()
            if level == "random":
                strategy = tree.uniform_strategy()
            elif level == "CFR+":
                strategy = solve_cfr(tree, 1e-3, 3_000).strategy
            elif level in game.info.levels:
                strategy = policy_strategy(tree, game.info.levels.index(level))
            else:
                strategy = asked(tree, level, given.seed)
            best = [best_response(tree, strategy, seat).value for seat in range(2)]
            print(
                f"| {deck} | {level} | {exploitability(tree, strategy):.4f} "
                f"| {best[0]:.3f}, {best[1]:.3f} | {time.perf_counter() - began:.1f} |",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=("ladder", "exploitability"))
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--worlds", type=int, default=250)
    parser.add_argument("--seed", type=int, default=91)
    given = parser.parse_args()
    ladder(given) if given.what == "ladder" else table_of_exploitability(given)


if __name__ == "__main__":
    main()
