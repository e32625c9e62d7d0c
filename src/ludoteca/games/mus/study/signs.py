"""The worth of a sign: to the partner who sees it, and to a rival who catches it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import sqrt

import numpy as np
from scipy.special import stdtrit

from ludoteca.core.answers import Rows, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import njit
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from ..exact.table import table as counts_of
from ..exact.types import Deck, Ints
from ..exact.wins import PAIR, PAIR_SE_DA, SE_DA
from ..hands import KINDS
from ..ids import LANCES, PARES, PUNTO, SEATS
from ..notation import LANCE_NAMES
from ..signs import (
    ANY_DUPLES,
    ANY_MEDIAS,
    BLIND,
    FIRST_SIGNS,
    SHORT,
    SIGNS,
    THIRTY,
    THIRTY_ONE,
    TWENTY_NINE,
    TWO_ACES,
    TWO_KINGS,
    signs_of,
)
from .dealing import AT_ONCE, count_stones, deal_types, types_by_cards

section = sections_beside(__file__)

WORDS = {
    TWO_KINGS: N_("two kings"),
    TWO_ACES: N_("two aces"),
    ANY_MEDIAS: N_("medias"),
    ANY_DUPLES: N_("duples"),
    THIRTY_ONE: N_("31"),
    THIRTY: N_("30"),
    TWENTY_NINE: N_("29"),
    BLIND: N_("blind"),
}
"""The short list, which a hand may show at every deal of cards."""

PARTNER, RIVAL = range(2)
BATCHES = 8


@cache
def signs_by_type(deck: Deck) -> Ints:
    """The signs of the short list that are true of each type, as bits ``1 << sign``."""
    return np.array([signs_of(hand, SHORT) for hand in deck.types.hands], np.int64)


@cache
def given_by_type(deck: Deck) -> Ints:
    """The sign that the levels give with each type: the first that is true; blind for none."""
    found = np.full(len(deck.types), BLIND, np.int64)
    for sign in reversed(FIRST_SIGNS):
        found[signs_by_type(deck) >> sign & 1 == 1] = sign
    return found


# -- exact: what a sign says of the lances --------------------------------------------------------


@study_table(
    "signs",
    "sign chance_of_the_sign lance before with_the_sign change",
    chances="chance_of_the_sign before with_the_sign",
)
def signs_table(deck: Deck) -> Rows:
    """Each sign and lance, over all hands and places. The rivals' chance is what is left."""
    ways = deck.types.ways
    for sign, words in WORDS.items():
        there = (signs_by_type(deck) >> sign & 1 == 1) * ways
        share = Fraction(int(there.sum()), deck.hands)
        for lance, name in enumerate(LANCE_NAMES):
            before, after = (_chance(deck, weights, lance) for weights in (ways, there))
            yield [
                _(words), Exact(share), name, before and Exact(before),
                None if after is None else Exact(after),
                None if after is None or before is None else Exact(after - before),
            ]  # fmt: skip


def _chance(deck: Deck, weights: Ints, lance: int) -> Fraction | None:
    """The pair's chance over the deals in which the lance is played; None where it never is."""
    counts = counts_of(deck)[:, :, lance].sum(axis=1).astype(object)
    column = PAIR_SE_DA if lance >= PARES else PAIR
    wins, played = (int(np.dot(weights.astype(object), counts[:, c])) for c in (column, SE_DA))
    return Fraction(wins, played) if played else None


# -- simulated: what it is worth to know ----------------------------------------------------------


@dataclass(frozen=True)
class Worth:
    """Stones that a seat gains by betting one stone on a lance where it pays; see the section.

    Attributes
    ----------
    blind : knowing its own hand and place alone
    partner : knowing the partner's sign too
    rival : knowing the sign of the rival on the right too
    """

    lance: int
    blind: Simulated
    partner: Simulated
    rival: Simulated


