"""The machines ``basic`` and ``advanced``: one move each, from what the seat to move sees.

- ``basic`` lays whatever is natural. It takes the pile where its top card can be laid, or
  where it has three cards. A wild card makes a canastra, or is laid when few cards are left in hand
  or in the stock; else it is kept. It throws the card that has the fewest
  neighbours in its hand, of those that the rivals cannot lay.
- ``advanced`` weighs every move by the numbers in ``WEIGHTS``: the points that a card brings, what
  it takes from a run that is still clean, how near the hand is to the morto or to the end; for the
  pile, how many of its cards can be laid; for one that is a single card, whether that is near the
  hand, or, where it may be thrown back, who has to draw when all take it up to the cap; for a
  discard, what it is worth to the own pair, and to the rivals.

A level is a place in ``INFO.levels``.
"""

import numpy as np

from ludoteca.core.jit import njit

from .ids import (
    ADD,
    ADD_JOKER,
    ADD_MODES,
    CHOOSING,
    DISCARD,
    DRAW,
    FIRST,
    FREE,
    JOKER,
    KEEP,
    KINDS,
    LAST,
    MELD,
    OPEN_SET,
    PLACES,
    RANKS,
    REPLACE,
    SET,
    SIDE_MODES,
    SUITS,
    TAKE,
    TAKE_BACK,
    TWO,
)
from .laying import can_take_morto, has_right
from .melds import (
    added_place,
    canastra_bonus,
    canastra_points,
    card_points,
    has_sets_of,
    is_lay,
    is_wild_card,
    kind_at,
    length,
    meld_of,
    moves_to,
    natural_kind,
    pair_of,
    side_of,
    spent_points,
    wild_in,
    wilds_laid,
    wilds_of,
)
from .rules import legal_actions

BASIC, ADVANCED = range(2)

MANY = 3
"""Cards of a pile that ``basic`` takes whatever they are."""

FEW = 4
"""Cards in its hand, or in the stock, with which ``basic`` keeps no wild card."""

(
    DIRTY, WILD_COST, WILD_OPEN, NEAR_OUT,
    NEXT, AFTER_NEXT, OWN_NEAR, RIVAL,
    TAKE_FROM, FITS, LOOSE, SMALL_HAND,
) = range(12)  # fmt: skip
"""Columns of ``WEIGHTS``, in points but where said otherwise.

DIRTY: lost where a wild card goes into a clean meld, for each card that it has from the third on;
DIRTY_CANASTRA: of the points of a canastra that a wild card makes, so much counts where it does not
let the pair go out; WILD_COST, WILD_OPEN: what a wild card is worth in the hand when it might be
added, or open a meld; NEAR_OUT: each card fewer than four left, where the hand may run out.
NEXT, AFTER_NEXT: a card held at distance one, two; OWN_NEAR: it is near a meld of the own pair;
RIVAL: the rivals can lay it.
TAKE_FROM: from this worth on the pile is taken; FITS: a card that is wild, that the table takes, or
that makes three with the hand; LOOSE: any other; LINKED: what is added if that is next to another;
SMALL_HAND: what a pile is worth less for each card fewer than four in a hand that may run out for
the morto.
"""

WEIGHTS = np.array([
    8.0, 70.0, 60.0, 30.0,
    10.0, 5.0, 10.0, 50.0,
    15.0, 25.0, 10.0, 4.0,
])  # fmt: skip


@njit
def policy_probs(s, level, out, prob):
    """The move of the player ``level``, with probability 1."""
    n = legal_actions(s, out)
    out[0] = basic(s, out, n) if level == BASIC else advanced(s, WEIGHTS, out, n)
    prob[0] = 1.0
    return 1


# -- what both see ---------------------------------------------------------------------------------


