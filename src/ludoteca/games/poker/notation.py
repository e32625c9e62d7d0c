"""Simplified poker in text: cards are A 7 K Q J; ``stop``, ``fold``, ``stay``."""

from .hands import RANKS, SYMBOLS, text_of
from .rules import EXCHANGING, FOLD, FOLDING, SEATS, SHOWDOWN, STOP

_BASE = 6


def action_text(s, a: int) -> str:
    """A card discarded or drawn, ``stop``, ``fold``, ``stay``, or both hands of a showdown."""
    if s.phase == SHOWDOWN:
        digits = [a // _BASE**place % _BASE for place in reversed(range(SEATS * RANKS))]
        return "-".join(text_of(digits[k * RANKS : (k + 1) * RANKS]) for k in range(SEATS))
    if s.phase == FOLDING:
        return "fold" if a == FOLD else "stay"
    if s.phase == EXCHANGING and a == STOP:
        return "stop"
    return SYMBOLS[a]


def token_text(s, token: int) -> str:
    """The one coarse token: a card discarded face down."""
    return "x"


def table_text(view, seat: int) -> str:
    """TODO."""
    return text_of(view.hand[seat]) if seat >= 0 else "-"
