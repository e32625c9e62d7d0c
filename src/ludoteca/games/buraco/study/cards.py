"""The document's law of a card in the stock and its chance to have it, beside the exact ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ludoteca.core.answers import Cell, Plot, Rows, Table, table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.study import Section

from ..exact import draws
from ..exact.going_out import PairMelds
from ..exact.position import DECK, Position
from ..thesis.draws import lei_de_n

STOCKS = ((38, 93), (30, 85), (20, 70), (10, 50), (5, 30), (2, 14))
"""Cards in the stock and unknown cards, as a deal goes on."""


@table(
    "laws",
    N_("Copies of a card in the stock, no copy located: the document's law and the exact one"),
    "stock unknown copies_in_stock by_the_document exact",
)
def laws_table() -> Rows:
    """The three chances for each size of the stock."""
    for stock, unknown in STOCKS:
        laws = zip(lei_de_n(2, stock, unknown), draws.copies_among(2, stock, unknown), strict=True)
        for copies, (printed, exact) in enumerate(laws):
            yield stock, unknown, copies, Exact(printed), Exact(exact)


@table(
    "had",
    N_("The chance to have a card by the end of the round: the document's and the exact one"),
    "unknown partner unknown_copies by_the_document exact",
)
def had_table() -> Rows:
    """For cards in the partner's hand and unknown copies, at the first turn and later."""
    for _stock, unknown in STOCKS:
        for partner in (11, 6, 2):
            if partner >= unknown:
                continue
            position = _position(unknown, partner)
            for copies, kind in ((2, 2), (1, 3)):
                yield [
                    unknown, partner, copies, Exact(position.document_had(kind)),
                    Exact(draws.by_end_of_round(copies, partner, unknown)),
                ]  # fmt: skip


def _position(unknown: int, partner: int) -> Position:
    """Both copies of the third kind are unknown, one of the fourth, and others to the number."""
    counts = [0] * len(DECK)
    counts[2], counts[3] = 2, 1
    counts[4] = unknown - 3  # their kind does not matter
    return Position((0,) * len(DECK), PairMelds(), tuple(counts), partner=partner)


def of_cards() -> Section:
    """The section on drawing and having a card."""
    laws, had = laws_table(), had_table()
    printed, exact = lei_de_n(2, 38, 93)[2], draws.copies_among(2, 38, 93)[2]
    first = had.rows[0]
    rows: list[Sequence[Cell]] = [
        [unknown, words, float(value)]
        for _stock, unknown in STOCKS
        for words, value in (
            (_("the document"), _position(unknown, 6).document_had(2)),
            (_("exact"), draws.by_end_of_round(2, 6, unknown)),
        )
    ]
    drawn = Table("had_by_unknown", ("unknown", "law", "chance"), rows, N_("Chance to have a card"))
    assert isinstance(first[3], Exact)
    assert isinstance(first[4], Exact)
    return Section(
        "cards",
        _("What is the chance to draw a card, and to have it in time?"),
        _("all orders of the unknown cards are equally likely (exact)"),
        _(
            "The chance of the next card is the document's. That both copies lie in the stock at "
            "the first turn is {exact:.4f} and not {printed:.4f}; that a card of which both copies "
            "are unknown is had by the end of the round {had:.3f} and not {had_printed:.3f}: its "
            "formula takes one rival's discard of two."
        ).format(
            exact=float(exact), printed=float(printed), had=float(first[4].value),
            had_printed=float(first[3].value),
        ),
        (laws, had, drawn),
        (
            Plot(
                "had_by_unknown",
                N_("Chance to have a card by the end of the round, six cards with the partner"),
                partial(charts.lines, drawn, "unknown", "chance", colour="law"),
            ),
        ),
    )  # fmt: skip
