"""How long the best arrangement of a hand takes, on hands of the machine ``advanced``.

``python benchmarks/buraco_arrangement.py [--deals 40] [--seed 3]``

Every hand of a turn, up to 30 cards, by both criteria, as a seat may lay it that has no right to
run out and as one that has. Processor time.
"""

import argparse
import time

import numpy as np

from ludoteca.core.ids import CHANCE
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.buraco.arrange.best import INEXACT, MOST_LAID, arrange
from ludoteca.games.buraco.ids import PLAYING
from ludoteca.games.buraco.melds import pair_of
from ludoteca.games.buraco.options import PROFILES
from ludoteca.players.policy import PolicyPlayer

MOST = 30


def measured(profile: str, deals: int, seed: int) -> tuple[np.ndarray, int]:
    """Microseconds of each arrangement, and how many were not proved the best."""
    game = load_game("buraco")
    options = game.options({"profile": profile})
    machine, rng = PolicyPlayer(game, "advanced"), np.random.default_rng(seed)
    laid, told = np.zeros((MOST_LAID, 3), np.int64), np.zeros(4, np.int64)
    spent: list[float] = []
    inexact = 0
    for deal in range(deals + 1):
        shoe = Shoe.shuffled(game, options, np.random.SeedSequence((seed, deal)))
        state = game.new_state(options)
        if deal == 1:
            spent, inexact = [], 0  # the first deal compiled
        while not state.is_terminal():
            seat = state.current_player()
            if seat == CHANCE:
                state.apply_unchecked(shoe.draw(state))
                continue
            s = state.record[0]
            if s.phase == PLAYING and s.in_hand[seat] <= MOST:
                for criterion in range(2):
                    for least in ((0, 0), (2, 0)):
                        began = time.thread_time()
                        arrange(s, pair_of(seat), s.hand[seat], criterion, *least, laid, told)
                        spent.append(1e6 * (time.thread_time() - began))
                        inexact += int(told[INEXACT])
            state.apply_unchecked(machine.choose(state.view(seat), rng))
    return np.array(spent), inexact


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    print("| profile | arrangements | median, us | 99 %, us | longest, us | not proved |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for profile in PROFILES:
        spent, inexact = measured(profile, given.deals, given.seed)
        print(
            f"| {profile} | {len(spent)} | {np.median(spent):.0f} | {np.quantile(spent, 0.99):.0f} "
            f"| {spent.max():.0f} | {inexact} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
