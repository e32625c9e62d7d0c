"""Bradley-Terry ratings of several players from their duplicate deals, with intervals.

The chance that a player beats another is ``1 / (1 + 10^(-(R - S) / 400))`` for ratings R and S,
ties half; the mean rating is 0. Deals, not seatings or pairs, are independent: all pairs play the
same shoes. So intervals rest on the spread between deals (the sandwich of the score), not on a
binomial that takes every seating for a new game.

Source: R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39
(1952); H. White, Maximum likelihood estimation of misspecified models, Econometrica 50 (1982).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.run_log import Line
from ludoteca.core.numbers import Simulated

POINTS = 400 / math.log(10)  #: rating points of one unit of log odds
_Z = 1.959963984540054
_DRAWN = 0.5
"""Weight of a drawn meeting added to every pair: keeps who never lost at a finite rating.

Intervals take half of it as won by each, so that who never lost has one too.
"""


@dataclass(frozen=True)
class Ratings:
    """Ratings of players and the matrix of covariances, in points.

    Attributes
    ----------
    values : float64 [players]
        of mean 0
    covariance : float64 [players, players]
        in squares of points
    n
        number of deals
    """

    values: NDArray[np.float64]
    covariance: NDArray[np.float64]
    n: int

    def of(self, player: int) -> Simulated:
        """A player's rating with its 95 % interval."""
        half = _Z * math.sqrt(max(0.0, float(self.covariance[player, player])))
        mean = float(self.values[player])
        return Simulated(mean, self.n, mean - half, mean + half)

    def gap(self, better: int, worse: int) -> Simulated:
        """The difference of two ratings with its 95 % interval."""
        c = self.covariance
        variance = c[better, better] + c[worse, worse] - 2 * c[better, worse]
        half = _Z * math.sqrt(max(0.0, float(variance)))
        mean = float(self.values[better] - self.values[worse])
        return Simulated(mean, self.n, mean - half, mean + half)


def pair_shares(
    pairs: Sequence[tuple[int, int]], lines: Sequence[Sequence[Line]], players: int
) -> NDArray[np.float64]:
    """For :func:`rate`: the share of each player against each other in each deal.

    Parameters
    ----------
    pairs
        of numbers of players
    lines
        the deals of each of the ``pairs``, as many for each
    players
        how many there are

    Returns
    -------
    float64 [deals, players, players]
        from 0 to 1; 0 for pairs that did not meet

    Raises
    ------
    ValueError
        where there are not as many lists of lines as pairs, or deals of each pair
    """
    shares = np.zeros((len(lines[0]), players, players))
    for (i, j), deals in zip(pairs, lines, strict=True):
        shares[:, i, j] = [line["share"] for line in deals]
        shares[:, j, i] = 1 - shares[:, i, j]
    return shares


def rate(shares: NDArray[np.float64]) -> Ratings:
    """Ratings from the share of each player against each other in each deal.

    Parameters
    ----------
    shares : float64 [deals, players, players]
        ``shares[d, i, j] + shares[d, j, i]`` is 1, or 0 where the two did not meet in it

    Raises
    ------
    ValueError
        for fewer than two players or deals

    References
    ----------
    R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952);
    H. White, Maximum likelihood estimation of misspecified models, Econometrica 50 (1982).

    Examples
    --------
    Of 400 meetings the first player has won three of four:

    >>> shares = np.zeros((400, 2, 2))
    >>> shares[:300, 0, 1] = shares[300:, 1, 0] = 1
    >>> ratings = rate(shares)
    >>> round(ratings.gap(0, 1).mean)
    191
    """
    deals, players = shares.shape[:2]
    if players < 2 or deals < 2:
        raise ValueError("ratings need two players and two deals")
    off = 1 - np.eye(players)
    won = shares.sum(axis=0) + _DRAWN / 2 * off
    met = won + won.T
    strength = _most_likely(won, met)
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    weight = met * chance * (1 - chance) * off
    information = np.diag(weight.sum(axis=1)) - weight
    inverse = np.linalg.pinv(information)
    # What each deal says: shares won less shares expected.
    said = (shares - (shares + shares.transpose(0, 2, 1)) * chance).sum(axis=2)
    said = said - said.mean(axis=0)
    spread = said.T @ said * deals / (deals - 1)
    imagined = (_DRAWN / 2) ** 2 * (chance**2 + chance.T**2) * off
    spread += np.diag(imagined.sum(axis=1)) - imagined
    return Ratings(POINTS * strength, POINTS**2 * (inverse @ spread @ inverse), deals)


def _most_likely(won: NDArray[np.float64], met: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log strengths with mean 0 by Newton's method; the likelihood is concave."""
    strength = np.zeros(len(won))
    for _step in range(100):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (won - met * chance).sum(axis=1)
        weight = met * chance * (1 - chance)
        np.fill_diagonal(weight, 0.0)
        information = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.pinv(information) @ slope
        strength += np.clip(step, -1, 1)
        strength -= strength.mean()
        if np.abs(step).max() < 1e-12:
            break
    return strength