def worth_of_signs(deck: Deck, deals: int, seed: int, progress: Progress = quiet) -> list[Worth]:
    """Simulate what signs are worth, lance by lance.

    Whether it pays to bet is decided from all batches of deals but one, what it brings is counted
    in that one: so chance cannot look like knowledge.
    """
    rng = np.random.default_rng(seed)
    cards = np.repeat(np.arange(KINDS), deck.cards)
    shape = (BATCHES, 2, LANCES, SEATS, len(deck.types), SIGNS)
    won = np.zeros(shape, np.int64)
    batch = max(1, deals // BATCHES)
    types = deck.types
    for k in range(BATCHES):
        for done in range(0, batch, AT_ONCE):
            progress(k * batch + done, BATCHES * batch, _("deals"))
            _bet_a_stone(
                rng, cards, types_by_cards(deck), types.classes, types.cuenta,
                given_by_type(deck), min(AT_ONCE, batch - done), won[k],
            )  # fmt: skip
    return [_worth(won[:, :, lance], lance, batch) for lance in range(LANCES)]


def _worth(won: Ints, lance: int, batch: int) -> Worth:
    blind = won[:, PARTNER].sum(axis=-1)
    return Worth(
        lance, *(_gained(cells, batch) for cells in (blind, won[:, PARTNER], won[:, RIVAL]))
    )


def _gained(won: Ints, batch: int) -> Simulated:
    """Stones of a seat in a deal where it bets if the other batches say that it pays."""
    means = [
        float(won[k][won.sum(axis=0) - won[k] > 0].sum()) / (batch * SEATS) for k in range(BATCHES)
    ]
    mean = float(np.mean(means))
    half = float(stdtrit(BATCHES - 1, 0.975)) * float(np.std(means, ddof=1)) / sqrt(BATCHES)
    return Simulated(mean, batch * BATCHES, mean - half, mean + half)


@njit
def _bet_a_stone(  # type: ignore[no-untyped-def]
    rng, cards, types_of, classes, cuenta, given, deals, won
):
    """Add to ``won`` what a stone on each lance brings: 1 or -1 where the lance is played.

    ``won`` is by who signs (partner, rival on the right), lance, own place, own type and sign.
    """
    held = np.zeros(SEATS, np.int64)
    stones = np.zeros((classes.shape[0], 2), np.int64)
    for _deal in range(deals):
        deal_types(rng, cards, types_of, held)
        count_stones(held, classes, cuenta, stones)
        for lance in range(len(stones)):
            if stones[lance, 0] == stones[lance, 1]:
                continue
            if lance >= PARES and lance < PUNTO:
                first = max(classes[lance, held[0]], classes[lance, held[2]])
                second = max(classes[lance, held[1]], classes[lance, held[3]])
                if first == 0 or second == 0:
                    continue
            for seat in range(SEATS):
                pair = seat % 2
                result = 1 if stones[lance, pair] > 0 else -1
                own = held[seat]
                won[0, lance, seat, own, given[held[(seat + 2) % SEATS]]] += result
                won[1, lance, seat, own, given[held[(seat + 1) % SEATS]]] += result


@study_table("worth_of_signs", "lance own_hand with_the_partners_sign with_a_rivals_sign")
def worth_table(found: list[Worth]) -> Rows:
    """Each lance."""
    for worth in found:
        yield [LANCE_NAMES[worth.lance], worth.blind, worth.partner, worth.rival]


def of_signs(deck: Deck, found: list[Worth]) -> Section:
    """The section on signs."""
    signs, worth = signs_table(deck), worth_table(found)
    partner = sum(w.partner.mean - w.blind.mean for w in found)
    rival = sum(w.rival.mean - w.blind.mean for w in found)
    after = {(row[0], row[2]): row[4] for row in signs.rows}
    drawn = Table(
        "signs",
        ("sign", "lance", "change"),
        [[row[0], _(str(row[2])), row[5]] for row in signs.rows if row[5] is not None],
    )
    return section(
        "signs",
        (worth, signs),
        {"signs": partial(charts.heatmap, drawn, "sign", "lance", "change")},
        n=found[0].blind.n,
        partner=partner,
        rival=rival,
        kings=number(after[_(WORDS[TWO_KINGS]), "grande"]),
        duples=number(after[_(WORDS[ANY_DUPLES]), "pares"]),
        best=number(after[_(WORDS[THIRTY_ONE]), "juego"]),
    )
