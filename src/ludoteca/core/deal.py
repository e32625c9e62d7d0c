"""A declared deal: what follows for a game whose hidden cards are all in hands or undealt.

Such a game has these fields, and no other that somebody may not see::

    public("in_hand", "cards in each hand", 0, HAND, SEATS)
    seat("hand", "cards of each kind held, by owner", 0, COPIES, (SEATS, KINDS))
    hidden("deck", "undealt cards of each kind", 0, COPIES, KINDS)

or, where nobody holds more than one, ``seat("hand", "1 + card held", 0, KINDS, SEATS)``. Its
``rules.py`` says what is in the deck, and what is known of where cards are:

==============================  ===================================================================
``full_deck(s, deck)``          fill ``deck`` with all cards of each kind
``take_open(s, deck)``          take out of ``deck`` those that lie open, in no hand; or none
``known_cards(s, seat, hand)``  add to ``hand`` those that all know it to hold; or none
``may_hold(s, seat, kind)``     false where all know that it holds none; else true
==============================  ===================================================================

From these follow ``resample_from_infostate``, ``cards`` and ``count_cards``; and, with
``card_seen_by(s)``, who sees the card that comes next, ``observed_action``. A hidden choice,
such as a discard face down, makes some hands likelier than others: such a game draws its worlds
itself. So does one in which ``may_hold`` leaves few deals, such as late in a trick game of long
suits: the unseen cards are dealt again until a deal fits, which takes as many tries as it is rare.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.compiling.dispatch import generic
from ludoteca.core.errors import NoWorld
from ludoteca.core.jit import njit
from ludoteca.core.layout import Layout, Visibility

MOST_TRIES = 1_000_000  #: deals of the unseen cards, before it is taken that none fits


@njit
def _none_open(s, deck):
    pass


@njit
def _none_known(s, seat, hand):
    pass


@njit
def _any_kind(s, seat, kind):
    return True


full_deck = generic("full_deck")
take_open = generic("take_open", _none_open)
known_cards = generic("known_cards", _none_known)
may_hold = generic("may_hold", _any_kind)
card_seen_by = generic("card_seen_by")


def is_declared(state: Layout) -> bool:
    """True for a record with the fields of a declared deal."""
    fields = {field.name: field for field in state}
    if not {"deck", "hand", "in_hand"} <= fields.keys():
        return False
    secret = {name: f.visibility for name, f in fields.items() if f.visibility != Visibility.PUBLIC}
    return secret == {"deck": Visibility.HIDDEN, "hand": Visibility.SEAT}


def holds_one_card(state: Layout) -> bool:
    """True where a hand is the number of its one card, false where it is counts by kind."""
    return next(len(field.shape) for field in state if field.name == "hand") == 1


@njit
def undealt(deck, out, prob):
    """List the kinds of which ``deck`` has cards, ascending; return how many there are.

    Parameters
    ----------
    deck : int8 or of any type of whole numbers [kinds]
        Cards of each kind.
    out : int64 [kinds]
        The kinds, written in place up to the number that is returned.
    prob : float64 [kinds]
        The chance of each, in proportion to its cards, written likewise.
    """
    left = 0
    for kind in range(len(deck)):
        left += int(deck[kind])
    n = 0
    for kind in range(len(deck)):
        if deck[kind] > 0:
            out[n] = kind
            prob[n] = int(deck[kind]) / left
            n += 1
    return n


@njit
def draw_kind(deck, left, rng):
    """The kind of a random one of the ``left`` cards of ``deck``, which is not changed.

    ``deck`` has the cards of each kind, of any type of whole numbers [kinds].
    """
    kind = 0
    place = int(rng.random() * left)
    while place >= deck[kind]:
        place -= deck[kind]
        kind += 1
    return kind


@njit
def left_in(deck):
    """The number of cards in ``deck``, counts by kind, of any type of whole numbers [kinds]."""
    left = 0
    for kind in range(len(deck)):
        left += deck[kind]
    return left


@njit
def redeal_hands(s, seat, rng, out):
    """Deal the cards that ``seat`` does not see again, into ``out``, a copy of ``s``.

    All deals of physical cards that fit what is known are equally likely.

    Raises
    ------
    NoWorld
        Where :data:`MOST_TRIES` deals do not fit, which need not mean that none does.
    """
    for _try in range(MOST_TRIES):
        if _dealt_again(s, seat, rng, out):
            return
    raise NoWorld


@njit
def _dealt_again(s, seat, rng, out):
    """False where a card came to a hand that is known not to hold it."""
    full_deck(s, out.deck)
    take_open(s, out.deck)
    for other in range(len(out.hand)):
        if other != seat:
            for kind in range(len(out.deck)):
                out.hand[other, kind] = 0
            known_cards(s, other, out.hand[other])
        for kind in range(len(out.deck)):
            out.deck[kind] -= out.hand[other, kind]
    left = left_in(out.deck)
    for other in range(len(out.hand)):
        if other == seat:
            continue
        for _card in range(s.in_hand[other] - left_in(out.hand[other])):
            kind = draw_kind(out.deck, left, rng)
            if not may_hold(s, other, kind):
                return False
            out.deck[kind] -= 1
            out.hand[other, kind] += 1
            left -= 1
    return True


@njit
def redeal_single_cards(s, seat, rng, out):
    """:func:`redeal_hands` where a hand is one card, and no card in a hand is known."""
    full_deck(s, out.deck)
    take_open(s, out.deck)
    if s.hand[seat] > 0:
        out.deck[s.hand[seat] - 1] -= 1
    left = left_in(out.deck)
    for other in range(len(out.hand)):
        if other != seat and s.in_hand[other] > 0:
            kind = draw_kind(out.deck, left, rng)
            out.deck[kind] -= 1
            out.hand[other] = kind + 1
            left -= 1


def count_in_hands(s: Any) -> list[int]:
    """Cards of each kind: undealt, open and in hands."""
    open_cards = np.zeros(len(s.deck), np.int64)
    take_open(s, open_cards)
    return (s.deck - open_cards + s.hand.sum(axis=0)).tolist()


def count_single_cards(s: Any) -> list[int]:
    """The same where a hand is one card."""
    open_cards = np.zeros(len(s.deck), np.int64)
    take_open(s, open_cards)
    held = np.bincount(s.hand, minlength=len(s.deck) + 1)[1:]
    return (s.deck - open_cards + held).tolist()


def kinds_in(deck: NDArray[np.integer[Any]]) -> list[int]:
    """The kind of each card, ascending; ``deck`` has the cards of each, of any type [kinds]."""
    return np.repeat(np.arange(len(deck)), deck).tolist()
