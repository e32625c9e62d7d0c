"""Odds and values of moves of poker, exact: of a hand that is asked about, and of a seat's view.

The odds of an exchange are the distribution of the new hand. Beside the cards stand the odds of
every exchange (where exchanges differ in ranks alone, so that their odds are equal, the one of the
lowest cards stands for all) and, before folding, the chances of the showdown against a player that
exchanges what does not contribute, given the number exchanged.

Moves are worth what they bring against the equilibrium. The other plays the solved strategy of the
round, the one that ships; a round with other cards or prizes is solved on the spot. The seat knows
its own cards and the numbers exchanged, weighs what the other may hold by what the equilibrium
would have done so far, and goes on at its best. All moves of an exchange are one decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import comb
from typing import Annotated, Any

import numpy as np

from ludoteca.core.answers import Answer, Cell, Pieces, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.numbers import Exact, Odd, chance_words, simulated_mean
from ludoteca.core.options import Options
from ludoteca.core.questions import Param, question
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import simulated_odds

from . import hands
from .hands import CLASS_NAMES, VALUES, Cards, class_of, text_of, value_of
from .notation import hand_words
from .rules import EXCHANGING, FOLD, FOLDING, OVER, STAY, STOP
from .solver.response import Prospects, prospects
from .solver.round_paths import FIRST, SECOND, Round
from .solver.store import equilibrium
from .turns import goes_on, next_move

CONDITION = N_("the cards that are not in the hand are equally likely")
VALUES_REST_ON = N_("against a perfect opponent, if you play perfectly from here")
GREEDY = N_(
    "unseen cards are equally likely, assuming that your opponent exchanged the cards that do not "
    "contribute, and does not bluff"
)

_SIMULATED = (1_000, 10_000, 100_000)


@dataclass(frozen=True)
class ExchangeOutcome:
    """The outcome of exchanging ``lot`` of a hand.

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


def outcome(hand: Cards, lot: Cards, unseen: Cards) -> ExchangeOutcome:
    """The outcome of replacing ``lot`` of ``hand`` by cards from ``unseen``."""
    kept = hands.minus(hand, lot)
    ways = [0] * len(VALUES)
    for drawn in hands.multisets(unseen, hands.size(lot)):
        ways[class_of(hands.plus(kept, drawn))] += hands.ways(drawn, unseen)
    return ExchangeOutcome(hand, lot, tuple(ways))


def ranked(hand: Cards, most: int, unseen: Cards) -> list[ExchangeOutcome]:
    """Every exchange of up to ``most`` cards, the best mean first, then the fewest cards."""
    outcomes = [outcome(hand, lot, unseen) for lot in hands.exchanges(hand, most)]
    return sorted(outcomes, key=lambda o: (-o.mean, hands.size(o.lot), o.lot))


@question(
    "odds",
    N_("The worth of each exchange of a hand, exact; or of one exchange."),
    played=((N_("Which cards should I exchange?"), {}),),
)
def exchange_odds(
    options: Options,
    cards: Annotated[
        list[str],
        Param(N_("your hand: AAKQJ"), bare=True, picks="cards", check=hand_asked, example="AAKQJ"),
    ],
    exchange: Annotated[
        str | None,
        Param(
            N_("the cards to exchange: KQJ; none or nothing at all for no card"),
            picks="cards",
            check=exchange_asked,
        ),
    ] = None,
) -> Answer:
    """The value of the new hand: its distribution, better, same and worse, and the mean."""
    asked = {"options": options, "cards": cards, "exchange": exchange}
    hand = hand_asked(asked)
    unseen = hands.minus(deck_of(options), hand)
    fields: dict[str, Cell] = {
        "hand": Pieces(text_of(hand)),
        "class": _(CLASS_NAMES[class_of(hand)]),
        "value": value_of(hand),
    }
    if exchange is None:
        return _all_exchanges(fields, ranked(hand, _most(options), unseen), unseen)
    found = outcome(hand, exchange_asked(asked), unseen)
    return _one_exchange(fields, found, unseen)


def hand_asked(asked: Mapping[str, Any]) -> Cards:
    """The hand that :func:`exchange_odds` is asked about; raises ``BadInput``."""
    options, hand = asked["options"], hands.read_cards("".join(asked["cards"]))
    wanted = int(options["hand"])
    if hands.size(hand) != wanted:
        raise BadInput(
            _("A hand has {wanted} cards; you have chosen {n}.").format(
                wanted=wanted, n=hands.size(hand)
            )
        )
    for rank, (n, there) in enumerate(zip(hand, deck_of(options), strict=True)):
        if n > there:
            raise BadInput(
                _("there are {copies} of {card} in the deck, and you have chosen {n}").format(
                    copies=there, card=hands.SYMBOLS[rank], n=n
                )
            )
    return hand


def exchange_asked(asked: Mapping[str, Any]) -> Cards:
    """The cards of the hand that are exchanged; raises ``BadInput``."""
    text, hand, most = asked["exchange"], hand_asked(asked), _most(asked["options"])
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


def deck_of(options: Mapping[str, int | str]) -> Cards:
    """Every card of the deck of these options."""
    return hands.full_deck(int(options["ranks"]), int(options["copies"]))


