"""The first move of the reduced game: which ones win, and the remedy of letting the other choose.

A first move is named by its pawn, counted in the order in which the colours first lie in the row,
and by the side on which it takes its disc; so renaming colours changes nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from ludoteca.core.answers import Plot, Rows
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from ..exact.boards import board_text, random_boards
from ..exact.position import Position
from ..exact.search import Search, table_bits_for
from ..exact.threads import all_boards
from ..shares import mean_of_boards, percent, share_of

section = sections_beside(__file__)

FirstMove = tuple[int, str]
"""The pawn, 1 for the one whose colour lies first in the row, and ``ahead`` or ``behind``."""


def first_moves(board: str, search: Search) -> dict[FirstMove, int]:
    """The difference for the first player after each of his first moves on ``board``."""
    start = Position.at_start(board)
    rank = {colour: place for place, colour in enumerate(dict.fromkeys(board), start=1)}
    return {
        (rank[str(pawn)], side): -search.value(start.after((pawn, side)))
        for pawn, side in start.moves()
    }


@dataclass
class FirstMoves:
    """Results of first moves on the boards of one size; ``exact`` if on all of them."""

    name: str
    exact: bool
    boards: int = 0
    legal: Counter[FirstMove] = field(default_factory=Counter)
    best: Counter[FirstMove] = field(default_factory=Counter)
    wins: Counter[FirstMove] = field(default_factory=Counter)
    lost: dict[FirstMove, list[int]] = field(default_factory=lambda: defaultdict(list))
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
            self.lost[move].append(top - value)
        self.how_many_best[sum(value == top for value in found.values())] += 1
        self.how_many_win[sum(value > 0 for value in found.values())] += 1
        self.pie.append(max(-abs(value) for value in found.values()))

    def share(self, hits: int, n: int) -> Exact | Simulated:
        """A share of ``n`` boards."""
        return share_of(hits, n, self.exact)

    def mean(self, values: Sequence[int]) -> Exact | Simulated | None:
        """A mean over boards; None where a sample has one alone, which has no interval."""
        return mean_of_boards(values, self.exact) if self.exact or len(values) > 1 else None


def study_size(
    colours: int, discs: int, sample: int | None, seed: int, progress: Progress = quiet
) -> FirstMoves:
    """The first moves on all boards of a size, or on ``sample`` random ones."""
    if sample is None:
        some = all_boards(colours, discs)
    else:
        some = random_boards(colours, discs, sample, np.random.default_rng([seed, colours, discs]))
    tally = FirstMoves(f"{colours}x{discs}", sample is None)
    search = Search(table_bits_for(colours * discs))
    words = _("first moves on boards of {size}").format(size=tally.name)
    for board in some:
        tally.add(first_moves(board_text(board), search))
        progress(tally.boards, len(some), words)
    return tally


@study_table("first_moves", "size pawn side first_move solved best wins mean_lost")
def moves_table(tallies: Sequence[FirstMoves]) -> Rows:
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
                tally.mean(tally.lost[move]),
            ]


@study_table("first_move_choices", "size first_moves so_many_are_best so_many_win")
def choices_table(tallies: Sequence[FirstMoves]) -> Rows:
    """The numbers of first moves that are best, and that win, by the share of boards."""
    for tally in tallies:
        for k in range(max(*tally.how_many_best, *tally.how_many_win) + 1):
            best, win = tally.how_many_best[k], tally.how_many_win[k]
            # Some move is always best, so that there is no share of boards without one.
            share = tally.share(best, tally.boards) if k else None
            yield [tally.name, k, share, tally.share(win, tally.boards)]


@study_table("pie_rule", "size solved ties second_wins mean_lead_of_second")
def pie_table(tallies: Sequence[FirstMoves]) -> Rows:
    """The pie rule: after the first move the second player may change sides.

    The first player then makes the most even move; he never ends ahead, and the second player is
    ahead by what the most even move leaves.
    """
    for tally in tallies:
        even = sum(value == 0 for value in tally.pie)
        yield [
            tally.name,
            tally.boards,
            tally.share(even, tally.boards),
            tally.share(tally.boards - even, tally.boards),
            tally.mean([-value for value in tally.pie]),
        ]


def of_openings(tallies: Sequence[FirstMoves]) -> Section:
    """The first moves that win."""
    moves, choices = moves_table(tallies), choices_table(tallies)
    last = [row for row in moves.rows if row[0] == tallies[-1].name]
    top = max(last, key=lambda row: number(row[5]))
    plots = []
    for tally in tallies:
        part = replace(moves, rows=[row for row in moves.rows if row[0] == tally.name])
        title = _("First moves on boards of {size}: how often each is best").format(size=tally.name)
        draw = partial(charts.bars, part, "first_move", "best")
        plots.append(Plot(f"first_moves_{tally.name}", title, draw))
    return section(
        "openings",
        (moves, choices),
        plots,
        size=top[0],
        pawn=top[1],
        side=top[2],
        share=percent(top[5]),
    )
