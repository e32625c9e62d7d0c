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

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, kernel
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE
from ludoteca.core.jit import njit
from ludoteca.core.state import State, observe

MAX_WORLDS = 50_000  #: different ones; they are merged while they are counted
_AT_ONCE = 500  # worlds that are made before they are hashed: as many as a processor has at hand
MIN_EXPECTED = 10.0  #: rarer worlds share a bin of the chi-square test
REJECT_BELOW = 1e-6  #: p-value; thousands of comparisons in one test run may well all be right
SURE = 0.05  #: p-value above which no more worlds are drawn
MIN_DRAWS = 1_000
MORE = 4  #: times as many draws where the first ones leave a doubt
MAX_DRAWS = 16_000


class TooManyWorlds(LudotecaError):
    """A position has more worlds than brute force may hold; use a smaller variant."""


@dataclass(frozen=True)
class Worlds:
    """The worlds that one seat cannot tell apart.

    Attributes
    ----------
    records : records [n]
        All different.
    probability : float64 [n]
        Of each; the sum is 1.
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
def _successors(worlds, begin, seat, actor, token, ids, weight, after, parent, action, share):
    """Fill ``after`` with what follows from ``worlds[begin:]``, as far as there is room.

    ``parent``, ``action`` and ``share`` (of the parent's weight) say how each came about. Returns
    how many they are, and the first world that is left.
    """
    m = 0
    for i in range(begin, len(worlds)):
        n = _matching(worlds, i, seat, actor, token, ids, weight)
        if m + n > len(after):
            return m, i
        for k in range(n):
            after[m] = worlds[i]
            kernel.apply_action(after[m], ids[k])
            parent[m] = i
            action[m] = ids[k]
            share[m] = weight[k]
            m += 1
    return m, len(worlds)


def consistent_worlds(state: State, seat: int, limit: int = MAX_WORLDS) -> Worlds:
    """All worlds with the sequence of tokens that ``seat`` saw, with their probabilities.

    Raises :class:`TooManyWorlds` where there are more than ``limit``.
    """
    (worlds,) = worlds_on_the_way(state, seat, [len(state.moves)], limit)
    return worlds


def worlds_on_the_way(
    state: State, seat: int, lengths: Sequence[int], limit: int = MAX_WORLDS
) -> Iterator[Worlds]:
    """:func:`consistent_worlds` after each of ``lengths`` moves of the deal, which ascend.

    The moves are followed once. Raises :class:`TooManyWorlds`.
    """
    start = State.initial(state.game, state.options, state.standing)
    worlds = Worlds(start.record, np.ones(1))
    tokens = state.tokens(seat)
    begin = 0
    for end in lengths:
        for number, (actor, token) in enumerate(tokens[begin:end], begin + 1):
            worlds = _after(state.game, worlds, (seat, actor, token), number, limit)
        begin = end
        yield worlds


def _after(
    game: Game, worlds: Worlds, seen: tuple[int, int, int], number: int, limit: int
) -> Worlds:
    """The worlds after move ``number``, seen as ``(seat, actor, token)``, equal ones as one.

    Many more may follow than differ: they are made in a small buffer, known by their hashes, and
    those that differ are made again.
    """
    ids, weight = game.buffers()
    room = max(_AT_ONCE, len(ids))
    after = game.state_layout.empty(room)
    parent, action, share = np.zeros(room, np.int64), np.zeros(room, np.int64), np.zeros(room)
    found: list[tuple[NDArray[Any], ...]] = []
    begin = 0
    while begin < len(worlds):
        made = (after, parent, action, share)
        n, begin = _successors(worlds.records, begin, *seen, ids, weight, *made)
        hashes = _hashes(after[:n], worlds.records[:1])
        found.append((hashes, parent[:n].copy(), action[:n].copy(), share[:n].copy()))
    hashes, parents, actions, shares = map(np.concatenate, zip(*found, strict=True))
    _hash, first, which = np.unique(hashes, return_index=True, return_inverse=True)
    if len(first) > limit:
        raise TooManyWorlds(
            f"after move {number} of the deal, chance counted, there are {len(first)} worlds "
            f"that seat {seen[0]} cannot tell apart, more than {limit}"
        )
    records = worlds.records.take(parents[first])
    for number, made_by in enumerate(actions[first].tolist()):
        calls.apply_action(records, number, made_by)
    total = _sums(which, worlds.probability[parents] * shares)
    return Worlds(records, total / total.sum())


def _hashes(records: NDArray[np.void], reference: NDArray[np.void]) -> NDArray[np.uint64]:
    """A number of 64 bits for each record, equal for equal ones.

    Different ones share it with a chance of about 2**-64: among 50,000 worlds two do in one of ten
    billion cases. Where all are as the one record of ``reference``, it costs little.
    """
    width = math.gcd(records.itemsize, 8)
    words, usual = (
        np.ascontiguousarray(r).view(f"u{width}").reshape(len(r), -1) for r in (records, reference)
    )
    odd = np.random.default_rng(0).integers(2**63, size=words.shape[1], dtype=np.uint64) * 2 + 1
    differing = np.flatnonzero((words != usual).any(axis=0))
    mixed = _mixed(words[:, differing]) - _mixed(usual[:, differing])
    return mixed @ odd[differing]


def _mixed(words: NDArray[Any]) -> NDArray[np.uint64]:
    """Each word as one of 64 bits, of which every bit depends on all of it."""
    mixed = words.astype(np.uint64)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xFF51AFD7ED558CCD)
    mixed ^= mixed >> np.uint64(29)
    return mixed


def resample_matches(
    state: State,
    seat: int,
    rng: np.random.Generator,
    draws: int | None = None,
    limit: int = MAX_WORLDS,
) -> str | None:
    """Compare `resample` with brute force: None where they agree, else a sentence.

    Raises :class:`TooManyWorlds`. :func:`sample_matches` says how they are compared.
    """
    return sample_matches(consistent_worlds(state, seat, limit), state, seat, rng, draws)


def sample_matches(
    worlds: Worlds, state: State, seat: int, rng: np.random.Generator, draws: int | None = None
) -> str | None:
    """Compare worlds resampled from the seat's view of ``state`` with all there are, ``worlds``.

    None may be impossible, and they must have the frequencies of ``worlds`` (:func:`difference`).
    ``draws`` are compared; without it ``MIN_DRAWS``, and while their p-value is below ``SURE`` a
    new sample ``MORE`` times as large, up to ``MAX_DRAWS``. So a right `resample` is soon let go,
    a small mistake is looked at closely, and a right one is rejected with a probability of at
    most ``REJECT_BELOW`` for each sample.
    """
    view = observe(state.record, state.game.masks(state.options)[seat])
    n = MIN_DRAWS if draws is None else draws
    while True:
        out = state.game.state_layout.empty(n)
        calls.resample_all(view, 0, seat, rng, out)
        p_value, sentence = _compared(worlds, out)
        if p_value < REJECT_BELOW:
            return sentence
        if p_value > SURE or draws is not None or n * MORE > MAX_DRAWS:
            return None
        n *= MORE


def difference(worlds: Worlds, sample: NDArray[np.void]) -> str | None:
    """Say how ``sample`` differs from ``worlds``; None where it may be one of them.

    ``sample`` is records [draws]. Compared are the frequencies of the worlds themselves, the rare
    ones in groups of like ones, and those of the values of each entry of each field: where there
    are more worlds than draws, it is the entries that show a mistake. The p-value is the least of
    all times their number.
    """
    p_value, sentence = _compared(worlds, sample)
    return sentence if p_value < REJECT_BELOW else None


def _compared(worlds: Worlds, sample: NDArray[np.void]) -> tuple[float, str]:
    """The p-value of ``sample``, 0 where a record is impossible, and a sentence that tells it."""
    n = len(worlds)
    hashes = [_hashes(records, worlds.records[:1]) for records in (worlds.records, sample)]
    _hash, which = np.unique(np.concatenate(hashes), return_inverse=True)
    number = np.full(len(_hash), -1)
    number[which[:n]] = np.arange(n)
    drawn = number[which[n:]]
    strangers = int((drawn < 0).sum())
    if strangers:
        said = f"{strangers} of {len(sample)} resampled worlds contradict what the seat saw"
        return 0.0, said
    found = np.bincount(drawn, minlength=n).astype(np.float64)
    tests = list(_tests(worlds, found))
    where, p_value = min(tests, key=itemgetter(1))
    p_value = min(1.0, p_value * len(tests))
    shown = f", as {where} shows" if where else ""
    return p_value, (
        f"resampled worlds are distributed otherwise than all {n} possible ones{shown} "
        f"(chi-square p = {p_value:.1e}, {len(sample)} draws)"
    )


def _tests(worlds: Worlds, found: NDArray[np.float64]) -> Iterator[tuple[str, float]]:
    """The p-value of all worlds, and that of every entry of a field in which they differ."""
    expected = worlds.probability * found.sum()
    yield "", chi_square_p(*_grouped(worlds.records, found, expected))
    for name in worlds.records.dtype.names or ():
        entries = worlds.records[name].reshape(len(worlds), -1)
        for entry in np.flatnonzero((entries != entries[:1]).any(axis=0)):
            _values, which = np.unique(entries[:, entry], return_inverse=True)
            yield name, chi_square_p(_sums(which, found), _sums(which, expected))


def _grouped(
    records: NDArray[np.void], found: NDArray[np.float64], expected: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Cells of the likely worlds, and of the rare ones in groups in the order of their bytes."""
    rare = np.flatnonzero(expected < MIN_EXPECTED)
    rare = rare[np.argsort(records[rare].view(np.dtype((np.void, records.itemsize))))]
    groups = (np.cumsum(expected[rare]) / (2 * MIN_EXPECTED)).astype(np.int64)
    likely = expected >= MIN_EXPECTED
    return (
        np.concatenate([found[likely], _sums(groups, found[rare])]),
        np.concatenate([expected[likely], _sums(groups, expected[rare])]),
    )


def _sums(cell: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum of the weights of each cell, which are numbered from 0."""
    return np.bincount(cell, weights=weights).astype(np.float64)


def chi_square_p(found: NDArray[np.float64], expected: NDArray[np.float64]) -> float:
    """The p-value, a probability, of Pearson's test of ``found`` against ``expected``.

    Both are counts, float64 [cells]; the least expected cells are put together up to MIN_EXPECTED.
    """
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
