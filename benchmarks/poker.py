"""Simplified poker solved: exploitability against iterations and seconds; what exact work takes.

``python benchmarks/poker.py [--iterations 30000]`` prints Markdown tables for
benchmarks/results.md; half a minute, one core. Compiled code is loaded from the cache before the
clock starts. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import os
import platform
import time

# One core: the matrix products of NumPy would take all there are.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

LOOKS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
PARTS = {"merged": "merged", "everything apart": "unmerged"}


def falling(most: int) -> None:
    """Exploitability of each variant of the family, over the merged round."""
    from ludoteca.games.poker.solver.equilibrium import Solver
    from ludoteca.games.poker.solver.round_paths import Round
    from ludoteca.solve.cfr import CFR_PLUS, DCFR, DCFR_PLUS, PCFR_PLUS, PDCFR_PLUS

    variants = (CFR_PLUS, PCFR_PLUS, DCFR, DCFR_PLUS, PDCFR_PLUS)
    solvers = [Solver(Round(), variant) for variant in variants]
    spent = [0.0] * len(solvers)
    print(f"| iterations | {' | '.join(v.name for v in variants)} |")
    print(f"| ---: |{' ---: |' * len(variants)}")
    for look in LOOKS:
        if look > most:
            break
        cells = []
        for i, solver in enumerate(solvers):
            began = time.process_time()
            solver.iterate(look - solver.iterations)
            spent[i] += time.process_time() - began
            cells.append(f"{solver.exploitability():.1e} ({spent[i]:.2f} s)")
        print(f"| {look:,} | {' | '.join(cells)} |", flush=True)


def merging() -> None:
    """An iteration with and without merging what a renaming of the ranks makes equal."""
    from ludoteca.games.poker.solver import isomorphism
    from ludoteca.games.poker.solver.equilibrium import Solver
    from ludoteca.games.poker.solver.round_paths import Round, paths_of

    print("\n| round | exchanges | spots | ms an iteration | to 1e-4 |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, function in PARTS.items():
        solver = Solver(Round(), merge=getattr(isomorphism, function))
        began = time.process_time()
        solver.iterate(100)
        each = (time.process_time() - began) / 100
        solver = Solver(Round(), merge=getattr(isomorphism, function))
        form = isomorphism.form_of(Round(), getattr(isomorphism, function)(paths_of(Round().deck)))
        began = time.process_time()
        solver.run(1e-4)
        took = time.process_time() - began
        print(
            f"| {name} | {len(form.step_start) - 1:,} | {len(form.spot_used):,} "
            f"| {1000 * each:.2f} "
            f"| {solver.iterations:,} iterations, {took:.1f} s |",
            flush=True,
        )


def exact_work() -> None:
    """The cost of exact values."""
    from ludoteca.games.poker.solver.leaks import leaks
    from ludoteca.games.poker.solver.policy_tables import policy_player
    from ludoteca.games.poker.solver.response import exploited
    from ludoteca.games.poker.solver.round_paths import Round, RoundDeck, paths_of
    from ludoteca.games.poker.solver.store import equilibrium
    from ludoteca.games.poker.solver.value import match_value, round_value

    played = Round()
    rows = []

    def timed(what: str, work):  # type: ignore[no-untyped-def]
        began = time.process_time()
        result = work()
        rows.append((what, time.process_time() - began))
        return result

    timed("structure of a round", lambda: paths_of(RoundDeck()))
    best = timed("equilíbrio read and spread", lambda: equilibrium(played))
    player = timed("aleatório in arrays", lambda: policy_player("aleatório", RoundDeck()))
    timed("a value, the first", lambda: round_value(played, player, best))
    timed("a value, the next", lambda: round_value(played, player, best))
    timed("a match of five", lambda: match_value(played, player, best))
    timed("exploitability, both seats", lambda: exploited(played, player))
    timed("leaks, one seat", lambda: leaks(played, player, best, 0))
    print("\n| exact work | s |\n| --- | ---: |")
    for what, seconds in rows:
        print(f"| {what} | {seconds:.3f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=30_000)
    given = parser.parse_args()
    print(
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, Python {platform.python_version()}\n"
    )
    falling(given.iterations)
    merging()
    exact_work()


if __name__ == "__main__":
    main()
