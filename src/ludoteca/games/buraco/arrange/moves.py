"""The best arrangement of a hand as moves: what is laid where, in an order that the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ludoteca.core import calls

from ..ids import ACTIONS, MELDS, PLAYING, RANKS, SET
from ..laying import can_take_morto, has_right, never_thrown
from ..melds import is_lay, is_wild_card, meld_cards, pair_of, spent_cards
from ..notation import is_opening, meld_and_side
from .best import FEWEST_CARDS, KIND, MELD_OF, MOST_LAID, MOST_POINTS, PLACE, arrange

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
    hand, (least, least_out) = s.hand[seat].astype(np.int64), _limits(s, seat)
    never = int(never_thrown(s))
    others = [kind for kind in np.flatnonzero(hand).tolist() if kind != never]
    if len(others) == np.count_nonzero(hand):
        best, possible = _arranged(record, seat, hand, criterion, least, least_out)
        if best is not None or not possible:
            return best
        # Where the best one may not be laid as it is, all cards are laid, or two are left, or one
        # with which one may go out.
        found = [_arranged(record, seat, hand, criterion, 2, 2)[0]]
        last = [] if s.wild_out else [kind for kind in others if not is_wild_card(kind)]
        found += [_arranged(record, seat, hand, criterion, 0, 0, kept=kind)[0] for kind in last]
    else:  # or a card is left that may be thrown
        limits = {(max(0, least - 1), max(0, least_out - 1)), (1, 1)}
        found = [
            _arranged(record, seat, hand, criterion, *left, kept=kind)[0]
            for kind in others
            for left in limits
        ]
    whole = _arranged(record, seat, hand, FEWEST_CARDS, 0, 0)[0]
    if whole is not None and whole.cards == int(s.in_hand[seat]):
        found.append(whole)
    order = itemgetter(2, 3) if criterion == MOST_POINTS else itemgetter(3, 2)
    return max(filter(None, found), key=order, default=None)


def _arranged(
    record: np.ndarray,
    seat: int,
    hand: np.ndarray,
    criterion: int,
    least: int,
    least_out: int,
    kept: int = -1,
) -> tuple[Arrangement | None, bool]:
    """The best arrangement with so many cards left at least, and whether there is one.

    A card of the kind ``kept`` is left beside them. None where nothing is laid, or where the rules
    do not let it be laid as it is.
    """
    s = record[0]
    laid, told = np.zeros((MOST_LAID, 3), np.int64), np.zeros(4, np.int64)
    hand = hand.copy()
    if kept >= 0:
        hand[kept] -= 1
    rows = int(arrange(s, pair_of(seat), hand, criterion, least, least_out, laid, told))
    if rows <= 0:
        return None, False
    melds = _targets(s, seat, laid[:rows].tolist())
    moves = next(_orders(record, seat, melds, iter(range(_MOST_NODES))), None)
    if moves is None:
        return None, True
    changed = tuple(
        (slot + 1 if slot < MELDS else 0, _in_order(end), (_kinds(end) - _kinds(old)).total())
        for slot, (_suit, end, old) in melds.items()
    )
    points, cards, discard, missed = (int(n) for n in told)
    if discard < 0 or (kept >= 0 and is_wild_card(discard)):
        discard = kept
    return Arrangement(moves, changed, points, cards, discard, not missed), True


def _limits(s: Any, seat: int) -> tuple[int, int]:
    """The least cards that must be left, and those where a canastra to go out is made."""
    pair = pair_of(seat)
    if can_take_morto(s, pair):
        return 0, 0
    if not s.took_morto[pair]:
        return 2, 2
    last = 0 if s.dry else 1
    return (last if has_right(s, pair) else 2), last


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
        if not is_lay(move):
            continue
        spends = Counter(spent_cards(record[0], move))
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
