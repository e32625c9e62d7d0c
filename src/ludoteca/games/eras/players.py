"""The player of eras that searches: ``expert``; ``basic`` and ``advanced`` are in :mod:`.policy`.

``expert@400n`` tries a lay in 400 worlds at most, ``expert@1s`` thinks for a second. It tries lays
as a whole, those that the advanced player thinks best, and keeps to the one it chose. What else
there is to decide it searches move by move, as any belief search does.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.view import SeatView
from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.belief import _Found as Found
from ludoteca.players.budget import Budget, WorldBudget
from ludoteca.players.values import worth

from .combinations import KINDS
from .policy import ADVANCED
from .search import COINS, try_lays, weigh_lays
from .state import LAYING, NUMBERING
from .weighing import MOST_SETS

LEVELS = ("expert",)
DEFAULT = WorldBudget(worlds=200)

LAYS = 16
"""How many lays are tried; beside them the best one that begins with each move."""

_BATCH = 25  #: worlds between two looks at what is clearly worse, and at the clock
_LEAST = 50  #: worlds before the first lay is dropped
_CLEARLY = 3.0  #: standard errors of the difference in the same worlds
_MOST = 100_000  #: worlds that any time may take


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
    """Tries whole lays in the worlds that it believes in, within ``budget``."""

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

    def _search(self, view: SeatView, rng: np.random.Generator) -> Found:
        if view.record["phase"][0] not in (NUMBERING, LAYING):
            return super()._search(view, rng)
        begun = time.perf_counter()
        belief = self._believed(view, ADVANCED, rng)
        worlds = rng.permutation(belief.worlds)
        lays = lays_to_try(view)
        if not self._ready:
            # To compile, or to load what was compiled, is not thinking.
            _tried(view, worlds, lays, WorldBudget(2), begun, np.random.default_rng(0))
            self._ready, begun = True, time.perf_counter()
        tried = _tried(view, worlds, lays, self.budget, begun, rng)
        best = [_best(np.flatnonzero(lays.firsts == move), tried) for move in view.legal]
        order = sorted(range(len(best)), key=lambda m: _rank(tried[best[m]]), reverse=True)
        planned = self._planned(view)
        if planned is None:
            self._plan = int(lays.cards[best[order[0]]])
        chosen = order[0] if planned is None else view.legal.index(planned)
        return Found([tried[k] for k in best], order, chosen, ADVANCED, belief)


def _tried(
    view: SeatView,
    worlds: NDArray[np.void],
    lays: Lays,
    budget: WorldBudget,
    begun: float,
    rng: np.random.Generator,
) -> list[NDArray[np.float64]]:
    """For each lay, its worth in the worlds that it was tried in: the first ones."""
    n = len(lays.cards)
    tried = np.ones(n, np.bool_)
    scratch = (
        np.zeros(KINDS, np.int64), np.zeros(COINS), *view.game.buffers(),
        np.zeros(MOST_SETS, np.int64), np.zeros(MOST_SETS),
    )  # fmt: skip
    states = view.game.state_layout.empty(1)
    most = budget.worlds or _MOST
    values = np.zeros((0, n))
    counts = np.zeros(n, np.int64)
    while len(values) < most and tried.sum() > 1:
        points = np.zeros((min(_BATCH, most - len(values)), n, view.num_players))
        try_lays(worlds, len(values), lays.cards, tried, rng, states, scratch, points)
        values = np.concatenate([values, worth(view, points)])
        counts[tried] = len(values)
        if len(values) >= _LEAST:
            tried &= ~_clearly_worse(values, tried)
        if budget.seconds is not None and time.perf_counter() - begun >= budget.seconds:
            break
    return [values[:count, k] for k, count in enumerate(counts)]


def _best(lays: NDArray[np.int64], tried: list[NDArray[np.float64]]) -> int:
    """Of some lays the one that was tried longest, then the best."""
    return int(max(lays, key=lambda k: _rank(tried[k])))


def _rank(sample: NDArray[np.float64]) -> tuple[int, float]:
    return len(sample), float(sample.mean())


def _clearly_worse(values: NDArray[np.float64], tried: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which lays are worse than the best by ``_CLEARLY`` standard errors of the difference."""
    best = int(np.where(tried, values.mean(axis=0), -np.inf).argmax())
    lost = values[:, best : best + 1] - values
    mean = lost.mean(axis=0)
    error = lost.std(axis=0, ddof=1) / sqrt(len(values))
    worse: NDArray[np.bool_] = tried & (mean > 0) & (mean > _CLEARLY * error)
    return worse
