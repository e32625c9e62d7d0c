"""Is it fair? Values of boards by size and kind, and what points for the second would do.

Boards of the reduced game are solved exactly; those with white and black discs over the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import factorial

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.answers import Cell, Rows, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.registry import load_game
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number
from ludoteca.solve import minimax

from ..exact.boards import number_of_boards, random_boards
from ..exact.threads import all_boards, values_of
from ..notation import board_state
from ..shares import mean_of_boards, percent, share_of
from .counting import number_of_rows
from .opening import FirstMoves, pie_table

section = sections_beside(__file__)

HALVES = range(-2, 9)  #: handicaps looked at, in half points: -1 to 4


@dataclass(frozen=True)
class SolvedBoards:
    """Values of boards of one kind: all classes of them (``exact``), or a uniform sample.

    ``values``: points of the first player above the second, int64 (n,). All classes are equally
    large, so that shares of classes are shares of boards. ``method`` says where they are from.
    """

    name: str
    boards: int
    values: NDArray[np.int64]
    exact: bool
    method: str

    def share(self, hits: int) -> Cell:
        """A share of the boards: a fraction, or simulated with its interval."""
        return share_of(hits, len(self.values), self.exact)

    @property
    def mean(self) -> Exact | Simulated:
        """The mean value."""
        return mean_of_boards(self.values, self.exact)


def method_of(sample: int | None) -> str:
    """The number of boards solved, in words."""
    if sample is None:
        return _("all boards solved")
    return _("{n} random boards solved").format(n=sample)


def solve_size(
    colours: int, discs: int, sample: int | None, seed: int, progress: Progress = quiet
) -> SolvedBoards:
    """All boards of a size of the reduced game, or ``sample`` random ones."""
    name = f"{colours}x{discs}"
    if sample is None:
        some = all_boards(colours, discs)
    else:
        rng = np.random.default_rng([seed, colours, discs])
        some = random_boards(colours, discs, sample, rng)
    values = values_of(some, colours, progress, _("boards of {size}").format(size=name))
    every = number_of_boards(colours, discs)
    return SolvedBoards(name, every, values, sample is None, method_of(sample))


def advantage_table(name: str, title: str, solved: Sequence[SolvedBoards]) -> Table:
    """Wins, ties and losses of the first player for each kind of board."""
    rows: list[list[Cell]] = []
    for boards in solved:
        outcome = [int((np.sign(boards.values) == sign).sum()) for sign in (1, 0, -1)]
        shares = [boards.share(hits) for hits in outcome]
        rows.append(
            [boards.name, boards.boards, len(boards.values), boards.method, *shares, boards.mean]
        )
    columns = ("size", "boards", "solved", "method", "first_wins", "ties", "first_loses")
    return Table(name, (*columns, "mean_difference"), rows, title)


@study_table("handicap", "size handicap first_wins ties first_loses gap fairest method")
def handicap_table(solved: Sequence[SolvedBoards]) -> Rows:
    """The outcomes when the second player is given points before the game (below 0: the first).

    ``gap`` is how far the first player's share of wins is from the second's; ``fairest`` marks the
    handicap with the smallest gap (of a sample: in that sample). Best play stays the same: who
    plays for the difference plays for every threshold of it.
    """
    for boards in solved:
        outcomes = [_with_handicap(boards.values, Fraction(h, 2)) for h in HALVES]
        gaps = [abs(wins - losses) for wins, _ties, losses in outcomes]
        for h, outcome, gap in zip(HALVES, outcomes, gaps, strict=True):
            shares = [boards.share(hits) for hits in outcome]
            points = Exact(Fraction(h, 2))
            fairest = gap == min(gaps)
            yield [boards.name, points, *shares, _gap(boards, points.value), fairest, boards.method]


def _gap(boards: SolvedBoards, points: Fraction) -> Exact | Simulated:
    """The distance between the two players' shares of wins, from 0 to 1."""
    lead = mean_of_boards(np.sign(2 * boards.values - int(2 * points)), boards.exact)
    if isinstance(lead, Exact):
        return Exact(abs(lead.value))
    return lead if lead.mean >= 0 else Simulated(-lead.mean, lead.n, -lead.high, -lead.low)


def _with_handicap(values: NDArray[np.int64], points: Fraction) -> tuple[int, int, int]:
    """Boards that the first player wins, ties and loses when the second has ``points`` more."""
    doubled = 2 * values - int(2 * points)
    wins, ties = int((doubled > 0).sum()), int((doubled == 0).sum())
    return wins, ties, len(values) - wins - ties


