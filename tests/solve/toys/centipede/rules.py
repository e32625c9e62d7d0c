"""Seats take turns: take (0) the large share, each other seat the small one; or pass (1).

Source: R. Rosenthal, Games of perfect information, predatory pricing and the chain-store paradox,
Journal of Economic Theory 25 (1981).
"""

from ludoteca.core.ids import TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import layout, public

SEATS = 3
LAST = 7

MAX_LEGAL = 2
MAX_CHANCE = 1
MAX_LENGTH = LAST

STATE = layout(
    __file__,
    public("passed", "passes so far", 0, LAST),
    public("taken", "1 when somebody took", 0, 1),
)


@njit
def init_state(s, options, standing):
    s.passed = 0


@njit
def current_player(s):
    return TERMINAL if s.taken or s.passed == LAST else s.passed % SEATS


@njit
def legal_actions(s, out):
    out[0] = 0
    out[1] = 1
    return 2


@njit
def chance_outcomes(s, out, prob):
    return 0


@njit
def apply_action(s, a):
    if a == 0:
        s.taken = 1
    else:
        s.passed += 1


@njit
def returns(s, out):
    taker = s.passed % SEATS if s.taken else -1
    for seat in range(SEATS):
        out[seat] = (4.0 if seat == taker else 1.0) * 2.0**s.passed


@njit
def observed_action(s, a, seat):
    return a


@njit
def resample_from_infostate(s, seat, rng, out):
    out.passed = s.passed
    out.taken = s.taken
