# mypy: allow-untyped-defs, allow-untyped-calls
"""The equity table: from a score in the match, each side's chance of winning it.

The deals that are left are taken to go as deals of the game's policy with itself go, whatever the
score: as in backgammon's tables, nobody is taken to play for the score in the deals to come. A
sample of such deals is played once for each seat that may be first. Then

- where the match has so many deals and two sides, only the difference counts: the distribution of
  what is still to come is the convolution of the sample's; where a point is a small part of
  its spread, it is evened out first, so that one point more or less is worth what it should be;
- else (more sides, or a target, which either side may reach) the match is completed many times with
  deals drawn from the sample, the same ones from every score: so more points never lose by luck.

Ties share the win. Source: the idea of the match equity table, as in N. Zadeh, G. Kobliska, On
optimal doubling in backgammon, Management Science 23 (1977).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.jit import njit
from ludoteca.core.match import MatchGoal
from ludoteca.core.options import Options
from ludoteca.players.rollout import play_out

DEALS = 1_000  #: of the policy, for each place of the first seat
COMPLETIONS = 1_000  #: of a match, where the difference does not say all
_KEPT = 200_000  #: scores whose chances are kept
_LONGEST = 64  #: deals of a completion; after so many who leads has won

_EVENED = 0.1  #: of the spread of a deal: standard deviation of what evens it out
_FINE = 2.0  #: units of the score that this must be; a coarse score has no need of it
_SEED = 1


def equity_of(game: Game, options: Options, level: int) -> Equity | None:
    """The table, if deals go as the policy's at ``level``; None where a match is one deal.

    None, too, where the game does not say what wins a match.
    """
    goal = game.match_goal
    if goal is None or goal.end(options) == (1, 0):
        return None
    return _kept(game.name, tuple(sorted(options.items())), level)


@lru_cache(maxsize=16)
def _kept(name: str, options: tuple[tuple[str, object], ...], level: int) -> Equity:
    from ludoteca.core.registry import load_game

    game = load_game(name)
    return Equity(game, game.options(dict(options)), level)  # type: ignore[arg-type]


class Equity:
    """Chances of winning a match of ``game``; the same in every process."""

    def __init__(self, game: Game, options: Options, level: int) -> None:
        assert game.match_goal is not None
        self._game, self._options, self._level = game, options, level
        self._goal: MatchGoal = game.match_goal
        self._rounds, self._target = self._goal.end(options)
        self._sides = game.teams(options)
        self._seats = game.num_players(options)
        self._deals: dict[int, NDArray[np.int64]] = {}
        self._differences: dict[int, tuple[int, NDArray[np.float64]]] = {}
        self._completions: dict[tuple[int, int], NDArray[np.int64]] = {}
        self._known: dict[tuple[int, bytes], NDArray[np.float64]] = {}

    def side_of(self, seat: int) -> int:
        """The number of a seat's side."""
        return next(k for k, side in enumerate(self._sides) if seat in side)

    def after(self, standing: NDArray[np.void], points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Each side's chance (last axis) after a deal from ``standing`` with these ``points``.

        The last axis of ``points`` are the seats.
        """
        field = standing[self._goal.score][0]
        by_side = len(field) == len(self._sides)
        before = [field[k if by_side else side[0]] for k, side in enumerate(self._sides)]
        gained = self._in_units(points)
        totals = np.array(before, np.int64) + gained
        played = int(standing[self._goal.played][0]) + 1
        chances = self.chances(totals.reshape(-1, len(self._sides)), played)
        return chances.reshape(gained.shape)

    def _in_units(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """Points of seats as the score counts them, by side."""
        heads = [side[0] for side in self._sides]
        units: NDArray[np.int64] = np.rint(points[..., heads] * self._goal.scale).astype(np.int64)
        return units

    def chances(self, totals: NDArray[np.int64], played: int) -> NDArray[np.float64]:
        """Each side's chance, shape (n, sides), at each of these scores after ``played`` deals.

        ``totals`` are in units of the score, shape (n, sides).
        """
        left = max(0, self._rounds - played)
        if self._target:
            return self._remembered(totals, played % self._seats)
        if left == 0:
            return _won(totals, np.zeros((1, 0, len(self._sides)), np.int64), 0)
        if len(self._sides) == 2:
            return self._by_difference(totals, played)
        # Nothing but the end counts: what was gained on the way is left out.
        return _won(totals, self._completed(played % self._seats, left)[:, -1:], 0)

    # -- two sides and so many deals --------------------------------------------------------------

    def _by_difference(self, totals: NDArray[np.int64], played: int) -> NDArray[np.float64]:
        lowest, above = self._difference(played)
        # ``above[k]``: the chance that what comes is above ``lowest + k``, a tie counted as half.
        k = np.clip(totals[:, 1] - totals[:, 0] - lowest, -1, len(above) - 2)
        first = above[k + 1]
        return np.stack([first, 1.0 - first], axis=1)

    def _difference(self, played: int) -> tuple[int, NDArray[np.float64]]:
        """The distribution of what the first side gains in the deals after ``played``.

        Returns the least difference ``lowest`` and, for it less 1 and every one above it up to 1
        more than the most, the chance that the gain is larger, a tie counted as half.
        """
        if played not in self._differences:
            lowest, share = 0, np.ones(1)
            for deal in range(played, self._rounds):
                low, more = _evened(self._sampled(deal % self._seats))
                lowest, share = lowest + low, np.convolve(share, more)
            share = share / share.sum()
            below = np.concatenate([[0.0], np.cumsum(share)])
            above = 1.0 - below[:-1] - share / 2
            self._differences[played] = lowest, np.concatenate([[1.0], above, [0.0]])
        return self._differences[played]

    # -- more sides, or a target ------------------------------------------------------------------

    def _remembered(self, totals: NDArray[np.int64], place: int) -> NDArray[np.float64]:
        """Chances where there is a target, kept by score: a deal ends with few different ones."""
        different, which = np.unique(totals, axis=0, return_inverse=True)
        keys = [(place, row.tobytes()) for row in different]
        new = [k for k, key in enumerate(keys) if key not in self._known]
        if new:
            if len(self._known) > _KEPT:
                self._known.clear()
                return self._remembered(totals, place)
            deals = self._completed(place, _LONGEST)
            found = _won(different[new], deals, self._target)
            self._known.update((keys[k], row) for k, row in zip(new, found, strict=True))
        return np.array([self._known[key] for key in keys])[which.reshape(-1)]

    def _completed(self, place: int, deals: int) -> NDArray[np.int64]:
        """The gains of each side after 1, 2, ... deals, of which the first is at ``place``.

        Shape (completions, deals, sides).
        """
        key = place, deals
        if key not in self._completions:
            rng = np.random.default_rng([_SEED, place])
            drawn = np.zeros((COMPLETIONS, deals, len(self._sides)), np.int64)
            for deal in range(deals):
                sample = self._sampled((place + deal) % self._seats)
                drawn[:, deal] = sample[rng.integers(len(sample), size=COMPLETIONS)]
            self._completions[key] = np.cumsum(drawn, axis=1)
        return self._completions[key]

    # -- deals ------------------------------------------------------------------------------------

    def _sampled(self, place: int) -> NDArray[np.int64]:
        """The gains of each side in deals after ``place`` others, shape (deals, sides)."""
        if place not in self._deals:
            rng = np.random.default_rng([_SEED, place, 1])
            length = int(self._game.rules.MAX_LENGTH)
            scratch = (np.zeros(length), np.zeros(length), *self._game.buffers())
            states, points = self._game.state_layout.empty(1), np.zeros((1, self._seats))
            standing = self._game.standing_layout.empty()
            for _deal in range(place):
                start = self._game.new_state(self._options, standing).record
                _play_deals(start, states, self._level, rng, *scratch, points)
                calls.next_standing(states, 0, standing)
            start = self._game.new_state(self._options, standing).record
            points = np.zeros((DEALS, self._seats))
            _play_deals(start, states, self._level, rng, *scratch, points)
            self._deals[place] = self._in_units(points)
        return self._deals[place]


@njit
def _play_deals(start, states, level, rng, luck, coins, ids, prob, points):
    """Fill ``points`` (deal, seat) by the policy; ``states[0]`` is the end of the last deal."""
    for k in range(len(points)):
        states[0] = start[0]
        for i in range(len(luck)):
            luck[i] = rng.random()
            coins[i] = rng.random()
        play_out(states, 0, level, luck, coins, ids, prob, points[k])


@njit
def _score(totals, completions, i, k, last, side):
    """The score of a side after the deals of a completion up to ``last``; -1: none of them."""
    return totals[i, side] + (completions[k, last, side] if last >= 0 else 0)


@njit
def _most(totals, completions, i, k, last):
    most = _score(totals, completions, i, k, last, np.int64(0))  # see _share_wins
    for side in range(1, totals.shape[1]):
        most = max(most, _score(totals, completions, i, k, last, side))
    return most


@njit
def _share_wins(totals, completions, target, out):
    """Add up each side's share of the wins, from scores ``totals`` (n, sides) on, into ``out``."""
    # Not the literals, for which what is called would be compiled once more.
    none, first = np.int64(-1), np.int64(0)
    deals = completions.shape[1]
    for i in range(len(totals)):
        for k in range(len(completions)):
            last = deals - 1
            if target > 0:
                last = none
                while last + 1 < deals and _most(totals, completions, i, k, last) < target:
                    last += 1
            best = _score(totals, completions, i, k, last, first)
            winner = 0
            ties = 1
            for side in range(1, totals.shape[1]):
                score = _score(totals, completions, i, k, last, side)
                if score > best:
                    best = score
                    winner = side
                    ties = 1
                elif score == best:
                    ties += 1
            if ties == 1:
                out[i, winner] += 1.0
                continue
            for side in range(totals.shape[1]):
                if _score(totals, completions, i, k, last, side) == best:
                    out[i, side] += 1.0 / ties


def _won(
    totals: NDArray[np.int64], completions: NDArray[np.int64], target: int
) -> NDArray[np.float64]:
    """Each side's share of the completed matches, shape (n, sides)."""
    out = np.zeros(totals.shape)
    _share_wins(totals, completions, target, out)
    return out / len(completions)


def _evened(gains: NDArray[np.int64]) -> tuple[int, NDArray[np.float64]]:
    """The least difference of the first two sides' ``gains``, and the share of each from it on."""
    difference = gains[:, 0] - gains[:, 1]
    lowest = int(difference.min())
    share = np.bincount(difference - lowest) / len(difference)
    deviation = _EVENED * float(difference.std())
    if deviation < _FINE:
        return lowest, share
    reach = int(4 * deviation)
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / deviation) ** 2)
    return lowest - reach, np.convolve(share, bell / bell.sum())