@njit
def neighbours(s, hand, kind, step):
    """Cards of the suit in ``hand`` so many places from ``kind``; an ace lies at both ends."""
    suit, rank = kind // RANKS, kind % RANKS
    found = 0
    low, high = rank - step, rank + step
    if low >= 0 and low != TWO:
        found += int(hand[suit * RANKS + low])
    if high <= s.ranks and high != TWO:
        found += int(hand[natural_kind(s, suit, high)])
    if rank == 0:
        found += int(hand[suit * RANKS + s.ranks - step])
    return found


@njit
def reach(s, pair, kind):
    """2 where a pair can add a card to a meld as it is, 1 where a card is missing between, else 0.

    Wild cards are not in question.
    """
    suit, rank = kind // RANKS, kind % RANKS
    found = 0
    for meld in range(s.melds[pair]):
        there = s.meld_suit[pair, meld]
        if there == SET:
            if s.low[pair, meld] == rank:
                return 2
        elif there == suit:
            low, high = int(s.low[pair, meld]), int(s.high[pair, meld])
            above = rank if rank > 0 else int(s.ranks)
            if rank == low - 1 or above == high + 1:
                return 2
            if rank == low - 2 or above == high + 2:
                found = 1
    return found


@njit
def makes_run(s, hand, kind):
    """True where a card makes a run of three with cards of a hand, none of them wild."""
    suit, rank = kind // RANKS, kind % RANKS
    for place in (rank, int(s.ranks) if rank == 0 else rank):
        for low in range(max(0, place - 2), min(place, s.ranks - 2) + 1):
            held = 0
            for at in range(low, low + MELD):
                held += at == place or hand[natural_kind(s, suit, at)] > 0
            if held == MELD:
                return True
    return False


@njit
def makes_set(s, hand, kind):
    """True where a card makes a set of three with cards of a hand."""
    rank, same = kind % RANKS, 0
    for suit in range(SUITS):
        same += int(hand[suit * RANKS + rank])
    return same >= 2 and has_sets_of(s, rank)


@njit
def makes_three(s, hand, kind):
    """True where a card makes a run or a set of three with cards of a hand, none of them wild."""
    return makes_run(s, hand, kind) or makes_set(s, hand, kind)


@njit
def makes_another(s, hand, kind):
    """True where a card makes a run or a set with cards of a hand that do not make it without it.

    A second copy is of no use in a run that has the card: it needs others that are held twice.
    """
    spare = hand.copy()
    if hand[kind]:
        spare -= hand > 0
    return makes_run(s, spare, kind) or makes_set(s, hand, kind)


@njit
def may_end(s, pair):
    """True where a player of the pair who runs out takes the morto, or may go out."""
    return can_take_morto(s, pair) or (s.took_morto[pair] > 0 and has_right(s, pair))


@njit
def canastra_gain(s, pair, a):
    """Points of canastras that a move makes, less those that it costs."""
    meld = meld_of(a)
    if meld < 0:
        return 0
    suit, low = int(s.meld_suit[pair, meld]), int(s.low[pair, meld])
    if ADD <= a < DISCARD and (a - ADD) % ADD_MODES < SIDE_MODES:
        low -= 1
    wilds = wilds_of(s, pair, meld) + wilds_laid(a) - int(_goes_home(s, pair, meld, a))
    cards = length(s, pair, meld) + 1
    side = _side_after(s, pair, meld, a) if s.semi_clean == 1 else 0
    return canastra_bonus(s, suit, low, cards, wilds, side) - canastra_points(s, pair, meld)


@njit
def _side_after(s, pair, meld, a):
    """Natural cards on the longer side of the one wild card of a meld, after a card is added."""
    if s.meld_suit[pair, meld] == SET:
        return side_of(s, pair, meld) + 1 - wilds_laid(a)
    low, high = int(s.low[pair, meld]), int(s.high[pair, meld])
    if REPLACE <= a < OPEN_SET:
        return high - low + 1  # the wild card is at an end now
    if a >= ADD_JOKER:
        place = high + 1 if (a - ADD_JOKER) % 2 else low - 1
    else:
        place = added_place(s, a)
    if wilds_laid(a) > 0:
        return high - low + 1
    wild = low
    while wild <= high and wild_in(s, pair, meld, wild) == 0:
        wild += 1
    return max(wild - min(low, place), max(high, place) - wild)


