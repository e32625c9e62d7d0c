"""Kuhn poker in text: J, Q, K; pass, bet, fold, call."""

from ludoteca.core.ids import CHANCE

from .rules import PASS, current_player

CARD_NAMES = "JQK"


def action_text(s, a: int) -> str:
    """A card for a deal; ``pass`` or ``bet`` before a bet, ``fold`` or ``call`` after it."""
    if current_player(s) == CHANCE:
        return CARD_NAMES[a]
    if int(s.first_bet) > 0:
        return "fold" if a == PASS else "call"
    return "pass" if a == PASS else "bet"


def table_text(view, seat: int) -> str:
    """The card of each seat (``?`` where unseen) and how many moves were made."""
    held = "".join("?" if card == 0 else CARD_NAMES[card - 1] for card in map(int, view.card))
    return f"cards {held}\nmoves {int(view.acted)}, bet at move {int(view.first_bet)} (0: none)"
