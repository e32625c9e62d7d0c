"""The project's text beside the game: what it leaves open, what the readings matter, misprints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np

from ludoteca.core.answers import Rows
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.player_names import player_words
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab.study import Section, in_turn, sections_beside, study_table
from ludoteca.lab.tables import number

from .. import INFO, hands
from ..hands import Cards
from ..solver.policy_tables import policy_player
from ..solver.round_paths import FIRST, SECOND, Round, RoundDeck, paths_of
from ..solver.strategy import Numbers, Strategy
from ..solver.value import round_value

section = sections_beside(__file__)

_COINS = 2**hands.HAND


def highest(cards: Cards, most: int) -> Cards:
    """The ``most`` highest of ``cards``."""
    reversed_lot = hands.lowest(cards[::-1], most)
    return reversed_lot[::-1]


def greedy_with_the_highest(deck: RoundDeck) -> Strategy:
    """The player ganancioso that exchanges the three highest of a hand of nothing."""
    return _exchanging(
        policy_player("ganancioso", deck),
        lambda cards: {highest(hands.useless(cards), deck.most): 1},
    )


def bluffer_with_the_highest(deck: RoundDeck) -> Strategy:
    """The player blefe that exchanges its highest useless card."""
    return _exchanging(
        policy_player("blefe", deck), lambda cards: {highest(hands.useless(cards), 1): 1}
    )


def random_of_a_sorted_hand(deck: RoundDeck) -> Strategy:
    """The player aleatório that tosses for its highest cards first, not in the order dealt."""
    base = policy_player("aleatório", deck)
    return _exchanging(base, lambda cards: lots_by_coins(cards, deck.most), _COINS)


def _exchanging(
    base: Strategy, lots: Callable[[Cards], Mapping[Cards, int]], unit: int = 1
) -> Strategy:
    """``base`` with other exchanges of each hand: how many times of ``unit`` each lot goes."""
    paths = paths_of(base.deck)
    row = np.zeros(len(paths.exchange_hand), object)
    for cards in map(paths.cards, range(len(paths.hands))):
        for lot, n in lots(cards).items():
            row[paths.exchange_number(cards, lot)] = n
    first, second = (
        replace(side, exchange=np.tile(row, (len(side.exchange), 1)), exchange_unit=unit)
        for side in (base.first, base.second)
    )
    return replace(base, first=first, second=second)


def cautious_at_a_tie(deck: RoundDeck) -> Strategy:
    """The player cauteloso that folds a hand worth as much as the one that it fears, too."""
    base, path_class = policy_player("cauteloso", deck), paths_of(deck).path_class
    sides = []
    for side in (base.first, base.second):
        fold: Numbers = side.fold.copy()
        for k, feared in ((1, hands.FOUR), (2, hands.TRIPLE)):
            fold[k] = (path_class <= feared).astype(int).astype(object)
        sides.append(replace(side, fold=fold))
    return replace(base, first=sides[FIRST], second=sides[SECOND])


def cautious_as_second_alone(deck: RoundDeck) -> Strategy:
    """The player cauteloso that as first folds like ganancioso."""
    greedy = policy_player("ganancioso", deck)
    return replace(policy_player("cauteloso", deck), first=greedy.first)


def lots_by_coins(cards: Cards, most: int) -> dict[Cards, int]:
    """The number of the 32 ways in which five coins fall that choose each lot, high cards first."""
    found: Counter[Cards] = Counter()
    for coins in product((False, True), repeat=sum(cards)):
        chosen = [rank for rank, coin in zip(hands.ranks_of(cards), coins, strict=True) if coin]
        found[hands.counted(chosen[:most])] += 1
    return dict(found)


READINGS: tuple[tuple[str, str, str, str, str, Callable[[RoundDeck], Strategy]], ...] = (
    (
        "3", N_("each card with 50%, at most three"),
        N_("in the order dealt, until three are chosen"), N_("the highest cards first"),
        "aleatório", random_of_a_sorted_hand,
    ),
    (
        "5", N_("the three lowest cards"), N_("K Q J: as listed, A is the highest"),
        N_("A 7 K: as listed, A is the lowest"), "ganancioso", greedy_with_the_highest,
    ),
    (
        "6", N_("assumes that the other has four, or three, of a kind"),
        N_("folds what is worth less"), N_("folds what is worth as much, too"),
        "cauteloso", cautious_at_a_tie,
    ),
    (
        "6", N_("if the other exchanged one card, or two"), N_("in both seats"),
        N_("as second alone"), "cauteloso", cautious_as_second_alone,
    ),
    (
        "7", N_("exchanges at most one card"), N_("the lowest that does not contribute"),
        N_("the highest that does not contribute"), "blefe", bluffer_with_the_highest,
    ),
)  # fmt: skip
"""Places that may be read otherwise: question, text, as it is read, otherwise, and the player by
name and by the other reading."""


def above_greedy(player: Strategy) -> Fraction:
    """Points of ``player`` above the greedy player in a complete round, in both orders."""
    played, other = Round(), policy_player("ganancioso", RoundDeck())
    leading, trailing = round_value(played, player, other), round_value(played, other, player)
    return (leading.difference - trailing.difference) / 2


@study_table(
    "readings",
    "question player text reading other_reading points_above_the_greedy_player otherwise change",
)
def readings_table(progress: Progress = quiet) -> Rows:
    """The open points of the text, and what they matter."""
    words = _("readings of the text")
    for question, *texts, player, other in in_turn(READINGS, progress, lambda _reading: words):
        as_read = above_greedy(policy_player(player, RoundDeck()))
        otherwise = above_greedy(other(RoundDeck()))
        numbers = (as_read, otherwise, otherwise - as_read)
        yield [question, player, *map(_, texts), *map(Exact, numbers)]


def of_readings(progress: Progress = quiet) -> Section:
    """The section on errata and readings."""
    table = readings_table(progress)
    most = max(table.rows, key=lambda row: abs(number(row[-1])))
    return section(
        "readings",
        (table, "misprints"),
        player=player_words(INFO, str(most[1])),
        change=number(most[-1]),
        otherwise=most[4],
    )
