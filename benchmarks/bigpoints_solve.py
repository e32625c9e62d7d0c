"""Solve random reduced boards of Big Points; print Markdown tables for benchmarks/results.md.

``python benchmarks/bigpoints_solve.py`` takes a few minutes, one core. ``--largest`` adds sizes
that take minutes a board. Each size is one process: ``seconds`` is the processor time of
``solve`` (value, all best first moves and a line of best play), ``value`` that of the value alone,
both with an empty table; ``memory`` the most the process ever held, Python and compiler included.
Compiled code is loaded from the cache before the first board.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import subprocess
import sys
import time
from statistics import median

SIZES: tuple[tuple[int, int, int], ...] = (
    (2, 4, 10),
    (2, 6, 10),
    (2, 8, 10),
    (2, 10, 10),
    (3, 4, 10),
    (3, 5, 10),
    (3, 6, 10),
    (3, 7, 10),
    (3, 8, 10),
    (3, 10, 5),
    (4, 3, 10),
    (4, 4, 10),
    (4, 5, 10),
    (4, 6, 10),
    (4, 7, 5),
    (5, 2, 10),
    (5, 3, 10),
    (5, 4, 20),
    (5, 5, 10),
)
LARGEST = ((5, 6, 5),)
SEED = 20161


def measure(colours: int, discs: int, number: int) -> list[dict[str, float]]:
    """Solve ``number`` random boards of a size; one row of figures for each."""
    import numpy as np

    from ludoteca.games.bigpoints.exact import solve
    from ludoteca.games.bigpoints.exact.boards import board_text, random_boards
    from ludoteca.games.bigpoints.exact.position import ReducedPosition
    from ludoteca.games.bigpoints.exact.search import Search, table_bits_for

    solve(ReducedPosition.at_start("1212"))
    rng = np.random.default_rng([SEED, colours, discs])
    rows = []
    for board in random_boards(colours, discs, number, rng):
        position = ReducedPosition.at_start(board_text(board))
        begin = time.process_time()
        search = Search(table_bits_for(len(position.row)))
        value = search.value(position)
        took = time.process_time() - begin
        nodes, stored = search.nodes, search.stored
        del search
        begin = time.process_time()
        solution = solve(position)
        whole = time.process_time() - begin
        assert solution.value == value
        row = {"value": took, "seconds": whole, "nodes": nodes, "stored": stored, "result": value}
        print(board_text(board), row, file=sys.stderr, flush=True)
        rows.append(row)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [row | {"megabytes": peak} for row in rows]


def in_a_process(size: tuple[int, int, int]) -> list[dict[str, float]]:
    """The figures of :func:`measure` from a process of its own."""
    command = [sys.executable, __file__, "--size", json.dumps(size)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    rows: list[dict[str, float]] = json.loads(done.stdout)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", action="store_true", help="add sizes that take minutes")
    parser.add_argument("--only", help="one size, such as 5x4x20: colours, discs, boards")
    parser.add_argument("--size", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.size:
        print(json.dumps(measure(*json.loads(args.size))))
        return
    sizes = SIZES + LARGEST if args.largest else SIZES
    if args.only:
        colours, discs, number = (int(n) for n in args.only.split("x"))
        sizes = ((colours, discs, number),)
    print(
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, Python {platform.python_version()}\n"
    )
    print("| board | boards | value s | seconds | slowest s | nodes | most nodes | stored | MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for size in sizes:
        rows = in_a_process(size)
        middle = {key: median(row[key] for row in rows) for key in rows[0]}
        slowest = max(row["seconds"] for row in rows)
        most = max(row["nodes"] for row in rows)
        print(
            f"| {size[0]} x {size[1]} | {size[2]} | {middle['value']:.3f} | "
            f"{middle['seconds']:.3f} | {slowest:.3f} | {middle['nodes']:,.0f} | {most:,.0f} | "
            f"{middle['stored']:,.0f} | {middle['megabytes']:,.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
