"""The shares of the types among lays of so many cards: ``LAY_SHARES`` of eras, counted.

``python benchmarks/eras_lays.py [--deals 2000] [--seed 8] [--level advanced]``

Rounds of 2 to 5 machines of one level, as many rounds of each; the first row counts all lays.
"""

import argparse

import numpy as np

from ludoteca.core.ids import CHANCE
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.eras.combinations import MOST_CARDS, STRENGTH, TYPES, count, strength
from ludoteca.games.eras.rules import REVEALING
from ludoteca.players.policy import PolicyPlayer


def tally(level: str, players: int, deals: int, seed: int) -> np.ndarray:
    """Lays by number of cards and type in so many rounds."""
    game = load_game("eras")
    options = game.options({"players": players})
    machine, rng = PolicyPlayer(game, level), np.random.default_rng(seed)
    found = np.zeros((MOST_CARDS + 1, TYPES))
    for deal in range(deals):
        shoe = Shoe.shuffled(game, options, np.random.SeedSequence((seed, players, deal)))
        state = game.new_state(options)
        while not state.is_terminal():
            seat = state.current_player()
            if seat != CHANCE:
                state.apply_unchecked(machine.choose(state.view(seat), rng))
                continue
            s = state.record[0]
            if s.phase == REVEALING:
                laid = int(s.laid[s.to_move])
                found[count(laid), strength(laid) // STRENGTH] += 1
            state.apply_unchecked(shoe.draw(state))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--level", default="advanced")
    given = parser.parse_args()
    shares = np.zeros((MOST_CARDS + 1, TYPES))
    for players in (2, 3, 4, 5):
        found = tally(given.level, players, given.deals, given.seed)
        found[0] = found.sum(axis=0)
        shares += found / found.sum(axis=1, keepdims=True) / 4
    for row in shares:
        print("    (" + ", ".join(f"{share:.3f}" for share in row) + "),")


if __name__ == "__main__":
    main()
