"""Chapter 3 anew: how often each hand is dealt, in theory, in the document, and simulated here."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from math import comb, erf, sqrt
from pathlib import Path

from ludoteca.core.answers import Rows, Table
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.figures import is_right, read_figures
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact import counts
from ..exact.types import Deck
from ..ids import SEATS
from .dealing import Frequencies

section = sections_beside(__file__)

DECK = Deck.of(8)
PRINTED_DEALS = 1_000_000  #: of table 3.1, each of four hands
_BINS = (-3.0, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)


@cache
def printed_rows() -> dict[str, dict[str, str]]:
    """The 314 legible rows of table 3.1 by hand; the text that is left ends after 64AA.

    Each has a ``simulated`` and a theoretical (``theory``) probability, and the ``error`` in
    percent.
    """
    rows = read_figures(Path(__file__).with_name("table_3_1.csv"))
    return {row["hand"]: row for row in rows}


def deviation(index: int, deals: int) -> float:
    """The standard deviation of the share of hands of a type over ``deals`` deals of four.

    The four hands of a deal are not independent: who holds a hand leaves fewer of it.
    """
    hand = DECK.types.hands[index].tolist()
    p = Fraction(int(DECK.types.ways[index]), DECK.hands)
    beside = 1
    for cards, n in zip(DECK.cards, hand, strict=True):
        beside *= comb(cards - n, n)
    both = p * Fraction(beside, comb(sum(DECK.cards) - DECK.hand, DECK.hand))
    variance = (p - p * p + (SEATS - 1) * (both - p * p)) / SEATS
    return sqrt(float(variance) / deals)


@study_table(
    "frequencies",
    "hand exact theory_printed simulation_printed sigmas_printed simulated sigmas",
    chances="exact theory_printed simulation_printed simulated",
)
def frequencies_table(found: Frequencies) -> Rows:
    """The 330 hands, the best in grande first."""
    for index, hand in enumerate(DECK.types.names):
        exact = Fraction(int(DECK.types.ways[index]), DECK.hands)
        printed: list[float | None] = [None, None, None]
        if row := printed_rows().get(hand):
            shown = float(row["simulated"])
            off = (shown - float(exact)) / deviation(index, PRINTED_DEALS)
            printed = [float(row["theory"]), shown, off]
        own = found.share(index)
        off = (own.mean - float(exact)) / deviation(index, found.deals)
        yield [hand, Exact(exact), *printed, own, off]


@study_table("deviations", "sigmas simulation share", chances="share")
def deviations_table(frequencies: Table) -> Rows:
    """Shares of the hands in intervals of half a sigma, the outer ones open."""
    for name, column in ((_("table {n}").format(n="3.1"), 4), (_("here"), 6)):
        off = _sigmas(frequencies, column)
        for low, high, words in _intervals():
            there = sum(low <= sigmas < high for sigmas, _hand in off)
            yield [words, name, there / len(off)]
    for low, high, words in _intervals():
        yield [words, _("normal"), _below(high) - _below(low)]


def _sigmas(rows: Table, column: int) -> list[tuple[float, str]]:
    """The deviations in a column, each with its hand."""
    cells = [(row[column], str(row[0])) for row in rows.rows]
    return [(sigmas, hand) for sigmas, hand in cells if isinstance(sigmas, float)]


def _largest(rows: Table, column: int) -> str:
    """The largest deviation of a column in words, and how often chance has one so large."""
    off = _sigmas(rows, column)
    largest, hand = max((abs(sigmas), hand) for sigmas, hand in off)
    within = _below(largest) - _below(-largest)
    return _("{sigmas:.2f} sigmas ({hand}; so much or more in {chance:.0%} of simulations)").format(
        sigmas=largest, hand=hand, chance=1 - within ** len(off)
    )


def _intervals() -> list[tuple[float, float, str]]:
    ends = (-float("inf"), *_BINS, float("inf"))
    inner = [f"{low:g} … {high:g}" for low, high in pairwise(_BINS)]
    words = [f"< {_BINS[0]:g}", *inner, f"> {_BINS[-1]:g}"]
    return [(*both, text) for both, text in zip(pairwise(ends), words, strict=True)]


def _below(sigmas: float) -> float:
    return (1 + erf(sigmas / sqrt(2))) / 2


def of_frequencies(found: Frequencies) -> Section:
    """The section on table 3.1."""
    rows = frequencies_table(found)
    deviations = deviations_table(rows)
    ways = counts.ways_of(DECK)
    right = [is_right(row["theory"], ways[h] / DECK.hands) for h, row in printed_rows().items()]
    drawn = partial(charts.bars, deviations, "sigmas", "share", colour="simulation")
    return section(
        "frequencies",
        (rows, deviations),
        {"deviations": drawn},
        n=found.deals,
        rows=len(right),
        right=sum(right),
        printed_deals=PRINTED_DEALS,
        printed=_largest(rows, 4),
        deals=found.deals,
        own=_largest(rows, 6),
    )
