"""The odds that stand beside the cards, exact, from what the seat sees.

Before an exchange: what each leads to. Where exchanges differ in ranks alone, so that their odds
are equal, the one of the lowest cards stands for all. Before folding: the chances of the showdown
against somebody who exchanges what does not contribute, given the number that it exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.view import SeatView
from ludoteca.players.advising import simulated_odds

from . import hands
from .coaching import VALUES_REST_ON, goes_on, values_at
from .hands import Cards
from .odds import CONDITION, deck_of, outcome, ranked
from .rules import EXCHANGING, FOLDING, OVER

__all__ = ["VALUES_REST_ON", "odds_at", "odds_of_choice", "values_at"]

GREEDY = N_(
    "unseen cards equally likely, if the other exchanged what does not contribute; "
    "nothing concluded from its not folding"
)


def odds_at(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The mean value after each exchange, the best first; later the chances of the showdown.

    Where a seat only waits for the other's exchange, and where the other cannot have exchanged as
    is assumed, the chances are simulated.
    """
    record = view.record[0]
    if int(record["phase"]) == EXCHANGING and view.current_player == view.seat:
        return tuple(_exchange_odds(view))
    if int(record["phase"]) in (FOLDING, OVER):
        found = _showdown_odds(view)
        if found:
            return found
    return simulated_odds(view, rng)


# -- exchanging ------------------------------------------------------------------------------------


def _exchange_odds(view: SeatView) -> Iterator[Odd]:
    """One odd for every exchange that still can be made and differs from the others."""
    record = view.record[0]
    dealt, given = (_row(record[name][view.seat]) for name in ("dealt", "given"))
    unseen = hands.minus(deck_of(view.options), dealt)
    told = set()
    for found in ranked(dealt, int(record["most"]), unseen):
        if found.ways in told or not goes_on(found.lot, given):
            continue
        told.add(found.ways)
        yield Odd(_mean_words(found.lot), Exact(found.mean, _(CONDITION)), chance=False)


def odds_of_choice(view: SeatView, after: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """What the exchange chosen leads to: the mean value, and how it compares with the hand now."""
    if int(view.record[0]["phase"]) != EXCHANGING:
        return ()
    dealt, lot = (_row(after.record[0][name][view.seat]) for name in ("dealt", "given"))
    found = outcome(dealt, lot, hands.minus(deck_of(view.options), dealt))
    condition = _(CONDITION)
    better, same, worse = (Exact(Fraction(n, found.draws), condition) for n in found.compared)
    return (
        Odd(_mean_words(lot), Exact(found.mean, condition), chance=False),
        Odd(_("the hand is worth more then"), better),
        Odd(_("it is worth the same"), same),
        Odd(_("it is worth less"), worse),
    )


def _mean_words(lot: Cards) -> str:
    text = _("exchange {cards}").format(cards=" ".join(hands.text_of(lot)))
    choice = text if any(lot) else _("keep all cards")
    return _("{choice}: mean value").format(choice=choice)


# -- folding ---------------------------------------------------------------------------------------


def _showdown_odds(view: SeatView) -> tuple[Odd, ...]:
    """The chances that the own hand is the better one, and of a tie; nothing where it is over."""
    record = view.record[0]
    me, other = view.seat, 1 - view.seat
    if int(record["phase"]) == OVER:
        return ()
    own, given = _row(record["hand"][me]), _row(record["given"][me])
    unseen = hands.minus(deck_of(view.options), hands.plus(own, given))
    by_class = rival_classes(unseen, view, int(record["exchanged"][other]))
    total = sum(by_class)
    if not total:
        return ()
    mine = hands.class_of(own)
    condition = _(GREEDY)
    return (
        Odd(
            _("your hand is the better one"),
            Exact(Fraction(sum(by_class[:mine]), total), condition),
        ),
        Odd(_("a tie"), Exact(Fraction(by_class[mine], total), condition)),
    )


def rival_classes(unseen: Cards, view: SeatView, number: int) -> list[int]:
    """Ways, by class, of the final hand of a greedy player who exchanged ``number`` cards.

    Its hand and then its new cards come from ``unseen``; every set of physical cards counts once
    for each order of the two draws. All zero where such a player exchanges no such number.
    """
    ways = [0] * len(hands.VALUES)
    most = int(view.record[0]["most"])
    for hand in hands.multisets(unseen, int(view.options["hand"])):
        lot = hands.greedy_exchange(hand, most)
        if hands.size(lot) != number:
            continue
        rest = hands.minus(unseen, hand)
        kept = hands.minus(hand, lot)
        chances = hands.ways(hand, unseen)
        for drawn in hands.multisets(rest, number):
            ways[hands.class_of(hands.plus(kept, drawn))] += chances * hands.ways(drawn, rest)
    return ways


def _row(counts: NDArray[np.int64]) -> Cards:
    return tuple(int(n) for n in counts)
