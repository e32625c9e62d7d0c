"""The loops of ``benchmarks/`` in this tree and in the last intended change, alternately.

``python tests/recording/speed.py [PATTERN]`` prints a Markdown table: how many in a second of
processor time, medians of the rounds of one run, and the median of the ratios of each round; some
minutes, one core. With a PATTERN (a regular expression) only the loops in whose name it is found.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

TREE = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent.relative_to(TREE)
ROUNDS = 7


def loops() -> Iterator[tuple[str, Callable[[], float]]]:
    """Names of loops, each with a function that runs it: how many there are in a second."""
    sys.path.insert(0, str(TREE / "benchmarks"))
    import belief_worlds
    import playouts

    from ludoteca.core.registry import load_game

    def named(*parts: object, given: dict[str, object]) -> str:
        return " ".join(map(str, [*parts, *(f"{name}={value}" for name, value in given.items())]))

    def played(game: str, given: dict[str, object], level: int | None) -> Callable[[], float]:
        one: list[playouts.Ours] = []

        def deals() -> float:
            one[:] = one or [playouts.Ours(load_game(game), given, level)]
            one[0].measure()
            return one[0].speed.deals_a_second[-1]

        return deals

    for name, given, _near in playouts.ROWS:
        yield named(name, "random deals", given=given), played(name, given, None)
    for name, given in playouts.POLICIES:
        for number, level in enumerate(load_game(name).info.levels):
            yield named(name, level, "deals", given=given), played(name, given, number)

    def searched(name: str, given: dict[str, object]) -> float:
        _choices, _worlds, deals, spent = belief_worlds.measured(name, given, time.process_time)
        return deals / spent

    belief_worlds.SECONDS = 0.5
    for name, given in belief_worlds.VARIANTS:
        yield named(name, "belief deals", given=given), lambda n=name, g=given: searched(n, g)


def answer() -> None:
    """Run the loops that are asked for by name, a line each."""
    known = dict(loops())
    print("\t".join(known), flush=True)
    for line in sys.stdin:
        print(known[line.rstrip("\n")](), flush=True)


class Tree:
    """A tree whose loops are run in a process."""

    def __init__(self, tree: Path, python: str) -> None:
        self._process = subprocess.Popen(
            [python, tree / HERE / "speed.py", "--answer"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.names = self._line().split("\t")

    def measure(self, name: str) -> float:
        """Run a loop: how many there are in a second."""
        assert self._process.stdin is not None
        print(name, file=self._process.stdin, flush=True)
        return float(self._line())

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the process ended"
        return line.rstrip("\n")


def main(pattern: str = "") -> None:
    """Print the table."""
    from compare import base, tree_of

    commit = base()
    old, new = Tree(*tree_of(commit)), Tree(TREE, sys.executable)
    print(f"| loop | {commit} | this tree | ratio |\n| --- | ---: | ---: | ---: |")
    for name in new.names:
        if name not in old.names or not re.search(pattern, name):
            continue
        for tree in (old, new):
            tree.measure(name)  # compiled
        rounds = []
        for turn in range(ROUNDS):
            order = (old, new) if turn % 2 == 0 else (new, old)
            measured = {tree: tree.measure(name) for tree in order}
            rounds.append((measured[old], measured[new]))
        before, after = (median(rates) for rates in zip(*rounds, strict=True))
        ratio = median(b / a for a, b in rounds)
        print(f"| {name} | {before:,.0f} | {after:,.0f} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    answer() if sys.argv[1:] == ["--answer"] else main(*sys.argv[1:])
