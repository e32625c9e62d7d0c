"""The first move of the reduced game: which ones win, and the remedy of letting the other choose.

A first move is named by its pawn, counted in the order in which the colours first lie in the row,
and by the side on which it takes its disc; so renaming colours changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
from ..exact.position import ReducedPosition
from ..exact.search import Search, table_bits_for
from ..exact.threads import all_boards
from ..rules import pawn_of, side_of
from ..shares import mean_of_boards, percent, share_of

section = sections_beside(__file__)

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


@dataclass(frozen=True)
class FirstMoves:
    """Boards of one size, of each the differences after its first moves; ``exact`` if all of them.

    The shares and means over boards are exact then, else simulated.
    """

    name: str
    exact: bool
    boards: Sequence[Mapping[FirstMove, int]]

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
    name, search, found = f"{colours}x{discs}", Search(table_bits_for(colours * discs)), []
    words = _("first moves on boards of {size}").format(size=name)
    for board in some:
        found.append(first_moves(board_text(board), search))
        progress(len(found), len(some), words)
    return FirstMoves(name, sample is None, found)


@study_table(
    "first_moves", "size pawn side first_move solved best wins mean_lost", chances="best wins"
)
def moves_table(tallies: Sequence[FirstMoves]) -> Rows:
    """For each first move: where it can be made, how often it is best, how often it wins."""
    for tally in tallies:
        for move in sorted({move for values in tally.boards for move in values}):
            legal = [values for values in tally.boards if move in values]
            n, lost = len(legal), [max(values.values()) - values[move] for values in legal]
            best, wins = lost.count(0), sum(values[move] > 0 for values in legal)
            yield [
                tally.name, *move, f"{move[0]} {move[1]}", n, tally.share(best, n),
                tally.share(wins, n), tally.mean(lost),
            ]  # fmt: skip


@study_table("first_move_choices", "size first_moves so_many_are_best so_many_win")
def choices_table(tallies: Sequence[FirstMoves]) -> Rows:
    """The numbers of first moves that are best, and that win, by the share of boards."""
    for tally in tallies:
        moves, n = [list(values.values()) for values in tally.boards], len(tally.boards)
        best = Counter(values.count(max(values)) for values in moves)
        win = Counter(sum(value > 0 for value in values) for values in moves)
        for k in range(max(*best, *win) + 1):
            # Some move is always best, so that there is no share of boards without one.
            share = tally.share(best[k], n) if k else None
            yield [tally.name, k, share, tally.share(win[k], n)]


@study_table("pie_rule", "size solved ties second_wins mean_lead_of_second")
def pie_table(tallies: Sequence[FirstMoves]) -> Rows:
    """The pie rule: after the first move the second player may change sides.

    The first player then makes the most even move; he never ends ahead, and the second player is
    ahead by what the most even move leaves.
    """
    for tally in tallies:
        leads = [min(abs(value) for value in values.values()) for values in tally.boards]
        even, n = leads.count(0), len(leads)
        yield [
            tally.name, n, tally.share(even, n), tally.share(n - even, n), tally.mean(leads),
        ]  # fmt: skip


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
