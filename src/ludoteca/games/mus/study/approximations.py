"""The document's two short cuts to equation 2.40: the cube of P(A), and leaving out weak hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial

import numpy as np

from ludoteca.core.answers import Rows
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section, in_turn, sections_beside, study_table

from ..exact.answers import place
from ..exact.table import table as counts_of
from ..exact.types import Deck
from ..exact.wins import INDIVIDUAL, count, first_steps
from ..ids import GRANDE, JUEGO, LANCES, PARES, PUNTO, SEATS
from ..notation import LANCE_NAMES
from .stones import gains_of

section = sections_beside(__file__)

CUT = Fraction(1, 10)  #: "las jugadas con rango menor a 0,1" (2.2.1.3)


@dataclass(frozen=True)
class ShortCut:
    """The chance of a hand to beat the three others in a lance, and an estimate of it."""

    hand: int
    seat: int
    lance: int
    exact: Fraction
    estimate: Fraction

    @property
    def error(self) -> Fraction:
        """The estimate less the exact chance."""
        return self.estimate - self.exact


@cache
def _chances(deck: Deck) -> dict[tuple[int, int, int], Fraction]:
    """The exact chance by hand, seat and lance."""
    counts, deals = counts_of(deck)[..., INDIVIDUAL], deck.deals
    return {at: Fraction(int(n), deals) for at, n in np.ndenumerate(counts)}


def cubes(deck: Deck, progress: Progress = quiet) -> list[ShortCut]:
    """P(A)^3 for all hands, places and lances, where A is to beat the next to speak."""
    found = []
    for hand in in_turn(range(len(deck.types)), progress, lambda _hand: _("estimates")):
        # The place matters only for ties with the next to speak: whom the postre alone yields to.
        ones = {
            (yields, lance): first_steps(deck, hand, (SEATS - 1) * yields, lance)[0]
            for yields in (False, True)
            for lance in range(LANCES)
        }
        for seat in range(SEATS):
            for lance in range(LANCES):
                one = ones[seat == SEATS - 1, lance]
                exact = _chances(deck)[hand, seat, lance]
                found.append(ShortCut(hand, seat, lance, exact, one**3))
    return found


@cache
def ranks(deck: Deck, lance: int) -> list[Fraction]:
    """The rank R of every hand in a lance by the document's formula, its mean over the places."""
    found = gains_of(deck)
    return [
        sum((found[hand, seat, lance].formula for seat in range(SEATS)), Fraction(0)) / SEATS
        for hand in range(len(deck.types))
    ]


def cut_sums(deck: Deck, progress: Progress = quiet) -> list[ShortCut]:
    """Equation 2.40 where the others' hands with a rank under 0.1 are left out of the sums.

    The rank says nothing of punto, and chica is grande with the deck turned round. A hand that
    takes no part wins nothing, whatever is left out.
    """
    found = []
    for lance in (GRANDE, PARES, JUEGO):
        kept = np.array([rank >= CUT for rank in ranks(deck, lance)])
        allowed = np.array([kept] * 3)
        for hand in in_turn(range(len(deck.types)), progress, lambda _hand: _("estimates")):
            wins = np.zeros(SEATS, np.int64)
            if deck.types.classes[lance, hand]:
                wins = count(deck, hand, allowed=allowed, lances=(lance,))[0][:, 0, INDIVIDUAL]
            for seat in range(SEATS):
                estimate = Fraction(int(wins[seat]), deck.deals)
                exact = _chances(deck)[hand, seat, lance]
                found.append(ShortCut(hand, seat, lance, exact, estimate))
    return found


def cut_hands(deck: Deck) -> list[ShortCut]:
    """The other reading of the cut: a hand with a rank under 0.1 is taken to win nothing."""
    found = []
    for lance in range(PUNTO):
        for hand, rank in enumerate(ranks(deck, lance)):
            for seat in range(SEATS):
                exact = _chances(deck)[hand, seat, lance]
                estimate = exact if rank >= CUT else Fraction(0)
                found.append(ShortCut(hand, seat, lance, exact, estimate))
    return found


@study_table(
    "estimates",
    "short_cut lance mean_error mean_size_of_error largest_error hand place exact estimate",
    chances="exact estimate",
)
def estimates_table(deck: Deck, found: dict[str, Sequence[ShortCut]]) -> Rows:
    """Means over all hands as they are dealt and all places, and the largest error."""
    ways = deck.types.ways.tolist()
    for name, estimates in found.items():
        for lance in range(LANCES):
            there = [e for e in estimates if e.lance == lance]
            if not there:
                continue
            weight = SEATS * deck.hands
            signed = sum((ways[e.hand] * e.error for e in there), Fraction(0)) / weight
            size = sum((ways[e.hand] * abs(e.error) for e in there), Fraction(0)) / weight
            worst = max(there, key=lambda e: abs(e.error))
            yield [
                name, LANCE_NAMES[lance], Exact(signed), Exact(size), Exact(worst.error),
                deck.types.names[worst.hand], place(worst.seat), Exact(worst.exact),
                Exact(worst.estimate),
            ]  # fmt: skip


@study_table("cube_errors", "chance lance mean_error")
def cube_errors_table(found: Sequence[ShortCut]) -> Rows:
    """Chances to the nearest twentieth."""
    errors = defaultdict(list)
    for e in found:
        errors[e.lance, round(20 * e.exact)].append(float(e.error))
    for (lance, twentieth), here in sorted(errors.items()):
        yield [twentieth / 20, LANCE_NAMES[lance], sum(here) / len(here)]


def of_approximations(deck: Deck, cubed: Sequence[ShortCut], summed: Sequence[ShortCut]) -> Section:
    """The section on the document's estimates."""
    cube, sums, hands = "P(A)^3", _("weak hands left out of the sums"), _("weak hands win nothing")
    estimates = estimates_table(deck, {cube: cubed, sums: summed, hands: cut_hands(deck)})
    worst = max(cubed, key=lambda e: abs(e.error))
    cut = max(summed, key=lambda e: abs(e.error))
    drawn = cube_errors_table(cubed)
    return section(
        "estimates",
        (estimates, drawn),
        {"cube_errors": partial(charts.lines, drawn, "chance", "mean_error", colour="lance")},
        n=len(deck.types),
        cube=float(abs(worst.error)),
        cube_hand=deck.types.names[worst.hand],
        cube_place=_(place(worst.seat)),
        cube_lance=LANCE_NAMES[worst.lance],
        cube_exact=float(worst.exact),
        cube_estimate=float(worst.estimate),
        mean=_mean_size(deck, cubed),
        cut=float(abs(cut.error)),
        cut_hand=deck.types.names[cut.hand],
        cut_lance=LANCE_NAMES[cut.lance],
    )


def _mean_size(deck: Deck, estimates: Sequence[ShortCut]) -> float:
    ways = deck.types.ways.tolist()
    total = sum(ways[e.hand] * float(abs(e.error)) for e in estimates)
    return float(total / (SEATS * LANCES * deck.hands))
