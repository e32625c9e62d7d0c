"""Small games in matrix form, solved exactly: strict dominance, values, Nash equilibria.

Payoffs are rational and every answer is a :class:`fractions.Fraction`; nothing is rounded. Meant
for games that a person can write down (up to about eight strategies a side for all equilibria).

Sources: J. von Neumann and O. Morgenstern, Theory of Games and Economic Behavior (1944) for the
value; D. Pearce, Rationalizable strategic behavior, Econometrica 52 (1984), for dominance by mixed
strategies; D. Avis, G. Rosenberg, R. Savani and B. von Stengel, Enumeration of Nash equilibria for
two-player games, Economic Theory 42 (2010), for vertex enumeration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

from flint import fmpq, fmpq_mat

Matrix = tuple[tuple[Fraction, ...], ...]
Mixed = tuple[Fraction, ...]

# A polytope with more candidate vertices than this would take minutes; the caller is told instead.
MAX_CANDIDATE_VERTICES = 200_000


@dataclass(frozen=True)
class BimatrixGame:
    """A two-player game in matrix form.

    ``rows[i][j]`` and ``columns[i][j]`` are the payoffs of the row and of the column player when
    they choose ``row_names[i]`` and ``column_names[j]``.
    """

    rows: Matrix
    columns: Matrix
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]

    @classmethod
    def from_payoffs(
        cls,
        rows: Sequence[Sequence[Any]],
        columns: Sequence[Sequence[Any]] | None = None,
        row_names: Sequence[str] | None = None,
        column_names: Sequence[str] | None = None,
    ) -> BimatrixGame:
        """A game from two equal-shaped tables of numbers (ints, fractions, ``"1/3"``).

        Without ``columns`` the game is zero-sum. Names are 1, 2, ... unless given. Raises
        ``ValueError`` where the shapes do not fit.

        Raises
        ------
        ValueError
            Where the shapes do not fit, or there is not a name for each row and column.
        """
        ours = _exact_matrix(rows)
        opposed = tuple(tuple(-entry for entry in row) for row in ours)
        theirs = opposed if columns is None else _exact_matrix(columns)
        n_rows, n_columns = len(ours), len(ours[0])
        if (len(theirs), len(theirs[0])) != (n_rows, n_columns):
            raise ValueError("the two payoff tables must have the same shape")
        row_labels = tuple(row_names or (str(i + 1) for i in range(n_rows)))
        column_labels = tuple(column_names or (str(j + 1) for j in range(n_columns)))
        if (len(row_labels), len(column_labels)) != (n_rows, n_columns):
            raise ValueError("a game needs one name for each row and each column")
        return cls(ours, theirs, row_labels, column_labels)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        return len(self.rows), len(self.rows[0])

    def payoffs(self, row: Mixed, column: Mixed) -> tuple[Fraction, Fraction]:
        """Expected payoffs of both players under two mixed strategies."""
        weights = [(p * q, i, j) for i, p in enumerate(row) for j, q in enumerate(column)]
        ours = sum((w * self.rows[i][j] for w, i, j in weights), Fraction(0))
        theirs = sum((w * self.columns[i][j] for w, i, j in weights), Fraction(0))
        return ours, theirs

    def restricted(self, rows: Sequence[int], columns: Sequence[int]) -> BimatrixGame:
        """The game in which only these rows and columns may be chosen."""
        return BimatrixGame(
            tuple(tuple(self.rows[i][j] for j in columns) for i in rows),
            tuple(tuple(self.columns[i][j] for j in columns) for i in rows),
            tuple(self.row_names[i] for i in rows),
            tuple(self.column_names[j] for j in columns),
        )


@dataclass(frozen=True)
class ZeroSumSolution:
    """The value of a zero-sum matrix to the row player, with one optimal strategy for each."""

    value: Fraction
    row: Mixed
    column: Mixed


@dataclass(frozen=True)
class Eliminated:
    """One strategy struck out by iterated strict dominance.

    ``player`` is 0 (rows) or 1 (columns); ``dominating`` maps names of that player's strategies to
    the probabilities of the mixed (or pure) strategy that does strictly better against everything
    left; ``margin`` is by how much at least.
    """

    round: int
    player: int
    strategy: str
    dominating: dict[str, Fraction]
    margin: Fraction


@dataclass(frozen=True)
class Dominance:
    """The strategies left by iterated strict dominance, and each step that led there."""

    game: BimatrixGame
    steps: tuple[Eliminated, ...]

    @property
    def solved(self) -> bool:
        """True if one strategy a side is left (an equilibrium of dominant strategies)."""
        return self.game.shape == (1, 1)


@dataclass(frozen=True)
class NashEquilibrium:
    """A Nash equilibrium: mixed strategies over all rows and columns, and both payoffs."""

    row: Mixed
    column: Mixed
    payoffs: tuple[Fraction, Fraction]

    @property
    def is_pure(self) -> bool:
        """True if neither player mixes."""
        return max(self.row) == 1 and max(self.column) == 1


def solve_zero_sum(payoffs: Sequence[Sequence[Any]]) -> ZeroSumSolution:
    """Value and optimal strategies of the zero-sum matrix ``payoffs`` (to the row player), exact.

    The simplex method in rational arithmetic, with Bland's rule, so that it always ends. The two
    strategies guarantee the same value, which proves them optimal; this is checked.
    """
    matrix = _exact_matrix(payoffs)
    # A positive matrix has a positive value v, and the strategies divided by v are the solutions
    # of: maximise sum(y) with M y <= 1, y >= 0, and of its dual.
    shift = 1 - min(min(row) for row in matrix)
    table = _first_tableau([[entry + shift for entry in row] for row in matrix])
    basis = _simplex(table, len(matrix))
    return _read_solution(matrix, table, basis, shift)


def dominating_strategy(
    game: BimatrixGame, player: int, strategy: int
) -> tuple[Mixed, Fraction] | None:
    """A mixed strategy of ``player`` that strictly dominates ``strategy``, with its margin.

    None if there is none. ``strategy`` is strictly dominated exactly if the zero-sum game of
    gains over it has a positive value; the optimal strategy is then the dominating one.
    """
    own = game.rows if player == 0 else _transposed(game.columns)
    gains = [[a - b for a, b in zip(row, own[strategy], strict=True)] for row in own]
    # A pure strategy is the plainer reason where one dominates.
    best, margin = max(((i, min(row)) for i, row in enumerate(gains)), key=lambda pair: pair[1])
    if margin > 0:
        return tuple(Fraction(int(i == best)) for i in range(len(own))), margin
    solution = solve_zero_sum(gains)
    return (solution.row, solution.value) if solution.value > 0 else None


def iterated_strict_dominance(game: BimatrixGame) -> Dominance:
    """Strike out strictly dominated strategies, of both players in each round, until none is left.

    Domination by mixed strategies counts. The order of elimination does not change the outcome.
    """
    steps: list[Eliminated] = []
    while True:
        number = steps[-1].round + 1 if steps else 1
        found = list(_dominated_now(game, number))
        if not found:
            return Dominance(game, tuple(steps))
        steps += [step for _, step in found]
        struck = {(step.player, index) for index, step in found}
        n_rows, n_columns = game.shape
        game = game.restricted(
            [i for i in range(n_rows) if (0, i) not in struck],
            [j for j in range(n_columns) if (1, j) not in struck],
        )


def pure_equilibria(game: BimatrixGame) -> list[tuple[int, int]]:
    """Every (row, column) where neither player gains by changing alone, in reading order."""
    n_rows, n_columns = game.shape
    best_row = [max(game.rows[i][j] for i in range(n_rows)) for j in range(n_columns)]
    best_column = [max(row) for row in game.columns]
    return [
        (i, j)
        for i, j in product(range(n_rows), range(n_columns))
        if game.rows[i][j] == best_row[j] and game.columns[i][j] == best_column[i]
    ]


def nash_equilibria(game: BimatrixGame) -> list[NashEquilibrium]:
    """All extreme Nash equilibria, exact; in a nondegenerate game these are all equilibria.

    In a degenerate game the equilibria can form segments and polygons, whose corners are listed.
    Vertices of the two best-response polytopes are enumerated, and pairs kept in which every
    strategy is unplayed or a best response. Raises ``ValueError`` for a game too large for that.
    """
    # Payoffs are made positive, which bounds the polytopes and moves no equilibrium.
    rows, columns = _positive(game.rows), _positive(game.columns)
    n_rows, n_columns = game.shape
    ours = list(_vertices(_transposed(columns)))
    theirs = list(_vertices(rows))
    everything = frozenset(range(n_rows + n_columns))
    found = []
    for x, unplayed_and_best in ours:
        for y, tight in theirs:
            # A vertex of the column side lists its own coordinates first; renumber to match.
            other = frozenset(
                label + n_rows if label < n_columns else label - n_columns for label in tight
            )
            if unplayed_and_best | other == everything:
                row, column = _normalised(x), _normalised(y)
                found.append(NashEquilibrium(row, column, game.payoffs(row, column)))
    return sorted(found, key=lambda e: (not e.is_pure, [-p for p in e.row + e.column]))


def is_equilibrium(game: BimatrixGame, row: Mixed, column: Mixed) -> bool:
    """True if no pure deviation gains against these mixed strategies (exact arithmetic)."""
    ours, theirs = game.payoffs(row, column)
    n_rows, n_columns = game.shape
    row_gains = (game.payoffs(_unit(i, n_rows), column)[0] - ours for i in range(n_rows))
    column_gains = (game.payoffs(row, _unit(j, n_columns))[1] - theirs for j in range(n_columns))
    return all(gain <= 0 for gain in row_gains) and all(gain <= 0 for gain in column_gains)


def _dominated_now(game: BimatrixGame, number: int) -> Iterator[tuple[int, Eliminated]]:
    """Every strictly dominated strategy of ``game``: (its index, the step that strikes it)."""
    for player, names in enumerate((game.row_names, game.column_names)):
        for index, name in enumerate(names):
            answer = dominating_strategy(game, player, index)
            if answer is not None:
                mixed, margin = answer
                dominating = {n: p for n, p in zip(names, mixed, strict=True) if p}
                yield index, Eliminated(number, player, name, dominating, margin)


# --- the simplex method over one tableau of exact rationals (python-flint's, ten times faster) ---


def _first_tableau(positive: list[list[Fraction]]) -> list[list[fmpq]]:
    """[M | I | 1] over [-1 ... -1 | 0 | 0], the slack columns forming the first basis."""
    n_rows, n_columns = len(positive), len(positive[0])
    table = [
        [_fmpq(entry) for entry in row] + [fmpq(int(i == k)) for k in range(n_rows)] + [fmpq(1)]
        for i, row in enumerate(positive)
    ]
    table.append([fmpq(-1)] * n_columns + [fmpq(0)] * (n_rows + 1))
    return table


def _simplex(table: list[list[fmpq]], n_rows: int) -> list[int]:
    """Pivot ``table`` in place to the optimum; returns the basic variable of each row."""
    n_variables = len(table[0]) - 1
    basis = list(range(n_variables - n_rows, n_variables))
    while True:
        entering = next((j for j in range(n_variables) if table[-1][j] < 0), None)
        if entering is None:
            return basis
        ratios = [
            (table[i][-1] / table[i][entering], basis[i], i)
            for i in range(n_rows)
            if table[i][entering] > 0
        ]
        # Bland's rule: the smallest variable among equals, or the method could cycle for ever.
        leaving = min(ratios)[2]
        _pivot(table, leaving, entering)
        basis[leaving] = entering


def _pivot(table: list[list[fmpq]], row: int, column: int) -> None:
    """Make ``column`` a unit column with its 1 in ``row``; changes ``table`` in place."""
    scale = table[row][column]
    table[row] = [entry / scale for entry in table[row]]
    for i, other in enumerate(table):
        factor = other[column]
        if i != row and factor != 0:
            table[i] = [a - factor * b for a, b in zip(other, table[row], strict=True)]


def _read_solution(
    matrix: Matrix, table: list[list[fmpq]], basis: list[int], shift: Fraction
) -> ZeroSumSolution:
    n_rows, n_columns = len(matrix), len(matrix[0])
    total = _fraction(table[-1][-1])
    column = [Fraction(0)] * n_columns
    for i, variable in enumerate(basis):
        if variable < n_columns:
            column[variable] = _fraction(table[i][-1]) / total
    row = [_fraction(entry) / total for entry in table[-1][n_columns:-1]]
    value = 1 / total - shift
    guaranteed = min(
        sum((p * matrix[i][j] for i, p in enumerate(row)), Fraction(0)) for j in range(n_columns)
    )
    conceded = max(
        sum((q * matrix[i][j] for j, q in enumerate(column)), Fraction(0)) for i in range(n_rows)
    )
    if not guaranteed == value == conceded:
        raise ArithmeticError("the simplex method ended away from the optimum")
    return ZeroSumSolution(value, tuple(row), tuple(column))


# --- vertices of a best-response polytope -------------------------------------------------------


def _vertices(payoffs: Matrix) -> Iterator[tuple[Mixed, frozenset[int]]]:
    """Vertices, the origin left out, of ``{x >= 0, payoffs x <= 1}``, each with its tight labels.

    ``payoffs`` (k x m) are those of the other player, all positive. Labels 0 to m - 1 say that a
    coordinate is zero (unplayed); m to m + k - 1 that a strategy of the other is a best response.
    """
    k, m = len(payoffs), len(payoffs[0])
    if comb(k + m, m) > MAX_CANDIDATE_VERTICES:
        raise ValueError(
            f"a game of {m} by {k} strategies is too large to list all its equilibria; "
            "about 8 by 8 is the limit"
        )
    rows = [[fmpq(int(i == j)) for j in range(m)] for i in range(m)]
    rows += [[_fmpq(entry) for entry in row] for row in payoffs]
    bounds = [fmpq(0)] * m + [fmpq(1)] * k
    seen = set()
    for labels in combinations(range(m + k), m):
        point = _solved([rows[i] for i in labels], [bounds[i] for i in labels])
        if point is None or point in seen or not any(point) or min(point) < 0:
            continue
        reached = [
            sum((x * y for x, y in zip(row, point, strict=True)), fmpq(0)) for row in rows[m:]
        ]
        if max(reached) <= 1:
            seen.add(point)
            tight = [i for i in range(m) if point[i] == 0]
            tight += [m + i for i in range(k) if reached[i] == 1]
            yield tuple(map(_fraction, point)), frozenset(tight)


def _solved(rows: list[list[fmpq]], bounds: list[fmpq]) -> tuple[fmpq, ...] | None:
    """The one solution of a square linear system, or None if it is singular."""
    try:
        solution = fmpq_mat(rows).solve(fmpq_mat([[b] for b in bounds]))
    except ZeroDivisionError:
        return None
    return tuple(solution[i, 0] for i in range(len(bounds)))


# --- small exact helpers ------------------------------------------------------------------------


def _exact_matrix(table: Sequence[Sequence[Any]]) -> Matrix:
    matrix = tuple(tuple(Fraction(entry) for entry in row) for row in table)
    if not matrix or not matrix[0] or len({len(row) for row in matrix}) != 1:
        raise ValueError("a payoff table needs rows of one and the same length, at least 1")
    return matrix


def _transposed(matrix: Matrix) -> Matrix:
    return tuple(zip(*matrix, strict=True))


def _positive(matrix: Matrix) -> Matrix:
    shift = 1 - min(min(row) for row in matrix)
    return tuple(tuple(entry + shift for entry in row) for row in matrix)


def _normalised(vertex: Mixed) -> Mixed:
    total = sum(vertex)
    return tuple(entry / total for entry in vertex)


def _unit(index: int, length: int) -> Mixed:
    return tuple(Fraction(int(i == index)) for i in range(length))


def _fmpq(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
