"""Vangin pasianssi in text: ``turn`` for the move, and values for cards.

Values are written as on playing cards, A 2 ... 10 J Q K, where the deck has at most 13 of them,
and as numbers from 1 in larger decks.
"""

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.ids import CHANCE
from ludoteca.core.moves import Word, Written, moves

from .rules import MAX_VALUES, TURN, piles

NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def value_text(s, value: int) -> str:
    """A value of the deck of ``s``."""
    return NAMES[value] if int(s.values) <= len(NAMES) else str(value + 1)


def _turn_words(seen, a: int) -> str:
    """The move in a sentence."""
    step = int(seen.step)
    if step == 1:
        return _("Turn the next card.")
    return _("Turn the next {n} cards; only the last one counts.").format(n=step)


MOVES = moves(Word(TURN, "turn", _turn_words), outcomes=[Written(0, MAX_VALUES, value_text)])


def log_line(moves, after, viewer: int) -> tuple[int, str] | None:
    """A sentence for each card that counted, and what it took away."""
    seen, _token = moves[-1]
    return (CHANCE, f"{_look_line(after)}.") if after.looks > seen.looks else None


def table_text(seen, seat: int) -> str:
    """The piles, the last card that counted, and how many looks are left or how it ended."""
    lines = [_piles_line(seen)]
    if int(seen.last):
        lines.append(_look_line(seen))
    looks = int(seen.picks) - int(seen.looks)
    if int(seen.laid) == int(seen.board) and not int(seen.to_turn):
        if not piles(seen):
            return "\n".join([*lines, _("The table is empty: the patience has come out.")])
        if not looks:
            return "\n".join([*lines, _("No looks are left: the patience did not come out.")])
    deck = int(seen.suits) * int(seen.values) - int(seen.laid) - turned(seen)
    left = ngettext("{n} look left", "{n} looks left", looks).format(n=looks)
    undealt = ngettext("{n} card in the deck", "{n} cards in the deck", deck).format(n=deck)
    return "\n".join([*lines, f"{left}, {undealt}"])


def turned(seen) -> int:
    """Cards turned since the board was laid."""
    looks, step, to_turn = int(seen.looks), int(seen.step), int(seen.to_turn)
    return looks * step + (step - to_turn if to_turn else 0)


def _piles_line(seen) -> str:
    found = [
        " ".join([value_text(seen, v)] * int(seen.pile[v]))
        for v in range(int(seen.values))
        if int(seen.pile[v])
    ]
    laid, board = int(seen.laid), int(seen.board)
    if laid < board:
        head = _("Being laid, {laid} of {board} cards:").format(laid=laid, board=board)
    else:
        n = piles(seen)
        head = ngettext("{n} pile on the table:", "{n} piles on the table:", n).format(n=n)
    return f"{head} {' | '.join(found) or '–'}"


def _look_line(seen) -> str:
    card = value_text(seen, int(seen.last) - 1)
    taken = int(seen.hit)
    if not taken:
        return _("Look {n}: no pile of {card}; nothing is taken").format(
            n=int(seen.looks), card=card
        )
    text = ngettext(
        "Look {n}: {card} takes a pile of {taken} card",
        "Look {n}: {card} takes a pile of {taken} cards",
        taken,
    )
    return text.format(n=int(seen.looks), card=card, taken=taken)
