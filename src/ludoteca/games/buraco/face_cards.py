"""Cards on the page: their names in the deck, the order of a hand, the record to draw from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludoteca.web.kit.buttons import ahead
from ludoteca.web.kit.face import seen

from .ids import JOKER, KINDS, RANKS
from .notation import card_text

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene

DECK = "french"


def drawn_from(scene: Scene) -> Any:
    """The record to draw from: with the moves that the viewer tries; all of it in the end."""
    return seen(scene) if scene.revealed is not None else ahead(scene).record[0]


def name(kind: int) -> str:
    """The name of a card in the deck."""
    return "XR" if kind == JOKER else card_text(kind)


def kinds_of(counts: Any) -> list[int]:
    """The cards of a count by kind, in the order of a hand: spades first, from the ace to the king.

    Jokers come last.
    """
    numbers = counts.tolist()
    return [kind for kind in _ORDER for _copy in range(numbers[kind])]


def by_suit(kind: int) -> tuple[int, ...]:
    """The place of a card in a hand sorted by suit."""
    return (1, 0, 0) if kind == JOKER else (0, -(kind // RANKS), kind % RANKS)


def by_rank(kind: int) -> tuple[int, ...]:
    """The place of a card in a hand sorted by rank."""
    return (1, 0, 0) if kind == JOKER else (0, kind % RANKS, -(kind // RANKS))


_ORDER = sorted(range(KINDS), key=by_suit)
