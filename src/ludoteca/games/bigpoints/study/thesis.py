"""The document's Table 2 computed again, and its errata.

Source: M. M. Furquim Mendonça, Big Points: uma análise baseada na teoria dos jogos, UnB 2016.
"""

from __future__ import annotations

from math import ceil, comb, log2

from ludoteca.core.answers import Rows, table
from ludoteca.core.i18n import N_, _

from ..exact import solve
from ..exact.position import ReducedPosition
from .counting import number_of_matches

TABLE_2 = {
    "1122": ((2, 1), 17),
    "1212": ((2, 0), 25),
    "1221": ((2, 1), 25),
    "2112": ((2, 1), 25),
    "2121": ((2, 1), 25),
    "2211": ((2, 0), 17),
}
"""As printed: the points of both players and the number of states, by board."""


@table(
    "table_2",
    N_("Table 2 of the document, computed again"),
    "board points_printed states_printed points states agrees points_ordered difference",
)
def table_2() -> Rows:
    """Table 2 as printed, as computed by the document's order of preference, and by others.

    The document's program does not tell (2, 1) from (2, 0) and keeps whichever it meets first;
    ``ordered`` breaks that tie by the other's points, and ``difference`` is zero-sum.
    """
    for board, (points, states) in TABLE_2.items():
        place = ReducedPosition.at_start(board)
        found = solve(place, "thesis")
        ordered = solve(place, "ordered")
        difference = solve(place, "difference").value
        agrees = (found.points, found.states) == (points, states)
        yield [
            board,
            points,
            states,
            found.points,
            found.states,
            agrees,
            ordered.points,
            difference,
        ]


@table("errata", N_("Errata of the document"), "where printed right")
def errata() -> Rows:
    """The document's mistakes with the right value of each."""
    pawn_bits = ceil(log2(5 + 1))
    yield from [
        [
            _("Table 2"),
            _("(2,0) for 1212 and 2211, (2,1) for the other boards"),
            _(
                "(2,1) for all six, the loser's points being kept up too; the program does not "
                "tell (2,1) from (2,0), so that renaming colours changes its result"
            ),
        ],
        [
            _("3.2, the size of the game 2x2"),
            _("about 341 states, four moves in every position and four plies"),
            _(
                "a tree of 32 or 37 nodes with 10 or 12 complete games; no position has more than "
                "three moves"
            ),
        ],
        [
            _("3.2, the number of matches"),
            "5 x 10^41",
            f"{number_of_matches():.2g}".replace("e+", " x 10^"),
        ],
        [
            _("3.3.2, bits of _peao"),
            "3 x 4 = 15",
            f"{pawn_bits} x 5 = {pawn_bits * 5}",
        ],
        [
            _("symbols, the binomial coefficient"),
            "C(p, q) = p! / (q! (p - 1)!)",
            _("C(p, q) = p! / (q! (p - q)!); C(5, 2) is {n}").format(n=comb(5, 2)),
        ],
        [
            _("2.2, Table 1"),
            _("the text takes (3, 4) from the cell of E12 and E21"),
            _("that cell holds (2, 3)"),
        ],
        [
            _("2.4, footnote 7"),
            _("N_c is the number of common discs"),
            _("N_c is the number of colours: a colour is worth N_c less the place of its pawn"),
        ],
        [
            _("3.2, conclusion"),
            _("the first player always wins"),
            _(
                "so it is on the six boards of 2x2; on both boards of 2x1 the second player wins, "
                "and 8 of the 20 boards of 2x3 are ties"
            ),
        ],
    ]
