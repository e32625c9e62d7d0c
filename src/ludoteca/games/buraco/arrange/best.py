"""The best arrangement of a hand: suits and wild cards put together, and what is laid read back."""

import numpy as np

from ludoteca.core.jit import njit

from ..ids import JOKER, KINDS, MELDS, RANKS, SET, SUITS, TWO
from ..laying import never_thrown
from ..melds import card_points, is_wild_card, natural_kind
from .facts import (
    CARD,
    FACTS,
    GREEDY,
    HELD_WILDS,
    M_SUIT,
    M_WILDS,
    MOST_LEFT,
    POINT,
    RUN_BITS,
    SETS,
    WIDE,
    gather,
)
from .nodes import ACT_BITS, COUNT, LIMITS, ORIGIN, TOO_MANY_RUNS, VALUE, WORDS, new_nodes
from .scan import (
    BEGIN,
    BORROWED_TWO,
    BORROWED_WILD,
    CLEAN,
    CLOSE,
    DONE,
    FLAG,
    FORM,
    GO_ON,
    HAND,
    HELPER_TWOS,
    JOIN,
    LEFT,
    MOVE,
    NATURAL,
    REPLACE,
    SHARED,
    TOUCH,
    TOUCH_WILD,
    TWOS,
    USED_WILDS,
    WILD,
    WILDS,
    run_mask,
    scan,
)

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

_TWOS, _WILDS, _LEFT = 9, 13, 3
TOTALS = _TWOS * _WILDS * _LEFT * 2
"""Totals of all suits, for each number of helpers among the twos; see :func:`split_total`."""

NEVER = -(1 << 60)
"""The value of a total that nothing comes to."""


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
    rows = _arrange(s, pair, hand, facts, least, least_out, laid, told)
    if facts[GREEDY] and rows >= 0 and hand.sum() - told[CARDS] < least:
        facts[GREEDY] = 0
        rows = _arrange(s, pair, hand, facts, least, least_out, laid, told)
    for meld in range(s.melds[pair]):
        placed = facts[RUN_BITS] == WIDE[0] and s.moving > 0
        unsure = facts[M_WILDS + meld] == 2 and facts[M_SUIT + meld] != SET
        if unsure and (s.moving == 2 or placed):
            told[INEXACT] = 1
    return rows


@njit
def _arrange(s, pair, hand, facts, least, least_out, laid, told):
    best, chosen, before, nodes = join_suits(facts, TOTALS)
    told[INEXACT] = nodes[LIMITS, TOO_MANY_RUNS]
    total = _choose(s, hand, facts, least, least_out, best)
    if total < 0:
        return -1
    finals = np.empty(len(chosen), np.int64)
    for part in range(len(chosen) - 1, -1, -1):
        finals[part] = chosen[part, total]
        total = before[part, total]
    return _read_back(s, pair, hand, finals, facts, nodes, laid, told)


# -- all suits together ----------------------------------------------------------------------------


@njit
def join_suits(facts, totals):
    """Scan the suits, one after the other or together, and find the best of each total.

    Returns the best values, int64 of length ``totals``, ``NEVER`` where nothing comes to a total;
    for each part, a suit or all of them, and total the final node that was added last, and the
    total before it; and the nodes.
    """
    nodes, key = new_nodes(), np.empty(WORDS, np.int64)
    parts = 1 if facts[SETS] > 0 else SUITS
    best = np.full((parts + 1, totals), NEVER, np.int64)
    chosen = np.empty((parts, totals), np.int64)
    before = np.empty((parts, totals), np.int64)
    best[0, 0] = 0
    for part in range(parts):
        begin, nodes = scan(facts, part, SUITS - 1 if parts == 1 else part, nodes, key)
        for total in range(totals):
            if best[part, total] == NEVER:
                continue
            for node in range(begin, nodes[LIMITS, COUNT]):
                after = _with_part(facts, total, int(nodes[node, SHARED]))
                value = best[part, total] + nodes[node, VALUE]
                if after >= 0 and value > best[part + 1, after]:
                    best[part + 1, after] = value
                    chosen[part, after] = node
                    before[part, after] = total
    return best[parts], chosen, before, nodes


@njit
def split_total(total):
    """Helpers among the twos in their place, all of these, wild cards laid, cards left, clean.

    Of cards left two stand for two and more; ``clean`` is 1 where a canastra was made with which
    one may go out.
    """
    left, wilds = total // 2 % _LEFT, total // (2 * _LEFT) % _WILDS
    twos = total // (2 * _LEFT * _WILDS)
    return twos // _TWOS, twos % _TWOS, wilds, left, total % 2


@njit
def _with_part(facts, total, shared):
    """The total with what a suit comes to; -1 where more is laid or left than may be."""
    helpers, twos, wilds, left, clean = split_total(total)
    helpers += (shared >> HELPER_TWOS) & 15
    twos += (shared >> TWOS) & 15
    wilds += (shared >> USED_WILDS) & 15
    left = min(2, left + ((shared >> LEFT) & 3))
    if twos + wilds > facts[HELD_WILDS] or left > facts[MOST_LEFT]:
        return -1
    clean |= (shared >> CLEAN) & 1
    return (((helpers * _TWOS + twos) * _WILDS + wilds) * _LEFT + left) * 2 + clean


@njit
def _choose(s, hand, facts, least, least_out, best):
    """The total of all suits that is best with the worth of the wild cards; -1 for none."""
    jokers = int(hand[JOKER])
    twos = facts[HELD_WILDS] - jokers
    found = -1
    worth = 0
    for total in range(len(best)):
        if best[total] == NEVER:
            continue
        _helpers, own, wilds, left, clean = split_total(total)
        left += jokers + twos - own - wilds
        if facts[GREEDY] == 0 and left < (least_out if clean else least):
            continue
        # Those of more points first.
        dear, cheap = int(s.joker_points), int(s.two_points)
        first = min(wilds, jokers)
        if dear < cheap:
            dear, cheap, first = cheap, dear, min(wilds, twos - own)
        points = first * dear + (wilds - first) * cheap
        value = best[total] + points * facts[POINT] + wilds * facts[CARD]
        if found < 0 or value > worth:
            found = total
            worth = value
    return found


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
    mask = run_mask(facts)
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
                    code_of[run] = nodes[node, DONE] & mask
                kind = natural if act in (NATURAL, REPLACE) else -1
                if act == WILD and a == HAND:
                    kind = KINDS
                if act in (NATURAL, REPLACE, WILD):
                    rows = _note(laid, rows, rest, run, place, kind)
            elif act == JOIN:
                run = waiting[suit, 0]
                meld_of[run] = slot
                code_of[run] = nodes[node, suit] & mask
            elif act in (TOUCH, TOUCH_WILD, MOVE):
                meld_of[met] = slot
                code_of[met] = nodes[node, DONE] & mask
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
