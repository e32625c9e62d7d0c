# mypy: allow-untyped-defs, allow-untyped-calls
"""Worlds that a seat believes in: a particle filter over the kernel.

A world is a whole record. Worlds are drawn by ``resample_from_infostate`` from what the seat saw at
the first decision of the deal, when no move has told anything yet, and then advanced token by
token, as the seat saw them:

- chance: an outcome that looks like the token is drawn; the world's weight is multiplied by the
  chance that one of those came;
- the seat's own move: made; it tells the seat nothing;
- another's move: one that looks like the token is drawn from the game's policy in that world, and
  the weight is multiplied by the chance that the policy makes one of those. A share ``DOUBT``
  of the moves is believed to be uniformly random, so that a surprise does not discard every world.

The policy has levels, and it is not known which of them another side plays: a world comes with the
level of each seat, drawn before the deal and fixed in it, partners alike. So the weights tell of
hands and of levels at once. Or all are believed to play one learned policy
(:mod:`ludoteca.players.learned.policy`).

When few worlds carry most of the weight they are resampled in proportion to it. When too few
different ones are left (a hand was shown, and hardly any world had guessed it), the lost ones are
revived at the next decision by ``resample_from_infostate``, from what the seat saw then: these
agree with every hard fact, but use nothing that moves had told before. So the filter is exact in
the limit for a deal without revival.

Source: N. Gordon, D. Salmond, A. Smith, Novel approach to nonlinear/non-Gaussian Bayesian state
estimation, IEE Proceedings F 140 (1993), for the filter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, kernel
from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE
from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView
from ludoteca.players.learned.policy import LearnedPolicy, probs_by

DOUBT = 0.1
"""The share of the others' moves that is believed to be made at random."""

_ENOUGH = 0.5  #: effective share of worlds below which they are drawn anew
_THIN = 0.05  #: share of different worlds below which lost ones are revived


Models = Mapping[int, float]
"""The levels of a game's policy that another side may play, with their chances before the deal. The
first is that of the seat's own side."""


@dataclass(frozen=True)
class Belief:
    """Equally likely worlds of one seat.

    Attributes
    ----------
    worlds
        records [n]
    levels : int64 [n, seats]
        of the policy of each seat in each world
    told
        moves, or turns, of others that were weighed
    """

    worlds: NDArray[np.void]
    levels: NDArray[np.int64]
    told: int = 0


@njit
def _likelihoods(worlds, i, level, learned, doubt, ids, chance, policy_ids, policy_prob):
    """Number of the legal moves, into ``ids``, with the chance that the mover makes each."""
    n = kernel.legal_actions(worlds[i], ids)
    for k in range(n):
        chance[k] = doubt / n
    believed = probs_by(worlds, i, level, learned, policy_ids, policy_prob)
    k = 0
    for j in range(believed):
        # Legal ids ascend; the policy's need not.
        if ids[k] > policy_ids[j]:
            k = 0
        while ids[k] != policy_ids[j]:
            k += 1
        chance[k] += (1.0 - doubt) * policy_prob[j]
    return n


@njit
def _step(
    worlds, i, seat, actor, token, level, learned, doubt, rng, ids, chance, policy_ids, policy_prob
):  # fmt: skip
    """Move ``worlds[i]`` by what looks like ``token``; the chance of that, 0 if it cannot be."""
    if kernel.current_player(worlds[i]) != actor:
        return 0.0
    made = token
    total = 1.0
    if actor != seat:
        if actor == CHANCE:
            n = kernel.chance_outcomes(worlds[i], ids, chance)
        else:
            n = _likelihoods(
                worlds, i, level, learned, doubt, ids, chance, policy_ids, policy_prob
            )  # fmt: skip
        total = 0.0
        alike = 0
        for k in range(n):
            if chance[k] > 0.0 and kernel.observed_action(worlds[i], ids[k], seat) == token:
                ids[alike] = ids[k]
                chance[alike] = chance[k]
                total += chance[k]
                alike += 1
        if alike == 0:
            return 0.0
        for k in range(alike):
            chance[k] /= total
        made = ids[kernel.sample_index(chance, alike, rng.random())]
    # In one place: the rules of a game are compiled where they are called.
    kernel.apply_action(worlds[i], made)
    return total


@njit
def _advance(
    worlds, levels, learned, weight, seat, actor, token, doubt, rng, ids, chance, policy_ids,
    policy_prob,
):  # fmt: skip
    """Move every living world by a token, in place; weights keep the sum 1, or become 0."""
    total = 0.0
    for i in range(len(worlds)):
        if weight[i] > 0.0:
            level = levels[i, actor] if actor != CHANCE else 0
            weight[i] *= _step(
                worlds, i, seat, actor, token, level, learned, doubt, rng, ids, chance,
                policy_ids, policy_prob,
            )  # fmt: skip
            total += weight[i]
    if total > 0.0:
        for i in range(len(worlds)):
            weight[i] /= total


