"""The chance that a lay wins its trick: the others as they are seen, and their strongest lay.

Where nobody lays later and the model is uniform, the others' lays are counted exactly; else tricks
are sampled, in which those who lay later, or all of them, lay as the game's policy would.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import njit
from ludoteca.core.kernel import sample_index
from ludoteca.core.numbers import Exact, Simulated, simulated_share

from .combinations import count, random_subset, strength
from .counts import STRENGTHS, assignments, sampled_by_strength, ways_by_strength
from .policy import ADVANCED, policy_probs
from .rules import LAYING, MAX_CHANCE, NUMBER, NUMBERING, STATE

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

MOST_TRIES = 1_000
"""Worlds drawn at most for one in which the others would lay the numbers seen."""


@dataclass(frozen=True)
class Rivals:
    """The others in a trick, as a player sees them.

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
        """True if somebody has still to lay."""
        return len(self.hands) > len(self.numbers)


@dataclass(frozen=True)
class Strongest:
    """The distribution of the others' strongest lay: weights by strength, exact or sampled."""

    weights: NDArray[np.int64]
    exact: bool
    condition: str

    def chance(self, strength: int) -> Exact | Simulated:
        """The chance that a lay of this strength beats it."""
        below, total = int(self.weights[:strength].sum()), int(self.weights.sum())
        if self.exact:
            return Exact(Fraction(below, total), self.condition)
        return simulated_share(below, total, self.condition)


@dataclass(frozen=True)
class OddsEffort:
    """The budget: ways counted at most, and samples of each kind where there are more."""

    counted: int
    random_lays: int
    tricks: int


def strongest(
    rivals: Rivals, own: int, model: Model, effort: OddsEffort, rng: np.random.Generator
) -> Strongest:
    """The others' strongest lay against ``own`` cards, of which they see the number.

    Raises ``BadInput`` where by the policy the numbers seen are all but impossible.
    """
    numbers, sizes = rivals.numbers, np.array(rivals.numbers, np.int64)
    staying = (STAYING,) if rivals.staying else ()
    if model == "uniform" and not rivals.are_later:
        condition = "; ".join(map(_, (CONDITION, *staying)))
        if assignments(rivals.unseen, numbers) <= effort.counted:
            weights = ways_by_strength(rivals.unseen, numbers, rivals.shown)
            return Strongest(weights, True, condition)
        shown = np.array(rivals.shown or (0,) * len(numbers), np.int64)
        weights = sampled_by_strength(rivals.unseen, sizes, shown, effort.random_lays, rng)
        return Strongest(weights, False, condition)
    by_policy = model == "policy"
    undealt = int(count(rivals.unseen)) - sum(rivals.hands)
    states = trick_record(rivals.deck, rivals.hands, rivals.piles, undealt)
    weights = sampled_tricks(states, rivals.unseen, own, sizes, by_policy, effort.tricks, rng)
    if not weights.any():
        raise BadInput(_("the machine would not lay so many cards: ask for the model uniform"))
    conditions = (BY_POLICY,) if by_policy else (CONDITION, SIZES, *staying)
    return Strongest(weights, False, "; ".join(map(_, conditions)))


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


# -- sampled tricks --------------------------------------------------------------------------------


def trick_record(
    options: tuple[int, int, int],
    hands: tuple[int, ...],
    piles: tuple[int, ...],
    undealt: int,
) -> NDArray[np.void]:
    """A record of a trick before the first lay: seat 0, then the others in the order of their lays.

    ``options`` are values, suits and cards of a full hand, such as seat 0 holds; ``hands`` the
    cards of each other; ``piles`` those of seat 0 and of the others, which may be fewer;
    ``undealt`` the cards of the deck.
    """
    states = STATE.empty()
    s = states[0]
    s.values, s.suits, s.hand_size = options
    s.players = 1 + len(hands)
    s.phase = NUMBERING
    s.undealt = undealt
    s.pile[: len(piles)] = piles
    s.in_hand[: s.players] = (s.hand_size, *hands)
    return states


@njit
def sampled_tricks(
    states: NDArray[np.void],
    unseen: int,
    own: int,
    numbers: NDArray[np.int64],
    likely: bool,
    n: int,
    rng: Any,
) -> Any:
    """Sampled tricks by the strength of the others' strongest lay.

    They are fewer than ``n`` where lays are too unlikely. Each other has a random hand. Those of
    ``numbers`` have laid so many cards before seat 0 laid ``own``: where ``likely``, worlds are
    kept with the probability that the policy lays these numbers, and it chooses the cards; else
    the cards laid are any of the hand. The numbers of those who lay later are the policy's.
    """
    s = states[0]
    ids = np.zeros(MAX_CHANCE, np.int64)
    prob = np.zeros(MAX_CHANCE)
    held = s.in_hand.copy()
    found = np.zeros(STRENGTHS, np.int64)
    done = 0
    for _try in range(n * MOST_TRIES):
        if done == n:
            break
        left = unseen
        best = 0
        for seat in range(s.players):
            s.in_hand[seat] = held[seat]
            s.laid_count[seat] = 0
        for seat in range(1, s.players):
            if seat == len(numbers) + 1:
                _note_lay(states, 0, own)
            hand = random_subset(left, held[seat], rng)
            left ^= hand
            number = numbers[seat - 1] if seat <= len(numbers) else 0
            lay = _lay_of(states, seat, hand, number, likely, ids, prob, rng)
            if lay == 0:
                best = -1
                break
            _note_lay(states, seat, count(lay))
            best = max(best, strength(lay))
        if best >= 0:
            done += 1
            found[best] += 1
    return found


@njit
def _note_lay(states: NDArray[np.void], seat: int, number: int) -> None:
    """Enter the number of a lay, which all see."""
    s = states[0]
    s.in_hand[seat] -= number
    s.laid_count[seat] = number


@njit
def _lay_of(
    states: NDArray[np.void],
    seat: int,
    hand: int,
    number: int,
    likely: bool,
    ids: NDArray[np.int64],
    prob: NDArray[np.float64],
    rng: Any,
) -> Any:
    """A lay of ``seat`` from ``hand``; 0 where it would not lay the number seen."""
    if number > 0 and not likely:
        return random_subset(hand, number, rng)
    s = states[0]
    s.to_move = seat
    s.phase = NUMBERING
    s.hand[seat] = hand
    level = np.int64(ADVANCED)  # not the literal, for which all would be compiled once more
    n = policy_probs(s, level, ids, prob)
    if number == 0:
        number = ids[sample_index(prob, n, rng.random())] - NUMBER
    else:
        chance = 0.0
        for i in range(n):
            if ids[i] == NUMBER + number:
                chance = prob[i]
        if rng.random() >= chance:
            s.hand[seat] = 0
            return 0
    lay = hand
    if not likely:
        lay = random_subset(hand, number, rng)
    elif number < s.in_hand[seat]:
        s.phase = LAYING
        s.to_come = number
        for _card in range(number):
            n = policy_probs(s, level, ids, prob)
            kind = ids[sample_index(prob, n, rng.random())]
            s.hand[seat] ^= 1 << kind
            s.laid[seat] |= 1 << kind
            s.in_hand[seat] -= 1
            s.to_come -= 1
        lay = s.laid[seat]
    s.in_hand[seat] = count(hand)
    s.hand[seat] = 0
    s.laid[seat] = 0
    return lay
