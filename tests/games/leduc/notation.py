"""Leduc hold'em in text: Js, Jh, Qs, ...; fold, check, call, raise."""

from .rules import CALL, FOLD, deals_next


def card_text(card: int, suits: bool) -> str:
    """A rank letter, with its suit where suits are told apart."""
    return "JQK"[card // 2] + ("sh"[card % 2] if suits else "")


def action_text(s, a: int) -> str:
    """A card for a deal; ``call`` is called ``check`` where there is nothing to call."""
    if deals_next(s):
        return card_text(a, bool(s.suits))
    if a == FOLD:
        return "fold"
    if a == CALL:
        return "check" if int(s.paid[0]) == int(s.paid[1]) else "call"
    return "raise"


def table_text(view, seat: int) -> str:
    """The cards (``?`` where unseen) and the chips put in."""
    suits = bool(view.suits)
    held = ["?" if card == 0 else card_text(card - 1, suits) for card in map(int, view.card)]
    board = "-" if int(view.board) == 0 else card_text(int(view.board) - 1, suits)
    chips = " ".join(str(int(paid)) for paid in view.paid)
    return f"cards {' '.join(held)}\nboard {board}\nchips {chips}"
