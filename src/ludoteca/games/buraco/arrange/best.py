"""The best arrangement of a hand: suits and wild cards put together, and what is laid read back."""

import numpy as np

from ludoteca.core.jit import njit

from ..ids import JOKER, KINDS, MELDS, RANKS, SET, SUITS, TWO
from ..laying import never_thrown
from ..melds import card_points, is_wild_card, natural_kind
from .facts import CARD, FACTS, GREEDY, HELD_WILDS, M_SUIT, M_WILDS, POINT, gather
from .nodes import (
    ACT_BITS,
    BEGIN,
    BORROWED_TWO,
    BORROWED_WILD,
    CLEAN,
    CLOSE,
    COUNT,
    DONE,
    FLAG,
    FORM,
    GO_ON,
    JOIN,
    LEFT,
    LIMITS,
    MOVE,
    NATURAL,
    ORIGIN,
    REPLACE,
    RUN_MASK,
    SHARED,
    TOO_MANY_RUNS,
    TOUCH,
    TOUCH_WILD,
    TWOS,
    USED_WILDS,
    VALUE,
    WILD,
    WILDS,
    WORDS,
    new_nodes,
)
from .scan import HAND, scan

MOST_POINTS, FEWEST_CARDS = range(2)
"""Criteria: most points laid (then fewest cards left), fewest cards left (then most points)."""

MOST_LAID = 120
"""Rows that are enough for any hand: cards laid, and wild cards of the table that move."""

MELD_OF, PLACE, KIND = range(3)
"""Columns of what is laid: the slot of the meld, ``MELDS`` + i for the new meld i; the place of a
run, -1 in a set; the kind, -1 for the wild card of that meld that moves to this place."""

POINTS, CARDS, DISCARDED, INEXACT = range(4)
"""The figures told of an arrangement: points laid, canastras included; cards laid; the card to
discard, -1 for none; 1 where a better one may have been missed: more than ``MOST_RUNS`` runs were
open at once, or both wild cards of a run on the table may move."""

_TOTALS = 9 * 13 * 6  # twos in their place, wild cards laid, cards left, a clean canastra
_NEVER = -(1 << 60)


@njit
def arrange(s, pair, hand, criterion, least, least_out, laid, told):
    """Find the best arrangement of ``hand`` (cards of each kind) on the table of ``pair``.

    Fills ``laid`` (``MOST_LAID`` rows of three: meld, place, kind) and ``told`` (four numbers), and
    returns the rows filled, -1 where nothing is possible. At least ``least`` cards are left in the
    hand, the discard among them, and at least ``least_out`` where a canastra is made with which one
    may go out: 0, 1 or 2, both the same where the table has such a canastra. Ties are broken by the
    order of the search, always alike.

    The discard is the card left of most points, a wild card only where no other is left.
    """
    point = 64 if criterion == MOST_POINTS else 1
    card = 1 if criterion == MOST_POINTS else 1 << 14
    facts = np.empty(FACTS, np.int64)
    gather(s, pair, hand, hand, 1, point, card, facts)
    joint = s.sets > 0
    rows = _arrange(s, pair, hand, facts, joint, least, least_out, laid, told)
    if facts[GREEDY] and rows >= 0 and _cards(hand) - told[CARDS] < least:
        facts[GREEDY] = 0
        rows = _arrange(s, pair, hand, facts, joint, least, least_out, laid, told)
    for meld in range(s.melds[pair]):
        if s.moving == 2 and facts[M_WILDS + meld] == 2 and facts[M_SUIT + meld] != SET:
            told[INEXACT] = 1
    return rows


@njit
def _cards(hand):
    total = 0
    for kind in range(KINDS):
        total += int(hand[kind])
    return total


@njit
def _arrange(s, pair, hand, facts, joint, least, least_out, laid, told):
    nodes, key = new_nodes(), np.empty(WORDS, np.int64)
    parts = 1 if joint else SUITS
    best = np.full((parts + 1, _TOTALS), _NEVER, np.int64)
    chosen = np.empty((parts, _TOTALS), np.int64)
    before = np.empty((parts, _TOTALS), np.int64)
    best[0, 0] = 0
    for part in range(parts):
        last = SUITS - 1 if joint else part
        begin, nodes = scan(facts, part, last, nodes, key)
        for total in range(_TOTALS):
            if best[part, total] > _NEVER:
                _add_part(facts, part, begin, total, nodes, best, chosen, before)
    told[INEXACT] = nodes[LIMITS, TOO_MANY_RUNS]
    total = _choose(s, hand, facts, least, least_out, best[parts])
    if total < 0:
        return -1
    finals = np.empty(parts, np.int64)
    for part in range(parts - 1, -1, -1):
        finals[part] = chosen[part, total]
        total = before[part, total]
    return _read_back(s, pair, hand, finals, facts, nodes, laid, told)


