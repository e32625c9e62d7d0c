"""Eräs korttipeli: two to five players, seven cards each, lays face down, the best one takes all.

The players are dealt seven cards one at a time, from the player after the dealer, who also leads
the first trick. In a trick each in turn lays any cards face down; all are turned, and the best
combination wins them for its player's pile. Then hands are filled up, one card at a time from the
player after the dealer, and the winner leads. Who alone has cards left at the end puts them on the
own pile. A pile scores 1, 5, 10 or 20 for 1, 2, 3 or 4 cards of a value.

Source: the founding document "Eräs korttipeli", whole; readings in the game's README.

**How a lay is written.** The number of cards first, a move that all see, then the cards, which the
others see only as cards, in ascending order. Cards one by one keep the list of moves to at most
seven, where subsets of a hand would be 127, and a search shares what the lays have in common. With
the number first nobody comes to a dead end (only cards are legal above which enough others are
held), a lay needs no move to end it, and given the number every set of cards is reached in one way;
:func:`hidden_ways` makes all of them equally likely, so that the cards of the others are at any
moment a uniformly random set of those unseen. Who lays the whole hand has nothing left to choose.

A withdrawal of the retreat round is written alike: its number, the cards withdrawn, those shown.
Cards are turned seat by seat, a chance move of probability 1 whose id is their mask.
"""

from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit

from .combinations import KINDS, SUITS, above, count, lowest, points, strength, top
from .resample import resample_from_infostate
from .retreat import after, answer, ask_retreat, show, withdraw
from .state import (
    DEALING,
    LAID,
    LAST,
    LAYING,
    MATCH,
    MAX_CHANCE,
    MAX_LEGAL,
    MAX_LENGTH,
    NUMBER,
    NUMBERING,
    OPTIONS,
    OVER,
    RETREATING,
    REVEALING,
    SEATS,
    SHOWING,
    STANDING,
    STATE,
    WITHDRAW,
    WITHDRAWING,
    WITHDRAWN,
    cards,
    count_cards,
)

__all__ = [
    "MATCH",
    "MAX_CHANCE",
    "MAX_LEGAL",
    "MAX_LENGTH",
    "OPTIONS",
    "STANDING",
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
    "next_standing",
    "observed_action",
    "resample_from_infostate",
    "returns",
    "sample_chance",
]

FEW_CARDS = 13  # of the deck: below, a random place of it is too often empty


@njit
def init_state(s, options, standing):
    """The whole deck undealt; the last seat deals first, so that seat 0 leads first."""
    s.players = options.players
    s.values = options.values
    s.suits = options.suits
    s.hand_size = options.hand
    s.retreat = options.retreat
    s.rounds = options.rounds
    s.target = options.target
    s.played = standing.played
    for owner in range(SEATS):
        s.score[owner] = standing.score[owner]
    s.dealer = (s.players - 1 + s.played) % s.players
    s.leader = (s.dealer + 1) % s.players
    s.to_move = s.leader
    s.undealt = s.values * s.suits
    for value in range(s.values):
        for suit in range(SUITS - s.suits, SUITS):
            s.deck[value * SUITS + suit] = 1


@njit
def next_standing(s, out):
    """Add the points of the round; True after the last one, or where the target is reached."""
    highest = 0
    for owner in range(s.players):
        out.score[owner] += points(s.pile[owner])
        highest = max(highest, out.score[owner])
    out.players = s.players
    out.played += 1
    if s.target > 0:
        return highest >= s.target
    return out.played >= s.rounds


@njit
def current_player(s):
    """Chance while cards are dealt or turned."""
    phase = s.phase
    if NUMBERING <= phase <= SHOWING:
        return s.to_move
    return TERMINAL if phase == OVER else CHANCE


# -- what may happen -------------------------------------------------------------------------------


@njit
def legal_actions(s, out):
    """Numbers, or the cards that may be laid, withdrawn or shown next."""
    me = s.to_move
    phase = s.phase
    if phase == NUMBERING:
        for k in range(1, s.in_hand[me] + 1):
            out[k - 1] = NUMBER + k
        return s.in_hand[me]
    if phase == RETREATING:
        most = s.laid_count[me] // 2
        for k in range(most + 1):
            out[k] = WITHDRAW + k
        return most + 1
    return _list(choosable(s), s.to_come, out)


@njit
def choosable(s):
    """The cards from which the next one is chosen, above the last one chosen."""
    me = s.to_move
    if s.phase == LAYING:
        done, rest = s.laid[me], s.hand[me]
    elif s.phase == WITHDRAWING:
        done, rest = s.withdrawn[me], s.laid[me]
    else:
        done, rest = s.shown[me], s.laid[me] & ~s.shown[me]
    return above(rest, top(done)) if done > 0 else rest


@njit
def _list(rest, to_come, out):
    """Write the cards of a set but for the last ``to_come - 1``, which must be left to choose."""
    n = count(rest) - to_come + 1
    for i in range(n):
        out[i] = lowest(rest)
        rest &= rest - 1
    return n


@njit
def chance_outcomes(s, out, prob):
    """The cards of the deck, equally likely; or the mask of the cards that are turned."""
    if s.phase != DEALING:
        out[0] = _turned(s)
        prob[0] = 1.0
        return 1
    n = 0
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            out[n] = kind
            prob[n] = 1.0 / s.undealt
            n += 1
    return n


