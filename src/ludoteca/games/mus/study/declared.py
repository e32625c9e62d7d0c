"""Declarations: the rival with juego and without pares is the dangerous one."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.answers import Rows
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from ..exact import counts
from ..exact.answers import place
from ..exact.types import Deck
from ..exact.wins import ways_to_take
from ..hands import DUPLES, MEDIAS, NO_PARES, PAR
from ..ids import JUEGO, PARES

section = sections_beside(__file__)

DECLARED = (N_("no pares"), N_("pares"))
FROM_THE_BEST = (31, 32, 40, 37, 36, 35, 34, 33)


def share_of(deck: Deck, points: int, *, pares: bool) -> Fraction:
    """The chance that a hand with juego, with or without pares, has so many points."""
    found = counts.by_pares_and_points(deck)
    kinds = (PAR, MEDIAS, DUPLES) if pares else (NO_PARES,)
    all_ = sum(found[kind, n] for kind in kinds for n in FROM_THE_BEST)
    return Fraction(sum(found[kind, points] for kind in kinds), all_)


@study_table("juego_declared", "points declared chance", chances="chance")
def juego_declared_table(deck: Deck) -> Rows:
    """Points from the best, without pares and with them."""
    for points in FROM_THE_BEST:
        for pares, said in enumerate(DECLARED):
            yield [points, _(said), Exact(share_of(deck, points, pares=bool(pares)))]


def beaten_by_one(deck: Deck, hand: int, wins_ties: bool, rival: NDArray[np.bool_]) -> Fraction:
    """The chance that one rival, whose hand is one of ``rival``, has the better juego."""
    types = deck.types
    classes = types.classes[JUEGO]
    ways = np.where(rival, ways_to_take(types.hands, np.array(deck.cards) - types.hands[hand]), 0)
    better = classes > classes[hand] if wins_ties else classes >= classes[hand]
    return Fraction(int(ways[better].sum()), int(ways.sum()))


@study_table("one_rival", "hand points place no_pares pares difference", chances="no_pares pares")
def one_rival_table(deck: Deck) -> Rows:
    """The commonest hand of each number of points, as mano and as postre."""
    types = deck.types
    has, pares = types.classes[JUEGO] > 0, types.classes[PARES] > 0
    for points in FROM_THE_BEST:
        hands = np.flatnonzero(types.points == points)
        if not hands.size:
            continue
        hand = int(hands[np.argmax(types.ways[hands])])
        for seat in (0, 3):
            without, with_ = (
                beaten_by_one(deck, hand, seat == 0, has & which) for which in (~pares, pares)
            )
            yield [
                types.names[hand], points, place(seat), Exact(without), Exact(with_),
                Exact(without - with_),
            ]  # fmt: skip


def of_declared(deck: Deck) -> Section:
    """The section on the rival without pares."""
    declared, one = juego_declared_table(deck), one_rival_table(deck)
    best = [[float(share_of(deck, n, pares=said)) for n in (31, 32)] for said in (False, True)]
    lost, lost_to_pares = next(
        map(number, row[3:5]) for row in one.rows if row[1:3] == [32, place(3)]
    )
    return section(
        "declared",
        (declared, one),
        {"juego_declared": partial(charts.bars, declared, "points", "chance", colour="declared")},
        without=best[0][0],
        with_=best[1][0],
        two_without=sum(best[0]),
        two_with=sum(best[1]),
        lost=lost,
        lost_to_pares=lost_to_pares,
    )
