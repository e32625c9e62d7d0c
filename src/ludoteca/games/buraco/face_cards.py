"""Cards and melds on the page: names in the deck, the order of a hand, the record to draw from.

Most melds are as they were at the last drawing, so they are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ludoteca.web.kit.buttons import ahead
from ludoteca.web.kit.cards import DECKS, card_name, picture
from ludoteca.web.kit.face import seen

from .ids import JOKER, KINDS, RANKS, SET
from .melds import is_canastra, is_clean, is_semi_clean, meld_cards, meld_points
from .notation import JOKER_TEXT, card_text, sign
from .rules import STATE

if TYPE_CHECKING:
    from markupsafe import Markup

    from ludoteca.table.scene import Scene

DECK = "french"


def drawn_from(scene: Scene) -> Any:
    """The record to draw from: with the moves that the viewer tries; all of it in the end."""
    return seen(scene) if scene.revealed is not None else ahead(scene).record[0]


def name(kind: int) -> str:
    """The name of a card in the deck."""
    return "XR" if kind == JOKER else card_text(kind)


def pick(text: str) -> tuple[Markup, ...]:
    """The card that a question writes so."""
    card = "XR" if text == JOKER_TEXT else text
    return (picture(DECK, card),) if card in DECKS[DECK].cards else ()


def pick_words(text: str) -> str:
    """The name of the card that a question writes so."""
    if text == JOKER_TEXT:
        return sign(JOKER)
    return card_name(DECK, text) if text in DECKS[DECK].cards else text


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

# -- melds -----------------------------------------------------------------------------------------

_OF_MELDS = ("meld_suit", "low", "high", "wild_at", "wild_kind", "set_suits")
_RULES = ("ranks", "canastra", "long_bonus", "semi_clean", "two_points", "joker_points")


@dataclass(frozen=True)
class DrawnMeld:
    """A meld: its cards in order, each with whether it is wild; its points; what it is."""

    cards: tuple[tuple[int, bool], ...]
    is_set: bool
    points: int
    canastra: bool
    clean: bool
    semi_clean: bool

    @property
    def look(self) -> str:
        """The class of a canastra: ``clean``, ``semi`` or ``dirty``; "" for a shorter meld."""
        if not self.canastra:
            return ""
        return "clean" if self.clean else "semi" if self.semi_clean else "dirty"


def meld_at(s: Any, pair: int, meld: int) -> DrawnMeld:
    """A meld on the table."""
    rules = tuple(int(s[name]) for name in _RULES)
    return _meld(rules, tuple(s[name][pair, meld].tobytes() for name in _OF_MELDS))


@lru_cache(maxsize=512)
def _meld(rules: tuple[int, ...], fields: tuple[bytes, ...]) -> DrawnMeld:
    record = np.zeros(1, STATE.dtype)
    for name, value in zip(_RULES, rules, strict=True):
        record[name] = value
    for name, written in zip(_OF_MELDS, fields, strict=True):
        there = record[name][0, 0, 0]
        record[name][0, 0, 0] = np.frombuffer(written, there.dtype).reshape(there.shape)
    s = record[0]
    return DrawnMeld(
        cards=tuple((int(kind), bool(wild)) for kind, wild in meld_cards(s, 0, 0)),
        is_set=int(s.meld_suit[0, 0]) == SET,
        points=int(meld_points(s, 0, 0)),
        canastra=bool(is_canastra(s, 0, 0)),
        clean=bool(is_clean(s, 0, 0)),
        semi_clean=bool(is_semi_clean(s, 0, 0)),
    )


def melds_of(s: Any, pair: int) -> list[DrawnMeld]:
    """The melds of a pair, in the order of their opening."""
    return [meld_at(s, pair, meld) for meld in range(int(s.melds[pair]))]
