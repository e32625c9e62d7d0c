"""The document's tables 2.1 to 2.14 and equations beside exact counts, and its errata.

Source: the founding document "Motor de IA para el Mus" (UPC, 2008), chapter 2. What it prints is in
``document.csv``: counts of hands of physical cards, 91,390 in all, or of the cards (unit ``cards``)
beside those that the document has fixed, and probabilities.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.answers import Rows
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.lab.figures import is_right, read_figures
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact import counts
from ..exact.types import Deck
from ..hands import ACE, DUPLES, FOUR, KING, MEDIAS, PAR
from ..ids import PARES

section = sections_beside(__file__)

DECK = Deck.of(8)
PLACES = {"table": N_("table {n}"), "equation": N_("equation {n}")}


def exact_counts() -> dict[str, int]:
    """Counts of the document, by its names: hands, patterns, points, and kinds of pares."""
    points = counts.by_points(DECK)
    shapes = {shape: n for p in points for shape, n in counts.patterns(DECK, p).items()}
    by_points = {f"{p} points": n for p, n in points.items()}
    return {**shapes, **counts.ways_of(DECK), **by_points, **_of_pares(), **_with_juego()}


def _of_pares() -> dict[str, int]:
    """Equations 2.2 to 2.23."""
    hands, pares = DECK.types.hands, DECK.types.cuenta[PARES]
    aces, kings, fours = (hands[:, kind] == 2 for kind in (ACE, KING, FOUR))
    par, medias, duples = (pares == kind for kind in (PAR, MEDIAS, DUPLES))
    two_each = (hands == 2).sum(axis=1) == 2
    plain = ~np.isin(np.arange(hands.shape[1]), (ACE, KING))
    plain_pairs = (hands[:, plain] == 2).sum(axis=1)

    def ways(which: NDArray[Any]) -> int:
        return int(DECK.types.ways[which].sum())

    two_aces, two_fours = 28, 6  # in so many ways
    return {
        N_("all hands"): DECK.hands,
        N_("two cards beside AA"): ways(aces) // two_aces,
        N_("two equal cards beside AA"): ways(aces & duples) // two_aces,
        N_("par of aces"): ways(aces & par),
        N_("par of kings or aces"): ways((aces | kings) & par),
        N_("two cards beside 44"): ways(fours) // two_fours,
        N_("two equal cards beside 44"): ways(fours & duples) // two_fours,
        N_("par of fours"): ways(fours & par),
        N_("par neither of kings nor of aces"): ways(par & ~(aces | kings)),
        N_("par"): ways(par),
        N_("medias"): ways(medias),
        "RRXX": ways(kings & (plain_pairs == 1)),
        "AAXX": ways(aces & (plain_pairs == 1)),
        "XXYY": ways(two_each & (plain_pairs == 2)),
        N_("duples"): ways(duples),
    }


def _with_juego() -> dict[str, int]:
    """Table 2.14: pares with and without juego."""
    nothing, par_and_juego, medias, duples = counts.by_pares(DECK, juego=True)
    return {
        N_("juego without pares"): nothing,
        N_("simple par without juego"): counts.by_pares(DECK, juego=False)[PAR],
        N_("duples and juego"): duples,
        N_("medias and juego"): medias,
        N_("par and juego"): par_and_juego,
    }


@study_table(
    "document",
    "place hands ways_printed ways probability_printed probability agrees",
    chances="probability_printed probability",
)
def document_table() -> Rows:
    """The printed values, in the order of the document."""
    exact = exact_counts()
    for figure in read_figures(Path(__file__).with_name("document.csv")):
        kind, number = figure["place"].split()
        what, printed, share_printed = figure["hands"], figure["ways"], figure["probability"]
        # Patterns are printed with their cards in any order.
        ways = exact.get(what) or exact["".join(sorted(what, key="F7654A".index))]
        share = Fraction(ways, DECK.hands)
        points, of_points, _rest = what.partition(" points")
        yield [
            _(PLACES[kind]).format(n=number),
            _("{points} points").format(points=points) if of_points else _(what),
            int(printed) if printed else None,
            ways,
            share_printed or None,
            Exact(share) if figure["unit"] == "hands" else None,
            (not printed or int(printed) == ways)
            and (not share_printed or is_right(share_printed, share)),
        ]


def of_document() -> Section:
    """The section on the document's counts."""
    document, exact = document_table(), exact_counts()
    hands = ("RRAA", "RRCC", "RR66")
    return section(
        "document",
        ("errata", document),
        hands=DECK.hands,
        n=len(document.rows),
        right=sum(bool(row[-1]) for row in document.rows),
        duples=exact["duples"],
        par=exact["simple par without juego"],
        par_and_juego=exact["par and juego"],
        **{hand: f"{exact[hand] / DECK.hands:.5f}" for hand in hands},
    )
