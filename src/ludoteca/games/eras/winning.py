"""The chance that a lay wins its trick: what is known of the others, and how strong they lay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Number, simulated_share

from .combinations import count
from .counting import assignments, sampled_by_strength, ways_by_strength
from .lays import sampled_tricks, trick_record

Model = Literal["uniform", "policy"]

CONDITION = N_(
    "the cards that each other laid are a uniformly random set of those unseen; "
    "lays that somebody chooses are stronger"
)
BY_POLICY = N_(
    "the others lay as the advanced machine would, who sees the piles as they are; "
    "their hands before it are uniformly random"
)
SIZES = N_("those who lay later choose their numbers as the advanced machine would")
STAYING = N_("nobody takes cards back")


@dataclass(frozen=True)
class Rivals:
    """What a player sees of the others in a trick.

    Attributes
    ----------
    deck : values, suits and cards of a full hand
    unseen : the cards that the player cannot place, as a mask
    numbers : for each other that laid, how many of its cards are face down
    hands : cards that each other had before its lay; those who lay later come after ``numbers``
    shown : for each that laid, the cards that lie open, as masks
    piles : the own pile, then those of the others in this order, as masks
    staying : cards may still be taken back: the chances count on nobody doing so
    """

    deck: tuple[int, int, int]
    unseen: int
    numbers: tuple[int, ...]
    hands: tuple[int, ...]
    shown: tuple[int, ...] = ()
    piles: tuple[int, ...] = ()
    staying: bool = False

    @property
    def are_later(self) -> bool:
        """True where somebody has still to lay."""
        return len(self.hands) > len(self.numbers)


@dataclass(frozen=True)
class Strongest:
    """How strong the strongest lay of the others is: weights by strength, exact or sampled."""

    weights: NDArray[np.int64]
    exact: bool
    condition: str

    def chance(self, strength: int) -> Number:
        """The chance that a lay of this strength beats it."""
        below, total = int(self.weights[:strength].sum()), int(self.weights.sum())
        if self.exact:
            return Exact(Fraction(below, total), self.condition)
        return simulated_share(below, total, self.condition)


@dataclass(frozen=True)
class Effort:
    """How much is spent: ways counted at most, and samples of each kind where there are more."""

    counted: int
    random_lays: int
    tricks: int


def strongest(
    rivals: Rivals, own: int, model: Model, effort: Effort, rng: np.random.Generator
) -> Strongest:
    """How strong the others lay against ``own`` cards, of which they see the number.

    Raises ``BadInput`` where by the policy the numbers seen are all but impossible.
    """
    numbers = rivals.numbers
    if model == "uniform" and not rivals.are_later:
        condition = _conditions(CONDITION, STAYING if rivals.staying else "")
        if assignments(rivals.unseen, numbers) <= effort.counted:
            weights = ways_by_strength(rivals.unseen, numbers, rivals.shown)
            return Strongest(weights, True, condition)
        shown = np.array(rivals.shown or (0,) * len(numbers), np.int64)
        sizes = np.array(numbers, np.int64)
        weights = sampled_by_strength(rivals.unseen, sizes, shown, effort.random_lays, rng)
        return Strongest(weights, False, condition)
    return _sampled(rivals, own, model, effort.tricks, rng)


def _sampled(rivals: Rivals, own: int, model: Model, n: int, rng: Any) -> Strongest:
    numbers, by_policy = rivals.numbers, model == "policy"
    undealt = int(count(rivals.unseen)) - sum(rivals.hands)
    states = trick_record(rivals.deck, rivals.hands, rivals.piles, undealt)
    sizes = np.array(numbers, np.int64)
    weights = sampled_tricks(states, rivals.unseen, own, sizes, by_policy, n, rng)
    if not weights.any():
        raise BadInput(_("the machine would not lay so many cards: ask for the model uniform"))
    by_chance = _conditions(CONDITION, SIZES, STAYING if rivals.staying else "")
    return Strongest(weights, False, _(BY_POLICY) if by_policy else by_chance)


def _conditions(*parts: str) -> str:
    return "; ".join(_(part) for part in parts if part)


def hands_before(
    numbers: tuple[int, ...], later: tuple[int, ...], unseen: int, full: int
) -> tuple[int, ...]:
    """Cards that each other had before it laid, full hands while the ``unseen`` suffice.

    Then those ``later``, which are known.
    """
    left = unseen - sum(later) - sum(numbers)
    hands = []
    for n in numbers:
        more = min(full - n, left)
        left -= more
        hands.append(n + more)
    return (*hands, *later)
