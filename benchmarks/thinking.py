"""How long every shipped machine thinks about a move, and how many deals belief search simulates.

``python benchmarks/thinking.py [--peers PYTHON] [--deals 20]`` prints Markdown tables for
benchmarks/results.md; about a minute, one core, processor time. The machines of one level play all
seats of whole deals; moves with nothing to choose are left out, and so is the first deal, in which
code is compiled or loaded. ``PYTHON`` is an interpreter that has ``open_spiel``, by default this
one.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Iterator

import numpy as np
from playouts import Peers

from ludoteca.core.game import Game
from ludoteca.core.options import Value
from ludoteca.core.registry import load_game
from ludoteca.core.shoe import Shoe
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import WorldBudget
from ludoteca.players.deals import deal_seeds, play_deal
from ludoteca.players.factory import BELIEF, HUMAN, RANDOM, SEARCH, available, make_player

TABLES: tuple[tuple[str, dict[str, Value | bool]], ...] = (
    ("bigpoints", {"players": 2}),
    ("bigpoints", {"players": 5}),
    ("eras", {"players": 2}),
    ("eras", {"players": 4}),
    ("poker", {}),
)
MOST_SECONDS = 4.0  # a level, when no further deal is begun
WORLDS = 1_000


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


def levels(game: Game) -> list[str]:
    """The game's own machines."""
    return [name for name in available(game) if name not in (RANDOM, SEARCH, BELIEF, HUMAN)]


def seconds_of(game: Game, given: dict[str, Value | bool], level: str, deals: int) -> list[float]:
    """What each choice took in ``deals`` deals, or as many as there was time for."""
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
    yield "| game | players | level | moves | median ms | mean ms | 99 % within, ms | longest ms |"
    yield "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |"
    for name, given in TABLES:
        if wanted and name not in wanted:
            continue
        game = load_game(name)
        for level in levels(game):
            ms = 1_000 * np.array(seconds_of(game, given, level, deals))
            yield (
                f"| {name} | {game.num_players(game.options(given))} | {level} | {len(ms):,} "
                f"| {np.median(ms):.3f} | {ms.mean():.3f} | {np.quantile(ms, 0.99):.3f} "
                f"| {ms.max():.3f} |"
            )


def simulated_a_second(players: int, level: int) -> float:
    """Deals of eras that belief search plays to their end in a second, at the first decision."""
    game = load_game("eras")
    state = game.new_state({"players": players})
    rng = np.random.default_rng(5)
    while state.is_chance():
        state.apply(state.sample_chance(rng))
    view = state.view(state.current_player(), remembering=True)
    player = BeliefPlayer(WorldBudget(WORLDS), level)
    player.think(view, rng)
    rates = []
    for _repeat in range(5):
        began = time.process_time()
        values = player.think(view, rng).values
        simulated = sum(getattr(move.value, "n", 0) for move in values)
        rates.append(simulated / (time.process_time() - began))
    return float(np.median(rates))


def search_table(peers: Peers) -> Iterator[str]:
    """Simulated deals a second, from that move to the end."""
    yield "| search | players | deals simulated a second |"
    yield "| --- | ---: | ---: |"
    for players in (2, 4):
        for number, level in enumerate(load_game("eras").info.levels):
            rate = simulated_a_second(players, number)
            yield f"| eras, belief search with the policy {level} | {players} | {rate:,.0f} |"
    name = "OpenSpiel-ISMCTS hearts"
    for _round in range(5):
        peers.measure(name)
    if name in peers.speeds:
        found = peers.speeds[name]
        yield f"| {name}, random moves | {found.players} | {found.deals:,.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", metavar="PYTHON", default=sys.executable)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--games", nargs="+", metavar="GAME")
    given = parser.parse_args()
    print(
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, Python {platform.python_version()}\n"
    )
    for line in thinking_table(given.deals, given.games):
        print(line, flush=True)
    print()
    peers = Peers(given.peers)
    for line in search_table(peers):
        print(line, flush=True)
    peers.close()


if __name__ == "__main__":
    main()
