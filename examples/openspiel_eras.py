"""OpenSpiel's information-set search plays eräs, there and at a table of Ludoteca.

    python examples/openspiel_eras.py 40
    ludoteca arena eras openspiel:examples/openspiel_eras.py:make basic --deals 10

The first plays that many rounds with a deck of twelve cards against random moves, in OpenSpiel, and
prints how many points the search is ahead. Needs the extra ``openspiel``.
"""

import math
import sys
from statistics import mean, stdev

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import ludoteca.envs.openspiel  # noqa: F401  # registers the games

SMALL = {"players": 2, "values": 4, "suits": 3, "hand": 3}
SIMULATIONS = 30
EXPLORATION = 10.0  # points that a round is about


def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
    """The search as a bot for any game with hidden cards."""
    rng = np.random.RandomState(seed)
    return ISMCTSBot(
        game, RandomRolloutEvaluator(1, rng), EXPLORATION, SIMULATIONS, random_state=rng
    )


def points_ahead(game: pyspiel.Game, number: int) -> float:
    """Play a round, the search in either seat by turns; its points less those of the other."""
    seat = number % 2
    bots = [pyspiel.make_uniform_random_bot(other, number) for other in range(2)]
    bots[seat] = make(game, seat, number)
    points = pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
    return float(points[seat] - points[1 - seat])


def main(rounds: int) -> None:
    """Print the mean and its 95 % interval."""
    game = pyspiel.load_game("ludoteca_eras", SMALL)
    found = [points_ahead(game, number) for number in range(rounds)]
    half = 1.96 * stdev(found) / math.sqrt(rounds)
    print(f"{mean(found):+.2f} points, 95 % ±{half:.2f}, {rounds} rounds")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
