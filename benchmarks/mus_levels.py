"""The levels of mus in single deals: stones with and without deals that an órdago ended.

``python benchmarks/mus_levels.py [--deals 3000] [--worlds 50] [--seed 71]`` prints Markdown; six
minutes, one core. A pair of one level meets a pair of the level below, from 0-0, on the same cards
with the pairs exchanged; the number of deals is fixed beforehand, and the interval is over them.
An órdago that is accepted gives its winner all that it lacked: the last column leaves out the deals
that one ended, in either seating.
"""

import argparse

import numpy as np

from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.mus.ids import SEATS, TEAMS
from ludoteca.players.advice.values import mean_of
from ludoteca.players.factory import make_player
from ludoteca.players.play import play_deal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=71)
    given = parser.parse_args()
    master = f"master@{given.worlds}n"
    rungs = (("advanced", "basic"), ("expert", "advanced"), (master, "expert"))
    print("| better | weaker | deals | stones a deal | ended by an órdago | stones without these |")
    print("| --- | --- | ---: | --- | ---: | --- |")
    for better, weaker in rungs:
        pairs = np.array(
            [duplicate(better, weaker, given.seed, deal) for deal in range(given.deals)]
        )
        stones, ended = pairs[:, 0], pairs[:, 1] > 0
        every, others = mean_of(stones), mean_of(stones[~ended])
        print(
            f"| {better} | {weaker} | {given.deals} x 2 "
            f"| {every.mean:+.2f} ({every.low:+.2f} to {every.high:+.2f}) | {ended.mean():.1%} "
            f"| {others.mean:+.2f} ({others.low:+.2f} to {others.high:+.2f}) |",
            flush=True,
        )


def duplicate(better: str, weaker: str, seed: int, deal: int) -> tuple[float, int]:
    """The stones by which ``better`` is ahead, a deal of two, and how many an órdago ended."""
    game = load_game("mus")
    options = game.options({"juegos": 1, "corrido": "no"})
    shoe = Shoe.shuffled(game, options, np.random.SeedSequence([seed, deal, 0]))
    luck = np.random.SeedSequence([seed, deal, 1])
    ahead, ended = 0.0, 0
    for pair in range(TEAMS):
        names = [better if seat % TEAMS == pair else weaker for seat in range(SEATS)]
        players = [make_player(game, name) for name in names]
        end = play_deal(game, options, players, shoe, luck).record[0]
        ahead += (end["points"][pair] - end["points"][1 - pair]) / TEAMS
        ended += int(end["ordago"] > 0)
    return ahead, ended


if __name__ == "__main__":
    main()
