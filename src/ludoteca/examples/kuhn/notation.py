"""Kuhn poker in text: J, Q, K; pass, bet, fold, call."""

from ludoteca.core.i18n import N_, _
from ludoteca.core.moves import Each, Word, moves

from .rules import BET, PASS

NAMES = "JQK"

MOVES = moves(
    Word(PASS, N_("fold"), when=lambda s: s.first_bet > 0, mark="gives_up"),
    Word(BET, N_("call"), when=lambda s: s.first_bet > 0, mark="stays"),
    Word(PASS, N_("pass")),
    Word(BET, N_("bet"), mark="raises"),
    outcomes=[Each(0, NAMES)],
)


def cards_at(seen, seat: int) -> list[str]:
    """The card of a seat; ``?`` is face down."""
    return [NAMES[seen.hand[seat] - 1] if seen.hand[seat] else "?"]


def table_text(seen, seat: int) -> str:
    """The card of each seat (``?`` where unseen), how many moves were made, and the bet."""
    held = "".join(cards_at(seen, 0) + cards_at(seen, 1))
    text = _("cards {cards}\nmoves {moves}, bet at move {bet} (0: none)")
    return text.format(cards=held, moves=seen.acted, bet=seen.first_bet)
