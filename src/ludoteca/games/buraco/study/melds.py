"""Expected points of a meld by rounds: the proper chains, and what the document's matrix gives."""

from __future__ import annotations

from functools import partial

import numpy as np

from ludoteca.core.answers import Rows, Table
from ludoteca.core.i18n import N_, _
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact.chain import BY_NAME, PLACES, Chain
from ..thesis import matrix

section = sections_beside(__file__)

MELDS = ("567", "A23", "QKA", "56C", "5C7", "456789")
P, WILD = 0.15, 0.1
"""Chances of a card and of a wild in a round, near those of the first rounds."""
ROUNDS = 13


def by_the_thesis(meld: str, rounds: int) -> list[float]:
    """The document's expected points after 0..rounds rounds: powers of its matrix."""
    p = dict.fromkeys(matrix.CARTAS, P) | {"C": WILD}
    step = matrix.matriz(p)
    # a game with C for both aces has the points of one with a wild for the low ace
    names = [jogo if jogo in BY_NAME else "C23456789DJQKA" for jogo in matrix.todos_os_jogos]
    worth = np.array([float(BY_NAME[name].points) for name in names])
    found = []
    for _round in range(rounds + 1):
        found.append(float(worth[matrix.todos_os_jogos.index(meld)]))
        worth = step @ worth
    return found


@study_table("expected_points", "state rounds wild_stays wild_may_move by_the_thesis")
def points_table() -> Rows:
    """With 0.15 for every card and 0.1 for a wild."""
    for meld in MELDS:
        printed = by_the_thesis(meld, ROUNDS)
        for rounds in range(ROUNDS + 1):
            proper = [
                Chain(moving).expected_points(BY_NAME[meld], [P] * PLACES, WILD, rounds)
                for moving in (False, True)
            ]
            yield [meld, rounds, *proper, printed[rounds]]


def of_melds() -> Section:
    """The section on expected points."""
    points = points_table()
    first = [row for row in points.rows if row[0] == MELDS[0]]
    last = first[-1]
    rows = [
        [row[1], words, row[column]]
        for row in first
        for words, column in ((_("exact"), 2), (_("the thesis"), 4))
    ]
    drawn = Table("points_by_round", ("rounds", "matrix", "points"), rows, N_("Points of 567"))
    return section(
        "melds",
        (points, drawn),
        {
            "points_by_round": partial(
                charts.lines, drawn, "rounds", "points", colour="matrix", log=True
            )
        },
        p=P,
        wild=WILD,
        rounds=ROUNDS,
        meld=MELDS[0],
        exact=last[2],
        printed=last[4],
    )
