"""Lays of the others as the game's policy would make them, sampled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.core.kernel import sample_index

from .combinations import MOST_CARDS, count, strength
from .policy import ADVANCED, policy_probs
from .resample import pick
from .state import LAYING, MAX_CHANCE, NUMBER, NUMBERING, STATE

MOST_TRIES = 1_000
"""Worlds drawn at most for one in which the others would lay the numbers seen."""


def trick_record(
    options: tuple[int, int, int], laid: int, numbers: tuple[int, ...], hands: tuple[int, ...]
) -> NDArray[np.void]:
    """A record of a trick: seat 0 laid ``laid``, then each other lays or laid its number.

    ``options`` are values, suits and cards of a full hand; ``hands`` the cards that each other had
    before its lay. What is in the piles is left out.
    """
    states = STATE.empty()
    s = states[0]
    s.values, s.suits, s.hand_size = options
    s.players = 1 + len(hands)
    s.phase = NUMBERING
    s.laid[0] = laid
    s.laid_count[0] = count(laid)
    for k, held in enumerate(hands):
        s.laid_count[k + 1] = numbers[k] if k < len(numbers) else 0
        s.in_hand[k + 1] = held - s.laid_count[k + 1]
    return states


@njit
def sampled_tricks(
    states: NDArray[np.void],
    unseen: int,
    numbers: NDArray[np.int64],
    hands: NDArray[np.int64],
    likely: bool,
    n: int,
    rng: Any,
) -> tuple[int, int]:
    """Tricks that seat 0 wins, of how many sampled: fewer than ``n`` where lays are too unlikely.

    Each other has a random hand of ``hands[k]`` cards. Where ``likely``, worlds are kept with the
    probability that the policy lays the numbers seen, and it chooses the cards; else the cards
    laid are any of the hand. Numbers not seen yet are the policy's.
    """
    ids = np.zeros(MAX_CHANCE, np.int64)
    prob = np.zeros(MAX_CHANCE)
    best = strength(states[0].laid[0])
    hits = 0
    done = 0
    for _try in range(n * MOST_TRIES):
        if done == n:
            break
        left = unseen
        kept = True
        below = True
        for k in range(len(hands)):
            hand = pick(left, hands[k], rng)
            left ^= hand
            number = numbers[k] if k < len(numbers) else 0
            lay = _lay_of(states, k + 1, hand, number, likely, ids, prob, rng)
            if lay == 0:
                kept = False
                break
            if strength(lay) > best:
                below = False
        if kept:
            done += 1
            if below:
                hits += 1
    return hits, done


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
    before = s.laid_count[seat]
    s.to_move = seat
    s.phase = NUMBERING
    s.hand[seat] = hand
    s.laid[seat] = 0
    s.in_hand[seat] = count(hand)
    s.laid_count[seat] = 0
    n = policy_probs(s, ADVANCED, ids, prob)
    if number > 0:
        chance = 0.0
        for i in range(n):
            if ids[i] == NUMBER + number:
                chance = prob[i]
        lay = 0
        if rng.random() < chance:
            lay = _cards_of(states, seat, number, ids, prob, rng)
    else:
        number = ids[sample_index(prob, n, rng.random())] - NUMBER
        lay = _cards_of(states, seat, number, ids, prob, rng) if likely else pick(hand, number, rng)
    s.laid_count[seat] = before
    s.in_hand[seat] = count(hand) - before
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
