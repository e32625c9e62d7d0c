"""The best arrangement of a hand as moves: what is laid where, in an order that the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ludoteca.core import calls

from ..ids import (
    ACTIONS,
    DISCARD,
    MELD,
    MELDS,
    OPEN,
    OPEN_JOKER,
    PLAYING,
    RANKS,
    SET,
    TAKE_BACK,
)
from ..laying import can_take_morto, has_right
from ..melds import is_wild_card, meld_cards, pair_of, spent
from ..notation import is_opening, meld_and_side
from .best import KIND, MELD_OF, MOST_LAID, PLACE, arrange

_MOST_NODES = 2_000  #: positions looked at for an order of the moves

Cards: TypeAlias = dict[int, int] | Counter[int]
"""A meld: in a run the kind by place, in a set the number by kind."""

Moves: TypeAlias = tuple[int, ...]


class Arrangement(NamedTuple):
    """The melds that a seat lays, and the card that it throws away then, -1 for none.

    ``moves`` lead there. ``melds`` are the melds that change, each as its number from 1 (0 for a
    new one), all its cards in order, and the number of those that come from the hand. ``points``
    are those laid, canastras included. ``sure`` is false where a better one may have been missed.
    """

    moves: Moves
    melds: tuple[tuple[int, tuple[int, ...], int], ...]
    points: int
    cards: int
    discard: int
    sure: bool


def arrangement(record: np.ndarray, seat: int, criterion: int) -> Arrangement | None:
    """The best arrangement of the seat's hand; None where nothing can be laid.

    ``record``, an array of length 1, has the seat in the middle of its turn, with its card drawn.
    """
    s = record[0]
    laid, told = np.zeros((MOST_LAID, 3), np.int64), np.zeros(4, np.int64)
    hand = s.hand[seat].astype(np.int64)
    # Where the rules do not let the best one be laid as it is, two cards are left: always legal.
    for least, least_out in (_limits(s, seat), (2, 2)):
        rows = int(arrange(s, pair_of(seat), hand, criterion, least, least_out, laid, told))
        if rows <= 0:
            return None
        melds = _targets(s, seat, laid[:rows].tolist())
        moves = next(_orders(record, seat, melds, iter(range(_MOST_NODES))), None)
        if moves is not None:
            changed = tuple(
                (
                    slot + 1 if slot < MELDS else 0,
                    _in_order(end),
                    (_kinds(end) - _kinds(old)).total(),
                )
                for slot, (_suit, end, old) in melds.items()
            )
            points, cards, discard, missed = (int(n) for n in told)
            return Arrangement(moves, changed, points, cards, discard, not missed)
    return None


def _limits(s: Any, seat: int) -> tuple[int, int]:
    """The least cards that must be left, and those where a canastra to go out is made."""
    pair = pair_of(seat)
    if can_take_morto(s, pair):
        return 0, 0
    if not s.took_morto[pair]:
        return 2, 2
    last = 0 if s.dry else 1
    return (last if has_right(s, pair, -1, 0, 0) else 2), last


def _content(s: Any, pair: int, slot: int) -> tuple[int, Cards]:
    """The suit of a meld of the table, and its cards."""
    suit = int(s.meld_suit[pair, slot])
    kinds = [int(kind) for kind, _wild in meld_cards(s, pair, slot)]
    if suit == SET:
        return suit, Counter(kinds)
    return suit, dict(enumerate(kinds, int(s.low[pair, slot])))


_Melds: TypeAlias = dict[int, tuple[int, Cards, Cards]]


def _targets(s: Any, seat: int, laid: list[list[int]]) -> _Melds:
    """By slot the melds that change: suit, cards in the end, cards that lie there now."""
    found: _Melds = {}
    for slot in sorted({row[MELD_OF] for row in laid}):
        rows = [row for row in laid if row[MELD_OF] == slot]
        if slot < MELDS:
            suit, old = _content(s, pair_of(seat), slot)
        elif rows[0][PLACE] < 0:
            suit, old = SET, Counter[int]()
        else:
            suit = next(row[KIND] for row in rows if not is_wild_card(row[KIND])) // RANKS
            old = {}
        if isinstance(old, Counter):
            found[slot] = suit, old + Counter(row[KIND] for row in rows), old
            continue
        moved = [old[row[PLACE]] for row in rows if row[PLACE] in old]
        end = old | {row[PLACE]: row[KIND] for row in rows if row[KIND] >= 0}
        end |= {row[PLACE]: moved.pop() for row in rows if row[KIND] < 0}
        found[slot] = suit, end, old
    return found


def _orders(record: np.ndarray, seat: int, melds: _Melds, tries: Iterator[int]) -> Iterator[Moves]:
    """Rows of moves, each legal after those before it, that lead to the ``melds``."""
    pair = pair_of(seat)
    lacking = Counter[int]()
    for _suit, end, old in melds.values():
        lacking += _kinds(end) - _kinds(old)
    if not lacking:
        yield ()
        return
    if record[0].phase != PLAYING:
        return
    ids = np.zeros(ACTIONS, np.int64)
    for move in ids[: calls.legal_actions(record, 0, ids)].tolist():
        if move < OPEN or DISCARD <= move < OPEN_JOKER or move >= TAKE_BACK:
            continue
        spends = Counter(kind for i in range(MELD) if (kind := int(spent(record[0], move, i))) >= 0)
        slot = -1 if is_opening(move) else meld_and_side(move)[0]
        if spends - lacking or (slot >= 0 and slot not in melds):
            continue
        if next(tries, None) is None:
            return
        after = record.copy()
        calls.apply_action(after, 0, move)
        at = slot if slot >= 0 else int(record[0].melds[pair])
        suit, now = _content(after[0], pair, at)
        for target in [slot] if slot >= 0 else [new for new in melds if new >= MELDS]:
            wanted, end, old = melds[target]
            if wanted != suit or not _leads_to(now, end, old):
                continue
            rest = {key: value for key, value in melds.items() if key != target}
            for following in _orders(after, seat, rest | {at: (suit, end, now)}, tries):
                yield (move, *following)


def _kinds(cards: Cards) -> Counter[int]:
    return cards if isinstance(cards, Counter) else Counter(cards.values())


def _leads_to(now: Cards, end: Cards, old: Cards) -> bool:
    """True where each card lies as in the end, or where it lay before."""
    if isinstance(now, Counter):
        return not now - _kinds(end)
    return all(kind in (end.get(place), old.get(place)) for place, kind in now.items())


def _in_order(cards: Cards) -> tuple[int, ...]:
    if isinstance(cards, Counter):
        return tuple(sorted(cards.elements(), key=lambda kind: (bool(is_wild_card(kind)), kind)))
    return tuple(cards[place] for place in sorted(cards))
