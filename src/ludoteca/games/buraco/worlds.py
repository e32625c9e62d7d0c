"""Worlds: what a seat cannot see is drawn again, from what it sees alone."""

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.deal import draw_kind
from ludoteca.core.jit import njit

from .ids import (
    FIRST,
    JOKER,
    KINDS,
    MELD,
    PAIRS,
    PLAYING,
    RANKS,
)
from .laying import kept_of
from .melds import (
    add_meld_cards,
    is_lay,
    spent,
)


@njit
def hidden_ways(s, a):
    """Copies of the cards spent that could have been meant; one that is known goes first.

    Twins cannot be told apart, so which of them goes is a manner of speaking. In this one a card
    that is played lowers what is known of the hand by one, and the rest of it stays a random
    sample of the unseen cards. The first card drawn is one card, whatever else is held; and what is
    thrown as the twin of a card that was taken is not the one that was taken.
    """
    if s.phase == FIRST:
        return 1.0
    me = int(s.to_move)
    top = int(s.top) - 1 if s.phase != PLAYING else -1
    ways = 1.0
    for i in range(MELD):
        kind = spent(s, a, i)
        if kind < 0:
            break
        before = -1 if kind == top else 0
        if not is_lay(a):
            before = kept_of(s, kind)
        for other in range(i):
            if spent(s, a, other) == kind:
                before += 1
        if s.known[me, kind] <= before:
            ways *= int(s.hand[me, kind]) - before
    return ways


@njit
def draw_hidden(s, seat, rng, out):
    """Draw the unknown part of the other hands from the unseen cards; the deck is the rest.

    Every card is in a hand, in the pile, on the table, or undealt; what is known of the other hands
    is in ``known``. All physical cards are alike, so samples of counts without replacement are
    exact. Of a hand that has just drawn the first card, each card is as likely to be that one.
    """
    deck = out.deck[
        :
    ]  # a slice of a field has the type of a hand: what it is passed to compiles once
    left = count_unseen(s, seat, deck)
    for other in range(s.players):
        if other == seat:
            continue
        left = deal_unknown(s, other, deck, left, rng, out)
        if s.phase == FIRST and other == s.to_move:
            out.drawn[other] = 1 + draw_kind(out.hand[other], int(s.in_hand[other]), rng)


@njit
def deal_unknown(s, seat, deck, left, rng, out):
    """Draw the cards of a hand that are not known from the ``left`` ones of ``deck``, in place.

    Returns how many are left then.
    """
    unknown = int(s.in_hand[seat])
    for kind in range(KINDS):
        out.hand[seat, kind] = s.known[seat, kind]
        unknown -= int(s.known[seat, kind])
    for _card in range(unknown):
        kind = draw_kind(deck, left, rng)
        deck[kind] -= 1
        out.hand[seat, kind] += 1
        left -= 1
    return left


def unseen_by(s, seat: int) -> tuple[NDArray[np.int64], int]:
    """Cards of each kind that ``seat`` cannot place, and their number; un-compiled."""
    counts = np.zeros(KINDS, np.int8)  # the type that it has in a record, for which it is compiled
    total = int(count_unseen(s, seat, counts))
    return counts.astype(np.int64), total


@njit
def fill_deck(s, out):
    """The cards of each kind that the deck has, into ``out``."""
    for kind in range(KINDS):
        out[kind] = 0
    for suit in range(s.suits):
        for rank in range(s.ranks):
            out[suit * RANKS + rank] = s.copies
    out[JOKER] = s.jokers


@njit
def count_unseen(s, seat, out):
    """Cards of each kind that ``seat`` cannot place, into ``out``; returns their number."""
    fill_deck(s, out)
    for kind in range(KINDS):
        out[kind] -= s.hand[seat, kind] + s.pile[kind]
        for other in range(s.players):
            if other != seat:
                out[kind] -= s.known[other, kind]
    for pair in range(PAIRS):
        for meld in range(s.melds[pair]):
            add_meld_cards(s, pair, meld, out, -1)
    left = 0
    for kind in range(KINDS):
        left += int(out[kind])
    return left
