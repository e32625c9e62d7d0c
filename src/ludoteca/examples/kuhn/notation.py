"""Kuhn poker in text: J, Q, K; pass, bet, fold, call."""

from ludoteca.core.i18n import N_, _

NAMES = "JQK"
MOVES = (N_("pass"), N_("bet"), N_("fold"), N_("call"))


def action_text(s, a: int) -> str:
    """A card that is dealt; ``pass`` or ``bet`` before a bet, ``fold`` or ``call`` after it."""
    if s.dealt < 2:
        return NAMES[a]
    return MOVES[a + 2 if s.first_bet > 0 else a]


def action_words(s, a: int) -> str:
    """The same for people, in their language."""
    return _(action_text(s, a))


def cards_at(seen, seat: int) -> list[str]:
    """The card of a seat; ``?`` is face down."""
    return [NAMES[seen.card[seat] - 1] if seen.card[seat] else "?"]


def table_text(seen, seat: int) -> str:
    """The card of each seat (``?`` where unseen), how many moves were made, and the bet."""
    held = "".join(cards_at(seen, 0) + cards_at(seen, 1))
    text = _("cards {cards}\nmoves {moves}, bet at move {bet} (0: none)")
    return text.format(cards=held, moves=seen.acted, bet=seen.first_bet)
