# mypy: allow-untyped-defs, allow-untyped-calls
"""Belief search: each legal move tried in the worlds that the seat believes in.

Worlds come from :mod:`ludoteca.players.particles`. In each, every legal move is made and the deal
is played to its end by the game's policy, with the same random numbers for every move (one stream
for chance, one for the players' coins), so that moves are compared in the same luck. A move that is
clearly worse than the best in the same worlds is not tried further, and where one is left the
search is over. The best move is played where it is better than the policy's own beyond the noise.

What it assumes is said with every choice: that everybody plays the policy from here on, and that
the others' moves so far were the policy's. It looks one move ahead and cannot bluff beyond that.

The intervals take the worlds for independent draws of the truth; that the worlds are believed, not
known, and that moves were dropped after looking, is not in them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, kernel
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.jit import njit
from ludoteca.core.numbers import Simulated
from ludoteca.core.view import SeatView
from ludoteca.players.advice import MoveValue
from ludoteca.players.budget import WorldBudget
from ludoteca.players.particles import Belief, ParticleFilter, chance_worlds, strongest
from ludoteca.players.rollout import play_out
from ludoteca.players.values import mean_of, unit, worth

_BATCH = 25  #: worlds between two looks at what is clearly worse, and at the clock
_LEAST = 50  #: worlds before the first move is dropped
_CLEARLY = 4.0
"""Standard errors of the difference in the same worlds by which a move must be worse to be dropped.
It is looked at again and again; at 4, eight looks drop the better of two one time in some 5,000."""

_PARTICLES = (200, 1_000)  #: worlds kept, at least and at most
_MOST = 100_000  #: worlds that any time may take
_SHOWN = 5

CAUTION = 1.0
"""Standard errors by which another move must be better than the policy's to be played: where the
worlds do not tell moves apart, the policy's habits are worth more than the noise."""

DEFAULT = WorldBudget(worlds=200)


@njit
def _try_moves(worlds, first, legal, tried, level, rng, states, luck, coins, ids, prob, out):
    """Fill ``out`` (world, move, seat) with points, for the moves that are ``tried``.

    Worlds are taken from number ``first`` on, round and round; ``states`` is a record of scratch.
    The random numbers do not depend on which moves are tried.
    """
    for w in range(len(out)):
        for k in range(len(luck)):
            luck[k] = rng.random()
            coins[k] = rng.random()
        for m in range(len(legal)):
            if tried[m]:
                states[0] = worlds[(first + w) % len(worlds)]
                kernel.apply_action(states[0], legal[m])
                play_out(states, 0, level, luck, coins, ids, prob, out[w, m])


@dataclass(frozen=True)
class Thought:
    """A choice with what it rests on.

    Attributes
    ----------
    action : the move: the best one, or what the policy plays where that is not clearly worse
    values : what each legal move is worth, best first; ``n`` is the worlds that it was tried in;
        empty where there is only one move
    words : the moves of ``values`` in words
    unit : what the values count, in words
    assumption : what they rest on, in words
    """

    action: int
    values: tuple[MoveValue, ...] = ()
    words: tuple[str, ...] = ()
    unit: str = ""
    assumption: str = ""

    @property
    def reasons(self) -> tuple[str, ...]:
        """The best moves with their values, a sentence each, and what they rest on."""
        if not self.values:
            return (_("it is the only move"),)
        lines = [
            _("{move}: {mean:.2f}, {low:.2f} to {high:.2f} (95 %, {n} worlds)").format(
                move=words,
                mean=move.value.mean,
                low=move.value.low,
                high=move.value.high,
                n=move.value.n,
            )
            for words, move in zip(self.words, self.values, strict=True)
            if isinstance(move.value, Simulated)
        ]
        shown, rest = lines[:_SHOWN], len(lines) - _SHOWN
        if rest > 0:
            more = ngettext("and {n} move that is worse", "and {n} moves that are worse", rest)
            shown.append(more.format(n=rest))
        if self.action != self.values[0].action:
            shown.append(_("no other move is clearly better"))
        return (_("in {unit}:").format(unit=self.unit), *shown, self.assumption)


@dataclass(frozen=True)
class _Found:
    """The worth of each move in the worlds it was tried in, and the moves' numbers, best first."""

    tried: list[NDArray[np.float64]]
    order: list[int]
    chosen: int
    level: int
    belief: Belief


