# mypy: allow-untyped-defs, allow-untyped-calls
"""Belief search: each legal move tried in sampled worlds, weighed by the others' moves.

Worlds come from :mod:`ludoteca.players.particles`. In each, every legal move is made and the deal
is played to its end by the game's policy, with the same random numbers for every move (one stream
for chance, one for the players' coins), so that moves are compared in the same luck, until one is
clearly best (:mod:`ludoteca.players.racing`). They are worth the chance of winning the match where
it has several deals (:mod:`ludoteca.players.objectives`). The best move in points is played where
it is better than the policy's own beyond the noise; another where it wins more matches beyond it.

Every choice states its assumptions: everybody plays the policy from here on, and the others' moves
so far were the policy's. The search looks one move ahead and cannot bluff beyond that.

The intervals take the worlds for independent draws of the truth; that the worlds are believed, not
known, and that moves were dropped after looking, is not in them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, kernel
from ludoteca.core.i18n import _
from ludoteca.core.jit import njit
from ludoteca.core.player_names import player_words
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import MoveValue, Thought, mean_of
from ludoteca.players.budget import WorldBudget
from ludoteca.players.objectives import Ends, Objective, ObjectiveOf, for_the_match
from ludoteca.players.particles import Belief, ParticleFilter, chance_worlds, strongest
from ludoteca.players.racing import Race, is_better
from ludoteca.players.rollout import play_out

_PARTICLES = (200, 1_000)  #: worlds kept, at least and at most

CAUTION = 1.0
"""Standard errors by which another move must be better than the policy's to be played: where the
worlds do not tell moves apart, the policy's habits are worth more than the noise."""

DEFAULT = WorldBudget(worlds=200)


@njit
def _try_moves(
    worlds, first, legal, tried, level, rng, states, luck, coins, ids, prob, points, standings, over
):  # fmt: skip
    """Fill the last three (:class:`ludoteca.players.objectives.Ends`) for the moves ``tried``.

    Worlds are taken from number ``first`` on, round and round; ``states`` is a record of scratch.
    The random numbers do not depend on which moves are tried.
    """
    for w in range(len(over)):
        for k in range(len(luck)):
            luck[k] = rng.random()
            coins[k] = rng.random()
        for m in range(len(legal)):
            if tried[m]:
                states[0] = worlds[(first + w) % len(worlds)]
                kernel.apply_action(states[0], legal[m])
                play_out(states, 0, level, luck, coins, ids, prob, points[w, m])
                over[w, m] = kernel.next_standing(states[0], standings[w, m])


@dataclass(frozen=True)
class Found:
    """The findings of a search.

    Attributes
    ----------
    tried : the worth of each legal move in the worlds that it was tried in
    points : its points in the same worlds
    order : the numbers of the moves, best first
    chosen : the number of the move that is played
    level : of the policy that plays on
    belief : the worlds
    objective : of which the worth is measured
    """

    tried: list[NDArray[np.float64]]
    points: list[NDArray[np.float64]]
    order: list[int]
    chosen: int
    level: int
    belief: Belief
    objective: Objective


class BeliefPlayer:
    """The player ``belief``: a search of the worlds that it believes in, within ``budget``.

    Parameters
    ----------
    budget : worlds a move, or seconds
    level : of the game's policy, for the others' moves and for simulated ones; by default the
        strongest that there is
    reading : weigh worlds by the others' moves; else unseen cards are as chance made them
    caution : standard errors by which a move must be better than the policy's own
    objective : of the search
    """

    remembers = True

    def __init__(
        self,
        budget: WorldBudget = DEFAULT,
        level: int | None = None,
        reading: bool = True,
        caution: float = CAUTION,
        objective: ObjectiveOf = for_the_match,
    ) -> None:
        self.budget, self._level, self._reading = budget, level, reading
        self._caution, self._objective = caution, objective
        self._ready = False
        self.name = f"belief@{budget}"
        self._filter: ParticleFilter | None = None

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The move of the policy, or the best of the worlds where it is clearly better."""
        if len(view.legal) == 1:
            return view.legal[0]
        return view.legal[self._search(view, rng).chosen]

    def think(self, view: SeatView, rng: np.random.Generator) -> Thought:
        """The move of :meth:`choose`, with the worth of every move."""
        if len(view.legal) == 1:
            return Thought(view.legal[0])
        found = self._search(view, rng)
        values = tuple(MoveValue(view.legal[m], mean_of(found.tried[m])) for m in found.order)
        words = tuple(view.action_words(move.action) for move in values)
        assumed = _assumed(view, found.level, found.belief)
        return Thought(
            view.legal[found.chosen],
            values,
            words,
            found.objective.unit,
            assumed,
            found.objective.line,
            tuple(mean_of(found.points[m]) for m in found.order),
        )

    def _search(self, view: SeatView, rng: np.random.Generator) -> Found:
        begun = time.perf_counter()
        level = strongest(view.game) if self._level is None else self._level
        objective = self._objective(view, level)
        belief = self._believed(view, level, rng)
        played = partial(_played, view, rng.permutation(belief.worlds), level)
        seed = int(rng.integers(2**62))
        race = Race(len(view.legal), played, objective, view, seed)
        if not self._ready:
            # To compile, to load what was compiled, or to make a table is not thinking.
            race.run(WorldBudget(2), begun)
            self._ready, begun = True, time.perf_counter()
        tried = race.run(self.budget, begun)
        best, habit = tried.best_in_points(), view.legal.index(self._habit(view, level, rng))
        better = is_better(tried.points[best], tried.points[habit], self._caution)
        chosen = tried.chosen(best if better else habit, self._caution)
        return Found(tried.worth, tried.points, tried.ranked(), chosen, level, belief, objective)

    def _habit(self, view: SeatView, level: int, rng: np.random.Generator) -> int:
        """The move that the policy makes here, drawn with its probabilities."""
        ids, prob = view.game.buffers()
        n = int(calls.policy_probs(view.record, 0, level, ids, prob))
        return int(ids[kernel.sample_index(prob, n, rng.random())])

    @property
    def _size(self) -> int:
        """Number of worlds kept."""
        least, most = _PARTICLES
        return min(max(self.budget.worlds or most, least), most)

    def _believed(self, view: SeatView, level: int, rng: np.random.Generator) -> Belief:
        if not self._reading:
            return Belief(chance_worlds(view, self._size, rng))
        if self._filter is None or self._filter.level != level:
            self._filter = ParticleFilter(self._size, level)
        return self._filter.follow(view, rng)


def _played(
    view: SeatView,
    worlds: NDArray[np.void],
    level: int,
    tried: NDArray[np.bool_],
    first: int,
    rng: np.random.Generator,
    ends: Ends,
) -> None:
    """Play the moves that are ``tried``; see :class:`ludoteca.players.racing.Played`."""
    game, length = view.game, int(view.game.rules.MAX_LENGTH)
    scratch = (game.state_layout.empty(1), np.zeros(length), np.zeros(length), *game.buffers())
    _try_moves(worlds, first, np.array(view.legal, np.int64), tried, level, rng, *scratch, *ends)


def _assumed(view: SeatView, level: int, belief: Belief) -> str:
    """The assumptions of the values, in words."""
    info = view.game.info
    name = player_words(info, info.levels[level])
    if not belief.told:
        cards = _("what is hidden is random")
    else:
        cards = _("what is hidden is inferred from the others' moves, as “{level}” would make them")
    going_on = _("assuming that everybody plays like “{level}”").format(level=name)
    return f"{going_on}; {cards.format(level=name)}"
