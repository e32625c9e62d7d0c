"""The structure of a round: hands, exchanges, final hands, and what couples the two sides.

A side's *path* is the hand dealt, the lot exchanged and the lot drawn. Both sides draw from one
deck, so the number of orders of the deck that give path 1 to one and path 2 to the other is ::

    weight(path 1) * weight(path 2) * coupling(used 1, used 2)

where *used* cards are those of the hand and of the draw together, ``weight`` counts the orders in
which they came, and ``coupling`` is the product over the ranks of ``copies`` falling by the cards
of that rank that both have used. Of a path only its *spot* matters once the cards are drawn: the
cards used and the class of the final hand.

Nothing here plays: arrays of whole numbers, built in milliseconds, all exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import perm
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.options import Value

from .. import hands
from ..hands import Cards

Integers: TypeAlias = NDArray[np.int64]

FIRST, SECOND = 0, 1
SEATS = (FIRST, SECOND)

Kind = Literal["rapida", "estrategica", "completa"]
KINDS: tuple[Kind, ...] = get_args(Kind)

CLASSES = len(hands.VALUES)
_BASE = hands.COPIES + 1  # a lot of cards as digits: at most five of a rank


@dataclass(frozen=True)
class RoundDeck:
    """The cards of a round: ``most`` is the largest number that may be exchanged."""

    ranks: int = hands.RANKS
    copies: int = hands.COPIES
    hand: int = hands.HAND
    most: int = hands.MOST

    @property
    def cards(self) -> int:
        """The number of cards."""
        return self.ranks * self.copies

    @property
    def orders(self) -> int:
        """Ordered ways to take all that both sides can ever hold: the common denominator."""
        return perm(self.cards, 2 * self.hand + 2 * self.most)

    def left_orders(self, first: int, second: int) -> int:
        """Ordered ways to take what is left of that when the sides draw so many."""
        taken = 2 * self.hand + first + second
        return perm(self.cards - taken, 2 * self.most - first - second)


@dataclass(frozen=True)
class Round:
    """A kind of round: its deck, and what the one who stays gets when the other folds."""

    kind: Kind = "completa"
    deck: RoundDeck = RoundDeck()
    fold_first: int = 2  #: the second gets it when the first folds
    fold_second: int = 3

    @classmethod
    def of(cls, options: Mapping[str, Value]) -> Round:
        """The round that the rule options of the game describe."""
        kind: Kind = next(name for name in KINDS if name == options["round"])
        most = 0 if kind == "rapida" else min(int(options["most"]), int(options["hand"]))
        deck = RoundDeck(int(options["ranks"]), int(options["copies"]), int(options["hand"]), most)
        return cls(kind, deck, int(options["fold_first"]), int(options["fold_second"]))

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Round:
        """The round that ``dataclasses.asdict`` has made ``data`` of."""
        return cls(**{**data, "deck": RoundDeck(**data["deck"])})

    @property
    def options(self) -> dict[str, Value]:
        """The rule options of the game that describe it."""
        deck = self.deck
        return {
            "round": self.kind, "ranks": deck.ranks, "copies": deck.copies, "hand": deck.hand,
            "most": deck.most, "fold_first": self.fold_first, "fold_second": self.fold_second,
        }  # fmt: skip

    @classmethod
    def named(cls, kind: Kind) -> Round:
        """The round of this kind as the project sets it."""
        return cls(kind, RoundDeck(most=0)) if kind == "rapida" else cls(kind)

    def left_by(self, seat: int) -> tuple[int, int]:
        """The points of the first and of the second where ``seat``, 0 or 1, folds or forfeits."""
        return (self.fold_second, 0) if seat else (0, self.fold_first)

    @property
    def may_fold(self) -> bool:
        """True where the players may fold."""
        return self.kind == "completa"

    @property
    def with_folding(self) -> Round:
        """The round with folding, by which a player that fails leaves it."""
        return self if self.kind == "rapida" else replace(self, kind="completa")


@dataclass(frozen=True, eq=False)
class Stakes:
    """The worth of each end to the first; to the second it is the opposite.

    ``folded[seat]``: that the seat folds; ``shown[c, d]``: the showdown of a hand of class c of the
    first and one of class d of the second.
    """

    folded: tuple[Any, Any]
    shown: NDArray[Any]

    @classmethod
    def of(cls, played: Round, worth: Callable[[int], Any]) -> Stakes:
        """The stakes of a round where n points above the other are ``worth(n)``."""
        ahead = [won - lost for won, lost in map(played.left_by, SEATS)]
        every = [[showdown(c, d) for d in range(CLASSES)] for c in range(CLASSES)]
        shown = [[worth((won - lost) // 2) for won, lost in row] for row in every]
        return cls((worth(ahead[FIRST]), worth(ahead[SECOND])), np.array(shown))

    @classmethod
    def points(cls, played: Round) -> Stakes:
        """The points themselves."""
        return cls.of(played, int)

    def for_seat(self, seat: int) -> tuple[Any, Any, NDArray[Any]]:
        """To ``seat``: its folding, the other's, and the showdown by its class and the other's."""
        if seat == FIRST:
            return self.folded[FIRST], self.folded[SECOND], self.shown
        return -self.folded[SECOND], -self.folded[FIRST], -self.shown.T


def showdown(mine: int, theirs: int) -> tuple[int, int]:
    """The half points of both where hands of these classes are shown."""
    value = hands.VALUES[max(mine, theirs)]
    if mine == theirs:
        return value, value
    return (2 * value, 0) if mine > theirs else (0, 2 * value)


@dataclass(frozen=True, eq=False)
class Paths:
    """All paths of one side, in order of hand, exchange and draw.

    Lots are rows of counts by rank. ``lots`` are what may be exchanged or drawn, fewest first.
    Exchanges of hand h are ``exchange_start[h]`` to ``exchange_start[h + 1] - 1``; paths of
    exchange x likewise by ``path_start``. ``used[n]`` are the lots of cards used by one who drew
    n; ``spot_used`` numbers them through all n, and ``used_start[n]`` is the first of each n.
    """

    deck: RoundDeck
    lots: Integers
    lot_size: Integers
    hands: Integers
    hand_class: Integers
    hand_orders: Integers
    exchange_hand: Integers
    exchange_lot: Integers
    exchange_start: Integers
    path_exchange: Integers
    path_lot: Integers
    path_final: Integers
    path_weight: Integers
    path_start: Integers
    path_spot: Integers
    spot_used: Integers
    spot_class: Integers
    used: Integers
    used_size: Integers

    @property
    def sizes(self) -> int:
        """The count of numbers of exchanged cards, 0 to ``deck.most``."""
        return self.deck.most + 1

    @property
    def exchange_size(self) -> Integers:
        """The number of cards of each exchange."""
        return self.lot_size[self.exchange_lot]

    @property
    def path_hand(self) -> Integers:
        """The hand dealt, of each path."""
        return self.exchange_hand[self.path_exchange]

    @property
    def path_size(self) -> Integers:
        """The number of cards exchanged, of each path."""
        return self.exchange_size[self.path_exchange]

    @property
    def path_class(self) -> Integers:
        """The class of the final hand of each path."""
        return self.hand_class[self.path_final]

    def used_of(self, size: int) -> slice:
        """The used lots that have so many drawn cards."""
        begin, end = np.searchsorted(self.used_size, [size, size + 1])
        return slice(int(begin), int(end))

    def hand_number(self, cards: Cards) -> int:
        """The number of a hand; raises ``KeyError`` where the deck has no such hand."""
        return _numbers(self.deck)[0][cards]

    def exchanges_of(self, hand: int) -> slice:
        """The exchanges of a hand."""
        begin, end = self.exchange_start[hand : hand + 2].tolist()
        return slice(begin, end)

    def exchange_number(self, cards: Cards, lot: Cards) -> int:
        """The number of the exchange of ``lot`` from the hand ``cards``."""
        hand, lot_number = self.hand_number(cards), _numbers(self.deck)[1][lot]
        begin, end = map(int, self.exchange_start[hand : hand + 2])
        return begin + int(self.exchange_lot[begin:end].tolist().index(lot_number))

    def path_number(self, cards: Cards, lot: Cards, final: Cards) -> int:
        """The number of the path from ``cards`` over the exchange of ``lot`` to ``final``."""
        exchange, hand = self.exchange_number(cards, lot), self.hand_number(final)
        begin, end = map(int, self.path_start[exchange : exchange + 2])
        return begin + int(self.path_final[begin:end].tolist().index(hand))

    def cards(self, hand: int) -> Cards:
        """The hand of a number, as a tuple."""
        return tuple(self.hands[hand].tolist())

    def lot(self, number: int) -> Cards:
        """The lot of a number, as a tuple."""
        return tuple(self.lots[number].tolist())


@cache
def paths_of(deck: RoundDeck) -> Paths:
    """The paths of one side with this deck; the same object for equal decks, not to be changed."""
    full = hands.full_deck(deck.ranks, deck.copies)
    every = np.array(hands.all_hands(deck.ranks, deck.copies, deck.hand), np.int64)
    lots = np.array([lot for n in range(deck.most + 1) for lot in hands.multisets(full, n)])
    lot_size = lots.sum(axis=1)
    lot_orders = np.array([hands.orders(lot) for lot in lots.tolist()])
    hand_orders = np.array([hands.orders(hand) for hand in every.tolist()])
    hand_class = np.array([hands.class_of(hand) for hand in every.tolist()])

    held = (lots[None] <= every[:, None]).all(axis=2)
    exchange_hand, exchange_lot = np.nonzero(held)
    kept = every[exchange_hand] - lots[exchange_lot]
    used_up = every[exchange_hand][:, None] + lots[None]
    drawn = (used_up <= deck.copies).all(axis=2) & (lot_size == lot_size[exchange_lot][:, None])
    path_exchange, path_lot = np.nonzero(drawn)
    final = codes(kept[path_exchange] + lots[path_lot])
    order = np.argsort(codes(every))
    path_final = order[np.searchsorted(codes(every)[order], final)]

    size = lot_size[path_lot]
    used_codes = codes(used_up[path_exchange, path_lot]) + size * _BASE**hands.RANKS
    used_keys, where, path_used = np.unique(used_codes, return_index=True, return_inverse=True)
    spots, path_spot = np.unique(path_used * CLASSES + hand_class[path_final], return_inverse=True)
    return Paths(
        deck=deck,
        lots=lots,
        lot_size=lot_size,
        hands=every,
        hand_class=hand_class,
        hand_orders=hand_orders,
        exchange_hand=exchange_hand,
        exchange_lot=exchange_lot,
        exchange_start=_starts(exchange_hand, len(every)),
        path_exchange=path_exchange,
        path_lot=path_lot,
        path_final=path_final,
        path_weight=hand_orders[exchange_hand[path_exchange]] * lot_orders[path_lot],
        path_start=_starts(path_exchange, len(exchange_hand)),
        path_spot=path_spot,
        spot_used=spots // CLASSES,
        spot_class=spots % CLASSES,
        used=used_up[path_exchange, path_lot][where],
        used_size=used_keys // _BASE**hands.RANKS,
    )


@cache
def coupling(deck: RoundDeck, own: int, other: int) -> Integers:
    """Orders of the cards that two sides have used, by the lots that they used.

    The sides drew ``own`` and ``other`` cards. Times the weights of two paths, and divided by
    ``deck.orders``, it is the probability that nature deals them both those cards: the orders of
    what remains of ``deck.orders`` are counted in. Shape (lots used by one, by the other).
    """
    paths = paths_of(deck)
    falling = np.array([perm(deck.copies, n) for n in range(2 * deck.copies + 1)])
    together = paths.used[paths.used_of(own)][:, None] + paths.used[paths.used_of(other)][None]
    return falling[together].prod(axis=2) * deck.left_orders(own, other)


def codes(lots: Integers) -> Integers:
    """A number for each row of counts: its digits in base six, the first rank foremost."""
    return lots @ _BASE ** np.arange(hands.RANKS - 1, -1, -1)


def _starts(groups: Integers, n: int) -> Integers:
    """The start of each of ``n`` groups in the sorted ``groups``, and the end of the last."""
    return np.searchsorted(groups, np.arange(n + 1))


@cache
def _numbers(deck: RoundDeck) -> tuple[dict[Cards, int], dict[Cards, int]]:
    """Hands and lots by their cards."""
    paths = paths_of(deck)
    every, lots = map(tuple, paths.hands.tolist()), map(tuple, paths.lots.tolist())
    return {h: i for i, h in enumerate(every)}, {lot: i for i, lot in enumerate(lots)}
