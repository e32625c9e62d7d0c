"""The cards of eras as the page shows them, and the words for a combination."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.card import card

from .combinations import STRENGTH, TYPE_NAMES, best_cards, strength
from .notation import card_text, kinds_of

DECK = "french"
SUIT_SIGNS = ("♣", "♦", "♥", "♠")
SUIT_CLASSES = ("c", "d", "h", "s")


def type_words(cards: int) -> str:
    """The type of the best combination in a set: ``straight flush of 2``."""
    return _(TYPE_NAMES[int(strength(cards)) // STRENGTH])


def drawn(
    kinds: Iterable[int], key: str, look: Callable[[int], str] = lambda _kind: ""
) -> list[Markup]:
    """Open cards, each with the ``look`` of its kind."""
    return [card(DECK, card_text(k), key=f"{key}-{k}", look=look(k)) for k in kinds]


def drawn_lay(cards: int, key: str) -> list[Markup]:
    """The cards of a lay that was turned; what is no part of its combination is dim."""
    best = int(best_cards(cards))
    return drawn(kinds_of(cards), key, lambda kind: "" if best >> kind & 1 else "dim")
