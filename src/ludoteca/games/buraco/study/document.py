"""Every figure that the document prints, computed again, and the errata."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path

from ludoteca.core.answers import Rows
from ludoteca.core.i18n import N_, _
from ludoteca.lab.figures import is_right, printed_like, read_figures
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact.chain import POINTS
from ..thesis import draws, matrix, organisations, runtime

section = sections_beside(__file__)


def rank_sum_p(w: float, n: int, m: int) -> float:
    """The two-sided p of a rank sum statistic, normal with continuity correction, no ties."""
    from scipy.special import ndtr  # imported here: SciPy costs start-up time

    off = max(abs(w - n * m / 2) - 0.5, 0.0)
    return float(2 * ndtr(-off / (n * m * (n + m + 1) / 12) ** 0.5))


RIGHT: dict[str, Callable[[], Fraction | float]] = {
    N_("cards"): lambda: len(draws.baralho),
    N_("cards in the stock after the deal"): lambda: 104 - 4 * 11 - 2 * 11,
    N_("ways to split 14 places into two to four melds"): lambda: len(
        organisations.permutações_possiveis
    ),
    N_("ways to choose a copy of 13 cards"): lambda: len(organisations.todas_variações),
    N_("melds without a wild"): lambda: len(matrix.jogos_possiveis),
    N_("melds with a wild"): lambda: len(matrix.jogos_possiveis_coringa),
    N_("melds in all"): lambda: len(matrix.todos_os_jogos),
    N_("mean of the rounds of 30 games"): lambda: statistics.mean(runtime.n_rodadas),
    N_("their standard deviation"): lambda: statistics.stdev(runtime.n_rodadas),
    N_("hands of the first player, C(93, 12)"): lambda: comb(93, 12),
    N_("melds of a suit on average"): lambda: 2 * statistics.mean(organisations.n_jogos),
    N_("ways to put 8 wilds into 24 melds, C(24, 8)"): lambda: comb(24, 8),
    N_("years of a move"): runtime.anos_certos,
    N_("p of the rank sum 339.5"): lambda: rank_sum_p(339.5, 30, 30),
    N_("p of the rank sum 457"): lambda: rank_sum_p(457, 30, 30),
}
"""The figures of ``document.csv``, computed from the document's own code and data."""


@study_table("figures", "figure printed right agrees")
def figures_table() -> Rows:
    """In the order of the document; ``agrees`` to its last digit."""
    for figure in read_figures(Path(__file__).with_name("document.csv")):
        what, printed = figure["figure"], figure["printed"]
        right = RIGHT[what]()
        yield _(what), printed, printed_like(printed, right), is_right(printed, right)


def _power(years: Fraction) -> str:
    return f"{float(years):.2e}".replace("e+", " x 10^")


def of_document() -> Section:
    """The section on the document's figures."""
    figures = figures_table()
    printed, right = runtime.anos(), runtime.anos_certos()
    return section(
        "document",
        (figures, "errata"),
        n=len(figures.rows),
        right=sum(bool(row[-1]) for row in figures.rows),
        years=_power(right),
        printed=_power(printed),
        hands=str(comb(93, 12)),
        hands_printed=str(runtime.MÃOS),
        seconds=f"{float(right):.6e}",
        seconds_printed=f"{float(printed):.6e}",
        points=str(sum(POINTS) - POINTS[-1]),
    )
