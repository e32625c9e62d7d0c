"""The document's law of a card in the stock and its chance to have it, beside the exact ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ludoteca.core.answers import Cell, Rows, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from ..exact import draws
from ..thesis.draws import chance_to_have, lei_de_n

section = sections_beside(__file__)

STOCKS = ((38, 93), (30, 85), (20, 70), (10, 50), (5, 30), (2, 14))
"""Cards in the stock and unknown cards, as a deal goes on."""


@study_table(
    "laws", "stock unknown copies_in_stock by_the_thesis exact", chances="by_the_thesis exact"
)
def laws_table() -> Rows:
    """The three chances for each size of the stock."""
    for stock, unknown in STOCKS:
        laws = zip(lei_de_n(2, stock, unknown), draws.copies_among(2, stock, unknown), strict=True)
        for copies, (printed, exact) in enumerate(laws):
            yield stock, unknown, copies, Exact(printed), Exact(exact)


@study_table(
    "had", "unknown partner unknown_copies by_the_thesis exact", chances="by_the_thesis exact"
)
def had_table() -> Rows:
    """For cards in the partner's hand and unknown copies, at the first turn and later."""
    for _stock, unknown in STOCKS:
        for partner in (11, 6, 2):
            if partner >= unknown:
                continue
            for copies in (2, 1):
                printed = chance_to_have(copies, partner, unknown)
                exact = draws.by_end_of_round(copies, partner, unknown)
                yield [unknown, partner, copies, Exact(printed), Exact(exact)]


def of_cards() -> Section:
    """The section on drawing and having a card."""
    laws, had = laws_table(), had_table()
    rows: list[Sequence[Cell]] = [
        [unknown, words, float(value)]
        for _stock, unknown in STOCKS
        for words, value in (
            (_("the thesis"), chance_to_have(2, 6, unknown)),
            (_("exact"), draws.by_end_of_round(2, 6, unknown)),
        )
    ]
    drawn = Table(
        "had_by_unknown",
        ("unknown", "law", "chance"),
        rows,
        N_("Chance to have a card"),
        chances=("chance",),
    )
    both_in_stock, first = laws.rows[2], had.rows[0]
    return section(
        "cards",
        (laws, had, drawn),
        {"had_by_unknown": partial(charts.lines, drawn, "unknown", "chance", colour="law")},
        exact=number(both_in_stock[4]),
        printed=number(both_in_stock[3]),
        had=number(first[4]),
        had_printed=number(first[3]),
    )
