# mypy: allow-untyped-defs, allow-untyped-calls
"""Luck: all that is random in a simulated deal, fixed for a world before moves are compared in it.

Every seat has random numbers of its own, so that one more move of a seat does not change another's
choices. The world's deck has one order, which each draw source reads cyclically from a place of its
own, skipping cards that are gone: so taking cards from one source (a hand set aside, a pile) does
not shift those that come from another, until one has read as far as the next began. However sources
take turns, every card left is equally likely. After a reshuffle there is a new order.

Numbers are made when they are used, by two small generators for each stream, so the length of a
deal costs nothing.

Source: P. L'Ecuyer, Efficient and portable combined random number generators, Communications of the
ACM 31 (1988).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel
from ludoteca.core.ids import NO_DRAW
from ludoteca.core.jit import njit
from ludoteca.core.shuffles.shoe import kinds_of_cards
from ludoteca.core.view import SeatView

_SHUFFLES, _CHANCE, _SEATS = range(3)  # streams; seat n has number _SEATS + n
_SOURCES = 4  # places of the order at which sources begin; a fifth source begins with the first
_CARDS, _UNREAD = _SOURCES, _SOURCES + 1

_FIRST, _SECOND = 2_147_483_563, 2_147_483_399


class Luck(NamedTuple):
    """The luck of a world, or what is left of it in a deal; changed in place.

    Attributes
    ----------
    seeds
        int64 [streams, 2], the states of the generators
    order
        int64 [cards], kinds of the cards in the deck
    read
        int64 [cards], 1 for the cards of ``order`` that were drawn
    at
        int64 [6], where each source reads, then the number of cards in ``order`` and of those not
        drawn
    """

    seeds: NDArray[np.int64]
    order: NDArray[np.int64]
    read: NDArray[np.int64]
    at: NDArray[np.int64]


def luck_for(view: SeatView) -> Luck:
    """Room for the luck of a deal of ``view``; :func:`cast` fills it."""
    return luck_of(view.num_players, len(kinds_of_cards(view.game, view.options)))


def luck_of(seats: int, cards: int) -> Luck:
    """Room for the luck of a deal of so many seats and cards; :func:`cast` fills it."""
    order, read = np.zeros((2, cards), np.int64)
    return Luck(
        np.zeros((_SEATS + seats, 2), np.int64), order, read, np.zeros(_SOURCES + 2, np.int64)
    )


@njit
def cast(states, i, rng, luck):
    """Fix the luck of the world ``states[i]`` by ``rng``, in ``luck``, in place."""
    for stream in range(len(luck.seeds)):
        luck.seeds[stream, 0] = 1 + int(rng.random() * (_FIRST - 1))
        luck.seeds[stream, 1] = 1 + int(rng.random() * (_SECOND - 1))
    _shuffle(kernel.deck(states, i), luck)


@njit
def copy_luck(luck, out):
    """Make ``out`` like ``luck``, in place; both have room for the same seats and cards."""
    for stream in range(len(luck.seeds)):
        out.seeds[stream, 0] = luck.seeds[stream, 0]
        out.seeds[stream, 1] = luck.seeds[stream, 1]
    for k in range(luck.at[_CARDS]):
        out.order[k] = luck.order[k]
        out.read[k] = luck.read[k]
    for k in range(len(luck.at)):
        out.at[k] = luck.at[k]


@njit
def coin(luck, seat):
    """The next uniform number in (0, 1) of ``seat``; ``luck`` moves on, in place."""
    return _uniform(luck.seeds, _SEATS + seat)


@njit
def drawn(states, i, luck, ids, prob):
    """The next outcome of chance in ``states[i]``; ``luck`` moves on, in place.

    Parameters
    ----------
    states : records [N]
        record ``i`` is at a chance node, and is not changed
    ids, prob
        int64 and float64 [most outcomes], scratch
    """
    source = kernel.draw_source(states[i])
    if source == NO_DRAW:
        n = kernel.chance_outcomes(states[i], ids, prob)
        return ids[kernel.sample_index(prob, n, _uniform(luck.seeds, _CHANCE))]
    return _next_card(kernel.deck(states, i), source % _SOURCES, luck)


@njit
def _uniform(seeds, stream):
    one = seeds[stream, 0] * 40_014 % _FIRST
    other = seeds[stream, 1] * 40_692 % _SECOND
    seeds[stream, 0] = one
    seeds[stream, 1] = other
    return ((one - other) % (_FIRST - 1) + 0.5) / (_FIRST - 1)


@njit
def _shuffle(deck, luck):
    """Put the cards of ``deck`` into a new order."""
    n = 0
    for kind in range(len(deck)):
        for _copy in range(int(deck[kind])):
            other = int(_uniform(luck.seeds, _SHUFFLES) * (n + 1))
            luck.order[n] = luck.order[other]
            luck.order[other] = kind
            luck.read[n] = 0
            n += 1
    for source in range(_SOURCES):
        luck.at[source] = source * n // _SOURCES
    luck.at[_CARDS] = n
    luck.at[_UNREAD] = n


@njit
def _next_card(deck, source, luck):
    """The kind of the next card that the source reads."""
    left = 0
    for kind in range(len(deck)):
        left += int(deck[kind])
    if left != luck.at[_UNREAD]:
        _shuffle(deck, luck)
    place = luck.at[source]
    while luck.read[place] == 1:
        place = place + 1 if place + 1 < luck.at[_CARDS] else 0
    luck.read[place] = 1
    luck.at[source] = place
    luck.at[_UNREAD] -= 1
    return luck.order[place]
