"""The moves possible with the cards that a person has picked: each one a run of small moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ludoteca.core.i18n import _

from .ids import CHOOSING, DISCARD, JOKER, OPEN_SET, RANKS, REPLACE
from .melds import is_lay, is_wild_card, meld_cards, pair_of, spent, spent_cards
from .notation import is_opening, meld_and_side, meld_sign, on_meld, sign, signs
from .rules import STATE

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView

NEW = -1
"""The meld of a :class:`LayMove` that opens one."""

_MOST_TRIED = 40  #: positions that are looked at for cards that go down in several moves


@dataclass(frozen=True)
class LayMove:
    """A legal move that lays cards: on which meld (``NEW``), and which cards of the hand."""

    action: int
    meld: int
    cards: tuple[int, ...]

    @property
    def wilds(self) -> int:
        """Wild cards among them, a two in its own place too."""
        return sum(bool(is_wild_card(kind)) for kind in self.cards)


@dataclass(frozen=True)
class WayToLay:
    """Moves that lay all the picked cards on one meld, and what the button says."""

    meld: int
    actions: tuple[int, ...]
    words: str


def lays(view: SeatView) -> tuple[LayMove, ...]:
    """The legal moves of a view that lay cards."""
    return _lays(view.record.tobytes(), view.legal)


@lru_cache(maxsize=256)
def _lays(record: bytes, legal: tuple[int, ...]) -> tuple[LayMove, ...]:
    s = np.frombuffer(record, STATE.dtype)[0]
    return tuple(_lay(s, a) for a in legal if is_lay(a))


def _lay(s: Any, a: int) -> LayMove:
    cards = spent_cards(s, a)
    if s.phase == CHOOSING:
        cards.remove(int(s.top) - 1)  # of the pile, which this move takes
    meld = NEW if is_opening(a) else meld_and_side(a)[0]
    return LayMove(a, meld, tuple(sorted(cards)))


# -- what goes together ----------------------------------------------------------------------------


def partners(view: SeatView, picked: Sequence[int]) -> set[int]:
    """The kinds of the hand with which the ``picked`` cards can be laid, or go on to be."""
    wanted, found = Counter(picked), set()
    for cards in _together(view):
        if wanted <= cards:
            found |= {kind for kind, n in cards.items() if n > wanted[kind]}
    return found


def _together(view: SeatView) -> Iterator[Counter[int]]:
    """Cards that one move lays, and those of a suit in a row, which several do."""
    for lay in lays(view):
        yield Counter(lay.cards)
        if lay.meld == NEW and lay.wilds == 0:
            yield Counter(_row(view, lay.cards))


def _row(view: SeatView, cards: Sequence[int]) -> set[int]:
    """Three cards of a suit, and those of the hand that go on from them in both directions."""
    held, row = view.record[0]["hand"][view.seat], set(cards)
    suit = cards[0] // RANKS
    if any(kind // RANKS != suit for kind in cards):
        return row
    for step in (-1, 1):
        kind = (min(cards) if step < 0 else max(cards)) + step
        while kind // RANKS == suit and held[kind]:
            row.add(kind)
            kind += step
    return row


# -- what can be done ------------------------------------------------------------------------------


def plays(view: SeatView, picked: Sequence[int]) -> list[WayToLay]:
    """The ways of laying all the ``picked`` cards, by several moves where no single one does it.

    Without any, what can be laid of the pile alone: its top card, added to a meld.
    """
    cards = tuple(sorted(picked))
    single = [lay for lay in lays(view) if lay.cards == cards]
    if single or not cards:
        return [WayToLay(lay.meld, (lay.action,), _single_words(view, lay)) for lay in single]
    wanted = Counter(cards)
    targets = {lay.meld for lay in lays(view) if Counter(lay.cards) <= wanted}
    found = []
    for meld in sorted(targets):
        actions = _row_of_moves(view, wanted, meld, [_MOST_TRIED // len(targets)])
        if actions is not None:
            words = _("Lay {cards}").format(cards=signs(cards))
            if meld != NEW:
                there = meld_sign(view.record[0], pair_of(view.seat), meld)
                words = _("Add {cards} to {meld}").format(cards=signs(cards), meld=there)
            found.append(WayToLay(meld, tuple(actions), words))
    return found


def _row_of_moves(
    view: SeatView, wanted: Counter[int], meld: int, budget: list[int]
) -> list[int] | None:
    """Moves on one meld that lay the ``wanted`` cards, natural ones first; None for none."""
    if not wanted:
        return []
    fitting = [x for x in lays(view) if x.meld == meld and Counter(x.cards) <= wanted]
    for lay in sorted(fitting, key=lambda x: x.wilds):
        if budget[0] <= 0:
            return None
        budget[0] -= 1
        after = view.after((lay.action,))
        opened = int(view.record[0]["melds"][pair_of(view.seat)]) if meld == NEW else meld
        rest = _row_of_moves(after, wanted - Counter(lay.cards), opened, budget)
        if rest is not None:
            return [lay.action, *rest]
    return None


# -- in words --------------------------------------------------------------------------------------


def _single_words(view: SeatView, lay: LayMove) -> str:
    s, a = view.record[0], lay.action
    takes = s.phase == CHOOSING
    if lay.meld == NEW:
        cards = signs(spent_cards(s, a))
        if takes:
            return _("Take the pile with {cards}").format(cards=cards)
        return _("Lay {cards}").format(cards=cards)
    card, there = sign(int(spent(s, a, 0))), meld_sign(s, pair_of(view.seat), lay.meld)
    if takes:
        return _("Take the pile: {card} to {meld}").format(card=card, meld=there)
    if REPLACE <= a < OPEN_SET:
        return _("Put {card} in place of the wild card of {meld}").format(card=card, meld=there)
    side = meld_and_side(a)[1]
    if side < 0:
        return _("Add {cards} to {meld}").format(cards=card, meld=there)
    lying = meld_cards(s, pair_of(view.seat), lay.meld)
    beside = sign(lying[-1 if side else 0][0])
    words = _("Add {card} after {other}") if side else _("Add {card} before {other}")
    return words.format(card=card, other=beside)


def without(view: SeatView, moves: Sequence[int], meld: int) -> tuple[int, ...]:
    """The moves without those on one meld; a new one that goes leaves its number to the next.

    None are left where the pile was taken with that meld.
    """
    opened, kept = int(view.record[0]["melds"][pair_of(view.seat)]), []
    goes = meld >= opened
    for move in moves:
        if not is_lay(move):
            kept.append(move)
            continue
        at, lays = opened, is_opening(move)
        if lays:
            opened += 1
        else:
            at = meld_and_side(move)[0]
        if at != meld:
            kept.append(move if lays or at < meld or not goes else on_meld(move, at - 1))
        elif move == moves[0] and view.record[0]["phase"] == CHOOSING:
            return ()
    return tuple(kept)


def can_discard(view: SeatView, kind: int) -> bool:
    """True where a card may be thrown away."""
    return 0 <= kind <= JOKER and DISCARD + kind in view.legal
