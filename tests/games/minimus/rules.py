"""Minimus: two pairs, eight cards, and every difficulty of mus once.

Each seat gets one card (``held``), one at a time from the mano on. After the deal and after each
exchange comes a sign window: in turn, a seat that holds a card of the top rank may sign so, and
none other may; the partner always sees it and each rival catches it with a known chance. In an
exchange each seat in turn keeps its cards or throws one face down, then those who threw draw; if
all threw, another exchange follows, up to a number. An empty stock is refilled from the discards.
Then all declare truthfully whether they hold a high card, and bid in turn: pass, or bet. The first
rival of the bettor refuses, accepts, or leaves it to the partner. A refused bet pays 1 to the
bettor's pair and no hand is shown. Otherwise the hands are shown and the best one, nearest to the
mano among equals, wins the stake, or 1 where all passed. First pair to 5 points.

The rooms of these rules: ``state`` (the record, options, ids), ``play`` (the phases), ``resample``.
"""

from ludoteca.core.goal import MatchGoal
from ludoteca.core.ids import HIDDEN, NO_DRAW
from ludoteca.core.jit import njit

from .play import apply_action, chance_outcomes, current_player, legal_actions
from .resample import begin, resample_from_infostate
from .state import (
    CATCHING,
    DEAL,
    DISCARDING,
    DRAWING,
    KEEP,
    MAX_CHANCE,
    MAX_LEGAL,
    MAX_LENGTH,
    OPTIONS,
    SEATS,
    SIGNING,
    STANDING,
    STATE,
    THREW,
    THROW,
    cards,
    count_cards,
    rival_at,
    seat_at,
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
]


MATCH = MatchGoal("score", "deals", target="target")


@njit
def init_state(s, options, standing):
    begin(s, options, standing.score, standing.dealer % SEATS)


@njit
def returns(s, out):
    for seat in range(SEATS):
        out[seat] = s.points[seat % 2]


@njit
def next_standing(s, out):
    out.deals += 1
    out.dealer = (s.dealer + 1) % SEATS
    over = False
    for team in range(2):
        out.score[team] += s.points[team]
        over = over or out.score[team] >= s.target
    return over


@njit
def observed_action(s, a, seat):
    me = seat_at(s, s.turn)
    if s.phase in (DEAL, DRAWING):
        return a if seat == me else HIDDEN
    if s.phase == SIGNING:
        return a if seat >= 0 and seat % 2 == me % 2 else HIDDEN
    if s.phase == CATCHING:
        return a if seat == rival_at(s, s.rival_no) else HIDDEN
    if s.phase == DISCARDING and a != KEEP and seat != me:
        return THREW
    return a


@njit
def draw_source(s):
    return s.shuffles if s.phase in (DEAL, DRAWING) else NO_DRAW


@njit
def hidden_ways(s, a):
    me = current_player(s)
    if s.phase == DISCARDING and a != KEEP:
        return float(s.hand[me, a - THROW])
    return 1.0
