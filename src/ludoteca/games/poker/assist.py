"""A real game of simplified poker, followed by hand: what is typed, and worlds that fit a showdown.

Own cards are typed together (``KQJ77``), the other's exchange as its number (``2``, ``keep``), and
at the showdown the other's hand.
"""

from __future__ import annotations

from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE

from .hands import COPIES, RANKS, SYMBOLS
from .notation import KEEP, shown_hands
from .rules import (
    DEALING,
    DISCARDED,
    DRAWING,
    EXCHANGING,
    OVER,
    SEATS,
    SHOWDOWN,
    STOP,
)


def read_event(seen, actor: int, text: str) -> list[int] | None:
    """The tokens of cards dealt, of the other's exchange or answer, or of the hands shown."""
    words = text.casefold().split()
    if seen.phase in (DEALING, DRAWING) and actor == CHANCE:
        return _ranks("".join(words))
    if seen.phase == SHOWDOWN:
        hands = [_ranks(part) for part in "".join(words).split("-")]
        return _showdown(seen, hands)
    if seen.phase == EXCHANGING:
        # The other's discards, each seen as a card, and the end of its exchange.
        word = words[-1]
        if word in KEEP:
            return [STOP]
        left = int(seen.most - seen.exchanged[seen.to_move])
        if not word.isdecimal() or not 1 <= int(word[:3]) <= left:
            return None
        n = int(word)
        return [DISCARDED] * n + [STOP] * (n < left)
    return None


def _ranks(text: str) -> list[int] | None:
    symbols = text.upper()
    if not symbols or not set(symbols) <= set(SYMBOLS):
        return None
    return [SYMBOLS.index(symbol) for symbol in symbols]


def _showdown(seen, hands: list[list[int] | None]) -> list[int] | None:
    """The code of both hands; one hand is that of the seat that does not know it."""
    own = next(seat for seat in range(SEATS) if seen.hand[seat].any())
    if len(hands) == 1:
        hands.insert(
            own, [rank for rank in range(RANKS) for _n in range(int(seen.hand[own, rank]))]
        )
    if len(hands) != SEATS or not all(hands):
        return None
    code = 0
    for hand in hands:
        assert hand is not None
        for rank in range(RANKS):
            code = code * (COPIES + 1) + min(hand.count(rank), COPIES)
    return [code]


def assume(seen, seat: int, token: int) -> bool:
    """The hands that are shown at the showdown are known before it."""
    if seen.phase != SHOWDOWN:
        return True
    other = 1 - seat
    shown = shown_hands(token)
    hand = shown[other]
    unseen = _unseen(seen, seat)
    if shown[seat] != [int(n) for n in seen.hand[seat]] or sum(hand) != seen.hand_size:
        return False
    if any(held > unseen[rank] for rank, held in enumerate(hand)):
        return False
    seen.shown[other] = hand
    seen.phase = OVER
    return True


def _unseen(seen, seat: int) -> list[int]:
    """The cards of each rank that ``seat`` has not had in its hand."""
    there = [int(seen.copies) if rank < seen.ranks else 0 for rank in range(RANKS)]
    return [n - int(seen.hand[seat, r] + seen.given[seat, r]) for r, n in enumerate(there)]


def known_of(seen, seat: int, token: int) -> str:
    """Say how many cards of a rank were seen, where too few are left."""
    unseen = _unseen(seen, seat)
    if seen.phase == SHOWDOWN:
        wanted = dict(enumerate(shown_hands(token)[1 - seat]))
        if sum(wanted.values()) != seen.hand_size:
            return _("a hand has {n} cards, not {given}").format(
                n=int(seen.hand_size), given=sum(wanted.values())
            )
    else:
        wanted = {token: 1} if token < RANKS else {}
    for rank, n in wanted.items():
        if n > unseen[rank]:
            return _("{card} cannot come: of its {copies} cards you have had {known}").format(
                card=SYMBOLS[rank],
                copies=int(seen.copies) if rank < seen.ranks else 0,
                known=int(seen.hand[seat, rank] + seen.given[seat, rank]),
            )
    return ""


def unseen_cards(seen, seat: int) -> list[tuple[str, int]]:
    """The cards of each rank that ``seat`` never had, and that were not shown."""
    shown = seen.shown[1 - seat]
    left = [n - int(shown[rank]) for rank, n in enumerate(_unseen(seen, seat))]
    return [(SYMBOLS[rank], n) for rank, n in enumerate(left) if n]
