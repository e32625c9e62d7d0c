"""Every world that a seat cannot tell from the real one, by brute force: the referee of `resample`.

A world is a whole record. The worlds of a seat are followed token by token from the start of the
deal: each is replaced by all its successors whose token is the one the seat saw, and equal records
are merged, so that the work grows with the number of different worlds and not of histories.

The law. The weight of a world is the sum, over the histories that lead to it, of the product of

- the probability of each chance move;
- ``hidden_ways(s, a)`` of each move ``a`` that the seat saw as it was (its token is ``a``);
- for each move of which it saw less, the share of ``hidden_ways(s, a)`` in the sum over the legal
  moves that look the same.

So all physical cards are equally likely, and a choice is no evidence beyond the hard fact that it
was possible: a hidden one is made at random among those that look the same, however many there
are (a sign that only some hands may give). ``hidden_ways`` counts the copies of a card that the
mover could have used, for a visible move too: to see one of his two aces is twice as likely as to
see his only one. What moves mean beyond that is a matter of beliefs about the players.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, kernel
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE
from ludoteca.core.jit import njit
from ludoteca.core.state import State, observe

MAX_WORLDS = 50_000  #: different ones; they are merged while they are counted
_AT_ONCE = 1_000  # worlds whose successors are found before equal ones are merged
MIN_EXPECTED = 10.0  #: rarer worlds share a bin of the chi-square test
REJECT_BELOW = 1e-6  #: p-value; thousands of comparisons in one test run may well all be right
MIN_DRAWS = 1_000
DRAWS_PER_WORLD = 20
MAX_DRAWS = 20_000


class TooManyWorlds(LudotecaError):
    """A position has more worlds than brute force may hold; use a smaller variant."""


@dataclass(frozen=True)
class Worlds:
    """The worlds that one seat cannot tell apart.

    Attributes
    ----------
    records : array of n different records, in the order of their bytes
    probability : float64 array of n, of sum 1
    """

    records: NDArray[np.void]
    probability: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.records)


@njit
def _matching(worlds, i, seat, actor, token, ids, weight):
    """The actions of ``worlds[i]`` that ``seat`` sees as ``token``, with their weights, compacted.

    None where somebody else than ``actor`` is to move: the seat knows whose turn it is.
    """
    if kernel.current_player(worlds[i]) != actor:
        return 0
    if actor == CHANCE:
        n = kernel.chance_outcomes(worlds[i], ids, weight)
    else:
        n = kernel.legal_actions(worlds[i], ids)
        for k in range(n):
            weight[k] = kernel.hidden_ways(worlds[i], ids[k])
    kept = 0
    total = 0.0
    for k in range(n):
        if weight[k] > 0.0 and kernel.observed_action(worlds[i], ids[k], seat) == token:
            ids[kept] = ids[k]
            weight[kept] = weight[k]
            total += weight[k]
            kept += 1
    if actor != CHANCE and kept > 0 and ids[0] != token:
        for k in range(kept):
            weight[k] /= total
    return kept


@njit
def _successors(worlds, probability, seat, actor, token, ids, weight, after, after_probability):
    """Number of the worlds that follow, of which the last two are given as many as they hold."""
    m = 0
    for i in range(len(worlds)):
        n = _matching(worlds, i, seat, actor, token, ids, weight)
        for k in range(n):
            if m < len(after):
                after[m] = worlds[i]
                kernel.apply_action(after[m], ids[k])
                after_probability[m] = probability[i] * weight[k]
            m += 1
    return m


def _merged(
    records: NDArray[np.void], weight: NDArray[np.float64]
) -> tuple[NDArray[np.void], NDArray[np.float64]]:
    """Equal records as one, in the order of their bytes, with the sums of their weights."""
    blobs = records.view(np.dtype((np.void, records.itemsize)))
    _different, first, which = np.unique(blobs, return_index=True, return_inverse=True)
    return records[first], np.bincount(which.reshape(-1), weights=weight).astype(np.float64)


def consistent_worlds(state: State, seat: int, limit: int = MAX_WORLDS) -> Worlds:
    """All worlds with the sequence of tokens that ``seat`` saw, with their probabilities.

    Raises :class:`TooManyWorlds` where there are more than ``limit``.
    """
    start = State.initial(state.game, state.options, state.standing)
    worlds = Worlds(start.record, np.ones(1))
    for actor, token in state.tokens(seat):
        worlds = _after(state.game, worlds, (seat, actor, token), limit)
    return worlds


def _after(game: Game, worlds: Worlds, seen: tuple[int, int, int], limit: int) -> Worlds:
    """The worlds after a move seen as ``(seat, actor, token)``, merged before they are too many."""
    ids, weight = game.buffers()
    found: list[NDArray[np.void]] = []
    weights: list[NDArray[np.float64]] = []
    waiting = 0
    for first in range(0, len(worlds), _AT_ONCE):
        records = worlds.records[first : first + _AT_ONCE]
        before = worlds.probability[first : first + _AT_ONCE]
        room, n = 0, 2 * len(records)
        while n > room:
            room, after, probability = n, game.state_layout.empty(n), np.zeros(n)
            n = int(_successors(records, before, *seen, ids, weight, after, probability))
        after, probability = after[:n], probability[:n]
        found.append(after)
        weights.append(probability)
        waiting += n
        if waiting > limit:
            merged, total = _merged(np.concatenate(found), np.concatenate(weights))
            if len(merged) > limit:
                raise TooManyWorlds(
                    f"there are more than {limit} worlds that seat {seen[0]} cannot tell apart"
                )
            found, weights, waiting = [merged], [total], len(merged)
    merged, total = _merged(np.concatenate(found), np.concatenate(weights))
    return Worlds(merged, total / total.sum())


def resample_matches(
    state: State,
    seat: int,
    rng: np.random.Generator,
    draws: int | None = None,
    limit: int = MAX_WORLDS,
) -> str | None:
    """Compare `resample` with brute force: None where they agree, else a sentence.

    ``draws`` worlds are resampled from the seat's view of ``state`` (by default in proportion to
    the number of worlds). None may be impossible, and a chi-square test of their frequencies must
    have a p-value of at least ``REJECT_BELOW``; worlds expected fewer than ``MIN_EXPECTED`` times
    are counted together. Raises :class:`TooManyWorlds`.
    """
    worlds = consistent_worlds(state, seat, limit)
    if draws is None:
        draws = min(max(MIN_DRAWS, DRAWS_PER_WORLD * len(worlds)), MAX_DRAWS)
    view = observe(state.record, state.game.masks(state.options)[seat])
    out = state.game.state_layout.empty(draws)
    calls.resample_all(view, 0, seat, rng, out)
    return difference(worlds, out)


def difference(worlds: Worlds, sample: NDArray[np.void]) -> str | None:
    """Say how a sample of records differs from ``worlds``; None where it may be one of them."""
    index = {record.tobytes(): i for i, record in enumerate(worlds.records)}
    found = np.zeros(len(worlds))
    strangers = 0
    for record in sample:
        i = index.get(record.tobytes())
        if i is None:
            strangers += 1
        else:
            found[i] += 1
    if strangers:
        return f"{strangers} of {len(sample)} resampled worlds contradict what the seat saw"
    p_value = chi_square_p(found, worlds.probability * len(sample))
    if p_value < REJECT_BELOW:
        return (
            f"resampled worlds are distributed otherwise than all {len(worlds)} possible ones "
            f"(chi-square p = {p_value:.1e}, {len(sample)} draws)"
        )
    return None


def chi_square_p(found: NDArray[np.float64], expected: NDArray[np.float64]) -> float:
    """p-value of Pearson's test; the least expected cells are put together up to MIN_EXPECTED."""
    from scipy.special import chdtrc  # imported here: SciPy costs start-up time

    order = np.argsort(expected)
    reached = int(np.searchsorted(np.cumsum(expected[order]), MIN_EXPECTED))
    pooled = max(reached + 1, int((expected < MIN_EXPECTED).sum()))
    starts = np.append(0, np.arange(pooled, len(expected)))
    cells = np.add.reduceat(found[order], starts)
    expectations = np.add.reduceat(expected[order], starts)
    if len(cells) < 2:
        return 1.0
    statistic = float(((cells - expectations) ** 2 / expectations).sum())
    return float(chdtrc(len(cells) - 1, statistic))
