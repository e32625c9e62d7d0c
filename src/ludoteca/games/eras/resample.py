"""Another world that a seat cannot tell from the real one."""

from typing import Any

from ludoteca.core.jit import njit

from .combinations import KINDS, SUITS, above, count, lowest, top
from .state import LAYING, SEATS, SHOWING, WITHDRAWING

_MANY_UNSEEN = 13  # cards; with fewer, a random place is too often empty


@njit
def resample_from_infostate(s: Any, seat: int, rng: Any, out: Any) -> None:
    """The others' cards are a random set of the unseen ones; the deck is what is left.

    Of a lay, a withdrawal or a showing that has begun, what was chosen so far is the lowest part of
    a random set. Cards shown one by one leave as many higher ones to show: the cards on the table
    are drawn until they do.
    """
    copy_seen(s, seat, out)
    unseen = unseen_cards(s, seat)
    mover = s.to_move
    showing = s.phase == SHOWING and mover != seat
    if showing:
        unseen ^= _deal_showing(s, unseen, rng, out)
    for other in range(s.players):
        if other == seat:
            continue
        if not (showing and other == mover):
            unseen ^= _deal_laid(s, other, unseen, rng, out)
        held = s.in_hand[other] - count(out.hand[other])
        drawn = pick(unseen, held, rng)
        unseen ^= drawn
        out.hand[other] |= drawn
    for kind in range(KINDS):
        out.deck[kind] = unseen >> kind & 1


@njit
def pick(cards: int, n: int, rng: Any) -> Any:
    """A random set of ``n`` cards of a set that has at least as many."""
    left = count(cards)
    chosen = 0
    for _i in range(n):
        if left >= _MANY_UNSEEN:
            bit = 0
            while bit & cards == 0:
                bit = 1 << int(rng.random() * KINDS)
        else:
            rest = cards
            for _skip in range(int(rng.random() * left)):
                rest &= rest - 1
            bit = rest & -rest
        cards ^= bit
        chosen |= bit
        left -= 1
    return chosen


@njit
def unseen_cards(s: Any, seat: int) -> Any:
    """Every card that ``seat`` cannot place."""
    cards = 0
    suits = (1 << SUITS) - (1 << (SUITS - s.suits))
    for value in range(s.values):
        cards |= suits << (value * SUITS)
    cards &= ~(s.hand[seat] | s.laid[seat])
    for owner in range(s.players):
        cards &= ~(s.pile[owner] | s.shown[owner])
    return cards


@njit
def _lowest(cards: int, n: int) -> Any:
    """The ``n`` lowest cards of a set."""
    chosen = 0
    for _i in range(n):
        chosen |= 1 << lowest(cards & ~chosen)
    return chosen


@njit
def _deal_laid(s: Any, other: int, unseen: int, rng: Any, out: Any) -> Any:
    """Fill in what ``other`` laid, and what it holds because of a choice that has begun.

    Returns the cards taken from ``unseen``.
    """
    out.laid[other] = s.shown[other] if s.laid_count[other] > 0 else 0
    on_table = s.laid_count[other] - count(out.laid[other])
    chosen = 0
    if other == s.to_move and s.phase == LAYING:
        chosen = pick(unseen, on_table + s.to_come, rng)
        out.laid[other] = _lowest(chosen, on_table)
        out.hand[other] = chosen & ~out.laid[other]
        return chosen
    if other == s.to_move and s.phase == WITHDRAWING:
        begun = s.numbers[other] - s.laid_count[other]
        chosen = pick(unseen, begun + s.to_come, rng)
        out.withdrawn[other] = _lowest(chosen, begun)
        out.hand[other] = out.withdrawn[other]
        staying = pick(unseen & ~chosen, on_table - s.to_come, rng)
        out.laid[other] |= staying | (chosen & ~out.withdrawn[other])
        return chosen | staying
    chosen = pick(unseen, on_table, rng)
    out.laid[other] |= chosen
    return chosen


@njit
def _deal_showing(s: Any, unseen: int, rng: Any, out: Any) -> Any:
    """Fill in the cards on the table of the seat that shows some of them one by one."""
    me = s.to_move
    shown = s.shown[me]
    while True:
        chosen = pick(unseen, s.laid_count[me] - count(shown), rng)
        higher = above(chosen, top(shown)) if shown > 0 else chosen
        if count(higher) >= s.to_come:
            out.laid[me] = shown | chosen
            return chosen


@njit
def copy_seen(s: Any, seat: int, out: Any) -> None:
    """Everything public, and the cards of ``seat``."""
    out.players = s.players
    out.values = s.values
    out.suits = s.suits
    out.hand_size = s.hand_size
    out.retreat = s.retreat
    out.rounds = s.rounds
    out.target = s.target
    out.played = s.played
    out.dealer = s.dealer
    out.phase = s.phase
    out.leader = s.leader
    out.to_move = s.to_move
    out.to_come = s.to_come
    out.undealt = s.undealt
    out.tricks = s.tricks
    for owner in range(SEATS):
        out.score[owner] = s.score[owner]
        out.in_hand[owner] = s.in_hand[owner]
        out.laid_count[owner] = s.laid_count[owner]
        out.numbers[owner] = s.numbers[owner]
        out.shown[owner] = s.shown[owner]
        out.pile[owner] = s.pile[owner]
        out.hand[owner] = 0
        out.laid[owner] = 0
        out.withdrawn[owner] = 0
    out.hand[seat] = s.hand[seat]
    out.laid[seat] = s.laid[seat]
    out.withdrawn[seat] = s.withdrawn[seat]
