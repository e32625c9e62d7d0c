"""A real game of Eräs korttipeli, followed by hand: what is typed, and worlds that fit lays turned.

Cards are typed with blanks (``4D KS 10H``): those dealt to the own hand, and lays when they are
turned. Of a lay face down its number is typed: ``3``.
"""

from __future__ import annotations

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.player_names import seat_called

from .combinations import count
from .notation import STAY, card_text, cards_text, kinds_of, read_cards
from .rules import (
    DEALING,
    LAST,
    NUMBER,
    NUMBERING,
    RETREATING,
    REVEALING,
    SHOWING,
    WITHDRAW,
)
from .rules import unseen_cards as unseen_mask


def read_event(seen, actor: int, text: str) -> list[int] | None:
    """The tokens of cards dealt, shown or turned, or of a number of cards laid or withdrawn."""
    if seen.phase in (NUMBERING, RETREATING):
        return _number(seen, text.split()[-1])
    try:
        cards = read_cards(text)
    except BadInput:
        return None
    if seen.phase in (REVEALING, LAST):
        return [cards]
    return kinds_of(cards) if seen.phase in (DEALING, SHOWING) else None


def _number(seen, word: str) -> list[int] | None:
    digits = word.lstrip("+-")
    if seen.phase == RETREATING and word.casefold() in STAY:
        return [WITHDRAW]
    if not digits.isdecimal() or len(digits) > 1:
        return None
    return [int(digits) + (NUMBER if seen.phase == NUMBERING else WITHDRAW)]


def assume(seen, seat: int, token: int) -> bool:
    """The cards that are turned or shown next are known to lie on the table."""
    me = seen.to_move
    if seen.phase == REVEALING:
        hidden = token & ~int(seen.shown[me])
        if count(token) != seen.laid_count[me] or hidden & ~int(unseen_mask(seen, seat)):
            return False
        seen.shown[me] = token
    elif seen.phase == SHOWING and 1 << token & int(unseen_mask(seen, seat)):
        seen.shown[me] |= 1 << token
        seen.to_come -= 1
    return True


def known_of(seen, seat: int, token: int) -> str:
    """Say where a card is that cannot come, or how many cards were laid."""
    me = int(seen.to_move)
    turned = seen.phase in (REVEALING, LAST)
    if seen.phase in (NUMBERING, RETREATING):
        return ""
    wanted = token if turned else 1 << token
    for kind in kinds_of(wanted):
        place = _place(seen, seat, kind, me if turned else -1)
        if place:
            return _("{card} cannot come: {place}").format(card=card_text(kind), place=place)
    n = int(seen.laid_count[me])
    if turned and count(wanted) != n:
        return _("{player} laid {n} cards, and {cards} are {given}").format(
            player=seat_called(me), n=n, cards=cards_text(wanted), given=count(wanted)
        )
    return ""


def _place(seen, seat: int, kind: int, turning: int) -> str:
    """The known place of ``kind`` in words; "" where that is not known."""
    if int(seen.hand[seat]) >> kind & 1:
        return _("it is in your hand")
    if int(seen.laid[seat]) >> kind & 1 and seat != turning:
        return _("you laid it")
    for owner in range(int(seen.players)):
        if int(seen.pile[owner]) >> kind & 1:
            return _("it is in the pile of {player}").format(player=seat_called(owner))
        if int(seen.shown[owner]) >> kind & 1 and owner != turning:
            return _("it lies before {player}").format(player=seat_called(owner))
    if kind not in kinds_of(unseen_mask(seen, seat)) and seat != turning:
        return _("it is not in this deck")
    return ""


def unseen_cards(seen, seat: int) -> list[tuple[str, int]]:
    """The cards that are in other hands, face down or in the deck."""
    return [(card_text(kind), 1) for kind in kinds_of(unseen_mask(seen, seat))]
