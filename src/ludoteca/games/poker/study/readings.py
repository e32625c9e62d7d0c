"""The project's text beside the game: what it leaves open, what the readings matter, misprints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np

from ludoteca.core.answers import Cell, Rows, table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab.study import Section

from .. import hands
from ..hands import Cards
from ..solver.policy_tables import policy_player
from ..solver.round_paths import FIRST, SEATS, SECOND, Deck, Paths, Round, paths_of
from ..solver.strategy import Numbers, SeatStrategy, Strategy
from ..solver.value import round_value

_COINS = 2**hands.HAND


@dataclass(frozen=True)
class Reading:
    """A place that may be read otherwise, and the player by the other reading."""

    question: str
    text: str
    read: str
    otherwise: str
    player: str
    other: Callable[[Deck], Strategy]


def highest(cards: Cards, most: int) -> Cards:
    """The ``most`` highest of ``cards``."""
    reversed_lot = hands.lowest(cards[::-1], most)
    return reversed_lot[::-1]


def greedy_with_the_highest(deck: Deck) -> Strategy:
    """The player ganancioso that exchanges the three highest of a hand of nothing."""
    return _exchanging_highest(policy_player("ganancioso", deck), deck.most)


def bluffer_with_the_highest(deck: Deck) -> Strategy:
    """The player blefe that exchanges its highest useless card."""
    return _exchanging_highest(policy_player("blefe", deck), 1)


def _exchanging_highest(strategy: Strategy, most: int) -> Strategy:
    paths = paths_of(strategy.deck)
    row = np.zeros(len(paths.exchange_hand), object)
    for number in range(len(paths.hands)):
        cards = paths.cards(number)
        row[paths.exchange_number(cards, highest(hands.useless(cards), most))] = 1
    first, second = (
        replace(side, exchange=np.tile(row, (len(side.exchange), 1)))
        for side in (strategy.first, strategy.second)
    )
    return replace(strategy, first=first, second=second)


def cautious_at_a_tie(deck: Deck) -> Strategy:
    """The player cauteloso that folds a hand worth as much as the one that it fears, too."""
    base, paths = policy_player("cauteloso", deck), paths_of(deck)
    sides = [_folding_at(paths, base.side(seat)) for seat in SEATS]
    return replace(base, first=sides[FIRST], second=sides[SECOND])


def _folding_at(paths: Paths, side: SeatStrategy) -> SeatStrategy:
    fold: Numbers = side.fold.copy()
    for k, feared in ((1, hands.FOUR), (2, hands.TRIPLE)):
        fold[k] = (paths.path_class <= feared).astype(int).astype(object)
    return replace(side, fold=fold)


def cautious_as_second_alone(deck: Deck) -> Strategy:
    """The player cauteloso that as first folds like ganancioso."""
    greedy = policy_player("ganancioso", deck)
    return replace(policy_player("cauteloso", deck), first=greedy.first)


def random_of_a_sorted_hand(deck: Deck) -> Strategy:
    """The player aleatório that tosses for its highest cards first, not in the order dealt."""
    base, paths = policy_player("aleatório", deck), paths_of(deck)
    row = np.zeros(len(paths.exchange_hand), object)
    for number in range(len(paths.hands)):
        cards = paths.cards(number)
        for lot, n in lots_by_coins(cards, deck.most).items():
            row[paths.exchange_number(cards, lot)] = n
    first, second = (
        replace(side, exchange=np.tile(row, (len(side.exchange), 1)), exchange_unit=_COINS)
        for side in (base.first, base.second)
    )
    return replace(base, first=first, second=second)


def lots_by_coins(cards: Cards, most: int) -> dict[Cards, int]:
    """The number of the 32 ways in which five coins fall that choose each lot, high cards first."""
    found: Counter[Cards] = Counter()
    for coins in product((False, True), repeat=sum(cards)):
        chosen = [rank for rank, coin in zip(hands.ranks_of(cards), coins, strict=True) if coin]
        found[hands.counted(chosen[:most])] += 1
    return dict(found)


READINGS = (
    Reading(
        "3", N_("each card with 50%, at most three"),
        N_("in the order dealt, until three are chosen"), N_("the highest cards first"),
        "aleatório", random_of_a_sorted_hand,
    ),
    Reading(
        "5", N_("the three lowest cards"), N_("K Q J: as listed, A is the highest"),
        N_("A 7 K: as listed, A is the lowest"), "ganancioso", greedy_with_the_highest,
    ),
    Reading(
        "6", N_("assumes that the other has four, or three, of a kind"),
        N_("folds what is worth less"), N_("folds what is worth as much, too"),
        "cauteloso", cautious_at_a_tie,
    ),
    Reading(
        "6", N_("if the other exchanged one card, or two"), N_("in both seats"),
        N_("as second alone"), "cauteloso", cautious_as_second_alone,
    ),
    Reading(
        "7", N_("exchanges at most one card"), N_("the lowest that does not contribute"),
        N_("the highest that does not contribute"), "blefe", bluffer_with_the_highest,
    ),
)  # fmt: skip

MISPRINTS = (
    (
        N_("section 1"), "O baralho será composto por 5 cartas",
        N_("five ranks, of five cards each: 25 cards, as the next sentence says"),
    ),
    ("3", "trocas aleatório, desistir aleatório", "trocas_aleatório, desistir_aleatório"),
    (
        "5", "ele desiste se tem não tem uma tripla",
        N_("he folds if he has no three of a kind: less than 3 points"),
    ),
)  # fmt: skip


def above_greedy(player: Strategy) -> Fraction:
    """Points of ``player`` above ganancioso in a complete round, on average of both orders."""
    played, other = Round(), policy_player("ganancioso", Deck())
    leading, trailing = round_value(played, player, other), round_value(played, other, player)
    return (leading.difference - trailing.difference) / 2


@table(
    "readings",
    N_("What the text leaves open, and what it matters in the complete round"),
    "question player text reading other_reading points_above_ganancioso otherwise change",
)
def readings_table(progress: Progress = quiet) -> Rows:
    """The open points of the text, and what they matter."""
    for done, reading in enumerate(READINGS):
        progress(done, len(READINGS), _("readings of the text"))
        as_read = above_greedy(policy_player(reading.player, Deck()))
        otherwise = above_greedy(reading.other(Deck()))
        yield [
            reading.question, reading.player, _(reading.text), _(reading.read),
            _(reading.otherwise), Exact(as_read), Exact(otherwise), Exact(otherwise - as_read),
        ]  # fmt: skip


@table("misprints", N_("Misprints"), "question printed meant")
def misprints_table() -> Rows:
    """Slips of the text."""
    for where, printed, meant in MISPRINTS:
        yield [_(where), printed, _(meant)]


def of_readings(progress: Progress = quiet) -> Section:
    """The section on errata and readings."""
    table = readings_table(progress)
    most = max(table.rows, key=lambda row: abs(_change_of(row)))
    answer = _(
        "None of the numbers that the text prints is wrong: it has few, the values of the hands, "
        "25 and 20 cards and the prizes; its example of an exchange agrees with the rules. Slips "
        "are of words. What it leaves open matters most to {player}: {change:+.3f} points a round "
        "against ganancioso if it is read otherwise ({otherwise})."
    ).format(player=most[1], change=_change_of(most), otherwise=most[4])
    return Section(
        "readings",
        _("What does the text leave open, and is anything in it wrong?"),
        _("exact: each player by both readings against ganancioso, both orders"),
        answer,
        (table, misprints_table()),
    )


def _change_of(row: Sequence[Cell]) -> float:
    change = row[-1]
    assert isinstance(change, Exact)
    return change.decimal
