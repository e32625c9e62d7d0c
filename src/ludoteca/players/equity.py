# mypy: allow-untyped-defs, allow-untyped-calls
"""The equity table: from a standing of the match, each side's chance of winning it.

The remaining deals are assumed to go as they do when the game's policy plays itself, as in
backgammon's tables: nobody is assumed to play for the score in later deals. Samples of such
deals (:mod:`ludoteca.players.deal_samples`) and ``next_standing`` make a Markov chain of the
standings. It is explored from the standings that are asked for and solved by Gauss-Seidel sweeps;
where ``next_standing`` ends the match, the field that the game names as ``MATCH`` says who won, and
ties share the win.

Where there are many standings, the table holds the fields with an entry for each seat or side at
multiples of a step, a quarter of the standard deviation of their change in a deal or more. In
between, the chance is interpolated linearly over simplices. Where adding the same points to all
scores changes nothing, as in a match of so many deals, only the differences count. A standing that
a match reaches one time in a million is not explored: there the leader is assumed to win.

Sources: the idea of the match equity table, as in N. Zadeh, G. Kobliska, On optimal doubling in
backgammon, Management Science 23 (1977); interpolation as in H. W. Kuhn, Some combinatorial lemmas
in topology, IBM Journal of Research and Development 4 (1960).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.jit import njit
from ludoteca.core.match import side_columns
from ludoteca.core.options import Options
from ludoteca.players.deal_samples import LONGEST, DealSamples, Rows

STEPS = (0.25, 0.5, 1.0, 2.0)
"""In standard deviations of a score's change in a deal: the first that is not too much work."""

FINE = 4  #: points, below which a step is 1
CLOSED = 2_000_000  #: deals closed to solve the table; more are too much work
SELDOM = 1e-6  #: chance of a standing that is not explored
_AT_ONCE = 100_000  #: deals closed at a time
_SWEEPS, _SOLVED = 10_000, 1e-10
_KEPT = 2**18  #: standings that are kept


def equity_of(game: Game, options: Options, level: int) -> Equity | None:
    """The table, if deals go as the policy's at ``level``; None where a match is one deal.

    None, too, where the game does not say what wins a match, and where the sides are so many that
    no step is small enough.
    """
    if game.match_field is None:
        return None
    found = _kept(game.name, tuple(sorted(options.items())), level)
    return found if found.solved else None


@lru_cache(maxsize=16)
def _kept(name: str, options: tuple[tuple[str, object], ...], level: int) -> Equity:
    from ludoteca.core.registry import load_game

    game = load_game(name)
    return Equity(game, game.options(dict(options)), level)  # type: ignore[arg-type]


