"""The machine that searches, ``expert``; ``basic`` and ``advanced`` are in :mod:`.policy`.

``expert@400n`` tries a lay in 400 worlds at most, ``expert@1s`` thinks for a second. It tries lays
as a whole, those that the advanced player thinks best, and keeps to the one it chose. What else
there is to decide it searches move by move, as any belief search does.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.core.kernel import policy_move
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player
from ludoteca.players.belief import BeliefPlayer, Found
from ludoteca.players.budget import Budget, WorldBudget
from ludoteca.players.particles import Belief, tells_past
from ludoteca.players.racing import Race
from ludoteca.players.rollout import Ends
from ludoteca.players.turns import Turn

from .combinations import KINDS
from .inference import read_worlds
from .lay_values import MOST_SETS
from .policy import ADVANCED, draw_lay, lay_cards
from .rules import (
    DEALING,
    LAST,
    LAYING,
    NUMBERING,
    OVER,
    REVEALING,
    SEATS,
    apply_action,
    chance_outcomes,
    next_standing,
    returns,
)
from .turns import laid_by, lay_turn, lays_to_try

LEVELS = ("expert",)
DEFAULT = WorldBudget(worlds=250)

COINS = 2 * SEATS * KINDS
"""Random numbers of a world: one for the lay of each seat in each trick, the rest for retreats."""


def make(level: str, budget: Budget) -> Player:
    """The player of ``level``; a budget of positions counts worlds."""
    return ErasExpert(budget)


class ErasExpert(BeliefPlayer):
    """A player that tries whole lays in worlds that fit what it saw, within ``budget``.

    Where ``reading``, worlds are weighed by the others' lays (:mod:`.inference`). With two players
    that is worth +14.2 points a round against itself without (95 %: 3.8 to 24.5; 60 worlds a lay,
    120 duplicate deals); with four it is worth something against players of the policy, and no
    difference is shown among experts. ``docs/players.md`` has more.
    """

    clearly = 3.0

    def __init__(self, budget: Budget, reading: bool = True) -> None:
        worlds = max(2, budget.nodes) if budget.nodes else None
        super().__init__(
            WorldBudget(worlds, budget.seconds) if budget else DEFAULT, ADVANCED, reading
        )
        self.name = f"expert@{budget}" if budget else "expert"

    def _believed(self, view: SeatView, level: int, rng: np.random.Generator) -> Belief:
        if self._reading and tells_past(view) and not view.record["retreat"][0]:
            return read_worlds(view, self._size, rng)
        return super()._believed(view, level, rng)

    def _search(
        self,
        view: SeatView,
        rng: np.random.Generator,
        also: Turn = (),
        clearly: float | None = None,
    ) -> Found:
        if view.record["phase"][0] not in (NUMBERING, LAYING):
            return super()._search(view, rng, also, clearly)
        begun = time.perf_counter()
        belief = self._believed(view, ADVANCED, rng)
        turns = {lay: lay_turn(view, lay) for lay in lays_to_try(view)}
        if also:
            turns[laid_by(view, also)] = also
        lays = list(turns)
        laid = int(view.record[0].laid[view.seat])
        objective = self._objective(view, ADVANCED)
        then_laid = np.array([lay | laid for lay in lays], np.int64)
        played = partial(_played, view, rng.permutation(belief.worlds), then_laid)
        race = Race(len(lays), played, objective, view, int(rng.integers(2**62)), clearly)
        if not self._ready:
            # To compile, to load what was compiled, or to make a table is not thinking.
            race.run(WorldBudget(2), begun)
            self._ready, begun = True, time.perf_counter()
        tried = race.run(self.budget, begun, progress=self.progress)
        best, order, every = tried.best_in_points(), tried.ranked(), range(len(turns))
        return Found(list(turns.values()), *tried, order, best, ADVANCED, belief, race, every)


def _played(
    view: SeatView,
    worlds: NDArray[np.void],
    lays: NDArray[np.int64],
    tried: NDArray[np.bool_],
    first: int,
    rng: np.random.Generator,
    ends: Ends,
) -> None:
    """Play the lays that are ``tried`` (see :class:`ludoteca.players.racing.PlaysTurns`)."""
    scratch = (
        np.zeros(KINDS, np.int64), np.zeros(COINS), *view.game.buffers(),
        np.zeros(MOST_SETS, np.int64), np.zeros(MOST_SETS),
    )  # fmt: skip
    states = view.game.state_layout.empty(1)
    try_lays(worlds, first, lays, tried, rng, states, scratch, *ends)


# -- whole lays tried in worlds --------------------------------------------------------------------


@njit
def try_lays(
    worlds: NDArray[np.void],
    first: int,
    lays: NDArray[np.int64],
    tried: NDArray[np.bool_],
    rng: Any,
    states: NDArray[np.void],
    scratch: Any,
    points: NDArray[np.float64],
    standings: NDArray[np.void],
    over: NDArray[np.bool_],
) -> None:
    """Fill the last three (:class:`ludoteca.players.objectives.Ends`) for the lays ``tried``.

    A lay is the mask of all cards that the seat to move has then laid. Worlds are taken from number
    ``first`` on, round and round; ``states`` is a record of scratch, ``scratch`` as :func:`_played`
    makes it. The random numbers do not depend on which lays are tried.
    """
    order, coins, ids, prob, sets, weight = scratch
    for w in range(len(over)):
        at = (first + w) % len(worlds)
        _shuffle(worlds[at], rng, order)
        for k in range(len(coins)):
            coins[k] = rng.random()
        for k in range(len(lays)):
            if tried[k]:
                states[0] = worlds[at]
                lay_cards(states[0], lays[k])
                play_out(states[0], order, coins, ids, prob, sets, weight)
                returns(states[0], points[w, k])
                over[w, k] = next_standing(states[0], standings[w, k])


@njit
def play_out(
    s: Any,
    order: NDArray[np.int64],
    coins: NDArray[np.float64],
    ids: NDArray[np.int64],
    prob: NDArray[np.float64],
    sets: NDArray[np.int64],
    weight: NDArray[np.float64],
) -> None:
    """Play to the end in place: cards come in ``order``, everybody plays the advanced policy.

    The last four are scratch: buffers of the kernel and of :func:`draw_lay`.
    """
    dealt = 0
    small = SEATS * KINDS
    level = np.int64(ADVANCED)  # not the literal, for which all would be compiled once more
    while s.phase != OVER:
        phase = s.phase
        if phase == DEALING:
            apply_action(s, order[dealt])
            dealt += 1
        elif phase in (REVEALING, LAST):
            chance_outcomes(s, ids, prob)
            apply_action(s, ids[0])
        elif phase == NUMBERING:
            lay_cards(s, draw_lay(s, coins[s.to_move * KINDS + s.tricks], sets, weight))
        else:
            policy_move(s, level, coins[small], ids, prob)
            small = small + 1 if small + 1 < len(coins) else SEATS * KINDS


@njit
def _shuffle(s: Any, rng: Any, order: NDArray[np.int64]) -> None:
    """Put the cards of the deck into a random order, at the beginning of ``order``."""
    n = 0
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            other = int(rng.random() * (n + 1))
            order[n] = order[other]
            order[other] = kind
            n += 1