def _most(options: Options) -> int:
    return min(int(options["most"]), int(options["hand"]))


def _one_exchange(fields: dict[str, Cell], found: ExchangeOutcome, unseen: Cards) -> Answer:
    better, same, worse = found.compared
    fields |= {
        "exchange": Pieces(text_of(found.lot)),
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
    table = Table("distribution", columns, rows, N_("The new hand"), chances=("probability",))
    headline = _("The new hand is better with a chance of {better}, worse with one of {worse}.")
    return Answer(
        fields,
        (table,),
        why=partial(derivation, found, unseen),
        headline=headline.format(
            better=chance_words(better / found.draws), worse=chance_words(worse / found.draws)
        ),
    )


def _all_exchanges(
    fields: dict[str, Cell], found: Sequence[ExchangeOutcome], unseen: Cards
) -> Answer:
    best = found[0]
    fields |= {"best": Pieces(text_of(best.lot)), "mean": Exact(best.mean, _(CONDITION))}
    rows: list[list[Cell]] = [
        [Pieces(text_of(o.lot)), Exact(o.mean), o.draws, *o.compared] for o in found
    ]
    columns = ("exchange", "mean", "draws", "better", "same", "worse")
    table = Table("exchanges", columns, rows, N_("Every exchange, the best first"))
    headline = (
        _("It is best to exchange {cards}: the new hand is worth {points:.3g} points on average.")
        if hands.size(best.lot)
        else _("It is best to keep all cards: the hand is worth {points:.3g} points.")
    ).format(cards=" ".join(text_of(best.lot)), points=float(best.mean))
    why = partial(derivation, best, unseen)
    return Answer(fields, (table,), why=why, headline=headline)


# -- derivation ------------------------------------------------------------------------------------


def derivation(found: ExchangeOutcome, unseen: Cards, rng: np.random.Generator) -> Iterator[str]:
    """Derive the numbers: counts, the sum, and simulated draws that approach it."""
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


def _simulation(found: ExchangeOutcome, unseen: Cards, rng: np.random.Generator) -> Iterator[str]:
    kept = np.array(hands.minus(found.hand, found.lot))
    values = np.array(VALUES)
    for n in _SIMULATED:
        drawn = rng.multivariate_hypergeometric(unseen, hands.size(found.lot), n)
        sample = values[[class_of(row) for row in (drawn + kept).tolist()]]
        mean = simulated_mean(float(sample.sum()), float(sample @ sample), n)
        yield _("{n} draws: {mean:.4f}, 95% interval {low:.4f} to {high:.4f}").format(
            n=n, mean=mean.mean, low=mean.low, high=mean.high
        )


# -- beside the cards: exchanging ------------------------------------------------------------------


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


_MOST_TOLD = 5
_AFTER = N_(
    "Points that your hand is worth at the showdown, on average, if unseen cards are random:"
)


def _exchange_odds(view: SeatView) -> Iterator[Odd]:
    """One odd for each of the best exchanges that still can be made and differ, and for none."""
    record = view.record[0]
    dealt, given = (row_of(view, name) for name in ("dealt", "given"))
    unseen = hands.minus(deck_of(view.options), dealt)
    told: set[tuple[int, ...]] = set()
    most = None
    for found in ranked(dealt, int(record["most"]), unseen):
        if found.ways in told or not goes_on(found.lot, given):
            continue
        if len(told) >= _MOST_TOLD and any(found.lot):
            continue
        told.add(found.ways)
        most = found.mean if most is None else most
        mean, best = Exact(found.mean, _(CONDITION)), found.mean == most
        yield Odd(_lot_words(found.lot), mean, chance=False, given=_(_AFTER), best=best)


def odds_of_choice(view: SeatView, after: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The odds of the exchange chosen: the mean value, and how it compares with the hand now."""
    if int(view.record[0]["phase"]) != EXCHANGING:
        return ()
    dealt, lot = (row_of(after, name) for name in ("dealt", "given"))
    found = outcome(dealt, lot, hands.minus(deck_of(view.options), dealt))
    condition = _(CONDITION)
    better, same, worse = (Exact(Fraction(n, found.draws), condition) for n in found.compared)
    return (
        # Its name stands without a heading, in the line above the buttons.
        Odd(
            _("{move}: points on average").format(move=_lot_words(lot)),
            Exact(found.mean, condition),
            chance=False,
        ),
        Odd(_("the hand is worth more then"), better),
        Odd(_("it is worth the same"), same),
        Odd(_("it is worth less"), worse),
    )


def _lot_words(lot: Cards) -> str:
    if not any(lot):
        return _("keep all cards")
    return _("exchange {cards}").format(cards=" ".join(hands.text_of(lot)))


# -- beside the cards: folding ---------------------------------------------------------------------


@dataclass(frozen=True)
class Showdown:
    """The chances of a showdown, and the mean of the points by which it is won or lost."""

    better: Fraction
    tie: Fraction
    mean: Fraction


def showdown(view: SeatView) -> Showdown | None:
    """The showdown against a greedy player; None where it exchanges no such number."""
    own, given = (row_of(view, name) for name in ("hand", "given"))
    unseen = hands.minus(deck_of(view.options), hands.plus(own, given))
    by_class = rival_classes(unseen, view, int(view.record[0]["exchanged"][1 - view.seat]))
    total, mine = sum(by_class), hands.class_of(own)
    if not total:
        return None
    won = sum(by_class[:mine]) * VALUES[mine]
    lost = sum(n * VALUES[c] for c, n in enumerate(by_class) if c > mine)
    return Showdown(
        Fraction(sum(by_class[:mine]), total),
        Fraction(by_class[mine], total),
        Fraction(won - lost, total),
    )


def _showdown_odds(view: SeatView) -> tuple[Odd, ...]:
    """The chances that the own hand is the better one, and of a tie; nothing where it is over."""
    chances = None if int(view.record[0]["phase"]) == OVER else showdown(view)
    if chances is None:
        return ()
    condition, given_words = _(GREEDY), _("If your opponent does not bluff:")
    if not int(view.record[0]["exchanged"][1 - view.seat]):
        given_words = _("If your opponent kept all because every card counts:")
    return (
        Odd(_("your hand is the better one"), Exact(chances.better, condition), given=given_words),
        Odd(_("a tie: half the points each"), Exact(chances.tie, condition), given=given_words),
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


# -- the worth of moves ----------------------------------------------------------------------------


def decision_words(view: SeatView, moves: Sequence[int]) -> str:
    """The words of an exchange that ends with ``moves``, or of the answer to a raise."""
    if int(view.record[0]["phase"]) == FOLDING:
        return _("fold") if moves[0] == FOLD else _("stay")
    given = row_of(view, "given")
    return _lot_words(hands.plus(given, hands.counted(a for a in moves if a != STOP)))


@cache
def against_equilibrium(played: Round, seat: int) -> Prospects:
    """The worth of each decision of ``seat`` against the equilibrium, in whole numbers."""
    return prospects(played, seat, equilibrium(played).in_round(played).side(1 - seat))


def values_at(view: SeatView) -> dict[int, Exact] | None:
    """Points above the other's that each legal move leads to; None where the other never comes so.

    A card to discard is worth what the best exchange is that goes on with it.
    """
    if not view.legal:
        return None
    worth = against_equilibrium(Round.of(view.options), seat_of(view))
    dealt, given, hand = (row_of(view, name) for name in ("dealt", "given", "hand"))
    other = int(view.record[0]["exchanged"][1 - view.seat])
    values: dict[int, Fraction] = {}
    if int(view.record[0]["phase"]) == FOLDING:
        both = worth.of_folding(dealt, given, hand, other)
        values = {} if both is None else dict(zip((FOLD, STAY), both, strict=True))
    else:
        seen = None if seat_of(view) == FIRST else other
        for lot, value in worth.of_exchanges(dealt, seen).items():
            if goes_on(lot, given):
                move = next_move(given, lot)
                values[move] = max(values.get(move, value), value)
    if not values:
        return None
    return {action: Exact(values[action], _(VALUES_REST_ON)) for action in view.legal}


def proof_words(view: SeatView, moves: Sequence[int]) -> str:
    """The draws of an exchange that make the hand better and worse; the chances of a showdown."""
    if int(view.record[0]["phase"]) == FOLDING:
        return _folding_words(view)
    dealt = row_of(view, "dealt")
    lot = hands.plus(row_of(view, "given"), hands.counted(a for a in moves if a != STOP))
    if not any(lot):
        return _("No card comes; the hand stays {hand}.").format(hand=hand_words(dealt))
    found = outcome(dealt, lot, hands.minus(deck_of(view.options), dealt))
    better, _same, worse = (chance_words(n / found.draws) for n in found.compared)
    text = _(
        "The hand is {hand} now. Of all draws, {better} make it better and {worse} make it worse; "
        "it is then worth {mean} points on average."
    )
    mean = number_text(float(found.mean), ".2f")
    return text.format(hand=hand_words(dealt), better=better, worse=worse, mean=mean)


def _folding_words(view: SeatView) -> str:
    values, chances = values_at(view), showdown(view)
    assert values is not None
    told = ""
    if chances is not None:
        told = _(
            "If the other player does not bluff, {hand} wins {better} of the showdowns and ties "
            "{tie} of them."
        ).format(
            hand=hand_words(row_of(view, "hand")),
            better=chance_words(float(chances.better)),
            tie=chance_words(float(chances.tie)),
        )
    text = _("With bluffs counted, staying brings {stay} points on average, folding {fold}.")
    stay, fold = (number_text(values[move].decimal, "+.2f") for move in (STAY, FOLD))
    counted = text.format(stay=stay, fold=fold)
    return f"{told} {counted}".lstrip()


def seat_of(view: SeatView) -> int:
    """FIRST or SECOND, which the seat of the view is in this round."""
    return FIRST if int(view.record[0]["first"]) == view.seat else SECOND


def row_of(view: SeatView, name: str) -> Cards:
    """The seat's own row of a field of cards by rank."""
    return tuple(int(n) for n in view.record[0][name][view.seat])
