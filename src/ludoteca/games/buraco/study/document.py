"""Every figure that the document prints, computed again, and the errata."""

from __future__ import annotations

import statistics
from fractions import Fraction
from math import comb

from ludoteca.core.answers import Rows, table
from ludoteca.core.i18n import N_, _
from ludoteca.lab.study import Section

from ..exact.chain import POINTS
from ..thesis import draws, matrix, organisations, runtime


def rank_sum_p(w: float, n: int, m: int) -> float:
    """The two-sided p of a rank sum statistic, normal with continuity correction, no ties."""
    from scipy.special import ndtr  # imported here: SciPy costs start-up time

    off = max(abs(w - n * m / 2) - 0.5, 0.0)
    return float(2 * ndtr(-off / (n * m * (n + m + 1) / 12) ** 0.5))


@table("figures", N_("The figures that the document prints"), "figure printed right agrees")
def figures_table() -> Rows:
    """In the order of the document; ``agrees`` to its last digit."""
    games = Fraction(2 * sum(organisations.n_jogos), len(organisations.n_jogos))
    rounds = runtime.n_rodadas
    rows = (
        (_("cards"), "104", str(len(draws.baralho))),
        (_("cards in the stock after the deal"), "38", str(104 - 4 * 11 - 2 * 11)),
        (_("ways to split 14 places into two to four melds"), "40",
         str(len(organisations.permutações_possiveis))),
        (_("ways to choose a copy of 13 cards"), "8192", str(len(organisations.todas_variações))),
        (_("melds without a wild"), "78", str(len(matrix.jogos_possiveis))),
        (_("melds with a wild"), "520", str(len(matrix.jogos_possiveis_coringa))),
        (_("melds in all"), "598", str(len(matrix.todos_os_jogos))),
        (_("mean of the rounds of 30 games"), "13.1", f"{statistics.mean(rounds):.1f}"),
        (_("their standard deviation"), "2.771157", f"{statistics.stdev(rounds):.6f}"),
        (_("hands of the first player, C(93, 12)"), str(runtime.MÃOS), str(comb(93, 12))),
        (_("melds of a suit on average"), "6.05", f"{float(games):.2f}"),
        (_("ways to put 8 wilds into 24 melds, C(24, 8)"), "735471", str(comb(24, 8))),
        (_("years of a move"), "1.996905e+25", f"{float(runtime.anos_certos()):.6e}"),
        (_("p of the rank sum 339.5"), "0.1037", f"{rank_sum_p(339.5, 30, 30):.4f}"),
        (_("p of the rank sum 457"), "0.9234", f"{rank_sum_p(457, 30, 30):.4f}"),
    )  # fmt: skip
    for what, printed, right in rows:
        yield what, printed, right, printed == right


@table("errata", N_("Errata of the document"), "place printed right remark")
def errata_table() -> Rows:
    """The mistakes of the document, with the right values."""
    one_suit = sum(POINTS) - POINTS[-1]
    rows = (
        (_("drawing"), "1 - (b/b^)^2", "1 - b/b^", _("the chance that a copy is not in the stock")),
        (_("drawing"), _("binomial law"), _("hypergeometric law"),
         _("two copies do not lie in the stock independently; the mean is the same")),
        (_("having a card"), _("one rival's discard"), _("two rivals' discards"),
         _("and the three ways are not independent")),
        (_("the partner's card"), "N / c", "c / b^",
         _("the function divides the copies by the size of the hand, and has the name of another")),
        (_("splits of a suit"), _("parts greater than 3"), _("parts of at least 3"),
         _("the list has them")),
        (_("splits of a suit"), "40", "41", _("the whole suit as one meld is left out")),
        (_("splits of a suit"), "A 3 4", "A 2 3",
         _("the 2, which is not in the list, is taken from the last meld, not from the first")),
        (_("both halves"), _("each with its equal"), _("40 x 40 pairs"),
         _("the text wants all pairs of splits, the code pairs each with itself")),
        (_("states"), "598", "597", _("a wild for either ace of 14 cards replaces both")),
        (_("states"), "598", "599", _("the state without cards is missing")),
        (_("list of melds without a wild"), _("13 cards"), _("14 cards"),
         _("the last line, A to A")),
        (_("text of 567 to 45678C"), _("the 8 and the 9"), _("the 4 and the 8"),
         _("the cards to be found; the formula is right")),
        (_("text of 567 to 4567C9"), "1 - p8", _("nothing"),
         _("the code does not ask what fills the wild's place")),
        (_("matrix"), "pa*pa", "pa", _("an ace is asked for twice")),
        (_("matrix"), "1", "ph", _("A23456789DJQK to A23456789DJQKA costs no second ace")),
        (_("matrix"), _("rows from 0.918 to 2.8125"), "1", _("at p = 1/4 for every card")),
        (_("matrix"), _("a laid wild moves"), _("it stays"), _("as the rules of the text have it")),
        (_("matrix"), "1,1==\"3\")", "1,1)==\"3\"", _("a parenthesis is missing as printed")),
        (_("matrix"), _("no order of equal melds"), _("points, then the lowest place"),
         _("the text asks for one and gives none")),
        (_("going out"), _("one completion"), _("all"),
         _("3 4 waits for the 2 alone; single cards and wilds are left out")),
        (_("rounds left"), "13 - n", _("by the state of play"), _("below 0 after 13 rounds")),
        (_("C(93, 12)"), str(runtime.MÃOS), str(comb(93, 12)), _("printed from a float")),
        (_("years"), f"{float(runtime.anos()):.6e}", f"{float(runtime.anos_certos()):.6e}",
         _("seconds were divided by the minutes of a year")),
        (_("wilds"), "C(24, 8)", _("per suit"),
         _("24 melds are those of all four suits, which are multiplied by 4 again")),
        (_("points of a suit"), "", str(one_suit), _("the pictures of the values are lost")),
        (_("rank sum tests"), _("30 games"), _("30 and 30 games"),
         _("W has the p printed for two samples of 30")),
    )  # fmt: skip
    yield from rows


def _power(years: Fraction) -> str:
    return f"{float(years):.2e}".replace("e+", " x 10^")


def of_document() -> Section:
    """The section on the document's figures."""
    figures, errata = figures_table(), errata_table()
    right = sum(bool(row[-1]) for row in figures.rows)
    return Section(
        "document",
        _("Are the document's figures right?"),
        _("every figure computed again from its own code and data"),
        _(
            "Of {n} figures {right} are right to the last digit. The best move would take {years} "
            "years and not {printed}: seconds were divided by the minutes of a year. One p is off "
            "by the ties that are not printed."
        ).format(
            n=len(figures.rows),
            right=right,
            years=_power(runtime.anos_certos()),
            printed=_power(runtime.anos()),
        ),
        (figures, errata),
    )
