"""The time that every shipped machine takes for a move, with its usual budget.

``python benchmarks/thinking.py [--deals 20] [--games eras]`` prints a Markdown table for
benchmarks/results.md; half a minute, one core, processor time. The machines of one level play all
seats of whole deals; moves with nothing to choose are left out, and so is the first deal, in which
code is compiled or loaded. A game may be any that is registered, also one in ``LUDOTECA_GAMES``.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterator

import numpy as np

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.options import Value
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player
from ludoteca.players.factory import HUMAN, RANDOM, SEARCH, available, make_player
from ludoteca.players.play import deal_seeds, play_deal

TABLES: tuple[tuple[str, dict[str, Value | bool]], ...] = (
    ("bigpoints", {"players": 2}),
    ("bigpoints", {"players": 5}),
    ("eras", {"players": 2}),
    ("eras", {"players": 4}),
    ("poker", {}),
)
MOST_SECONDS = 4.0  # a level, when no further deal is begun


class Timed:
    """``player`` with the seconds of each of its choices."""

    def __init__(self, player: Player) -> None:
        self.name, self._player = player.name, player
        self.remembers = getattr(player, "remembers", False)
        self.seconds: list[float] = []

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        began = time.process_time()
        action = self._player.choose(view, rng)
        if len(view.legal) > 1:
            self.seconds.append(time.process_time() - began)
        return action


def machines(game: Game) -> list[str]:
    """The game's levels and the searches of any game, but that for two seats alone."""
    return [name for name in available(game) if name not in (RANDOM, SEARCH, HUMAN)]


def seconds_of(game: Game, given: dict[str, Value | bool], level: str, deals: int) -> list[float]:
    """The times of each choice in ``deals`` deals, or as many as there was time for."""
    options = game.options(given)
    timed = [Timed(make_player(game, level)) for _seat in range(game.num_players(options))]
    seed = np.random.SeedSequence(7)
    end_by = None
    for deal in range(deals + 1):
        cards, luck = deal_seeds(seed, deal)
        play_deal(game, options, timed, Shoe.shuffled(game, options, cards), luck)
        if end_by is None:
            for one in timed:
                one.seconds.clear()
            end_by = time.process_time() + MOST_SECONDS
        elif time.process_time() > end_by:
            break
    return [second for one in timed for second in one.seconds]


def thinking_table(deals: int, wanted: list[str] | None) -> Iterator[str]:
    """A row for each level of each game."""
    yield "| game | players | machine | moves | median ms | mean | 99 % within | longest |"
    yield "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |"
    shown = [table for table in TABLES if not wanted or table[0] in wanted]
    named = {name for name, _given in shown}
    for name, given in (*shown, *((name, {}) for name in wanted or () if name not in named)):
        game = load_game(name)
        for level in machines(game):
            ms = 1_000 * np.array(seconds_of(game, given, level, deals))
            if not len(ms):
                continue  # a game in which nothing is chosen
            yield (
                f"| {name} | {game.num_players(game.options(given))} | {level} | {len(ms):,} "
                f"| {np.median(ms):.3f} | {ms.mean():.3f} | {np.quantile(ms, 0.99):.3f} "
                f"| {ms.max():.3f} |"
            )


def a_game(name: str) -> str:
    """The name of a registered game, as an argument."""
    try:
        return load_game(name).name
    except LudotecaError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--games", nargs="+", metavar="GAME", type=a_game)
    given = parser.parse_args()
    print(
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, Python {platform.python_version()}\n"
    )
    for line in thinking_table(given.deals, given.games):
        print(line, flush=True)


if __name__ == "__main__":
    main()