class BeliefPlayer:
    """Searches the worlds that it believes in, within ``budget``.

    Parameters
    ----------
    budget : worlds a move, or seconds
    level : of the game's policy, for the others' moves and for simulated ones; by default the
        strongest that there is
    reading : whether the others' moves are weighed; else unseen cards are as chance made them
    """

    remembers = True

    def __init__(
        self,
        budget: WorldBudget = DEFAULT,
        level: int | None = None,
        reading: bool = True,
        caution: float = CAUTION,
    ) -> None:
        self.budget, self._level, self._reading = budget, level, reading
        self._caution = caution
        self._ready = False
        self.name = f"belief@{budget}"
        self._filter: ParticleFilter | None = None

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The move of the policy, or the best of the worlds where it is clearly better."""
        if len(view.legal) == 1:
            return view.legal[0]
        return view.legal[self._search(view, rng).chosen]

    def think(self, view: SeatView, rng: np.random.Generator) -> Thought:
        """What :meth:`choose` would play, with what every move is worth."""
        if len(view.legal) == 1:
            return Thought(view.legal[0])
        found = self._search(view, rng)
        values = tuple(MoveValue(view.legal[m], mean_of(found.tried[m])) for m in found.order)
        words = tuple(view.action_words(move.action) for move in values)
        assumed = _assumed(view, found.level, found.belief)
        return Thought(view.legal[found.chosen], values, words, unit(view), assumed)

    def _search(self, view: SeatView, rng: np.random.Generator) -> _Found:
        begun = time.perf_counter()
        level = strongest(view.game) if self._level is None else self._level
        belief = self._believed(view, level, rng)
        worlds = rng.permutation(belief.worlds)
        if not self._ready:
            # To compile, or to load what was compiled, is not thinking.
            _tried(view, worlds, level, WorldBudget(2), begun, np.random.default_rng(0))
            self._ready, begun = True, time.perf_counter()
        tried = _tried(view, worlds, level, self.budget, begun, rng)
        order = sorted(range(len(tried)), key=lambda m: _rank(tried[m]), reverse=True)
        habit = _habit(view, level, rng)
        chosen = order[0] if _better(tried[order[0]], tried[habit], self._caution) else habit
        return _Found(tried, order, chosen, level, belief)

    def _believed(self, view: SeatView, level: int, rng: np.random.Generator) -> Belief:
        least, most = _PARTICLES
        size = min(max(self.budget.worlds or most, least), most)
        if not self._reading:
            return Belief(chance_worlds(view, size, rng))
        if self._filter is None or self._filter.level != level:
            self._filter = ParticleFilter(size, level)
        return self._filter.follow(view, rng)


def _tried(
    view: SeatView,
    worlds: NDArray[np.void],
    level: int,
    budget: WorldBudget,
    begun: float,
    rng: np.random.Generator,
) -> list[NDArray[np.float64]]:
    """For each legal move, its worth in the worlds that it was tried in: the first ones.

    At least two worlds are tried; the clock is looked at from ``begun`` on.
    """
    length = int(view.game.rules.MAX_LENGTH)
    legal = np.array(view.legal, np.int64)
    tried = np.ones(len(legal), np.bool_)
    scratch = (view.game.state_layout.empty(1), np.zeros(length), np.zeros(length))
    most = budget.worlds or _MOST
    values = np.zeros((0, len(legal)))
    counts = np.zeros(len(legal), np.int64)
    while len(values) < most and tried.sum() > 1:
        n = min(_BATCH, most - len(values))
        points = np.zeros((n, len(legal), view.num_players))
        _try_moves(
            worlds, len(values), legal, tried, level, rng, *scratch, *view.game.buffers(), points
        )
        values = np.concatenate([values, worth(view, points)])
        counts[tried] = len(values)
        if len(values) >= _LEAST:
            tried &= ~_clearly_worse(values, tried)
        if budget.seconds is not None and time.perf_counter() - begun >= budget.seconds:
            break
    return [values[:count, m] for m, count in enumerate(counts)]


def _clearly_worse(values: NDArray[np.float64], tried: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which moves are worse than the best by ``_CLEARLY`` standard errors of the difference."""
    means = np.where(tried, values.mean(axis=0), -np.inf)
    best = int(means.argmax())
    lost = values[:, best : best + 1] - values
    error = lost.std(axis=0, ddof=1) / sqrt(len(values))
    mean = lost.mean(axis=0)
    worse: NDArray[np.bool_] = tried & (mean > _CLEARLY * error) & (mean > 0)
    return worse


def _habit(view: SeatView, level: int, rng: np.random.Generator) -> int:
    """The number of the move that the policy makes here, drawn with its probabilities."""
    ids, prob = view.game.buffers()
    n = int(calls.policy_probs(view.record, 0, level, ids, prob))
    return view.legal.index(int(ids[kernel.sample_index(prob, n, rng.random())]))


def _better(one: NDArray[np.float64], other: NDArray[np.float64], caution: float) -> bool:
    """True where ``one`` was better in the same worlds by ``caution`` standard errors."""
    n = min(len(one), len(other))
    gain = one[:n] - other[:n]
    return bool(gain.mean() > caution * gain.std(ddof=1) / sqrt(n))


def _rank(sample: NDArray[np.float64]) -> tuple[int, float]:
    """Moves tried longest come first, then the best."""
    return len(sample), float(sample.mean())


def _assumed(view: SeatView, level: int, belief: Belief) -> str:
    """What the values rest on, in words."""
    name = _(view.game.info.levels[level])
    if not belief.told:
        cards = _("what you cannot see is as chance would have it")
    else:
        cards = _("what you cannot see is judged by the others' moves, as “{level}” makes them")
    going_on = _("if everybody goes on like the machine “{level}”").format(level=name)
    return f"{going_on}; {cards.format(level=name)}"
