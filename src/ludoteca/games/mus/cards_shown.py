"""The cards that stand for kinds at a table, in pictures and words; the record knows kinds alone.

Each kind has its cards in an order made from the commitment to the shuffle, which the table shows
and the record has: with eight kings these are the kings and the threes. A seat's cards are taken
from it in turn, and those that it has held longest are thrown first: so its cards of a kind are
those from the number thrown on, and what is held keeps its suit for the whole deal.

The order is public, so a suit may not depend on cards that its viewer does not see: every seat
takes its own cards first, and two seats may see the same card. A replay from a seat shows the
cards that the seat saw at the table. With all hands open it shows what the only person of the table
saw; where several people played, only the first of them finds their own cards in it.

Away from a table there are no suits, and a card is called by its kind.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

from ludoteca.core.i18n import N_, _
from ludoteca.core.shuffles.look import Look

from .hands import ACE, CABALLO, KINDS, KING, SOTA, THREE, TWO, counts_of
from .ids import SEATS
from .record import thrown_by

Faces = Sequence[Sequence[str]]
Hand = list[tuple[int, str]]
"""Kind and name of each card: ``12O`` is the king of coins, as pages call it."""

_SUITS = "OCEB"
_NUMBERS = {ACE: 1, SOTA: 10, CABALLO: 11, KING: 12}
_WORDS = {
    12: N_("king"),
    11: N_("caballo"),
    10: N_("sota"),
    7: N_("seven"),
    6: N_("six"),
    5: N_("five"),
    4: N_("four"),
    3: N_("three"),
    2: N_("two"),
    1: N_("ace"),
}

_WITH_ARTICLE = {
    12: N_("the king"),
    11: N_("the caballo"),
    10: N_("the sota"),
    7: N_("the seven"),
    6: N_("the six"),
    5: N_("the five"),
    4: N_("the four"),
    3: N_("the three"),
    2: N_("the two"),
    1: N_("the ace"),
}


def hands(s: Any, look: Look) -> dict[int, Hand]:
    """The hands that are seen, by seat, highest card first; no two cards are alike.

    That of the seat of ``look`` is made first: its cards must not depend on those of others. The
    others follow from the mano on, as they are shown.
    """
    found: dict[int, Hand] = {}
    for seat in _in_order(s, look):
        found[seat] = _chosen(s, look, seat, seen_counts(s, seat), found)
    return found


def cards_of(s: Any, look: Look | None, seat: int, counts: Sequence[int]) -> Hand:
    """The cards of ``seat``, of each kind as many as ``counts``, those held longest first.

    Without a look all cards of a kind are called alike.
    """
    if look is None:
        return [
            (kind, f"{_NUMBERS.get(kind, kind + 1)}{_SUITS[0]}")
            for kind in reversed(range(KINDS))
            for _card in range(counts[kind])
        ]
    before: dict[int, Hand] = {}
    for other in _in_order(s, look):
        if other == seat:
            break
        before[other] = _chosen(s, look, other, seen_counts(s, other), before)
    return _chosen(s, look, seat, counts, before)


def rank_words(cards: Iterable[tuple[int, str]]) -> str:
    """Cards by their ranks as they look: ``king, caballo, three, ace``."""
    return ", ".join(_(_WORDS[int(name[:-1])]) for _kind, name in cards)


def throw_words(cards: Iterable[tuple[int, str]]) -> str:
    """Cards that go, each with its article, lest it be read as their number."""
    return ", ".join(_(_WITH_ARTICLE[int(name[:-1])]) for _kind, name in cards)


def seen_counts(s: Any, seat: int) -> list[int]:
    """Cards of each kind of a seat, as far as they are seen."""
    held = [int(n) for n in s.hand[seat]]
    return held if any(held) else counts_of(s.shown[seat])


def _in_order(s: Any, look: Look) -> list[int]:
    from_mano = [(int(s.dealer) + 1 + turn) % SEATS for turn in range(SEATS)]
    return sorted(from_mano, key=lambda seat: seat != look.seat)


def _chosen(s: Any, look: Look, seat: int, counts: Sequence[int], before: dict[int, Hand]) -> Hand:
    """The cards of ``seat``, none of which is in a hand that was made ``before`` it.

    Of a hand that another shows nobody need know what was thrown before: the log does not.
    """
    taken = {name for hand in before.values() for _kind, name in hand}
    shown = seat != look.seat and s.shown[seat]
    thrown = (0,) * KINDS if shown else thrown_by(s, seat)
    return _drawn(counts, thrown, _faces(look.mark, bool(s.kings)), taken)


def _drawn(
    counts: Sequence[int], thrown: Sequence[int], faces: Faces, taken: Collection[str]
) -> Hand:
    hand: Hand = []
    for kind in reversed(range(KINDS)):
        n = len(faces[kind])
        order = [faces[kind][(thrown[kind] + step) % n] for step in range(n)]
        free = [name for name in order if name not in taken]
        hand += [(kind, name) for name in free[: counts[kind]]]
    return hand


@lru_cache(maxsize=64)
def _faces(shuffle: str, four_kings: bool) -> Faces:
    """The cards of each kind in the order in which this deal takes them."""
    order = random.Random(shuffle)
    made = []
    for kind in range(KINDS):
        numbers = [_NUMBERS.get(kind, kind + 1)]
        if not four_kings and kind in (ACE, KING):
            numbers.append({ACE: TWO, KING: THREE}[kind] + 1)
        names = [f"{number}{suit}" for number in numbers for suit in _SUITS]
        order.shuffle(names)
        made.append(tuple(names))
    return tuple(made)
