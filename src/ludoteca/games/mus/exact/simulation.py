"""Deals drawn at random, to check the exact counts: nothing of the mathematics is assumed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

from ..counting import best_seat
from ..hands import KINDS
from ..ids import GRANDE, JUEGO, LANCES, PUNTO, SEATS, TEAMS
from .types import Deck, Ints


def dealt(deck: Deck, hand: int, gone: Sequence[int], n: int, rng: np.random.Generator) -> Ints:
    """The types of the three other hands of ``n`` deals, in the order in which they speak."""
    left = np.array(deck.cards) - deck.types.hands[hand] - np.array(gone)
    cards = np.tile(np.repeat(np.arange(KINDS), left), (n, 1))
    hands = rng.permuted(cards, axis=1)[:, : 3 * deck.hand].reshape(n, 3, deck.hand)
    codes: Ints = (8**hands).sum(axis=2)
    return np.searchsorted(-deck.types.keys[GRANDE], -codes)


def wins(deck: Deck, hand: int, seat: int, others: Ints) -> tuple[NDArray[np.bool_], ...]:
    """The deals and lances in which the hand wins alone, and in which its pair does.

    Both are of shape (deals, lances).
    """
    held = np.insert(others, 0, hand, axis=1)
    classes = deck.types.classes[:, held].transpose(1, 0, 2)
    seats = (seat + np.arange(SEATS)) % SEATS
    # A hand that takes no part is the lowest of all; the nearer to the mano, the higher.
    strength = np.where(classes > 0, classes * SEATS + SEATS - 1 - seats, -1)
    best = strength.argmax(axis=2)
    there = strength.max(axis=2) >= 0
    there[:, PUNTO] &= (classes[:, PUNTO] > 0).all(axis=1)
    return there & (best == 0), there & (best % 2 == 0)


@njit
def count_wins(worlds, seat, won):  # type: ignore[no-untyped-def]
    """Count in ``won``, by lance, the worlds in which the pair of ``seat`` wins it.

    Punto is won only where nobody has juego.
    """
    for i in range(len(worlds)):
        for lance in range(LANCES):
            if lance == PUNTO and best_seat(worlds[i], JUEGO) >= 0:
                continue
            best = best_seat(worlds[i], lance)
            if best >= 0 and best % TEAMS == seat % TEAMS:
                won[lance] += 1
