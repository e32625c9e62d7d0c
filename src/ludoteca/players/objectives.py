"""Objectives of a search: winning the match, where the game says what wins one, else points.

A search hands over its simulated deals closed: their points, and the standings that
``next_standing`` made of their ends.

A match that is a single deal is played for points: it is either won or lost in each world, which
tells moves apart only with many worlds, and a tournament that adds up deals counts points anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import _
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import CHANCE_IN_WORLDS, IN_WORLDS, unit, worth
from ludoteca.players.equity import Equity, equity_of
from ludoteca.players.rollout import Ends


class Objective(Protocol):
    """A measure of the end of a deal, for one seat."""

    @property
    def unit(self) -> str:
        """The unit of :meth:`worth`, in words."""

    @property
    def line(self) -> str:
        """The sentence that tells it (see :mod:`ludoteca.players.advice.values`)."""

    @property
    def worst(self) -> float:
        """The least that an end may be worth, points or a chance; -inf where nothing bounds it."""

    def worth(self, ends: Ends) -> NDArray[np.float64]:
        """The worth of each end in :attr:`unit`: float64 [...], shaped like ``ends.standings``."""


ObjectiveOf = Callable[[SeatView, int], Objective]
"""The objective at a view, if the deals that are left go as the policy's at a level go."""


@dataclass(frozen=True)
class Points:
    """Own points, or those ahead of the best other side (:mod:`ludoteca.players.advice.values`)."""

    view: SeatView
    line: str = IN_WORLDS
    worst: float = -inf

    @property
    def unit(self) -> str:
        """Points, or points ahead."""
        return unit(self.view)

    def worth(self, ends: Ends) -> NDArray[np.float64]:
        """The worth of each end, float64 [...] shaped like ``ends.standings``, in :attr:`unit`.

        See :func:`ludoteca.players.advice.values.worth`.
        """
        return worth(self.view, ends.points)


@dataclass(frozen=True)
class MatchChance:
    """The chance of winning the match from the standing that the deal leads to.

    Parameters
    ----------
    chance
        gives it for the own side at each end, float64 [...] shaped like the standings: read from
        the
        equity table, or from a closed form of the game
    line
        the sentence that tells a chance
    worst
        the least chance that there may be
    """

    chance: Callable[[Ends], NDArray[np.float64]]
    line: str = CHANCE_IN_WORLDS
    worst: float = 0.0

    @property
    def unit(self) -> str:
        """A chance."""
        return _("chance of winning the match")

    def worth(self, ends: Ends) -> NDArray[np.float64]:
        """The chance at each end, 0 to 1: float64 [...], shaped like ``ends.standings``."""
        return self.chance(ends)


def for_points(view: SeatView, level: int) -> Objective:
    """Points, whatever the score is, of ends as float64 [..., seats]; ``level`` changes nothing."""
    return Points(view)


def for_the_match(view: SeatView, level: int) -> Objective:
    """The match; points where it is one deal, or where the game does not say what wins it.

    ``level`` is that of the policy by which the deals that are left are assumed to go. It makes of
    ends float64 [...].
    """
    equity = equity_of(view.game, view.options, level)
    if equity is None or view.standing is None:
        return Points(view)
    return MatchChance(partial(_by_table, equity, view.seat))


def _by_table(equity: Equity, seat: int, ends: Ends) -> NDArray[np.float64]:
    """The chance of a seat's side by the equity table."""
    chances = equity.chances(ends.standings.reshape(-1), ends.over.reshape(-1))
    own: NDArray[np.float64] = chances[:, equity.side_of(seat)]
    return own.reshape(ends.over.shape)
