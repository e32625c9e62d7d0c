"""One line of reason for a move, from the own cards and the number that the other exchanged."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.i18n import N_, _
from ludoteca.core.view import SeatView

from .hands import NOTHING, SYMBOLS, class_of, greedy_exchange, size
from .notation import hand_words
from .rules import EXCHANGING, STOP

_OTHERS = (
    N_("whoever keeps all cards has a full house or better, or is bluffing"),
    N_("whoever exchanges one card usually had two pairs or four of a kind, or is bluffing"),
    N_("whoever exchanges two cards usually had three of a kind"),
    N_("whoever exchanges three cards or more usually had a pair at best"),
)
"""The hand that the other is thought to have had, by the number of cards that it exchanged."""


def reason_words(view: SeatView, action: int) -> str:
    """The reason for ``action`` from what the seat sees."""
    s, me = view.record[0], view.seat
    if s.phase != EXCHANGING:
        other = _OTHERS[min(int(s.exchanged[1 - me]), len(_OTHERS) - 1)]
        return f"{hand_words(s.hand[me])}; {_(other)}"
    dealt = [int(n) for n in s.dealt[me]]
    if action == STOP:
        text = _of_stop(dealt, int(s.exchanged[me]), int(s.most))
    elif class_of(dealt) == NOTHING:
        text = _("nothing is held, and a card that comes for {card} may make a pair")
    elif dealt[action] == 1:
        text = _("{card} does not contribute to {hand}, and a better card may come for it")
    else:
        text = _("{card} counts in {hand}, but is given up for a chance of more")
    card = "" if action == STOP else SYMBOLS[action]
    return text.format(card=card, hand=hand_words(dealt))


def turn_reason_words(view: SeatView, turn: Sequence[int]) -> str:
    """The reason for a turn: for cards exchanged together one of all."""
    s, me = view.record[0], view.seat
    dealt = [int(n) for n in s.dealt[me]]
    given = [move for move in turn if move != STOP] if s.phase == EXCHANGING else []
    if len(given) < 2 or any(dealt[card] != 1 for card in given):
        return reason_words(view, turn[0])
    if class_of(dealt) == NOTHING:
        text = _("nothing is held, and cards that come for {cards} and {last} may make a pair")
    else:
        text = _("{cards} and {last} add nothing to {hand}, and better cards may come for them")
    *first, last = (SYMBOLS[card] for card in given)
    return text.format(cards=", ".join(first), last=last, hand=hand_words(dealt))


def _of_stop(dealt: list[int], exchanged: int, most: int) -> str:
    if class_of(dealt) != NOTHING and exchanged >= size(greedy_exchange(dealt, most)):
        return _("every card that is kept contributes to {hand}")
    if exchanged:
        return _("so few cards exchanged look like a better hand than {hand}")
    return _("keeping all cards looks like a better hand than {hand}")
