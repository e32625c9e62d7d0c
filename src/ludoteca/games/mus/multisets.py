"""Multisets of up to four cards as numbers, with what is true of them as a hand, in tables.

The numbers of the multisets of n cards are ``STARTS[n]`` to ``STARTS[n + 1] - 1``; 0 is the empty
one. ``WITH[m, kind]`` is ``m`` and a card more, ``LESS[m, i]`` is ``m`` without its i-th card.
"""

from itertools import combinations_with_replacement

import numpy as np

from .hands import ACE, HAND, KINDS, KING, THREE, TWO, code_of, juego_points, pares_key
from .ids import FEDERATION, SHORT
from .signs import true_signs

HAS_PARES, HAS_JUEGO = 1, 2  # bits of ``DECLARED``
_CLASSES = (HAS_PARES, HAS_PARES | HAS_JUEGO, HAS_JUEGO, 0)  # so each answer is one interval


def _plain(function):
    """The function as it is written: modules are imported without a compiler."""
    return getattr(function, "py_func", function)


_CARDS = [
    cards for size in range(HAND + 1) for cards in combinations_with_replacement(range(KINDS), size)
]
_NUMBERS = {cards: number for number, cards in enumerate(_CARDS)}
_HANDS = [np.bincount(np.array(cards, np.int64), minlength=KINDS) for cards in _CARDS]
_PARES = [_plain(pares_key)(hand) // 100 for hand in _HANDS]
_POINTS = [_plain(juego_points)(hand) for hand in _HANDS]

STARTS = np.searchsorted([len(cards) for cards in _CARDS], range(HAND + 2)).astype(np.int64)
MOST = len(_CARDS)
WITH = np.zeros((MOST, KINDS), np.uint16)  # 0 for hands of four cards
LESS = np.zeros((MOST, HAND), np.uint16)  # 0 where there is no i-th card
CODES = np.array([_plain(code_of)(hand) for hand in _HANDS], np.int64)
DECLARED = np.array(
    [HAS_PARES * (p > 0) + HAS_JUEGO * (n >= 31) for p, n in zip(_PARES, _POINTS, strict=True)],
    np.int8,
)
SIGNS_TRUE = np.zeros((1 + FEDERATION, MOST), np.int16)  # by list of signs, as bits
for _m, _cards in enumerate(_CARDS):
    for _i in range(len(_cards)):
        LESS[_m, _i] = _NUMBERS[_cards[:_i] + _cards[_i + 1 :]]
    for _kind in range(KINDS) if len(_cards) < HAND else ():
        WITH[_m, _kind] = _NUMBERS[tuple(sorted((*_cards, _kind)))]
    for _list in (SHORT, FEDERATION):
        _about = (_PARES[_m], _POINTS[_m], int(_HANDS[_m][KING]), int(_HANDS[_m][ACE]))
        SIGNS_TRUE[_list, _m] = _plain(true_signs)(*_about, _list)

# The multisets of the deck with eight kings (0), which has no 2 and 3, and of that with four (1):
# by size, and then by what a hand of them declares. ``ENDS[deck, size, c]``: where class c begins.
# ``BEFORE[deck, i]`` is the place there of the i-th without its last card, ``NTH[deck, i]`` 8 times
# the kind of that card, and how many it has of it.
LISTS = np.zeros((2, MOST), np.uint16)
BEFORE = np.zeros((2, MOST), np.uint16)
NTH = np.zeros((2, MOST), np.uint16)
ENDS = np.zeros((2, HAND + 1, len(_CLASSES) + 1), np.int64)
for _deck in range(2):
    _found = 0
    for _size in range(HAND + 1):
        for _c, _class in enumerate(_CLASSES):
            ENDS[_deck, _size, _c] = _found
            for _m in range(STARTS[_size], STARTS[_size + 1]):
                if DECLARED[_m] == _class and (_deck == 1 or not {TWO, THREE} & set(_CARDS[_m])):
                    LISTS[_deck, _found] = _m
                    _found += 1
        ENDS[_deck, _size, len(_CLASSES)] = _found
    _places = {_m: _i for _i, _m in enumerate(LISTS[_deck, :_found].tolist())}
    for _i in range(1, _found):
        _cards = _CARDS[LISTS[_deck, _i]]
        BEFORE[_deck, _i] = _places[_NUMBERS[_cards[:-1]]]
        NTH[_deck, _i] = 8 * _cards[-1] + _cards.count(_cards[-1])
