"""One line of reason for a move or a lay: its combination, what others laid, and what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.view import SeatView

from .combinations import STRENGTH, best_cards, count, strength
from .notation import combination_signs, kinds_of, signs
from .rules import LAYING, NUMBER, NUMBERING, RETREATING, WITHDRAW

_FEW = 2
"""Cards of no good combination that are little to lose."""


def better_words(view: SeatView, better: Sequence[int], played: Sequence[int]) -> str:
    """The reason for the turn ``better`` in place of the one ``played``."""
    s, lay, other = view.record[0], _lay_of(view, better), _lay_of(view, played)
    if not lay or not other or lay == other:
        return turn_reason_words(view, better)
    more, fewer = lay & ~other, other & ~lay
    combination = combination_signs(lay)
    if best_cards(lay) != best_cards(other):
        if strength(lay) < strength(other):
            return turn_reason_words(view, better)
        text = _("{combination} beats more lays than {other}")
        return text.format(combination=combination, other=combination_signs(other))
    if fewer:
        text = ngettext(
            "{combination} can win without {cards}, which is kept",
            "{combination} can win without {cards}, which are kept",
            int(count(fewer)),
        )
        if more:
            text = _("{combination} is laid in both: of the other cards, {cards} are worth keeping")
        return text.format(combination=combination, cards=signs(fewer))
    return _of_others(s, combination, more)


def _of_others(s: Any, combination: str, others: int) -> str:
    """The good of cards that are laid beside a combination."""
    n = int(count(others))
    text = ngettext(
        "if {combination} wins, {cards} goes onto the player's own pile with it",
        "if {combination} wins, {cards} go onto the player's own pile with it",
        n,
    )
    if s.undealt:
        text = ngettext(
            "if {combination} wins, {cards} goes onto the player's own pile with it, and a new "
            "card comes for it",
            "if {combination} wins, {cards} go onto the player's own pile with it, and new cards "
            "come for them",
            n,
        )
    return text.format(combination=combination, cards=signs(others))


def turn_reason_words(view: SeatView, turn: Sequence[int]) -> str:
    """The reason for a turn from what the seat sees: for a lay, by the cards that are laid."""
    s, lay = view.record[0], _lay_of(view, turn)
    if not lay:
        return reason_words(view, turn[0])
    best, own = int(best_cards(s.hand[view.seat])), int(best_cards(lay))
    n, laid = int(count(lay)), _laid_by_others(s, view.seat)
    combination = combination_signs(lay)
    if own == best and lay != own:
        return _of_others(s, combination, lay & ~own)
    if own == best:
        return _of_best(combination, laid)
    told = {"cards": signs(lay), "combination": combination, "best": combination_signs(best)}
    if lay & best:
        return _("{combination} may win too, and the rest of {best} is kept").format(**told)
    if n <= _FEW and strength(lay) < STRENGTH:
        text = ngettext(
            "{cards} is little to lose, and {best} is kept",
            "{cards} are little to lose, and {best} is kept",
            n,
        )
        return text.format(**told)
    return _("{combination} may win too, and {best} is kept").format(**told)


def _lay_of(view: SeatView, turn: Sequence[int]) -> int:
    """The cards that a turn lays; 0 where it does not begin with their number, or lacks some."""
    s, n = view.record[0], turn[0] - NUMBER
    if s.phase != NUMBERING:
        return 0
    hand = int(s.hand[view.seat])
    cards = kinds_of(hand) if n == count(hand) else turn[1 : n + 1]
    return sum(1 << kind for kind in cards) if len(cards) == n else 0


def _laid_by_others(s: Any, me: int) -> int:
    """The most cards that another seat has laid in this trick."""
    return max(int(s.laid_count[seat]) for seat in range(int(s.players)) if seat != me)


def _of_best(combination: str, laid: int) -> str:
    """The good of the best combination of the hand alone, after ``laid`` cards of another."""
    if not laid:
        return _("{combination} is the best in the hand, and leads").format(combination=combination)
    text = ngettext(
        "{combination} may beat a lay of {n} card",
        "{combination} may beat a lay of {n} cards",
        laid,
    )
    return text.format(combination=combination, n=laid)


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
    if n < best and n <= int(count(hand)) - best:
        text = _("with so few cards there is little to lose, and {combination} can be kept")
    elif n < best:
        text = _("fewer cards than {combination} may win too, and the rest are kept")
    elif n > best:
        text = _("{combination} may win, and then the other cards go onto the player's own pile")
    else:
        return _of_best(combination_signs(hand), _laid_by_others(s, me))
    return text.format(combination=combination_signs(hand))


def _of_card(cards: int, kind: int) -> str:
    """The reason to lay a card, of ``cards`` held before the lay."""
    best = int(best_cards(cards))
    if best >> kind & 1:
        text = _("{card} belongs to {combination}")
    else:
        text = _("{card} is not needed for {combination}")
    return text.format(card=signs(1 << kind), combination=combination_signs(cards))
