"""One line of reason for a move: the best combination, what others laid, and what is kept."""

from __future__ import annotations

from typing import Any

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.view import SeatView

from .combinations import best_cards, count
from .notation import combination_signs, signs
from .rules import LAYING, NUMBER, NUMBERING, RETREATING, WITHDRAW


def reason_words(view: SeatView, action: int) -> str:
    """The reason for ``action`` from what the seat sees."""
    s, me = view.record[0], view.seat
    if s.phase == NUMBERING:
        return _of_number(s, me, action - NUMBER)
    if s.phase == LAYING:
        return _of_card(int(s.hand[me] | s.laid[me]), action)
    if s.phase == RETREATING and action == WITHDRAW:
        text = _("{combination} may win, and nothing has to be shown")
        return text.format(combination=combination_signs(int(s.laid[me])))
    if s.phase == RETREATING:
        return _("cards taken back cannot be lost with the trick")
    return _("of the cards on the table, this one gives away and costs least")


def _of_number(s: Any, me: int, n: int) -> str:
    """The reason for a lay of ``n`` cards; which they are is decided with each card."""
    hand = int(s.hand[me])
    best = int(count(best_cards(hand)))
    others = max(int(s.laid_count[seat]) for seat in range(int(s.players)) if seat != me)
    if n < best and n <= int(count(hand)) - best:
        text = _("with so few cards there is little to lose, and {combination} can be kept")
    elif n < best:
        text = _("fewer cards than {combination} may win too, and the rest are kept")
    elif n > best:
        text = _("{combination} may win, and then the other cards go onto the player's own pile")
    elif others:
        text = ngettext(
            "{combination} may beat a lay of {n} card",
            "{combination} may beat a lay of {n} cards",
            others,
        )
    else:
        text = _("{combination} is the best in the hand, and leads")
    return text.format(combination=combination_signs(hand), n=others)


def _of_card(cards: int, kind: int) -> str:
    """The reason to lay a card, of ``cards`` held before the lay."""
    best = int(best_cards(cards))
    if best >> kind & 1:
        text = _("{card} belongs to {combination}")
    else:
        text = _("{card} is not needed for {combination}")
    return text.format(card=signs(1 << kind), combination=combination_signs(cards))
