"""Chances to win each lance by hand and place at the table, and what being the mano is worth."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np

from ludoteca.core.answers import Rows
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from ..exact.answers import place
from ..exact.table import table as counts_of
from ..exact.types import Deck
from ..exact.wins import INDIVIDUAL, INDIVIDUAL_SE_DA, OWN, PAIR, PAIR_SE_DA, RIVALS, SE_DA
from ..ids import JUEGO, LANCES, SEATS
from ..notation import LANCE_NAMES, PLACES

section = sections_beside(__file__)


def mean(deck: Deck, column: int, seat: int, lance: int) -> Fraction:
    """A column of the table of counts averaged over all hands of a seat."""
    counts = counts_of(deck)[:, seat, lance, column].astype(object)
    total = int(np.dot(deck.types.ways.astype(object), counts))
    return Fraction(total, deck.hands * deck.deals)


def stones_of_being_mano(deck: Deck) -> Fraction:
    """Stones that the pair of the mano has above the other in a deal without bets, on average."""
    return sum(
        (mean(deck, OWN, 0, lance) - mean(deck, RIVALS, 0, lance) for lance in range(LANCES)),
        Fraction(0),
    )


@study_table(
    "win_chances",
    "hand place grande grande_pair chica chica_pair pares pares_pair juego juego_pair "
    "punto punto_pair",
    chances="grande grande_pair chica chica_pair pares pares_pair juego juego_pair "
    "punto punto_pair",
)
def win_chances_table(deck: Deck) -> Rows:
    """All hands in every place, the best in grande first."""
    counts = counts_of(deck)[..., (INDIVIDUAL, PAIR)]
    for index, hand in enumerate(deck.types.names):
        for seat in range(SEATS):
            cells = counts[index, seat].ravel().tolist()
            yield [hand, place(seat), *(Exact(Fraction(n, deck.deals)) for n in cells)]


@study_table("places", "lance place individual pair_wins", chances="individual pair_wins")
def places_table(deck: Deck) -> Rows:
    """Each lance and place."""
    for lance, name in enumerate(LANCE_NAMES):
        for seat in range(SEATS):
            alone, pair = (mean(deck, column, seat, lance) for column in (INDIVIDUAL, PAIR))
            yield [name, place(seat), Exact(alone), Exact(pair)]


@study_table(
    "mano",
    "lance pair_of_the_mano pair_of_the_postre advantage stones",
    chances="pair_of_the_mano pair_of_the_postre",
)
def mano_table(deck: Deck) -> Rows:
    """Each lance, with the difference of the pairs."""
    for lance, name in enumerate(LANCE_NAMES):
        ours, theirs = mean(deck, PAIR, 0, lance), mean(deck, PAIR, 3, lance)
        stones = mean(deck, OWN, 0, lance) - mean(deck, RIVALS, 0, lance)
        yield [name, Exact(ours), Exact(theirs), Exact(ours - theirs), Exact(stones)]


@study_table("even_hands", "lance place alone with_the_partner")
def even_hands_table(deck: Deck) -> Rows:
    """Each lance and place; none where no hand has such a chance."""
    for lance, name in enumerate(LANCE_NAMES):
        for seat in range(SEATS):
            alone, pair = INDIVIDUAL_SE_DA, PAIR_SE_DA
            found = [_weakest(deck, lance, seat, column) for column in (alone, pair)]
            yield [name, place(seat), *found]


def _weakest(deck: Deck, lance: int, seat: int, column: int) -> str | None:
    counts = counts_of(deck)[:, seat, lance]
    wins, played = counts[:, column], counts[:, SE_DA]
    order = deck.types.classes[lance]
    enough = np.flatnonzero((2 * wins >= played) & (order > 0))
    if not enough.size:
        return None
    # Among the hands of the lowest class, the one with the least chance.
    weakest = min(enough.tolist(), key=lambda index: (order[index], wins[index] / played[index]))
    return deck.types.names[weakest]


def of_win_chances(deck: Deck) -> Section:
    """The section on the chances of hands and places."""
    places, mano, even = places_table(deck), mano_table(deck), even_hands_table(deck)
    hands = {(row[0], row[1]): row[2:] for row in even.rows}
    gained = [number(row[3]) for row in mano.rows]
    return section(
        "win_chances",
        (mano, places, even, win_chances_table(deck)),
        {
            "places": partial(charts.bars, places, "lance", "individual", colour="place"),
            "mano": partial(charts.bars, mano, "lance", "advantage"),
        },
        n=deck.deals,
        **dict(zip(LANCE_NAMES, gained, strict=True)),
        stones=float(stones_of_being_mano(deck)),
        mano=hands[LANCE_NAMES[JUEGO], PLACES[0]][0],
        postre=hands[LANCE_NAMES[JUEGO], PLACES[3]][0],
    )
