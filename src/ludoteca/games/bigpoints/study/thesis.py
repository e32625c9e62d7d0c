"""The document's Table 2 computed again, and its errata.

Source: M. M. Furquim Mendonça, Big Points: uma análise baseada na teoria dos jogos, UnB 2016.
"""

from __future__ import annotations

from math import ceil, comb, log2
from pathlib import Path

from ludoteca.core.answers import Rows
from ludoteca.lab.figures import read_figures
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact import solve
from ..exact.position import Position
from .counting import number_of_matches

section = sections_beside(__file__)


@study_table(
    "table_2", "board points_printed states_printed points states agrees points_ordered difference"
)
def table_2() -> Rows:
    """Table 2 as printed, as computed by the document's order of preference, and by others.

    The document's program does not tell (2, 1) from (2, 0) and keeps whichever it meets first;
    ``ordered`` breaks that tie by the other's points, and ``difference`` is zero-sum.
    """
    for figure in read_figures(Path(__file__).with_name("table_2.csv")):
        points, states = (int(figure["first"]), int(figure["second"])), int(figure["states"])
        place = Position.at_start(figure["board"])
        found, ordered = solve(place, "thesis"), solve(place, "ordered")
        yield [
            figure["board"], points, states, found.points, found.states,
            (found.points, found.states) == (points, states), ordered.points,
            solve(place, "difference").value,
        ]  # fmt: skip


def of_thesis() -> Section:
    """Table 2 and the errata."""
    table = table_2()
    pawn_bits = ceil(log2(5 + 1))
    return section(
        "thesis",
        (table, "errata"),
        n=sum(bool(row[5]) for row in table.rows),
        matches=f"{number_of_matches():.2g}".replace("e+", " x 10^"),
        bits=f"{pawn_bits} x 5 = {pawn_bits * 5}",
        combinations=comb(5, 2),
    )
