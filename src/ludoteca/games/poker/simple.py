"""The simple players of the project as strategies: aleatório, ganancioso, cauteloso and blefe.

Their readings: what does not contribute are ranks held once; with nothing the three lowest go; the
cautious player folds below the value that it assumes, not at it, and judges by the number that the
other exchanged in both seats; the bluffer exchanges its lowest useless card.

Source: B. Costa, Projeto Poker simplificado, Computação I, UFRJ (2022), questions 3 and 5 to 7.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np

from . import hands
from .hands import FOUR, TRIPLE, TWO_PAIRS
from .paths import Deck, Paths, paths_of
from .strategy import FIRST, SEATS, SECOND, Numbers, Side, Strategy

_ASSUMED = {1: FOUR, 2: TRIPLE}  # what the cautious one takes the other to have
_KEEPS = {FIRST: TWO_PAIRS, SECOND: TRIPLE}  # the least hand that the greedy one stays with


def random_player(deck: Deck) -> Strategy:
    """aleatório: each card of the hand with chance 1/2, up to the most; folds with chance 1/2.

    It goes through the hand as dealt and stops when it has chosen the most. All orders of the hand
    being equally likely, so is every choice of as many of its cards.
    """
    paths = paths_of(deck)
    by_size = _random_sizes(deck)
    # One lot of n cards is one of comb(hand, n) equally likely choices, times its ways.
    chances = [
        by_size[sum(lot)] * hands.ways(lot, hand) / comb(deck.hand, sum(lot))
        for hand, lot in zip(
            paths.hands[paths.exchange_hand].tolist(),
            paths.lots[paths.exchange_lot].tolist(),
            strict=True,
        )
    ]
    unit = int(np.lcm.reduce([chance.denominator for chance in chances]))
    row = np.array([int(chance * unit) for chance in chances], object)
    folds = np.full((paths.sizes, len(paths.path_spot)), 1, object)
    first, second = (
        Side(np.tile(row, (contexts, 1)), folds, unit, 2) for contexts in (1, paths.sizes)
    )
    return Strategy("aleatório", deck, first, second)


def _random_sizes(deck: Deck) -> list[Fraction]:
    """The chance of each number of exchanged cards."""
    heads = [Fraction(comb(deck.hand, n), 2**deck.hand) for n in range(deck.hand + 1)]
    return [*heads[: deck.most], sum(heads[deck.most :], Fraction(0))]


def greedy_player(deck: Deck) -> Strategy:
    """ganancioso: exchanges what does not contribute, and folds weak hands.

    As first up to a pair, as second up to two pairs.
    """
    return _plain("ganancioso", deck, deck.most, _greedy_folds)


def cautious_player(deck: Deck) -> Strategy:
    """cauteloso: as the greedy one, but believes in what few exchanged cards seem to say."""
    return _plain("cauteloso", deck, deck.most, _cautious_folds)


def bluffing_player(deck: Deck) -> Strategy:
    """blefe: exchanges at most one card, folds as the greedy one."""
    return _plain("blefe", deck, min(deck.most, 1), _greedy_folds)


def _plain(name: str, deck: Deck, most: int, folds: Callable[[Paths, int], Numbers]) -> Strategy:
    """The player that exchanges useless cards, at most ``most``, and folds by ``folds``."""
    paths = paths_of(deck)
    row = np.zeros(len(paths.exchange_hand), object)
    for number in range(len(paths.hands)):
        cards = paths.cards(number)
        row[paths.exchange_number(cards, hands.greedy_exchange(cards, most))] = 1
    first, second = (
        Side(np.tile(row, (contexts, 1)), folds(paths, seat), 1, 1)
        for seat, contexts in zip(SEATS, (1, paths.sizes), strict=True)
    )
    return Strategy(name, deck, first, second)


def _greedy_folds(paths: Paths, seat: int) -> Numbers:
    below = paths.path_class < _KEEPS[seat]
    return np.tile(below.astype(int).astype(object), (paths.sizes, 1))


def _cautious_folds(paths: Paths, seat: int) -> Numbers:
    rows = [paths.path_class < _ASSUMED.get(k, _KEEPS[seat]) for k in range(paths.sizes)]
    return np.array(rows).astype(int).astype(object)


PLAYERS: dict[str, Callable[[Deck], Strategy]] = {
    "aleatório": random_player,
    "ganancioso": greedy_player,
    "cauteloso": cautious_player,
    "blefe": bluffing_player,
}
