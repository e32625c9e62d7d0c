"""Minirummy: two players, a deck of twenty cards, and every difficulty of buraco once.

Each seat gets a hand of three; a second hand of three lies face down for each. In a turn one draws
from the stock or takes the whole open discard pile, lays runs of three or more cards of one suit
(at most one of them wild: any card of rank 2, which is natural in its own place), adds to one's own
runs, and discards. Who runs out of cards for the first time picks up the second hand: at once, and
plays on, or after a discard for the next turn. After that one may run out only with a run of four
or more on the table, and so ends the deal. It also ends when the turn begins without a stock.

Points: 1 for each card laid, 2 more for a run of four or more without a wild card and 1 with one,
3 for going out, -1 for each card in hand, -2 for a second hand not picked up.

The second hands are not dealt before they are picked up: they and the stock are one count of
undealt kinds, from which each draws in an order of its own (``draw_source``).

Two players could swap the pile for ever. So the pile may be taken only so many times between two
draws from the stock (``most_takes``).
"""

from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit

from .moves import added_rank, legal_choices, legal_plays, order_number, spent
from .resample import resample_from_infostate
from .state import (
    ADD,
    CHOOSING,
    DEAL,
    DISCARD,
    DRAW,
    DRAWING,
    FILLINGS,
    KINDS,
    LONG,
    MAX_CHANCE,
    MAX_LEGAL,
    MAX_LENGTH,
    MODES,
    OPEN,
    OPTIONS,
    OVER,
    PICKING_UP,
    PLAYING,
    RANKS,
    RUN,
    SEATS,
    SIDE_MODES,
    SOURCE_DEAL,
    SOURCE_SECOND,
    SOURCE_STOCK,
    STARTS,
    STATE,
    SUITS,
    cards,
    count_cards,
    length,
)

__all__ = [
    "MAX_CHANCE",
    "MAX_LEGAL",
    "MAX_LENGTH",
    "OPTIONS",
    "STATE",
    "apply_action",
    "cards",
    "chance_outcomes",
    "count_cards",
    "current_player",
    "draw_source",
    "hidden_ways",
    "init_state",
    "legal_actions",
    "observed_action",
    "resample_from_infostate",
    "returns",
]


@njit
def init_state(s, options, standing):
    s.suits = options.suits
    s.ranks = options.ranks
    s.copies = options.copies
    s.held = options.held
    s.most_takes = options.most_takes
    s.to_come = SEATS * s.held
    for suit in range(s.suits):
        for rank in range(s.ranks):
            s.deck[suit * RANKS + rank] = s.copies
    s.stock = s.suits * s.ranks * s.copies - 2 * SEATS * s.held
    for seat in range(SEATS):
        s.second[seat] = 1


@njit
def current_player(s):
    if s.phase == OVER:
        return TERMINAL
    return s.to_move if s.phase in (CHOOSING, PLAYING) else CHANCE


@njit
def legal_actions(s, out):
    if s.phase == CHOOSING:
        return legal_choices(s, out)
    return legal_plays(s, out)


@njit
def chance_outcomes(s, out, prob):
    total = 0
    for kind in range(KINDS):
        total += s.deck[kind]
    n = 0
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            out[n] = kind
            prob[n] = s.deck[kind] / total
            n += 1
    return n


@njit
def apply_action(s, a):
    if s.phase == CHOOSING:
        _choose(s, a)
    elif s.phase == PLAYING:
        _play(s, a)
    else:
        _receive(s, a)


@njit
def _receive(s, kind):
    me = s.to_move
    s.deck[kind] -= 1
    s.hand[me, kind] += 1
    s.in_hand[me] += 1
    if s.phase == DRAWING:
        s.stock -= 1
        _begin_big_move(s)
        return
    s.to_come -= 1
    if s.phase == DEAL:
        s.to_move = 1 - me
    if s.to_come > 0:
        return
    if s.phase == PICKING_UP and s.discarded == 0:
        _begin_big_move(s)
    elif s.phase == PICKING_UP:
        _next_turn(s)
    else:
        s.phase = CHOOSING


