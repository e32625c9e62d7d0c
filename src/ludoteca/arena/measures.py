"""Measures of a game, each with its definition: numbers from deals between equals and duplicates.

All intervals are 95 %, over deals: Student's, Wilson's for shares of deals, and the bootstrap's for
shares of variance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.run_log import Line
from ludoteca.arena.statistics import mean_of, share_of
from ludoteca.core.answers import Name
from ludoteca.core.i18n import N_
from ludoteca.core.numbers import Simulated, simulated_share

FEW = 10  #: deals, below which shares of variance have no interval but all that there is
_SAMPLES, _SEED = 1_000, 1  #: of the bootstrap
_NOTHING = 1e-12  #: a variance that is rounding


@dataclass(frozen=True)
class Measure:
    """A number of each deal between equals, None where a deal has none.

    Parameters
    ----------
    definition
        a message id, which says the unit
    of
        the number of a deal's line
    share
        a deal has it (1) or not (0)
    """

    name: Name
    definition: str
    of: Callable[[Line], float | None]
    share: bool = False


def _results(line: Line) -> list[float]:
    """The result of each side: its share of a match, else its points."""
    results: list[float] = line["won"] if "won" in line else line["points"]
    return results


def _deals(line: Line) -> float | None:
    return float(line["deals"]) if "deals" in line else None


def first_seat(line: Line) -> float | None:
    """The first seat's share of the win, less an even share: -1 to 1; None where one plays alone.

    Examples
    --------
    >>> first_seat({"points": [2.0, -2.0]}), first_seat({"points": [5.0]})
    (0.5, None)
    """
    points = np.array(_results(line), np.float64)
    return float(win_shares(points)[0] - 1 / len(points)) if len(points) > 1 else None


def _margin(line: Line) -> float | None:
    first, *others = sorted(line["points"], reverse=True)
    return float(first - others[0]) if others else None


def _tied(line: Line) -> float | None:
    points = _results(line)
    return float(sum(p == max(points) for p in points) > 1) if len(points) > 1 else None


def _settled(line: Line) -> float | None:
    settled = line["settled"]
    return None if settled is None else 1.0 - float(settled)


def _changes(line: Line) -> float | None:
    changes = line["lead_changes"]
    return None if changes is None else float(changes)


def _alone(line: Line) -> float | None:
    points = line["points"]
    return float(points[0]) if len(points) == 1 else None


MEASURES = (
    Measure(Name("points"), N_("points of a deal, where one plays alone"), _alone),
    Measure(
        Name("first_seat_advantage"),
        N_("the first seat's share of wins between equals (ties shared out) less an even share"),
        first_seat,
    ),
    Measure(Name("deals_per_match"), N_("deals in a match"), _deals),
    Measure(Name("length"), N_("decisions in a deal"), lambda line: float(line["decisions"])),
    Measure(
        Name("branching"),
        N_("moves to choose from at a decision"),
        lambda line: float(line["choices"]),
    ),
    Measure(
        Name("ties"),
        N_("share of deals in which the best sides have equal points"),
        _tied,
        share=True,
    ),
    Measure(Name("margin"), N_("points of the best side above the second"), _margin),
    Measure(
        Name("lead_changes"),
        N_(
            "times another side is ahead, as the position is played on 32 times by the policy at 8 "
            "points of the deal; within 2 standard errors the lead stays where it was"
        ),
        _changes,
    ),
    Measure(
        Name("decisiveness"),
        N_(
            "share of the deal that is left when the winner's lead is there for good (tied deals "
            "left out): 1 is decided by the cards dealt, 0 at the very end"
        ),
        _settled,
    ),
)


def of_deals(lines: Sequence[Line], measure: Measure) -> list[float]:
    """The values of ``measure``, in points or as it says, in the deals that have one."""
    return [x for line in lines if "failed" not in line and (x := measure.of(line)) is not None]


def value(lines: Sequence[Line], measure: Measure) -> Simulated | None:
    """The measure's mean with its 95 % interval; None where fewer than two deals have one.

    A share has Wilson's interval, which has a width where none was seen, also of one deal.
    """
    values = of_deals(lines, measure)
    if measure.share and values:
        return simulated_share(int(sum(values)), len(values))
    return mean_of(values)


def change(before: Sequence[Line], after: Sequence[Line], measure: Measure) -> Simulated | None:
    """The change of a measure between two variants, deal by deal on the same shoes.

    ``before`` and ``after`` have a line for each deal, in the same order.

    Raises
    ------
    ValueError
        where they are not as long as each other
    """
    pairs = zip(before, after, strict=True)
    return mean_of(
        [
            y - x
            for one, other in pairs
            if "failed" not in one and "failed" not in other
            if (x := measure.of(one)) is not None and (y := measure.of(other)) is not None
        ]
    )


def win_shares(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 for the most points in a deal, shared among those who have them; the shape of ``points``.

    ``points`` is float64 [..., sides].

    Examples
    --------
    >>> win_shares(np.array([[3.0, 1.0], [2.0, 2.0]])).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    most = points == points.max(axis=-1, keepdims=True)
    shares: NDArray[np.float64] = most / most.sum(axis=-1, keepdims=True)
    return shares


def seat_shares(lines: Sequence[Line]) -> list[Simulated | None]:
    """Each side's share of wins, 0 to 1, ties shared out, with its interval.

    Deals that failed are left out.
    """
    shares = win_shares(np.array([_results(line) for line in lines if "failed" not in line]))
    return [share_of(shares[:, side]) for side in range(shares.shape[1])]


# -- luck and skill -----------------------------------------------------------------------------


SHARES = ("luck", "skill", "rest")


def variance_shares(results: NDArray[np.float64]) -> Mapping[str, float]:
    """Shares of the variance of a deal's result: by the deal, by who sits where, and the rest.

    A two-way analysis of variance without repetition: deals are random, the two seatings fixed;
    components below 0 are 0. The shares have the sum 1, or are all 0 where nothing differs.

    Parameters
    ----------
    results : float64 [deals, seatings]
        how the first side did, a better and a worse player sitting there in turn, on the same shoe;
        at least two deals

    References
    ----------
    H. Scheffé, The Analysis of Variance (1959), chapter 7.

    Examples
    --------
    >>> shares = variance_shares(np.array([[3.0, 1.0], [-1.0, -3.0]]))
    >>> {name: round(share, 3) for name, share in shares.items()}
    {'luck': 0.889, 'skill': 0.111, 'rest': 0.0}
    """
    shares = _shares(results, np.ones((1, len(results))))[0]
    return dict(zip(SHARES, shares.tolist(), strict=True))


def _shares(results: NDArray[np.float64], times: NDArray[np.float64]) -> NDArray[np.float64]:
    """:data:`SHARES` of samples, shape (samples, 3); deal ``d`` is ``times[sample, d]`` times in.

    All 0 for a sample in which nothing differs.
    """
    deals, seatings = results.shape
    of_deal = results.mean(axis=1) - results.mean()
    rest = results - results.mean(axis=1, keepdims=True)
    of_seating = ((times @ rest / deals) ** 2).sum(axis=1)
    noise = times @ (rest**2).sum(axis=1) - deals * of_seating
    noise = np.maximum(0.0, noise) / ((deals - 1) * (seatings - 1))
    between = (times @ of_deal**2 - (times @ of_deal) ** 2 / deals) / (deals - 1)
    luck = np.maximum(0.0, between - noise / seatings)
    skill = np.maximum(0.0, of_seating / seatings - noise * (seatings - 1) / seatings / deals)
    parts = np.stack([luck, skill, noise], axis=1)
    total = parts.sum(axis=1, keepdims=True)
    shares: NDArray[np.float64] = np.divide(
        parts, total, out=np.zeros_like(parts), where=total > _NOTHING
    )
    return shares


def luck_and_skill(results: NDArray[np.float64]) -> dict[str, Simulated]:
    """:func:`variance_shares` with intervals; empty where all results are alike, or of one deal.

    The intervals are the bootstrap's over deals, between its quantiles at levels widened for small
    samples; of fewer than ``FEW`` deals they are from 0 to 1. A share that comes out as 0 has one
    above 0 all the same. ``results`` are float64 [deals, seatings].

    References
    ----------
    B. Efron, R. Tibshirani, An Introduction to the Bootstrap (1993), chapter 13; T. Hesterberg,
    What teachers should know about the bootstrap, The American Statistician 69 (2015), section 3
    (the levels).
    """
    from scipy.special import ndtr, stdtrit  # imported here: SciPy costs start-up time

    deals = len(results)
    if deals < 2:
        return {}
    whole = variance_shares(results)
    if not any(whole.values()):
        return {}
    low, high = np.zeros(len(SHARES)), np.ones(len(SHARES))
    if deals >= FEW:
        rng = np.random.default_rng(_SEED)
        times = rng.multinomial(deals, np.full(deals, 1 / deals), size=_SAMPLES).astype(float)
        tail = ndtr(math.sqrt(deals / (deals - 1)) * stdtrit(deals - 1, 0.025))
        low, high = np.quantile(_shares(results, times), [tail, 1 - tail], axis=0)
    bounds = zip(whole.items(), low.tolist(), high.tolist(), strict=True)
    return {
        name: Simulated(share, deals, min(share, lowest), max(share, highest))
        for (name, share), lowest, highest in bounds
    }


def first_side_results(lines: Sequence[Line]) -> NDArray[np.float64]:
    """For :func:`luck_and_skill`: the first side's points less the mean of the others'.

    Of duplicate deals between two players, those that nobody forfeited. The first
    two seatings are taken: the first player on the first side, then on the second.

    Returns
    -------
    float64 [deals, 2]
        points; of matches, shares of the match
    """
    rows = []
    for line in lines:
        if not any(line["failed"]):
            results = line["won"] if "won" in line else line["points"]
            rows.append([_above(points) for points in results[:2]])
    return np.array(rows)


def _above(points: Sequence[float]) -> float:
    """The first side's points less the mean of the others'; alone, its points."""
    first, *others = points
    return first - float(np.mean(others)) if others else first
