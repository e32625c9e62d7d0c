# mypy: allow-untyped-defs, allow-untyped-calls
"""The solved strategies as probabilities of small moves, for compiled code.

Ranks are equal before the rules, and the strategies that ship treat them so: 51 exchanges and 109
ends of a path (the cards used and the class of the hand) are all they tell apart, each known here
by a number that does not change when ranks are renamed.
"""

import numpy as np

from ludoteca.core.jit import njit

from ..hands import COPIES, HAND, MOST, RANKS
from ..rules import COMPLETA, ESTRATEGICA, ROUNDS, SEATS, hand_class
from . import store
from .isomorphism import Floats, merged
from .round_paths import CLASSES, Integers, RoundDeck, paths_of

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
    paths = paths_of(RoundDeck())
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
def solved_chance(s, lot):
    """The chance that the equilibrium exchanges ``lot``, the cards of each rank."""
    me = s.to_move
    size = 0
    for rank in range(RANKS):
        size += lot[rank]
    if size > s.most:
        return 0.0
    row = EXCHANGE[s.kind, _seat(s), s.exchanged[1 - me]]
    return row[_place(EXCHANGE_KEYS, exchange_key(s.dealt[me], lot))]
