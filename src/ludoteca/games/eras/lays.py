"""Lays of the others as the game's policy would make them, sampled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.core.kernel import sample_index

from .combinations import MOST_CARDS, count, strength
from .counting import STRENGTHS
from .policy import ADVANCED, policy_probs
from .resample import pick
from .state import LAYING, MAX_CHANCE, NUMBER, NUMBERING, STATE

MOST_TRIES = 1_000
"""Worlds drawn at most for one in which the others would lay the numbers seen."""


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
            hand = pick(left, held[seat], rng)
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
    """What all see of a lay: its number."""
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
    """What ``seat`` lays of ``hand``; 0 where it would not lay the number seen."""
    if number > 0 and not likely:
        return pick(hand, number, rng)
    s = states[0]
    s.to_move = seat
    s.phase = NUMBERING
    s.hand[seat] = hand
    n = policy_probs(s, ADVANCED, ids, prob)
    lay = 0
    if number == 0:
        number = ids[sample_index(prob, n, rng.random())] - NUMBER
        lay = _cards_of(states, seat, number, ids, prob, rng) if likely else pick(hand, number, rng)
    else:
        chance = 0.0
        for i in range(n):
            if ids[i] == NUMBER + number:
                chance = prob[i]
        if rng.random() < chance:
            lay = _cards_of(states, seat, number, ids, prob, rng)
    s.in_hand[seat] = count(hand)
    s.hand[seat] = 0
    s.laid[seat] = 0
    return lay


@njit
def _cards_of(
    states: NDArray[np.void],
    seat: int,
    number: int,
    ids: NDArray[np.int64],
    prob: NDArray[np.float64],
    rng: Any,
) -> Any:
    """So many cards of the hand as the policy chooses them."""
    s = states[0]
    if number == s.in_hand[seat]:
        return s.hand[seat]
    s.phase = LAYING
    s.to_come = number
    for _card in range(min(number, MOST_CARDS)):
        n = policy_probs(s, ADVANCED, ids, prob)
        kind = ids[sample_index(prob, n, rng.random())]
        s.hand[seat] ^= 1 << kind
        s.laid[seat] |= 1 << kind
        s.in_hand[seat] -= 1
        s.to_come -= 1
    return s.laid[seat]
