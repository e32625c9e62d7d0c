"""Ids: the coins offered, 0 to 10; then 0 accepts and 1 refuses."""

from ludoteca.core.ids import TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import layout, public

COINS = 10

MAX_LEGAL = COINS + 1
MAX_CHANCE = 1
MAX_LENGTH = 2

STATE = layout(
    __file__,
    public("moves", "moves made", 0, 2),
    public("offer", "coins offered", 0, COINS),
    public("refused", "1 if refused", 0, 1),
)


@njit
def init_state(s, options, standing):
    s.moves = 0


@njit
def current_player(s):
    return TERMINAL if s.moves == 2 else s.moves


@njit
def legal_actions(s, out):
    n = COINS + 1 if s.moves == 0 else 2
    for i in range(n):
        out[i] = i
    return n


@njit
def chance_outcomes(s, out, prob):
    return 0


@njit
def apply_action(s, a):
    if s.moves == 0:
        s.offer = a
    else:
        s.refused = a
    s.moves += 1


@njit
def returns(s, out):
    out[0] = 0.0 if s.refused else COINS - s.offer
    out[1] = 0.0 if s.refused else s.offer


@njit
def observed_action(s, a, seat):
    return a


@njit
def resample_from_infostate(s, seat, rng, out):
    out.moves = s.moves
    out.offer = s.offer
    out.refused = s.refused
