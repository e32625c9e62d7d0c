"""Leduc hold'em in text: Js, Jh, Qs, ...; fold, check, call, raise."""

from ludoteca.core.i18n import N_, _
from ludoteca.core.moves import Word, Written, moves

from .rules import CALL, FOLD, KINDS, RAISE

DECK = "french"


def card_text(card: int, suits: bool) -> str:
    """A rank letter, with its suit where suits are told apart."""
    return "JQK"[card // 2] + ("sh"[card % 2] if suits else "")


MOVES = moves(
    Word(CALL, N_("check"), when=lambda s: s.paid[0] == s.paid[1]),
    Word(FOLD, N_("fold"), mark="gives_up"),
    Word(CALL, N_("call"), mark="stays"),
    Word(RAISE, N_("raise"), mark="raises"),
    outcomes=[Written(0, KINDS, lambda s, a: card_text(a, bool(s.suits)))],
)


def cards_at(seen, seat: int) -> list[str]:
    """The card of a seat; ``?`` is face down."""
    card = int(seen.hand[seat])
    return [card_text(card - 1, bool(seen.suits)).upper() if card else "?"]


def cards_on_table(seen) -> list[str]:
    """The public card, once it is dealt."""
    return [card_text(int(seen.board) - 1, bool(seen.suits)).upper()] if seen.board else []


def table_text(seen, seat: int) -> str:
    """The cards (``?`` where unseen) and the chips put in."""
    suits = bool(seen.suits)
    held = ["?" if card == 0 else card_text(card - 1, suits) for card in map(int, seen.hand)]
    board = "-" if int(seen.board) == 0 else card_text(int(seen.board) - 1, suits)
    text = _("cards {cards}\nboard {board}\nchips {chips}")
    return text.format(cards=" ".join(held), board=board, chips=" ".join(map(str, seen.paid)))
