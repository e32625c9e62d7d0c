"""Going out: whether all of a hand but a discard can be laid, and how often with random cards."""

from typing import Any

import numpy as np

from ludoteca.core.jit import njit

from ..ids import KINDS, SUITS
from ..laying import can_take_morto, has_right
from ..worlds import pick
from .facts import FACTS, HELD_WILDS, MOST_LEFT, OWN_WILDS, gather
from .nodes import (
    CLEAN,
    COUNT,
    HELPER_TWOS,
    LEFT,
    LIMITS,
    SHARED,
    TWOS,
    USED_WILDS,
    WORDS,
    new_nodes,
)
from .scan import scan

_TWOS, _WILDS = 9, 13
_TOTALS = _TWOS * _TWOS * _WILDS * 4
"""Twos in their place, those of them that are helpers, wild cards laid, cards left (at most one),
a canastra with which one may go out."""

_AT_A_TIME = 2
_NO_CARDS = np.zeros(KINDS, np.int64)
_UNUSED = np.random.default_rng(0)


def goes_out(s: Any, pair: int, hand: Any, helpers: Any, spare: int = 1) -> bool:
    """True if all cards of ``hand`` but ``spare`` can be laid, and the pair may then run out.

    ``hand`` and ``helpers`` count cards by kind; of the helpers any number may be laid too. The
    pair may run out for a morto, or with the canastra that going out needs, on the table or made
    by what is laid.
    """
    # A search of its own would take as long to compile as the one in the loop.
    return bool(count_going_out(s, pair, hand, helpers, _NO_CARDS, 0, 1, _UNUSED, spare) == 1)


@njit
def _goes_out(s, pair, hand, helpers, spare):
    morto = can_take_morto(s, pair)
    if not morto and s.took_morto[pair] == 0:
        return False
    free = morto or has_right(s, pair)
    both = np.empty(KINDS, np.int64)
    must = np.empty(KINDS, np.int64)
    for kind in range(KINDS):
        must[kind] = hand[kind]
        both[kind] = must[kind] + int(helpers[kind])
    facts = np.empty(FACTS, np.int64)
    gather(s, pair, both, must, 0, 0, 0, facts)
    facts[MOST_LEFT] = spare
    return _all_laid(s, facts, free)


@njit
def _all_laid(s, facts, free):
    nodes, key = new_nodes(), np.empty(WORDS, np.int64)
    joint = s.sets > 0
    reached = np.zeros(_TOTALS, np.bool_)
    reached[0] = True
    for part in range(1 if joint else SUITS):
        begin, nodes = scan(facts, part, SUITS - 1 if joint else part, nodes, key)
        following = np.zeros(_TOTALS, np.bool_)
        for total in range(_TOTALS):
            if reached[total]:
                for node in range(begin, nodes[LIMITS, COUNT]):
                    after = _with_part(facts, total, int(nodes[node, SHARED]))
                    if after >= 0:
                        following[after] = True
        reached = following
    for total in range(_TOTALS):
        if reached[total] and (free or total % 2 == 1):
            own = total // 4 // _WILDS // _TWOS - total // 4 // _WILDS % _TWOS
            wilds_left = int(facts[OWN_WILDS]) - own - total // 4 % _WILDS
            if max(0, wilds_left) + total // 2 % 2 <= facts[MOST_LEFT]:
                return True
    return False


@njit
def _with_part(facts, total, shared):
    """The total with what a suit comes to; -1 where more is laid or left than may be."""
    twos = total // 4 // _WILDS // _TWOS + ((shared >> TWOS) & 15)
    helpers = total // 4 // _WILDS % _TWOS + ((shared >> HELPER_TWOS) & 15)
    wilds = total // 4 % _WILDS + ((shared >> USED_WILDS) & 15)
    left = total // 2 % 2 + ((shared >> LEFT) & 3)
    if twos + wilds > facts[HELD_WILDS] or left > facts[MOST_LEFT]:
        return -1
    clean = total % 2 | ((shared >> CLEAN) & 1)
    return ((twos * _TWOS + helpers) * _WILDS + wilds) * 4 + 2 * left + clean


@njit
def count_going_out(s, pair, hand, sure, unknown, n, worlds, rng, spare):
    """In how many of ``worlds`` the hand goes out with ``n`` of the ``unknown`` cards at random.

    The cards ``sure`` may be laid in each of them; ``spare`` cards, 0 or 1, may be left.
    """
    won = 0
    cards = 0
    for kind in range(KINDS):
        cards += int(unknown[kind])
    left = np.empty(KINDS, np.int64)
    helpers = np.empty(KINDS, np.int64)
    for _world in range(worlds):
        for kind in range(KINDS):
            left[kind] = unknown[kind]
            helpers[kind] = sure[kind]
        drawn = 0
        # Where a part of them is enough the rest need not be tried: with sets, fewer are faster.
        part = 0 if s.sets > 0 else n
        while True:
            while drawn < part:
                kind = pick(left, cards - drawn, rng)
                left[kind] -= 1
                helpers[kind] += 1
                drawn += 1
            if _goes_out(s, pair, hand, helpers, spare):
                won += 1
                break
            if drawn == n:
                break
            part = min(n, drawn + _AT_A_TIME)
    return won
