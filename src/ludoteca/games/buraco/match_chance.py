"""The chance of winning the match from the score, in a closed form.

The deals that are left are taken for as many draws of a normal difference. ``expert`` plays for
this chance: making the equity table takes seconds, a turn has one. The numbers are fitted to that
table, for each profile; ``python -m ludoteca.games.buraco.match_chance`` prints them anew, in 15 s
of processor time, and a test among the soaks repeats it.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from ludoteca.core.registry import load_game
from ludoteca.core.view import SeatView
from ludoteca.players.equity import equity_of
from ludoteca.players.objectives import MatchChance, Objective
from ludoteca.players.rollout import Ends

from .ids import PAIRS
from .policy import ADVANCED

DEALS = {
    "thesis": (530, 620),
    "aberto": (750, 630),
    "fechado": (520, 570),
    "stbl": (680, 600),
    "burraco": (520, 410),
    "canastra": (760, 610),
}
"""By profile: the standard deviation of the difference that a deal makes, as the match feels it,
and the points by which a deal brings the leader nearer to the target. Single rules that differ from
the profile's are not reckoned with."""


def by_score(view: SeatView, level: int) -> Objective:
    """The chance of the match by :func:`chance_at`."""
    pair, target = view.seat % PAIRS, int(view.record["target"][0])
    return MatchChance(partial(chance_at, pair, target, *DEALS[str(view.options["profile"])]))


def chance_at(
    pair: int, target: int, spread: float, pace: float, ends: Ends
) -> NDArray[np.float64]:
    """The chance of ``pair`` at each end, in a match to ``target`` points; see :data:`DEALS`."""
    score = ends.standings["score"].astype(np.float64)
    own, other = score[..., pair], score[..., 1 - pair]
    return np.where(ends.over, own > other, _chance(own, other, target, spread, pace))


def fitted(profile: str) -> tuple[int, int]:
    """The numbers of a profile, to 10 points: least squares at 144 scores of the equity table."""
    from scipy.optimize import least_squares

    game = load_game("buraco")
    options = game.options({"profile": profile})
    target = int(game.new_state(options).record["target"][0])
    scores = np.array(np.meshgrid(*2 * [np.arange(0, target, 250)])).reshape(2, -1)
    standings = np.zeros(scores.shape[1], game.standing_layout.dtype)
    standings["score"] = scores.T
    table = equity_of(game, options, ADVANCED)
    assert table is not None
    exact = table.chances(standings, np.zeros(len(standings), np.bool_))[:, 0]
    own, other = scores.astype(np.float64)

    def wrong(deal: NDArray[np.float64]) -> NDArray[np.float64]:
        return _chance(own, other, target, deal[0], deal[1]) - exact

    found = least_squares(wrong, (500, 600)).x
    return round(int(found[0]), -1), round(int(found[1]), -1)


def _chance(
    own: NDArray[np.float64], other: NDArray[np.float64], target: int, spread: float, pace: float
) -> NDArray[np.float64]:
    left = np.maximum(1.0, (target - np.maximum(own, other)) / pace)
    return ndtr((own - other) / (spread * np.sqrt(left)))


if __name__ == "__main__":
    for name in DEALS:
        print(name, *fitted(name))
