"""The player of eras that searches: ``expert``; ``basic`` and ``advanced`` are in :mod:`.policy`.

``expert@400n`` tries a lay in 400 worlds at most, ``expert@1s`` thinks for a second. It tries lays
as a whole, those that the advanced player thinks best, and keeps to the one it chose. What else
there is to decide it searches move by move, as any belief search does.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.view import SeatView
from ludoteca.players.aims import Points
from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer, Found
from ludoteca.players.budget import Budget, WorldBudget
from ludoteca.players.particles import Belief, tells_past
from ludoteca.players.trial import Trial, rank

from .combinations import KINDS
from .policy import ADVANCED
from .reading import read_worlds
from .search import COINS, try_lays, weigh_lays
from .state import LAYING, NUMBERING
from .weighing import MOST_SETS

LEVELS = ("expert",)
DEFAULT = WorldBudget(worlds=250)

LAYS = 16
"""How many lays are tried; beside them the best one that begins with each move."""

_CLEARLY = 3.0  #: standard errors of the difference in the same worlds


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``; a budget of positions counts worlds."""
    return Expert(budget)


@dataclass(frozen=True)
class Lays:
    """Lays that are tried: the cards that then lie on the table, and the next move towards it."""

    cards: NDArray[np.int64]
    firsts: NDArray[np.int64]


def lays_to_try(view: SeatView) -> Lays:
    """The best ``LAYS`` lays in the eyes of the advanced player, and one at least for each move."""
    cards, firsts = np.zeros(MOST_SETS, np.int64), np.zeros(MOST_SETS, np.int64)
    points = np.zeros(MOST_SETS)
    found = int(weigh_lays(view.record, cards, firsts, points))
    order = np.argsort(-points[:found], kind="stable")
    _moves, best_of_move = np.unique(firsts[order], return_index=True)
    chosen = order[np.union1d(np.arange(min(LAYS, found)), best_of_move)]
    return Lays(cards[chosen], firsts[chosen])


class Expert(BeliefPlayer):
    """Tries whole lays in the worlds that it believes in, within ``budget``.

    ``reading`` the others' lays (:mod:`.reading`) is worth having with two players: against itself
    without, +14.2 points a round (95 %: 3.8 to 24.5; 60 worlds a lay, 120 duplicate deals). With
    four it is against players of the policy, not shown among experts; ``docs/players.md`` has more.
    """

    def __init__(self, budget: Budget, reading: bool = True) -> None:
        worlds = max(2, budget.nodes) if budget.nodes else None
        super().__init__(
            WorldBudget(worlds, budget.seconds) if budget else DEFAULT, ADVANCED, reading
        )
        self.name = f"expert@{budget}" if budget else "expert"
        self._plan = 0

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The next card of the lay that was chosen, else the first move of the best lay."""
        planned = self._planned(view)
        return super().choose(view, rng) if planned is None else planned

    def _planned(self, view: SeatView) -> int | None:
        """The next card of the lay that this player has begun."""
        s = view.record[0]
        laid, hand = int(s.laid[view.seat]), int(s.hand[view.seat])
        rest = self._plan & ~laid
        fits = self._plan & laid == laid and rest & hand == rest
        if s.phase != LAYING or not fits or rest.bit_count() != s.to_come:
            return None
        return (rest & -rest).bit_length() - 1

    def _believed(self, view: SeatView, level: int, rng: np.random.Generator) -> Belief:
        if self._reading and tells_past(view) and not view.record["retreat"][0]:
            return read_worlds(view, self._size, rng)
        return super()._believed(view, level, rng)

    def _search(self, view: SeatView, rng: np.random.Generator) -> Found:
        if view.record["phase"][0] not in (NUMBERING, LAYING):
            return super()._search(view, rng)
        begun = time.perf_counter()
        belief = self._believed(view, ADVANCED, rng)
        lays = lays_to_try(view)
        aim = self._aim(view, ADVANCED)
        played = partial(_played, view, rng.permutation(belief.worlds), lays)
        trial = Trial(
            len(lays.cards), played, aim, Points(view), int(rng.integers(2**62)), _CLEARLY
        )
        if not self._ready:
            # To compile, to load what was compiled, or to make a table is not thinking.
            trial.run(WorldBudget(2), begun)
            self._ready, begun = True, time.perf_counter()
        tried = trial.run(self.budget, begun)
        best = [_best(np.flatnonzero(lays.firsts == move), tried.worth) for move in view.legal]
        order = sorted(range(len(best)), key=lambda m: rank(tried.worth[best[m]]), reverse=True)
        planned = self._planned(view)
        if planned is None:
            lay = tried.chosen(tried.best_in_points(), self._caution)
            self._plan, planned = int(lays.cards[lay]), int(lays.firsts[lay])
        chosen = view.legal.index(planned)
        return Found([tried.worth[k] for k in best], order, chosen, ADVANCED, belief, aim)


def _played(
    view: SeatView,
    worlds: NDArray[np.void],
    lays: Lays,
    tried: NDArray[np.bool_],
    first: int,
    end: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Points of the lays that are ``tried`` (see :class:`ludoteca.players.trial.Played`)."""
    points = np.zeros((end - first, len(tried), view.num_players))
    scratch = (
        np.zeros(KINDS, np.int64), np.zeros(COINS), *view.game.buffers(),
        np.zeros(MOST_SETS, np.int64), np.zeros(MOST_SETS),
    )  # fmt: skip
    states = view.game.state_layout.empty(1)
    try_lays(worlds, first, lays.cards, tried, rng, states, scratch, points)
    return points


def _best(lays: NDArray[np.int64], tried: list[NDArray[np.float64]]) -> int:
    """Of some lays the one that was tried longest, then the best."""
    return int(max(lays, key=lambda k: rank(tried[k])))