class ParticleFilter:
    """The belief of a seat, which follows the deal from view to view.

    Parameters
    ----------
    size
        number of worlds
    models
        the levels of the game's policy that the others may play, with their chances
    doubt
        the share of their moves, 0 to 1, believed to be random; at 1 moves tell only what is
        possible
    learned
        a policy that all play, whatever the levels

    References
    ----------
    N. Gordon, D. Salmond, A. Smith, Novel approach to nonlinear/non-Gaussian Bayesian state
    estimation, IEE Proceedings F 140 (1993).
    """

    _at: int
    _worlds: NDArray[np.void]
    _levels: NDArray[np.int64]
    _chances: NDArray[np.float64]
    _weight: NDArray[np.float64]
    _origin: NDArray[np.int64]
    _told: int

    def __init__(
        self,
        size: int,
        models: Models,
        doubt: float = DOUBT,
        learned: LearnedPolicy | None = None,
    ) -> None:
        self.size, self.models, self.doubt, self._learned = size, models, doubt, learned
        self._followed: tuple[object, ...] | None = None

    @property
    def chances(self) -> NDArray[np.float64]:
        """The chance that each seat plays each model, as told so far: float64 [seats, models]."""
        return self._chances

    def follow(
        self, view: SeatView, rng: np.random.Generator, before: NDArray[np.float64] | None = None
    ) -> Belief:
        """The worlds of ``view``; equal views and generators give equal worlds.

        Goes on from the last view where this one continues it, else begins anew. Where
        ``view.past`` is lacking, what the others' moves tell is not used.

        Parameters
        ----------
        before : float64 [seats, models]
            the :attr:`chances` before the deal, by default those of the models

        Returns
        -------
        Belief
            its arrays are the caller's own: the filter has others

        Raises
        ------
        NoWorld
            where no worlds fit; the next view is begun anew
        """
        chances = before_the_deal(view, self.models) if before is None else before
        if not tells_past(view):
            return unread(view, self.models, self.size, rng, chances)
        goes_on, self._followed = self._continues(view), None
        if not goes_on:
            self._begin(view, chances, rng)
        for number in range(self._at, len(view.tokens)):
            self._take(view, number, rng)
        self._at = len(view.tokens)
        self._revive(view, self._at, rng)
        self._followed = self._identity(view, self._at)
        self._draw_anew(rng)
        return Belief(self._worlds.copy(), self._levels.copy(), self._told)

    def _identity(self, view: SeatView, tokens: int) -> tuple[object, ...]:
        assert view.past is not None
        return view.game.name, view.seat, view.past[0].tobytes(), view.tokens[:tokens]

    def _continues(self, view: SeatView) -> bool:
        if self._followed is None or self._at > len(view.tokens):
            return False
        return self._identity(view, self._at) == self._followed

    def _begin(
        self, view: SeatView, chances: NDArray[np.float64], rng: np.random.Generator
    ) -> None:
        """Worlds of the first decision of the deal, equally likely."""
        assert view.past is not None
        movers = [token.actor for token in view.tokens]
        self._at = next((i for i, actor in enumerate(movers) if actor != CHANCE), len(movers))
        self._worlds = view.game.state_layout.empty(self.size)
        self._chances = chances
        self._levels = drawn_levels(view, self.models, self._chances, self.size, rng)
        self._weight = np.full(self.size, 1.0 / self.size)
        self._origin = np.arange(self.size)
        self._scratch = (*view.game.buffers(), *view.game.buffers())
        self._told = 0
        calls.resample_all(view.past[self._at], 0, view.seat, rng, self._worlds)

    def _take(self, view: SeatView, number: int, rng: np.random.Generator) -> None:
        """Move the worlds by the token of that number, reviving or drawing anew where needed."""
        actor, token = view.tokens[number]
        told = actor not in (CHANCE, view.seat)
        if told:
            self._revive(view, number, rng)
        _advance(
            self._worlds, self._levels, self._learned, self._weight, view.seat, actor, token,
            self.doubt, rng, *self._scratch,
        )  # fmt: skip
        self._told += told
        if told and _effective(self._weight) >= _THIN * self.size:
            plays = [self._weight @ (self._levels == level) for level in self.models]
            self._chances = np.stack(plays, axis=1)
        if is_uneven(self._weight):
            self._draw_anew(rng)

    def _draw_anew(self, rng: np.random.Generator) -> None:
        drawn = drawn_anew(self._weight, self.size, rng)
        self._worlds, self._levels = self._worlds[drawn], self._levels[drawn]
        self._origin = self._origin[drawn]
        self._weight[:] = 1.0 / self.size

    def _revive(self, view: SeatView, at: int, rng: np.random.Generator) -> None:
        """Draw the lost worlds from what was seen before the token ``at``, if too few are left.

        Their levels are drawn with the chances that moves had left them: what was said of them is
        not lost with the hands that were believed.

        One of each descent is kept with the weight of all of it. A kept one counts as much as a
        new one in the mean: a single survivor that guessed right is no more than one guess.
        """
        alive = np.flatnonzero(self._weight)
        _origins, first, descent = np.unique(
            self._origin[alive], return_index=True, return_inverse=True
        )
        shares = np.bincount(descent, weights=self._weight[alive], minlength=len(first))
        kept, share = alive[first], shares.astype(np.float64)
        if len(kept) >= _THIN * self.size:
            return
        assert view.past is not None
        lost = np.setdiff1d(np.arange(self.size), kept)
        drawn = view.game.state_layout.empty(len(lost))
        calls.resample_all(view.past[at], 0, view.seat, rng, drawn)
        self._worlds[lost] = drawn
        self._levels[lost] = drawn_levels(view, self.models, self._chances, len(lost), rng)
        self._weight[lost] = 1.0 / self.size
        if len(kept):
            self._weight[kept] = share / share.sum() * len(kept) / self.size
        self._origin = np.arange(self.size)


