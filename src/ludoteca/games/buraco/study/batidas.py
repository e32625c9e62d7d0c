"""Chances to go out of some hands: the document's, and the exact ones of three events."""

from __future__ import annotations

from ludoteca.core.answers import Rows
from ludoteca.core.numbers import Exact
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from ..exact.typed import position_from
from ..thesis.going_out import chance_to_go_out

section = sections_beside(__file__)

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


@study_table(
    "batidas",
    "hand by_the_thesis as_it_writes_it from_the_stock before_your_next_turn",
    chances="by_the_thesis from_the_stock before_your_next_turn",
)
def batidas_table() -> Rows:
    """Each hand, with nothing on the table."""
    for hand in HANDS:
        found = position_from(hand)
        texts, printed = chance_to_go_out(found)
        yield [
            hand, Exact(printed), " * ".join(texts), Exact(found.from_stock()),
            Exact(found.by_end_of_round()),
        ]  # fmt: skip


def of_batidas() -> Section:
    """The section on going out."""
    found = batidas_table()
    printed, stock, soon = (number(found.rows[0][k]) for k in (1, 3, 4))
    return section("batidas", (found,), printed=printed, stock=stock, soon=soon)
