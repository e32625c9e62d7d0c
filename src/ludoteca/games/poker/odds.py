"""What an exchange leads to: the exact distribution of the new hand, from the unseen cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb
from typing import Annotated

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, simulated_mean
from ludoteca.core.options import Options
from ludoteca.core.questions import Answer, Cell, Param, Table, question

from . import hands
from .hands import CLASS_NAMES, VALUES, Cards, class_of, text_of, value_of

CONDITION = N_("the cards that are not in the hand equally likely")

HEADINGS = (
    N_("hand"), N_("class"), N_("value"), N_("exchange"), N_("draws"), N_("ways"),
    N_("probability"), N_("mean"), N_("better"), N_("same"), N_("worse"), N_("best"),
)  # fmt: skip

_SIMULATED = (1_000, 10_000, 100_000)


@dataclass(frozen=True)
class Outcome:
    """What becomes of a hand when ``lot`` of it is exchanged.

    ``ways[c]`` counts the draws of physical cards after which the hand is of class c.
    """

    hand: Cards
    lot: Cards
    ways: tuple[int, ...]

    @property
    def draws(self) -> int:
        """All draws."""
        return sum(self.ways)

    @property
    def mean(self) -> Fraction:
        """The mean value of the new hand."""
        total = sum(n * value for n, value in zip(self.ways, VALUES, strict=True))
        return Fraction(total, self.draws)

    @property
    def compared(self) -> tuple[int, int, int]:
        """The draws after which the value is higher than before, the same, and lower."""
        old = class_of(self.hand)
        return sum(self.ways[old + 1 :]), self.ways[old], sum(self.ways[:old])


def outcome(hand: Cards, lot: Cards, unseen: Cards) -> Outcome:
    """What becomes of ``hand`` when ``lot`` of it is replaced by cards from ``unseen``."""
    kept = hands.minus(hand, lot)
    ways = [0] * len(VALUES)
    for drawn in hands.multisets(unseen, hands.size(lot)):
        ways[class_of(hands.plus(kept, drawn))] += hands.ways(drawn, unseen)
    return Outcome(hand, lot, tuple(ways))


def ranked(hand: Cards, most: int, unseen: Cards) -> list[Outcome]:
    """Every exchange of up to ``most`` cards, the best mean first, then the fewest cards."""
    outcomes = [outcome(hand, lot, unseen) for lot in hands.exchanges(hand, most)]
    return sorted(outcomes, key=lambda o: (-o.mean, hands.size(o.lot), o.lot))


@question("odds", N_("What an exchange leads to, exactly; without --exchange, all of them ranked."))
def exchange_odds(
    options: Options,
    cards: Annotated[list[str], Param(N_("the hand: AAKQJ"), bare=True)],
    exchange: Annotated[
        str | None, Param(N_("the cards to exchange: KQJ; none or nothing at all for no card"))
    ] = None,
) -> Answer:
    """The value of the new hand: its distribution, better, same and worse, and the mean."""
    hand = read_hand("".join(cards), options)
    unseen = hands.minus(deck_of(options), hand)
    most = min(int(options["most"]), int(options["hand"]))
    fields: dict[str, Cell] = {
        "hand": text_of(hand),
        "class": _(CLASS_NAMES[class_of(hand)]),
        "value": value_of(hand),
    }
    if exchange is None:
        return _all_exchanges(fields, ranked(hand, most, unseen), unseen)
    found = outcome(hand, read_lot(exchange, hand, most), unseen)
    return _one_exchange(fields, found, unseen)


def _one_exchange(fields: dict[str, Cell], found: Outcome, unseen: Cards) -> Answer:
    better, same, worse = found.compared
    fields |= {
        "exchange": text_of(found.lot),
        "mean": Exact(found.mean, _(CONDITION)),
        "draws": found.draws,
        "better": better,
        "same": same,
        "worse": worse,
    }
    rows: list[list[Cell]] = [
        [VALUES[c], _(CLASS_NAMES[c]), n, Exact(Fraction(n, found.draws))]
        for c, n in enumerate(found.ways)
        if n
    ]
    columns = ("value", "class", "ways", "probability")
    table = Table("distribution", columns, rows, N_("The new hand"))
    return Answer(fields, (table,), why=partial(derivation, found, unseen))


def _all_exchanges(fields: dict[str, Cell], found: Sequence[Outcome], unseen: Cards) -> Answer:
    best = found[0]
    fields |= {"best": text_of(best.lot), "mean": Exact(best.mean, _(CONDITION))}
    rows: list[list[Cell]] = [[text_of(o.lot), Exact(o.mean), o.draws, *o.compared] for o in found]
    columns = ("exchange", "mean", "draws", "better", "same", "worse")
    table = Table("exchanges", columns, rows, N_("Every exchange, the best first"))
    return Answer(fields, (table,), why=partial(derivation, best, unseen))


# -- reading ---------------------------------------------------------------------------------------


def deck_of(options: Mapping[str, int | str]) -> Cards:
    """Every card of the deck of these options."""
    return hands.full_deck(int(options["ranks"]), int(options["copies"]))


def read_hand(text: str, options: Mapping[str, int | str]) -> Cards:
    """The hand written so; raises ``BadInput`` where it is none of the deck."""
    hand = hands.read_cards(text)
    wanted, copies = int(options["hand"]), int(options["copies"])
    if hands.size(hand) != wanted:
        raise BadInput(
            _("a hand has {wanted} cards, {cards} has {n}").format(
                wanted=wanted, cards=text_of(hand), n=hands.size(hand)
            )
        )
    for rank, (n, there) in enumerate(zip(hand, deck_of(options), strict=True)):
        if n > there:
            raise BadInput(
                _("the deck has {copies} cards {card}, not {n}").format(
                    copies=copies if there else 0, card=hands.SYMBOLS[rank], n=n
                )
            )
    return hand


def read_lot(text: str, hand: Cards, most: int) -> Cards:
    """The cards of ``hand`` written so; raises ``BadInput`` where they cannot be exchanged."""
    lot = hands.read_cards("" if text.strip().casefold() == "none" else text)
    if any(n > held for n, held in zip(lot, hand, strict=True)):
        raise BadInput(
            _("you cannot exchange {cards}: your hand is {hand}").format(
                cards=text_of(lot), hand=text_of(hand)
            )
        )
    if hands.size(lot) > most:
        raise BadInput(
            _("at most {n} cards may be exchanged, not {given}").format(
                n=most, given=hands.size(lot)
            )
        )
    return lot


# -- derivation ------------------------------------------------------------------------------------


def derivation(found: Outcome, unseen: Cards, rng: np.random.Generator) -> Iterator[str]:
    """How the numbers come about: counts, the sum, and draws that close in on it."""
    n, there = hands.size(found.lot), hands.size(unseen)
    yield _("{hand} is {words}, worth {value}. Exchanging {lot} keeps {kept}.").format(
        hand=text_of(found.hand),
        words=_(CLASS_NAMES[class_of(found.hand)]),
        value=value_of(found.hand),
        lot=text_of(found.lot),
        kept=text_of(hands.minus(found.hand, found.lot)),
    )
    yield _("{there} cards are not in the hand; {n} of them come: C({there}, {n}) = {all}.").format(
        there=there, n=n, all=comb(there, n)
    )
    total = 0
    for c, ways in enumerate(found.ways):
        if ways:
            total += ways * VALUES[c]
            yield f"  {_(CLASS_NAMES[c])}: {ways} x {VALUES[c]} = {ways * VALUES[c]}"
    yield _("The mean is {total}/{all} = {mean} = {decimal:.6g}.").format(
        total=total, all=found.draws, mean=found.mean, decimal=float(found.mean)
    )
    if n:
        yield from _simulation(found, unseen, rng)


def _simulation(found: Outcome, unseen: Cards, rng: np.random.Generator) -> Iterator[str]:
    kept = np.array(hands.minus(found.hand, found.lot))
    values = np.array(VALUES)
    for n in _SIMULATED:
        drawn = rng.multivariate_hypergeometric(unseen, hands.size(found.lot), n)
        sample = values[[class_of(row) for row in (drawn + kept).tolist()]]
        mean = simulated_mean(float(sample.sum()), float(sample @ sample), n)
        yield _("{n} draws: {mean:.4f}, 95 % interval {low:.4f} to {high:.4f}").format(
            n=n, mean=mean.mean, low=mean.low, high=mean.high
        )
