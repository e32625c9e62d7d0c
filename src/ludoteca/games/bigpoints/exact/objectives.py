"""Objectives of the players of the reduced game, those of the document among them.

An objective is a number for each pair of final points, larger where a player likes them better.
``ordered`` and ``thesis`` prefer a win to a tie to a loss. The result under each but ``thesis`` is
unique; there, of equal results the move generated first is kept (``ORDER`` of
:mod:`.position`).

Source: M. M. Furquim Mendonça, Big Points: uma análise baseada na teoria dos jogos, UnB 2016,
section 3.4: functions ``dp`` and ``play``, orders ``p1_order`` and ``p2_order``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_STEP = 1 << 12  # more than any number of points or sum of two

Numbers = NDArray[np.float64]


def difference(own: Numbers, other: Numbers) -> Numbers:
    """Own points minus the other's."""
    return own - other


def outcome(own: Numbers, other: Numbers) -> Numbers:
    """A win, then a tie: 1, 0 or -1."""
    return np.sign(own - other)


def margin(own: Numbers, other: Numbers) -> Numbers:
    """The own payoff, then the smaller payoff of the other.

    A payoff is the points for the highest score (alone or shared), else own minus other.
    """
    payoff = np.where(own >= other, own, own - other)
    others = np.where(other >= own, other, other - own)
    return payoff * _STEP - others


def ordered(own: Numbers, other: Numbers) -> Numbers:
    """A win with most points, then fewest of the other; a tie with most; a loss the other way."""
    return thesis(own, other) + np.where(own > other, -other, np.where(own < other, own, 0))


def thesis(own: Numbers, other: Numbers) -> Numbers:
    """A win with most points; a tie with most; a loss with fewest points of the other."""
    return _STEP * (_STEP * np.sign(own - other) + np.where(own < other, -other, own))


OBJECTIVES = {
    "difference": difference,
    "outcome": outcome,
    "margin": margin,
    "ordered": ordered,
    "thesis": thesis,
}
