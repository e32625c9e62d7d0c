"""Cards on the page: their names in the deck, their signs in sentences, the order of a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import _
from ludoteca.web.kit.drafts import ahead
from ludoteca.web.kit.plain import seen

from .ids import JOKER, KINDS, RANKS
from .notation import RANK_SYMBOLS, card_text

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene

DECK = "french"
SUIT_SIGNS = "♣♦♥♠"


def drawn_from(scene: Scene) -> Any:
    """The record to draw from: with the moves that the viewer tries; all of it in the end."""
    return seen(scene) if scene.revealed is not None else ahead(scene).record[0]


def name(kind: int) -> str:
    """The name of a card in the deck."""
    return "XR" if kind == JOKER else card_text(kind)


def rank_sign(kind: int) -> str:
    """``10``, ``K``: a rank as it is printed on the card."""
    symbol = RANK_SYMBOLS[kind % RANKS]
    return "10" if symbol == "T" else symbol


def sign(kind: int) -> str:
    """A card in a sentence: ``10♥``."""
    return _("joker") if kind == JOKER else rank_sign(kind) + SUIT_SIGNS[kind // RANKS]


def signs(kinds: Iterable[int]) -> str:
    """Cards in a sentence: ``3♥ 4♥ 2♠``."""
    return " ".join(map(sign, kinds))


def kinds_of(counts: Any) -> list[int]:
    """The cards of a count by kind, in the order of a hand: spades first, from the ace to the king.

    Jokers come last.
    """
    numbers = [int(n) for n in counts]
    return [kind for kind in sorted(range(KINDS), key=by_suit) for _copy in range(numbers[kind])]


def by_suit(kind: int) -> tuple[int, ...]:
    """The place of a card in a hand sorted by suit."""
    return (1, 0, 0) if kind == JOKER else (0, -(kind // RANKS), kind % RANKS)


def by_rank(kind: int) -> tuple[int, ...]:
    """The place of a card in a hand sorted by rank."""
    return (1, 0, 0) if kind == JOKER else (0, kind % RANKS, -(kind // RANKS))
