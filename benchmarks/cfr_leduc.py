"""Solve Leduc hold'em beside other libraries; print Markdown tables for benchmarks/results.md.

Run ``python benchmarks/cfr_leduc.py [--peers PYTHON]``: about a minute, one core. ``PYTHON`` is an
interpreter that has ``open_spiel``, ``cvxpy`` and ``cvxopt`` (for its linear program) and
``liteefg``; without it only this library runs. Every run is a process of its own, pinned to one
thread, and is timed in processor time: ``whole`` from the start of Python, ``build`` the tree or
environment, ``solve`` the iterations. Checks of exploitability are left out of the others' times
and left in ours; times are the best of five rounds, for other work on the machine slows some
libraries more than others. Everybody stops at half of NashConv 1e-3, by OpenSpiel's definition.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

TARGET = 1e-3
REPEATS = 5
MOST_ITERATIONS = 5000
CPU = time.process_time
Report = dict[str, float]


def ludoteca_cfr_plus() -> Report:
    from ludoteca.core.registry import load_game
    from ludoteca.solve.best_response import exploitability
    from ludoteca.solve.cfr import solve_cfr
    from ludoteca.solve.tree import build_tree

    start = CPU()
    tree = build_tree(load_game("leduc"))
    built = CPU()
    solution = solve_cfr(tree, TARGET)
    solved = CPU()
    # Once more in this process: what remains when Numba has loaded the compiled code.
    solve_cfr(build_tree(load_game("leduc")), TARGET)
    again = CPU()
    return {
        "build": built - start,
        "solve": solved - built,
        "again": again - solved,
        "whole": solved,
        "iterations": solution.iterations,
        "exploitability": exploitability(tree, solution.strategy),
    }


def open_spiel_cfr_plus() -> Report:
    import pyspiel

    start = CPU()
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    built = CPU()
    checks = 0.0
    for iteration in range(1, MOST_ITERATIONS):
        solver.evaluate_and_update_policy()
        if iteration % 25 == 0:
            began = CPU()
            found = pyspiel.exploitability(game, solver.tabular_average_policy())
            checks += CPU() - began
            if found <= TARGET:
                break
    return {
        "build": built - start,
        "solve": CPU() - built - checks,
        "whole": CPU() - checks,
        "iterations": iteration,
        "exploitability": found,
    }


def open_spiel_linear_program() -> Report:
    import pyspiel
    from open_spiel.python.algorithms import sequence_form_lp

    start = CPU()
    game = pyspiel.load_game("leduc_poker")
    built = CPU()
    _v0, _v1, first, second = sequence_form_lp.solve_zero_sum_game(game, solver="GLPK")
    solved = CPU()
    policy = {}
    for player, table in enumerate((first, second)):
        for name, row in table.state_lookup.items():
            if f"[Observer: {player}]" in name:
                chances = enumerate(table.action_probability_array[row])
                legal = table.legal_actions_mask[row]
                policy[name] = [(a, float(p)) for a, p in chances if legal[a]]
    return {
        "build": built - start,
        "solve": solved - built,
        "whole": solved,
        "iterations": 0,
        "exploitability": pyspiel.exploitability(game, policy),
    }


def liteefg(baseline: str) -> Report:
    import importlib

    import LiteEFG
    import pyspiel

    start = CPU()
    game = pyspiel.load_game("leduc_poker")
    environment = LiteEFG.OpenSpielEnv(game)
    graph = importlib.import_module(f"LiteEFG.baselines.{baseline}").graph()
    environment.set_graph(graph)
    built = CPU()
    checks = 0.0
    for iteration in range(1, MOST_ITERATIONS):
        graph.update_graph(environment)
        environment.update_strategy(graph.current_strategy())
        if iteration % 25 == 0:
            began = CPU()
            gains = environment.exploitability(graph.current_strategy(), "linear-avg-iterate")
            checks += CPU() - began
            if sum(gains) / 2 <= TARGET:
                break
    ended = CPU()
    table, _frames = environment.get_strategy(graph.current_strategy(), "linear-avg-iterate")
    policy = {}
    for name, row in table.state_lookup.items():
        chances = enumerate(table.action_probability_array[row])
        policy[name] = [(a, float(p)) for a, p in chances if table.legal_actions_mask[row][a]]
    return {
        "build": built - start,
        "solve": ended - built - checks,
        "whole": ended - checks,
        "iterations": iteration,
        "exploitability": pyspiel.exploitability(game, policy),
    }


OURS: dict[str, Callable[[], Report]] = {"Ludoteca CFR+": ludoteca_cfr_plus}
PEERS: dict[str, Callable[[], Report]] = {
    "OpenSpiel CFR+ (C++)": open_spiel_cfr_plus,
    "OpenSpiel sequence-form LP (GLPK)": open_spiel_linear_program,
    "LiteEFG CFR+": lambda: liteefg("CFRplus"),
    "LiteEFG DCFR": lambda: liteefg("DCFR"),
}


def run(python: str, name: str, home: str) -> Report:
    """One solver in a process of its own; LiteEFG keeps its converted game under ``home``."""
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    environment = {**os.environ, **threads}
    if name in PEERS:
        environment["HOME"] = home
    answer = subprocess.run(
        [python, __file__, "--one", name],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    report: Report = json.loads(answer.stdout.splitlines()[-1])
    return report


def side_by_side(peers: str | None) -> None:
    solvers = [(name, sys.executable) for name in OURS]
    solvers += [(name, peers) for name in PEERS if peers is not None]
    reports: dict[str, list[Report]] = {name: [] for name, _python in solvers}
    with tempfile.TemporaryDirectory() as home:
        # The first round only fills caches: compiled code here, LiteEFG's game file there. The
        # solvers take turns, so that a change in the machine's load meets all of them.
        for turn in range(1 + REPEATS):
            for name, python in solvers:
                report = run(python, name, home)
                if turn:
                    reports[name].append(report)
    print("| solver | iterations | exploitability | build s | solve s | both s | whole process s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, runs in reports.items():
        rows = [(r["build"], r["solve"], r["build"] + r["solve"], r["whole"]) for r in runs]
        times = " | ".join(f"{min(column):.3f}" for column in zip(*rows, strict=True))
        first = runs[0]
        print(f"| {name} | {first['iterations']:.0f} | {first['exploitability']:.1e} | {times} |")
        if "again" in first:
            again = min(r["again"] for r in runs)
            print(f"| the same, second time in the process | | | | | {again:.3f} | |")


def by_variant() -> None:
    from ludoteca.core.registry import load_game
    from ludoteca.solve.cfr import VARIANTS, solve_cfr
    from ludoteca.solve.tree import build_tree

    tree = build_tree(load_game("leduc"))
    targets = [1e-2, 1e-3, 1e-4, 1e-5]
    print("\n| variant | " + " | ".join(f"to {t:.0e}" for t in targets) + " |")
    print("| --- |" + " ---: |" * len(targets))
    for variant in VARIANTS.values():
        cells = []
        for target in targets:
            start = CPU()
            solution = solve_cfr(tree, target, 100_000, variant)
            took = CPU() - start
            reached = solution.exploitability <= target
            cells.append(f"{took:.3f} s, {solution.iterations:,}" if reached else "not in 100,000")
        print(f"| {variant.name} | " + " | ".join(cells) + " |")


def walks() -> None:
    from ludoteca.core.registry import load_game
    from ludoteca.solve.tree import build_tree

    print("\n| tree | nodes | information sets | s | million nodes/s |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in ("leduc", "tictactoe"):
        build_tree(load_game(name))
        start = CPU()
        counts = build_tree(load_game(name)).counts()
        took = CPU() - start
        rate = counts["nodes"] / took / 1e6
        print(
            f"| {name} | {counts['nodes']:,} | {counts['infosets']:,} | {took:.4f} | {rate:.1f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peers", help="an interpreter that has the other libraries")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        report = {**OURS, **PEERS}[asked.one]()
        print("\n" + json.dumps(report))
        return
    print(f"Python {platform.python_version()}, {platform.machine()}, one core.\n")
    side_by_side(asked.peers)
    by_variant()
    walks()


if __name__ == "__main__":
    main()
