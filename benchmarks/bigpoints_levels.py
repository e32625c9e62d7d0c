"""The ladder of Big Points levels on full-size boards: who beats whom, by how much, at what time.

``python benchmarks/bigpoints_levels.py [--deals 150] [--nodes 10000] [--seed 2016] [--players 2]``

The same rows in all seatings, the interval over the rows; the number of rows is fixed beforehand.
"""

import argparse

from ludoteca.arena.tournament import compare
from ludoteca.core.registry import load_game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=55)
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    given = parser.parse_args()
    game = load_game("bigpoints")
    print("| players | better | weaker | rows | points above, 95 % | won | s a move |")
    print("| ---: | --- | --- | ---: | --- | ---: | --- |")
    for players in given.players:
        expert = f"expert@{given.nodes}n"
        for a, b in (("basic", "random"), ("advanced", "basic"), (expert, "advanced")):
            found = compare(game, {"players": players}, a, b, given.deals, given.seed)
            points = found.difference
            assert points is not None, found.failures
            won = found.a.wins / (found.deals * found.seatings)
            print(
                f"| {players} | {a} | {b} | {found.deals} x {found.seatings} "
                f"| {points.mean:+.2f} ({points.low:+.2f} to {points.high:+.2f}) | {won:.2f} "
                f"| {found.a.seconds_per_move:.4f} / {found.b.seconds_per_move:.4f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
