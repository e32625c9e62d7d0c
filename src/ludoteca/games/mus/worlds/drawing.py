"""Hands and discards of a seat, drawn card by card: those that are to fit, and any others.

Cards are drawn from the last rows of ``counts`` (:mod:`.fitting`). A seat is drawn from the first
hand of which something is known to the last (:func:`go_on`), and then back and on from these, with
any cards (:func:`go_anywhere`).
"""

from ludoteca.core.jit import njit

from ..hands import KINDS, code_count
from ..ids import ROUNDS
from ..multisets import CODES, LESS, WITH
from .fitting import (
    ALL,
    BEGIN,
    DEAL,
    END,
    HELD,
    KEPT,
    LEFT,
    NOW,
    SHUFFLED,
    THEN,
    THROWS,
    ways_to_hold,
)

# Numbers of the others' hands, by seat and round, and of the hand of each that is drawn first; and
# the cards that they were dealt in each deal of cards, as codes.
HANDS, DEALT = range(2)
_ANCHOR = ROUNDS + 1


@njit
def go_on(s, me, place, cards, rng, out, counts, past, ahead, rooms):
    """Draw a seat's hands up to the shuffle, or from it on; False where the draw is given up.

    They are drawn from the row ``cards``, as the table of that place says where there is one.
    """
    shuffled = past[DEAL, SHUFFLED]
    goes_on = cards == NOW and shuffled > 0
    first = shuffled if goes_on else past[me, BEGIN]
    last = past[me, END] if cards == NOW else shuffled
    hand = rooms[HANDS, me, first] if goes_on else 0
    size = past[me, KEPT] if goes_on else 0
    for round_ in range(first, last + 1):
        if round_ > first:
            kept = s.held - int(s.threw[round_ - 1, me])
            if place < len(ahead):
                rest = _throw_fitting(hand, size, kept, place, round_, rng, ahead)
            else:
                rest = _throw(hand, size, kept, rng)
            out.gone[me, round_ - 1] = CODES[hand] - CODES[rest]
            hand, size = rest, kept
        full = (
            past[me, KEPT] if cards == THEN and round_ == shuffled else _size(s, me, round_, past)
        )
        before = CODES[hand]
        while size < full:
            if place < len(ahead):
                most = ahead[place, round_, hand]
                if goes_on and round_ == shuffled and size == past[me, KEPT]:
                    most /= ways_to_hold(hand, counts, 0)  # these cards have been held
                kind = _pick_fitting(hand, most, place, round_, cards, rng, counts, ahead)
                if kind < 0:
                    return False
                hand = WITH[hand, kind]
            else:
                hand = _draw_any(hand, cards, rng, counts)
            size += 1
        out.drawn[me, 1 if goes_on else 0] += CODES[hand] - before
        rooms[HANDS, me, round_] = hand
        if round_ > first:
            rooms[DEALT, me, round_] = CODES[hand] - before
        elif goes_on:
            rooms[DEALT, me, round_] += CODES[hand] - before
        else:
            rooms[DEALT, me, round_] = 0  # which of them were dealt then is not known yet
            rooms[HANDS, me, _ANCHOR] = hand
    return True


@njit
def go_anywhere(s, me, rng, out, counts, past, rooms):
    """Go back from the hand of a seat that was drawn first, and on from its last one."""
    shuffled, begin, end = past[DEAL, SHUFFLED], past[me, BEGIN], past[me, END]
    cards = THEN if shuffled > 0 else NOW
    hand = rooms[HANDS, me, _ANCHOR]
    size = past[me, KEPT] if begin == shuffled > 0 else _size(s, me, begin, past)
    for round_ in range(begin - 1, -1, -1):
        kept = s.held - int(s.threw[round_, me])
        rest = _throw(hand, size, kept, rng)
        rooms[DEALT, me, round_ + 1] += CODES[hand] - CODES[rest]
        rooms[DEALT, me, round_] = 0
        hand, size = rest, s.held
        for _i in range(kept, size):
            hand = _draw_any(hand, cards, rng, counts)
        out.gone[me, round_] = CODES[hand] - CODES[rest]
        out.drawn[me, 0] += CODES[hand] - CODES[rest]
        rooms[HANDS, me, round_] = hand
    rooms[DEALT, me, 0] += CODES[hand]
    hand, size = rooms[HANDS, me, end], _size(s, me, end, past)
    for round_ in range(end + 1, past[me, THROWS] + 1):
        kept = s.held - int(s.threw[round_ - 1, me])
        rest = _throw(hand, size, kept, rng)
        out.gone[me, round_ - 1] = CODES[hand] - CODES[rest]
        hand, size = rest, _size(s, me, round_, past)
        for _i in range(kept, size):
            hand = _draw_any(hand, NOW, rng, counts)
        rooms[DEALT, me, round_] = CODES[hand] - CODES[rest]
        out.drawn[me, 1 if shuffled > 0 else 0] += CODES[hand] - CODES[rest]
        rooms[HANDS, me, round_] = hand


@njit
def _size(s, me, round_, past):
    """Cards of a seat's hand after a number of discards."""
    return s.held if round_ < past[me, THROWS] else past[me, HELD]


@njit
def _pick_fitting(hand, most, place, round_, cards, rng, counts, ahead):
    """A kind by its chance to fit; -1 as often as ``most``, the bound for all, was too high."""
    at = rng.random() * most
    for kind in range(KINDS):
        there = counts[LEFT + cards, kind]
        if there > 0:
            at -= there * ahead[place, round_, WITH[hand, kind]]
            if at < 0.0:
                _take(cards, kind, counts)
                return kind
    return -1


@njit
def _draw_any(hand, cards, rng, counts):
    """A hand with one more card."""
    at = int(rng.random() * counts[LEFT + cards, KINDS])
    kind = 0
    while at >= counts[LEFT + cards, kind]:
        at -= counts[LEFT + cards, kind]
        kind += 1
    _take(cards, kind, counts)
    return WITH[hand, kind]


@njit
def _take(cards, kind, counts):
    counts[LEFT + cards, kind] -= 1
    counts[LEFT + cards, KINDS] -= 1


@njit
def _throw(hand, size, kept, rng):
    """The cards kept of a hand of which any cards are thrown."""
    for left in range(size, kept, -1):
        hand = LESS[hand, int(rng.random() * left)]
    return hand


@njit
def _throw_fitting(hand, size, kept, place, round_, rng, ahead):
    """The cards kept of a hand, by its chance to fit what is known later."""
    found = 0
    total = 0.0
    for some in range(1 << size):
        rest, left = hand, size
        for i in range(size - 1, -1, -1):
            if some >> i & 1 == 0:
                rest = LESS[rest, i]
                left -= 1
        if left == kept:
            total += ahead[place, round_, rest]
            if rng.random() * total < ahead[place, round_, rest]:
                found = rest
    return found


@njit
def hold(hand, fitted, rng, counts):
    """Hold a hand at the shuffle; False where one of its cards cannot have been there."""
    ways = ways_to_hold(hand, counts, LEFT)
    if fitted and ways > 0.0:
        ways /= ways_to_hold(hand, counts, 0)  # in the table
    for kind in range(KINDS):
        n = code_count(CODES[hand], kind)
        counts[LEFT + NOW, kind] -= n
        counts[LEFT + NOW, KINDS] -= n
        counts[LEFT + ALL, kind] -= n
    return is_so(ways, rng)


@njit
def is_so(chance, rng):
    """True with a probability."""
    return chance >= 1.0 or (chance > 0.0 and rng.random() < chance)
