"""Chances to go out of some hands: the document's, and the exact ones of three events."""

from __future__ import annotations

from fractions import Fraction

from ludoteca.core.answers import Rows, table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.lab.study import Section

from ..exact.typed import position_from

EXAMPLE = position_from("3C 4C 5C JC KC")
"""The document's worked example."""

HANDS = (
    "3C 4C 5C JC KC",
    "3C 4C 9H",
    "3C 4C 9H TH",
    "7D 7D 8D 9D KS",
    "5C 6C 2H JS",
    "4H 6H 8H TH",
)


@table(
    "batidas",
    N_("Chances to go out at the first turn: the document's and those of this turn and this round"),
    "hand by_the_document as_it_writes_it from_the_stock by_the_end_of_the_round",
)
def batidas_table() -> Rows:
    """Each hand, with nothing on the table."""
    for hand in HANDS:
        found = position_from(hand)
        texts, printed = found.document_chance()
        yield [
            hand, Exact(printed), " * ".join(texts), Exact(found.from_stock()),
            Exact(found.by_end_of_round()),
        ]  # fmt: skip


def of_batidas() -> Section:
    """The section on going out."""
    found = batidas_table()
    printed, stock, soon = (float(_value(found.rows[0][k])) for k in (1, 3, 4))
    return Section(
        "batidas",
        _("What is the chance to go out?"),
        _("every completion of the hand counted, wilds and single cards included; nothing on the "
          "table, eleven cards with the partner"),
        _(
            "The document's example, 3 4 5 J K, waits for the queen: {printed:.3f} by its formula. "
            "The queen or any two does it: {stock:.3f} with the next card, {soon:.3f} with all "
            "that the pair has by the end of the round."
        ).format(printed=printed, stock=stock, soon=soon),
        (found,),
    )  # fmt: skip


def _value(cell: object) -> Fraction:
    assert isinstance(cell, Exact)
    return cell.value
