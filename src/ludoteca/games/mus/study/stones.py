"""Stones that a hand is worth where nobody bets: the gain R in its readings, and the whole deal."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial

import numpy as np

from ludoteca.core.answers import Cell, Name, Rows, Table
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from ..exact.answers import place
from ..exact.gains import LanceGain, expected, gain
from ..exact.table import table as counts_of
from ..exact.types import Deck
from ..exact.wins import OWN, RIVALS
from ..ids import JUEGO, LANCES, PARES, SEATS
from ..notation import LANCE_NAMES
from .win_chances import mean

section = sections_beside(__file__)

_SHOWN = 7  #: hands at either end of the plot
READINGS = ("formula", "joint", "always")


@cache
def gains_of(deck: Deck) -> dict[tuple[int, int, int], LanceGain]:
    """The gain R by hand, seat and lance."""
    counts, deals = counts_of(deck), deck.deals
    return {
        (hand, seat, lance): gain(deck, hand, counts[hand, seat], deals, lance)
        for hand in range(len(deck.types))
        for seat in range(SEATS)
        for lance in range(LANCES)
    }


@study_table(
    "gains",
    "hand place R_grande R_chica R_pares_formula R_pares_joint R_pares_always "
    "R_juego_formula R_juego_joint R_juego_always R_punto",
)
def gains_table(deck: Deck) -> Rows:
    """All hands in every place."""
    found = gains_of(deck)
    for index, hand in enumerate(deck.types.names):
        for seat in range(SEATS):
            cells = []
            for lance in range(LANCES):
                one = found[index, seat, lance]
                three = [one.formula, one.joint, one.always]
                cells += three if lance in (PARES, JUEGO) else three[:1]
            yield [hand, place(seat), *map(Exact, cells)]


@study_table("readings", "lance reading mean largest_above_joint hand place")
def readings_table(deck: Deck) -> Rows:
    """Means over all hands, and where a reading is farthest from the joint chance."""
    found, ways = gains_of(deck), deck.types.ways.tolist()
    for lance in (PARES, JUEGO):
        gains = {(hand, seat): one for (hand, seat, n), one in found.items() if n == lance}
        for reading in READINGS:
            values = {at: getattr(one, reading) for at, one in gains.items()}
            total = sum(
                (ways[hand] * value for (hand, _seat), value in values.items()), Fraction(0)
            )
            off = {at: abs(value - gains[at].joint) for at, value in values.items()}
            hand, seat = max(off, key=lambda at: off[at])
            farthest: list[Cell] = [None, None, None]
            if off[hand, seat]:
                farthest = [Exact(off[hand, seat]), deck.types.names[hand], place(seat)]
            average = Exact(total / (SEATS * deck.hands))
            yield [LANCE_NAMES[lance], Name(reading), average, *farthest]


@study_table("stones", "lance pair_of_the_mano pair_of_the_postre both")
def stones_table(deck: Deck) -> Rows:
    """Each lance, and the whole deal."""
    rows = [
        (name, mean(deck, OWN, 0, lance), mean(deck, RIVALS, 0, lance))
        for lance, name in enumerate(LANCE_NAMES)
    ]
    rows.append((_("all"), sum(row[1] for row in rows), sum(row[2] for row in rows)))  # type: ignore[arg-type]
    for name, ours, theirs in rows:
        yield [name, Exact(ours), Exact(theirs), Exact(ours + theirs)]


@study_table("values", "hand mano second third postre mean")
def values_table(deck: Deck) -> Rows:
    """All hands, the best on average over the places first."""
    worth = expected(deck).astype(object)
    for index in np.argsort(-expected(deck).sum(axis=1), kind="stable").tolist():
        cells = [Exact(Fraction(n, deck.deals)) for n in worth[index]]
        average = Fraction(int(worth[index].sum()), SEATS * deck.deals)
        yield [deck.types.names[index], *cells, Exact(average)]


def of_stones(deck: Deck) -> Section:
    """The section on stones without bets."""
    values, stones, readings = values_table(deck), stones_table(deck), readings_table(deck)
    best, worst = values.rows[0], values.rows[-1]
    ends = [*values.rows[:_SHOWN], *values.rows[-_SHOWN:]]
    shown = Table("values", ("hand", "mean_stones"), [[row[0], row[-1]] for row in ends])
    return section(
        "stones",
        (stones, readings, values, gains_table(deck)),
        {"values": partial(charts.bars, shown, "hand", "mean_stones")},
        both=number(stones.rows[-1][3]),
        mano=number(stones.rows[-1][1]),
        best=best[0],
        most=number(best[-1]),
        worst=worst[0],
        least=number(worst[-1]),
        pares=number(readings.rows[0][3]),
        juego=number(readings.rows[3][3]),
    )