class Equity:
    """Chances of winning a match of ``game`` with ``options``, where deals go as the policy's do.

    The same in every process, but for what the order of questions changes in the sixth decimal.

    Parameters
    ----------
    level
        number of the level of the game's policy that all seats play

    Attributes
    ----------
    solved
        False where there is no table (see :func:`equity_of`)
    """

    def __init__(self, game: Game, options: Options, level: int) -> None:
        self._samples = DealSamples(game, options, level)
        self._sides = game.teams(options)
        columns = side_columns(game, options)
        self._heads = np.array([seats[0] for seats in columns], np.int64)
        self._field = np.array(sorted({c for seats in columns for c in seats}), np.int64)
        self.solved = not self._samples.one_deal and self._solved_from_the_beginning()
        self._samples.complete = True

    def side_of(self, seat: int) -> int:
        """The number of a seat's side: the column of its chance in :meth:`chances`."""
        return next(k for k, side in enumerate(self._sides) if seat in side)

    def chances(self, standings: NDArray[np.void], over: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Each side's probability of winning the match at each standing, float64 [n, sides].

        Parameters
        ----------
        standings : records [n]
            of the game's ``standing_layout``
        over : bool [n]
            true where the match is over: the side with the most has won it, ties share it

        Notes
        -----
        Standings that the table lacks are explored first, which takes longer.
        """
        rows = self._samples.rows(standings)
        found = np.zeros((len(rows), len(self._sides)))
        missing = np.zeros(len(rows), np.bool_)
        while True:
            _look_up(
                rows, over, *self._shape, self._keys, self._slots, self._known, self._values,
                found, missing,
            )  # fmt: skip
            if not missing.any():
                return found
            if self._count > _KEPT // 2:
                self._begin()
            self._explore(rows[missing])
            missing[:] = False

    # -- exploring --------------------------------------------------------------------------------

    def _solved_from_the_beginning(self) -> bool:
        """Solve the standing before the first deal; False where that is too much work."""
        only_differences = self._samples.is_moved_with(self._field)
        for step in STEPS:
            steps = (step * self._samples.spread).astype(np.int64)
            steps = np.where(self._samples.scores & (steps >= FINE), steps, 1)
            self._shape = (steps, self._heads, self._field, only_differences)
            self._begin()
            if self._explore(self._samples.visited[:1], CLOSED):
                return True
        return False

    def _begin(self) -> None:
        """Empty the table."""
        columns = len(self._samples.spread)
        self._count = 0
        self._keys = np.zeros((_KEPT, columns), np.int64)
        self._slots = np.zeros(2 * _KEPT, np.int64)
        self._values = np.zeros((_KEPT, len(self._sides)))
        self._known = np.zeros(_KEPT, np.bool_)
        self._met = np.zeros((_KEPT, columns), np.int64)  # before it was rounded, as it was met
        self._mass = np.zeros(_KEPT)
        self._marks = np.zeros(_KEPT, np.int64)

    def _explore(self, rows: Rows, most: float = np.inf) -> bool:
        """Solve the standings ``rows``, none of them over.

        False where more than ``most`` deals would have to be closed. Where the table is full, the
        rest is not explored.
        """
        self._mass[: self._count] = 0.0
        roots = self._followed(np.ones(1), rows, np.zeros(len(rows), np.bool_), np.ones(len(rows)))
        frontier = roots.nodes[~self._known[roots.nodes]]
        sources, parts, closed = list[NDArray[np.int64]](), list[_Part](), 0
        for _deal in range(LONGEST):
            numbers = np.array([self._samples.at(self._met[node]) for node in frontier], np.int64)
            closed += sum(len(self._samples.shares(number)) for number in numbers)
            if closed > most:
                return False
            for number in np.unique(numbers):
                shares = self._samples.shares(number)
                nodes = frontier[numbers == number]
                for some in np.array_split(nodes, 1 + len(nodes) * len(shares) // _AT_ONCE):
                    after, over = self._samples.closed(number, self._keys[some])
                    parts.append(self._followed(self._mass[some], after, over, shares))
                    sources.append(some)
            self._known[frontier] = True
            likely = self._mass[: self._count] > SELDOM
            frontier = np.flatnonzero(likely & ~self._known[: self._count])
            if not len(frontier):
                break
        whole = (np.concatenate(column) for column in zip(*parts, strict=True))
        _solve(np.concatenate(sources), *whole, self._values)
        return True

    def _followed(
        self,
        mass: NDArray[np.float64],
        after: Rows,
        over: NDArray[np.bool_],
        shares: NDArray[np.float64],
    ) -> _Part:
        """Take what follows some standings, ``len(shares)`` rows each, into the table.

        ``mass``: the chance of each of these standings.
        """
        room = len(after) * (1 + int((self._shape[0] > 1).sum()))
        nodes, weights = np.zeros(room, np.int64), np.zeros(room)
        part = _Part(
            np.zeros(len(mass), np.int64), nodes, weights, np.zeros((len(mass), len(self._sides)))
        )
        self._count = _enter(
            after, over, shares, *self._shape, self._keys, self._slots, self._count, self._met,
            self._values, self._marks, *part,
        )  # fmt: skip
        used = int(part.entries.sum())
        part = part._replace(nodes=nodes[:used].copy(), weights=weights[:used].copy())
        np.add.at(self._mass, part.nodes, np.repeat(mass, part.entries) * part.weights)
        return part


class _Part(NamedTuple):
    """The standings that follow some others: a part of the chain.

    Attributes
    ----------
    entries
        how many entries of ``nodes`` and ``weights`` belong to each of the others
    nodes, weights
        numbers in the table, and their chances
    won
        the chance that the deal ends the match and a side wins it, by source and side
    """

    entries: NDArray[np.int64]
    nodes: NDArray[np.int64]
    weights: NDArray[np.float64]
    won: NDArray[np.float64]


# -- the table in plain arrays: keys, and slots with open addressing (1 + a number, 0 is empty) ----


@njit
def _slot_of(keys, slots, row):
    """The slot of a standing, or the empty one where it belongs."""
    at = 0
    for number in row:
        at = (at * 1_000_003 + number) % 2_147_483_647
    at %= len(slots)
    while slots[at] != 0:
        same = True
        for c in range(len(row)):
            same = same and keys[slots[at] - 1, c] == row[c]
        if same:
            break
        at = (at + 1) % len(slots)
    return at


@njit
def _corners_of(row, steps, field, only_differences, corners, weights, order, rest):
    """Fill the corners of the simplex about ``row`` and their weights; returns how many.

    ``order`` and ``rest`` are scratch with an entry for each column.
    """
    low = 0
    if only_differences:
        low = row[field[0]]
        for c in field:
            low = min(low, row[c])
    corners[0, :] = row
    for c in field:
        corners[0, c] -= low
    n = 0
    for c in range(len(row)):
        if steps[c] > 1:
            over = corners[0, c] % steps[c]
            corners[0, c] -= over
            if over > 0:
                part = over / steps[c]
                k = n
                while k > 0 and rest[k - 1] < part:
                    rest[k] = rest[k - 1]
                    order[k] = order[k - 1]
                    k -= 1
                rest[k] = part
                order[k] = c
                n += 1
    left = 1.0
    for k in range(n):
        weights[k] = left - rest[k]
        left = rest[k]
        corners[k + 1, :] = corners[k]
        corners[k + 1, order[k]] += steps[order[k]]
    weights[n] = left
    return n + 1


@njit
def _add_winners(row, heads, share, out):
    """Share a win out among the sides whose entry of ``row`` is the highest, into ``out``."""
    best = row[heads[0]]
    ties = 0
    for c in heads:
        best = max(best, row[c])
    for c in heads:
        ties += row[c] == best
    for side in range(len(heads)):
        if row[heads[side]] == best:
            out[side] += share / ties


@njit
def _enter(
    rows, over, shares, steps, heads, field, only_differences, keys, slots, count, met, values,
    marks, entries, nodes, weights, won,
):  # fmt: skip
    """Fill the last four, a part of the chain, and take new standings into the table.

    Returns the standings that the table then holds. Where it is full, whoever leads at a standing
    that it lacks is taken to win.
    """
    columns = rows.shape[1]
    corners = np.zeros((columns + 1, columns), np.int64)
    parts, rest = np.zeros(columns + 1), np.zeros(columns)
    order = np.zeros(columns, np.int64)
    used = 0
    for i in range(len(entries)):
        first = used
        for k in range(len(shares)):
            row = rows[i * len(shares) + k]
            if over[i * len(shares) + k]:
                _add_winners(row, heads, shares[k], won[i])
                continue
            n = _corners_of(row, steps, field, only_differences, corners, parts, order, rest)
            for corner in range(n):
                if parts[corner] == 0.0:
                    continue
                slot = _slot_of(keys, slots, corners[corner])
                if slots[slot] == 0:
                    if count == len(keys):
                        _add_winners(row, heads, shares[k] * parts[corner], won[i])
                        continue
                    keys[count, :] = corners[corner]
                    met[count, :] = row
                    _add_winners(corners[corner], heads, 1.0, values[count])
                    count += 1
                    slots[slot] = count
                node = slots[slot] - 1
                at = marks[node]
                if at < first or at >= used or nodes[at] != node:
                    at = used
                    marks[node] = at
                    nodes[at] = node
                    used += 1
                weights[at] += shares[k] * parts[corner]
        entries[i] = used - first
    return count


@njit
def _look_up(
    rows, over, steps, heads, field, only_differences, keys, slots, known, values, out, missing
):  # fmt: skip
    """Fill ``out`` (row, side) with chances, and mark the rows that the table lacks."""
    columns = rows.shape[1]
    corners = np.zeros((columns + 1, columns), np.int64)
    parts, rest = np.zeros(columns + 1), np.zeros(columns)
    order = np.zeros(columns, np.int64)
    out[:] = 0.0
    for i in range(len(rows)):
        if over[i]:
            _add_winners(rows[i], heads, 1.0, out[i])
            continue
        n = _corners_of(rows[i], steps, field, only_differences, corners, parts, order, rest)
        for corner in range(n):
            if parts[corner] > 0.0:
                found = slots[_slot_of(keys, slots, corners[corner])]
                if found == 0 or not known[found - 1]:
                    missing[i] = True
                else:
                    for side in range(len(heads)):
                        out[i, side] += parts[corner] * values[found - 1, side]


@njit
def _solve(sources, entries, nodes, weights, won, values):
    """Make ``values`` of ``sources`` the chances that the chain gives, in place.

    The last are solved first: deals mostly lead on, and then one sweep is enough.
    """
    ends = np.cumsum(entries)
    for _sweep in range(_SWEEPS):
        most = 0.0
        for i in range(len(sources) - 1, -1, -1):
            for side in range(won.shape[1]):
                value = won[i, side]
                for at in range(ends[i] - entries[i], ends[i]):
                    value += weights[at] * values[nodes[at], side]
                most = max(most, abs(value - values[sources[i], side]))
                values[sources[i], side] = value
        if most < _SOLVED:
            return
