"""The document's tables 2.1 to 2.14 and equations beside exact counts, and its errata.

Source: the founding document "Motor de IA para el Mus" (UPC, 2008), chapter 2. Counts are of hands
of physical cards, 91,390 in all; a printed value has the place where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.answers import Rows, table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.lab.study import Section

from ..exact import counts
from ..exact.types import Deck
from ..hands import ACE, DUPLES, FOUR, KING, MEDIAS, PAR
from ..ids import PARES

DECK = Deck.of(8)

NAMED = (
    ("RRRA", 448, "0.00490"),
    ("RRCS", 448, "0.00490"),
    ("RRAA", 784, "0.00857"),
    ("RRCC", 168, "0.00183"),
    ("RR66", 168, "0.00183"),
    ("7654", 256, "0.00280"),
)
"""Table 2.1: hand, favourable combinations, probability."""

POINTS = (
    ("2.2", 31, {"FFFA": 4480, "FF56": 1920, "FF74": 1920, "F777": 64}, "2.24", "0.0917"),
    ("2.3", 32, {"FF75": 1920, "FF66": 720}, "2.25", "0.0289"),
    ("2.4", 33, {"FF76": 1920}, "2.26", "0.0210"),
    ("2.5", 34, {"FFF4": 2240, "FF77": 720}, "2.27", "0.0324"),
    ("2.6", 35, {"FFF5": 2240}, "2.28", "0.0245"),
    ("2.7", 36, {"FFF6": 2240}, "2.29", "0.0245"),
    ("2.8", 37, {"FFF7": 2240}, "2.30", "0.0245"),
    ("2.9", 40, {"FFFF": 1820}, "2.31", "0.0199"),
    ("2.10", 30, {"FF55": 720, "FF64": 1920, "F776": 384}, "2.32", "0.0331"),
    ("2.11", 29, {"FF54": 1920, "F667": 384, "F775": 384}, "2.33", "0.0294"),
    (
        "2.12",
        28,
        {"FF7A": 3840, "7777": 1, "FF44": 720, "F774": 384, "F765": 1024, "F666": 64},
        "2.34",
        "0.0660",
    ),
    (
        "2.13",
        27,
        {"FF6A": 3840, "F755": 384, "F764": 1024, "F665": 384, "7776": 16},
        "2.35",
        "0.061801",
    ),
)
"""Tables 2.2 to 2.13: points, combinations by pattern; the equation and its probability."""


@dataclass(frozen=True)
class Printed:
    """A value of the document, and what it is: ``ways`` or a probability, or both.

    ``divisor``: the exact count is that of whole hands; the document divides it by so many ways
    of the cards that it has fixed.
    """

    place: str
    what: str
    ways: int | None
    probability: str | None
    exact: int
    divisor: int = 1

    @property
    def share(self) -> Fraction:
        """The exact probability."""
        return Fraction(self.exact, DECK.hands)

    @property
    def agrees(self) -> bool:
        """True where all that is printed is right, the probability to its last digit."""
        return self._ways_agree and self._probability_agrees

    @property
    def _ways_agree(self) -> bool:
        return self.ways is None or self.ways * self.divisor == self.exact

    @property
    def _probability_agrees(self) -> bool:
        if self.probability is None:
            return True
        return rounds_to(self.share, Decimal(self.probability))


def rounds_to(exact: Fraction, printed: Decimal) -> bool:
    """True if ``printed`` is ``exact`` rounded to the digits that it has."""
    unit = Decimal(1).scaleb(int(printed.as_tuple().exponent))
    return abs(exact - Fraction(printed)) <= Fraction(unit) / 2


def printed_values() -> Iterator[Printed]:
    """Every count and probability of hands that chapter 2 prints, in its order."""
    ways = counts.ways_of(DECK)
    yield Printed(_("equation {n}").format(n="2.2"), _("all hands"), 91390, None, DECK.hands)
    for hand, printed, share in NAMED:
        yield Printed(_("table {n}").format(n="2.1"), hand, printed, share, ways[hand])
    yield from _of_pares()
    for place, points, shapes, equation, share in POINTS:
        exact = counts.patterns(DECK, points)
        for shape, printed in shapes.items():
            found = exact["".join(sorted(shape, key="F7654A".index))]
            yield Printed(_("table {n}").format(n=place), shape, printed, None, found)
        yield Printed(
            _("equation {n}").format(n=equation),
            _("{points} points").format(points=points),
            sum(shapes.values()),
            share,
            counts.by_points(DECK)[points],
        )
    yield from _combined()


def _of_pares() -> Iterator[Printed]:
    """Equations 2.4 to 2.23."""
    hands, pares = DECK.types.hands, DECK.types.cuenta[PARES]
    aces, fours = hands[:, ACE] == 2, hands[:, FOUR] == 2
    kings = hands[:, KING] == 2
    par, medias, duples = (pares == kind for kind in (PAR, MEDIAS, DUPLES))
    two_each = (hands == 2).sum(axis=1) == 2
    plain = ~np.isin(np.arange(hands.shape[1]), (ACE, KING))
    plain_pairs = (hands[:, plain] == 2).sum(axis=1)
    rows: tuple[tuple[str, str, int | None, str | None, NDArray[Any], int], ...] = (
        ("2.4", _("two cards beside AA"), 496, None, aces, 28),
        ("2.5", _("two equal cards beside AA"), 64, None, aces & duples, 28),
        ("2.6", _("par of aces"), 12096, None, aces & par, 1),
        ("2.7", _("par of kings or aces"), 24192, None, (aces | kings) & par, 1),
        ("2.8", _("two cards beside 44"), 630, None, fours, 6),
        ("2.9", _("two equal cards beside 44"), 86, None, fours & duples, 6),
        ("2.10", _("par of fours"), 3264, None, fours & par, 1),
        ("2.11", _("par neither of kings nor of aces"), 19584, None, par & ~(aces | kings), 1),
        ("2.13", _("par"), 43776, "0.479", par, 1),
        ("2.18", _("medias"), None, "0.0487", medias, 1),
        ("2.19", "RRXX", 2016, None, kings & (plain_pairs == 1), 1),
        ("2.19", "AAXX", 2016, None, aces & (plain_pairs == 1), 1),
        ("2.20", "XXYY", 540, None, two_each & (plain_pairs == 2), 1),
        ("2.21", "RRRR", 140, None, hands[:, KING] == 4, 1),
        ("2.21", "AAAA", 140, None, hands[:, ACE] == 4, 1),
        ("2.22", "RRAA", 784, None, aces & kings, 1),
        ("2.23", _("duples"), 3480, None, duples, 1),
    )  # fmt: skip
    for equation, what, printed, share, which, divisor in rows:
        place = _("equation {n}").format(n=equation)
        yield Printed(place, what, printed, share, int(DECK.types.ways[which].sum()), divisor)


def _combined() -> Iterator[Printed]:
    """Table 2.14: pares with and without juego."""
    place = _("table {n}").format(n="2.14")
    nothing, par_and_juego, medias, duples = counts.by_pares(DECK, juego=True)
    par = counts.by_pares(DECK, juego=False)[PAR]
    yield Printed(place, _("juego without pares"), 8192, "0.0896", nothing)
    yield Printed(place, _("simple par without juego"), 35458, "0.388", par)
    yield Printed(place, _("duples and juego"), 924, "0.0101", duples)
    yield Printed(place, _("medias and juego"), 2144, "0.0235", medias)
    yield Printed(place, _("par and juego"), 16252, "0.178", par_and_juego)


@table(
    "document",
    N_("Every count and probability that chapter 2 prints, beside exact ones"),
    "place hands ways_printed ways probability_printed probability agrees",
)
def document_table() -> Rows:
    """The printed values, in the order of the document."""
    for value in printed_values():
        exact = Fraction(value.exact, value.divisor)
        yield [
            value.place, value.what, value.ways, int(exact), value.probability,
            Exact(value.share) if value.divisor == 1 else None, value.agrees,
        ]  # fmt: skip


@table("errata", N_("Errata of the document"), "place printed right remark")
def errata_table() -> Rows:
    """The mistakes of the document, with the right values."""
    hands = DECK.hands
    yield [
        _("example 1.6.3.1"), 3, 5,
        _("The pair that wins juego with 31 also counts 2 stones for the partner's 32."),
    ]  # fmt: skip
    yield [
        _("example 1.6.3.1"), _("the second has no juego"), _("the third has no juego"),
        _("The second has 32, as the example itself says."),
    ]  # fmt: skip
    for name, printed in (("RRAA", "0.00857"), ("RRCC", "0.00183"), ("RR66", "0.00183")):
        exact = Fraction(counts.ways_of(DECK)[name], hands)
        yield [
            _("table {n}").format(n="2.1"), printed, f"{float(exact):.5f}",
            _("{hand}: cut after five digits, not rounded").format(hand=name),
        ]  # fmt: skip
    yield [
        _("equation {n}").format(n="2.19"), 2016, 1008,
        _("The sum for RRXX and AAXX is printed as the number of each."),
    ]  # fmt: skip
    yield [
        _("equation {n}").format(n="2.21"), 140, 70,
        _("The sum for RRRR and AAAA is printed as the number of each."),
    ]  # fmt: skip
    yield [
        _("equation {n}").format(n="2.23"), 3480, counts.by_pares(DECK)[DUPLES],
        _("CCCC, SSSS, 7777, 6666, 5555 and 4444 are left out; table 2.14 counts them."),
    ]  # fmt: skip
    yield [
        _("equation {n}").format(n="2.34"), "F666 + F666", "F765 + F666",
        _("F666 is printed twice and F765 not at all; the result is right."),
    ]  # fmt: skip
    yield [
        _("equation {n}").format(n="2.35"), "C(16,2)", "C(16,1)",
        _("F665 has one card of ten points; the result is right."),
    ]  # fmt: skip
    yield [
        _("table {n}").format(n="2.14"), 35458, counts.by_pares(DECK, juego=False)[PAR],
        _("Called simple pairs without juego, it counts medias and duples as well."),
    ]  # fmt: skip
    yield [
        _("table {n}").format(n="2.14"), 16252, counts.by_pares(DECK, juego=True)[PAR],
        _("Called pairs and juego, it counts medias and duples as well."),
    ]  # fmt: skip


def of_document() -> Section:
    """The section on the document's counts."""
    document, errata = document_table(), errata_table()
    right = sum(bool(row[-1]) for row in document.rows)
    answer = _(
        "Of {n} counts and probabilities {right} are right to the last digit. The others and the "
        "slips of the text are listed; the one that matters is the number of duples, 3,486 and not "
        "3,480."
    ).format(n=len(document.rows), right=right)
    return Section(
        "document",
        _("Are the document's tables 2.1 to 2.14 right?"),
        _("exact counts of all {n:,} hands").format(n=DECK.hands),
        answer,
        (errata, document),
    )
