"""The turns of poker: every exchange, each once; or to fold, or to stay.

An exchange is a row of small moves: its cards in the order of the ranks, and ``STOP`` where there
might be more.
"""

from ludoteca.core.view import SeatView

from .hands import Cards
from .reasons import turn_reason_words as turn_reason_words
from .rules import STOP


def turns_at(view: SeatView) -> list[tuple[int, ...]]:
    """Every way to go on, card by card, to the end of the exchange."""
    if view.current_player != view.seat:
        return [()]
    return [(move, *rest) for move in view.legal for rest in turns_at(view.after((move,)))]


def goes_on(lot: Cards, given: Cards) -> bool:
    """True where ``lot`` is what was discarded and cards that may follow it."""
    reached = max((rank for rank, n in enumerate(given) if n), default=0)
    return lot[:reached] == given[:reached] and lot[reached] >= given[reached]


def next_move(given: Cards, lot: Cards) -> int:
    """The first card of ``lot`` that was not discarded yet, or ``STOP``."""
    return next((rank for rank, n in enumerate(lot) if n > given[rank]), STOP)
