"""Multisets of up to four cards as numbers, with what is true of them as a hand, in tables.

Tables of what is known of hands (:mod:`.worlds.evidence`, :mod:`.worlds.fitting`), and of what the
policies know, have a place for each of them.

Those of n cards are numbered from ``STARTS[n]`` to before ``STARTS[n + 1]``; 0 is the empty one.
The deck with eight kings has no 2 and 3: its multisets come first, and end before ``ENDS[0, n]``,
those of a deck with both before ``ENDS[1, n]``. ``COUNTS[m]`` are the cards of ``m`` by kind,
``WITH[m, kind]`` is ``m`` and a card more, ``LESS[m, i]`` is ``m`` without its i-th card.
"""

from itertools import combinations_with_replacement

import numpy as np

from ludoteca.core.jit import njit

from .hands import ACE, HAND, KINDS, KING, THREE, TWO, code_of, juego_points, pares_key
from .signs import FEDERATION, SHORT, true_signs

HAS_PARES, HAS_JUEGO = 1, 2  # bits of ``DECLARED``


def _plain(function):
    """The function as it is written: modules are imported without a compiler."""
    return getattr(function, "py_func", function)


def _is_rare(cards):
    return TWO in cards or THREE in cards


_CARDS = [
    cards
    for size in range(HAND + 1)
    for cards in sorted(
        combinations_with_replacement(range(KINDS), size),
        key=lambda cards: (_is_rare(cards), cards[::-1]),
    )
]
NUMBERS = {cards: number for number, cards in enumerate(_CARDS)}  # by the kinds, ascending
COUNTS = np.array([np.bincount(np.array(c, np.int64), minlength=KINDS) for c in _CARDS])
_PARES = [_plain(pares_key)(hand) // 100 for hand in COUNTS]
_POINTS = [_plain(juego_points)(hand) for hand in COUNTS]

STARTS = np.searchsorted([len(cards) for cards in _CARDS], range(HAND + 2)).astype(np.int64)
_RARE = np.add.reduceat([int(_is_rare(cards)) for cards in _CARDS], STARTS[:-1])
ENDS = np.array([STARTS[1:] - _RARE, STARTS[1:]])
MOST = len(_CARDS)
WITH = np.zeros((MOST, KINDS), np.int16)  # 0 for hands of four cards
LESS = np.zeros((MOST, HAND), np.int16)  # 0 where there is no i-th card
CODES = np.array([_plain(code_of)(hand) for hand in COUNTS], np.int64)
DECLARED = np.array(
    [HAS_PARES * (p > 0) + HAS_JUEGO * (n >= 31) for p, n in zip(_PARES, _POINTS, strict=True)],
    np.int8,
)
SIGNS_TRUE = np.zeros((1 + FEDERATION, MOST), np.int16)  # by list of signs, as bits
for _m, _cards in enumerate(_CARDS):
    for _i in range(len(_cards)):
        LESS[_m, _i] = NUMBERS[_cards[:_i] + _cards[_i + 1 :]]
    for _kind in range(KINDS) if len(_cards) < HAND else ():
        WITH[_m, _kind] = NUMBERS[tuple(sorted((*_cards, _kind)))]
    for _list in (SHORT, FEDERATION):
        _about = (_PARES[_m], _POINTS[_m], int(COUNTS[_m, KING]), int(COUNTS[_m, ACE]))
        SIGNS_TRUE[_list, _m] = _plain(true_signs)(*_about, _list)


@njit
def number_of(hand):
    """The number of a hand, of counts by kind."""
    number = 0
    for kind in range(KINDS):
        for _card in range(hand[kind]):
            number = int(WITH[number, kind])
    return number
