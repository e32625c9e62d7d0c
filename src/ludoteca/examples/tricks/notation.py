"""Small whist in text: a card is its rank and its suit, as ``TS`` and ``AH``."""

from ludoteca.core.i18n import _
from ludoteca.core.moves import Each, moves
from ludoteca.core.player_names import seat_marked

from .rules import SEATS, trumps

DECK = "french"
SIGNS = "♣♦♥♠"
CARDS = [rank + suit for suit in "CDHS" for rank in "9TJQKA"]


def card_words(seen, a: int) -> str:
    """The card with the sign of its suit: ``10♠``."""
    rank, suit = CARDS[a][0], CARDS[a][1]
    return rank.replace("T", "10") + SIGNS["CDHS".index(suit)]


MOVES = moves(Each(0, CARDS, words=card_words))  # chance deals the same cards


def deal_part(seen) -> str:
    """The number of the trick; the deal is no part."""
    return _("Trick {n}").format(n=int(seen.won.sum()) + 1) if seen.turned else ""


def cards_at(seen, seat: int) -> list[str]:
    """The hand, face down where it is unseen but for the card turned up."""
    known = [card for card in range(len(CARDS)) if seen.hand[seat, card]]
    turned = int(seen.turned) - 1
    if not known and seat == seen.dealer and turned >= 0 and not seen.played[turned]:
        known = [turned]
    face_down = ["?"] * (int(seen.in_hand[seat]) - len(known))
    return [CARDS[card] for card in known] + face_down


def cards_on_table(seen) -> list[tuple[str, int]]:
    """Card and seat of this trick in the order of play; of the last one, its winner's first."""
    in_turn = [(int(seen.leader) + i) % SEATS for i in range(SEATS)]
    return [(CARDS[seen.trick[owner] - 1], owner) for owner in in_turn if seen.trick[owner]]


def table_text(seen, seat: int) -> str:
    """Score, tricks and trumps; then a line a seat: its hand, and its card in the trick."""
    head = _("score {score}  tricks {tricks}  trumps {suit}").format(
        score=f"{seen.score[0]}-{seen.score[1]}",
        tricks=f"{seen.won[0]}-{seen.won[1]}",
        suit=SIGNS[trumps(seen)] if seen.turned else "-",
    )
    lines = [head]
    for owner in range(SEATS):
        hand = " ".join(cards_at(seen, owner))
        played = CARDS[seen.trick[owner] - 1] if seen.trick[owner] else ""
        name = f"{'*' if owner == seat else ' '} {seat_marked(owner, seat)}"
        lines.append(f"{name}: {hand}  {played}".rstrip())
    return "\n".join(lines)
