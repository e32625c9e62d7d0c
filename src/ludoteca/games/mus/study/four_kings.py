"""The deck with four kings and four aces beside the one with eight."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from ludoteca.core.answers import Rows
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from ..exact import counts
from ..exact.types import Deck
from ..exact.wins import OWN, PAIR, RIVALS
from ..ids import LANCES, PUNTO
from ..notation import LANCE_NAMES
from .stones import values_table
from .win_chances import mean, win_chances_table

section = sections_beside(__file__)

DECKS = (Deck.of(8), Deck.of(4))
_KINDS = (N_("no pares"), N_("par"), N_("medias"), N_("duples"))
_BEST = 10


def _numbers(deck: Deck) -> dict[str, Fraction]:
    """Shares of hands, chances of a deal and stones, by what they are in words."""
    pares = counts.by_pares(deck)
    found = {_(name): Fraction(pares[kind], deck.hands) for kind, name in enumerate(_KINDS)}
    found[_("juego")] = Fraction(sum(counts.by_pares(deck, juego=True)), deck.hands)
    found[_("31 points")] = Fraction(counts.by_points(deck)[31], deck.hands)
    for lance, chance in counts.chance_of_lances(deck).items():
        found[_("{lance} is played").format(lance=LANCE_NAMES[lance])] = chance
    for lance, name in enumerate(LANCE_NAMES):
        words = _("{lance}: what the pair of the mano wins more").format(lance=_(name))
        found[words] = mean(deck, PAIR, 0, lance) - mean(deck, PAIR, 3, lance)
    for words, column in (
        (_("stones of the mano's pair without bets"), OWN),
        (_("stones of the postre's pair without bets"), RIVALS),
    ):
        stones = (mean(deck, column, 0, lance) for lance in range(LANCES))
        found[words] = sum(stones, Fraction(0))
    return found


@study_table("decks", "what eight_kings four_kings")
def decks_table() -> Rows:
    """Numbers of both decks."""
    yield [_("different hands"), *(len(deck.types) for deck in DECKS)]
    eight, four = map(_numbers, DECKS)
    for what, of_eight in eight.items():
        yield [what, Exact(of_eight), Exact(four[what])]


@study_table("points_by_deck", "points deck ways chance", chances="chance")
def points_table() -> Rows:
    """All points that hands have, from 4."""
    for deck, name in zip(DECKS, (N_("eight kings"), N_("four kings")), strict=True):
        for points, ways in counts.by_points(deck).items():
            yield [points, _(name), ways, Exact(Fraction(ways, deck.hands))]


def of_four_kings() -> Section:
    """The section on the other deck."""
    decks, points = decks_table(), points_table()
    values, chances = values_table(DECKS[1]), win_chances_table(DECKS[1])
    best = replace(values, name="values_four_kings", rows=values.rows[:_BEST])
    juego = {row[0]: row[1:] for row in decks.rows}[_("juego")]
    played = [counts.chance_of_lances(deck)[PUNTO] for deck in DECKS]
    return section(
        "four_kings",
        (decks, points, best, replace(chances, name="win_chances_four_kings")),
        {"points_by_deck": partial(charts.lines, points, "points", "chance", colour="deck")},
        types=len(DECKS[1].types),
        types_of_eight=len(DECKS[0].types),
        juego=number(juego[1]),
        juego_of_eight=number(juego[0]),
        punto=float(played[1]),
        punto_of_eight=float(played[0]),
        best=best.rows[0][0],
    )
