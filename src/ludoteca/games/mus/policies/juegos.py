"""The chance to win a juego, by the stones that both pairs lack and who is mano.

For each score ``expert`` plays deals with itself (no mus corrido, other options as they are by
default), from the last stones up: what a deal leaves to be played is a score that is known by then.
``python -m ludoteca.games.mus.policies.juegos`` writes the file that the game ships, in two
minutes; a test repeats some scores.
"""

from __future__ import annotations

import json

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.registry import load_game
from ludoteca.players.belief import play_turns
from ludoteca.players.rollout import Ends
from ludoteca.players.turns import rows_of

from ..ids import MOST_STONES, SEATS
from .levels import EXPERT
from .tables import JUEGO_FILE, UNIT

DEALS = 2_500  #: of each score


def score_chance(own: int, rivals: int, chances: NDArray[np.float64]) -> float:
    """The chance of the mano's pair where the pairs lack so many stones.

    ``chances``: by the stones that the mano's pair and the other lack, read where one of them lacks
    less than here.
    """
    game = load_game("mus")
    standing = game.standing_layout.empty()
    standing["begun"], standing["dealer"] = 1, SEATS - 1
    standing["score"] = [[MOST_STONES - own, MOST_STONES - rivals]]
    start = game.new_state(game.options({"corrido": "no"}), standing)
    view = start.view(0)
    ends = Ends.empty(view, DEALS, 1)
    rng = np.random.default_rng([own, rivals])
    levels = np.full((1, 1, SEATS), EXPERT)
    play_turns(view, start.record, rows_of([()]), levels, np.ones(1, np.bool_), 0, rng, ends)
    after = ends.standings[:, 0]
    lacks = MOST_STONES - after["score"]
    # The mano turns to the other pair, unless the juego is over.
    goes_on = 1.0 - chances[lacks[:, 1], lacks[:, 0]]
    won = np.where(after["juegos_won"].any(axis=1), after["juegos_won"][:, 0], goes_on)
    return float(np.rint(won.mean() * UNIT)) / UNIT


def computed() -> NDArray[np.float64]:
    """The whole table; 1 in row 0, else 0 in column 0."""
    chances = np.zeros((MOST_STONES + 1, MOST_STONES + 1))
    chances[0] = 1.0
    for both in range(2, 2 * MOST_STONES + 1):
        for own in range(max(1, both - MOST_STONES), min(MOST_STONES, both - 1) + 1):
            chances[own, both - own] = score_chance(own, both - own, chances)
    return chances


def write_table() -> None:
    """Compute the table anew and write it into the file that the game ships."""
    rows = np.rint(UNIT * computed()).astype(int).tolist()
    JUEGO_FILE.write_text(json.dumps(rows, separators=(",", ":")).replace("],", "],\n"), "utf-8")


if __name__ == "__main__":
    write_table()