def tells_past(view: SeatView) -> bool:
    """True where ``view`` tells what its seat saw before, up to now."""
    return view.past is not None and view.past[-1].tobytes() == view.record[0].tobytes()


def is_uneven(weight: NDArray[np.float64]) -> bool:
    """True where few of the weights carry most: draw anew then.

    ``weight`` is float64 [n], of sum 1 or all 0; of the latter it is False.

    Examples
    --------
    >>> is_uneven(np.array([0.9, 0.05, 0.05])), is_uneven(np.full(3, 1 / 3))
    (True, False)
    """
    return 0.0 < _effective(weight) < _ENOUGH * len(weight)


def _effective(weight: NDArray[np.float64]) -> float:
    """The number of equal weights that tell as much; 0 where all are."""
    squares = float(weight @ weight)
    return 1.0 / squares if squares > 0.0 else 0.0


def drawn_anew(
    weight: NDArray[np.float64], size: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Systematic resampling: numbers of worlds, each as often as its weight says, up to one.

    Parameters
    ----------
    weight : float64 [n]
        not all 0; any sum
    size
        how many are drawn

    Returns
    -------
    int64 [size]
        ascending

    Examples
    --------
    >>> drawn_anew(np.array([0.5, 0.0, 0.25, 0.25]), 4, np.random.default_rng(1))
    array([0, 0, 2, 3])
    """
    points = (np.arange(size) + rng.random()) / size
    reached = np.cumsum(weight)
    return np.searchsorted(reached / reached[-1], points)


def chance_worlds(view: SeatView, size: int, rng: np.random.Generator) -> NDArray[np.void]:
    """Worlds that agree with all that ``view`` shows, unseen cards being as chance made them.

    Returns
    -------
    records [size]
        equally likely

    Raises
    ------
    NoWorld
        where none are found
    """
    worlds = view.game.state_layout.empty(size)
    calls.resample_all(view.record, 0, view.seat, rng, worlds)
    return worlds


def unread(
    view: SeatView,
    models: Models,
    size: int,
    rng: np.random.Generator,
    before: NDArray[np.float64],
) -> Belief:
    """``size`` worlds of :func:`chance_worlds`, with levels as ``before`` the deal.

    No move is weighed. ``before`` is float64 [seats, models], as of :func:`before_the_deal`.

    Raises
    ------
    NoWorld
        where none are found
    """
    worlds = chance_worlds(view, size, rng)
    return Belief(worlds, drawn_levels(view, models, before, size, rng))


def before_the_deal(view: SeatView, models: Models) -> NDArray[np.float64]:
    """The chance that each seat plays each of ``models``: float64 [seats, models], equal rows."""
    return np.tile(list(models.values()), (view.num_players, 1))


def drawn_levels(
    view: SeatView,
    models: Models,
    chances: NDArray[np.float64],
    size: int,
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """The levels of all seats in so many worlds: int64 [size, seats]; partners play alike.

    The own side plays the first of ``models``. ``chances`` are those of each seat, float64 [seats,
    models], shaped as by :func:`before_the_deal`; of each other side its first seat's count.
    """
    own, *others = models
    levels = np.full((size, view.num_players), own)
    for side in view.game.teams(view.options) if others else ():
        if view.seat not in side:
            drawn = rng.choice(list(models), size, p=chances[side[0]])
            levels[:, side] = drawn[:, None]
    return levels


def strongest(game: Game) -> int:
    """The level that others are believed to play: the strongest of the game's policy."""
    return len(game.info.levels) - 1
