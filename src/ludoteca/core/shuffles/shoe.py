"""The shoe: the order of the physical cards, fixed before a deal and kept outside the state.

A kernel knows how many cards of each kind are undealt, never their order. A shoe supplies it: at
a draw it takes the next card of the order and tells the kernel its kind. One shoe given to every
seating keeps duplicate deals duplicates; a rigged one sets up a position.

Cards are numbered 0, 1, ... as the game's ``cards(options)`` lists their kinds. There is one order
of all cards for each draw source (a shuffle, a reshuffle, a hand that lies aside), fixed by the
shoe's keys in advance; a draw takes the first card of its order that is in the deck. So a reshuffle
of the same cards gives the same order in every seating, and orders may be drawn from in turn.

:class:`Shoe` is decided by a seed; :class:`~ludoteca.core.shuffles.sealed_shoe.SealedShoe` by a key
to which a table commits before the deal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import NO_DRAW

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.options import Options
    from ludoteca.core.state import State


class OrderedShoe(ABC):
    """The base of all shoes, which deals from their orders; a subclass makes the orders.

    Attributes
    ----------
    kinds
        Int array, the kind of each physical card.
    drawn
        List of (source, physical card) in the order in which they were drawn.
    """

    def __init__(self, kinds: Sequence[int]) -> None:
        self.kinds = np.array(kinds, dtype=np.int64)
        self.drawn: list[tuple[int, int]] = []
        self._orders: dict[int, list[int]] = {}
        self._in_deck = set(range(len(kinds)))

    @abstractmethod
    def _shuffle(self, source: int) -> list[int]:
        """The order of all physical cards for ``source``."""

    @abstractmethod
    def _chance(self, state: State) -> int:
        """The id of a chance move that draws no card."""

    def order(self, source: int) -> list[int]:
        """The order of all physical cards for ``source``."""
        if source not in self._orders:
            self._orders[source] = self._shuffle(source)
        return list(self._orders[source])

    def draw(self, state: State) -> int:
        """The id of the coming chance move: the next card of the order, or chance."""
        source = int(calls.draw_source(state.record, 0))
        if source == NO_DRAW:
            return self._chance(state)
        self._follow(state.record["deck"][0])
        card = next(c for c in self.order(source) if c in self._in_deck)
        self._take(source, card)
        return int(self.kinds[card])

    def _take(self, source: int, card: int) -> None:
        self._in_deck.remove(card)
        self.drawn.append((source, card))

    def _follow(self, deck: NDArray[np.int64]) -> None:
        """Bring the cards in the deck into line with ``deck``, the number of each kind.

        It has more than the shoe knows of after a reshuffle, and fewer where cards were dealt
        without the shoe. Which copies are meant must not depend on any order, or draws would be
        biased; after a reshuffle it depends on ``deck`` alone, the same in every seating.
        """
        if (deck > self._counts(len(deck))).any():
            self._in_deck = set(range(len(self.kinds)))
        for kind in np.flatnonzero(self._counts(len(deck)) > deck):
            copies = [c for c in sorted(self._in_deck) if self.kinds[c] == kind]
            self._in_deck.difference_update(copies[int(deck[kind]) :])

    def _counts(self, length: int) -> NDArray[np.int64]:
        """Cards of each kind that the shoe takes to be in the deck."""
        present = np.fromiter(self._in_deck, np.int64, len(self._in_deck))
        return np.bincount(self.kinds[present], minlength=length)


class Shoe(OrderedShoe):
    """A shoe that a seed decides: its orders, and a generator for chance that is no draw."""

    def __init__(self, kinds: Sequence[int], seed: np.random.SeedSequence) -> None:
        super().__init__(kinds)
        self._seed = seed
        self._rng = np.random.default_rng(self._child(0))

    def _child(self, index: int) -> np.random.SeedSequence:
        key = (*self._seed.spawn_key, index)
        return np.random.SeedSequence(self._seed.entropy, spawn_key=key)

    @classmethod
    def shuffled(cls, game: Game, options: Options, seed: np.random.SeedSequence | int) -> Shoe:
        """A shoe in an order that only ``seed`` decides; equal seeds give equal deals."""
        if not isinstance(seed, np.random.SeedSequence):
            seed = np.random.SeedSequence(seed)
        return cls(kinds_of_cards(game, options), seed)

    @classmethod
    def rigged(cls, game: Game, options: Options, first: Sequence[int]) -> Shoe:
        """A shoe whose first draws have the kinds ``first``; the rest are shuffled by seed 0.

        Raises
        ------
        BadInput
            Where the deck does not hold so many of a kind.
        """
        shoe = cls.shuffled(game, options, 0)
        rest = shoe.order(0)
        top: list[int] = []
        for kind in first:
            card = next((c for c in rest if shoe.kinds[c] == kind), None)
            if card is None:
                raise BadInput(
                    _("the deck has no card of kind {kind} left for draw {n}").format(
                        kind=kind, n=len(top) + 1
                    )
                )
            rest.remove(card)
            top.append(card)
        shoe._orders[0] = top + rest
        return shoe

    def again(self) -> Shoe:
        """The same shoe before anything was drawn, for another seating."""
        shoe = Shoe(self.kinds.tolist(), self._seed)
        shoe._orders = {source: list(order) for source, order in self._orders.items()}
        return shoe

    def _shuffle(self, source: int) -> list[int]:
        rng = np.random.default_rng(self._child(source + 1))
        return [int(c) for c in rng.permutation(len(self.kinds))]

    def _chance(self, state: State) -> int:
        return state.sample_chance(self._rng)


def kinds_of_cards(game: Game, options: Options) -> Sequence[int]:
    """The kind of each physical card of ``game``; empty where it has none."""
    cards = game.hook(rooms.cards)
    return cards(options) if cards else ()
