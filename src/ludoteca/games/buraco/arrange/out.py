"""Going out: whether all of a hand but a discard can be laid, and how often with random cards."""

from typing import Any

import numpy as np

from ludoteca.core.deal import draw_kind
from ludoteca.core.jit import njit

from ..ids import KINDS, RANKS, TWO
from ..laying import can_take_morto, has_right
from ..melds import is_wild_card
from .best import NEVER, TOTALS, join_suits, split_total
from .facts import FACTS, MOST_LEFT, OWN_WILDS, gather

_AT_A_TIME = 2
_NO_CARDS = np.zeros(KINDS, np.int64)
_UNUSED = np.random.default_rng(0)


def goes_out(s: Any, pair: int, hand: Any, helpers: Any, never: int = -1) -> bool:
    """True if all cards of ``hand``, or all but one that is thrown, can be laid, to run out.

    ``hand`` and ``helpers`` count cards by kind; of the helpers any number may be laid too. The
    pair may run out for a morto, or with the canastra that going out needs, on the table or made
    by what is laid. A card of the kind ``never`` may not be thrown.
    """
    # A search of its own would take as long to compile as the one in the loop.
    return bool(count_going_out(s, pair, hand, helpers, _NO_CARDS, 0, 1, _UNUSED, never) == 1)


@njit
def _goes_out(s, pair, hand, helpers, never):
    morto = can_take_morto(s, pair)
    may_lay_all = morto or s.dry == 1
    may_throw_wild = morto or s.wild_out == 1
    if not _is_laid(s, pair, hand, helpers, 1):
        return False
    if may_lay_all and may_throw_wild and (never < 0 or hand[never] == 0):
        return True
    if may_lay_all and _is_laid(s, pair, hand, helpers, 0):
        return True
    # Whether a card is left that may be thrown depends on which one it is.
    for kind in range(KINDS):
        if hand[kind] == 0 or kind == never or (is_wild_card(kind) and not may_throw_wild):
            continue
        hand[kind] -= 1
        laid = _is_laid(s, pair, hand, helpers, 0)
        hand[kind] += 1
        if laid:
            return True
    return False


@njit
def _is_laid(s, pair, hand, helpers, spare):
    """True if all cards of ``hand`` but ``spare`` can be laid, and the pair may then run out."""
    morto = can_take_morto(s, pair)
    if not morto and s.took_morto[pair] == 0:
        return False
    both = np.empty(KINDS, np.int64)
    must = np.empty(KINDS, np.int64)
    helping = 0
    for kind in range(KINDS):
        must[kind] = hand[kind]
        both[kind] = must[kind] + int(helpers[kind])
        if kind % RANKS == TWO:
            helping += int(helpers[kind])
    facts = np.empty(FACTS, np.int64)
    gather(s, pair, both, must, 0, 0, 0, facts)
    facts[MOST_LEFT] = spare
    free = morto or has_right(s, pair)
    best, _chosen, _before, _nodes = join_suits(facts, (1 + helping) * TOTALS)
    for total in range(len(best)):
        helped, twos, wilds, left, clean = split_total(total)
        if best[total] > NEVER and (free or clean == 1):
            wilds_left = int(facts[OWN_WILDS]) - (twos - helped) - wilds
            if max(0, wilds_left) + left <= spare:
                return True
    return False


@njit
def count_going_out(s, pair, hand, sure, unknown, n, worlds, rng, never):
    """In how many of ``worlds`` the hand goes out with ``n`` of the ``unknown`` cards at random.

    The cards ``sure`` may be laid in each of them; one of the kind ``never`` may not be thrown.
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
                kind = draw_kind(left, cards - drawn, rng)
                left[kind] -= 1
                helpers[kind] += 1
                drawn += 1
            if _goes_out(s, pair, hand, helpers, never):
                won += 1
                break
            if drawn == n:
                break
            part = min(n, drawn + _AT_A_TIME)
    return won