@njit
def _goes_home(s, pair, meld, a):
    """True where a move sends a two to its own place, where it is no wild card any more."""
    if not REPLACE <= a < OPEN_SET:
        return False
    place = (a - REPLACE) // 2 % PLACES
    home = moves_to(s, pair, meld, place, (a - REPLACE) % 2) == TWO
    return home and kind_at(s, pair, meld, place) == int(s.meld_suit[pair, meld]) * RANKS + TWO


@njit
def _discard(s, pair, hand, level, w, out, n):
    """The discard of least cost to the player ``level``; the lower card of equals."""
    best = int(out[n - 1])
    least = 1e9
    for i in range(n):
        kind = int(out[i]) - DISCARD
        if 0 <= kind < KINDS:
            cost = cost_of(s, pair, hand, kind, level, w)
            if cost < least:
                least = cost
                best = kind + DISCARD
    return best


@njit
def cost_of(s, pair, hand, kind, level, w):
    """The cost of throwing a card to the player ``level``."""
    if level == BASIC:
        return float(_basic_cost(s, pair, hand, kind))
    return discard_cost(s, pair, hand, kind, w)


# -- basic -----------------------------------------------------------------------------------------


@njit
def basic(s, out, n):
    """The move of the basic player among the ``n`` legal ones in ``out``."""
    if s.phase == FIRST:
        return KEEP
    if s.phase == LAST:
        return out[0] if out[0] == TAKE else out[n - 1]
    me = int(s.to_move)
    pair = pair_of(me)
    hand = s.hand[me]
    if s.phase == CHOOSING:
        if out[n - 1] == TAKE:
            top = int(s.top) - 1
            useful = is_wild_card(top) or reach(s, pair, top) == 2 or makes_three(s, hand, top)
            return TAKE if useful or s.pile_cards >= MANY else DRAW
        return out[n - 1] if wilds_laid(out[n - 1]) == 0 else DRAW
    lay = -1
    with_wild = -1
    for i in range(n):
        if not is_lay(out[i]):
            continue
        if wilds_laid(out[i]) == 0:
            # To add comes before to open, which has the lower ids.
            lay = out[i]
        else:
            gain = canastra_gain(s, pair, out[i])
            if gain > 0 or (gain == 0 and (s.in_hand[me] <= FEW or s.stock <= FEW)):
                with_wild = out[i]
    if lay >= 0:
        return lay
    if with_wild >= 0:
        return with_wild
    return _discard(s, pair, hand, BASIC, WEIGHTS, out, n)


@njit
def _basic_cost(s, pair, hand, kind):
    """The cost of throwing a card: it has neighbours, the rivals can lay it, or it has points."""
    if is_wild_card(kind):
        return 1000
    cost = 10 * (2 * neighbours(s, hand, kind, 1) + neighbours(s, hand, kind, 2))
    if reach(s, 1 - pair, kind) == 2:
        cost += 100
    return cost + card_points(s, kind) // 5


# -- advanced --------------------------------------------------------------------------------------


@njit
def advanced(s, w, out, n):
    """The best of the ``n`` legal moves in ``out`` by the weights ``w``, as ``WEIGHTS``."""
    me = int(s.to_move)
    pair = pair_of(me)
    hand = s.hand[me]
    if s.phase == FIRST:
        kind = int(s.drawn[me]) - 1
        return KEEP if is_wild_card(kind) or not _loose(s, hand, kind) else DISCARD + kind
    if s.phase == LAST:
        return out[0] if out[0] == TAKE else out[n - 1]
    if s.phase == CHOOSING:
        return _choose_source(s, pair, hand, w, out, n)
    lay = -1
    worth = 0.0
    must = False
    for i in range(n):
        a = int(out[i])
        must = must or a == TAKE_BACK
        if is_lay(a):
            found = lay_worth(s, me, pair, a, w)
            if lay < 0 or found > worth:
                lay = a
                worth = found
    if lay >= 0 and (worth > 0.0 or must):
        return lay
    return _discard(s, pair, hand, ADVANCED, w, out, n)


