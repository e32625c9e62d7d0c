"""Simplified poker: one round of a match between two players, as a kernel.

Each seat gets five cards of a deck of twenty-five, five ranks five times. The first player, then
the second, exchanges up to three cards, which go out of play; the other sees how many. Then the
first may fold, which gives the second two points; else the second may, which gives the first three.
Else both show: the more valuable hand scores its value, and in a tie each scores half of it. A
``rapida`` round has no exchange and no folding, an ``estrategica`` one no folding. Seats are fixed
players; which of them is first alternates, seat 0 in rounds 1, 3, 5.

Source: B. Costa, Projeto Poker simplificado, Computação I, UFRJ (2022), section 1.

An exchange is a row of small moves: each discards a card, in the order of the ranks, and ``STOP``
ends it; it ends by itself with the last card that may be exchanged. Ids of moves are 0 to 4 (a card
of that rank is discarded), ``STOP``, ``FOLD``, ``STAY``; chance ids are ranks, and at the showdown,
which is a chance move of probability 1, :func:`showdown_code` of both hands. ``FORFEIT`` is never
legal: a player that fails when it is asked leaves the round by it, and loses what folding costs.
"""

from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit

from .hands import COPIES, RANKS
from .resample import resample_from_infostate
from .scoring import scores
from .state import (
    COMPLETA,
    DEALING,
    DISCARDED,
    DRAWING,
    ESTRATEGICA,
    EXCHANGING,
    FOLD,
    FOLDING,
    FORFEIT,
    MATCH,
    MAX_CHANCE,
    MAX_LEGAL,
    MAX_LENGTH,
    OPTIONS,
    OVER,
    RAPIDA,
    ROUNDS,
    SEATS,
    SHOWDOWN,
    STANDING,
    STATE,
    STAY,
    STOP,
    cards,
    count_cards,
)

__all__ = [
    "COMPLETA",
    "DEALING",
    "DISCARDED",
    "DRAWING",
    "ESTRATEGICA",
    "EXCHANGING",
    "FOLD",
    "FOLDING",
    "FORFEIT",
    "MATCH",
    "MAX_CHANCE",
    "MAX_LEGAL",
    "MAX_LENGTH",
    "OPTIONS",
    "OVER",
    "RAPIDA",
    "ROUNDS",
    "SEATS",
    "SHOWDOWN",
    "STANDING",
    "STATE",
    "STAY",
    "STOP",
    "apply_action",
    "cards",
    "chance_outcomes",
    "count_cards",
    "current_player",
    "draw_source",
    "hidden_ways",
    "init_state",
    "legal_actions",
    "lowest_to_discard",
    "next_standing",
    "observed_action",
    "resample_from_infostate",
    "returns",
    "sample_chance",
    "showdown_code",
]

_CODE = COPIES + 1  # base of showdown_code


@njit
def init_state(s, options, standing):
    """The whole deck undealt; who is first follows from the rounds played."""
    s.kind = options.round_
    s.ranks = options.ranks
    s.copies = options.copies
    s.hand_size = options.hand
    s.most = min(options.most, options.hand)
    s.fold_first = options.fold_first
    s.fold_second = options.fold_second
    s.rounds = options.rounds
    s.played = standing.played
    for owner in range(SEATS):
        s.score[owner] = standing.score[owner]
    s.first = s.played % SEATS
    s.to_move = s.first
    for rank in range(s.ranks):
        s.deck[rank] = s.copies


@njit
def next_standing(s, out):
    """Add the points of the round; True after the last one of the match."""
    points = scores(s)
    out.score[0] += int(2 * points[0])
    out.score[1] += int(2 * points[1])
    out.played += 1
    return out.played >= s.rounds


@njit
def current_player(s):
    """Chance while cards come and at the showdown."""
    if s.phase == OVER:
        return TERMINAL
    return s.to_move if s.phase in (EXCHANGING, FOLDING) else CHANCE


@njit
def legal_actions(s, out):
    """Fold or stay; or the cards that may still be discarded, and ``STOP``."""
    if s.phase == FOLDING:
        out[0] = FOLD
        out[1] = STAY
        return 2
    n = 0
    for rank in range(lowest_to_discard(s), RANKS):
        if s.hand[s.to_move, rank] > 0:
            out[n] = rank
            n += 1
    out[n] = STOP
    return n + 1


@njit
def lowest_to_discard(s):
    """The first rank that may still be discarded in this exchange: ids ascend within one."""
    reached = 0
    for rank in range(RANKS):
        if s.given[s.to_move, rank] > 0:
            reached = rank
    return reached