@njit
def _begin_big_move(s):
    s.phase = PLAYING
    s.fresh = s.melds[s.to_move]
    s.reached = 0


@njit
def _next_turn(s):
    s.discarded = 0
    s.fresh = 0
    s.reached = 0
    s.to_move = 1 - s.to_move
    s.phase = CHOOSING if s.stock > 0 else OVER


@njit
def _choose(s, a):
    me = s.to_move
    if a == DRAW:
        s.takes = 0
        s.phase = DRAWING
        return
    s.takes += 1
    for kind in range(KINDS):
        s.hand[me, kind] += s.pile[kind]
        s.in_hand[me] += s.pile[kind]
        s.known[me, kind] += s.pile[kind]
        s.pile[kind] = 0
    _begin_big_move(s)


@njit
def _play(s, a):
    for place in range(RUN):
        kind = spent(s, a, place)
        if kind >= 0:
            _spend(s, kind)
    if a >= DISCARD:
        s.pile[a - DISCARD] += 1
        s.discarded = 1
    else:
        s.reached = order_number(a)
        if a >= ADD:
            _add(s, a)
        else:
            _open(s, a)
    _after_play(s)


@njit
def _spend(s, kind):
    me = s.to_move
    s.hand[me, kind] -= 1
    s.in_hand[me] -= 1
    s.known[me, kind] = max(0, s.known[me, kind] - 1)


@njit
def _open(s, a):
    me = s.to_move
    meld = s.melds[me]
    first = (a - OPEN) // FILLINGS
    filling = (a - OPEN) % FILLINGS
    start = first % STARTS
    s.melds[me] += 1
    s.meld_suit[me, meld] = first // STARTS
    s.low[me, meld] = start
    s.high[me, meld] = start + RUN - 1
    if filling > 0:
        s.wild[me, meld] = filling + start * SUITS


@njit
def _add(s, a):
    me = s.to_move
    meld = (a - ADD) // MODES
    mode = (a - ADD) % SIDE_MODES
    rank = added_rank(s, a)
    s.low[me, meld] = min(rank, s.low[me, meld])
    s.high[me, meld] = max(rank, s.high[me, meld])
    if mode > 0:
        s.wild[me, meld] = mode + rank * SUITS


@njit
def _after_play(s):
    me = s.to_move
    if s.in_hand[me] == 0 and s.second[me] == 0:
        s.went_out = me + 1
        s.phase = OVER
    elif s.in_hand[me] == 0:
        s.second[me] = 0
        s.to_come = s.held
        s.phase = PICKING_UP
    elif s.discarded:
        _next_turn(s)


@njit
def returns(s, out):
    for seat in range(SEATS):
        points = -s.in_hand[seat] - 2 * s.second[seat]
        if s.went_out == seat + 1:
            points += 3
        for meld in range(s.melds[seat]):
            points += length(s, seat, meld)
            if length(s, seat, meld) >= LONG:
                points += 2 if s.wild[seat, meld] == 0 else 1
        out[seat] = points


@njit
def observed_action(s, a, seat):
    if s.phase in (CHOOSING, PLAYING) or seat == s.to_move:
        return a
    return HIDDEN


@njit
def draw_source(s):
    if s.phase == DEAL:
        return SOURCE_DEAL
    if s.phase == DRAWING:
        return SOURCE_STOCK
    return SOURCE_SECOND + s.to_move if s.phase == PICKING_UP else NO_DRAW


@njit
def hidden_ways(s, a):
    """Copies that could have been played; one that came from the pile goes before its twin.

    Twins cannot be told apart, so which of them goes is a manner of speaking. In this one a card
    that is played lowers what is known of the hand by one, and the rest of it stays a random
    sample of the unseen cards.
    """
    if s.phase != PLAYING:
        return 1.0
    me = s.to_move
    ways = 1.0
    for place in range(RUN):
        kind = spent(s, a, place)
        if kind < 0:
            break
        before = 0
        for other in range(place):
            if spent(s, a, other) == kind:
                before += 1
        if s.known[me, kind] <= before:
            ways *= s.hand[me, kind] - before
    return ways