@njit
def _loose(s, hand, kind):
    """True for a card without neighbours in a hand that holds it."""
    return neighbours(s, hand, kind, 1) + neighbours(s, hand, kind, 2) == 0


@njit
def lay_worth(s, me, pair, a, w):
    """The worth of laying the cards of a move, in points; below 0 they are better kept."""
    wilds = wilds_laid(a)
    meld = meld_of(a)
    gain = canastra_gain(s, pair, a)
    worth = float(spent_points(s, a))
    if s.stock == 0:
        return worth + gain  # the last turn: a card that stays in the hand is worth nothing more
    if wilds == 0 or s.out_needs == 1:
        worth += gain
    if wilds > 0:
        worth -= w[WILD_COST] if meld >= 0 else w[WILD_OPEN]
        if meld >= 0 and wilds_of(s, pair, meld) == 0 and gain <= 0:
            worth -= w[DIRTY] * (length(s, pair, meld) - 2)
        left = int(s.in_hand[me]) - (MELD if meld < 0 else 1)
        if left < 4 and may_end(s, pair):
            worth += w[NEAR_OUT] * (4 - left)
    return worth


@njit
def discard_cost(s, pair, hand, kind, w):
    """The cost of throwing a card: to the own pair, and for the good of the rivals."""
    if is_wild_card(kind):
        return 500.0 + card_points(s, kind)
    cost = w[NEXT] * neighbours(s, hand, kind, 1) + w[AFTER_NEXT] * neighbours(s, hand, kind, 2)
    if reach(s, pair, kind) > 0:
        cost += w[OWN_NEAR]
    if reach(s, 1 - pair, kind) == 2:
        cost += w[RIVAL]
    return cost


@njit
def _choose_source(s, pair, hand, w, out, n):
    """To draw, or to take the pile; a closed pile by the meld that takes it."""
    if n == 1:
        return out[0]
    worth = 0.0
    for kind in range(KINDS):
        if s.pile[kind] > 0:
            worth += int(s.pile[kind]) * _pile_worth(s, pair, hand, kind, w)
    if can_take_morto(s, pair) and s.in_hand[s.to_move] < 4:
        worth -= w[SMALL_HAND] * (4 - int(s.in_hand[s.to_move]))
    best = int(out[n - 1])
    if best == TAKE:
        # Who draws leaves two cards to a rival. Where a single card may be thrown back it is taken
        # up to the cap, and who takes while an odd number of takes is left has a rival draw; else
        # the partner draws. Where it may not, it is taken if it is a joker or near a card of the
        # hand.
        if s.pile_cards == 1:
            top = int(s.top) - 1
            wanted = top == JOKER or not _loose(s, hand, top)
            if s.single == FREE:
                wanted = (s.most_takes - s.takes) % 2 == 1
            if wanted:
                return TAKE
    else:
        most = -1e9
        for i in range(1, n):
            found = lay_worth(s, int(s.to_move), pair, int(out[i]), w)
            if found > most:
                most = found
                best = int(out[i])
        if most < 0.0:
            worth += most
    return best if worth >= w[TAKE_FROM] else DRAW


@njit
def _pile_worth(s, pair, hand, kind, w):
    """The worth of a card of the pile beside those of the hand and the table."""
    fits = is_wild_card(kind) or reach(s, pair, kind) == 2 or makes_three(s, hand, kind)
    return w[FITS] if fits else w[LOOSE]