def fairest_handicap(boards: SolvedBoards) -> Fraction:
    """The smallest of the handicaps with the smallest gap."""

    def gap(h: int) -> int:
        wins, _ties, losses = _with_handicap(boards.values, Fraction(h, 2))
        return abs(wins - losses)

    return Fraction(min(HALVES, key=gap), 2)


# -- with white and black discs -----------------------------------------------------------------

_TABLE_BITS = 14  #: small boards, many of them: a large table would take longer to clear


def name_of(colours: int, discs: int, white: int, black: int) -> str:
    """A kind of board in short: ``2x2+1W1B``."""
    return f"{colours}x{discs}+{white}W{black}B"


def classes(colours: int, discs: int, white: int, black: int) -> Iterator[str]:
    """Rows with these discs, one for each class of renamed colours, in no order worth a name.

    >>> list(classes(2, 1, 1, 0))
    ['12W', '1W2', 'W12']
    """
    left = Counter({str(c + 1): discs for c in range(colours)} | {"W": white, "B": black})

    def extend(row: str, opened: int) -> Iterator[str]:
        if len(row) == colours * discs + white + black:
            yield row
            return
        for symbol in left:
            new = symbol.isdigit() and int(symbol) == opened + 1
            if left[symbol] == 0 or (symbol.isdigit() and int(symbol) > opened + 1):
                continue
            left[symbol] -= 1
            yield from extend(row + symbol, opened + new)
            left[symbol] += 1

    yield from extend("", 0)


def value_of(board: str) -> int:
    """Points of the first player above the second under best play."""
    state = board_state(load_game("bigpoints"), board)
    return int(minimax.solve(state, table_bits=_TABLE_BITS).value)


def solve_kind(
    colours: int,
    discs: int,
    white: int,
    black: int,
    sample: int | None,
    seed: int,
    progress: Progress = quiet,
) -> SolvedBoards:
    """All boards of a kind, or ``sample`` random ones."""
    name = name_of(colours, discs, white, black)
    rows = number_of_rows(colours, discs, white, black)
    if sample is None:
        some = list(classes(colours, discs, white, black))
        assert len(some) * factorial(colours) == rows
    else:
        rng = np.random.default_rng([seed, colours, discs, white, black])
        kinds = "".join(str(c + 1) for c in range(colours)) * discs + "W" * white + "B" * black
        some = ["".join(rng.permutation(list(kinds))) for _n in range(sample)]
    values = np.zeros(len(some), np.int64)
    for i, board in enumerate(some):
        values[i] = value_of(board)
        progress(i + 1, len(some), _("boards of {size}").format(size=name))
    return SolvedBoards(name, rows, values, sample is None, method_of(sample))


# -- sections --------------------------------------------------------------------------------------


def of_sizes(solved: Sequence[SolvedBoards]) -> Section:
    """The first player's advantage over sizes."""
    title = N_("The first player's fortune under best play by size of the game")
    table = advantage_table("advantage", title, solved)
    exact, largest = [s for s in solved if s.exact][-1], solved[-1]
    outcome = {row[0]: row for row in table.rows}
    behind = [s.name for s in solved if (s.values < 0).sum() > (s.values > 0).sum()]
    return section(
        "sizes",
        (table,),
        {
            "advantage": partial(charts.bars, table, "size", "first_wins"),
            "mean_difference": partial(charts.bars, table, "size", "mean_difference"),
        },
        exact=percent(outcome[exact.name][4]),
        size=exact.name,
        sampled=percent(outcome[largest.name][4]),
        largest=largest.name,
        behind=", ".join(behind) or _("none"),
    )


def of_specials(solved: Sequence[SolvedBoards]) -> Section:
    """White and black discs on small boards."""
    title = N_("Boards with white and black discs under best play")
    table = advantage_table("specials", title, solved)
    low, high = (most(table.rows, key=lambda row: number(row[4])) for most in (min, max))
    return section(
        "specials",
        (table,),
        {"specials": partial(charts.bars, table, "size", "first_wins")},
        low=percent(low[4]),
        where=low[0],
        high=percent(high[4]),
        there=high[0],
    )


def of_remedies(solved: Sequence[SolvedBoards], tallies: Sequence[FirstMoves]) -> Section:
    """A handicap in points, and the pie rule."""
    table, pie = handicap_table(solved), pie_table(tallies)
    largest = {s.name.partition("x")[0]: s for s in solved}.values()
    names = [s.name for s in largest]
    told = ", ".join(f"{s.name}: {float(fairest_handicap(s)):g}" for s in largest)
    shown = replace(table, rows=[row for row in table.rows if row[0] in names])
    return section(
        "remedies",
        (table, pie),
        {
            "handicap": partial(charts.lines, shown, "handicap", "gap", colour="size"),
            "pie_rule": partial(charts.bars, pie, "size", "ties"),
        },
        told=told,
    )
