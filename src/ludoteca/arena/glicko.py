"""Glicko-2: a rating that follows a player from game to game, with its uncertainty.

Source: M. E. Glickman, Example of the Glicko-2 system (2013), http://www.glicko.net/glicko.html;
the steps in the comments are those of that paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_SCALE = 173.7178  #: rating points of one unit of the internal scale
_TAU = 0.5  #: how much volatility may change in a period
_CLOSE = 1e-6


@dataclass(frozen=True)
class Rating:
    """A rating in points; a player who never played has the default.

    Parameters
    ----------
    points
        of rating; 1500 is average
    deviation
        the standard deviation of ``points``, in points
    volatility
        how erratic the results were: the standard deviation of the change in a period, in units of
        173.7178 points

    References
    ----------
    M. E. Glickman, Example of the Glicko-2 system (2013), http://www.glicko.net/glicko.html.
    """

    points: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def half_width(self) -> float:
        """Half of the 95 % interval, in rating points."""
        return 1.96 * self.deviation

    def after(self, games: Sequence[tuple[Rating, float]]) -> Rating:
        """The rating after one period; this one is not changed.

        Without games the rating stays, and its deviation grows.

        Parameters
        ----------
        games
            opponents as they were rated before the period, each with the share won: 1, 0.5 or 0

        Examples
        --------
        The example of the paper:

        >>> games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
        >>> after = Rating(1500, 200).after(games)
        >>> round(after.points, 2), round(after.deviation, 2), round(after.volatility, 5)
        (1464.05, 151.52, 0.06)
        """
        mu, phi = (self.points - 1500) / _SCALE, self.deviation / _SCALE
        precision = surprise = 0.0
        for other, score in games:  # steps 3 and 4
            spread = 1 / math.sqrt(1 + 3 * (other.deviation / _SCALE / math.pi) ** 2)
            chance = 1 / (1 + math.exp(-spread * (mu - (other.points - 1500) / _SCALE)))
            precision += spread**2 * chance * (1 - chance)
            surprise += spread * (score - chance)
        if not games:
            grown = math.hypot(phi, self.volatility)
            return Rating(self.points, grown * _SCALE, self.volatility)
        volatility = self._volatility(phi, 1 / precision, surprise / precision)
        before = phi**2 + volatility**2  # steps 6 to 8
        left = 1 / (1 / before + precision)
        points = 1500 + _SCALE * (mu + left * surprise)
        return Rating(points, _SCALE * math.sqrt(left), volatility)

    def _volatility(self, phi: float, variance: float, gain: float) -> float:
        """The volatility after the period: step 5, by the Illinois method."""
        start = math.log(self.volatility**2)

        def slope(x: float) -> float:
            total = phi**2 + variance + math.exp(x)
            return math.exp(x) * (gain**2 - total) / (2 * total**2) - (x - start) / _TAU**2

        low = start
        if gain**2 > phi**2 + variance:
            high = math.log(gain**2 - phi**2 - variance)
        else:
            high = start - _TAU
            while slope(high) < 0:
                high -= _TAU
        at_low, at_high = slope(low), slope(high)
        while abs(high - low) > _CLOSE:
            middle = low + (low - high) * at_low / (at_high - at_low)
            at_middle = slope(middle)
            if at_middle * at_high <= 0:
                low, at_low = high, at_high
            else:
                at_low /= 2
            high, at_high = middle, at_middle
        return math.exp(low / 2)
