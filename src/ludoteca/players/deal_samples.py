# mypy: allow-untyped-defs, allow-untyped-calls
"""Deals of a game's policy with itself, sampled at standings of a match, and their results.

A deal that was dealt from one standing can be closed from another: the fields that its end and the
standing have in common are moved by the difference of the two standings, and ``next_standing``
gives the result. That is right if the deal itself does not depend on the score, which is tested: at
standings that sampled matches reached, deals of the same luck are dealt again and must close alike.
If they do not, samples are dealt on a grid of scores, and a standing uses the nearest one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.recfunctions import (
    repack_fields,
    structured_to_unstructured,
    unstructured_to_structured,
)
from numpy.typing import NDArray

from ludoteca.core import calls, kernel
from ludoteca.core.game import Game
from ludoteca.core.jit import njit
from ludoteca.core.options import Options
from ludoteca.core.shuffles.shoe import kinds_of_cards
from ludoteca.players.luck import cast, luck_of
from ludoteca.players.rollout import play_out

DEALS = 1_000  #: of a sample
TRIED = 64  #: deals of the same luck that must close alike
STANDINGS = 24  #: at which it is tried whether deals depend on the score
FEW = 64  #: standings, up to which each has deals of its own where deals depend on the score
GRID = 4  #: parts of the range of a score, from one standing with deals of its own to the next
_MATCHES, _VISITS = 32, 256  #: played to see which standings there are, at least
LONGEST = 64  #: deals, after which a match is left undecided
_PLACES, _SAMPLES = 256, 64  #: standings dealt from, and different samples, at most
_PROBES = 16  #: standings from which deals that count as one lead to the same
_SEED = 1

Rows = NDArray[np.int64]  #: standings as numbers, shape (n, columns)


@dataclass(frozen=True)
class Sample:
    """Deals dealt from one standing.

    Attributes
    ----------
    ends : records [n]
        of the finished deals, each different in what it does
    shares : float64 [n]
        of all the deals, those that each of ``ends`` stands for; the sum is 1
    moved : int64 [n, columns]
        by how much each deal changed the fields that it shares with the standing
    first
        records [TRIED], the ends of the first deals in order, and int64 [TRIED, columns], what they
        moved
    """

    ends: NDArray[np.void]
    shares: NDArray[np.float64]
    moved: Rows
    first: tuple[NDArray[np.void], Rows]


class DealSamples:
    """Samples of deals between equals at ``level``; the same in every process.

    Parameters
    ----------
    options
        of the match
    level
        number of the policy's level that all seats play

    Attributes
    ----------
    visited : int64 [n, columns]
        standings of sampled matches, each once, the first that of a new match
    one_deal
        True where each of these matches was over after one deal
    spread : float64 [columns]
        standard deviation of the change of each column in a deal
    scores : bool [columns]
        the columns of the fields with an entry for each seat or side
    by_score
        True where deals were seen to depend on the score
    complete
        set where nothing more is to be dealt, so that the order of questions does not count
    """

    def __init__(self, game: Game, options: Options, level: int) -> None:
        self._game, self._options, self._level = game, options, level
        self._dtype = game.standing_layout.dtype
        names, own = self._dtype.names or (), game.schema.compile(options).dtype.names or ()
        #: fields of the standing that a record takes from it: an option of that name comes first
        self._carried = [name for name in names if name not in own]
        luck = luck_of(game.num_players(options), len(kinds_of_cards(game, options)))
        self._scratch = (luck, *game.buffers())
        #: columns of the fields with an entry for each seat or side
        self.scores = np.concatenate(
            [
                np.full(int(np.prod(self._dtype[name].shape)), bool(self._dtype[name].shape))
                for name in self._dtype.names or ()
            ]
        )
        self._samples: list[Sample] = []
        self._places: dict[bytes, list[tuple[Rows, int]]] = {}
        self.by_score = self.complete = False
        self.visited, self.spread, self.one_deal = self._matches()
        if not self.one_deal:
            self._reach = (np.ptp(self.visited, axis=0) / GRID)[self.scores]
            if len(self.visited) <= FEW:
                self._reach[:] = 0
            self._explore()

    # -- standings as numbers ---------------------------------------------------------------------

    def rows(self, standings: NDArray[np.void]) -> Rows:
        """``standings``, records [n], as int64 [n, columns]; a view of them where that fits."""
        if self._dtype.itemsize == 8 * len(self.scores):
            return standings.view(np.int64).reshape(len(standings), -1)
        return structured_to_unstructured(standings, np.int64)

    def standings(self, rows: Rows) -> NDArray[np.void]:
        """``rows``, int64 [n, columns], as standings: records [n]."""
        return unstructured_to_structured(rows, self._dtype)

    # -- samples ----------------------------------------------------------------------------------

    def at(self, row: Rows) -> int:
        """The number of the sample for a standing, ``row``; one is dealt where none is near.

        ``row`` is int64 [columns].
        """
        places = self._places.get(row[~self.scores].tobytes())
        if places:
            away = [np.abs(row - place)[self.scores] for place, _number in places]
            nearest = min(range(len(places)), key=lambda k: away[k].sum())
            near = not self.by_score or bool((away[nearest] <= self._reach).all())
            if near or self.complete:
                return places[nearest][1]
        if self.complete or self._count() >= _PLACES:
            return self._most_like(row)
        return self._dealt(row)

    def closed(self, number: int, rows: Rows) -> tuple[Rows, NDArray[np.bool_]]:
        """The standings after each deal of a sample from each of ``rows``, and whether it is over.

        Parameters
        ----------
        number
            of the sample, as :meth:`at` gives it
        rows : int64 [n, columns]
            standings

        Returns
        -------
        after : int64 [n * deals, columns]
            deals follow each other first: row ``i * deals + k``
        over : bool [n * deals]
            true where the match is over
        """
        sample = self._samples[number]
        return self._closed(sample.ends, sample.moved, rows)

    def shares(self, number: int) -> NDArray[np.float64]:
        """The shares of the deals of a sample, float64 [deals], of sum 1."""
        return self._samples[number].shares

    def is_moved_with(self, columns: NDArray[np.int64]) -> bool:
        """True where the same number more in all ``columns`` stays so, and changes nothing else.

        ``columns`` are int64 [n], numbers of columns. Tried at some of the standings that were
        visited, with every sample so far.
        """
        for more in (1, max(1, int(np.ptp(self.visited[:, columns])))):
            shift = np.zeros(self.visited.shape[1], np.int64)
            shift[columns] = more
            for sample in self._samples:
                after, over = self._closed(sample.ends, sample.moved, self._probes())
                other, too = self._closed(sample.ends, sample.moved, self._probes() + shift)
                if (other != after + shift).any() or (over != too).any():
                    return False
        return True

    def _matches(self) -> tuple[Rows, NDArray[np.float64], bool]:
        """Standings that matches of the policy reach, changes in a deal, and if one deal is all."""
        rng = np.random.default_rng([_SEED, 0])
        visited, changes = list[Rows](), list[Rows]()
        longest = played = 0
        while played < _MATCHES or (len(visited) < _VISITS and longest > 1):
            standing, over, deals = self._game.standing_layout.empty(), False, 0
            while not over and deals < LONGEST:
                visited.append(self.rows(standing)[0].copy())
                end = self._play(standing, 1, rng)
                over = bool(calls.next_standing(end, 0, standing))
                changes.append(self.rows(standing)[0] - visited[-1])
                deals += 1
            longest, played = max(longest, deals), played + 1
        _rows, first = np.unique(np.array(visited), axis=0, return_index=True)
        return np.array(visited)[np.sort(first)], np.std(changes, axis=0), longest == 1

    def _explore(self) -> None:
        """Deal samples where matches went, and see whether deals depend on the score."""
        for row in self.visited:
            if row[~self.scores].tobytes() not in self._places:
                self._dealt(row)
        rng = np.random.default_rng([_SEED, 2])
        order = rng.permutation(self.visited)
        for row in order[: STANDINGS if len(order) > FEW else FEW]:
            ends, moved = self._tried(row)
            self.by_score = self.by_score or self._unlike(self.at(row), row, ends, moved) > 0
        if self.by_score:
            self._samples, self._places = [], {}
            for row in order:
                self.at(row)

    def _dealt(self, row: Rows) -> int:
        """Make a standing a place; returns the number of a sample that goes alike, or a new one."""
        ends, moved = self._tried(row)
        unlike = [self._unlike(k, row, ends, moved) for k in range(len(self._samples))]
        if unlike and (min(unlike) == 0 or len(unlike) >= _SAMPLES):
            number = int(np.argmin(unlike))
        else:
            number = len(self._samples)
            self._samples.append(self._sampled(row))
        self._places.setdefault(row[~self.scores].tobytes(), []).append((row.copy(), number))
        return number

    def _count(self) -> int:
        return sum(map(len, self._places.values()))

    def _most_like(self, row: Rows) -> int:
        """The sample of the place with the fewest other scalars, of these the nearest."""
        places = [place for known in self._places.values() for place in known]
        away = [np.abs(row - place) for place, _number in places]
        keys = [((a[~self.scores] > 0).sum(), a.sum()) for a in away]
        return places[min(range(len(places)), key=keys.__getitem__)][1]

    def _tried(self, row: Rows) -> tuple[NDArray[np.void], Rows]:
        """The first deals from a standing: their ends, and what they moved."""
        standing = self.standings(row[None])
        ends = self._play(standing, TRIED, np.random.default_rng([_SEED, 1]))
        return ends, self._moved(ends, standing)

    def _unlike(self, number: int, row: Rows, ends: NDArray[np.void], moved: Rows) -> int:
        """The number of first deals of a sample that close otherwise than ``ends`` from ``row``."""
        after, over = self._closed(ends, moved, row[None])
        other, too = self._closed(*self._samples[number].first, row[None])
        return int(((after != other).any(axis=1) | (over != too)).sum())

    def _sampled(self, row: Rows) -> Sample:
        standing = self.standings(row[None])
        ends = self._play(standing, DEALS, np.random.default_rng([_SEED, 1]))
        moved = self._moved(ends, standing)
        probes = np.concatenate([row[None], self._probes()])
        after, over = self._closed(ends, moved, probes)
        told = np.concatenate([after, over[:, None]], axis=1).reshape(len(probes), len(ends), -1)
        alike = told.transpose(1, 0, 2).reshape(len(ends), -1)
        _rows, kept, counts = np.unique(alike, axis=0, return_index=True, return_counts=True)
        first = ends[:TRIED], moved[:TRIED]
        return Sample(ends[kept], counts / len(ends), moved[kept], first)

    def _probes(self) -> Rows:
        """Some of the standings that were visited, the first and the last among them."""
        at = np.linspace(0, len(self.visited) - 1, min(_PROBES, len(self.visited)))
        return self.visited[at.astype(np.int64)]

    # -- deals ------------------------------------------------------------------------------------

    def _play(
        self, standing: NDArray[np.void], deals: int, rng: np.random.Generator
    ) -> NDArray[np.void]:
        """The ends of so many deals of the policy from a standing."""
        start = self._game.new_state(self._options, standing).record
        ends = self._game.state_layout.empty(deals)
        points = np.zeros(self._game.num_players(self._options))
        levels = np.full(len(points), self._level)
        _play_deals(start, ends, levels, rng, *self._scratch, points)
        return ends

    def _moved(self, ends: NDArray[np.void], standing: NDArray[np.void]) -> Rows:
        carried = np.repeat(standing, len(ends))
        names = ends.dtype.names or ()
        for name in self._carried:
            if name in names and ends.dtype[name] == self._dtype[name]:
                carried[name] = ends[name]
        return self.rows(carried) - self.rows(standing)

    def _closed(
        self, ends: NDArray[np.void], moved: Rows, rows: Rows
    ) -> tuple[Rows, NDArray[np.bool_]]:
        """See :meth:`closed`."""
        filled = rows
        if moved.any():
            filled = (rows[:, None] + moved[None]).reshape(-1, rows.shape[1])
        after = np.zeros(len(rows) * len(ends), self._dtype)
        over = np.zeros(len(after), np.bool_)
        _close_each(
            ends, self.standings(rows), repack_fields(self.standings(filled)[self._carried]),
            self._game.state_layout.empty(), after, over,
        )  # fmt: skip
        return self.rows(after), over


@njit
def _play_deals(start, ends, levels, rng, luck, ids, prob, points):
    """Fill ``ends`` with deals of the policy from ``start[0]``."""
    for k in range(len(ends)):
        ends[k] = start[0]
        cast(ends, k, rng, luck)
        play_out(ends, k, levels, None, luck, ids, prob, points)


@njit
def _close_each(ends, standings, filled, scratch, after, over):
    """Close each of ``ends`` from each standing, ``filled`` into the fields that both have.

    ``filled`` has one entry for each standing, or one for each standing and end.
    """
    each = len(filled) > len(standings)
    for k in range(len(ends)):
        scratch[0] = ends[k]
        for i in range(len(standings)):
            j = i * len(ends) + k
            at = j if each else i
            kernel.fill_same_fields(scratch, 0, filled[at : at + 1])
            after[j] = standings[i]
            over[j] = kernel.next_standing(scratch[0], after[j])
