"""The deck with four kings and four aces beside the one with eight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from ludoteca.core.answers import Cell, Rows
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from ..exact import counts
from ..exact.types import Deck
from ..exact.wins import OWN, PAIR, RIVALS
from ..ids import PUNTO
from ..notation import LANCE_NAMES
from .stones import values_table
from .win_chances import WIN_CHANCES, mean, win_chances_table

section = sections_beside(__file__)

DECKS = (Deck.of(8), Deck.of(4))
_KINDS = (N_("no pares"), N_("par"), N_("medias"), N_("duples"))
_BEST = 10


def _shares(found: Sequence[int], deck: Deck) -> list[Fraction]:
    return [Fraction(n, deck.hands) for n in found]


@study_table("decks", "what eight_kings four_kings")
def decks_table() -> Rows:
    """Numbers of both decks."""

    def row(what: str, of: Callable[[Deck], Fraction]) -> list[Cell]:
        return [what, *(Exact(of(deck)) for deck in DECKS)]

    yield [_("different hands"), *(len(deck.types) for deck in DECKS)]
    for kind, name in enumerate(_KINDS):
        yield row(_(name), lambda deck, k=kind: _shares(counts.by_pares(deck), deck)[k])  # type: ignore[misc]
    yield row(
        _("juego"), lambda deck: sum(_shares(counts.by_pares(deck, juego=True), deck), Fraction(0))
    )
    yield row(_("31 points"), lambda deck: Fraction(counts.by_points(deck)[31], deck.hands))
    played = {deck: counts.chance_of_lances(deck) for deck in DECKS}
    for lance in played[DECKS[0]]:
        words = _("{lance} is played").format(lance=LANCE_NAMES[lance])
        yield row(words, lambda deck, n=lance: played[deck][n])  # type: ignore[misc]
    for lance, name in enumerate(LANCE_NAMES):
        words = _("{lance}: what the pair of the mano wins more").format(lance=_(name))
        yield row(
            words,
            lambda deck, n=lance: mean(deck, PAIR, 0, n) - mean(deck, PAIR, 3, n),  # type: ignore[misc]
        )
    for words, column in (
        (_("stones of the mano's pair without bets"), OWN),
        (_("stones of the postre's pair without bets"), RIVALS),
    ):
        yield row(
            words,
            lambda deck, c=column: sum(  # type: ignore[misc]
                (mean(deck, c, 0, lance) for lance in range(PUNTO + 1)), Fraction(0)
            ),
        )


@study_table("points_by_deck", "points deck ways chance")
def points_table() -> Rows:
    """All points that hands have, from 4."""
    for deck, name in zip(DECKS, (N_("eight kings"), N_("four kings")), strict=True):
        for points, ways in counts.by_points(deck).items():
            yield [points, _(name), ways, Exact(Fraction(ways, deck.hands))]


@study_table("values_four_kings", "hand mano second third postre mean")
def best_hands_table() -> Rows:
    """The best hands on average over the places."""
    yield from values_table(DECKS[1]).rows[:_BEST]


@study_table("win_chances_four_kings", WIN_CHANCES)
def win_chances_of_four_kings() -> Rows:
    """All hands in every place, as :func:`.win_chances.win_chances_table` has them with eight."""
    yield from win_chances_table(DECKS[1]).rows


def of_four_kings() -> Section:
    """The section on the other deck."""
    decks, points, best = decks_table(), points_table(), best_hands_table()
    juego = {row[0]: row[1:] for row in decks.rows}[_("juego")]
    played = [counts.chance_of_lances(deck)[PUNTO] for deck in DECKS]
    return section(
        "four_kings",
        (decks, points, best, win_chances_of_four_kings()),
        {"points_by_deck": partial(charts.lines, points, "points", "chance", colour="deck")},
        types=len(DECKS[1].types),
        types_of_eight=len(DECKS[0].types),
        juego=number(juego[1]),
        juego_of_eight=number(juego[0]),
        punto=float(played[1]),
        punto_of_eight=float(played[0]),
        best=best.rows[0][0],
    )