@njit
def _add_part(facts, part, begin, total, nodes, best, chosen, before):
    """Put the final nodes of a suit on top of one total of the suits before."""
    there = total // 6
    twos, wilds, left, clean = there // 13, there % 13, total % 6 // 2, total % 2
    most = facts[HELD_WILDS]
    for node in range(begin, nodes[LIMITS, COUNT]):
        shared = int(nodes[node, SHARED])
        all_twos = twos + ((shared >> TWOS) & 15)
        all_wilds = wilds + ((shared >> USED_WILDS) & 15)
        if all_twos + all_wilds > most:
            continue
        all_left = min(2, left + ((shared >> LEFT) & 3))
        all_clean = clean | ((shared >> CLEAN) & 1)
        after = ((all_twos * 13 + all_wilds) * 3 + all_left) * 2 + all_clean
        value = best[part, total] + nodes[node, VALUE]
        if value > best[part + 1, after]:
            best[part + 1, after] = value
            chosen[part, after] = node
            before[part, after] = total


@njit
def _choose(s, hand, facts, least, least_out, best):
    """The total of all suits that is best with the worth of the wild cards; -1 for none."""
    jokers = int(hand[JOKER])
    twos = facts[HELD_WILDS] - jokers
    found = -1
    worth = 0
    for total in range(_TOTALS):
        if best[total] == _NEVER:
            continue
        own, wilds = total // 6 // 13, total // 6 % 13
        left = total % 6 // 2 + jokers + twos - own - wilds
        if facts[GREEDY] == 0 and left < (least_out if total % 2 else least):
            continue
        points = _wild_points(s, wilds, jokers, twos - own)
        value = best[total] + points * facts[POINT] + wilds * facts[CARD]
        if found < 0 or value > worth:
            found = total
            worth = value
    return found


@njit
def _wild_points(s, wilds, jokers, twos):
    """The most points of so many wild cards."""
    if s.joker_points >= s.two_points:
        first = min(wilds, jokers)
        return first * int(s.joker_points) + (wilds - first) * int(s.two_points)
    first = min(wilds, twos)
    return first * int(s.two_points) + (wilds - first) * int(s.joker_points)


# -- read back -------------------------------------------------------------------------------------


@njit
def _read_back(s, pair, hand, finals, facts, nodes, laid, told):
    """Fill ``laid`` and ``told`` from the final nodes; returns the rows."""
    rest = np.empty(KINDS, np.int64)
    for kind in range(KINDS):
        rest[kind] = hand[kind]
    meld_of = np.empty(64, np.int64)  # of each run met: its meld, and its code of the moment
    code_of = np.empty(64, np.int64)
    waiting = np.empty((SUITS, 8), np.int64)  # runs in the order of the words
    many = np.zeros(SUITS, np.int64)
    done = np.empty(8, np.int64)
    path = np.empty(1000, np.int64)
    rows = 0
    met = 0
    new = 0
    value = 0
    for part in range(len(finals)):
        value += nodes[finals[part], VALUE]
        steps = 0
        node = finals[part]
        while node >= 0:
            path[steps] = node
            steps += 1
            node = nodes[node, ORIGIN] >> ACT_BITS
        dealt = 0
        for step in range(steps - 1, -1, -1):
            node = path[step]
            origin = nodes[node, ORIGIN]
            act, place, suit = origin & 15, (origin >> 4) & 15, (origin >> 8) & 3
            slot, a, b = (origin >> 10) & 31, (origin >> 15) & 15, (origin >> 19) & 15
            natural = natural_kind(s, suit, place)
            if act in (CLOSE, NATURAL, WILD, REPLACE, GO_ON):
                run = waiting[suit, 0]
                many[suit] -= 1
                for i in range(many[suit]):
                    waiting[suit, i] = waiting[suit, i + 1]
                if act != CLOSE:
                    done[dealt] = run
                    dealt += 1
                    code_of[run] = nodes[node, DONE] & RUN_MASK
                kind = natural if act in (NATURAL, REPLACE) else -1
                if act == WILD and a == HAND:
                    kind = KINDS
                if act in (NATURAL, REPLACE, WILD):
                    rows = _note(laid, rows, rest, run, place, kind)
            elif act == JOIN:
                run = waiting[suit, 0]
                meld_of[run] = slot
                code_of[run] = nodes[node, suit] & RUN_MASK
            elif act in (TOUCH, TOUCH_WILD, MOVE):
                meld_of[met] = slot
                code_of[met] = nodes[node, DONE] & RUN_MASK
                done[dealt] = met
                dealt += 1
                kind = KINDS if act == TOUCH_WILD else natural
                rows = _note(laid, rows, rest, met, place, kind)
                met += 1
            elif act == FORM:
                meld_of[met] = slot - 1
                if slot == 0:
                    meld_of[met] = MELDS + new
                    new += 1
                rank = place if place < s.ranks else 0
                for _i in range(a):
                    kind = rank
                    while rest[kind] == 0:
                        kind += RANKS
                    rows = _note(laid, rows, rest, met, -1, kind)
                for _i in range(b):
                    rows = _note(laid, rows, rest, met, -1, KINDS)
                met += 1
            elif act == BEGIN:
                begun = a + b + (slot & 1) + (slot >> 1)
                for i in range(begun):
                    kind = natural if i < a else KINDS if i < a + b else -1
                    code_of[met] = _begun_code(i, a, b, slot)
                    meld_of[met] = MELDS + new
                    new += 1
                    rows = _note(laid, rows, rest, met, place, kind)
                    done[dealt] = met
                    dealt += 1
                    met += 1
                _sort_runs(done, dealt, code_of)
                many[suit] = dealt
                for i in range(dealt):
                    waiting[suit, i] = done[i]
                dealt = 0
    _number_melds(laid, rows, meld_of, met)
    told[CARDS] = 0
    told[POINTS] = 0
    for row in range(rows):
        if laid[row, KIND] == KINDS:
            laid[row, KIND] = _wild_kind(s, pair, rest, laid, rows, row)
            rest[laid[row, KIND]] -= 1
            value += card_points(s, int(laid[row, KIND])) * facts[POINT] + facts[CARD]
        told[CARDS] += laid[row, KIND] >= 0
    # The points are what is left of the worth when the cards are taken off.
    told[POINTS] = (value - told[CARDS] * facts[CARD]) // facts[POINT]
    told[DISCARDED] = _discard(s, rest)
    return rows


