"""The leaderboards of all games: every machine against every other, and what opponents win.

``python benchmarks/leaderboard.py [GAME ...] [--deals 400] [--searching N] [--workers N]`` plays,
writes ``leaderboard.csv`` into the folder of each game, and the summary into ``docs/players.md``.
Finished deals are kept in the user's data: the same command goes on where it was stopped. Machines
that search (:data:`SEARCHES`) are measured in ``--searching`` deals; without it they are left out,
and their rows stay as they are.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import date
from itertools import combinations
from pathlib import Path

from ludoteca.core.game import Game
from ludoteca.core.registry import games
from ludoteca.players.factory import RANDOM
from ludoteca.train.exploit import Exploit, Measured, fresh_rounds, pool_rounds
from ludoteca.train.leaderboard import FILE, BoardRow, merged, read_rows, summary, write_rows
from ludoteca.train.pool import levels_of, pool_of
from ludoteca.workers.backend import Backend
from ludoteca.workers.pool import Pool
from ludoteca.workers.threads import cores

SEED = 26
SEARCHES = {
    "bigpoints": "expert@5000n",
    "buraco": "expert@50n",
    "eras": "expert@60n",
    "mus": "maestro@50n",
}
"""A machine that searches of each game that has one, the strongest there is."""

STRONGEST = 2  #: machines that meet the usual opponents

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "players.md"
BEGIN, END = "<!-- leaderboard: begin -->\n", "<!-- leaderboard: end -->\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", choices=[*games(), []])
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--searching", type=int, default=0)
    parser.add_argument("--workers", type=int, default=cores())
    given = parser.parse_args()
    with Backend(given.workers).pool() as pool:
        for name in given.games or games():
            game = games()[name]
            for row in rows_of(game, given.deals, given.searching, pool):
                print(f"{name}: {row}", flush=True)
                write_rows(game.folder / FILE, merged(read_rows(game), [row]))
            write_summary()


def rows_of(game: Game, deals: int, searching: int, pool: Pool) -> Iterator[BoardRow]:
    """The rows of a game as they are measured."""
    day, options = date.today().isoformat(), game.options()
    search = SEARCHES.get(game.name) if searching else None
    machines = [*ladder(game), *([search] if search else [])]

    def measured(machine: str, *opponents: str) -> Measured:
        n = searching if search in (machine, *opponents) else deals
        found = Measured(Exploit(game, options, machine, opponents, n, SEED))
        for _new in pool_rounds(found, None, pool):
            pass
        return found

    for weaker, stronger in combinations([RANDOM, *machines], 2):
        lines = measured(stronger, weaker).lines[weaker]
        yield BoardRow.of("levels", game, (stronger, weaker), lines, day)
    for machine in machines[-STRONGEST:]:
        found = measured(machine, *pool_of(game, machine))
        for opponent, lines in found.lines.items():
            yield BoardRow.of("pool", game, (machine, opponent), lines, day)
        for _new in fresh_rounds(found, None, pool):
            pass
        yield BoardRow.of("best_again", game, (machine, found.best), found.fresh, day)


def ladder(game: Game) -> list[str]:
    """The machines of a game that do not search, the weakest first where it has a ladder.

    Those that stand beside it, which taught themselves, come last.
    """
    order = [rung.player for rung in game.info.ladder]
    return sorted(levels_of(game), key=[*order, *levels_of(game)].index)


def write_summary() -> None:
    """Write the summary of all leaderboards into the document."""
    before, begin, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    _old, end, after = rest.partition(END)
    shown = [game for game in games().values() if not game.example]
    DOCUMENT.write_text(before + begin + summary(shown) + end + after, encoding="utf-8")


if __name__ == "__main__":
    main()
