"""The first move of the reduced game: which ones win, and the remedy of letting the other choose.

A first move is named by its pawn, counted in the order in which the colours first lie in the row,
and by the side on which it takes its disc; so renaming colours changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from ludoteca.core.answers import Cell, Rows, table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, simulated_mean, simulated_share
from ludoteca.core.questions import Progress, quiet

from ..exact.boards import board_text, random_boards
from ..exact.position import ReducedPosition
from ..exact.search import Search, table_bits_for
from ..exact.threads import all_boards
from ..rules import pawn_of, side_of

FirstMove = tuple[int, str]
"""The pawn, 1 for the one whose colour lies first in the row, and ``ahead`` or ``behind``."""

_SIDES = ("behind", "ahead")


def first_moves(board: str, search: Search) -> dict[FirstMove, int]:
    """The difference for the first player after each of his first moves on ``board``."""
    start = ReducedPosition.at_start(board)
    rank = {colour: place for place, colour in enumerate(dict.fromkeys(board), start=1)}
    return {
        (rank[str(pawn_of(a) + 1)], _SIDES[side_of(a)]): -search.value(start.after(a))
        for a in start.moves()
    }


@dataclass
class Tally:
    """Results of first moves on the boards of one size; ``exact`` if on all of them."""

    name: str
    exact: bool
    boards: int = 0
    legal: Counter[FirstMove] = field(default_factory=Counter)
    best: Counter[FirstMove] = field(default_factory=Counter)
    wins: Counter[FirstMove] = field(default_factory=Counter)
    lost: Counter[FirstMove] = field(default_factory=Counter)
    lost_squares: Counter[FirstMove] = field(default_factory=Counter)
    how_many_best: Counter[int] = field(default_factory=Counter)
    how_many_win: Counter[int] = field(default_factory=Counter)
    pie: list[int] = field(default_factory=list)

    def add(self, found: dict[FirstMove, int]) -> None:
        """Count one board."""
        top = max(found.values())
        self.boards += 1
        for move, value in found.items():
            self.legal[move] += 1
            self.best[move] += value == top
            self.wins[move] += value > 0
            self.lost[move] += top - value
            self.lost_squares[move] += (top - value) ** 2
        self.how_many_best[sum(value == top for value in found.values())] += 1
        self.how_many_win[sum(value > 0 for value in found.values())] += 1
        self.pie.append(max(-abs(value) for value in found.values()))

    def share(self, hits: int, n: int) -> Cell:
        """A share of ``n`` boards: a fraction, or simulated with its interval."""
        return Exact(Fraction(hits, n)) if self.exact else simulated_share(hits, n)

    def mean(self, total: int, squares: int, n: int) -> Cell:
        """A mean over ``n`` boards; None where a sample has one alone, which has no interval."""
        if self.exact:
            return Exact(Fraction(total, n))
        if n < 2:
            return None
        return simulated_mean(float(total), float(squares), n)


def study_size(
    colours: int, discs: int, sample: int | None, seed: int, progress: Progress = quiet
) -> Tally:
    """The first moves on all boards of a size, or on ``sample`` random ones."""
    if sample is None:
        some = all_boards(colours, discs)
    else:
        some = random_boards(colours, discs, sample, np.random.default_rng([seed, colours, discs]))
    tally = Tally(f"{colours}x{discs}", sample is None)
    search = Search(table_bits_for(colours * discs))
    words = _("first moves on boards of {size}").format(size=tally.name)
    for board in some:
        tally.add(first_moves(board_text(board), search))
        progress(tally.boards, len(some), words)
    return tally


@table(
    "first_moves",
    N_("First moves: pawn by the order of the first discs in the row, side of the disc"),
    "size pawn side first_move solved best wins mean_lost",
)
def moves_table(tallies: Sequence[Tally]) -> Rows:
    """For each first move: where it can be made, how often it is best, how often it wins."""
    for tally in tallies:
        for move in sorted(tally.legal):
            n = tally.legal[move]
            yield [
                tally.name,
                move[0],
                move[1],
                f"{move[0]} {move[1]}",
                n,
                tally.share(tally.best[move], n),
                tally.share(tally.wins[move], n),
                tally.mean(tally.lost[move], tally.lost_squares[move], n),
            ]


@table(
    "first_move_choices",
    N_("How many first moves are best, or win"),
    "size first_moves so_many_are_best so_many_win",
)
def choices_table(tallies: Sequence[Tally]) -> Rows:
    """The numbers of first moves that are best, and that win, by the share of boards."""
    for tally in tallies:
        for k in range(max(*tally.how_many_best, *tally.how_many_win) + 1):
            best, win = tally.how_many_best[k], tally.how_many_win[k]
            # Some move is always best, so that there is no share of boards without one.
            share = tally.share(best, tally.boards) if k else None
            yield [tally.name, k, share, tally.share(win, tally.boards)]


@table(
    "pie_rule",
    N_("The pie rule: the second player may change sides after the first move"),
    "size solved ties second_wins mean_lead_of_second",
)
def pie_table(tallies: Sequence[Tally]) -> Rows:
    """The pie rule: after the first move the second player may change sides.

    The first player then makes the most even move; he never ends ahead, and the second player is
    ahead by what the most even move leaves.
    """
    for tally in tallies:
        even = sum(value == 0 for value in tally.pie)
        squares = sum(value * value for value in tally.pie)
        yield [
            tally.name,
            tally.boards,
            tally.share(even, tally.boards),
            tally.share(tally.boards - even, tally.boards),
            tally.mean(-sum(tally.pie), squares, tally.boards),
        ]
