"""Cards with suits for show: the record knows kinds alone, the page a card for each of them.

Each kind has its cards in an order made from the commitment to the shuffle, which the table shows
and the record has. A seat's cards are taken from it in turn, and those that it has held longest are
thrown first: so its cards of a kind are those from the number thrown on, and what is held keeps its
suit for the whole deal.

The order is public, so a suit may not depend on cards that its viewer does not see: every seat
takes its own cards first, and two seats may see the same card. A replay from a seat shows the
cards that the seat saw at the table. With all hands open it shows what the only person of the table
saw; where several people played, only the first of them finds their own cards in it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ludoteca.web.kit.decks.spanish import SUITS

from .hands import ACE, CABALLO, KINDS, KING, SOTA, THREE, TWO, counts_of
from .ids import SEATS
from .record import thrown_by

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene

DECK = "spanish"

Faces = Sequence[Sequence[str]]
Hand = list[tuple[int, str]]
"""Kind and name of each card."""

_NUMBERS = {ACE: 1, SOTA: 10, CABALLO: 11, KING: 12}


def hands(scene: Scene, s: Any) -> dict[int, Hand]:
    """The hands that the viewer may see, by seat, highest card first; no two cards are alike.

    The viewer's own is made first: its cards must not depend on those of others. For somebody who
    watches it is that of the first person.
    """
    shuffle = scene.commitment if scene.seal is None else scene.seal.commitment
    faces = _faces(shuffle or f"{scene.table} {scene.deal}", bool(s.kings))
    people = (seat.seat for seat in scene.seats if seat.kind == "person")
    first = scene.viewer if scene.viewer >= 0 else next(people, 0)
    found: dict[int, Hand] = {}
    for seat in sorted(range(SEATS), key=lambda seat: seat != first):
        taken = {name for hand in found.values() for _kind, name in hand}
        found[seat] = _drawn(_counts(s, seat), thrown_by(s, seat), faces, taken)
    return found


def _counts(s: Any, seat: int) -> list[int]:
    """Cards of each kind of a seat, as far as they are seen."""
    held = [int(n) for n in s.hand[seat]]
    if any(held):
        return held
    return counts_of(s.shown[seat])


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
        names = [f"{number}{suit}" for number in numbers for suit in SUITS]
        order.shuffle(names)
        made.append(tuple(names))
    return tuple(made)