@njit
def _turned(s):
    return s.hand[s.to_move] if s.phase == LAST else s.laid[s.to_move]


@njit
def sample_chance(s, rng, ids, prob):
    """As derived, faster: a random place of the deck until one is not empty."""
    if s.phase != DEALING:
        return _turned(s)
    if s.undealt >= FEW_CARDS:
        while True:
            kind = int(rng.random() * KINDS)
            if s.deck[kind] > 0:
                return kind
    left = int(rng.random() * s.undealt)
    kind = 0
    while True:
        left -= s.deck[kind]
        if left < 0:
            return kind
        kind += 1


@njit
def draw_source(s):
    """The deck is shuffled once."""
    return 0 if s.phase == DEALING else NO_DRAW


# -- what happens ----------------------------------------------------------------------------------


@njit
def apply_action(s, a):
    """A card that comes or goes, a number, cards that are turned."""
    phase = s.phase
    if phase == DEALING:
        _deal(s, a)
    elif phase == NUMBERING:
        _name_number(s, a - NUMBER)
    elif phase == LAYING:
        _lay(s, a)
    elif phase == REVEALING:
        _reveal(s)
    elif phase == RETREATING:
        answer(s, a - WITHDRAW)
    elif phase == WITHDRAWING:
        withdraw(s, a)
    elif phase == SHOWING:
        show(s, a)
    else:
        _keep_last(s)


@njit
def _deal(s, kind):
    me = s.to_move
    s.deck[kind] = 0
    s.hand[me] |= 1 << kind
    s.in_hand[me] += 1
    s.undealt -= 1
    _deal_on(s)


@njit
def _deal_on(s):
    """The next card goes to the next seat that lacks one; else the trick begins."""
    if s.undealt > 0:
        seat = s.to_move
        for _step in range(s.players):
            seat = after(s, seat)
            if s.in_hand[seat] < s.hand_size:
                s.to_move = seat
                s.phase = DEALING
                return
    _begin_trick(s)


@njit
def _begin_trick(s):
    """The leader, or the next with cards, lays first; who alone has cards keeps them."""
    holders = 0
    for seat in range(s.players):
        if s.in_hand[seat] > 0:
            holders += 1
    if holders == 0:
        s.phase = OVER
        return
    while s.in_hand[s.leader] == 0:
        s.leader = after(s, s.leader)
    s.to_move = s.leader
    s.phase = NUMBERING if holders > 1 else LAST


@njit
def _name_number(s, number):
    me = s.to_move
    if me == s.leader:
        for owner in range(s.players):
            s.shown[owner] = 0
            s.numbers[owner] = 0
    s.numbers[me] = number
    if number < s.in_hand[me]:
        s.to_come = number
        s.phase = LAYING
        return
    s.laid[me] = s.hand[me]
    s.laid_count[me] = number
    s.hand[me] = 0
    s.in_hand[me] = 0
    _next_to_lay(s)


@njit
def _lay(s, kind):
    me = s.to_move
    s.hand[me] ^= 1 << kind
    s.laid[me] |= 1 << kind
    s.in_hand[me] -= 1
    s.laid_count[me] += 1
    s.to_come -= 1
    if s.to_come == 0:
        _next_to_lay(s)


@njit
def _next_to_lay(s):
    seat = after(s, s.to_move)
    while seat != s.leader and s.in_hand[seat] == 0:
        seat = after(s, seat)
    if seat != s.leader:
        s.to_move = seat
        s.phase = NUMBERING
    elif s.retreat:
        ask_retreat(s, s.leader)
    else:
        s.to_move = s.leader
        s.phase = REVEALING


@njit
def _reveal(s):
    me = s.to_move
    s.shown[me] = s.laid[me]
    seat = after(s, me)
    while seat != s.leader and s.laid_count[seat] == 0:
        seat = after(s, seat)
    s.to_move = seat
    if seat == s.leader:
        _win_trick(s)


@njit
def _win_trick(s):
    best = -1
    winner = 0
    won = 0
    for seat in range(s.players):
        won |= s.laid[seat]
        found = strength(s.laid[seat])
        if found > best:
            best = found
            winner = seat
        s.laid[seat] = 0
        s.laid_count[seat] = 0
    s.pile[winner] |= won
    s.leader = winner
    s.tricks += 1
    s.to_move = s.dealer
    _deal_on(s)


@njit
def _keep_last(s):
    me = s.to_move
    s.pile[me] |= s.hand[me]
    s.hand[me] = 0
    s.in_hand[me] = 0
    s.phase = OVER


@njit
def returns(s, out):
    """Points of the piles."""
    for owner in range(s.players):
        out[owner] = points(s.pile[owner])


# -- what is seen ----------------------------------------------------------------------------------


@njit
def observed_action(s, a, seat):
    """Cards dealt to others are hidden; of those that they lay or withdraw one sees the number."""
    if seat == s.to_move:
        return a
    if s.phase == DEALING:
        return HIDDEN
    if s.phase == LAYING:
        return LAID
    return WITHDRAWN if s.phase == WITHDRAWING else a


@njit
def hidden_ways(s, a):
    """Sets of cards that the choice of this one leaves possible: all sets are equally likely."""
    if s.phase not in (LAYING, WITHDRAWING):
        return 1.0
    ways = 1.0
    rest = count(above(choosable(s), a))
    for i in range(s.to_come - 1):
        ways = ways * (rest - i) / (i + 1)
    return ways
