"""Intervals, tests and sizes for the differences of duplicate deals.

Every deal gives one number, A's points less B's, independent of the other deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.numbers import Simulated, simulated_mean

LEVEL = 0.05  #: one minus the confidence
POWER = 0.8  #: chance of telling an edge that is there, where deals are counted beforehand


def mean_of(sample: Sequence[float] | NDArray[np.float64]) -> Simulated | None:
    """The mean with its 95 % interval (Student), None for fewer than two numbers.

    ``sample`` are independent numbers, such as points of deals: float64 [n] or a sequence.

    Examples
    --------
    >>> found = mean_of([1.0, 2.0, 3.0])
    >>> found.mean, round(found.low, 2), round(found.high, 2)
    (2.0, -0.48, 4.48)
    """
    values = np.asarray(sample, np.float64)
    if values.size < 2:
        return None
    # About the mean: sums of squares of large numbers would lose the digits that matter.
    centre = float(values.mean())
    rest = values - centre
    found = simulated_mean(float(rest.sum()), float(rest @ rest), values.size)
    return Simulated(centre, found.n, found.low + centre, found.high + centre)


def share_of(sample: Sequence[float] | NDArray[np.float64]) -> Simulated | None:
    """The mean of shares from 0 to 1, with an interval that has a width even where all are equal.

    It is Student's for the sample with one 0 and one 1 more, within 0 and 1; None for fewer than
    two shares. ``sample`` is float64 [n] or a sequence.

    References
    ----------
    A. Agresti, B. Caffo, Simple and effective confidence intervals for proportions and differences
    of proportions, The American Statistician 54 (2000).

    Examples
    --------
    >>> found = share_of([1.0] * 8)
    >>> found.mean, round(found.low, 2), found.high
    (1.0, 0.67, 1.0)
    """
    found, wider = mean_of(sample), mean_of([*sample, 0.0, 1.0])
    if found is None or wider is None:
        return None
    return Simulated(found.mean, found.n, max(0.0, wider.low), min(1.0, wider.high))


def signed_rank(sample: Sequence[float] | NDArray[np.float64]) -> float:
    """The probability p of Wilcoxon's signed-rank test that differences are symmetric about 0.

    Two-sided. Differences of 0 are left out, as Wilcoxon did; where nothing is left, it is 1.
    SciPy's ``wilcoxon`` otherwise: exact for small samples without ties, else normal. ``sample`` is
    float64 [n] or a sequence.

    Examples
    --------
    >>> signed_rank([1.0, 2.0, 3.0, 4.0, 5.0])
    0.0625
    """
    from scipy.stats import wilcoxon  # imported here: SciPy costs start-up time

    values = np.asarray(sample, np.float64)
    values = values[values != 0]
    return float(wilcoxon(values).pvalue) if values.size else 1.0


def deals_needed(edge: float, deviation: float) -> int:
    """Deals that show an edge with chance ``POWER`` by a two-sided test fixed beforehand.

    Normal approximation: ``((z_{1 - LEVEL/2} + z_POWER) deviation / edge)^2``, at least 2.

    Parameters
    ----------
    edge
        the mean difference of a deal to show, in points or as it is counted, above 0
    deviation
        standard deviation of a deal's difference, in the unit of ``edge``

    Raises
    ------
    ValueError
        where the edge is not above 0

    Examples
    --------
    >>> deals_needed(0.5, 2.0)
    126
    """
    if edge <= 0:
        raise ValueError("an edge is above 0")
    z = NormalDist().inv_cdf(1 - LEVEL / 2) + NormalDist().inv_cdf(POWER)
    return max(2, math.ceil((z * deviation / edge) ** 2))


@dataclass(frozen=True)
class Sequence95:
    """A confidence sequence: its interval may be looked at after every deal.

    With chance at least ``1 - level`` the intervals at all times together hold the mean. The set of
    means ``m`` that were never refuted by the mixture martingale for self-normalised sums ::

        sqrt(r / (V + r)) exp(S^2 / (2 (V + r))),   S = sum(x - m),  V = sum((x - m)^2)

    with ``r = scale^2 * planned / 7.94``, whose bound is tightest about ``planned`` deals. It is a
    supermartingale where ``x - m`` is distributed evenly about 0, at any spread, known or not: for
    equal players in exchanged seats that is so exactly, so that equals are told apart wrongly one
    time in twenty at most. Elsewhere the interval is right in the limit (central limit theorem).

    Parameters
    ----------
    scale
        a guess of the standard deviation of a deal, above 0, from anything but the deals themselves
    planned
        deals at which the interval is to be tightest
    level
        probability of being wrong at any time

    References
    ----------
    V. H. de la Peña, A general class of exponential inequalities for martingales and ratios, Ann.
    Probab. 27 (1999); S. R. Howard et al., Time-uniform, nonparametric, nonasymptotic confidence
    sequences, Ann. Statist. 49 (2021), the choice of ``r`` in section 3.

    Examples
    --------
    >>> test = Sequence95(scale=1.0)
    >>> low, high = test.interval(total=60.0, squares=120.0, n=100)
    >>> round(low, 2), round(high, 2), test.refutes_zero(60.0, 120.0)
    (0.3, 0.9, True)
    """

    scale: float
    planned: int = 200
    level: float = LEVEL

    @property
    def _mixing(self) -> float:
        double = 2 * math.log(1 / self.level)
        return self.scale**2 * self.planned / (double + math.log(1 + double))

    def interval(self, total: float, squares: float, n: int) -> tuple[float, float]:
        """Interval of the mean after ``n`` deals, in points, as the differences are.

        ``total`` is the sum of the points won and ``squares`` that of their squares. Both ends are
        infinite where nothing is refuted yet.
        """
        if n < 1:
            return -math.inf, math.inf
        mean = total / n
        spread = max(0.0, squares - total * mean)
        return mean - self._half(spread, n), mean + self._half(spread, n)

    def refutes_zero(self, total: float, squares: float) -> bool:
        """True where the deals so far say that the mean is not 0.

        ``total`` is the sum of the points won and ``squares`` that of their squares.
        """
        return total * total >= self._bound(squares)

    def _bound(self, squares: float) -> float:
        """The bound that the square of the sum must not reach."""
        r = self._mixing
        grown = squares + r
        return grown * (math.log(grown / r) - 2 * math.log(self.level))

    def _half(self, spread: float, n: int) -> float:
        """Half the interval: the distance from the mean at which ``m`` is refuted.

        At distance ``d``, S is ``n d`` and V is ``spread + n d^2``. From some number of deals on
        the square of S grows faster in ``d`` than its bound; before, nothing is refuted.
        """

        def refuted(d: float) -> bool:
            return (n * d) ** 2 >= self._bound(spread + n * d * d)

        high = math.sqrt(self._bound(spread)) / n
        for _doubling in range(60):
            if refuted(high):
                break
            high *= 2
        else:
            return math.inf
        low = 0.0
        for _halving in range(60):
            middle = (low + high) / 2
            if refuted(middle):
                high = middle
            else:
                low = middle
        return high


def first_clear(sample: Sequence[float], test: Sequence95) -> int | None:
    """The number of deals after which ``test`` first says that the mean is not 0; None for never.

    Examples
    --------
    >>> first_clear([1.0] * 30, Sequence95(scale=1.0)), first_clear([1.0, -1.0], Sequence95(1.0))
    (17, None)
    """
    total = squares = 0.0
    for n, x in enumerate(sample, start=1):
        total += x
        squares += x * x
        if test.refutes_zero(total, squares):
            return n
    return None


def running_interval(sample: Sequence[float], test: Sequence95) -> tuple[float, float]:
    """The interval of the mean, in points, by ``test`` after all of ``sample``."""
    values = np.asarray(sample, np.float64)
    return test.interval(float(values.sum()), float(values @ values), values.size)
