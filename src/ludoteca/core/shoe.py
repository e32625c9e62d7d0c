"""The shoe: the order of the physical cards, fixed before a deal and kept outside the state.

A kernel knows how many cards of each kind are undealt, never their order. A shoe supplies it: at
a draw it takes the next card of the order and tells the kernel its kind. One shoe given to every
seating keeps duplicate deals duplicates; a rigged one sets up a position.

Cards are numbered 0, 1, ... as the game's ``cards(options)`` lists their kinds. There is one order
for each draw source: source 0 is the first shuffle, later ones are reshuffles, of which only the
cards that are back in the deck take part. Orders are fixed by the shoe's keys in advance, so that a
reshuffle of the same cards gives the same order in every seating.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import NO_DRAW

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.options import Options
    from ludoteca.core.state import State


class Shoe:
    """Orders of cards by draw source, and a generator for chance that is no draw.

    Attributes
    ----------
    kinds : int array, the kind of each physical card
    drawn : list of (source, physical card) in the order in which they were drawn
    """

    def __init__(self, kinds: Sequence[int], seed: np.random.SeedSequence) -> None:
        self.kinds = np.array(kinds, dtype=np.int64)
        self.drawn: list[tuple[int, int]] = []
        self._seed = seed
        self._orders: dict[int, list[int]] = {}
        self._waiting: dict[int, list[int]] = {}
        self._rng = np.random.default_rng(self._child(0))

    def _child(self, index: int) -> np.random.SeedSequence:
        key = (*self._seed.spawn_key, index)
        return np.random.SeedSequence(self._seed.entropy, spawn_key=key)

    @classmethod
    def shuffled(cls, game: Game, options: Options, seed: np.random.SeedSequence | int) -> Shoe:
        """A shoe in an order that only ``seed`` decides; equal seeds give equal deals."""
        if not isinstance(seed, np.random.SeedSequence):
            seed = np.random.SeedSequence(seed)
        cards = getattr(game.rules, "cards", None)
        return cls(cards(options) if cards else (), seed)

    @classmethod
    def rigged(cls, game: Game, options: Options, first: Sequence[int], seed: int = 0) -> Shoe:
        """A shoe whose first draws have the kinds ``first``; the rest are shuffled.

        Raises :class:`BadInput` where the deck does not hold so many of a kind.
        """
        shoe = cls.shuffled(game, options, seed)
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

    def order(self, source: int) -> list[int]:
        """The order of all physical cards for ``source``."""
        if source not in self._orders:
            rng = np.random.default_rng(self._child(source + 1))
            self._orders[source] = [int(c) for c in rng.permutation(len(self.kinds))]
        return list(self._orders[source])

    def draw(self, state: State) -> int:
        """The id of the coming chance move: the next card of the order, or chance."""
        source = int(calls.draw_source(state.record, 0))
        if source == NO_DRAW:
            return state.sample_chance(self._rng)
        deck = state.record["deck"][0]
        if source not in self._waiting:
            self._waiting[source] = self._undealt(source, deck)
        waiting = self._waiting[source]
        index = next(i for i, card in enumerate(waiting) if self._may_come(state, card))
        card = waiting.pop(index)
        self.drawn.append((source, card))
        return int(self.kinds[card])

    def _undealt(self, source: int, deck: NDArray[np.int64]) -> list[int]:
        """The cards of ``source`` that are in the deck: as many of each kind as it says."""
        left = [int(n) for n in deck]
        present = set()
        # Which copies of a kind take part must not depend on the order, or it would be biased.
        for card, kind in enumerate(self.kinds):
            if left[kind] > 0:
                left[kind] -= 1
                present.add(card)
        return [card for card in self.order(source) if card in present]

    def _may_come(self, state: State, card: int) -> bool:
        return bool(state.record["deck"][0][self.kinds[card]] > 0)