@njit
def chance_outcomes(s, out, prob):
    """The ranks of the deck, in proportion to their cards; or the showdown."""
    if s.phase == SHOWDOWN:
        out[0] = showdown_code(s)
        prob[0] = 1.0
        return 1
    left = 0
    for rank in range(RANKS):
        left += s.deck[rank]
    n = 0
    for rank in range(RANKS):
        if s.deck[rank] > 0:
            out[n] = rank
            prob[n] = s.deck[rank] / left
            n += 1
    return n


@njit
def showdown_code(s):
    """Both hands in one number: a digit in base 6 for each seat and rank."""
    code = 0
    for owner in range(SEATS):
        for rank in range(RANKS):
            code = code * _CODE + s.hand[owner, rank]
    return code


@njit
def sample_chance(s, rng, ids, prob):
    """As derived, faster: no division, and no branch that depends on the card."""
    if s.phase == SHOWDOWN:
        return showdown_code(s)
    left = 0
    for rank in range(RANKS):
        left += s.deck[rank]
    place = int(rng.random() * left)
    drawn = 0
    below = 0
    for rank in range(RANKS - 1):
        below += s.deck[rank]
        drawn += place >= below
    return drawn


@njit
def apply_action(s, a):
    """A card that comes, a discard or ``STOP``, an answer, the showdown."""
    if s.phase == DEALING:
        _deal(s, a)
    elif s.phase == EXCHANGING:
        _exchange(s, a)
    elif s.phase == DRAWING:
        _draw(s, a)
    elif s.phase == FOLDING:
        _answer(s, a)
    else:
        _show(s)


@njit
def _give(s, rank):
    s.deck[rank] -= 1
    s.hand[s.to_move, rank] += 1
    s.in_hand[s.to_move] += 1


@njit
def _deal(s, rank):
    _give(s, rank)
    s.dealt[s.to_move, rank] += 1
    s.to_move = 1 - s.to_move
    if s.in_hand[s.to_move] < s.hand_size:
        return
    if s.kind == RAPIDA:
        s.phase = SHOWDOWN
    elif s.most == 0:
        _after_exchanges(s)
    else:
        s.phase = EXCHANGING


@njit
def _exchange(s, a):
    me = s.to_move
    if a == FORFEIT:
        _leave(s)
        return
    if a != STOP:
        s.hand[me, a] -= 1
        s.given[me, a] += 1
        s.in_hand[me] -= 1
        s.exchanged[me] += 1
        if s.exchanged[me] < s.most:
            return
    s.to_come = s.exchanged[me]
    s.phase = DRAWING
    if s.to_come == 0:
        _after_draw(s)


@njit
def _draw(s, rank):
    _give(s, rank)
    s.to_come -= 1
    if s.to_come == 0:
        _after_draw(s)


@njit
def _after_draw(s):
    if s.to_move == s.first:
        s.to_move = 1 - s.first
        s.phase = EXCHANGING
    else:
        _after_exchanges(s)


@njit
def _after_exchanges(s):
    s.to_move = s.first
    s.phase = FOLDING if s.kind == COMPLETA else SHOWDOWN


@njit
def _answer(s, a):
    if a != STAY:
        _leave(s)
    elif s.to_move == s.first:
        s.to_move = 1 - s.first
    else:
        s.phase = SHOWDOWN


@njit
def _leave(s):
    s.folded = s.to_move + 1
    s.phase = OVER


@njit
def _show(s):
    for owner in range(SEATS):
        for rank in range(RANKS):
            s.shown[owner, rank] = s.hand[owner, rank]
    s.phase = OVER


@njit
def returns(s, out):
    """Points of both seats."""
    points = scores(s)
    out[0] = points[0]
    out[1] = points[1]


@njit
def observed_action(s, a, seat):
    """The other's cards are hidden; of its discards one sees that there is one."""
    if s.phase in (DEALING, DRAWING) and seat != s.to_move:
        return HIDDEN
    if s.phase == EXCHANGING and a < RANKS and seat != s.to_move:
        return DISCARDED
    return a


@njit
def draw_source(s):
    """The deck is shuffled once."""
    return 0 if s.phase in (DEALING, DRAWING) else NO_DRAW


@njit
def hidden_ways(s, a):
    """Copies that could have been discarded."""
    if s.phase == EXCHANGING and a < RANKS:
        return float(s.hand[s.to_move, a])
    return 1.0
