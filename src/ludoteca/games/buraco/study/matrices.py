"""The document's transition matrix as it prints it, beside the proper chains."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np

from ludoteca.core.answers import Cell, Rows, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.figures import read_figures
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact.chain import BY_NAME, PLACES, STATES, Chain
from ..thesis import matrix

section = sections_beside(__file__)

P = 0.25

CELLS = (
    ("567", "567"), ("567", "56789"), ("567", "45678C"), ("567", "C45678"), ("567", "4567C9"),
    ("234", "A234"), ("A23", "A234"), ("A23456789DJQK", "A23456789DJQKA"), ("56C", "C567"),
    ("A2C", "A2C"),
)  # fmt: skip
"""The document's examples, and cells that show its faults."""


@study_table("printed_cells", "from to printed by_the_code agrees")
def corner_table() -> Rows:
    """The cells other than 0 of the printed corner, 20 x 20, their text without blanks.

    Where the document's text has lost the middle of a cell, so does ``matrix_corner.csv``.
    """
    for figure in read_figures(Path(__file__).with_name("matrix_corner.csv")):
        i, j, printed = figure.values()
        cell = matrix.matrix_prob(i, j).replace(" ", "")
        yield i, j, printed, cell, cell == printed


@study_table("cells", "from to by_the_thesis document stays proper moves proper_moving")
def cells_table() -> Rows:
    """As text, and as numbers with 1/4 for every card."""
    p = dict.fromkeys(matrix.CARTAS, P)
    quarter = Fraction(P)
    for i, j in CELLS:
        text = matrix.matrix_prob(i, j)
        row: list[str | float | Exact] = [i, j, text, matrix.valor(text, p)]
        for moving in (False, True):
            model = Chain(moving)
            chances = model.exact_row(BY_NAME[i], [quarter] * PLACES, quarter)
            row.append(model.text(BY_NAME[i], BY_NAME[j]))
            row.append(Exact(chances.get(BY_NAME[j], Fraction(0))))
        yield row


@study_table("row_sums", "matrix p lowest highest")
def sums_table() -> Rows:
    """The document's, and both chains'."""
    for p in (0.05, 0.1, P, 0.5):
        printed = matrix.matriz(dict.fromkeys(matrix.CARTAS, p)).sum(axis=1)
        yield _("the thesis"), p, float(printed.min()), float(printed.max())
        for words, moving in ((_("a wild stays"), False), (_("a wild may move"), True)):
            sums = Chain(moving).matrix([p] * PLACES, p).sum(axis=1)
            yield words, p, round(float(sums.min()), 12), round(float(sums.max()), 12)


def _sums_by_length() -> Table:
    """The mean sum of the document's rows by the length of the game."""
    sums = matrix.matriz(dict.fromkeys(matrix.CARTAS, P)).sum(axis=1)
    lengths = np.array([len(jogo) for jogo in matrix.todos_os_jogos])
    wild = np.array(["C" in jogo for jogo in matrix.todos_os_jogos])
    rows: list[Sequence[Cell]] = [
        [int(n), _("with a wild") if has else _("without a wild"),
         float(sums[(lengths == n) & (wild == has)].mean())]
        for has in (False, True)
        for n in range(3, 15)
    ]  # fmt: skip
    columns = ("cards", "kind", "sum_of_the_row")
    return Table("sums_by_length", columns, rows, N_("Mean sum of the rows of the thesis by cards"))


def of_matrices() -> Section:
    """The section on the transition matrix."""
    corner, cells, sums, lengths = corner_table(), cells_table(), sums_table(), _sums_by_length()
    printed = matrix.matriz(dict.fromkeys(matrix.CARTAS, P)).sum(axis=1)
    draw = partial(charts.lines, lengths, "cards", "sum_of_the_row", colour="kind")
    return section(
        "matrices",
        (cells, sums, lengths, corner),
        {"sums_by_length": draw},
        size=len(matrix.todos_os_jogos),
        m=len(STATES),
        low=float(printed.min()),
        high=float(printed.max()),
        n=len(corner.rows),
        agree=sum(bool(row[-1]) for row in corner.rows),
    )