@njit
def _note(laid, rows, rest, run, place, kind):
    """Add a row, its meld to be filled in later; wild cards of the hand have the kind ``KINDS``."""
    laid[rows, MELD_OF] = run
    laid[rows, PLACE] = place
    laid[rows, KIND] = kind
    if 0 <= kind < KINDS:
        rest[kind] -= 1
    return rows + 1


@njit
def _begun_code(i, natural, wild, lent):
    """The code of run ``i`` of those begun in one act: only its order among them matters."""
    if i < natural:
        return 1
    if i < natural + wild:
        return 1 | 1 << WILDS
    if lent & 1 and i == natural + wild:
        return 1 | 1 << WILDS | BORROWED_WILD << FLAG
    return 1 | BORROWED_TWO << FLAG


@njit
def _sort_runs(runs, many, code_of):
    """Order runs by their codes."""
    for i in range(1, many):
        run = runs[i]
        at = i
        while at > 0 and code_of[runs[at - 1]] > code_of[run]:
            runs[at] = runs[at - 1]
            at -= 1
        runs[at] = run


@njit
def _number_melds(laid, rows, meld_of, met):
    """Write melds for runs, the new ones numbered without gaps."""
    new = 0
    for run in range(met):
        if meld_of[run] >= MELDS:
            meld_of[run] = MELDS + new
            new += 1
    for row in range(rows):
        laid[row, MELD_OF] = meld_of[laid[row, MELD_OF]]


@njit
def _wild_kind(s, pair, rest, laid, rows, row):
    """The wild card to lay: of most points; in the place of the two, no two of the suit if it can
    be helped, for that would be natural."""
    if rest[JOKER] > 0 and s.joker_points >= s.two_points:
        return JOKER
    own = -1
    meld = laid[row, MELD_OF]
    if laid[row, PLACE] == TWO and meld < MELDS:
        own = int(s.meld_suit[pair, meld]) * RANKS + TWO
    elif laid[row, PLACE] == TWO:
        for other in range(rows):
            kind = int(laid[other, KIND])
            if laid[other, MELD_OF] == meld and 0 <= kind < JOKER and kind % RANKS != TWO:
                own = kind // RANKS * RANKS + TWO
    for suit in range(SUITS):
        kind = suit * RANKS + TWO
        if rest[kind] > 0 and kind != own:
            return kind
    return JOKER if rest[JOKER] > 0 else own


@njit
def _discard(s, rest):
    """The card left of most points, a wild one only where no other is left; -1 for none.

    It is one that may be thrown in this turn.
    """
    found = -1
    most = -1
    never = never_thrown(s)
    for kind in range(KINDS):
        if rest[kind] > 0 and kind != never:
            points = card_points(s, kind) - (1000 if is_wild_card(kind) else 0)
            if found < 0 or points > most:
                found = kind
                most = points
    return found
