# mypy: allow-untyped-defs, allow-untyped-calls
"""The solved strategies as probabilities of small moves, for compiled code.

Ranks are equal before the rules, and the strategies that ship treat them so: 51 exchanges and 109
ends of a path (the cards used and the class of the hand) are all they tell apart, each known here
by a number that does not change when ranks are renamed.
"""

import numpy as np

from ludoteca.core.jit import njit

from ..hands import COPIES, HAND, MOST, RANKS
from ..rules import COMPLETA, ESTRATEGICA, ROUNDS, SEATS, STOP, hand_class, lowest_to_discard
from . import store
from .isomorphism import Floats, merged
from .round_paths import CLASSES, Deck, Integers, paths_of

_BASE = RANKS + 1
POWERS = np.array([_BASE**n for n in range((COPIES + 1) * (COPIES + 2) // 2)], np.int64)


@njit
def exchange_key(dealt, lot):
    """A number of a hand and what is exchanged of it, equal for all that a renaming makes equal."""
    key = 0
    for rank in range(RANKS):
        n = dealt[rank]
        key += POWERS[n * (n + 1) // 2 + lot[rank]]
    return key


@njit
def end_key(kept, given):
    """A number of the cards used, those of the hand and those discarded, and the hand's class."""
    key = 0
    for rank in range(RANKS):
        key += POWERS[kept[rank] + given[rank]]
    return key * CLASSES + hand_class(kept)


def _tables() -> tuple[Integers, Integers, Floats, Floats]:
    """Keys of exchanges and of ends, ascending, and the chances of both by kind and seat."""
    paths = paths_of(Deck())
    merging = merged(paths)
    pairs = zip(paths.hands[paths.exchange_hand], paths.lots[paths.exchange_lot], strict=True)
    by_exchange = [exchange_key(hand, lot) for hand, lot in pairs]
    used = [int(sum(POWERS[row])) for row in paths.used]
    by_end = [used[u] * CLASSES + c
              for u, c in zip(paths.spot_used, paths.spot_class, strict=True)]  # fmt: skip
    exchange_keys, exchange_at = np.unique(by_exchange, return_index=True)
    end_keys, end_at = np.unique(by_end, return_index=True)
    columns, ends = merging.exchange[exchange_at], merging.spot[end_at]
    exchange = np.zeros((len(ROUNDS), SEATS, MOST + 1, len(columns)))
    fold = np.zeros((len(ROUNDS), SEATS, MOST + 1, len(ends)))
    for kind in (ESTRATEGICA, COMPLETA):
        compact = store.shipped(ROUNDS[kind]).compact
        for second in range(SEATS):
            rows = compact.exchange[second][:, columns] / merging.alike[exchange_at]
            exchange[kind, second] = rows / compact.unit
            fold[kind, second] = compact.fold[second][:, ends] / compact.unit
    return exchange_keys, end_keys, exchange, fold


EXCHANGE_KEYS, END_KEYS, EXCHANGE, FOLD_CHANCES = _tables()
"""``EXCHANGE[kind, second, other, e]`` is the chance of exchange e, one lot of those alike, when
the other has exchanged ``other`` cards (a first player does not know it: all rows are equal);
``FOLD_CHANCES[kind, second, other, e]`` that of folding at the end e."""


@njit
def is_solved(s):
    """True where a strategy ships for the round: the cards and the prizes of the game as it is."""
    cards = s.ranks == RANKS and s.copies == COPIES and s.hand_size == HAND and s.most == MOST
    return cards and (s.kind != COMPLETA or (s.fold_first == 2 and s.fold_second == 3))


@njit
def _place(keys, key):
    for i in range(len(keys)):
        if keys[i] == key:
            return i
    return 0


@njit
def _seat(s):
    return 0 if s.to_move == s.first else 1


@njit
def solved_folding(s):
    """The chance that the equilibrium folds."""
    me = s.to_move
    end = _place(END_KEYS, end_key(s.hand[me], s.given[me]))
    return FOLD_CHANCES[s.kind, _seat(s), s.exchanged[1 - me], end]


@njit
def solved_exchange(s, out, prob):
    """The next card, or ``STOP``: the chances of all exchanges that begin as this one did.

    Returns 0 where the equilibrium never begins so.
    """
    me = s.to_move
    reached = lowest_to_discard(s)
    row = EXCHANGE[s.kind, _seat(s), s.exchanged[1 - me]]
    chance = np.zeros(RANKS + 1)
    lot = np.zeros(RANKS, np.int64)
    for rank in range(RANKS):
        lot[rank] = s.given[me, rank]
    total = 0.0
    more = True
    while more:
        p = _chance_of(row, s, lot)
        chance[_next_card(s, lot)] += p
        total += p
        more = _count_up(s, lot, reached)
    n = 0
    for a in range(RANKS + 1):
        if chance[a] > 0.0:
            out[n] = a
            prob[n] = chance[a] / total
            n += 1
    return n


@njit
def _chance_of(row, s, lot):
    size = 0
    for rank in range(RANKS):
        size += lot[rank]
    if size > s.most:
        return 0.0
    return row[_place(EXCHANGE_KEYS, exchange_key(s.dealt[s.to_move], lot))]


@njit
def _next_card(s, lot):
    """The first card of ``lot`` that was not discarded yet, or ``STOP``."""
    for rank in range(RANKS):
        if lot[rank] > s.given[s.to_move, rank]:
            return rank
    return STOP


@njit
def _count_up(s, lot, reached):
    """The next lot that may follow from what was discarded, in place; False after the last."""
    for rank in range(reached, RANKS):
        if lot[rank] < s.dealt[s.to_move, rank]:
            lot[rank] += 1
            return True
        lot[rank] = s.given[s.to_move, rank]
    return False
